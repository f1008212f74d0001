//! The rank of a word among all words of a square (full rank), by lexicographic comparison.
//!
//! Each line is read from both ends, so a square of size N has 4 N words, N for each side of the square. Every
//! line holds every value, so on each side exactly one word starts with a given value. The four words that
//! start with the value of index d have the ranks 4 d to 4 d + 3, counted from 0. A clue therefore determines
//! the first value of its word, and the number of lower words among the three others that start with this
//! value. For example, rank 6 is `4 * 1 + 2`: the word starts with the second value, and two of the three others
//! are lower.
//!
//! On each other side, the algorithm compares the word with every word that may start with the same value. It
//! then counts the sides whose word must be, may be or cannot be lower. The comparison uses the bounds of the
//! cells and the fact that no value repeats in a word.
//!
//! Cost: up to 3 N comparisons of N cells per pass. The propagator prunes little before the first values of the
//! lines are known, so the search branches on them.
//!
//! Source: Frisch, Hnich, Kiziltan, Miguel, Walsh, "Propagation algorithms for lexicographic
//! ordering constraints", Artificial Intelligence 170 (2006), for the comparison.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use core::cmp::Ordering;
use std::sync::Arc;

/// Specifies if two words may be equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ties {
    /// Words may be equal. An equal word does not count as lower.
    Allowed,
    /// The word differs from all other words.
    Forbidden,
}

/// The words that start on one side of the square.
pub(crate) type Side = Arc<[Box<[u16]>]>;

/// A word that has a given rank among all words.
#[derive(Clone, Debug)]
pub(crate) struct LexRank {
    cells: Box<[u16]>,
    word: Box<[u16]>,
    /// The words of the three other sides.
    others: [Side; 3],
    /// The bit of the first value of the word.
    first: u16,
    /// The number of lower words among the words of the other sides with the same first value.
    lower: usize,
    ties: Ties,
    /// For each other side, true if its word with the same first value is lower, and false if it is not. `None`
    /// if the clues of the other sides do not determine this.
    // This follows from the clues alone, so it is computed once.
    known: [Option<bool>; 3],
}

/// The possible results of comparing two words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Possible {
    less: bool,
    equal: bool,
    greater: bool,
}

impl LexRank {
    /// Builds the propagator from a word, the words of the other sides, and the rank `place` of the word, from
    /// 0 to 4 N - 1. For each other side, `known` is true if its word with the same first value is lower, false
    /// if it is not, and `None` if this is unknown.
    pub(crate) fn new(
        word: &[u16],
        others: [Side; 3],
        place: usize,
        ties: Ties,
        known: [Option<bool>; 3],
    ) -> Self {
        // A table of flags yields the sorted distinct cells in linear time.
        let mut read = Vec::new();
        for &cell in others.iter().flat_map(|side| side.iter()).flatten().chain(word) {
            let cell = usize::from(cell);
            read.resize(read.len().max(cell + 1), false);
            read[cell] = true;
        }
        let cells: Vec<u16> = (0..).zip(&read).filter(|(_, read)| **read).map(|(cell, _)| cell).collect();
        Self {
            cells: cells.into(),
            word: word.into(),
            others,
            // Four words start with each value, one per side.
            first: 1 << (place / 4),
            lower: place % 4,
            ties,
            known,
        }
    }

    /// Returns the bit of the first value of the word and, for each other side, the first cells of its words.
    /// On each side, one of these cells has the same value.
    pub(crate) fn first_cells(&self) -> (u16, impl Iterator<Item = Box<[u16]>> + '_) {
        (self.first, self.others.iter().map(|side| side.iter().map(|word| word[0]).collect()))
    }

    /// Returns the possible results of comparing `word` with the word of this propagator, assuming that both
    /// have the same first value.
    fn compare(&self, word: &[u16], masks: &Masks<'_>) -> Possible {
        let possible = compare(&word[1..], &self.word[1..], self.first, masks);
        Possible { equal: possible.equal && self.ties == Ties::Allowed, ..possible }
    }

