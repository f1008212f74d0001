//! Singles: full house, hidden single, naked single.
//!
//! # What it is
//! A full house is the last empty cell of a house. A hidden single is the only cell of a house that
//! can hold a digit. A naked single is a cell with only one candidate.
//!
//! # How to spot it
//! Look for houses with one empty cell first. Then take each digit in turn: in every box that lacks it, cross out
//! the rows and columns that already have it, and see whether one cell remains. For naked singles, choose a cell
//! whose row, column and box together hold many different digits, and name the digits that are missing.
//!
//! # Why it holds
//! Every house contains every digit, and every cell holds one digit.
//!
//! # Nearest mistakes
//! A cell with one pencil mark is a naked single only if all other digits are really excluded. A digit with one
//! place in a row is a hidden single even if the cell has many other candidates.
//!
//! # Example
//! In `12345678.` the last cell of the row must be 9.
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the order of the search: last cells first, then boxes,
//! columns and rows).
//!
//! HoDoKu uses this finder to list the singles of a state. The order in which it places them
//! depends on the solution path, and is defined in a separate file.

use crate::grammar::{cell, cell_list, core_cells, nth_house, placed_digit};
use crate::model::Marks;
use crate::model::tables::{BOXES_COLS_ROWS, CELLS, PEER_SETS};
use crate::model::visit::Visit;
use crate::model::{Candidate, Deduction, Role, State, Technique};
use core::ops::ControlFlow;

pub(crate) fn why_full_house(deduction: &Deduction) -> String {
    let (core, house, digit) = (core_cells(deduction), nth_house(deduction, 0), placed_digit(deduction));
    format!("{core} is the last empty cell of {house}, and {digit} is the digit still missing.")
}

pub(crate) fn why_hidden(state: &State, deduction: &Deduction) -> String {
    let (core, house, digit) = (core_cells(deduction), nth_house(deduction, 0), placed_digit(deduction));
    let text = format!("In {house}, {digit} can only go in {core}");
    match &blockers(state, deduction)[..] {
        [] => text + ".",
        [one] => format!("{text}: the {digit} in {} blocks the other empty cells.", cell(*one)),
        several => format!("{text}: the {digit}s in {} block the other empty cells.", cell_list(several)),
    }
}

/// Maximum number of digits that are named as the reason of a hidden single.
const BLOCKERS: usize = 4;

/// Returns the cells whose digits block all other empty cells of the house. Returns an empty list if
/// candidates were eliminated by other techniques, or if there are too many.
fn blockers(state: &State, deduction: &Deduction) -> Vec<u8> {
    let (Some(placed), Some(house)) = (deduction.placements.first(), deduction.houses.first()) else {
        return Vec::new();
    };
    let others = CELLS[usize::from(*house)].into_iter().map(usize::from);
    let mut open: Vec<usize> = others.filter(|it| state.digits[*it] == 0 && *it != placed.cell()).collect();
    let mut found = Vec::new();
    while let Some(first) = open.first().copied() {
        let same =
            (0..81).filter(|it| state.digits[*it] == placed.digit() && PEER_SETS[*it] >> first & 1 == 1);
        // The digit that blocks the most cells keeps the list short.
        let blocked = |by: &usize| open.iter().filter(|it| PEER_SETS[*by] >> **it & 1 == 1).count();
        let Some(by) = same.max_by_key(blocked) else { return Vec::new() };
        open.retain(|it| PEER_SETS[by] >> it & 1 == 0);
        found.push(by as u8);
    }
    found.sort_unstable();
    if found.len() > BLOCKERS { Vec::new() } else { found }
}

pub(crate) fn why_naked(deduction: &Deduction) -> String {
    format!("{} is the only candidate left in {}.", placed_digit(deduction), core_cells(deduction))
}

/// Reports hidden singles, starting with the last empty cells of houses.
pub(crate) fn hidden(marks: &Marks, visit: &mut impl Visit) -> ControlFlow<()> {
    for alone in [true, false] {
        for house in BOXES_COLS_ROWS {
            if marks.empty[house] == 0 || (marks.empty[house] == 1) != alone {
                continue;
            }
            for digit in 0..9 {
                if marks.pos[house][digit].is_power_of_two() {
                    let cell = CELLS[house][marks.pos[house][digit].trailing_zeros() as usize] as usize;
                    let technique = match (alone, house >= 18) {
                        (true, _) => Technique::FullHouse,
                        (_, true) => Technique::HiddenSingleBox,
                        _ => Technique::HiddenSingleLine,
                    };
                    visit(placement(technique, cell, digit, Some(house)))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports naked singles in row-major order.
pub(crate) fn naked(marks: &Marks, visit: &mut impl Visit) -> ControlFlow<()> {
    for cell in 0..81 {
        if marks.cand[cell].is_power_of_two() {
            let digit = marks.cand[cell].trailing_zeros() as usize;
            visit(placement(Technique::NakedSingle, cell, digit, None))?;
        }
    }
    ControlFlow::Continue(())
}

fn placement(technique: Technique, cell: usize, digit: usize, house: Option<usize>) -> Deduction {
    let mut deduction = Deduction::new(technique);
    deduction.pattern.push((Role::Core, Candidate::at(cell, digit)));
    deduction.houses.extend(house.map(|house| house as u8));
    deduction.placements.push(Candidate::at(cell, digit));
    deduction
}
