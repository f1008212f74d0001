//! Frames: the available options and the item lengths of each level.

use alloc::vec::Vec;

use fearless_simd::{Select, Simd, SimdBase, SimdMask};

use crate::model::problem::Problem;
use crate::simd::cpu::{Cpu, with_simd};
use crate::simd::lanes::{self, BATCH, GROUP, Length, MOST_GROUPS, spread};
use crate::simd::sets::{Sets, members};

/// A level that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Where the next option of the item is looked for: a word, and the bits left in it.
    pub(super) word: u32,
    /// One past the last word with options of the item.
    pub(super) end: u32,
    pub(super) bits: u64,
    pub(super) item: u32,
    /// The option chosen, or `u32::MAX`.
    pub(super) option: u32,
}

/// The share of items that may have more options than a length can hold: one in this many.
const LONG_SHARE: usize = 5;

/// The state of a search by bit sets.
#[derive(Clone, Debug)]
pub(crate) struct Bitset<T> {
    pub(super) cpu: Cpu,
    pub(super) items: u32,
    pub(super) options: u32,
    /// Words of a set of options.
    pub(super) words: usize,
    /// Lengths in a frame: the primary items, and covered ones up to a multiple of `GROUP`.
    pub(super) lanes: usize,
    /// For each option the options that may be chosen beside it, itself not among them.
    pub(super) compatible: Vec<u64>,
    pub(super) sets: Sets,
    /// For each primary item the first word of its mask that is not 0, and one past the last.
    pub(super) ranges: Vec<(u32, u32)>,
    /// See [`lanes::incidence`].
    pub(super) incidence: Vec<[T; GROUP]>,
    /// For each option the item that it last left without options (killer heuristic); `u16::MAX` at first.
    pub(super) killers: Vec<u16>,
    /// The options that are counted while a frame is made.
    pub(super) counted: Vec<u16>,
    /// For each frame how many options are available.
    pub(super) counts: Vec<u32>,
    /// For each frame the set of available options. Frame k is the state with k options chosen.
    pub(super) available: Vec<u64>,
    /// For each frame the lengths of the items.
    pub(super) lengths: Vec<T>,
    /// Items with more options than `T` can hold. As long as they have that many, their length is the greatest value.
    pub(super) long: Vec<u16>,
    /// For each frame whether there may still be such items. Otherwise all lengths are exact.
    pub(super) is_long: Vec<bool>,
    /// For each frame the shortest item and its length.
    pub(super) shortest: Vec<(u32, T)>,
    pub(super) levels: Vec<Level>,
    pub(super) updates: u64,
}

