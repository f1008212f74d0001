//! Encodes constraints in which a value is the index of another cell, and other constraints that are
//! clauses over few candidates.

use super::formula::{Formula, Literal, numbers};
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Doppelganger};

/// Encodes kinds that are clauses over a few candidates.
pub(super) fn add(constraint: &Constraint, board: &Board, formula: &mut Formula) -> bool {
    match constraint {
        Constraint::Indexing(it) => {
            for cell in &it.cells {
                for (value, place) in formula.values().zip(formula.places()) {
                    let target = it.target(board, *cell, value);
                    let there = target.and_then(|(to, wanted)| formula.is(to.index() as u16, wanted.into()));
                    implies(formula.at(cell.index() as u16, place), there, formula);
                }
            }
        }
        Constraint::NumberedRoom(it) => {
            let line = numbers(&constraint.cells(board));
            for (value, place) in formula.values().zip(formula.places()) {
                // Values are 1-based positions. A value without a position has no target, and `implies` then
                // forbids it.
                let target = usize::from(value).checked_sub(1).and_then(|at| line.get(at));
                let there = target.and_then(|&to| formula.is(to, it.clue.into()));
                implies(formula.at(line[0], place), there, formula);
            }
        }
        Constraint::ValueIndexing(it) => {
            let cells = numbers(&it.cells);
            let [first, index, places @ ..] = &cells[..] else { return true };
            for (value, place) in formula.values().zip(formula.places()) {
                let chosen = formula.at(*index, place);
                match usize::from(value).checked_sub(1).and_then(|at| places.get(at)) {
                    Some(&there) => {
                        // The equality holds only for this index, so the literal of the index is its guard.
                        formula.also_if(chosen, |formula| formula.relate(*first, there, |a, b| a == b));
                    }
                    None => formula.clause(&[-chosen]),
                }
            }
        }
        Constraint::DutchFlatmates(_) => {
            for cell in board.grid() {
                let near = |rows, value| {
                    let other = board.shifted(cell, rows, 0);
                    other.and_then(|other| formula.is(other.index() as u16, value))
                };
                let mut clause: Vec<Literal> = [near(-1, 1), near(1, 9)].into_iter().flatten().collect();
                clause.extend(formula.is(cell.index() as u16, 5).map(|lit| -lit));
                formula.clause(&clause);
            }
        }
        Constraint::Doppelganger(_) => doppelganger(board, formula),
        _ => return false,
    }
    true
}

/// Adds the implication from the first literal to the second. Without a second literal, the first
/// is false.
fn implies(one: Literal, two: Option<Literal>, formula: &mut Formula) {
    let clause: Vec<Literal> = core::iter::once(-one).chain(two).collect();
    formula.clause(&clause);
}

/// Encodes doppelgangers. Each house lacks one value, which an extra cell holds. This value is not 0,
/// and if a cell holds 0, the values that its houses lack differ.
fn doppelganger(board: &Board, formula: &mut Formula) {
    let kinds = Doppelganger::houses_with_missing(board);
    let zero = |cell: u16, formula: &Formula| formula.at(cell, 0);
    for (_, missing) in kinds.iter().flatten() {
        formula.clause(&[-zero(missing.index() as u16, formula)]);
    }
    let unused = |name: &&str| *name == "DGZ" || kinds[2].is_empty();
    for cell in
        ["DGZ", "DGB"].iter().filter(|name| unused(name)).flat_map(|name| board.group_cells(name)).flatten()
    {
        formula.clause(&[zero(cell.index() as u16, formula)]);
    }
    for cell in board.grid() {
        let around = kinds.iter().flatten().filter(|(house, _)| house.contains(&cell));
        let missing: Vec<u16> = around.map(|(_, missing)| missing.index() as u16).collect();
        formula.also_if(zero(cell.index() as u16, formula), |formula| {
            for (at, &one) in missing.iter().enumerate() {
                missing[at + 1..].iter().for_each(|&two| formula.differ(one, two, u16::MAX));
            }
        });
    }
}
