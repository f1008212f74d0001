//! Checks constraints on cells with two values (Schroedinger cells).

use super::error::{Checked, ConstraintViolation};
use super::kind::Kind;
use super::reading::Reading;
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

/// Returns the one or two values of a cell.
fn held(cell: Cell, board: &Board, values: &[u8]) -> impl Iterator<Item = u8> {
    let second = board.second(cell).map(|cell| values[cell.index()]).filter(|value| *value != 0);
    core::iter::once(values[cell.index()]).chain(second)
}

/// Checks values against a constraint on a board with Schroedinger cells.
pub(super) fn check<K: Kind>(kind: &K, board: &Board, values: &[u8]) -> Checked {
    let all =
        || kind.cells(board).into_iter().flat_map(|cell| held(cell, board, values)).collect::<Vec<u8>>();
    match K::READING {
        Reading::Itself | Reading::Branches | Reading::Open => kind.check(board, values),
        Reading::EachValue => each_choice(kind, board, values),
        Reading::Sums => {
            let sums: Vec<u8> = board.cells().map(|cell| held(cell, board, values).sum()).collect();
            kind.check(board, &sums)
        }
        Reading::Cage => {
            have_no_value_in_common(kind.cells(board), board, values)?;
            kind.check_held(&all())
        }
        Reading::Counts | Reading::Consecutive => kind.check_held(&all()),
    }
}

/// Checks a constraint for every choice of values in every two cells. This is sufficient for
/// constraints on pairs of cells.
fn each_choice(kind: &impl Kind, board: &Board, values: &[u8]) -> Checked {
    let two: Vec<(usize, u8)> =
        board.grid().filter_map(|cell| Some((cell.index(), held(cell, board, values).nth(1)?))).collect();
    let mut chosen = values.to_vec();
    kind.check(board, &chosen)?;
    for (at, &(one, second)) in two.iter().enumerate() {
        chosen[one] = second;
        kind.check(board, &chosen)?;
        for &(other, second) in &two[at + 1..] {
            chosen[other] = second;
            kind.check(board, &chosen)?;
            chosen[other] = values[other];
        }
        chosen[one] = values[one];
    }
    Ok(())
}

/// Returns an error if two cells have a value in common.
fn have_no_value_in_common(mut cells: Vec<Cell>, board: &Board, values: &[u8]) -> Checked {
    cells.sort_unstable();
    cells.dedup();
    for (at, &first) in cells.iter().enumerate() {
        for &second in &cells[at + 1..] {
            let mut shared = held(first, board, values)
                .filter(|value| held(second, board, values).any(|other| other == *value));
            if let Some(value) = shared.next() {
                return Err(ConstraintViolation::Repeated { first, second, value });
            }
        }
    }
    Ok(())
}
