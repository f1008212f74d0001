//! The lexicographic comparison of words. A word is the list of the values of a row or column, read from one
//! end.

use farandole_puzzle::Cell;

/// The condition on words.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// If all other words start with `first`, exactly `less` of them are less than the word. If `may_tie`, they
    /// may be equal to it in all compared values. If `is_tie_less`, such words may still be less, because not
    /// all values are compared.
    Less { first: u8, less: u8, may_tie: bool, is_tie_less: bool },
    /// All other words differ from the word.
    Different,
}

/// The comparison of a word with other words.
#[derive(Clone, Debug)]
pub(super) struct Words {
    wanted: Wanted,
    /// Number of cells in which the other words start. These cells are read first.
    starts: usize,
    /// Number of other words.
    count: usize,
    /// The comparisons of two values: the position after which both are known, the index of the other word, and
    /// the positions of the values of the word and of the other word.
    comparisons: Vec<(usize, usize, usize, usize)>,
    /// For each position, the slot of its value in the state.
    slots: Vec<usize>,
    /// For each position, the bits of the state that are needed after it.
    kept: Vec<u64>,
}

/// Number of bits of a state before the slots: two for each other word. The two bits are 0 while the word is equal
/// to the other word, 1 if it is less, and 2 if it is greater.
const FIRST_SLOT: usize = 8;
/// Number of slots of values in a state.
const SLOTS: usize = 14;
/// The state if the condition holds regardless of later values, for example because a word starts with another
/// value.
const OTHER: u64 = u64::MAX;

impl Words {
    /// Prepares the comparison of the word `own` with `words`, where the automaton reads `cells` in this order.
    /// Returns `None` if a state has no room for their values.
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
            // Values are compared in the order of the words, as soon as both are known.
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

    /// Returns the state that follows if the cell at position `at` has this value, or `None` if the condition
    /// is violated.
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
