//! Nondeterministic finite automata without epsilon transitions, and their text encoding.

use super::relation::{digit_of, digit_value};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Maximum number of states of an automaton. State numbers are stored as `u16`.
pub(crate) const MAX_STATES: usize = 1 << 16;
/// Maximum number of transitions of an automaton.
pub(crate) const MAX_TRANSITIONS: usize = 1 << 20;

/// A transition of an automaton.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transition {
    /// The source state.
    pub from: u16,
    /// The symbol that the transition reads. Symbol s is the value low + s. The last symbol may be
    /// the break between segments.
    pub symbol: u8,
    /// The target state.
    pub to: u16,
}

/// A nondeterministic finite automaton.
///
/// States are numbered in this order: the start states, the accepting states that are not start
/// states, all others. A sequence of symbols is accepted if some run over the whole sequence ends
/// in an accepting state.
///
/// ```
/// use farandole_puzzle::constraint::Automaton;
///
/// // One 1, then one 2, where symbol 0 is the value 1.
/// let automaton = Automaton::from_code("BFQ00A").unwrap();
/// assert!(automaton.accepts([0, 1]) && !automaton.accepts([0]) && !automaton.accepts([0, 1, 0]));
/// assert_eq!(Automaton::from_code(&automaton.code()), Some(automaton));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Automaton {
    symbols: u8,
    starts: u32,
    accepting: Vec<bool>,
    transitions: Vec<Transition>,
}

impl Ord for Automaton {
    fn cmp(&self, other: &Self) -> Ordering {
        if core::ptr::eq(self, other) {
            // Many lists of cells share one automaton, so comparing pointers first is faster.
            return Ordering::Equal;
        }
        let key = |it: &Self| (it.symbols, it.starts);
        let states = || self.accepting.cmp(&other.accepting);
        key(self).cmp(&key(other)).then_with(states).then_with(|| self.transitions.cmp(&other.transitions))
    }
}

