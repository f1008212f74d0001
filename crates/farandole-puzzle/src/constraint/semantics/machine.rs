//! Automata whose states are computed, for conditions on the order of values.
//!
//! A state is a number of at most 64 bits, so that all consumers can store, compare and combine states of any
//! machine. Each variant documents its layout, from the lowest bit. States are read cell by cell; a machine may
//! have several start states and several successors (nondeterminism), and it accepts if one run accepts.

use super::super::automaton::Automaton;
use crate::board::ValueRange;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// An automaton that reads the values of a list of cells in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Machine {
    /// The values between the least and the greatest value add up to the sum. The values differ.
    ///
    /// State: index of the least value (4 bits), index of the greatest (4), phase (2), sum so far.
    Sandwich {
        /// The sum.
        sum: u32,
        /// True if every value of the board occurs, so that the least and the greatest value are known.
        is_full: bool,
    },
    /// The first X values add up to the sum, where X is the first value.
    ///
    /// State: sum so far (16 bits), X.
    PrefixSum {
        /// The sum.
        sum: u32,
        /// The number of cells.
        count: usize,
    },
    /// The number, or the sum, of the values greater than all values before them. The value 0 is not counted.
    ///
    /// State: greatest value so far (8 bits), number or sum so far.
    Visible {
        /// The number or the sum.
        total: u32,
        /// True if the values are added, not counted.
        is_sum: bool,
        /// True if the values are known to differ, which excludes more prefixes.
        is_distinct: bool,
    },
    /// The first value that is less than an earlier value.
    ///
    /// State: least value that is not hidden (8 bits), then 1 after the first hidden value.
    FirstHidden {
        /// The value.
        value: u32,
        /// True if the values are known to differ, which excludes more prefixes.
        is_distinct: bool,
    },
    /// The list can be divided into consecutive segments that each have the sum.
    ///
    /// State: on a ring, the part of the first segment at the end of the list (8 bits); sum of the current segment
    /// (8); 1 after a border between segments.
    Segments {
        /// The sum, 1 to 255.
        sum: u8,
        /// True if the first cell follows the last one.
        is_ring: bool,
    },
    /// The first two values are the ends of a line, and all other values lie between them. With a difference, the
    /// ends differ by at least this much, and all other values lie outside of them.
    ///
    /// State: lesser end (8 bits), greater end.
    Ends {
        /// The least difference of the ends if the other values lie outside of them.
        outside: Option<u8>,
    },
    /// The first value is the number of different values after it.
    ///
    /// State: mask of values (16 bits), first value.
    DistinctCount,
    /// Each value occurs as often as its own number, or not at all.
    ///
    /// State: number of occurrences of each value (4 bits each).
    SelfCounting {
        /// The number of cells.
        count: usize,
    },
    /// No values of one or more cells add up to the sum. A cell that is listed several times is read once and counts
    /// several times.
    ///
    /// State: bit s is set if some values have the sum s.
    NoSubset {
        /// The sum, below 64.
        sum: u32,
        /// For each cell that is read, the number of times it is listed.
        times: Vec<u32>,
    },
    /// A sum in which marked values count differently. Each value is followed by the cell that marks it.
    ///
    /// State: last value times its coefficient, if its mark is read next (32 bits, offset); sum so far (offset).
    MarkedSum {
        /// The sum.
        sum: i32,
        /// For each term, the value that marks it, and its coefficient.
        terms: Vec<(u8, i32)>,
        /// Multiplier of marked values.
        times: i32,
    },
    /// A stored automaton accepts the values. The automaton also reads breaks between segments, with the number of
    /// values as their symbol.
    ///
    /// State: the state of the automaton.
    Stored {
        /// The automaton. The symbol of a value is its index (value - low).
        automaton: Arc<Automaton>,
        /// The number of breaks before each cell and after the last cell.
        breaks: Vec<u8>,
    },
}

/// The position of the next cell relative to the least and the greatest value of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Before,
    /// The least value follows later.
    BeforeLeast,
    /// The greatest value follows later.
    BeforeGreatest,
    After,
}

