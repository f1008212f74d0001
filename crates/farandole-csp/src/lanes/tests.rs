//! Tests that compare the counts and first solutions of lanes with brute force and with the depth-first search.

use super::handover::Handover;
use super::program::{Program, Rule};
use crate::compile::tests::random::item;
use crate::network::Network;
use crate::search::depth_first::{Order, Search};
use crate::testing::{Random, cages, cases, grids};
use crate::{Config, Counters, CspSolver, Wanted};
use core::fmt::Write;
use core::ops::ControlFlow;
use farandole_kernel::Isa;
use farandole_puzzle::constraint::catalogue;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};
use farandole_search::SearchContext;
use std::collections::BTreeSet;

/// The outcome of a search for all solutions: the first solution visited, the number of solutions, and the
/// counters.
type Outcome = (Option<Vec<u8>>, u64, Counters);

/// Searches in short turns of the depth-first search, which hands over to lanes after this many dead ends.
fn search(network: &Network, wanted: Wanted, lanes: Option<(Isa, u64)>) -> Outcome {
    let config = Config { limit: u64::MAX, ..Config::default() };
    let mut first = None;
    let mut visit = |values: &[u8]| {
        first.get_or_insert_with(|| values.to_vec());
        ControlFlow::Continue(())
    };
    let mut run = SearchContext::new(&config, &mut visit).wanting(wanted);
    let mut search = Search::new(network, Order::Scores);
    let mut handover = lanes.map(|(isa, dead_ends)| Handover::after(network, dead_ends, isa));
    // A turn with a budget of 0 stops at the root.
    let mut ended = search.turn(0, &mut run);
    while ended == ControlFlow::Continue(false) {
        ended = match &mut handover {
            Some(handover) => handover.take_over(&search, &mut run),
            None => ControlFlow::Continue(false),
        };
        if ended == ControlFlow::Continue(false) {
            ended = search.turn(200, &mut run);
        }
    }
    assert_eq!(ended, ControlFlow::Continue(true));
    let (solutions, counters) = (run.solutions, run.counters);
    (first, solutions, counters)
}

