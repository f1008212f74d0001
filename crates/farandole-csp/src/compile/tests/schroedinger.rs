//! Tests of cells with two values. Numbers of solutions and propagators are compared with the grids that the
//! checker accepts.

use super::grids::brute_force;
use super::random::item;
use crate::CspSolver;
use crate::compile::tests::{compare, count, grids, read};
use crate::propagation::engine::PropagationEngine;
use crate::testing::{Random, cases};
use farandole_puzzle::constraint::catalogue;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check;
use std::collections::BTreeSet;

/// Number of random candidate sets for the propagators of all kinds together.
const CASES: u32 = 10_000;

/// A board with few solutions.
const BOARD: &str = ".Shape~4x4~0-4.Schroedinger.~R1C1_1.~R2C3_2.~R3C2_0_3_4.~R4C4_0_3";

#[test]
fn small_grids() {
    let two = read(".Shape~2x2~0-2.Schroedinger");
    assert_eq!(count(&two), brute_force(&two));
    let one = read(".Shape~1x1~0-1.Schroedinger");
    assert_eq!((count(&one), brute_force(&one)), (1, 1));
    let three = read(".Shape~3x3~0-3.Schroedinger");
    assert_eq!(count(&three), latin_squares_of_three());
}

#[test]
fn digits_from_1_and_jigsaw_pieces() {
    for (zero, one) in [
        (".Shape~2x2~0-2.Schroedinger", ".Shape~2x2~0-3.Schroedinger~1"),
        (".Shape~3x3~0-3.Schroedinger", ".Shape~3x3~0-4.Schroedinger~1"),
        (
            ".Shape~4x4~0-4.Schroedinger.~R1C1_1~R2C3_2.~R3C2_0_3_4",
            ".Shape~4x4~0-5.Schroedinger~1.~R1C1_2~R2C3_3.~R3C2_1_4_5",
        ),
    ] {
        let found = [zero, one].map(|text| count(&read(text)));
        assert!(found[0] > 0 && found[0] == found[1], "{one}: {found:?}");
    }
    // The expected counts come from an independent program that works with sets of digits.
    for (pieces, expected) in [("1112132233423444", 24), ("1222112331334444", 228)] {
        for (range, given) in [("~0-4.Schroedinger", 1), ("~0-5.Schroedinger~1", 2)] {
            let text = format!(".Shape~4x4{range}.NoBoxes.Jigsaw~{pieces}.~R1C1_{given}");
            assert_eq!(count(&read(&text)), expected, "{text}");
        }
    }
    // Jigsaw pieces in the shape of the boxes have as many grids as the boxes.
    let boxes = ".Shape~4x4~0-4.Schroedinger.~R1C1_1~R2C3_2~R3C2_0_3_4";
    let pieces = ".Shape~4x4~0-4.NoBoxes.Jigsaw~1122112233443344.Schroedinger.~R1C1_1~R2C3_2~R3C2_0_3_4";
    assert_eq!(count(&read(boxes)), count(&read(pieces)));
}

#[test]
fn lines_without_a_gap() {
    let layout = grids(BOARD);
    for item in [
        ".Renban~R1C2~R1C3",
        ".Renban~R2C1~R2C2~R3C3",
        ".Renban~R1C1~R2C2~R3C3~R4C4",
        ".Renban~R1C1~R1C2~R1C1",
        ".Renban~R2C2",
    ] {
        compare(&layout, BOARD, item);
    }
    let items = ".Renban~R2C1~R2C2~R3C3";
    keeps_solutions(&layout, items, cases(CASES), &mut Random::new(7));
}

/// Returns the number of 3x3 grids with the values 0 to 3 in each row and column, where one cell of
/// each row and column holds two values.
fn latin_squares_of_three() -> u64 {
    let mut rows: Vec<[u8; 3]> = Vec::new();
    // A row is a set of values for each cell. Each value is in one of three cells, and no cell is
    // empty.
    for code in 0..81_u32 {
        let mut row = [0; 3];
        (0..4).for_each(|value| row[(code / 3_u32.pow(value) % 3) as usize] |= 1 << value);
        rows.extend((!row.contains(&0)).then_some(row));
    }
    let is_column = |cells: [u8; 3]| {
        cells.iter().fold(0, |all, cell| all | cell) == 15
            && cells.iter().map(|cell| cell.count_ones()).sum::<u32>() == 4
    };
    let mut found = 0;
    for one in &rows {
        for two in &rows {
            let fits = |three: &&[u8; 3]| (0..3).all(|col| is_column([one[col], two[col], three[col]]));
            found += rows.iter().filter(fits).count() as u64;
        }
    }
    found
}

#[test]
fn random_items_of_every_kind() {
    let layout = grids(BOARD);
    assert!((20..5_000).contains(&layout.len()), "{}", layout.len());
    let mut random = Random::new(5);
    let mut met = BTreeSet::new();
    let mut texts = Vec::new();
    for kind in catalogue() {
        for _ in 0..40 {
            let items = item(kind.name(), &mut random);
            if iss::read(&format!("{BOARD}{items}")).is_ok_and(|it| it.cell_count() == layout[0].len()) {
                met.insert(kind.name());
                texts.push(items);
            }
        }
    }
    assert!(met.len() > 30, "{met:?}");
    for items in texts.iter().step_by(6) {
        compare(&layout, BOARD, items);
    }
    let each = cases(CASES).div_ceil(texts.len() as u32);
    for items in &texts {
        keeps_solutions(&layout, items, each, &mut random);
    }
}

#[test]
fn a_puzzle_of_cages_and_thermometers() {
    let text = include_str!("../../../../../testdata/variants/schroedinger.txt");
    let puzzle: String = text.lines().filter(|line| !line.starts_with('#')).collect();
    let values = grids(&puzzle).concat();
    let seconds = [3, 8, 16, 19, 24, 35].map(|cell: usize| (values[cell], values[36 + cell]));
    assert_eq!(values.len(), read(&puzzle).cell_count());
    assert_eq!(seconds, [(2, 5), (3, 4), (2, 6), (2, 6), (0, 5), (0, 2)]);
}

/// Propagates random candidates that include the values of an accepted grid, and checks that these
/// values remain.
fn keeps_solutions(layout: &[Vec<u8>], items: &str, rounds: u32, random: &mut Random) {
    let variant = read(&format!("{BOARD}{items}"));
    let accepted: Vec<&Vec<u8>> = layout.iter().filter(|values| check(&variant, values).is_ok()).collect();
    let solver = CspSolver::compiled(&variant).unwrap_or_else(|error| panic!("{error}: {items}"));
    let mut engine = PropagationEngine::new(solver.network());
    for _ in 0..rounds.min(if accepted.is_empty() { 0 } else { rounds }) {
        let grid = accepted[random.next() as usize % accepted.len()];
        let mut masks = solver.network().domains.clone();
        for (mask, value) in masks.iter_mut().zip(grid) {
            assert!(*mask >> value & 1 == 1, "{items}: {grid:?}");
            *mask &= random.next() as u16 | 1 << value;
        }
        assert!(engine.propagate_all(&mut masks).is_ok(), "{items}: {grid:?}");
        assert!(masks.iter().zip(grid).all(|(mask, value)| mask >> value & 1 == 1), "{items}: {grid:?}");
    }
}