impl Phase {
    const fn of(state: u64) -> Self {
        match state >> 8 & 3 {
            0 => Self::Before,
            1 => Self::BeforeLeast,
            2 => Self::BeforeGreatest,
            _ => Self::After,
        }
    }
}

/// Added to signed sums in states.
const OFFSET: i64 = 1 << 28;

impl Machine {
    /// Returns the machine of an automaton that reads this many cells without breaks.
    pub fn stored(automaton: Arc<Automaton>, cells: usize) -> Self {
        Self::Stored { automaton, breaks: alloc::vec![0; cells + 1] }
    }

    /// Returns the states before the first cell.
    pub fn starts(&self, values: ValueRange) -> Vec<u64> {
        match self {
            Self::Sandwich { is_full, .. } => {
                let last = u64::from(values.count()) - 1;
                let ends = (0..last).flat_map(|least| (least + 1..=last).map(move |most| (least, most)));
                ends.filter(|ends| !is_full || *ends == (0, last))
                    .map(|(least, most)| most << 4 | least)
                    .collect()
            }
            // On a ring, the first segment may begin at the end of the list. There is a start for each such part.
            Self::Segments { sum, is_ring: true } => {
                (0..u64::from(*sum)).map(|part| u64::from(part == 0) << 16 | part << 8 | part).collect()
            }
            Self::NoSubset { .. } => alloc::vec![1],
            Self::MarkedSum { .. } => alloc::vec![(OFFSET as u64) << 32 | OFFSET as u64],
            Self::Stored { automaton, .. } => (0..automaton.starts() as u64).collect(),
            _ => alloc::vec![0],
        }
    }

    /// Adds to `next` the states that may follow `state` if the cell at index `at` has this value.
    pub fn step(&self, state: u64, at: usize, value: u8, values: ValueRange, next: &mut Vec<u64>) {
        match self {
            Self::Stored { automaton, breaks } => {
                for state in pass_breaks(automaton, state as u16, breaks[at], values.count()) {
                    next.extend(targets(automaton, state, value - values.low()));
                }
            }
            _ => next.extend(self.successor(state, at, value, values)),
        }
    }

    /// Returns the only successor of a state, or `None` if there is none. Stored automata may have several, which
    /// only [`step`](Self::step) returns.
    pub fn successor(&self, state: u64, at: usize, value: u8, values: ValueRange) -> Option<u64> {
        let number = u64::from(value);
        let index = number - u64::from(values.low());
        match self {
            Self::Sandwich { sum, .. } => sandwich(state, index, number, u64::from(*sum)),
            Self::PrefixSum { sum, count } => prefix_sum(state, at, number, u64::from(*sum), *count as u64),
            Self::Visible { total, is_sum, is_distinct } => {
                let (highest, seen) = (state & 255, state >> 8);
                // The greatest of `at + 1` different values is at least this many above the least one. Without this
                // bound, prefixes would be accepted that no line of distinct values has: `Buy Or Rent?` takes 35
                // guesses with it and 6,059 without it (docs/experiments/2026-11-22-variant-search.md).
                if *is_distinct && number.max(highest) < u64::from(values.low()) + at as u64 {
                    return None;
                }
                let by = if *is_sum { number } else { 1 };
                let seen = seen + if number > highest { by } else { 0 };
                (seen <= u64::from(*total)).then_some(seen << 8 | highest.max(number))
            }
            Self::FirstHidden { value: hidden, is_distinct } => {
                let is_clue = number == u64::from(*hidden);
                // A value that cannot repeat occurs only once, as the first hidden value, and the next value that is
                // not hidden is strictly greater (`docs/experiments/2026-11-22-variants-beside-iss.md`).
                let is_misplaced = is_clue && *is_distinct;
                match state {
                    state if state >> 8 == 1 => (!is_misplaced).then_some(state),
                    least if number >= least => (!is_misplaced).then(|| number + u64::from(*is_distinct)),
                    _ => is_clue.then_some(1 << 8),
                }
            }
            Self::Segments { sum, .. } => {
                let now = (state >> 8 & 255) + number;
                let rest = now % u64::from(*sum);
                let border = (state >> 16 & 1) | u64::from(rest == 0);
                (now <= u64::from(*sum)).then_some(border << 16 | rest << 8 | state & 255)
            }
            Self::Ends { outside } => ends(state, at, number, *outside),
            Self::DistinctCount if at == 0 => Some(number << 16),
            Self::DistinctCount => {
                let seen = state | 1 << index;
                (u64::from((seen & 0xffff).count_ones()) <= seen >> 16).then_some(seen)
            }
            Self::SelfCounting { count } => self_counting(state, at, index, values, *count),
            Self::NoSubset { sum, times } => no_subset(state, number, *sum, times[at]),
            Self::MarkedSum { terms, times, .. } => {
                let (mark, factor) = terms[at / 2];
                let (sum, single) = ((state >> 32) as i64 - OFFSET, (state & 0xffff_ffff) as i64 - OFFSET);
                let (sum, single) = match at % 2 {
                    0 => (sum, i64::from(factor) * i64::from(value)),
                    _ if value == mark => (sum + i64::from(*times) * single, 0),
                    _ => (sum + single, 0),
                };
                Some(((sum + OFFSET) as u64) << 32 | (single + OFFSET) as u64)
            }
            Self::Stored { .. } => None,
        }
    }