fn variant(text: &str) -> Variant {
    iss::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Asserts that the lanes and the depth-first search find the same number of solutions and the same first solution,
/// on every available instruction set. Returns the number of solutions.
fn compare(text: &str) -> u64 {
    let solver = CspSolver::compiled(&variant(text)).unwrap();
    let network = solver.network();
    let (first, solutions, _) = search(network, Wanted::Every, None);
    for wanted in [Wanted::Number, Wanted::First] {
        for dead_ends in [0, 3] {
            let mut counters = None;
            for isa in Isa::available() {
                let found = search(network, wanted, Some((isa, dead_ends)));
                assert_eq!(found.1, solutions, "{isa} {wanted:?} {text}");
                assert!(wanted == Wanted::Number || found.0 == first, "{isa} {text}");
                assert_eq!(*counters.get_or_insert(found.2), found.2, "{isa} {text}");
            }
        }
    }
    solutions
}

#[test]
fn small_killers_have_the_solutions_of_brute_force() {
    let mut all = Vec::new();
    grids(4, 2, &mut Vec::new(), &mut |grid| all.push(grid.to_vec()));
    assert_eq!(all.len(), 288);
    let mut random = Random::new(1);
    let mut several = 0;
    for _ in 0..cases(60) {
        let grid = &all[random.next() as usize % all.len()];
        let text = format!(".Shape~4x4{}", cages(grid, 4, 4, &mut random));
        let variant = variant(&text);
        let expected = all.iter().filter(|grid| check(&variant, grid).is_ok()).count() as u64;
        assert_eq!(compare(&text), expected, "{text}");
        several += u32::from(expected > 1);
    }
    assert!(several > 5);
}

#[test]
fn killers_of_nine_have_the_solutions_of_the_depth_first_search() {
    let mut random = Random::new(2);
    let (mut several, mut nodes) = (0, 0);
    for _ in 0..cases(12) {
        let mut digits: Vec<u8> = (1..10).collect();
        (1..9).for_each(|at| digits.swap(at, random.next() as usize % (at + 1)));
        let grid: Vec<u8> = (0..81).map(|cell| digits[(cell / 9 * 3 + cell / 27 + cell % 9) % 9]).collect();
        let mut text = cages(&grid, 9, 6, &mut random);
        // Givens keep the number of solutions small.
        for (cell, value) in grid.iter().enumerate().filter(|(cell, _)| cell % 27 == 3) {
            write!(text, ".~R{}C{}_{value}", cell / 9 + 1, cell % 9 + 1).unwrap();
        }
        let solver = CspSolver::compiled(&variant(&text)).unwrap();
        let limit = Config { limit: 3000, ..Config::default() };
        // The grid is cyclic, so some cages leave too many solutions.
        if solver.network().decided().is_none() && solver.count(&limit).solutions < 3000 {
            several += u32::from(compare(&text) > 1);
            nodes += search(solver.network(), Wanted::Number, Some((Isa::PORTABLE, 0))).2.nodes;
        }
    }
    assert!(several >= 1 && nodes > 100, "{several} {nodes}");
}

#[test]
fn pairs_without_a_house_differ() {
    let text = ".Shape~4x4.AntiKnight.Cage~6~R1C1~R1C2~R2C1.Sum~9~R3C1~R3C2~R4C3";
    assert!(compare(".Shape~4x4.AntiKing.Cage~5~R1C1~R1C2") < 288);
    compare(text);
    compare(".Shape~6x6.AntiKnight.Cage~6~R1C1~R1C2~R2C1.Cage~9~R3C1~R3C2~R4C1");
}

#[test]
fn random_items_of_every_kind_have_the_solutions_of_brute_force() {
    let mut all = Vec::new();
    grids(4, 2, &mut Vec::new(), &mut |grid| all.push(grid.to_vec()));
    let mut random = Random::new(3);
    let mut met = BTreeSet::new();
    let (mut chains, mut automata) = (0, 0);
    for kind in catalogue() {
        for _ in 0..cases(30) {
            let other = if random.next().is_multiple_of(2) { ".Cage~6~R3C2~R3C3" } else { "" };
            let text = format!(".Shape~4x4{}{other}", item(kind.name(), &mut random));
            let Ok(variant) = iss::read(&text) else { continue };
            if variant.cell_count() != 16
                || variant.houses().len() < 12
                || variant.board().values().low() != 1
            {
                continue;
            }
            let solver = CspSolver::compiled(&variant).unwrap();
            let Some(program) = Program::of(solver.network()) else { continue };
            if solver.network().decided().is_none() {
                chains += u32::from(program.rules.iter().any(|rule| matches!(rule, Rule::Chain(_))));
                automata += u32::from(program.rules.iter().any(|rule| matches!(rule, Rule::Automaton(_))));
                let expected = all.iter().filter(|grid| check(&variant, grid).is_ok()).count() as u64;
                assert_eq!(compare(&text), expected, "{text}");
                met.insert(kind.name());
            }
        }
    }
    let wanted = ["Whisper", "Thermo", "Renban", "Arrow", "RegionSumLine", "WhiteDot", "CountedDifferences"];
    assert!(wanted.iter().all(|kind| met.contains(kind)), "{met:?}");
    assert!(chains > 50 && automata > 5, "{chains} {automata}");
}

/// Returns up to `most` random items of these kinds that a 9x9 grid satisfies, as constraint text. An item is a
/// path of up to six cells.
fn items(grid: &[u8], kinds: &[&str], most: usize, random: &mut Random) -> String {
    let mut text = String::new();
    let mut left = most;
    for _ in 0..3000 {
        let mut path = vec![random.next() as usize % 81];
        for _ in 0..1 + random.next() % 5 {
            let last = path[path.len() - 1];
            let (row, column) =
                (last / 9 + random.next() as usize % 3, last % 9 + random.next() as usize % 3);
            if (1..10).contains(&row) && (1..10).contains(&column) {
                path.push((row - 1) * 9 + column - 1);
            }
        }
        let mut item = format!(".{}", kinds[random.next() as usize % kinds.len()]);
        path.iter().for_each(|cell| write!(item, "~R{}C{}", cell / 9 + 1, cell % 9 + 1).unwrap());
        if left > 0 && iss::read(&item).is_ok_and(|variant| check(&variant, grid).is_ok()) {
            text += &item;
            left -= 1;
        }
    }
    text
}

#[test]
fn lines_of_nine_have_the_solutions_of_the_depth_first_search() {
    let families: [&[&str]; 6] = [
        &["Whisper", "Whisper~3"],
        &["Thermo", "WhiteDot", "BlackDot"],
        &["X", "V", "Renban", "Whisper"],
        &["Arrow", "DoubleArrow", "Thermo"],
        &["RegionSumLine", "Zipper", "Thermo"],
        &["RellikCage~4", "RellikCage~5", "Thermo"],
    ];
    let mut random = Random::new(4);
    let mut nodes = [0; 6];
    for (kinds, nodes) in families.iter().zip(&mut nodes) {
        for _ in 0..cases(10) {
            let mut digits: Vec<u8> = (1..10).collect();
            (1..9).for_each(|at| digits.swap(at, random.next() as usize % (at + 1)));
            let grid: Vec<u8> =
                (0..81).map(|cell| digits[(cell / 9 * 3 + cell / 27 + cell % 9) % 9]).collect();
            let mut text = items(&grid, kinds, 16, &mut random);
            // Givens are added until there are few solutions.
            for share in 0..16 {
                for (cell, value) in grid.iter().enumerate().filter(|(cell, _)| cell * 5 % 16 == share) {
                    write!(text, ".~R{}C{}_{value}", cell / 9 + 1, cell % 9 + 1).unwrap();
                }
                let solver = CspSolver::compiled(&variant(&text)).unwrap();
                let limit = Config { limit: 1000, ..Config::default() };
                if share < 2 || solver.count(&limit).solutions == 1000 {
                    continue;
                }
                if solver.network().decided().is_none() && Program::of(solver.network()).is_some() {
                    compare(&text);
                    *nodes += search(solver.network(), Wanted::Number, Some((Isa::PORTABLE, 0))).2.nodes;
                }
                break;
            }
        }
    }
    assert!(nodes.iter().all(|&nodes| nodes > 20), "{nodes:?}");
}

#[test]
fn other_constraints_stay_in_the_depth_first_search() {
    let solver = CspSolver::compiled(&variant(".Shape~4x4.Between~R1C1~R1C2~R2C2")).unwrap();
    assert!(Program::of(solver.network()).is_none());
}
