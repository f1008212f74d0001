//! Encodes relations of two cells, and of two cells with a third.
//!
//! The encoding performs badly if a relation links all cells of a long line to each other, as for renbans.
//! Each pair then has up to two clauses per value, and reasons need long proofs by branching.

use super::formula::{Formula, numbers};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// Encodes kinds that are relations.
pub(super) fn add(constraint: &Constraint, board: &Board, formula: &mut Formula) -> bool {
    match constraint {
        Constraint::Renban(it) => renban(&it.cells, formula),
        Constraint::Between(it) => ends(&it.cells, formula, |_, _| true, |low, high, v| low < v && v < high),
        Constraint::Lockout(it) => {
            let apart = |low: u8, high: u8| high - low >= it.difference.max(1);
            ends(&it.cells, formula, apart, |low, high, v| v < low || high < v);
        }
        _ => {
            let Some((related, relation)) = constraint.related(board) else { return false };
            for (one, two) in related.pairs() {
                formula.relate(one.index() as u16, two.index() as u16, |a, b| relation.holds(a, b));
            }
        }
    }
    true
}

/// Requires different, consecutive values, in any order. The encoding requires that the difference of
/// any two values is less than the number of cells.
fn renban(cells: &[Cell], formula: &mut Formula) {
    if cells.windows(2).any(|pair| pair[0] == pair[1]) {
        // A cell that is listed twice in a row would have to differ from itself.
        return formula.impossible();
    }
    formula.distinct(&numbers(cells));
    let count = cells.len();
    let cells = numbers(cells);
    for (at, &one) in cells.iter().enumerate() {
        for &two in &cells[at + 1..] {
            formula.relate(one, two, |a, b| usize::from(a.abs_diff(b)) < count);
        }
    }
}

/// Relates the two ends by `apart`, and each inner cell to both by `fits`. Both functions receive
/// the lower end first.
fn ends(
    cells: &[Cell],
    formula: &mut Formula,
    apart: impl Fn(u8, u8) -> bool,
    fits: impl Fn(u8, u8, u8) -> bool,
) {
    let cells = numbers(cells);
    let [first, inner @ .., last] = &cells[..] else { return };
    formula.relate(*first, *last, |a, b| apart(a.min(b), a.max(b)));
    // There is a clause for each pair of end values and each inner cell. Once the ends have values, these
    // clauses restrict each inner cell completely, without auxiliary variables.
    for one in formula.places() {
        for two in formula.places() {
            for &cell in inner {
                let mut clause = vec![-formula.at(*first, one), -formula.at(*last, two)];
                let allowed = formula.places().filter(|value| fits(one.min(two), one.max(two), *value));
                clause.extend(allowed.map(|value| formula.at(cell, value)));
                formula.clause(&clause);
            }
        }
    }
}