    /// Returns true if the list is accepted when this state follows its last cell.
    pub fn accepts(&self, state: u64, values: ValueRange) -> bool {
        match self {
            Self::Sandwich { .. } => Phase::of(state) == Phase::After,
            Self::PrefixSum { .. }
            | Self::Ends { .. }
            | Self::SelfCounting { .. }
            | Self::NoSubset { .. } => true,
            Self::Visible { total, .. } => state >> 8 == u64::from(*total),
            Self::FirstHidden { .. } => state >> 8 == 1,
            Self::Segments { is_ring: false, .. } => state >> 8 & 255 == 0,
            Self::Segments { .. } => state >> 8 & 255 == state & 255 && state >> 16 == 1,
            Self::DistinctCount => u64::from((state & 0xffff).count_ones()) == state >> 16,
            Self::MarkedSum { sum, .. } => (state >> 32) as i64 - OFFSET == i64::from(*sum),
            Self::Stored { automaton, breaks } => {
                let last = breaks.last().copied().unwrap_or(0);
                let reached = pass_breaks(automaton, state as u16, last, values.count());
                reached.into_iter().any(|state| automaton.is_accepting(usize::from(state)))
            }
        }
    }

    /// Returns true if there is one start state, and at most one successor of each state and value.
    pub const fn is_deterministic(&self) -> bool {
        match self {
            Self::Sandwich { is_full, .. } => *is_full,
            Self::Segments { is_ring, .. } => !*is_ring,
            Self::Stored { .. } => false,
            _ => true,
        }
    }

    /// Returns the number of low bits that hold every state while a list of this many cells is read.
    pub fn state_bits(&self, cells: usize, values: ValueRange) -> u32 {
        let bits = |greatest: u64| u64::BITS - greatest.leading_zeros();
        let of_sum = bits(u64::from(values.high()) * cells as u64);
        match self {
            Self::Sandwich { .. } => 10 + of_sum,
            Self::PrefixSum { .. } | Self::DistinctCount => 16 + bits(values.high().into()),
            Self::Visible { .. } => 8 + of_sum,
            Self::FirstHidden { .. } => 9,
            Self::Segments { .. } => 17,
            Self::Ends { .. } => 16,
            Self::SelfCounting { .. } => 4 * u32::from(values.count()),
            Self::NoSubset { sum, .. } => (*sum).max(1),
            Self::MarkedSum { .. } => u64::BITS,
            Self::Stored { automaton, .. } => bits(automaton.states() as u64),
        }
    }