    /// Returns true if the word that starts with the first value on this side is lower, false if it is not, and
    /// `None` if both are possible.
    fn side_is_lower(&self, side: &[Box<[u16]>], masks: &Masks<'_>) -> Result<Option<bool>, Contradiction> {
        // Any of these words may start with the value, so the side is decided only if all comparisons agree.
        let (mut lower, mut other) = (false, false);
        for word in side.iter().filter(|word| masks.get(word[0]) & self.first != 0) {
            let possible = self.compare(word, masks);
            lower |= possible.less;
            other |= possible.equal || possible.greater;
            if lower && other {
                break;
            }
        }
        match (lower, other) {
            (false, false) => Err(Contradiction),
            (true, true) => Ok(None),
            (lower, _) => Ok(Some(lower)),
        }
    }

    /// Requires that on a side, the word with the same first value is lower (or, if `lower` is false, not lower).
    /// Returns true if a mask changed.
    fn decide(&self, side: &[Box<[u16]>], lower: bool, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        // `only` is the last word that fits. It is used if it is the only such word.
        let (mut changed, mut only, mut open) = (false, None, 0);
        for word in side {
            if masks.get(word[0]) & self.first == 0 {
                continue;
            }
            let possible = self.compare(word, masks);
            // A word that cannot be in the required order cannot start with the value.
            if if lower { possible.less } else { possible.equal || possible.greater } {
                only = Some(word);
                open += 1;
            } else {
                changed |= masks.remove(word[0], self.first)?;
            }
        }
        let word = only.ok_or(Contradiction)?;
        // The word of the side is known, so its cells and the cells of this word are in order.
        if open == 1 {
            changed |= masks.keep(word[0], self.first)?;
            changed |= match (lower, self.ties) {
                (true, _) => keep_less(word, &self.word, Ordering::Less, masks)?,
                (false, Ties::Forbidden) => keep_less(&self.word, word, Ordering::Less, masks)?,
                (false, Ties::Allowed) => keep_less(&self.word, word, Ordering::Equal, masks)?,
            };
        }
        Ok(changed)
    }
}

impl Propagator for LexRank {
    // A run makes up to 3 N comparisons, which read most cells of the board.
    const COST: Cost = Cost::Heavy;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let mut changed = masks.keep(self.word[0], self.first)?;
        let (mut lower, mut open) = (0, 0);
        // All sides are compared first, since their results together determine what each side requires.
        let mut states = [None; 3];
        for ((state, side), known) in states.iter_mut().zip(&self.others).zip(self.known) {
            *state = if known.is_some() { known } else { self.side_is_lower(side, masks)? };
            lower += usize::from(*state == Some(true));
            open += usize::from(state.is_none());
        }
        // Too many words are lower, or too few can be.
        if lower > self.lower || lower + open < self.lower {
            return Err(Contradiction);
        }
        for (state, side) in states.iter().zip(&self.others) {
            let known = match state {
                Some(lower) => Some(*lower),
                // If enough words are lower, the words of the open sides are not lower. If all open sides are
                // needed, their words are lower.
                None if lower == self.lower => Some(false),
                None if lower + open == self.lower => Some(true),
                None => None,
            };
            if let Some(known) = known {
                changed |= self.decide(side, known, masks)?;
            }
        }
        Ok(changed)
    }
}

/// Returns the possible results of comparing two words of the same length. The cells of a word differ, and none
/// of them has a value of the mask `used`.
fn compare(a: &[u16], b: &[u16], used: u16, masks: &Masks<'_>) -> Possible {
    let (mut less, mut greater, mut used) = (false, false, used);
    for (&x, &y) in a.iter().zip(b) {
        // A cell that both words share is equal to itself.
        if x == y {
            continue;
        }
        // This pair matters only if all earlier pairs are equal. The values of these pairs cannot occur again
        // in either word.
        let (x, y) = (masks.get(x) & !used, masks.get(y) & !used);
        // The earlier pairs cannot all be equal, so this pair and later pairs do not matter.
        if x == 0 || y == 0 {
            return Possible { less, equal: false, greater };
        }
        // x can be less than y if the least value of x is less than the greatest value of y.
        less |= x.trailing_zeros() < y.ilog2();
        greater |= x.ilog2() > y.trailing_zeros();
        let common = x & y;
        if common == 0 || less && greater {
            return Possible { less, equal: common != 0, greater };
        }
        used |= if common.is_power_of_two() { common } else { 0 };
    }
    Possible { less, equal: true, greater }
}

