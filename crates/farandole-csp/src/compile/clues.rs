//! Compiles clues outside the grid.

use super::cells::numbers;
use super::ends::filling;
use super::indexing::numbered_room;
use crate::compile::builder::Builder;
use crate::propagators::prefix_sum::PrefixSum;
use crate::propagators::regular::{Automaton, Graph, TooLarge};
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;
use std::cell::RefCell;
use std::sync::Arc;

/// Compiles kinds with clues at the ends of lines.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    let line = || numbers(&constraint.cells(board));
    let low = builder.low();
    match constraint {
        Constraint::Sandwich(it) => filling(&line(), it.sum, builder),
        Constraint::XSum(it) => builder.post(PrefixSum::new(&line(), it.clue, low, builder.count())),
        Constraint::Skyscraper(it) => {
            let line = line();
            let machine = Skyscraper { clue: it.clue, low, repeats: Repeats::of(&line, builder) };
            return unrolled(&machine, Key::Skyscraper(it.clue, machine.repeats), &line, builder).is_ok();
        }
        Constraint::HiddenSkyscraper(it) => {
            let line = line();
            let machine = Hidden { clue: it.clue, low, repeats: Repeats::of(&line, builder) };
            return unrolled(&machine, Key::Hidden(it.clue, machine.repeats), &line, builder).is_ok();
        }
        Constraint::NumberedRoom(it) => {
            numbered_room(&line(), i32::try_from(it.clue).unwrap_or(i32::MAX), builder);
        }
        _ => return false,
    }
    true
}

/// The kind of an automaton, and its parameters other than the values and the length of the line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Skyscraper(u32, Repeats),
    Hidden(u32, Repeats),
}

/// A key, the least value, the number of values and the length of the line, with the unrolled
/// automaton.
type Known = ((Key, u8, u8, usize), Arc<Graph>);

/// Maximum number of unrolled automata in the cache.
// A full cache is cleared, which needs no record of the last use of each entry.
const MOST_KNOWN: usize = 64;

thread_local! {
    /// Unrolled automata of clues. There are few different ones, and each is used for many lines.
    static KNOWN: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// Adds an automaton over a line. The automaton is unrolled once for all lines with the same key and
/// length.
fn unrolled<A: Automaton>(
    machine: &A,
    key: Key,
    line: &[u16],
    builder: &mut Builder,
) -> Result<(), TooLarge> {
    let key = (key, builder.low(), builder.count(), line.len());
    let graph = KNOWN.with_borrow_mut(|known| {
        if let Some((_, graph)) = known.iter().find(|(other, _)| *other == key) {
            return Ok(Arc::clone(graph));
        }
        // The automaton is unrolled over all values, not over the candidates of the line, so that every line
        // of this length can use the graph.
        let domains = core::iter::repeat_n(builder.full_mask(), line.len());
        let graph = Arc::new(Graph::new(machine, domains)?);
        if known.len() == MOST_KNOWN {
            known.clear();
        }
        known.push((key, Arc::clone(&graph)));
        Ok(graph)
    })?;
    builder.regular_graph(&graph, line);
    Ok(())
}

/// Indicates if values may repeat on a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeats {
    Allowed,
    Forbidden,
}

impl Repeats {
    fn of(line: &[u16], builder: &Builder) -> Self {
        if builder.peers().is_clique(line) { Self::Forbidden } else { Self::Allowed }
    }
}

/// An automaton that accepts a line if the number of values greater than all earlier ones equals
/// the clue. The value 0 is not counted.
pub(crate) struct Skyscraper {
    pub(crate) clue: u32,
    pub(crate) low: u8,
    pub(crate) repeats: Repeats,
}

impl Automaton for Skyscraper {
    /// The greatest value so far, and the number of values counted.
    type State = (u8, u32);

    fn start(&self) -> Vec<(u8, u32)> {
        vec![(0, 0)]
    }

    fn step(&self, &(highest, seen): &(u8, u32), at: usize, value: u8, out: &mut Vec<(u8, u32)>) {
        let value = value + self.low;
        // If values cannot repeat, the greatest of `at + 1` different values is at least `low + at`.
        // Without this bound, the automaton would accept prefixes that no line of distinct values has. `Buy Or
        // Rent?` takes 35 guesses with the bound and 6,059 without it
        // (docs/experiments/2026-11-22-variant-search.md).
        if self.repeats == Repeats::Forbidden && usize::from(value.max(highest)) < usize::from(self.low) + at
        {
            return;
        }
        if value <= highest {
            out.push((highest, seen));
        // A run with more visible values than the clue ends here.
        } else if seen < self.clue {
            out.push((value, seen + 1));
        }
    }

    fn accepts(&self, &(_, seen): &(u8, u32)) -> bool {
        seen == self.clue
    }
}

/// An automaton that accepts a line if the clue is the first value that is hidden by an earlier,
/// greater value.
pub(crate) struct Hidden {
    pub(crate) clue: u32,
    pub(crate) low: u8,
    pub(crate) repeats: Repeats,
}

impl Automaton for Hidden {
    /// The least value that would not be hidden, or `None` after the clue was read.
    type State = Option<u8>;

    fn start(&self) -> Vec<Option<u8>> {
        vec![Some(0)]
    }

    fn step(&self, state: &Option<u8>, _: usize, value: u8, out: &mut Vec<Option<u8>>) {
        let value = value + self.low;
        let is_clue = u32::from(value) == self.clue;
        // If values cannot repeat, the clue occurs only once, as the first hidden value.
        let misplaced = is_clue && self.repeats == Repeats::Forbidden;
        match *state {
            Some(least) if value >= least => {
                if !misplaced {
                    // If values cannot repeat, the next value that is not hidden is strictly greater.
                    // With this bound, `Hidden Skyscraper - Full Odd` takes 1 guess instead of 281
                    // (`docs/experiments/2026-11-22-variants-beside-iss.md`).
                    out.push(Some(value + u8::from(self.repeats == Repeats::Forbidden)));
                }
            }
            Some(_) if !is_clue => {}
            None if misplaced => {}
            _ => out.push(None),
        }
    }

    fn accepts(&self, state: &Option<u8>) -> bool {
        state.is_none()
    }
}
