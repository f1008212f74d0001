//! Value symmetry breaking: in a blank puzzle, every permutation of the digits maps a solution to
//! another solution.
//!
//! A blank puzzle has no givens and no restrictions. If its first row is fixed to 1 to N, each
//! solution represents N! solutions of the blank puzzle. Without the fixed row, blank 9x9 jigsaw
//! layouts take up to 33 s; with it, at most 0.2 s (`docs/experiments/2026-11-21-search.md`).
//!
//! A single given breaks the symmetry. The method therefore does not help with almost blank
//! puzzles.
//!
//! Source: Walsh, "Breaking value symmetry", CP 2007, for symmetries of interchangeable values.

use crate::End;
use crate::geometry_tables::GeometryTables;
use core::ops::ControlFlow;
use farandole_puzzle::{BoxShape, ClassicPuzzle, Digit, DigitSet, Regions};

/// Returns true if the puzzle has no givens and no restrictions.
pub(crate) fn is_blank(puzzle: &ClassicPuzzle) -> bool {
    puzzle.givens().iter().all(|given| *given == 0) && puzzle.restrictions().is_none()
}

/// Returns N!, saturated at `u64::MAX`.
pub(crate) fn relabellings(size: usize) -> u64 {
    (1..=size as u64).fold(1, u64::saturating_mul)
}

/// Returns a blank puzzle with 1 to N in its first row, or `None` if the puzzle is not blank.
pub(crate) fn with_first_row(puzzle: &ClassicPuzzle) -> Option<ClassicPuzzle> {
    if !is_blank(puzzle) {
        return None;
    }
    let mut givens = puzzle.givens().to_vec();
    for (given, digit) in givens.iter_mut().zip(1..=puzzle.size() as u8) {
        *given = digit;
    }
    ClassicPuzzle::new(puzzle.geometry().clone(), &givens).ok()
}

/// Returns a solution of a blank puzzle: the cyclic pattern, in which each row is a shift of the
/// previous one. Returns `None` for irregular regions, and if the pattern violates a house, which
/// is common with diagonals.
pub(crate) fn pattern(tables: &GeometryTables) -> Option<Vec<u8>> {
    let size = tables.size;
    let (box_rows, box_cols) = match *tables.geometry.regions() {
        Regions::Boxes(BoxShape { box_rows, box_cols }) => (box_rows, box_cols),
        Regions::None => (size, 1),
        Regions::Irregular(_) => return None,
    };
    let digit = |cell: usize| {
        let (row, col) = (cell / size, cell % size);
        ((box_cols * (row % box_rows) + row / box_rows + col) % size) as u8 + 1
    };
    let digits: Vec<u8> = (0..size * size).map(digit).collect();
    let is_sound = |house: usize| {
        let cells = tables.houses.get(house);
        let set: DigitSet = cells.iter().filter_map(|cell| Digit::new(digits[*cell as usize])).collect();
        set.len() == cells.len()
    };
    if (0..tables.houses.len()).all(is_sound) { Some(digits) } else { None }
}

/// Visits the grid under every permutation of its digits. The permutations are in lexicographic
/// order.
pub(crate) fn each(
    size: usize,
    digits: &[u8],
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<End>,
) -> ControlFlow<End> {
    let mut labels: Vec<u8> = (1..=size as u8).collect();
    let mut grid = vec![0; digits.len()];
    loop {
        for (cell, digit) in grid.iter_mut().zip(digits) {
            *cell = labels[*digit as usize - 1];
        }
        visit(&grid)?;
        // The next permutation in lexicographic order: the left label of the last ascent is swapped
        // with the last larger label to its right, and the labels after it are reversed.
        let Some(rise) = (1..size).rev().find(|place| labels[place - 1] < labels[*place]) else {
            return ControlFlow::Continue(());
        };
        let low = labels[rise - 1];
        let Some(above) = (rise..size).rev().find(|place| labels[*place] > low) else {
            return ControlFlow::Continue(());
        };
        labels.swap(rise - 1, above);
        labels[rise..].reverse();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry_tables::GeometryCache;
    use farandole_puzzle::check::check;
    use farandole_puzzle::{Diagonal, Geometry};

    #[test]
    fn patterns_obey_the_rules_or_are_not_given() {
        let plain = [
            Geometry::usual(1),
            Geometry::usual(7),
            Geometry::boxes(12, 3, 4),
            Geometry::boxes(12, 6, 2),
            Geometry::boxes(64, 8, 8),
        ];
        for geometry in plain.into_iter().flatten() {
            let blank = vec![0; geometry.cell_count()];
            let puzzle = ClassicPuzzle::new(geometry.into(), &blank).unwrap();
            let digits = pattern(&GeometryCache::default().get(puzzle.geometry())).unwrap();
            assert_eq!(check(&puzzle, &digits), Ok(()));
        }
        let both = Geometry::classic().with_diagonal(Diagonal::Main).with_diagonal(Diagonal::Anti);
        assert_eq!(pattern(&GeometryCache::default().get(&both.into())), None);
    }

    #[test]
    fn all_permutations_once() {
        let mut seen = Vec::new();
        let end = each(4, &[1, 2, 3, 4], &mut |grid| {
            seen.push(grid.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(end, ControlFlow::Continue(()));
        assert!(seen.is_sorted_by(|one, next| one < next));
        assert_eq!(seen.len(), 24);
    }
}
