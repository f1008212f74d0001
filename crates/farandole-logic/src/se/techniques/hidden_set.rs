//! Hidden pair, triplet and quad, and their direct forms.
//!
//! # What it is
//! Two (three, four) digits whose places in a house lie in as many cells. The direct form leaves another digit of the
//! house a single place at once.
//!
//! # Why it holds
//! Those digits fill those cells, so nothing else can stand there.
//!
//! # Example
//! If 1 and 2 can stand in row 1 only at r1c1 and r1c2, every other candidate of these two cells goes.
//!
//! # Source
//! Direct forms and order of the search: Nicolas Juillerat, Sudoku Explainer 1.2.1.

use crate::model::tables::{BOXES_COLS_ROWS, CELLS, bits, count, tight_sets};
use crate::model::visit::Visit;
use crate::model::{ALL, Marks};
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::se::techniques::locked::Form;
use core::ops::ControlFlow;

/// Digits of a house that fill as many places.
#[derive(Clone, Copy)]
pub(crate) struct HiddenSet {
    pub(crate) house: usize,
    pub(crate) digits: u16,
    pub(crate) places: u16,
}

/// Every hidden set of one size that eliminates something, for both forms.
pub(crate) struct Sets {
    size: usize,
    sets: Vec<HiddenSet>,
}

impl Sets {
    /// Those of some of the houses.
    pub(crate) fn of(marks: &Marks, size: usize, houses: u32) -> Self {
        let mut sets = Vec::new();
        for house in BOXES_COLS_ROWS {
            if houses >> house & 1 == 0 || marks.empty[house] as usize <= size {
                continue;
            }
            // Digits with two up to `size` places.
            let fit = (0..9).fold(0_u16, |fit, digit| {
                fit | u16::from((2..=size).contains(&count(marks.pos[house][digit]))) << digit
            });
            if count(fit) < size {
                continue;
            }
            let _ = tight_sets(&marks.pos[house], fit, size, &mut |digits, places| {
                if bits(places).any(|place| marks.cand[CELLS[house][place] as usize] & !digits != 0) {
                    sets.push(HiddenSet { house, digits, places });
                }
                ControlFlow::Continue(())
            });
        }
        Self { size, sets }
    }

    /// The houses that have some.
    pub(crate) fn houses(&self) -> u32 {
        self.sets.iter().fold(0, |houses, set| houses | 1 << set.house)
    }

    /// Reports hidden sets: boxes, columns, rows; digits in rising order of their masks.
    pub(crate) fn find(&self, marks: &Marks, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
        self.sets.iter().try_for_each(|set| report(marks, self.size, *set, form, visit))
    }
}

/// Reports the hidden sets of one size in a state.
pub(crate) fn find(marks: &Marks, size: usize, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
    Sets::of(marks, size, !0).find(marks, form, visit)
}

fn report(marks: &Marks, size: usize, set: HiddenSet, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
    // Where no more cells are left, the others are a naked set.
    if form == Form::Plain && marks.empty[set.house] as usize <= 2 * size {
        return ControlFlow::Continue(());
    }
    let single = bits(ALL & !set.digits).find_map(|digit| {
        let places = marks.pos[set.house][digit];
        let left = places & !set.places;
        (places.count_ones() > 1 && left.is_power_of_two())
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
    for place in bits(set.places) {
        let cell = CELLS[set.house][place] as usize;
        deduction.mark(Role::Core, cell, marks.cand[cell] & set.digits);
        let others = marks.cand[cell] & !set.digits;
        match form {
            Form::Plain => deduction.eliminate(cell, others),
            // The direct form only places: the scale leaves the candidates it passes over where they are.
            Form::Direct => deduction.mark(Role::Off, cell, others),
        }
    }
    if form == Form::Direct {
        deduction.placements.extend(single);
    }
    visit(deduction)
}