impl<T: Length> Bitset<T> {
    /// Prepares the sets; `None` if an item has too many options for `T`, or there are 2^16 primary items.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let sets = Sets::new(problem)?;
        let (primary, words) = (sets.counts.len(), sets.words);
        let options = problem.options() as usize;
        let lanes = primary.next_multiple_of(GROUP).max(GROUP);
        let compatible = sets.compatible(problem, |_| true);
        let incidence = lanes::incidence(&sets, lanes);
        let ranges = sets
            .masks
            .chunks_exact(words.max(1))
            .map(|mask| {
                let start = mask.iter().position(|&word| word != 0).unwrap_or(0);
                let end = mask.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1);
                (start as u32, end as u32)
            })
            .chain(core::iter::repeat((0, 0)))
            .take(primary)
            .collect();
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
            killers: alloc::vec![u16::MAX; options],
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

    /// Makes the frame that follows the last one by choosing `option`.
    // long: the inner loop, whose slices are borrowed once.
    #[inline(always)]
    pub(super) fn push(&mut self, option: u32) {
        let (words, lanes) = (self.words, self.lanes);
        let frame = self.levels.len() - 1;
        self.reserve(frame + 1);
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
        let removed = self.counts[frame] - left;
        self.counts[frame + 1] = left;
        self.updates += u64::from(removed);
        // Often the option leaves the same item without options as last time.
        let item = usize::from(self.killers[option as usize]);
        if from.get(item).is_some_and(|&length| length != T::COVERED) {
            let (start, end) = self.ranges[item];
            let range = start as usize..end as usize;
            let mask = &self.sets.mask(item)[range.clone()];
            let any = mask.iter().zip(&after[range]).fold(0, |any, (mask, after)| any | mask & after);
            if any == 0 {
                self.shortest[frame + 1] = (item as u32, T::default());
                return;
            }
        }
        let shortest = if self.incidence.is_empty() {
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
                lengths[item as usize] = T::COVERED;
            }
            with_simd!(self.cpu, simd => shortest(simd, lengths))
        } else {
            let anew = left < removed;
            let mut count = 0;
            for (word, (before, after)) in before.iter().zip(&*after).enumerate() {
                let bits = if anew { *after } else { before & !after };
                count += spread(bits, word, &mut self.counted[count..]);
            }
            let counted =
                Counted { option, options: &self.counted[..count], anew, incidence: &self.incidence };
            match lanes / GROUP {
                1 => with_simd!(self.cpu, simd => recount::<_, T, 1>(simd, from, lengths, counted)),
                2 => with_simd!(self.cpu, simd => recount::<_, T, 2>(simd, from, lengths, counted)),
                3 => with_simd!(self.cpu, simd => recount::<_, T, 3>(simd, from, lengths, counted)),
                MOST_GROUPS => {
                    with_simd!(self.cpu, simd => recount::<_, T, MOST_GROUPS>(simd, from, lengths, counted))
                }
                _ => unreachable!("more groups than vectors are used for"),
            }
        };
        self.is_long[frame + 1] = false;
        let shortest = if self.is_long[frame] { self.settle_long(frame, option) } else { shortest };
        self.shortest[frame + 1] = shortest;
        if shortest.1 == T::default() {
            self.killers[option as usize] = shortest.0 as u16;
        }
    }

    /// Sets the lengths of long items in the frame made by choosing `option`, and finds the shortest item.
    #[cold]
    fn settle_long(&mut self, frame: usize, option: u32) -> (u32, T) {
        for at in 0..self.long.len() {
            let item = self.long[at];
            let lane = usize::from(item);
            let covered = self.lengths[frame * self.lanes + lane] == T::COVERED;
            if !covered && !self.sets.items(option as usize).contains(&item) {
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
        let equal = (0..self.lanes).filter(|&item| lengths[item] == T::MOST);
        let first = equal.min_by_key(|&item| self.count(frame + 1, item));
        (first.map_or(item, |item| item as u32), length)
    }

    /// How many options an item has in a frame.
    pub(super) fn count(&self, frame: usize, item: usize) -> u32 {
        let available = &self.available[frame * self.words..][..self.words];
        available.iter().zip(self.sets.mask(item)).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// The set of available options, on which alone the rest of the search depends.
    pub(crate) fn available(&self) -> &[u64] {
        &self.available[self.frame() * self.words..][..self.words]
    }

    /// How many options are available.
    #[inline(always)]
    pub(crate) fn left(&self) -> u32 {
        self.counts[self.frame()]
    }

    /// The item to branch on.
    #[inline(always)]
    pub(crate) fn shortest(&self) -> u32 {
        self.shortest[self.frame()].0
    }

    /// The available options, in order.
    pub(crate) fn available_options(&self) -> impl Iterator<Item = u32> {
        members(self.available().iter().copied())
    }

    /// The available options of an active item, in order.
    pub(super) fn options_of(&self, item: u32) -> impl Iterator<Item = u32> {
        let (start, end) = self.ranges[item as usize];
        let range = start as usize..end as usize;
        let mask = &self.sets.mask(item as usize)[range.clone()];
        let both = mask.iter().zip(&self.available()[range]).map(|(mask, available)| mask & available);
        members(both).map(move |option| option + start * 64)
    }

    /// For each option the item that it last left without options, or `u16::MAX`.
    pub(crate) fn killers(&mut self) -> &mut [u16] {
        &mut self.killers
    }

    /// Whether lengths are lowered item by item, because options are short and items many.
    pub(crate) fn goes_by_items(&self) -> bool {
        self.incidence.is_empty()
    }

    /// Words of the set of all options.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// The active items, in order.
    pub(crate) fn active(&self) -> impl Iterator<Item = u16> + Clone {
        let lengths = &self.lengths[self.frame() * self.lanes..][..self.lanes];
        (0..).zip(lengths).filter(|(_, length)| **length != T::COVERED).map(|(item, _)| item)
    }

    /// The fewest options that an active item has, up to 2. There must be an active item.
    pub(crate) fn fewest(&self) -> u32 {
        let length = self.shortest[self.frame()].1;
        u32::from(length != T::default()) + u32::from(length > T::ONE)
    }

    /// Adds to `part` the available options that are connected with `option`: those that can't stand beside it,
    /// those that can't stand beside one of them, and so on.
    pub(crate) fn connected(&self, option: u32, part: &mut [u64], todo: &mut Vec<u32>) {
        let available = self.available();
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

    /// Opens a level on which only the options in `part` are available, and only their items are active. It has
    /// no option of its own; [`ascend`](crate::backend::Backend::ascend) closes it.
    pub(crate) fn restrict(&mut self, part: &[u64]) {
        let (words, lanes) = (self.words, self.lanes);
        let frame = self.levels.len();
        self.reserve(frame + 1);
        let (before, after) = self.available.split_at_mut((frame + 1) * words);
        let (from, lengths) = self.lengths.split_at_mut((frame + 1) * lanes);
        let (from, lengths) = (&from[frame * lanes..], &mut lengths[..lanes]);
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
                    lengths[item as usize] = from[item as usize];
                }
            }
        }
        self.shortest[frame + 1] = with_simd!(self.cpu, simd => shortest(simd, lengths));
        self.counts[frame + 1] = self.counts[frame];
        self.is_long[frame + 1] = self.is_long[frame];
        // The option is past the last one, so that the level counts as having one.
        self.levels.push(Level { word: 0, end: 0, bits: 0, item: 0, option: self.options });
    }

    /// The item of the deepest level.
    pub(crate) fn item(&self) -> u32 {
        self.levels.last().map_or(0, |level| level.item)
    }

    /// Makes room for a frame.
    #[inline(always)]
    fn reserve(&mut self, frame: usize) {
        if self.shortest.len() <= frame {
            self.available.resize((frame + 1) * self.words, 0);
            self.lengths.resize((frame + 1) * self.lanes, T::COVERED);
            self.shortest.resize(frame + 1, (0, T::COVERED));
            self.counts.resize(frame + 1, 0);
            self.is_long.resize(frame + 1, false);
        }
    }

    /// The frame on which the next level would be built.
    #[inline(always)]
    pub(super) fn frame(&self) -> usize {
        match self.levels.last() {
            Some(level) if level.option == u32::MAX => self.levels.len() - 1,
            _ => self.levels.len(),
        }
    }
}

