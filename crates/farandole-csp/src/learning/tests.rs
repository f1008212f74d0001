//! Compares learning with the depth-first search on small puzzles with several constraints.

use super::testing::solutions;
use crate::testing::Random;
use crate::{Config, CspReport, CspSolver, Wanted};
use core::ops::ControlFlow;
use farandole_puzzle::constraint::catalogue;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};

const SHAPE: &str = ".Shape~6x6";
/// Maximum number of solutions compared.
const SOME: usize = 30;

/// Returns the text of a random constraint of a kind: sometimes a number, then a path of distinct cells.
fn item(name: &str, random: &mut Random) -> String {
    let mut next = |most: u64| random.next() % most;
    let mut text = format!(".{name}");
    if next(2) == 0 {
        text += &format!("~{}", next(16));
    }
    let (mut row, mut col) = (1 + next(6), 1 + next(6));
    let mut line = Vec::new();
    for _ in 0..2 + next(4) {
        if !line.contains(&(row, col)) {
            line.push((row, col));
            text += &format!("~R{row}C{col}");
        }
        match next(4) {
            0 if row > 1 => row -= 1,
            1 if row < 6 => row += 1,
            2 if col > 1 => col -= 1,
            _ if col < 6 => col += 1,
            _ => col -= 1,
        }
    }
    text
}

/// Returns all solutions up to a limit, by depth-first search.
fn all(variant: &Variant, most: usize) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let config = Config { limit: most as u64, ..Config::default() };
    let mut visit = |values: &[u8]| {
        all.push(values.to_vec());
        ControlFlow::Continue(())
    };
    let solver = CspSolver::compiled(variant).unwrap();
    CspReport::of_search(&config, Wanted::Every, &mut visit, |run| solver.search_in_order(run));
    all
}

#[test]
fn puzzles_of_many_rules_have_the_same_solutions() {
    let mut random = Random::new(7);
    let grid = &all(&iss::read(SHAPE).unwrap(), 1000)[999];
    let names: Vec<&str> = catalogue().map(|kind| kind.name()).collect();
    let (mut compared, mut used) = (0, std::collections::HashSet::new());
    for _ in 0..60 {
        // Adds constraints that one grid satisfies, until few solutions are left.
        let mut text = SHAPE.to_string();
        for _ in 0..4000 {
            let name = names[random.next() as usize % names.len()];
            let longer = text.clone() + &item(name, &mut random);
            let Ok(variant) = iss::read(&longer) else { continue };
            if variant.cell_count() != 36 || check(&variant, grid).is_err() {
                continue;
            }
            used.insert(name);
            text = longer;
            if all(&variant, SOME + 1).len() <= SOME {
                break;
            }
        }
        let variant = iss::read(&text).unwrap();
        let mut expected = all(&variant, SOME);
        let mut found = solutions(CspSolver::compiled(&variant).unwrap().network(), SOME + 1);
        expected.sort();
        found.sort();
        if expected.len() < SOME {
            assert_eq!(found, expected, "{text}");
            compared += 1;
        }
        assert!(found.contains(grid) || found.len() > SOME, "{text}");
    }
    assert!(compared > 40 && used.len() > 25, "{compared} {}", used.len());
}
