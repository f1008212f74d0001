//! Oracle for combinations of constraints: all assignments of values to the cells of small boards.

use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use farandole_solve::{Config, End, KnownCandidates, PuzzleSolver};
use farandole_testkit::choose::Bytes;
use farandole_testkit::{Sizes, random_variant, variant_solutions};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Maximum number of values that the oracle tries.
const STEPS: u64 = 100_000;
/// Budget of a search, in nodes.
const BUDGET: u64 = 20_000;

/// Draws a variant from the bytes and compares the engine with the checker.
pub fn check_bytes(data: &[u8]) {
    let drawn = random_variant(&Sizes { side: 9, items: 6 }, &mut Bytes::new(data));
    let written = iss::write(&drawn.variant);
    assert_eq!(iss::read(&written).as_ref(), Ok(&drawn.variant), "{written}");
    check_searches(&drawn.variant, &drawn.text);
}

fn check_searches(variant: &Variant, text: &str) {
    let Ok(solver) = PuzzleSolver::new(variant) else { return };
    let config = Config { limit: 2_000, budget: BUDGET, ..Config::default() };
    let mut found = BTreeSet::new();
    let report = solver.run(&config, &mut |values| {
        assert!(check(variant, values).is_ok(), "{text}: {values:?}");
        assert!(found.insert(values.to_vec()), "{text}: {values:?} twice");
        ControlFlow::Continue(())
    });
    let report = report.expect("no memory limit");
    let Some(all) = variant_solutions(variant, STEPS) else { return };
    // Grids that differ only in the labels of their regions are one solution.
    let has_labels = variant.constraints().iter().any(|it| it.name() == "ChaosConstruction");
    let grid = if has_labels { variant.board().grid_count() } else { variant.cell_count() };
    let grids = |all: &BTreeSet<Vec<u8>>| -> BTreeSet<Vec<u8>> {
        all.iter().map(|values| values[..grid].to_vec()).collect()
    };
    let all = grids(&all.into_iter().collect());
    if report.end == End::Exhausted {
        assert_eq!(grids(&found), all, "{text}");
    }
    let candidates = solver.true_candidates(&config, KnownCandidates::default()).expect("no memory limit");
    if candidates.exact {
        let mut masks = vec![0; grid];
        for values in &all {
            masks.iter_mut().zip(values).for_each(|(mask, value)| *mask |= u64::from(variant.board().values().mask(*value)));
        }
        let masks = (!all.is_empty()).then_some(masks);
        assert_eq!(candidates.found.map(|found| found.masks[..grid].to_vec()), masks, "{text}");
    }
}
