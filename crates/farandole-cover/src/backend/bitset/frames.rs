//! Frames: the available options and the item lengths at each level. The length of an item is the number of its
//! available options.

use alloc::vec::Vec;

use fearless_simd::{Select, Simd, SimdBase, SimdMask};

use crate::model::problem::Problem;
use crate::simd::cpu::{Cpu, with_simd};
use crate::simd::lanes::{self, BATCH, GROUP, Length, MOST_GROUPS, spread};
use crate::simd::sets::{Sets, members};

/// An open level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Index of the word in which the next untried option of the item is searched for; `bits` has the untried
    /// options in this word.
    pub(super) word: u32,
    /// One past the index of the last word with options of the item.
    pub(super) end: u32,
    pub(super) bits: u64,
    pub(super) item: u32,
    /// The chosen option, or `u32::MAX`.
    pub(super) option: u32,
}

/// At most one item in this many may be long, that is, have more options than a length can hold.
// Long items are counted one by one, so the smaller type of lengths is faster only if there are few long items.
const LONG_SHARE: usize = 5;

/// The state of a search by bit sets.
#[derive(Clone, Debug)]
pub(crate) struct Bitset<T> {
    pub(super) cpu: Cpu,
    pub(super) items: u32,
    pub(super) options: u32,
    /// Number of words of a set of options.
    pub(super) words: usize,
    /// Number of lengths in a frame: the number of primary items, rounded up to a multiple of `GROUP`. The
    /// additional lengths are those of covered items.
    pub(super) lanes: usize,
    /// For each option, the set of options that do not conflict with it, without the option itself.
    pub(super) compatible: Vec<u64>,
    pub(super) sets: Sets,
    /// For each primary item, the index of the first nonzero word of its mask, and one past the index of the
    /// last one.
    pub(super) ranges: Vec<(u32, u32)>,
    /// See [`lanes::incidence`].
    pub(super) incidence: Vec<[T; GROUP]>,
    /// For each option, the item that was last left without options when the option was chosen (killer
    /// heuristic); `u16::MAX` at first.
    pub(super) killers: Vec<u16>,
    /// A buffer for the options that are counted while a frame is built.
    pub(super) counted: Vec<u16>,
    /// Number of available options in each frame.
    pub(super) counts: Vec<u32>,
    // Frames are stored one after another in the same vectors.
    /// The set of available options of each frame. Frame k is the state with k options chosen.
    pub(super) available: Vec<u64>,
    /// The item lengths of each frame.
    pub(super) lengths: Vec<T>,
    /// Long items, that is, items with more options in the problem than `T` can hold. While a long item has
    /// more available options than `T` can hold, its length is clamped to `T::MOST`.
    pub(super) long: Vec<u16>,
    /// For each frame, true if lengths may be clamped. Otherwise all lengths are exact.
    pub(super) is_long: Vec<bool>,
    /// The leftmost shortest item of each frame, and its length.
    pub(super) shortest: Vec<(u32, T)>,
    // A level holds a cursor instead of a list of options, so that levels have a constant size.
    pub(super) levels: Vec<Level>,
    pub(super) updates: u64,
}

