//! Encodes relations of two cells, and of two cells with a third.
//!
//! Performs badly if a relation links all cells of a long line to each other: each pair has up to two clauses
//! per value, as for renbans, whose reasons need long proofs by branching.

use super::formula::{Formula, numbers};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{BlackDot, Constraint, Entropic, GreaterThan, Relation, V, WhiteDot, X};

/// Encodes kinds that are relations.
pub(super) fn add(constraint: &Constraint, board: &Board, formula: &mut Formula) -> bool {
    match constraint {
        Constraint::Pair(it) => chain(&it.cells, formula, |a, b| it.relation.holds(a, b)),
        Constraint::PairX(it) => within(&it.cells, usize::MAX, formula, table(&it.relation)),
        Constraint::Thermo(it) => chain(&it.cells, formula, |a, b| a < b),
        Constraint::Whisper(it) => chain(&it.cells, formula, |a, b| a.abs_diff(b) >= it.difference),
        Constraint::Palindrome(it) => {
            let opposite = it.cells.iter().zip(it.cells.iter().rev()).take(it.cells.len() / 2);
            for (one, two) in opposite {
                chain(&[*one, *two], formula, |a, b| a == b);
            }
        }
        Constraint::Renban(it) => renban(&it.cells, formula),
        Constraint::Modular(it) => {
            let (low, modulus) = (formula.low(), it.modulus);
            within(&it.cells, usize::from(modulus), formula, |a, b| {
                (low + a) % modulus != (low + b) % modulus
            });
        }
        Constraint::Entropic(it) => {
            let (low, values) = (formula.low(), board.values());
            let third = |place| Entropic::third(values, low + place);
            within(&it.cells, 3, formula, |a, b| third(a) != third(b));
        }
        Constraint::Between(it) => ends(&it.cells, formula, |_, _| true, |low, high, v| low < v && v < high),
        Constraint::Lockout(it) => {
            let apart = |low: u8, high: u8| high - low >= it.difference.max(1);
            ends(&it.cells, formula, apart, |low, high, v| v < low || high < v);
        }
        Constraint::WhiteDot(it) => each(&it.pairs(board), formula, WhiteDot::holds),
        Constraint::BlackDot(it) => each(&it.pairs(board), formula, BlackDot::holds),
        Constraint::GreaterThan(it) => each(&it.pairs(board), formula, GreaterThan::holds),
        Constraint::X(it) => each(&it.pairs(board), formula, X::holds),
        Constraint::V(it) => each(&it.pairs(board), formula, V::holds),
        Constraint::AntiConsecutive(_) => {
            each(&board.neighbour_pairs(), formula, |a, b| !WhiteDot::holds(a, b));
        }
        Constraint::StrictKropki(_) => {
            let mut pairs = board.neighbour_pairs();
            pairs.retain(|pair| !board.has_dot(*pair));
            each(&pairs, formula, |a, b| !WhiteDot::holds(a, b) && !BlackDot::holds(a, b));
        }
        Constraint::StrictXV(_) => {
            let mut pairs = board.neighbour_pairs();
            pairs.retain(|pair| !board.has_letter(*pair));
            each(&pairs, formula, |a, b| !X::holds(a, b) && !V::holds(a, b));
        }
        _ => return false,
    }
    true
}

fn table(relation: &Relation) -> impl Fn(u8, u8) -> bool {
    |a, b| relation.holds(a, b)
}

/// Relates each two consecutive cells. `holds` receives 0-based indices of values.
fn chain(cells: &[Cell], formula: &mut Formula, holds: impl Fn(u8, u8) -> bool) {
    numbers(cells).windows(2).for_each(|pair| formula.relate(pair[0], pair[1], &holds));
}

/// Relates all cells whose distance in the list is less than `length`.
fn within(cells: &[Cell], length: usize, formula: &mut Formula, holds: impl Fn(u8, u8) -> bool) {
    let cells = numbers(cells);
    for (at, &one) in cells.iter().enumerate() {
        cells[at + 1..].iter().take(length - 1).for_each(|&two| formula.relate(one, two, &holds));
    }
}

/// Requires different, consecutive values, in any order. The difference of any two is less than the
/// number of cells.
fn renban(cells: &[Cell], formula: &mut Formula) {
    if cells.windows(2).any(|pair| pair[0] == pair[1]) {
        // A cell that is listed twice in a row would have to differ from itself.
        return formula.impossible();
    }
    formula.distinct(&numbers(cells));
    let count = cells.len();
    within(cells, usize::MAX, formula, |a, b| usize::from(a.abs_diff(b)) < count);
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
    // A clause for each pair of end values and each inner cell: they are complete once the ends have values,
    // and no auxiliary variable is needed.
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

/// Relates the cells of each pair. `holds` receives values.
fn each(pairs: &[(Cell, Cell)], formula: &mut Formula, holds: impl Fn(u8, u8) -> bool) {
    let low = formula.low();
    for (one, two) in pairs {
        chain(&[*one, *two], formula, |a, b| holds(low + a, low + b));
    }
}
