//! Hidden pair, triplet and quad, and their direct forms.
//!
//! # What it is
//! In a house, the candidates for two digits are confined to the same two cells: this is a hidden
//! pair. A hidden triplet has three digits and three cells, and a hidden quad has four of each. In
//! the direct form, the eliminations leave only one cell for another digit of the house.
//!
//! # How to spot it
//! Look for two digits that are excluded from the same cells of a house, because they are both present in the rows
//! and columns that cross it. Count the places of each missing digit: two digits with two places each form a hidden
//! pair if the places are the same. Houses with many empty cells are the best ones to search, because their naked
//! sets are large.
//!
//! # Why it holds
//! The digits need all of these cells, so there is no room in them for any other digit.
//!
//! # Nearest mistakes
//! The cells of a hidden pair lose their other candidates. Nothing is eliminated from other cells of this house,
//! because the two digits are already confined. Two digits that share only one of their places do not form a pair.
//!
//! # Example
//! If the only candidates for 1 and 2 in row 1 are in r1c1 and r1c2, every other candidate of these
//! two cells can be eliminated.
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the direct forms, and the order of the search).

use crate::grammar::{any_cell, cells, core_digits, digits, nth_house, number, placed_digit};
use crate::model::tables::{BOXES_COLS_ROWS, CELLS, bits, count};
use crate::model::visit::Visit;
use crate::model::{ALL, Marks};
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::patterns::subsets::tight_sets;
use crate::se::techniques::locked::Form;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let (house, digits_of) = (nth_house(deduction, 0), core_digits(deduction, "and"));
    let core = any_cell(&cells(deduction, Role::Core));
    let [digits, cells] =
        [digits(deduction, Role::Core).len(), cells(deduction, Role::Core).len()].map(number);
    format!(
        "In {house}, {digits_of} can only go in {core}: {digits} digits for {cells} cells, so no other digit can go there."
    )
}

pub(crate) fn why_direct(deduction: &Deduction) -> String {
    let (house, digits) = (nth_house(deduction, 0), core_digits(deduction, "and"));
    let core = any_cell(&cells(deduction, Role::Core));
    let placed = placed_digit(deduction);
    format!(
        "In {house}, {digits} can only go in {core}, so no other digit can go there. That leaves {placed} a single place \
         in {house}."
    )
}

/// Digits of a house that are confined to as many cells.
#[derive(Clone, Copy)]
pub(crate) struct HiddenSet {
    pub(crate) house: usize,
    pub(crate) digits: u16,
    pub(crate) positions: u16,
}

/// The hidden sets of one size that have an elimination, used by both forms.
pub(crate) struct Sets {
    size: usize,
    sets: Vec<HiddenSet>,
}

impl Sets {
    pub(crate) fn of(marks: &Marks, size: usize, houses: u32) -> Self {
        let mut sets = Vec::new();
        for house in BOXES_COLS_ROWS {
            if houses >> house & 1 == 0 || marks.empty[house] as usize <= size {
                continue;
            }
            // The digits with 2 to `size` candidates in the house.
            let fit = (0..9).fold(0_u16, |fit, digit| {
                fit | u16::from((2..=size).contains(&count(marks.pos[house][digit]))) << digit
            });
            if count(fit) < size {
                continue;
            }
            let _ = tight_sets(&marks.pos[house], fit, size, &mut |digits, positions| {
                if bits(positions).any(|position| marks.cand[CELLS[house][position] as usize] & !digits != 0)
                {
                    sets.push(HiddenSet { house, digits, positions });
                }
                ControlFlow::Continue(())
            });
        }
        Self { size, sets }
    }

    pub(crate) fn houses(&self) -> u32 {
        self.sets.iter().fold(0, |houses, set| houses | 1 << set.house)
    }

    /// Reports hidden sets by house (boxes, columns, rows), then by ascending mask of their digits.
    pub(crate) fn find(&self, marks: &Marks, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
        self.sets.iter().try_for_each(|set| report(marks, self.size, *set, form, visit))
    }
}

pub(crate) fn find(marks: &Marks, size: usize, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
    Sets::of(marks, size, !0).find(marks, form, visit)
}

fn report(marks: &Marks, size: usize, set: HiddenSet, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
    // If the house has at most `2 * size` empty cells, the other cells form a naked set of at most
    // this size, which is easier.
    if form == Form::Plain && marks.empty[set.house] as usize <= 2 * size {
        return ControlFlow::Continue(());
    }
    let single = bits(ALL & !set.digits).find_map(|digit| {
        let positions = marks.pos[set.house][digit];
        let left = positions & !set.positions;
        (positions.count_ones() > 1 && left.is_power_of_two())
            .then(|| Candidate::at(CELLS[set.house][left.trailing_zeros() as usize] as usize, digit))
    });
    if form == Form::Direct && single.is_none() {
        return ControlFlow::Continue(());
    }
    let mut deduction = Deduction::new(match (size, form) {
        (2, Form::Direct) => Technique::DirectHiddenPair,
        (_, Form::Direct) => Technique::DirectHiddenTriplet,
        (2, Form::Plain) => Technique::HiddenPair,
        (3, Form::Plain) => Technique::HiddenTriplet,
        (_, Form::Plain) => Technique::HiddenQuad,
    });
    deduction.houses.push(set.house as u8);
    for position in bits(set.positions) {
        let cell = CELLS[set.house][position] as usize;
        deduction.mark(Role::Core, cell, marks.cand[cell] & set.digits);
        let others = marks.cand[cell] & !set.digits;
        match form {
            Form::Plain => deduction.eliminate(cell, others),
            // The direct form only places a digit. The scale keeps the candidates that it could
            // eliminate.
            Form::Direct => deduction.mark(Role::Off, cell, others),
        }
    }
    if form == Form::Direct {
        deduction.placements.extend(single);
    }
    visit(deduction)
}