impl<T: Length> Bitset<T> {
    /// Prepares the sets; `None` if too many items have more options than `T` can hold, or there are 2^16 or
    /// more primary items.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let sets = Sets::new(problem)?;
        let (primary, words) = (sets.counts.len(), sets.words);
        let options = problem.options() as usize;
        // There are only whole groups, so that vector loops have no remainder.
        let lanes = primary.next_multiple_of(GROUP).max(GROUP);
        let compatible = sets.compatible(problem, |_| true);
        let incidence = lanes::incidence(&sets, lanes);
        let ranges = sets
            .masks
            .chunks_exact(words.max(1))
            .map(|mask| {
                // To find options of the item, only the words in this range have to be read.
                let start = mask.iter().position(|&word| word != 0).unwrap_or(0);
                let end = mask.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
                (start as u32, end as u32)
            })
            .chain(core::iter::repeat((0, 0)))
            .take(primary)
            .collect();
        // Padding lanes count as covered items, so they are never the minimum.
        let mut lengths = alloc::vec![T::COVERED; lanes];
        let mut long = Vec::new();
        for (item, &count) in sets.counts.iter().enumerate() {
            lengths[item] = T::new(count).unwrap_or(T::MOST);
            if T::new(count).is_none() {
                long.push(item as u16);
            }
        }
        if long.len() * LONG_SHARE > primary {
            return None;
        }
        let cpu = Cpu::detect();
        let shortest = alloc::vec![with_simd!(cpu, simd => shortest(simd, &lengths))];
        // If all lengths at the root are clamped, they do not show which item is the shortest.
        if !long.is_empty() && shortest[0].1 == T::MOST {
            return None;
        }
        Some(Self {
            cpu,
            items: problem.items(),
            options: options as u32,
            words,
            lanes,
            compatible,
            available: sets.all(),
            sets,
            ranges,
            incidence,
            // No item has this index, so all lengths are computed when an option is tried for the first time.
            killers: alloc::vec![u16::MAX; options],
            // `spread` writes up to `BATCH - 1` entries after the last one.
            counted: alloc::vec![0; options + BATCH],
            counts: alloc::vec![options as u32],
            lengths,
            is_long: alloc::vec![!long.is_empty()],
            long,
            shortest,
            levels: Vec::new(),
            updates: 0,
        })
    }

    /// Builds the frame that follows the last one by choosing `option`.
    // long: the inner loop, whose slices are borrowed once.
    #[inline(always)]
    pub(super) fn push(&mut self, option: u32) {
        let (words, lanes) = (self.words, self.lanes);
        let frame = self.levels.len() - 1;
        self.reserve(frame + 1);
        // The new frame is computed from the previous frame in one pass, without copying it first.
        let (before, after) = self.available.split_at_mut((frame + 1) * words);
        let (before, after) = (&before[frame * words..], &mut after[..words]);
        let compatible = &self.compatible[option as usize * words..][..words];
        let (from, lengths) = self.lengths.split_at_mut((frame + 1) * lanes);
        let (from, lengths) = (&from[frame * lanes..], &mut lengths[..lanes]);
        let mut left = 0;
        for ((before, after), compatible) in before.iter().zip(&mut *after).zip(compatible) {
            *after = before & compatible;
            left += after.count_ones();
        }
        // The numbers of options are computed before the lengths, because a dead option skips the lengths.
        let removed = self.counts[frame] - left;
        self.counts[frame + 1] = left;
        self.updates += u64::from(removed);
        // Killer heuristic: an option often leaves the same item without options as the last time. If testing
        // this item first succeeds, the lengths need not be computed.
        let item = usize::from(self.killers[option as usize]);
        if from.get(item).is_some_and(|&length| length != T::COVERED) {
            let (start, end) = self.ranges[item];
            let range = start as usize..end as usize;
            let mask = &self.sets.mask(item)[range.clone()];
            let any = mask.iter().zip(&after[range]).fold(0, |any, (mask, after)| any | mask & after);
            // The node is dead, so the lengths of this frame are never read.
            if any == 0 {
                self.shortest[frame + 1] = (item as u32, T::default());
                return;
            }
        }
        let shortest = if self.incidence.is_empty() {
            // Lengths are updated one by one, because each node of such a problem, for example a Sudoku,
            // changes only a few of many lengths.
            lengths.copy_from_slice(from);
            for (word, (before, after)) in before.iter().zip(&*after).enumerate() {
                let mut bits = before & !after;
                while bits != 0 {
                    let option = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    for &item in self.sets.items(option) {
                        let length = &mut lengths[item as usize];
                        *length = length.less();
                    }
                }
            }
            for &item in self.sets.items(option as usize) {
                // The loop above has decreased the lengths of these items as well, so they are marked only now.
                lengths[item as usize] = T::COVERED;
            }
            with_simd!(self.cpu, simd => shortest(simd, lengths))
        } else {
            // The lengths can be computed from the removed options or from the remaining options. The smaller
            // set is cheaper to count.
            let from_remaining = left < removed;
            let mut count = 0;
            for (word, (before, after)) in before.iter().zip(&*after).enumerate() {
                let bits = if from_remaining { *after } else { before & !after };
                count += spread(bits, word, &mut self.counted[count..]);
            }
            let counted = Counted {
                option,
                options: &self.counted[..count],
                from_remaining,
                incidence: &self.incidence,
            };
            // With a constant number of groups, all sums stay in registers.
            match lanes / GROUP {
                1 => with_simd!(self.cpu, simd => recount::<_, T, 1>(simd, from, lengths, counted)),
                2 => with_simd!(self.cpu, simd => recount::<_, T, 2>(simd, from, lengths, counted)),
                3 => with_simd!(self.cpu, simd => recount::<_, T, 3>(simd, from, lengths, counted)),
                MOST_GROUPS => {
                    with_simd!(self.cpu, simd => recount::<_, T, MOST_GROUPS>(simd, from, lengths, counted))
                }
                _ => unreachable!("more groups than MOST_GROUPS"),
            }
        };
        self.is_long[frame + 1] = false;
        let shortest = if self.is_long[frame] { self.recount_long(frame, option) } else { shortest };
        self.shortest[frame + 1] = shortest;
        if shortest.1 == T::default() {
            // The killer of an option is the last item that it left without options.
            self.killers[option as usize] = shortest.0 as u16;
        }
    }

    /// Computes the lengths of long items in the frame after `frame`, which was built by choosing `option`.
    /// Returns the leftmost shortest item and its length.
    #[cold]
    fn recount_long(&mut self, frame: usize, option: u32) -> (u32, T) {
        for at in 0..self.long.len() {
            let item = self.long[at];
            let lane = usize::from(item);
            // The lengths of long items must be counted, because the previous code has subtracted from clamped
            // lengths.
            let covered = self.lengths[frame * self.lanes + lane] == T::COVERED;
            if !covered && !self.sets.items(option as usize).contains(&item) {
                // The length is exact once the count fits in `T`. If this is the case for all items, the
                // subtree does not need this slow function any more.
                let count = self.count(frame + 1, lane);
                self.lengths[(frame + 1) * self.lanes + lane] = T::new(count as usize).unwrap_or(T::MOST);
                self.is_long[frame + 1] |= T::new(count as usize).is_none();
            }
        }
        let lengths = &self.lengths[(frame + 1) * self.lanes..][..self.lanes];
        let (item, length) = with_simd!(self.cpu, simd => shortest(simd, lengths));
        if length < T::MOST || length == T::COVERED || !self.is_long[frame + 1] {
            return (item, length);
        }
        // All active items have the same clamped length, so their exact counts decide, as in the other
        // backends.
        let equal = (0..self.lanes).filter(|&item| lengths[item] == T::MOST);
        let first = equal.min_by_key(|&item| self.count(frame + 1, item));
        (first.map_or(item, |item| item as u32), length)
    }

    /// Returns the number of available options of an item in a frame.
    pub(super) fn count(&self, frame: usize, item: usize) -> u32 {
        let available = &self.available[frame * self.words..][..self.words];
        available.iter().zip(self.sets.mask(item)).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// Returns the set of available options. The subtree below the current state depends on this set alone,
    /// which memoization relies on.
    pub(crate) fn available(&self) -> &[u64] {
        &self.available[self.frame() * self.words..][..self.words]
    }

    /// Returns the number of available options.
    #[inline(always)]
    pub(crate) fn left(&self) -> u32 {
        self.counts[self.frame()]
    }

    /// Returns the item to branch on.
    #[inline(always)]
    pub(crate) fn shortest(&self) -> u32 {
        self.shortest[self.frame()].0
    }

    /// Returns the available options, in ascending order.
    pub(crate) fn available_options(&self) -> impl Iterator<Item = u32> {
        members(self.available().iter().copied())
    }

    /// Returns the available options of an active item, in ascending order.
    pub(super) fn options_of(&self, item: u32) -> impl Iterator<Item = u32> {
        let (start, end) = self.ranges[item as usize];
        let range = start as usize..end as usize;
        let mask = &self.sets.mask(item as usize)[range.clone()];
        let both = mask.iter().zip(&self.available()[range]).map(|(mask, available)| mask & available);
        members(both).map(move |option| option + start * 64)
    }

    /// Returns the killer of each option; see the field `killers`. `u16::MAX` if it has none.
    pub(crate) fn killers(&mut self) -> &mut [u16] {
        &mut self.killers
    }

    /// Returns true if lengths are updated one by one, because options are short and there are many items.
    pub(crate) fn lowers_by_item(&self) -> bool {
        self.incidence.is_empty()
    }

    /// Returns the number of words of a set of options.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Returns the active items, in ascending order.
    pub(crate) fn active(&self) -> impl Iterator<Item = u16> + Clone {
        let lengths = &self.lengths[self.frame() * self.lanes..][..self.lanes];
        (0..).zip(lengths).filter(|(_, length)| **length != T::COVERED).map(|(item, _)| item)
    }

    /// Returns the smallest number of options of an active item: 0, 1, or 2 for two or more. There must be an
    /// active item.
    pub(crate) fn fewest(&self) -> u32 {
        let length = self.shortest[self.frame()].1;
        // Lengths may be clamped, but are exact up to 1.
        u32::from(length != T::default()) + u32::from(length > T::ONE)
    }

    /// Adds the available options that are connected with `option` to `part`. These are `option` itself, the
    /// options that conflict with it, the options that conflict with one of these, and so on. `todo` is a
    /// buffer.
    pub(crate) fn connected(&self, option: u32, part: &mut [u64], todo: &mut Vec<u32>) {
        let available = self.available();
        // The component is found by a depth-first search in the graph of conflicts.
        part[option as usize / 64] |= 1 << (option % 64);
        todo.clear();
        todo.push(option);
        while let Some(option) = todo.pop() {
            let compatible = &self.compatible[option as usize * self.words..][..self.words];
            for (word, ((part, available), compatible)) in
                part.iter_mut().zip(available).zip(compatible).enumerate()
            {
                let mut new = available & !compatible & !*part;
                *part |= new;
                while new != 0 {
                    todo.push(word as u32 * 64 + new.trailing_zeros());
                    new &= new - 1;
                }
            }
        }
    }

    /// Opens a level at which only the options in `part` are available, and only their items are active. The
    /// level has no chosen option; [`ascend`](crate::backend::Backend::ascend) closes it.
    pub(crate) fn restrict(&mut self, part: &[u64]) {
        let (words, lanes) = (self.words, self.lanes);
        let frame = self.levels.len();
        self.reserve(frame + 1);
        let (before, after) = self.available.split_at_mut((frame + 1) * words);
        let (from, lengths) = self.lengths.split_at_mut((frame + 1) * lanes);
        let (from, lengths) = (&from[frame * lanes..], &mut lengths[..lanes]);
        // Items outside of the part count as covered, so that the search ends when the items of the part are
        // covered.
        lengths.fill(T::COVERED);
        for (word, ((after, before), part)) in
            after.iter_mut().zip(&before[frame * words..]).zip(part).enumerate()
        {
            *after = before & part;
            let mut bits = *after;
            while bits != 0 {
                let option = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                for &item in self.sets.items(option) {
                    // A part contains all available options of its items, so their lengths do not change.
                    lengths[item as usize] = from[item as usize];
                }
            }
        }
        self.shortest[frame + 1] = with_simd!(self.cpu, simd => shortest(simd, lengths));
        // This is only an upper bound, because the options outside of the part are not subtracted.
        self.counts[frame + 1] = self.counts[frame];
        self.is_long[frame + 1] = self.is_long[frame];
        // The index after that of the last option marks the level as one with a chosen option.
        self.levels.push(Level { word: 0, end: 0, bits: 0, item: 0, option: self.options });
    }

    /// Returns the item of the deepest level.
    pub(crate) fn item(&self) -> u32 {
        self.levels.last().map_or(0, |level| level.item)
    }

    /// Makes room for a frame.
    #[inline(always)]
    fn reserve(&mut self, frame: usize) {
        // Frames are never deallocated, so a search allocates only when it reaches a new depth.
        if self.shortest.len() <= frame {
            self.available.resize((frame + 1) * self.words, 0);
            self.lengths.resize((frame + 1) * self.lanes, T::COVERED);
            self.shortest.resize(frame + 1, (0, T::COVERED));
            self.counts.resize(frame + 1, 0);
            self.is_long.resize(frame + 1, false);
        }
    }

    /// Returns the frame from which the next level would start.
    #[inline(always)]
    pub(super) fn frame(&self) -> usize {
        // The frame after a level exists only if the level has a chosen option.
        match self.levels.last() {
            Some(level) if level.option == u32::MAX => self.levels.len() - 1,
            _ => self.levels.len(),
        }
    }
}

