//! Singles: full house, hidden single, naked single.
//!
//! # What it is
//! A full house is the last empty cell of a house. A hidden single is the only cell of a house that
//! can hold a digit. A naked single is a cell with only one candidate.
//!
//! # Why it holds
//! Every house contains every digit, and every cell holds one digit.
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
use crate::metadata::Metadata;
use crate::model::Marks;
use crate::model::tables::{BOXES_COLS_ROWS, CELLS, PEER_SETS};
use crate::model::visit::Visit;
use crate::model::{Candidate, Deduction, Role, State, Technique};
use core::ops::ControlFlow;

pub(crate) const FULL_HOUSE: Metadata =
    Metadata::new(Technique::FullHouse, "full-house", "Full house", why_full_house).se(10).example(
        "3+51+276+9+4+8+2+6+7+8+9+4+35+1+4+9+8+531+6+7+281+9+647+5+2+3+7+4+39+25+1+86+62+5+3+1+8+\
         49+7+5+74+18+3+2+69+1+8+2+4+6+9+73+59+36+7+5+28.4",
    );

pub(crate) const HIDDEN_SINGLE_BOX: Metadata =
    Metadata::in_grid(Technique::HiddenSingleBox, "hidden-single-box", "Hidden single in a box", why_hidden)
        .se(12)
        .example(
            "3+51+276+9+4+8+2+6+7+8+9+4+35+1+4+9+8+531+6+7+281+9+647+5+2+3+7+4+39+25+1+86+62+5+3+1+8+\
         49+7+5+74.8+3+2.9+1+8+2+4+6+9+73+59+36.+5+28.4",
        );

pub(crate) const HIDDEN_SINGLE_LINE: Metadata = Metadata::in_grid(
    Technique::HiddenSingleLine,
    "hidden-single-line",
    "Hidden single in a line",
    why_hidden,
)
.se(15)
.example(
    ".+8+1..+6+9+47+96.+4.7+85+14+5+7+918+3+2+6+6+2..8+91+7+4.79+1.+4+6+8+214+876+2+5+9+3834+\
         29+1+7+6+5+7+1+6+8+452+39.+9.6+7+34+1+8:314",
);

pub(crate) const NAKED_SINGLE: Metadata =
    Metadata::new(Technique::NakedSingle, "naked-single", "Naked single", why_naked).se(23).example(
        "8...31.+9+4..+9.+5+4+8+3.+4.38.+9.5..349.+8+5+169+8..1+5+4+23...4.+3+98+7+691+3+87+24+55\
         7+8+1+4+2+3+6+9+3+4+2+5+961+78:122 222 632 235",
    );

fn why_full_house(deduction: &Deduction) -> String {
    let (core, house, digit) = (core_cells(deduction), nth_house(deduction, 0), placed_digit(deduction));
    format!("{core} is the last empty cell of {house}, and {digit} is the digit still missing.")
}

fn why_hidden(state: &State, deduction: &Deduction) -> String {
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

fn why_naked(deduction: &Deduction) -> String {
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
