//! Hidden pair, triplet and quad, and their direct forms.
//!
//! # What it is
//! In a house, the candidates for two digits are confined to the same two cells: this is a hidden
//! pair. A hidden triplet has three digits and three cells, and a hidden quad has four of each. In
//! the direct form, the eliminations leave only one cell for another digit of the house.
//!
//! # Why it holds
//! The digits need all of these cells, so there is no room in them for any other digit.
//!
//! # Example
//! If the only candidates for 1 and 2 in row 1 are in r1c1 and r1c2, every other candidate of these
//! two cells can be eliminated.
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the direct forms, and the order of the search).

use crate::grammar::{any_cell, cells, core_digits, digits, nth_house, number, placed_digit};
use crate::metadata::Metadata;
use crate::model::tables::{BOXES_COLS_ROWS, CELLS, bits, count};
use crate::model::visit::Visit;
use crate::model::{ALL, Marks};
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::patterns::subsets::tight_sets;
use crate::se::techniques::locked::Form;
use core::ops::ControlFlow;

pub(crate) const DIRECT_HIDDEN_PAIR: Metadata =
    Metadata::new(Technique::DirectHiddenPair, "direct-hidden-pair", "Direct hidden pair", why_direct)
        .se(20)
        .in_short(|| "Two digits whose candidates in a house are confined to the same two cells.".to_owned())
        .example(
            "+23+7+64+5+89+1+9+6+17+8+2...4+85+3+9+1+6+27+3+761+29...+12+4+57+8...8+5+9+4+3+6712+7+18\
         96+3+25+4+54+3+2+1+7...+69+28+5+4+1+73",
        );

pub(crate) const DIRECT_HIDDEN_TRIPLET: Metadata = Metadata::new(
    Technique::DirectHiddenTriplet,
    "direct-hidden-triplet",
    "Direct hidden triplet",
    why_direct,
)
.se(25)
.in_short(|| "Three digits whose candidates in a house are confined to the same three cells.".to_owned())
.example(
    ".7..+4.3...3.8+7...+44+912+36+8+5+79.3+7..4..61.+35.+7+9+2..7....3.+3+89+517+2+46+1+624+\
         8+3.7.+7..+69+2+18+3:511 116 118 149 261 562 166 866 569",
);

pub(crate) const HIDDEN_PAIR: Metadata =
    Metadata::new(Technique::HiddenPair, "hidden-pair", "Hidden pair", why)
        .se(34)
        .in_short(|| "Two digits whose candidates in a house are confined to the same two cells.".to_owned())
        .example(
            "7..8+9..+1+5.3+1+6..+82989..1..6+7+9+8+7+1+36542+2....+81+9+3.13.2.7+8+6+67+9+3+8+12+5+4\
         +3+5+8+26+4+9+71+1+24.5.+6+3+8",
        );

pub(crate) const HIDDEN_TRIPLET: Metadata =
    Metadata::new(Technique::HiddenTriplet, "hidden-triplet", "Hidden triplet", why)
        .se(40)
        .in_short(|| {
            "Three digits whose candidates in a house are confined to the same three cells.".to_owned()
        })
        .example(
            "..37.+1.9+2...8.2.....2+43+96..+2..1+4...758+1+2+73+9+4+67.4+9+8.21.6+4+85+1+7+3+2+9+32+\
         7+698+1+54..+5+3247+6+8:517 121 522 622 529 642",
        );

pub(crate) const HIDDEN_QUAD: Metadata =
    Metadata::new(Technique::HiddenQuad, "hidden-quad", "Hidden quad", why)
        .se(54)
        .in_short(|| {
            "Four digits whose candidates in a house are confined to the same four cells.".to_owned()
        })
        .example(
            "1..47....+2.+4.6.3..9.8..1.6.+5..2+8..9.3.+2...87.+84..1.2.66....5...+4238+9....7.......\
         .:742 177 477 178 179 479 197 497 597 198 598 199 499 599",
        );

fn why(deduction: &Deduction) -> String {
    let (house, digits_of) = (nth_house(deduction, 0), core_digits(deduction, "and"));
    let core = any_cell(&cells(deduction, Role::Core));
    let [digits, cells] =
        [digits(deduction, Role::Core).len(), cells(deduction, Role::Core).len()].map(number);
    format!(
        "In {house}, {digits_of} can only go in {core}: {digits} digits for {cells} cells, so no other digit can go there."
    )
}

fn why_direct(deduction: &Deduction) -> String {
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
    /// Returns the hidden sets in these houses.
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

    /// Returns the houses that contain hidden sets.
    pub(crate) fn houses(&self) -> u32 {
        self.sets.iter().fold(0, |houses, set| houses | 1 << set.house)
    }

    /// Reports hidden sets by house (boxes, columns, rows), then by ascending mask of their digits.
    pub(crate) fn find(&self, marks: &Marks, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
        self.sets.iter().try_for_each(|set| report(marks, self.size, *set, form, visit))
    }
}

/// Reports the hidden sets of one size in a state.
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
