//! Locked candidates: pointing and claiming, and their direct forms.
//!
//! # What it is
//! All places of a digit in a box lie in one line (pointing), or all in a line lie in one box (claiming). The direct
//! form leaves the digit a single place in a neighbouring box or line at once.
//!
//! # Why it holds
//! One of those places holds the digit, so no other cell of the second house does.
//!
//! # Example
//! If 5 can stand in box 1 only at r1c1 and r1c2, it can't stand at r1c4 to r1c9.
//!
//! # Note
//! Direct claiming is never the easiest step: where row 1 has a digit in box 1 only and row 2 has one more place, in box
//! 2, the digit stands in box 3 only in row 3, so that direct pointing from there (or a hidden single) gives the same.
//!
//! # Source
//! Direct forms and order of the search: Nicolas Juillerat, Sudoku Explainer 1.2.1.

use super::Visit;
use crate::state::{ALL, Marks};
use crate::step::{Candidate, Deduction, Role, Technique};
use crate::tables::{CELLS, HOUSE_SETS, bits};
use core::ops::ControlFlow;

/// Whether a locked set must leave a hidden single at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Direct,
    Plain,
}

/// A locked set: the places of a digit in house `from` all lie in house `to`.
#[derive(Clone, Copy)]
pub(crate) struct Locked {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) digit: usize,
}

impl Locked {
    /// The places of the digit in `to` outside `from`.
    pub(crate) fn victims(self, marks: &Marks) -> u16 {
        marks.pos[self.to][self.digit] & !OVERLAP[self.from][self.to]
    }
}

/// The places of the second house that are in the first.
const OVERLAP: [[u16; 27]; 27] = {
    let mut table = [[0; 27]; 27];
    let mut from = 0;
    while from < 27 {
        let mut to = 0;
        while to < 27 {
            let mut place = 0;
            while place < 9 {
                table[from][to] |= ((HOUSE_SETS[from] >> CELLS[to][place] & 1) as u16) << place;
                place += 1;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// Pairs of a box and a crossing line, in the order of the search.
const PAIRS: [(u8, u8); 108] = {
    let mut pairs = [(0, 0); 108];
    let mut count = 0;
    let mut kind = 0;
    while kind < 4 {
        let (first, second) = [(18, 9), (18, 0), (9, 18), (0, 18)][kind];
        let mut i = 0;
        while i < 9 {
            let mut j = 0;
            while j < 9 {
                if OVERLAP[first + i][second + j] != 0 {
                    pairs[count] = ((first + i) as u8, (second + j) as u8);
                    count += 1;
                }
                j += 1;
            }
            i += 1;
        }
        kind += 1;
    }
    pairs
};

/// Whether places (two or more) share a second house: those of a line (0), those of a box (1).
const CONFINED: [[bool; 512]; 2] = {
    let mut table = [[false; 512]; 2];
    let mut mask: u16 = 0;
    while mask < 512 {
        let mut group = 0;
        while group < 3 {
            let (along, across) = (7 << (3 * group), 0o111 << group);
            if mask & mask.wrapping_sub(1) != 0 {
                table[0][mask as usize] |= mask & !along == 0;
                table[1][mask as usize] |= mask & !along == 0 || mask & !across == 0;
            }
            group += 1;
        }
        mask += 1;
    }
    table
};

/// Calls `visit` with every locked set that eliminates something, of those digits of a house that `digits` names.
pub(crate) fn scan(
    marks: &Marks,
    digits: impl Fn(usize) -> u16,
    visit: &mut impl FnMut(Locked) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // The digits with two places or more, all in one line of a box, or one box of a line.
    let mut confined = [0_u16; 27];
    let mut any = 0;
    for (from, confined) in confined.iter_mut().enumerate() {
        let of_kind = &CONFINED[from / 18];
        for digit in bits(digits(from)) {
            *confined |= u16::from(of_kind[marks.pos[from][digit] as usize & 0x1ff]) << digit;
        }
        any |= *confined;
    }
    if any == 0 {
        return ControlFlow::Continue(());
    }
    for (from, to) in PAIRS {
        let (from, to) = (from as usize, to as usize);
        let inside = OVERLAP[to][from];
        for digit in bits(confined[from]) {
            let locked = Locked { from, to, digit };
            if marks.pos[from][digit] & !inside == 0 && locked.victims(marks) != 0 {
                visit(locked)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Every locked set of a state that eliminates something, for both forms.
pub(crate) struct Sets {
    sets: Vec<Locked>,
}

impl Sets {
    pub(crate) fn of(marks: &Marks) -> Self {
        let mut sets = Vec::new();
        let _ = scan(marks, |_| ALL, &mut |set| {
            sets.push(set);
            ControlFlow::Continue(())
        });
        Self { sets }
    }

    /// Reports pointing (columns, then rows), then claiming (columns, then rows).
    pub(crate) fn find(&self, marks: &Marks, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
        self.sets.iter().try_for_each(|locked| match form {
            Form::Plain => visit(deduction(marks, *locked, None)),
            Form::Direct => direct(marks, *locked, visit),
        })
    }
}

/// Reports pointing and claiming of a state.
pub(crate) fn find(marks: &Marks, form: Form, visit: &mut impl Visit) -> ControlFlow<()> {
    Sets::of(marks).find(marks, form, visit)
}

/// Reports the hidden singles that a locked set leaves in the neighbours of the same kind that `to` crosses.
fn direct(marks: &Marks, locked: Locked, visit: &mut impl Visit) -> ControlFlow<()> {
    for third in locked.from / 9 * 9..locked.from / 9 * 9 + 9 {
        let outside = !OVERLAP[locked.to][third];
        let places = marks.pos[third][locked.digit];
        if third != locked.from
            && outside & 0x1ff != 0x1ff
            && places.count_ones() > 1
            && (places & outside).is_power_of_two()
        {
            let cell = CELLS[third][(places & outside).trailing_zeros() as usize];
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
    for place in bits(marks.pos[locked.from][locked.digit]) {
        deduction.mark(Role::Core, CELLS[locked.from][place] as usize, 1 << locked.digit);
    }
    let victims = bits(locked.victims(marks)).map(|place| CELLS[locked.to][place] as usize);
    match single {
        None => victims.for_each(|cell| deduction.eliminate(cell, 1 << locked.digit)),
        // The direct form only places: the scale leaves the candidates it passes over where they are.
        Some((cell, third)) => {
            victims.for_each(|cell| deduction.mark(Role::Off, cell, 1 << locked.digit));
            deduction.houses.push(third as u8);
            deduction.placements.push(Candidate::at(cell, locked.digit));
        }
    }
    deduction
}
