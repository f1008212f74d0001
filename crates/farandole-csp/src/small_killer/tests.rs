//! Compares decided killers with brute force and with the search of the compiled network.

use super::{Decided, decide};
use crate::testing::{Random, cages, cases, grids};
use crate::{Config, CspSolver};
use core::fmt::Write;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check;

/// Returns a grid of a 9x9 board with random names of the values.
fn grid_of_nine(random: &mut Random) -> Vec<u8> {
    // A cyclic grid has too many grids with the same sums.
    let grid = b"283197546967542813415368729591726384876439152324851967149275638752683491638914275";
    let mut digits: Vec<u8> = (1..10).collect();
    (1..9).for_each(|at| digits.swap(at, random.next() as usize % (at + 1)));
    grid.iter().map(|value| digits[usize::from(value - b'1')]).collect()
}

/// Returns the values of a decided killer, or `None` if it has no solution.
fn values(decided: &Decided) -> Option<Vec<u8>> {
    let value = |mask: &u16| mask.is_power_of_two().then(|| mask.trailing_zeros() as u8 + 1);
    decided.masks.iter().map(value).collect()
}

#[test]
fn decided_killers_have_the_solutions_of_brute_force() {
    let mut all = Vec::new();
    grids(4, 2, &mut Vec::new(), &mut |grid| all.push(grid.to_vec()));
    let mut random = Random::new(4);
    let mut met = [0; 3];
    for _ in 0..cases(200) {
        let grid = &all[random.next() as usize % all.len()];
        let mut text = format!(".Shape~4x4{}", cages(grid, 4, 4, &mut random));
        if random.next().is_multiple_of(2) {
            // The sum of this cage is correct in some grids only.
            write!(text, ".Cage~{}~R2C3~R3C2~R4C4", 6 + random.next() % 4).unwrap();
        }
        let variant = iss::read(&text).unwrap();
        let expected: Vec<&Vec<u8>> = all.iter().filter(|grid| check(&variant, grid).is_ok()).collect();
        met[expected.len().min(2)] += 1;
        match decide(&variant) {
            Some(decided) if expected.len() < 2 => {
                assert_eq!(values(&decided).as_ref(), expected.first().copied(), "{text}");
            }
            found => assert!(found.is_none() && expected.len() > 1, "{text}: {found:?}"),
        }
    }
    assert!(met.iter().all(|count| *count > 10), "{met:?}");
}

#[test]
fn decided_killers_of_nine_have_the_solution_of_the_compiled_network() {
    let mut random = Random::new(5);
    let mut decided = 0;
    for _ in 0..cases(60) {
        let grid = grid_of_nine(&mut random);
        let mut text = cages(&grid, 9, 4, &mut random);
        for (cell, value) in grid.iter().enumerate().filter(|(cell, _)| cell % 40 == 3) {
            write!(text, ".~R{}C{}_{value}", cell / 9 + 1, cell % 9 + 1).unwrap();
        }
        let variant = iss::read(&text).unwrap();
        let config = Config { limit: 2, ..Config::default() };
        let (first, report) = CspSolver::compiled(&variant).unwrap().first(&config);
        if let Some(found) = decide(&variant) {
            assert_eq!((values(&found), 1), (first, report.solutions), "{text}");
            decided += 1;
        }
    }
    assert!(decided > 10);
}

#[test]
fn guesses_count_as_two_nodes() {
    // A puzzle by Arto Inkala, with a cage of three cells.
    let givens = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let solution = b"812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    let mut text = String::new();
    for (cell, given) in givens.bytes().enumerate().filter(|(_, given)| *given != b'.') {
        write!(text, ".~R{}C{}_{}", cell / 9 + 1, cell % 9 + 1, given - b'0').unwrap();
    }
    let mut met = 0;
    for row in 0..9 {
        for col in 0..6 {
            let cells = row * 9 + col..row * 9 + col + 3;
            let sum: u32 = solution[cells.clone()].iter().map(|value| u32::from(value - b'0')).sum();
            let list: String = cells.map(|cell| format!("~R{}C{}", cell / 9 + 1, cell % 9 + 1)).collect();
            let variant = iss::read(&format!("{text}.Cage~{sum}{list}")).unwrap();
            let Some(decided) = decide(&variant) else { continue };
            assert_eq!(values(&decided), Some(solution.iter().map(|value| value - b'0').collect()));
            let config = Config { limit: 2, ..Config::default() };
            let counters = CspSolver::new(&variant).unwrap().count(&config).counters;
            let guesses = u64::from(decided.guesses);
            assert_eq!((counters.nodes, counters.guesses.unwrap_or(0)), (1 + 2 * guesses, guesses));
            met += guesses;
        }
    }
    assert!(met > 10, "{met}");
}

#[test]
fn other_variants_are_not_decided() {
    for text in [
        ".Cage~~R1C1~R1C2",
        ".Sum~9~R1C1~R1C2",
        ".AntiKnight.Cage~9~R1C1~R1C2",
        ".Shape~16x16.Cage~9~R1C1~R1C2",
    ] {
        assert_eq!(decide(&iss::read(text).unwrap()), None, "{text}");
    }
}