    /// Returns the machine for lists whose values are known to differ. It may exclude more prefixes, and accepts the
    /// same lists of different values.
    pub fn on_distinct(self) -> Self {
        match self {
            Self::Visible { total, is_sum, .. } => Self::Visible { total, is_sum, is_distinct: true },
            Self::FirstHidden { value, .. } => Self::FirstHidden { value, is_distinct: true },
            other => other,
        }
    }
}

fn sandwich(state: u64, index: u64, number: u64, sum: u64) -> Option<u64> {
    let (least, most, filling) = (state & 15, state >> 4 & 15, state >> 10);
    if index < least || index > most {
        return None;
    }
    let enter = |phase: u64, filling: u64| filling << 10 | phase << 8 | state & 255;
    match Phase::of(state) {
        Phase::Before if index == least => Some(enter(2, 0)),
        Phase::Before if index == most => Some(enter(1, 0)),
        Phase::BeforeLeast if index == least => (filling == sum).then(|| enter(3, 0)),
        Phase::BeforeGreatest if index == most => (filling == sum).then(|| enter(3, 0)),
        _ if index == least || index == most => None,
        // Values are not negative, so a sum that is too large remains too large.
        Phase::BeforeLeast | Phase::BeforeGreatest => {
            (filling + number <= sum).then_some(state + (number << 10))
        }
        Phase::Before | Phase::After => Some(state),
    }
}

fn prefix_sum(state: u64, at: usize, number: u64, sum: u64, count: u64) -> Option<u64> {
    let state = match at {
        0 if number > count => return None,
        0 => number << 16 | number,
        _ if (at as u64) < state >> 16 => state + number,
        _ => state,
    };
    let (cells, so_far) = (state >> 16, state & 0xffff);
    (so_far <= sum && (at as u64 + 1 < cells || so_far == sum)).then_some(state)
}

fn ends(state: u64, at: usize, number: u64, outside: Option<u8>) -> Option<u64> {
    let (least, most) = (state & 255, state >> 8);
    match (at, outside) {
        (0, _) => Some(number),
        (1, _) => {
            let (least, most) = (number.min(least), number.max(least));
            let is_far = outside.is_none_or(|difference| most - least >= u64::from(difference.max(1)));
            is_far.then_some(most << 8 | least)
        }
        (_, None) => (least < number && number < most).then_some(state),
        (_, Some(_)) => (number < least || most < number).then_some(state),
    }
}

fn self_counting(state: u64, at: usize, index: u64, values: ValueRange, count: usize) -> Option<u64> {
    let after = state + (1 << (4 * index));
    let low = u64::from(values.low());
    let times = |index: u64| after >> (4 * index) & 15;
    if times(index) > index + low || times(index) == 15 {
        return None;
    }
    let missing = |index: u64| match times(index) {
        0 => 0,
        times => index + low - times,
    };
    ((0..16).map(missing).sum::<u64>() <= (count - at - 1) as u64).then_some(after)
}

fn no_subset(state: u64, number: u64, sum: u32, times: u32) -> Option<u64> {
    if sum == 0 {
        return (number > 0).then_some(state);
    }
    let mut sums = state;
    // This many repetitions reach every tracked sum, so more would add none.
    for _ in 0..times.min(64) {
        sums |= if number < 64 { sums << number } else { 0 };
    }
    (sums >> sum & 1 == 0).then_some(sums & ((1 << sum) - 1))
}

/// Returns the states of a stored automaton after some breaks, sorted.
fn pass_breaks(automaton: &Automaton, state: u16, breaks: u8, pause: u8) -> Vec<u16> {
    (0..breaks).fold(alloc::vec![state], |states, _| {
        let mut next: Vec<u16> = states
            .iter()
            .flat_map(|state| targets(automaton, *state, pause))
            .map(|state| state as u16)
            .collect();
        next.sort_unstable();
        next.dedup();
        next
    })
}

fn targets(automaton: &Automaton, state: u16, symbol: u8) -> impl Iterator<Item = u64> {
    let arcs = automaton.from(state);
    let start = arcs.partition_point(|arc| arc.symbol < symbol);
    arcs[start..].iter().take_while(move |arc| arc.symbol == symbol).map(|arc| u64::from(arc.to))
}
