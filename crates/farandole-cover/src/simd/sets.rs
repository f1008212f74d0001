//! Sets of options as bit sets: the options of each item, and the compatibility matrix.

use alloc::vec::Vec;

use crate::model::problem::Problem;

/// The options of each item, and the items of each option. A set of options is a sequence of words, in which
/// option `o` is bit `o % 64` of word `o / 64`.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    /// Number of words of a set.
    pub(crate) words: usize,
    /// The set of options of each primary item, one after another.
    pub(crate) masks: Vec<u64>,
    /// The number of options of each primary item.
    pub(crate) counts: Vec<usize>,
    /// The start of each option in `entries`, followed by the number of entries.
    pub(crate) starts: Vec<u32>,
    /// The primary items of each option, one option after another.
    pub(crate) entries: Vec<u16>,
}

/// Returns the members of a set in ascending order.
pub(crate) fn members(set: impl IntoIterator<Item = u64>) -> impl Iterator<Item = u32> {
    let mut words = set.into_iter().zip((0..).step_by(64));
    let (mut bits, mut first) = (0_u64, 0);
    core::iter::from_fn(move || {
        while bits == 0 {
            (bits, first) = words.next()?;
        }
        let bit = bits.trailing_zeros();
        bits &= bits - 1;
        Some(first + bit)
    })
}

impl Sets {
    /// Builds the sets; `None` if there are 2^16 or more primary items.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let primary = problem.primary_items() as usize;
        let options = problem.options() as usize;
        // Items are stored in 16 bits.
        u16::try_from(primary).ok()?;
        let words = options.div_ceil(64);
        let mut sets = Self {
            words,
            masks: alloc::vec![0_u64; primary * words],
            counts: alloc::vec![0_usize; primary],
            starts: alloc::vec![0],
            entries: Vec::new(),
        };
        for option in 0..options {
            for entry in problem.option_entries(option as u32) {
                let item = entry.item as usize;
                if item < primary {
                    sets.masks[item * words + option / 64] |= 1 << (option % 64);
                    sets.counts[item] += 1;
                    sets.entries.push(item as u16);
                }
            }
            sets.starts.push(sets.entries.len() as u32);
        }
        Some(sets)
    }

    /// Returns the primary items of an option.
    #[inline(always)]
    pub(crate) fn items(&self, option: usize) -> &[u16] {
        &self.entries[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    /// Returns the options of a primary item.
    #[inline(always)]
    pub(crate) fn mask(&self, item: usize) -> &[u64] {
        &self.masks[item * self.words..(item + 1) * self.words]
    }

    /// Returns the set of all options.
    pub(crate) fn all(&self) -> Vec<u64> {
        let options = self.starts.len() - 1;
        let mut all = alloc::vec![u64::MAX; self.words];
        // The bits after the last option are 0, so that they are never counted.
        if !options.is_multiple_of(64) {
            all[self.words - 1] = (1 << (options % 64)) - 1;
        }
        all
    }

    /// Returns, for each option, the set of compatible options, without the option itself. Two options are
    /// compatible if they share no primary item for which `single` returns true, and no secondary item
    /// without a common color. Bits after the last option are 1.
    pub(crate) fn compatible(&self, problem: &Problem, single: impl Fn(usize) -> bool) -> Vec<u64> {
        let words = self.words;
        let options = self.starts.len() - 1;
        let mut rows = alloc::vec![0_u64; options * words];
        for (option, row) in rows.chunks_exact_mut(words.max(1)).enumerate() {
            for &item in self.items(option) {
                if single(usize::from(item)) {
                    row.iter_mut().zip(self.mask(item.into())).for_each(|(row, mask)| *row |= mask);
                }
            }
            // An option is not compatible with itself, even if `single` returns false for all of its items.
            row[option / 64] |= 1 << (option % 64);
        }
        // The secondary items of all options, as triples of item, color code and option.
        let mut colored: Vec<(u32, u32, u32)> = Vec::new();
        for option in 0..options as u32 {
            let entries = problem.option_entries(option);
            let secondary = entries.filter(|entry| entry.item >= problem.primary_items());
            colored.extend(secondary.map(|entry| (entry.item, entry.color.code(), option)));
        }
        // The triples are sorted, so that each pair of item and color needs only one mask.
        colored.sort_unstable();
        let mut mask = alloc::vec![0_u64; words];
        for of_item in colored.chunk_by(|a, b| a.0 == b.0) {
            for group in of_item.chunk_by(|a, b| a.1 == b.1) {
                // The mask contains the options that conflict with this group: all options of the item except
                // those that give it the same color.
                mask.fill(0);
                for &(_, color, option) in of_item {
                    if color == 0 || color != group[0].1 {
                        mask[option as usize / 64] |= 1 << (option % 64);
                    }
                }
                for &(_, _, option) in group {
                    let row = &mut rows[option as usize * words..][..words];
                    row.iter_mut().zip(&mask).for_each(|(row, mask)| *row |= mask);
                }
            }
        }
        // So far, the rows contain the conflicts.
        rows.iter_mut().for_each(|word| *word = !*word);
        rows
    }
}
