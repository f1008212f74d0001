//! Locked candidates: pointing and claiming, and their direct forms.
//!
//! # What it is
//! If all candidates for a digit in a box lie in one row or column, the digit can be eliminated
//! from the rest of that line (pointing). If all candidates for a digit in a row or column lie in
//! one box, the digit can be eliminated from the rest of that box (claiming). In the direct form,
//! the eliminations leave only one cell for the digit in a neighbouring box or line.
//!
//! # How to spot it
//! Take a digit and a box that lacks it. If its two or three places in the box form a row or a column, follow this
//! line into the other boxes. For claiming, look at lines that are full in two of their three boxes: the missing
//! digits are then locked in the third box.
//!
//! # Why it holds
//! One of the candidates is true. It lies in both the box and the line, so the digit cannot be
//! anywhere else in either of them.
//!
//! # Nearest mistakes
//! The places must be all places of the digit in the box, not just those with a pencil mark. The digit is
//! eliminated from the line outside the box, never from the locked cells.
//!
//! # Example
//! If the candidates for 5 in box 1 are only in r1c1 and r1c2, then 5 can be eliminated from r1c4
//! to r1c9.
//!
//! # Note
//! Direct claiming is never the easiest step. Suppose that the candidates for a digit in row 1 are
//! all in box 1, and that row 2 has only one candidate outside box 1, in box 2. In box 3, the digit
//! is then confined to row 3. Direct pointing from there (or a hidden single) gives the same
//! placement.
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the direct forms, and the order of the search).

use crate::grammar::{any_cell, cells, core_digits, nth_house};
use crate::model::tables::{CELLS, HOUSE_SETS, bits};
use crate::model::visit::Visit;
use crate::model::{ALL, Marks};
use crate::model::{Candidate, Deduction, Role, Technique};
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let [from, to] = [0, 1].map(|position| nth_house(deduction, position));
    let (core, digit) = (any_cell(&cells(deduction, Role::Core)), core_digits(deduction, "and"));
    format!(
        "In {from}, {digit} can only go in {core}. One of these cells holds it, so no other cell of {to} does."
    )
}

pub(crate) fn why_direct(deduction: &Deduction) -> String {
    let [from, to, third] = [0, 1, 2].map(|position| nth_house(deduction, position));
    let (core, digit) = (any_cell(&cells(deduction, Role::Core)), core_digits(deduction, "and"));
    format!(
        "In {from}, {digit} can only go in {core}, so nowhere else in {to}. That leaves it a single place in {third}."
    )
}

/// The form of locked candidates: with or without a resulting hidden single.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Direct,
    Plain,
}

/// A locked set: all candidates for a digit in house `from` are also in house `to`.
#[derive(Clone, Copy)]
pub(crate) struct Locked {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) digit: usize,
}

impl Locked {
    /// Returns the positions of the digit in `to` outside `from`.
    pub(crate) fn victims(self, marks: &Marks) -> u16 {
        marks.pos[self.to][self.digit] & !OVERLAP[self.from][self.to]
    }
}

