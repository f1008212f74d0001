//! The comparison of words: values along lines, read in alphabetical order.

use farandole_puzzle::Cell;

/// The condition on words.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// If all words start with `first`, this many of them are less than the word. They may be equal to it as far
    /// as they are compared, and may be less nevertheless.
    Less { first: u8, less: u8, may_tie: bool, is_tie_less: bool },
    /// They differ from the word.
    Different,
}

/// Words that are compared with a word.
#[derive(Clone, Debug)]
pub(super) struct Words {
    wanted: Wanted,
    /// Number of cells at which the words start, which are read first.
    starts: usize,
    /// Number of words.
    count: usize,
    /// The position at which two values are compared, the number of the word, and the positions of the value of
    /// the word itself and of this one.
    comparisons: Vec<(usize, usize, usize, usize)>,
    /// For each position, the slot of its value in the state.
    slots: Vec<usize>,
    /// For each position, the bits of the state that are needed after it.
    kept: Vec<u64>,
}

/// Number of bits of a state before the slots: two for each word, which are 1 if it is less and 2 if it is greater.
const FIRST_SLOT: usize = 8;
/// Number of slots of values in a state.
const SLOTS: usize = 14;
/// The state if a word starts with another value.
const OTHER: u64 = u64::MAX;

impl Words {
    /// Compares words with a word. Returns `None` if the state has no room for their values.
    pub(super) fn new<'a>(
        cells: &[Cell],
        starts: usize,
        wanted: Wanted,
        own: &[Cell],
        words: impl Iterator<Item = &'a [Cell]>,
    ) -> Option<Self> {
        let place = |cell: &Cell| cells.iter().position(|it| it == cell).unwrap_or(0);
        let mut last: Vec<usize> = (0..cells.len()).collect();
        let (mut comparisons, mut count) = (Vec::new(), 0);
        for (number, word) in words.enumerate() {
            count = number + 1;
            // Values are compared in order, as soon as both are known.
            let mut when = 0;
            for (one, two) in own.iter().zip(word).map(|(one, two)| (place(one), place(two))) {
                when = when.max(one).max(two);
                last[one] = last[one].max(when);
                last[two] = last[two].max(when);
                comparisons.push((when, number, one, two));
            }
        }
        comparisons.sort_by_key(|(when, ..)| *when);
        let (mut slots, mut kept): (Vec<usize>, Vec<u64>) = (Vec::new(), Vec::new());
        for at in 0..cells.len() {
            let used: Vec<usize> = (0..at).filter(|it| last[*it] >= at).map(|it| slots[it]).collect();
            slots.push((0..SLOTS).find(|slot| !used.contains(slot))?);
            let later = (0..=at).filter(|it| last[*it] > at).map(|it| 15 << (FIRST_SLOT + 4 * slots[it]));
            kept.push(later.fold((1 << FIRST_SLOT) - 1, |kept, slot| kept | slot));
        }
        Some(Self { wanted, starts, count, comparisons, slots, kept })
    }

    /// Returns the state after a value, given as an index.
    pub(super) fn after(&self, state: u64, at: usize, value: u8, low: u8) -> Option<u64> {
        match self.wanted {
            _ if state == OTHER => return Some(OTHER),
            Wanted::Less { first, .. } if at < self.starts => {
                return Some(if value == first { 0 } else { OTHER });
            }
            _ => {}
        }
        let slot = |at: usize| FIRST_SLOT + 4 * self.slots[at];
        let mut after = (state & !(15 << slot(at))) | (u64::from(value - low) << slot(at));
        for (_, word, one, two) in self.comparisons.iter().filter(|(when, ..)| *when == at) {
            if after >> (2 * word) & 3 == 0 {
                let order = (after >> slot(*two) & 15).cmp(&(after >> slot(*one) & 15));
                let order = match order {
                    core::cmp::Ordering::Less => 1,
                    core::cmp::Ordering::Equal => 0,
                    core::cmp::Ordering::Greater => 2,
                };
                after |= order << (2 * word);
            }
        }
        let [less, greater] =
            [1, 2].map(|order| (0..self.count).filter(|word| after >> (2 * word) & 3 == order).count());
        let ties = self.count - less - greater;
        let is_last = at + 1 == self.slots.len();
        let fits = match self.wanted {
            Wanted::Different if ties == 0 => return Some(OTHER),
            Wanted::Different => !is_last,
            Wanted::Less { less: wanted, may_tie, is_tie_less, .. } => {
                let wanted = usize::from(wanted);
                let may_end = ties == 0 || (may_tie && (is_tie_less || less == wanted));
                less <= wanted && greater <= self.count - wanted && (!is_last || may_end)
            }
        };
        fits.then_some(after & self.kept[at])
    }
}
