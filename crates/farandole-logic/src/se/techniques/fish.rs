//! X-wing, swordfish, jellyfish.
//!
//! # What it is
//! Two (three, four) rows in which a digit has places in as many columns only, or the other way round.
//!
//! # Why it holds
//! Each of these rows takes one of these columns, so the columns are used up and no other row has the digit there.
//!
//! # Example
//! If 7 can stand in rows 1 and 5 only in columns 2 and 8, it can't stand elsewhere in these columns.
//!
//! # Source
//! Order of the search: Nicolas Juillerat, Sudoku Explainer 1.2.1.

use crate::model::Marks;
use crate::model::tables::{CELLS, bits, count, tight_sets};
use crate::model::visit::Visit;
use crate::model::{Deduction, Role, Technique};
use core::ops::ControlFlow;

/// Lines of one kind (`base`: 9 columns, 0 rows) in which a digit has as many places.
#[derive(Clone, Copy)]
pub(crate) struct Fish {
    pub(crate) base: usize,
    pub(crate) lines: u16,
    pub(crate) places: u16,
    pub(crate) digit: usize,
}

impl Fish {
    /// House numbers of the covering lines.
    pub(crate) fn covers(self) -> impl Iterator<Item = usize> {
        bits(self.places).map(move |place| 9 - self.base + place)
    }
}

/// Calls `visit` with every fish of this size that eliminates something.
pub(crate) fn scan(
    marks: &Marks,
    size: usize,
    visit: &mut impl FnMut(Fish) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for base in [9, 0] {
        let mut found: Vec<Fish> = Vec::new();
        for digit in (0..9).filter(|digit| marks.placed[*digit] as usize + 2 * size <= 9) {
            let of: [u16; 9] = core::array::from_fn(|line| marks.pos[base + line][digit]);
            let fit = (0..9)
                .fold(0_u16, |fit, line| fit | u16::from((2..=size).contains(&count(of[line]))) << line);
            if count(fit) < size {
                continue;
            }
            tight_sets(&of, fit, size, &mut |lines, places| {
                let fish = Fish { base, lines, places, digit };
                if fish.covers().any(|cover| marks.pos[cover][digit] & !lines != 0) {
                    found.push(fish);
                }
                ControlFlow::Continue(())
            })?;
        }
        found.sort_by_key(|fish| (fish.lines, fish.digit));
        found.into_iter().try_for_each(&mut *visit)?;
    }
    ControlFlow::Continue(())
}

/// Reports fish: columns as base first; sets of lines in rising order of their masks, then digits.
pub(crate) fn find(marks: &Marks, size: usize, visit: &mut impl Visit) -> ControlFlow<()> {
    scan(marks, size, &mut |fish| {
        let mut deduction = Deduction::new(match size {
            2 => Technique::XWing,
            3 => Technique::Swordfish,
            _ => Technique::Jellyfish,
        });
        deduction.houses.extend(bits(fish.lines).map(|line| (fish.base + line) as u8));
        deduction.houses.extend(fish.covers().map(|cover| cover as u8));
        for cover in fish.covers() {
            for place in bits(marks.pos[cover][fish.digit]) {
                let cell = CELLS[cover][place] as usize;
                if fish.lines >> place & 1 == 1 {
                    deduction.mark(Role::Core, cell, 1 << fish.digit);
                } else {
                    deduction.eliminate(cell, 1 << fish.digit);
                }
            }
        }
        visit(deduction)
    })
}