/// For two houses, the positions in the second house of the cells that are also in the first.
const OVERLAP: [[u16; 27]; 27] = {
    let mut table = [[0; 27]; 27];
    let mut from = 0;
    while from < 27 {
        let mut to = 0;
        while to < 27 {
            let mut position = 0;
            while position < 9 {
                table[from][to] |= ((HOUSE_SETS[from] >> CELLS[to][position] & 1) as u16) << position;
                position += 1;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The thirds of a house that contain all positions of a mask with at least two positions. Bits 0
/// to 2 are the thirds along a line, or the rows of a box. Bits 3 to 5 are the columns of a box.
const THIRDS: [u8; 512] = {
    let mut table = [0; 512];
    let mut mask: u16 = 0;
    while mask < 512 {
        let mut third = 0;
        while third < 3 && mask & mask.wrapping_sub(1) != 0 {
            table[mask as usize] |= ((mask & !(7 << (3 * third)) == 0) as u8) << third;
            table[mask as usize] |= ((mask & !(0o111 << third) == 0) as u8) << (3 + third);
            third += 1;
        }
        mask += 1;
    }
    table
};

/// Calls `visit` with every locked set that has an elimination. `digits` returns the digits to
/// examine in a house.
pub(crate) fn scan(
    marks: &Marks,
    digits: impl Fn(usize) -> u16,
    visit: &mut impl FnMut(Locked) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // The digits with two or more candidates, all in one third of the house.
    let mut confined = [[0_u16; 6]; 27];
    let mut any = 0_u32;
    for (from, confined) in confined.iter_mut().enumerate() {
        let relevant_digits = digits(from);
        if relevant_digits == 0 {
            continue;
        }
        let relevant = if from < 18 { 0o7 } else { 0o77 };
        for (digit, positions) in marks.pos[from].iter().enumerate() {
            let thirds = u16::from(THIRDS[*positions as usize & 0x1ff] & relevant);
            if thirds != 0 && relevant_digits >> digit & 1 == 1 {
                any |= 1 << from;
                bits(thirds).for_each(|third| confined[third] |= 1 << digit);
            }
        }
    }
    // Boxes to columns, boxes to rows, columns to boxes, rows to boxes.
    for (first, kind) in [(18, 3), (18, 0), (9, 0), (0, 0)] {
        for from in bits((any >> first) as u16 & 0x1ff).map(|number| first + number) {
            let number = from - first;
            for third in 0..3 {
                let to = match (first, kind) {
                    (18, 3) => 9 + number % 3 * 3 + third,
                    (18, _) => number / 3 * 3 + third,
                    (9, _) => 18 + 3 * third + number / 3,
                    _ => 18 + number / 3 * 3 + third,
                };
                for digit in bits(confined[from][kind + third]) {
                    let locked = Locked { from, to, digit };
                    if locked.victims(marks) != 0 {
                        visit(locked)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The locked sets of a state that have an elimination, used by both forms.
pub(crate) struct Sets {
    sets: Vec<Locked>,
}

impl Sets {
    pub(crate) fn of(marks: &Marks, houses: u32) -> Self {
        let mut sets = Vec::new();
        let _ = scan(marks, |from| if houses >> from & 1 == 1 { ALL } else { 0 }, &mut |set| {
            sets.push(set);
            ControlFlow::Continue(())
        });
        Self { sets }
    }

    pub(crate) fn houses(&self) -> u32 {
        self.sets.iter().fold(0, |houses, set| houses | 1 << set.from)
    }

    /// Reports pointing (columns, then rows), then claiming (columns, then rows).
    pub(crate) fn find(&self, marks: &Marks, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
        self.sets.iter().try_for_each(|locked| match form {
            Form::Plain => visit(deduction(marks, *locked, None)),
            Form::Direct => direct(marks, *locked, visit),
        })
    }
}

pub(crate) fn find(marks: &Marks, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
    Sets::of(marks, !0).find(marks, form, visit)
}

/// Reports the hidden singles that a locked set leaves in the neighbouring houses of the same kind
/// that `to` crosses.
fn direct(marks: &Marks, locked: Locked, visit: &mut impl Visit) -> ControlFlow<()> {
    for third in locked.from / 9 * 9..locked.from / 9 * 9 + 9 {
        let outside = !OVERLAP[locked.to][third];
        let positions = marks.pos[third][locked.digit];
        if third != locked.from
            && outside & 0x1ff != 0x1ff
            && positions.count_ones() > 1
            && (positions & outside).is_power_of_two()
        {
            let cell = CELLS[third][(positions & outside).trailing_zeros() as usize];
            visit(deduction(marks, locked, Some((cell as usize, third))))?;
        }
    }
    ControlFlow::Continue(())
}

fn deduction(marks: &Marks, locked: Locked, single: Option<(usize, usize)>) -> Deduction {
    let technique = match (locked.from >= 18, single.is_some()) {
        (true, true) => Technique::DirectPointing,
        (false, true) => Technique::DirectClaiming,
        (true, false) => Technique::Pointing,
        (false, false) => Technique::Claiming,
    };
    let mut deduction = Deduction::new(technique);
    deduction.houses.extend([locked.from as u8, locked.to as u8]);
    for position in bits(marks.pos[locked.from][locked.digit]) {
        deduction.mark(Role::Core, CELLS[locked.from][position] as usize, 1 << locked.digit);
    }
    let victims = bits(locked.victims(marks)).map(|position| CELLS[locked.to][position] as usize);
    match single {
        None => victims.for_each(|cell| deduction.eliminate(cell, 1 << locked.digit)),
        // The direct form only places a digit. The scale keeps the candidates that it could
        // eliminate.
        Some((cell, third)) => {
            victims.for_each(|cell| deduction.mark(Role::Off, cell, 1 << locked.digit));
            deduction.houses.push(third as u8);
            deduction.placements.push(Candidate::at(cell, locked.digit));
        }
    }
    deduction
}