/// Requires that the word `a` is less than the word `b`, or less than or equal to it if `most` is `Equal`.
/// Returns true if a mask changed. The cells of a word differ.
fn keep_less(a: &[u16], b: &[u16], most: Ordering, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
    // The first pair of cells that is not known to be equal decides the order.
    let open = a
        .iter()
        .zip(b)
        .position(|(&x, &y)| x != y && (masks.get(x) != masks.get(y) || !masks.get(x).is_power_of_two()));
    let Some(at) = open else {
        return if most == Ordering::Less { Err(Contradiction) } else { Ok(false) };
    };
    let used = a[..at].iter().map(|&cell| masks.get(cell)).filter(|mask| mask.is_power_of_two());
    // The remaining pairs matter only if this pair can be equal.
    let rest = compare(&a[at + 1..], &b[at + 1..], used.fold(0, |used, mask| used | mask), masks);
    let rest_fits = rest.less || rest.equal && most == Ordering::Equal;
    // If the remaining pairs cannot be in order, this pair must be strictly less.
    let strict = u32::from(!rest_fits);
    // The shifts use 32 bits, since a shift of 16 bits by 16 would overflow.
    let above = masks.get(a[at]).trailing_zeros() + strict;
    let changed = masks.keep(b[at], (u32::MAX << above) as u16)?;
    let below = masks.get(b[at]).ilog2() + 1 - strict;
    Ok(changed | masks.keep(a[at], ((1_u32 << below) - 1) as u16)?)
}

/// Two words, the first of which is less than the second. The cells of a word differ.
///
/// The bounds of the first open pair of cells are propagated, as in the algorithm of Frisch et al. Later pairs
/// are only compared.
#[derive(Clone, Debug)]
pub(crate) struct LexAscending {
    cells: Box<[u16]>,
    words: [Box<[u16]>; 2],
}

impl LexAscending {
    /// Builds the propagator from two words of the same length. The word `low` is less than the word `high`.
    pub(crate) fn new(low: &[u16], high: &[u16]) -> Self {
        let LexDistinct { cells, words } = LexDistinct::new(low, high);
        Self { cells, words }
    }
}

impl Propagator for LexAscending {
    // A run makes one comparison of two words, which costs less than a rank and more than a pair.
    const COST: Cost = Cost::Medium;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        while keep_less(&self.words[0], &self.words[1], Ordering::Less, masks)? {}
        Ok(())
    }
}

/// Two words that differ in at least one position. Only the last open pair of cells is propagated.
#[derive(Clone, Debug)]
pub(crate) struct LexDistinct {
    cells: Box<[u16]>,
    words: [Box<[u16]>; 2],
}

impl LexDistinct {
    /// Builds the propagator from two words of the same length.
    pub(crate) fn new(a: &[u16], b: &[u16]) -> Self {
        let mut cells = [a, b].concat();
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), words: [a.into(), b.into()] }
    }
}

impl Propagator for LexDistinct {
    const COST: Cost = Cost::Medium;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // With two open pairs, either can differ, so propagation waits for the last open pair.
        let mut open = None;
        for (&x, &y) in self.words[0].iter().zip(&self.words[1]).filter(|(x, y)| x != y) {
            let (x_mask, y_mask) = (masks.get(x), masks.get(y));
            // The words certainly differ in this position.
            if x_mask & y_mask == 0 {
                return Ok(());
            }
            if x_mask == y_mask && x_mask.is_power_of_two() {
                continue;
            }
            if open.is_some() {
                return Ok(());
            }
            open = Some((x, y));
        }
        let (x, y) = open.ok_or(Contradiction)?;
        if masks.get(x).is_power_of_two() {
            masks.remove(y, masks.get(x))?;
        } else if masks.get(y).is_power_of_two() {
            masks.remove(x, masks.get(y))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare as compare_filter, compare_within, distinct};