impl PartialOrd for Automaton {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Automaton {
    /// Builds an automaton and renumbers its states: start states, accepting states among the rest,
    /// all others. The order within each class is preserved. Each element of `states` is a pair (is
    /// a start state, is accepting).
    ///
    /// Returns `None` if there are no symbols or more than 16, if there are more than 65,536 states
    /// or 1,048,576 transitions, or if a transition has an unknown symbol or state.
    pub fn new(symbols: u8, states: &[(bool, bool)], transitions: &[Transition]) -> Option<Self> {
        let is_known = |it: &Transition| {
            it.symbol < symbols && usize::from(it.from) < states.len() && usize::from(it.to) < states.len()
        };
        let fits =
            (1..=16).contains(&symbols) && states.len() <= MAX_STATES && transitions.len() <= MAX_TRANSITIONS;
        if !fits || !transitions.iter().all(is_known) {
            return None;
        }
        let rank = |state: &usize| match states[*state] {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by_key(rank);
        let mut number = alloc::vec![0_u16; states.len()];
        order.iter().enumerate().for_each(|(new, old)| number[*old] = new as u16);
        let renumbered = transitions.iter().map(|it| Transition {
            from: number[usize::from(it.from)],
            to: number[usize::from(it.to)],
            ..*it
        });
        let mut transitions: Vec<Transition> = renumbered.collect();
        transitions.sort_unstable();
        transitions.dedup();
        let mut accepting: Vec<bool> = order.iter().map(|old| states[*old].1).collect();
        // Drops trailing states that are neither start states nor accepting and have no transition.
        // They have no effect on the accepted sequences.
        let starts = states.iter().filter(|(is_start, _)| *is_start).count();
        let last = transitions.iter().map(|it| usize::from(it.from.max(it.to)) + 1).max().unwrap_or(0);
        let needed = order.iter().rposition(|old| rank(old) < 2).map_or(0, |last| last + 1);
        accepting.truncate(last.max(needed));
        Some(Self { symbols, starts: starts as u32, accepting, transitions })
    }

    /// Builds the automaton of all states that `step` reaches from a start state. `step` returns the state after a
    /// symbol, or `None` if no accepted sequence continues with it.
    ///
    /// Returns `None` under the conditions of [`new`](Self::new). The number of reachable states must be finite.
    pub(super) fn from_steps<S: Clone + Ord>(
        symbols: u8,
        start: S,
        step: impl Fn(&S, u8) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Option<Self> {
        let (mut numbers, mut states) = (BTreeMap::from([(start.clone(), 0_u16)]), alloc::vec![start]);
        let (mut transitions, mut next) = (Vec::new(), 0);
        while let Some(state) = states.get(next).filter(|_| states.len() <= MAX_STATES).cloned() {
            for symbol in 0..symbols {
                let Some(to) = step(&state, symbol) else { continue };
                let to = *numbers.entry(to).or_insert_with_key(|state| {
                    states.push(state.clone());
                    (states.len() - 1) as u16
                });
                transitions.push(Transition { from: next as u16, symbol, to });
            }
            next += 1;
        }
        let flags: Vec<(bool, bool)> =
            states.iter().enumerate().map(|(number, state)| (number == 0, accepts(state))).collect();
        Self::new(symbols, &flags, &transitions)
    }

    /// Returns the number of symbols: the number of values, plus one if there is a symbol for
    /// breaks between segments.
    pub const fn symbols(&self) -> u8 {
        self.symbols
    }

    /// Returns the number of states.
    pub const fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Returns the number of start states, which are the lowest-numbered states.
    pub const fn starts(&self) -> usize {
        self.starts as usize
    }

    /// Returns true if the state is accepting. Returns false for unknown states.
    pub(crate) fn is_accepting(&self, state: usize) -> bool {
        self.accepting.get(state).is_some_and(|accepts| *accepts)
    }

    /// Returns all transitions without duplicates, sorted by source state, then symbol, then target
    /// state.
    pub(crate) fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// Returns the transitions that leave a state.
    pub(super) fn from(&self, state: u16) -> &[Transition] {
        let start = self.transitions.partition_point(|it| it.from < state);
        let length = self.transitions[start..].partition_point(|it| it.from == state);
        &self.transitions[start..start + length]
    }

    /// Returns true if the automaton accepts a sequence of symbols.
    ///
    /// Cost: for each symbol, the transitions that leave the states reached so far.
    pub fn accepts(&self, symbols: impl IntoIterator<Item = u8>) -> bool {
        let mut reached: Vec<u16> = (0..self.starts).map(|state| state as u16).collect();
        for symbol in symbols {
            let steps = reached.iter().flat_map(|state| self.from(*state)).filter(|it| it.symbol == symbol);
            let mut next: Vec<u16> = steps.map(|it| it.to).collect();
            next.sort_unstable();
            next.dedup();
            reached = next;
        }
        reached.iter().any(|state| self.is_accepting(usize::from(*state)))
    }

    /// Parses the base 64 encoding of an automaton. An empty code is the automaton that accepts
    /// nothing.
    ///
    /// Returns `None` if the code is malformed.
    pub fn from_code(code: &str) -> Option<Self> {
        if code.is_empty() {
            return Self::new(1, &[], &[]);
        }
        let bytes = from_base64(code)?;
        let mut bits = Bits { bytes: &bytes, at: 0 };
        let packed = match bits.take(2)? {
            0 => false,
            1 => true,
            _ => return None,
        };
        let state_bits = bits.take(4)? as usize + 1;
        let symbols = bits.take(4)? as u8 + 1;
        let starts = bits.take(state_bits)? as usize;
        let accepts = bits.take(state_bits)? as usize;
        let mut states = Vec::with_capacity(starts + accepts);
        for _ in 0..starts {
            states.push((true, bits.take(1)? == 1));
        }
        states.extend(core::iter::repeat_n((false, true), accepts));
        let transitions = if packed {
            packed_body(&mut bits, state_bits, symbols)?
        } else {
            plain_body(&mut bits, state_bits, symbols)?
        };
        if bits.left() > 0 && bits.take(bits.left())? != 0 {
            return None;
        }
        let count = transitions.iter().map(|it| usize::from(it.from.max(it.to)) + 1).max().unwrap_or(0);
        states.resize(count.max(states.len()), (false, false));
        if states.len() > 1 << state_bits { None } else { Self::new(symbols, &states, &transitions) }
    }

    /// Returns the base 64 encoding in the shorter of its two forms.
    pub fn code(&self) -> String {
        if self.accepting.is_empty() {
            return String::new();
        }
        let deterministic = self
            .transitions
            .windows(2)
            .all(|pair| (pair[0].from, pair[0].symbol) != (pair[1].from, pair[1].symbol));
        let plain = self.coded(false);
        if deterministic {
            let packed = self.coded(true);
            if packed.len() < plain.len() {
                return packed;
            }
        }
        plain
    }

    fn coded(&self, packed: bool) -> String {
        let accepts = self.accepting[self.starts()..].iter().filter(|accepts| **accepts).count();
        let largest = (self.states() - 1).max(self.starts()).max(accepts);
        let state_bits = bit_length(largest).max(1);
        let mut out = BitWriter::default();
        out.put(usize::from(packed), 2);
        out.put(state_bits - 1, 4);
        out.put(usize::from(self.symbols) - 1, 4);
        out.put(self.starts(), state_bits);
        out.put(accepts, state_bits);
        self.accepting[..self.starts()].iter().for_each(|accepts| out.put(usize::from(*accepts), 1));
        let listed = self.transitions.last().map_or(0, |it| it.from + 1);
        let most = (0..listed).map(|state| self.from(state).len()).max().unwrap_or(0);
        if !packed {
            out.put(bit_length(most), 4);
        }
        for state in 0..listed {
            let transitions = self.from(state);
            if packed {
                let mask = transitions.iter().fold(0, |mask, it| mask | 1 << it.symbol);
                out.put(mask, usize::from(self.symbols));
            } else {
                out.put(transitions.len(), bit_length(most));
            }
            for it in transitions {
                if !packed {
                    out.put(usize::from(it.symbol), symbol_bits(self.symbols));
                }
                out.put(usize::from(it.to), state_bits);
            }
        }
        to_base64(&out.finish())
    }
}

/// Parses transitions in the form that lists symbols and targets.
fn plain_body(bits: &mut Bits<'_>, state_bits: usize, symbols: u8) -> Option<Vec<Transition>> {
    let count_bits = bits.take(4)? as usize;
    let mut transitions = Vec::new();
    let mut from = 0;
    while count_bits > 0 && bits.left() >= count_bits {
        for _ in 0..bits.take(count_bits)? {
            let symbol = bits.take(symbol_bits(symbols))? as u8;
            let to = bits.take(state_bits)? as u16;
            transitions.push(Transition { from: u16::try_from(from).ok()?, symbol, to });
        }
        from += 1;
    }
    Some(transitions)
}

/// Parses transitions in the form that has a mask of symbols for each state.
fn packed_body(bits: &mut Bits<'_>, state_bits: usize, symbols: u8) -> Option<Vec<Transition>> {
    let mut transitions = Vec::new();
    let mut from = 0;
    while bits.left() >= usize::from(symbols) {
        let mask = bits.take(usize::from(symbols))?;
        for symbol in (0..symbols).filter(|symbol| mask >> symbol & 1 == 1) {
            let to = bits.take(state_bits)? as u16;
            transitions.push(Transition { from: u16::try_from(from).ok()?, symbol, to });
        }
        from += 1;
    }
    Some(transitions)
}

/// Returns the number of bits of the binary representation of a number.
const fn bit_length(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

/// Returns the number of bits that encode a symbol.
const fn symbol_bits(symbols: u8) -> usize {
    bit_length(symbols as usize - 1)
}

/// A bit reader, most significant bit first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    const fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    /// Reads the next `count` bits as a number. Returns `None` if fewer remain.
    fn take(&mut self, count: usize) -> Option<u32> {
        if self.left() < count {
            return None;
        }
        let bit = |at: usize| u32::from(self.bytes[at / 8] >> (7 - at % 8) & 1);
        let number = (self.at..self.at + count).fold(0, |number, at| number << 1 | bit(at));
        self.at += count;
        Some(number)
    }
}

/// A bit writer, most significant bit first.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    used: usize,
}

impl BitWriter {
    fn put(&mut self, number: usize, count: usize) {
        for bit_index in (0..count).rev() {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let bit = (number >> bit_index & 1) as u8;
            self.bytes[self.used / 8] |= bit << (7 - self.used % 8);
            self.used += 1;
        }
    }

    fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Encodes bytes in URL-safe base 64 without padding.
pub(crate) fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 2);
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        (0..=chunk.len()).for_each(|index| text.push(digit_of((word >> (18 - 6 * index) & 63) as u8)));
    }
    text
}

/// Decodes base 64. Returns `None` for unknown characters, impossible lengths, and nonzero unused
/// bits in the last digit.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for chunk in text.as_bytes().chunks(4) {
        let digits: Option<Vec<u8>> = chunk.iter().map(|byte| digit_value(*byte)).collect();
        let digits = digits?;
        let word = (0..4).fold(0_u32, |word, index| word << 6 | u32::from(*digits.get(index).unwrap_or(&0)));
        let whole = word.to_be_bytes();
        let count = chunk.len() * 6 / 8;
        if count == 0 || whole[1 + count..].iter().any(|byte| *byte != 0) {
            return None;
        }
        bytes.extend(&whole[1..=count]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(symbols: u8, length: usize) -> impl Iterator<Item = Vec<u8>> {
        let count = usize::from(symbols).pow(length as u32);
        (0..count).map(move |mut number| {
            let digit = |_| {
                let digit = number % usize::from(symbols);
                number /= usize::from(symbols);
                digit as u8
            };
            (0..length).map(digit).collect()
        })
    }

    #[test]
    fn known_codes() {
        let exact = Automaton::from_code("BFQ00A").unwrap();
        let within = Automaton::from_code("BhSUEAIQYgow5BIIpJqKrLsIig").unwrap();
        let sum = Automaton::from_code("SMl6cIO4ThEg").unwrap();
        for length in 0..4 {
            for word in words(9, length) {
                assert_eq!(exact.accepts(word.iter().copied()), word == [0, 1], "{word:?}");
                let has = word.windows(2).any(|pair| pair == [0, 1]);
                assert_eq!(within.accepts(word.iter().copied()), has, "{word:?}");
            }
        }
        for length in 0..5 {
            for word in words(4, length) {
                let total: usize = word.iter().map(|symbol| usize::from(*symbol) + 1).sum();
                assert_eq!(sum.accepts(word.iter().copied()), total == 4, "{word:?}");
            }
        }
        let nineteen = Automaton::from_code("BhSUEIQYgow5HBApJqKrLsIwiCA").unwrap();
        for word in words(9, 4) {
            let ones = word.iter().filter(|symbol| **symbol == 0).count();
            let pair = word.windows(2).any(|pair| matches!(pair, [0, 8] | [8, 0]));
            assert_eq!(nineteen.accepts(word.iter().copied()), ones == 1 && pair, "{word:?}");
        }
    }

    #[test]
    fn the_empty_code_accepts_nothing() {
        let nothing = Automaton::from_code("").unwrap();
        assert!(!nothing.accepts([]) && !nothing.accepts([0]));
        assert_eq!(nothing.code(), "");
    }

    #[test]
    fn truncated_or_altered_codes_are_rejected() {
        for code in ["B", "BF", "!", "gAAA", "BFQ00", "BFQ00B"] {
            assert_eq!(Automaton::from_code(code), None, "{code}");
        }
    }

    prop_compose! {
        fn automata()(symbols in 1_u8..=16, states in prop::collection::vec(any::<(bool, bool)>(), 1..20))(
            edges in prop::collection::vec((0..states.len() as u16, 0..symbols, 0..states.len() as u16), 0..60),
            symbols in Just(symbols),
            states in Just(states),
        ) -> Automaton {
            let edge = |(from, symbol, to)| Transition { from, symbol, to };
            Automaton::new(symbols, &states, &edges.into_iter().map(edge).collect::<Vec<_>>()).unwrap()
        }
    }

    proptest! {
        #[test]
        fn codes_round_trip(automaton in automata()) {
            let read = Automaton::from_code(&automaton.code());
            // The code of an automaton without states does not record its symbols.
            let expected = if automaton.states() == 0 { Automaton::from_code("") } else { Some(automaton) };
            prop_assert_eq!(read, expected);
        }

        #[test]
        fn base_64_round_trips(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            prop_assert_eq!(from_base64(&to_base64(&bytes)), Some(bytes));
        }
    }
}