/// The data from which the lengths of a frame are computed.
struct Counted<'a, T> {
    /// The chosen option.
    option: u32,
    /// The options that the chosen option removes, or the options that remain available.
    options: &'a [u16],
    /// True if `options` are the remaining options.
    from_remaining: bool,
    /// See [`lanes::incidence`].
    incidence: &'a [[T; GROUP]],
}

/// Computes the lengths of a frame, and returns the leftmost shortest item and its length.
#[inline(always)]
fn recount<S: Simd, T: Length, const GROUPS: usize>(
    simd: S,
    from: &[T],
    to: &mut [T],
    Counted { option, options, from_remaining, incidence }: Counted<'_, T>,
) -> (u32, T) {
    let incidence = incidence.as_chunks::<GROUPS>().0;
    // With arrays of fixed size, the compiler unrolls the loops and omits bounds checks.
    let from = from.as_chunks::<GROUP>().0.first_chunk::<GROUPS>();
    let to = to.as_chunks_mut::<GROUP>().0.first_chunk_mut::<GROUPS>();
    let (Some(from), Some(to)) = (from, to) else { return (0, T::default()) };
    let zero = T::Vector::splat(simd, T::default());
    // `COVERED` is the greatest value, so a minimum over all lanes ignores covered items.
    let covered = T::Vector::splat(simd, T::COVERED);
    let mut lengths = lanes::sum(simd, incidence, options);
    let own = &incidence[option as usize];
    let mut least = covered;
    for group in 0..GROUPS {
        let before = T::load(simd, &from[group]);
        let counted = if from_remaining { lengths[group] } else { before - lengths[group] };
        // An item is covered if it was covered before, or if it is an item of the option.
        let covered_now = before.simd_eq(covered) | T::load(simd, &own[group]).simd_gt(zero);
        lengths[group] = covered_now.select(covered, counted);
        lengths[group].store_slice(&mut to[group]);
        least = least.min(lengths[group]);
    }
    let least = least.reduce_min();
    let mut first = 0;
    // The loop runs backward, so that the leftmost group with the minimum is the result.
    for group in (0..GROUPS).rev() {
        let matches = lengths[group].simd_eq(least).to_bitmask() as u32;
        if matches != 0 {
            first = (group * GROUP) as u32 + matches.trailing_zeros();
        }
    }
    (first, least)
}

/// Returns the index of the leftmost minimum length, and that length.
#[inline(always)]
fn shortest<S: Simd, T: Length>(simd: S, lengths: &[T]) -> (u32, T) {
    let groups = lengths.as_chunks::<GROUP>().0;
    let mut least = T::Vector::splat(simd, T::COVERED);
    for group in groups {
        // The first pass finds the minimum, and the second pass finds its position. Tracking the position in
        // the first pass would need more operations per group.
        least = least.min(T::load(simd, group));
    }
    let least = least.reduce_min();
    for (at, group) in groups.iter().enumerate() {
        let matches = T::load(simd, group).simd_eq(least).to_bitmask() as u32;
        if matches != 0 {
            return ((at * GROUP) as u32 + matches.trailing_zeros(), least);
        }
    }
    (0, least)
}
