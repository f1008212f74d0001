//! X-wing, swordfish, jellyfish.
//!
//! # What it is
//! In two rows, all candidates for a digit lie in the same two columns: this is an X-wing. A
//! swordfish has three rows and three columns, and a jellyfish has four of each. Rows and columns
//! can change places.
//!
//! # Why it holds
//! Each of the rows needs the digit once, in a different column. Together they use up all of these
//! columns, so no other row can have the digit there.
//!
//! # Example
//! If the candidates for 7 in rows 1 and 5 lie only in columns 2 and 8, then 7 can be eliminated
//! from the other cells of these columns.
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the order of the search).

use crate::grammar::{core_digits, houses, number};
use crate::metadata::Metadata;
use crate::model::Marks;
use crate::model::tables::{CELLS, bits, count};
use crate::model::visit::Visit;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::subsets::tight_sets;
use core::ops::ControlFlow;

pub(crate) const X_WING: Metadata =
    Metadata::new(Technique::XWing, "x-wing", "X-wing", why).se(32).in_short(|| in_short(2)).example(
        ".4+1+786+5..+76.5+13.+48+85+32+4+91+7+6+4+3+76+92+8+5+1+6+8.35+1+7.+4.15+874+36.+5.+6+43\
         +8.+1.+1.8+9+6+54..3+9+4+1+276+8+5:279 289",
    );

pub(crate) const SWORDFISH: Metadata = Metadata::new(Technique::Swordfish, "swordfish", "Swordfish", why)
    .se(38)
    .in_short(|| in_short(3))
    .example(
        "1.+9.+7..5+3.8.+5+13+9.+73+75.9..1.+2+36+9+84+1+7+58..7+3+5..+9+5+97162+3+849+5+3+6+2+1+\
         7487..+8+4+9+53...8+35+7.91:412 217 617 237 637",
    );

pub(crate) const JELLYFISH: Metadata = Metadata::new(Technique::Jellyfish, "jellyfish", "Jellyfish", why)
    .se(52)
    .in_short(|| in_short(4))
    .example(
        "+29+36+8.+71.5+6.73.+9+2+87.8..9+6.38.5+9...+37.+7..5.89+2..+9.+7+8..69+5.8..+3+7+11+8+7\
         ...26..321.7.8.:434 435 445 146 446 456 656 476 484 486 589 495 499",
    );

fn in_short(size: usize) -> String {
    let number = number(size);
    let capital = [&number[..1].to_uppercase(), &number[1..]].concat();
    format!(
        "{capital} rows whose candidates for a digit all lie in {number} columns, or {number} columns whose candidates lie \
         in {number} rows."
    )
}

fn why(deduction: &Deduction) -> String {
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
