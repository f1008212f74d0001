//! Blank puzzles: every digit can stand for every other.

use crate::End;
use core::ops::ControlFlow;
use farandole_puzzle::Puzzle;

/// A blank puzzle with 1 to N in its first row; `None` when the puzzle is not blank.
pub(super) fn with_first_row(puzzle: &Puzzle) -> Option<Puzzle> {
    if puzzle.given_count() > 0 || puzzle.restrictions().is_some() {
        return None;
    }
    let mut givens = puzzle.givens().to_vec();
    for (given, digit) in givens.iter_mut().zip(1..=puzzle.size() as u8) {
        *given = digit;
    }
    Puzzle::new(puzzle.geometry().clone(), &givens).ok()
}

/// Visits the grid under every permutation of its digits, in lexicographic order of the permutation.
pub(super) fn each(
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
        // The next permutation: the last rise, and behind it the least that is above.
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