/// What tells the lengths of a frame from those of the one before.
struct Counted<'a, T> {
    /// The option chosen.
    option: u32,
    /// Options removed, or options left.
    options: &'a [u16],
    /// Whether it is the options left.
    anew: bool,
    /// See [`lanes::incidence`].
    incidence: &'a [[T; GROUP]],
}

/// The lengths of a frame, and the first of the shortest.
#[inline(always)]
fn recount<S: Simd, T: Length, const GROUPS: usize>(
    simd: S,
    from: &[T],
    to: &mut [T],
    Counted { option, options, anew, incidence }: Counted<'_, T>,
) -> (u32, T) {
    let incidence = incidence.as_chunks::<GROUPS>().0;
    let from = from.as_chunks::<GROUP>().0.first_chunk::<GROUPS>();
    let to = to.as_chunks_mut::<GROUP>().0.first_chunk_mut::<GROUPS>();
    let (Some(from), Some(to)) = (from, to) else { return (0, T::default()) };
    let zero = T::Vector::splat(simd, T::default());
    let covered = T::Vector::splat(simd, T::COVERED);
    let mut lengths = lanes::sum(simd, incidence, options);
    let own = &incidence[option as usize];
    let mut least = covered;
    for group in 0..GROUPS {
        let before = T::load(simd, &from[group]);
        let counted = if anew { lengths[group] } else { before - lengths[group] };
        let gone = before.simd_eq(covered) | T::load(simd, &own[group]).simd_gt(zero);
        lengths[group] = gone.select(covered, counted);
        lengths[group].store_slice(&mut to[group]);
        least = least.min(lengths[group]);
    }
    let least = least.reduce_min();
    let mut first = 0;
    for group in (0..GROUPS).rev() {
        let here = lengths[group].simd_eq(least).to_bitmask() as u32;
        if here != 0 {
            first = (group * GROUP) as u32 + here.trailing_zeros();
        }
    }
    (first, least)
}

/// The first of the smallest lengths and its place.
#[inline(always)]
fn shortest<S: Simd, T: Length>(simd: S, lengths: &[T]) -> (u32, T) {
    let groups = lengths.as_chunks::<GROUP>().0;
    let mut least = T::Vector::splat(simd, T::COVERED);
    for group in groups {
        least = least.min(T::load(simd, group));
    }
    let least = least.reduce_min();
    for (at, group) in groups.iter().enumerate() {
        let here = T::load(simd, group).simd_eq(least).to_bitmask() as u32;
        if here != 0 {
            return ((at * GROUP) as u32 + here.trailing_zeros(), least);
        }
    }
    (0, least)
}
