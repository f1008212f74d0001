//! Checks constraints on cells with two values (Schroedinger cells).

use super::error::{ArgumentError, Checked, ConstraintViolation, sum_is};
use super::reading::Reading;
use super::{AllDifferent, Constraint};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

/// Returns the one or two values of a cell.
fn held(cell: Cell, board: &Board, values: &[u8]) -> impl Iterator<Item = u8> {
    let second = board.second(cell).map(|cell| values[cell.index()]).filter(|value| *value != 0);
    core::iter::once(values[cell.index()]).chain(second)
}

/// Checks values against a constraint on a board with Schroedinger cells.
pub(super) fn check(constraint: &Constraint, board: &Board, values: &[u8]) -> Checked {
    match constraint.reading() {
        Reading::Itself | Reading::Branches | Reading::Open => constraint.check_single(board, values),
        Reading::EachValue => each_choice(constraint, board, values),
        Reading::Sums => constraint.check_single(board, &sums(board, values)),
        Reading::Cage => {
            let cells = constraint.cells(board);
            let numbers = sums(board, values);
            let found: i64 = cells.iter().map(|cell| i64::from(numbers[cell.index()])).sum();
            each_choice(&AllDifferent { cells }.into(), board, values)?;
            match constraint {
                Constraint::Cage(it) => it.sum.map_or(Ok(()), |sum| sum_is(found, sum.into())),
                Constraint::CageOfSums(it) if it.sums.iter().any(|sum| i64::from(*sum) == found) => Ok(()),
                Constraint::DigitalRoot(it) if (found + 8) % 9 + 1 == i64::from(it.root) => Ok(()),
                _ => Err(ConstraintViolation::Not("one of the sums")),
            }
        }
        Reading::Counts => counts(constraint, board, values),
        Reading::Consecutive => {
            let cells = constraint.cells(board);
            let mut all: Vec<u8> = cells.iter().flat_map(|cell| held(*cell, board, values)).collect();
            all.sort_unstable();
            let steps = all.windows(2).all(|pair| pair[0] + 1 == pair[1]);
            if steps { Ok(()) } else { Err(ConstraintViolation::Not("distinct consecutive values")) }
        }
    }
}

/// Checks a constraint for every choice of values in every two cells. This is sufficient for
/// constraints on pairs of cells.
fn each_choice(constraint: &Constraint, board: &Board, values: &[u8]) -> Checked {
    let two: Vec<(usize, u8)> =
        board.grid().filter_map(|cell| Some((cell.index(), held(cell, board, values).nth(1)?))).collect();
    let mut chosen = values.to_vec();
    constraint.check_single(board, &chosen)?;
    for (at, &(one, second)) in two.iter().enumerate() {
        chosen[one] = second;
        constraint.check_single(board, &chosen)?;
        for &(other, second) in &two[at + 1..] {
            chosen[other] = second;
            constraint.check_single(board, &chosen)?;
            chosen[other] = values[other];
        }
        chosen[one] = values[one];
    }
    Ok(())
}

/// Returns the sum of the values of each cell.
fn sums(board: &Board, values: &[u8]) -> Vec<u8> {
    board.cells().map(|cell| held(cell, board, values).sum()).collect()
}

fn counts(constraint: &Constraint, board: &Board, values: &[u8]) -> Checked {
    let (wanted, exact) = match constraint {
        Constraint::ContainAtLeast(it) => (&it.values, false),
        Constraint::ContainExact(it) => (&it.values, true),
        Constraint::Quad(it) => (&it.values, false),
        _ => return Ok(()),
    };
    let all: Vec<u8> =
        constraint.cells(board).into_iter().flat_map(|cell| held(cell, board, values)).collect();
    for &value in wanted {
        let times = |values: &[u8]| values.iter().filter(|it| **it == value).count();
        let (found, expected) = (times(&all), times(wanted));
        if found < expected || exact && found > expected {
            return Err(ConstraintViolation::Count { value, found, expected });
        }
    }
    Ok(())
}

/// Returns an error if the meaning of the constraint is undefined on a board with Schroedinger
/// cells.
pub(super) fn fits(constraint: &Constraint, board: &Board) -> Result<(), ArgumentError> {
    match constraint.reading() {
        Reading::Open => Err(ArgumentError::Others("no Schroedinger")),
        Reading::Itself if matches!(constraint, Constraint::Jigsaw(_)) && !board.boxes().is_empty() => {
            Err(ArgumentError::Others("NoBoxes in combination with Schroedinger"))
        }
        _ => Ok(()),
    }
}
