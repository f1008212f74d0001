//! Compiles constraints on the number of occurrences of values in sets of cells.

use super::cells::numbers;
use crate::compile::builder::Builder;
use crate::propagators::count::{Allowed, Circles, Count, Places};
use crate::propagators::distinct_count::DistinctCount;
use crate::propagators::regular::Automaton;
use crate::propagators::same_multisets::SameMultisets;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// Compiles kinds that count values.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::ContainAtLeast(it) => {
            return contain(&numbers(&it.cells), &listed(&it.values), Least::AtLeast, builder);
        }
        Constraint::ContainExact(it) => {
            return contain(&numbers(&it.cells), &listed(&it.values), Least::Exactly, builder);
        }
        Constraint::Quad(it) => {
            return contain(&numbers(&constraint.cells(board)), &listed(&it.values), Least::AtLeast, builder);
        }
        Constraint::LookAndSay(it) => {
            let wanted: Vec<(u8, u32)> =
                it.pairs.iter().map(|&(times, value)| (value, times.into())).collect();
            return contain(&numbers(&it.cells), &wanted, Least::Exactly, builder);
        }
        Constraint::SameValues(it) => {
            let sets: Vec<Vec<u16>> = it.sets.iter().map(|set| numbers(set)).collect();
            same_values(&sets, builder);
        }
        Constraint::CountingCircles(it) => {
            let places = Places::new(&numbers(&it.cells), &builder.peers());
            builder.post(Circles::new(places, builder.low(), builder.count()));
        }
        Constraint::CountDistinct(it) => {
            let cells = numbers(&it.cells);
            builder.post(DistinctCount::new(cells[0], &cells[1..], builder.low()));
        }
        _ => return false,
    }
    true
}

/// The meaning of the listed number of occurrences.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Least {
    AtLeast,
    Exactly,
}

/// Returns each different value with the number of times it is listed.
fn listed(values: &[u8]) -> Vec<(u8, u32)> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.chunk_by(|one, two| one == two).map(|run| (run[0], run.len() as u32)).collect()
}

/// Requires that each value occurs the given number of times, exactly or at least.
fn contain(cells: &[u16], wanted: &[(u8, u32)], least: Least, builder: &mut Builder) -> bool {
    let counts: Vec<(u16, Allowed)> = wanted
        .iter()
        .map(|&(value, times)| {
            let most = if least == Least::Exactly { times } else { u32::MAX };
            (builder.bit(value.into()), Allowed::Range(times, most))
        })
        .collect();
    let places = Places::new(cells, &builder.peers());
    builder.post(Count::new(places, &counts));
    // `Count` treats each value separately. For few values in few cells, an automaton also combines
    // them.
    let states: u32 = wanted.iter().map(|&(_, times)| times + 1).product();
    if (2..=MOST_WANTED).contains(&wanted.len()) && states <= MOST_STATES && cells.len() <= MOST_CELLS {
        let machine = Contains {
            wanted: wanted.iter().map(|&(value, times)| (value - builder.low(), times as u8)).collect(),
            least,
        };
        return builder.regular(&machine, cells).is_ok();
    }
    true
}

/// Maximum number of values that one automaton counts. A state stores one byte for each value in a
/// `u64`.
const MOST_WANTED: usize = 8;
// Limit of the product of (count + 1) over all values, which bounds the number of states per layer.
const MOST_STATES: u32 = 64;
const MOST_CELLS: usize = 9;

/// An automaton that counts the remaining occurrences of each value.
struct Contains {
    /// Each 0-based value with its number of occurrences. There are at most [`MOST_WANTED`] values.
    wanted: Vec<(u8, u8)>,
    least: Least,
}

impl Automaton for Contains {
    /// The remaining occurrences, one byte for each value.
    type State = u64;

    fn start(&self) -> Vec<u64> {
        vec![self.wanted.iter().rev().fold(0, |state, &(_, times)| state << 8 | u64::from(times))]
    }

    fn step(&self, state: &u64, _: usize, value: u8, out: &mut Vec<u64>) {
        let Some(at) = self.wanted.iter().position(|&(wanted, _)| wanted == value) else {
            return out.push(*state);
        };
        if state >> (8 * at) & 0xff > 0 {
            out.push(state - (1 << (8 * at)));
        } else if self.least == Least::AtLeast {
            out.push(*state);
        }
    }

    fn accepts(&self, state: &u64) -> bool {
        *state == 0
    }
}

/// Requires that all sets of cells hold the same values, with the same multiplicities.
pub(super) fn same_values(sets: &[Vec<u16>], builder: &mut Builder) {
    // For single cells, the constraint is a chain of equalities.
    if sets.iter().all(|set| set.len() == 1) {
        builder.chain(&sets.concat(), |a, b| a == b);
    } else if sets.len() > 1 {
        // Cells known to be equal are replaced by one of them, which counts several times. `Copycat` then takes
        // 1,477 guesses instead of 7,135 (`docs/experiments/2026-11-22-variants-beside-iss.md`).
        let sets: Vec<Vec<u16>> = sets.iter().map(|set| builder.same_as(set)).collect();
        builder.post(SameMultisets::new(&sets, &builder.peers()));
    }
}
