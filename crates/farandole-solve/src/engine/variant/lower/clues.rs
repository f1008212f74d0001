//! Clues outside the grid.

use super::cells::numbers;
use super::ends::filling;
use super::indexing::numbered_room;
use crate::engine::variant::builder::Builder;
use crate::engine::variant::rules::prefix_sum::PrefixSum;
use crate::engine::variant::rules::regular::Automaton;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// Kinds that are clues at the ends of lines.
pub(super) fn lower(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    let line = || numbers(&constraint.cells(board));
    let low = builder.low();
    match constraint {
        Constraint::Sandwich(it) => filling(&line(), it.sum, builder),
        Constraint::XSum(it) => builder.rule(PrefixSum::new(&line(), it.clue, low, builder.count())),
        Constraint::Skyscraper(it) => {
            return builder.regular(&Skyscraper { clue: it.clue, low }, &line()).is_ok();
        }
        Constraint::HiddenSkyscraper(it) => {
            return builder.regular(&Hidden { clue: it.clue, low }, &line()).is_ok();
        }
        Constraint::NumberedRoom(it) => {
            numbered_room(&line(), i32::try_from(it.clue).unwrap_or(i32::MAX), builder);
        }
        _ => return false,
    }
    true
}

/// As many values as the clue says are higher than all before; a 0 is not.
struct Skyscraper {
    clue: u32,
    low: u8,
}

impl Automaton for Skyscraper {
    /// The highest value so far and how many were seen.
    type State = (u8, u32);

    fn start(&self) -> Vec<(u8, u32)> {
        vec![(0, 0)]
    }

    fn step(&self, &(highest, seen): &(u8, u32), _: usize, value: u8, out: &mut Vec<(u8, u32)>) {
        let value = value + self.low;
        if value <= highest {
            out.push((highest, seen));
        } else if seen < self.clue {
            out.push((value, seen + 1));
        }
    }

    fn accepts(&self, &(_, seen): &(u8, u32)) -> bool {
        seen == self.clue
    }
}

/// The first value that is lower than the one before is the clue.
struct Hidden {
    clue: u32,
    low: u8,
}

impl Automaton for Hidden {
    /// The value before; `None` once the clue was met.
    type State = Option<u8>;

    fn start(&self) -> Vec<Option<u8>> {
        vec![Some(0)]
    }

    fn step(&self, state: &Option<u8>, _: usize, value: u8, out: &mut Vec<Option<u8>>) {
        let value = value + self.low;
        match *state {
            Some(before) if value >= before => out.push(Some(value)),
            Some(_) if u32::from(value) != self.clue => {}
            _ => out.push(None),
        }
    }

    fn accepts(&self, state: &Option<u8>) -> bool {
        state.is_none()
    }
}