    /// The words of a square of size 3 by side: top, bottom, left and right.
    fn sides() -> [Side; 4] {
        let word = |cells: [u16; 3]| -> Box<[u16]> { cells.into() };
        [
            (0..3).map(|c| word([c, c + 3, c + 6])).collect(),
            (0..3).map(|c| word([c + 6, c + 3, c])).collect(),
            (0..3).map(|r| word([3 * r, 3 * r + 1, 3 * r + 2])).collect(),
            (0..3).map(|r| word([3 * r + 2, 3 * r + 1, 3 * r])).collect(),
        ]
    }

    fn latin(values: &[u8]) -> bool {
        let line =
            |cells: &[u16]| cells.iter().fold(0, |set, &cell| set | 1 << values[usize::from(cell)]) == 0b111;
        sides().iter().all(|side| side.iter().all(|word| line(word)))
    }

    fn read(values: &[u8], word: &[u16]) -> Vec<u8> {
        word.iter().map(|&cell| values[usize::from(cell)]).collect()
    }

    #[test]
    fn a_word_has_its_place() {
        for (place, ties) in
            [(0, Ties::Forbidden), (3, Ties::Allowed), (6, Ties::Allowed), (7, Ties::Forbidden)]
        {
            let [above, below, left, right] = sides();
            let word = above[1].clone();
            let propagator = LexRank::new(&word, [below, left, right], place, ties, [None; 3]);
            let holds = |v: &[u8]| {
                let mine = read(v, &word);
                let words: Vec<Vec<u8>> =
                    sides().iter().flat_map(|side| side.iter()).map(|word| read(v, word)).collect();
                let lower = words.iter().filter(|other| **other < mine).count();
                let equal = words.iter().filter(|other| **other == mine).count();
                lower == place && (equal == 1 || ties == Ties::Allowed)
            };
            compare_within(&propagator, 3, Strength::Sound, latin, holds);
        }
    }

    #[test]
    fn a_word_with_the_same_first_value_may_be_known_to_be_lower() {
        for (place, known) in [(2, [Some(true), None, None]), (5, [None, Some(false), None])] {
            let [above, below, left, right] = sides();
            let (word, others) = (above[1].clone(), [below, left, right]);
            let propagator = LexRank::new(&word, others.clone(), place, Ties::Forbidden, known);
            let holds = |v: &[u8]| {
                let mine = read(v, &word);
                let words: Vec<Vec<u8>> =
                    sides().iter().flat_map(|side| side.iter()).map(|word| read(v, word)).collect();
                let is_known = known.iter().zip(&others).all(|(known, side)| {
                    let word = side.iter().map(|word| read(v, word)).find(|word| word[0] == mine[0]);
                    known.is_none_or(|lower| word.is_some_and(|word| (word < mine) == lower))
                });
                is_known
                    && words.iter().filter(|other| **other < mine).count() == place
                    && words.iter().filter(|other| **other == mine).count() == 1
            };
            compare_within(&propagator, 3, Strength::Sound, latin, holds);
        }
    }

    #[test]
    fn words_rise() {
        let propagator = LexAscending::new(&[0, 1, 2], &[0, 3, 4]);
        let given = |v: &[u8]| distinct(&v[..3]) && distinct(&[v[0], v[3], v[4]]);
        compare_within(&propagator, 4, Strength::Sound, given, |v| v[1..3] < v[3..5]);
        let propagator = LexAscending::new(&[0, 1, 2], &[3, 4, 5]);
        let given = |v: &[u8]| distinct(&v[..3]) && distinct(&v[3..]);
        compare_within(&propagator, 4, Strength::Sound, given, |v| v[..3] < v[3..]);
    }

    #[test]
    fn words_differ() {
        let propagator = LexDistinct::new(&[0, 1, 2], &[0, 3, 4]);
        compare_filter(&propagator, 3, Strength::Sound, |v| v[1..3] != v[3..5]);
    }
}
