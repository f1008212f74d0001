//! Encodes weighted sums of values.
//!
//! The encoding is inefficient if many lists of cells must have equal sums, because it contains one equation
//! for each pair of lists.

use super::formula::{Formula, numbers};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, PillArrow};

/// Encodes kinds that are sums.
pub(super) fn add(constraint: &Constraint, board: &Board, formula: &mut Formula) -> bool {
    match constraint {
        Constraint::Cage(it) => {
            if let Some(sum) = it.sum {
                total(&it.cells, sum, formula);
            }
        }
        Constraint::Sum(it) => {
            let terms: Vec<(u16, i64)> =
                it.terms.iter().map(|(cell, weight)| (cell.index() as u16, i64::from(*weight))).collect();
            formula.sum(&terms, i64::from(it.sum));
        }
        Constraint::Arrow(it) => {
            if let [circle, shaft @ ..] = &it.cells[..] {
                equal(&[*circle], shaft, formula);
            }
        }
        Constraint::DoubleArrow(it) => {
            if let [first, inner @ .., last] = &it.cells[..] {
                equal(&[*first, *last], inner, formula);
            }
        }
        Constraint::PillArrow(it) => pill_arrow(it, formula),
        Constraint::EqualSum(it) => all_equal(&it.sets, formula),
        Constraint::RegionSumLine(it) => all_equal(&it.pieces(board), formula),
        Constraint::Zipper(it) => {
            let (count, half) = (it.cells.len(), it.cells.len() / 2);
            let mut pieces: Vec<Vec<Cell>> =
                (0..half).map(|at| vec![it.cells[at], it.cells[count - 1 - at]]).collect();
            if count % 2 == 1 {
                pieces.push(vec![it.cells[half]]);
            }
            all_equal(&pieces, formula);
        }
        Constraint::LittleKiller(it) => total(&constraint.cells(board), it.sum, formula),
        Constraint::XSum(it) => {
            let cells = constraint.cells(board);
            for place in formula.places() {
                let count = formula.low() + place;
                let chosen = formula.at(cells[0].index() as u16, place);
                match cells.get(..usize::from(count)).filter(|summed| !summed.is_empty()) {
                    Some(summed) => formula.also_if(chosen, |formula| total(summed, it.clue, formula)),
                    // The count must be at least 1 and at most the length of the line.
                    None => formula.clause(&[-chosen]),
                }
            }
        }
        _ => return false,
    }
    true
}

/// Requires that the number in the pill is the sum of the shaft.
fn pill_arrow(it: &PillArrow, formula: &mut Formula) {
    let (pill, shaft) = it.cells.split_at(usize::from(it.pill));
    let mut terms: Vec<(u16, i64)> = numbers(shaft).into_iter().map(|cell| (cell, -1)).collect();
    // Digits of the pill are weighted by powers of ten, the last one by 1.
    let weights = core::iter::successors(Some(1), |weight| Some(weight * 10));
    terms.extend(numbers(pill).into_iter().rev().zip(weights));
    // Only the first cell of a pill may hold more than one digit.
    for cell in numbers(pill).into_iter().skip(1) {
        for value in formula.values().filter(|value| *value > 9) {
            formula.is(cell, value.into()).into_iter().for_each(|lit| formula.clause(&[-lit]));
        }
    }
    formula.sum(&terms, 0);
}

fn total(cells: &[Cell], sum: u32, formula: &mut Formula) {
    let terms: Vec<(u16, i64)> = numbers(cells).into_iter().map(|cell| (cell, 1)).collect();
    formula.sum(&terms, sum.into());
}

/// Requires that both lists have the same sum.
fn equal(left: &[Cell], right: &[Cell], formula: &mut Formula) {
    let left = numbers(left).into_iter().map(|cell| (cell, 1));
    let right = numbers(right).into_iter().map(|cell| (cell, -1));
    formula.sum(&left.chain(right).collect::<Vec<_>>(), 0);
}

/// Requires that all lists have the same sum. All pairs of lists are compared, so that unit
/// propagation passes bounds directly between them.
fn all_equal(lists: &[Vec<Cell>], formula: &mut Formula) {
    for (at, one) in lists.iter().enumerate() {
        lists[at + 1..].iter().for_each(|other| equal(one, other, formula));
    }
}
