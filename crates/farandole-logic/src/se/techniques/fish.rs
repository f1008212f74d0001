//! X-wing, swordfish, jellyfish.
//!
//! # What it is
//! In two rows, all candidates for a digit lie in the same two columns: this is an X-wing. A
//! swordfish has three rows and three columns, and a jellyfish has four of each. Rows and columns
//! can change places.
//!
//! # How to spot it
//! Take one digit and mark its candidates in the whole grid. Look for rows with two places for it, and compare the
//! columns of these places. For a swordfish, three rows with two or three places must use only three columns in
//! total. Then do the same for columns.
//!
//! # Why it holds
//! Each of the rows needs the digit once, in a different column. Together they use up all of these
//! columns, so no other row can have the digit there.
//!
//! # Nearest mistakes
//! Each of the rows must have no place outside the columns. A row with an extra place makes it a finned fish, which
//! eliminates less. Eliminations are in the columns if the pattern was found in rows, and in the rows if it was
//! found in columns.
//!
//! # Example
//! If the candidates for 7 in rows 1 and 5 lie only in columns 2 and 8, then 7 can be eliminated
//! from the other cells of these columns.
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the order of the search).

use crate::grammar::{core_digits, houses};
use crate::model::Marks;
use crate::model::tables::{CELLS, bits, count};
use crate::model::visit::Visit;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::subsets::tight_sets;
use core::ops::ControlFlow;

pub(crate) fn why(deduction: &Deduction) -> String {
    let (base, cover) = deduction.houses.split_at(deduction.houses.len() / 2);
    let (base, cover, digit) = (houses(base), houses(cover), core_digits(deduction, "and"));
    format!(
        "In {base}, {digit} can only go in {cover}. Since {base} need one {digit} each, they use up {cover}: no \
         other cell there can be {digit}."
    )
}

/// Parallel lines whose candidates for a digit lie in as many crossing lines. `base` is 0 for rows and 9 for
/// columns. `lines` and `positions` are the masks of the base lines and of the crossing lines.
#[derive(Clone, Copy)]
pub(crate) struct Fish {
    pub(crate) base: usize,
    pub(crate) lines: u16,
    pub(crate) positions: u16,
    pub(crate) digit: usize,
}

impl Fish {
    /// Returns the house numbers of the cover lines.
    pub(crate) fn covers(self) -> impl Iterator<Item = usize> {
        bits(self.positions).map(move |position| 9 - self.base + position)
    }
}

/// Calls `visit` with every fish of this size that has an elimination.
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
            tight_sets(&of, fit, size, &mut |lines, positions| {
                let fish = Fish { base, lines, positions, digit };
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

/// Reports fish with columns as base first, then by ascending mask of their base lines, then by
/// digit.
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
            for position in bits(marks.pos[cover][fish.digit]) {
                let cell = CELLS[cover][position] as usize;
                if fish.lines >> position & 1 == 1 {
                    deduction.mark(Role::Core, cell, 1 << fish.digit);
                } else {
                    deduction.eliminate(cell, 1 << fish.digit);
                }
            }
        }
        visit(deduction)
    })
}
