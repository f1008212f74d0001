//! Tests of constraint kinds from text to solution counts. On small grids, the search must find as
//! many solutions as the checker accepts.

mod chaos;
mod grids;
mod kinds;
mod masks;
pub(crate) mod random;
mod schroedinger;
mod strips;

use crate::learning;
use crate::{Config, CspSolver};
use core::ops::ControlFlow;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use std::collections::HashSet;

pub(crate) fn read(text: &str) -> Variant {
    iss::read(text).unwrap_or_else(|errors| panic!("{text}: {errors}"))
}

/// Returns the number of solutions that the search finds. Each solution is checked.
fn count(variant: &Variant) -> u64 {
    let found = solutions(variant);
    for values in &found {
        check(variant, values).unwrap_or_else(|broken| panic!("{}: {broken}", iss::write(variant)));
    }
    learned(variant, &found);
    found.len() as u64
}

/// Returns the solutions that the search finds.
fn solutions(variant: &Variant) -> HashSet<Vec<u8>> {
    let solver = CspSolver::compiled(variant).unwrap_or_else(|error| panic!("{error}"));
    let config = Config { limit: u64::MAX, ..Config::default() };
    let mut found = HashSet::new();
    solver.run(&config, &mut |values| {
        assert!(found.insert(values.to_vec()), "{}: twice {values:?}", iss::write(variant));
        ControlFlow::Continue(())
    });
    found
}

/// Checks that the first solutions found by learning are among all solutions.
fn learned(variant: &Variant, all: &HashSet<Vec<u8>>) {
    const SOME: usize = 20;
    let solver = CspSolver::compiled(variant).unwrap_or_else(|error| panic!("{error}"));
    let some = learning::testing::solutions(solver.network(), SOME);
    let different: HashSet<&Vec<u8>> = some.iter().collect();
    assert!(different.iter().all(|values| all.contains(*values)), "{}", iss::write(variant));
    assert_eq!(different.len(), some.len(), "{}", iss::write(variant));
    assert_eq!(some.len(), all.len().min(SOME), "{}", iss::write(variant));
}

/// Asserts that the variant `text`, extended by the constraints `items`, has as many solutions as the checker
/// accepts grids in `layout`.
fn compare(layout: &[Vec<u8>], text: &str, items: &str) {
    let variant = read(&[text, items].concat());
    let expected = layout.iter().filter(|values| check(&variant, values).is_ok()).count() as u64;
    assert_eq!(count(&variant), expected, "{text}{items}");
}

/// Returns all grids of a layout.
pub(crate) fn grids(text: &str) -> Vec<Vec<u8>> {
    let variant = read(text);
    let mut all = Vec::new();
    let config = Config { limit: u64::MAX, ..Config::default() };
    CspSolver::new(&variant).expect("a layout").run(&config, &mut |values| {
        all.push(values.to_vec());
        ControlFlow::Continue(())
    });
    all
}
