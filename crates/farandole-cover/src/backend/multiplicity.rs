//! Multiplicities (Algorithm M): items that several options must or may cover.
//!
//! A primary item has a *bound*, the maximum number of options that may still be chosen for it, and a *need*,
//! the minimum number that must still be chosen. A branch on an item chooses one of its options. In later
//! branches of the same item, this option is removed, so that each set of options is found only once. If the
//! need is 0, the last branch chooses no further option for the item. The number of branches is therefore the
//! number of options minus the need plus one. For example, an item with 5 options and need 2 has 4 branches,
//! because one of the first 4 options must be chosen.
//!
//! An item without options and without need is finished. It has no branch here; in DLX3 it has one.
//!
//! States are copied for each level, as in [`bitset`](crate::backend::bitset). Choosing an option immediately
//! removes all options that always conflict with it, for example because both share an item with an initial
//! bound of 1. When a choice reduces the bound of another item to 0, the options of that item are removed in a
//! second pass.
//!
//! This backend is slow on problems in which almost all bounds are 1: most of the work on needs, bounds and
//! second frames is then wasted, and there are no compact subproblems.
//!
//! Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithm M, and
//! program DLX3 for the choice of the item to branch on.

use alloc::vec::Vec;

use fearless_simd::{Select, Simd, SimdBase, SimdInt, SimdMask};

use crate::backend::Branch;
use crate::backend::{Backend, Tried};
use crate::model::problem::Problem;
use crate::simd::cpu::{Cpu, with_simd};
use crate::simd::lanes::{self, BATCH, GROUP, Length, MOST_GROUPS, spread};
use crate::simd::sets::Sets;

/// Marks a level at which no branch has been chosen.
const NO_OPTION: u32 = u32::MAX;
// Both marks are greater than every option index, so that one comparison distinguishes them from options.
/// Marks a level at which the branch without a further option has been chosen.
const NO_MORE: u32 = u32::MAX - 1;

#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    option: u32,
}

/// The part of a frame, which is a saved state, for one group of [`GROUP`] items. Each item has a lane.
// With the three arrays next to each other, a group is updated by three vector operations on adjacent memory.
#[derive(Clone, Copy, Debug)]
struct Items<T> {
    /// Number of available options of each item.
    lengths: [T; GROUP],
    /// Number of options that must still be chosen for each item.
    needs: [T; GROUP],
    /// Maximum number of options that may still be chosen for each item; 0 for a finished item.
    bounds: [T; GROUP],
}

/// The state of a search with multiplicities.
///
/// Level k, counted from 0, has two frames. Frame 2k is the state in which the level was opened. Frame 2k + 1
/// is this state without the options that have been tried at the level.
#[derive(Clone, Debug)]
pub(crate) struct Multiplicity<T> {
    cpu: Cpu,
    items: u32,
    options: u32,
    /// Number of groups of [`GROUP`] items in each frame. In the last group, the lanes after the last item are
    /// unused and treated as finished items.
    groups: usize,
    sets: Sets,
    /// For each option, the set of options that do not conflict with it in every state. Conflicts through an
    /// item with an initial bound above 1 depend on the state and are not included.
    compatible: Vec<u64>,
    /// For each option, its items with an initial bound above 1: the start of each option, and the
    /// concatenated items.
    multi_items: (Vec<u32>, Vec<u16>),
    /// See [`lanes::incidence`].
    incidence: Vec<[T; GROUP]>,
    /// The initial difference between the bound and the need of each item. The difference is constant until
    /// the need is 0.
    slacks: Vec<[T; GROUP]>,
    /// A buffer for the options that are counted while a frame is built.
    counted: Vec<u16>,
    /// For each frame, the set of available options. The words of a frame follow those of the previous frame.
    available: Vec<u64>,
    /// For each frame, its `groups` groups of items. The groups of a frame follow those of the previous frame.
    frames: Vec<Items<T>>,
    /// For each even frame, the item to branch on and its number of branches: 0 if the item has fewer options
    /// than it needs, `COVERED` if all items are finished.
    best: Vec<(u32, T)>,
    levels: Vec<Level>,
    updates: u64,
}

impl<T: Length> Multiplicity<T> {
    /// Prepares the sets; `None` if an item has too many options for `T`, or there are 2^16 or more primary
    /// items.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let sets = Sets::new(problem)?;
        let primary = sets.counts.len();
        let groups = primary.div_ceil(GROUP).max(1);
        let zero = T::default();
        let mut frames = alloc::vec![Items { lengths: [zero; GROUP], needs: [zero; GROUP], bounds: [zero; GROUP] }; groups];
        let mut slacks = alloc::vec![[zero; GROUP]; groups];
        for (item, &count) in sets.counts.iter().enumerate() {
            let (group, lane) = (item / GROUP, item % GROUP);
            let bounds = problem.bounds(item as u32);
            // Need and bound are clamped so that they fit in `T`. A bound above the number of options makes no
            // difference, and a need above the number of options cannot be met, however large it is.
            let low = (bounds.low as usize).min(count + 1);
            let high = (bounds.high as usize).min(count).max(low);
            // The number of branches may be one more than the number of options, and must differ from
            // `COVERED`.
            T::new(count + 1)?;
            frames[group].lengths[lane] = T::new(count)?;
            frames[group].needs[lane] = T::new(low)?;
            frames[group].bounds[lane] = T::new(high)?;
            slacks[group][lane] = T::new(high - low)?;
        }
        // Conflicts through an item with a bound of 1 exist in every state, so the matrix can contain them.
        let single = |item: usize| frames[item / GROUP].bounds[item % GROUP] <= T::ONE;
        let mut multi_items = (alloc::vec![0], Vec::new());
        for option in 0..problem.options() as usize {
            multi_items.1.extend(sets.items(option).iter().filter(|&&item| !single(usize::from(item))));
            multi_items.0.push(multi_items.1.len() as u32);
        }
        let mut multi = Self {
            cpu: Cpu::detect(),
            items: problem.items(),
            options: problem.options(),
            groups,
            compatible: sets.compatible(problem, single),
            multi_items,
            incidence: lanes::incidence(&sets, groups * GROUP),
            slacks,
            // There is room for a whole batch after the last option, so that batches are written without
            // checking for the end.
            counted: alloc::vec![0; problem.options() as usize + BATCH],
            available: sets.all(),
            sets,
            frames,
            best: alloc::vec![(0, zero)],
            levels: Vec::new(),
            updates: 0,
        };
        multi.choose_item(0);
        Some(multi)
    }

    /// Returns the index of the even frame from which the next level would start.
    #[inline(always)]
    fn frame(&self) -> usize {
        match self.levels.last() {
            Some(level) if level.option == NO_OPTION => 2 * self.levels.len() - 2,
            _ => 2 * self.levels.len(),
        }
    }

    /// Returns the length, need and bound of an item in the frame with this index.
    #[inline(always)]
    fn item(&self, frame: usize, item: usize) -> (T, T, T) {
        let items = &self.frames[frame * self.groups + item / GROUP];
        let lane = item % GROUP;
        (items.lengths[lane], items.needs[lane], items.bounds[lane])
    }

    /// Returns the number of branches of an item; `None` if the item is finished.
    fn branches(&self, frame: usize, item: usize) -> Option<u32> {
        let (length, need, _) = self.item(frame, item);
        // If the need is 0, there is one more branch, which chooses no further option.
        let branches = (length.get() + 1).saturating_sub(need.get());
        (length.get() > 0 || need.get() > 0).then_some(branches)
    }

    #[inline(always)]
    fn reserve(&mut self, frame: usize) {
        let (words, groups) = (self.sets.words, self.groups);
        // Frames are allocated when a level is reached for the first time, because most searches are much
        // shallower than the number of options.
        if self.frames.len() < (frame + 1) * groups || self.available.len() < (frame + 1) * words {
            self.available.resize((frame + 1) * words, 0);
            self.frames.resize((frame + 1) * groups, self.frames[0]);
        }
        if self.best.len() <= frame / 2 {
            // Only even frames need an item to branch on.
            self.best.resize(frame / 2 + 1, self.best[0]);
        }
    }

    /// Copies a frame to the next index.
    #[inline(always)]
    fn copy(&mut self, from: usize) {
        let (words, groups) = (self.sets.words, self.groups);
        self.reserve(from + 1);
        self.available.copy_within(from * words..(from + 1) * words, (from + 1) * words);
        self.frames.copy_within(from * groups..(from + 1) * groups, (from + 1) * groups);
    }

    /// Builds the frame after the odd frame `from` by choosing `option`, and removes `option` from frame
    /// `from`.
    // long: the inner loop, whose slices are borrowed once.
    #[inline(always)]
    fn push(&mut self, from: usize, option: u32) {
        let (words, groups) = (self.sets.words, self.groups);
        self.reserve(from + 1);
        let option = option as usize;
        let (before, after) = self.available.split_at_mut((from + 1) * words);
        let (before, after) = (&mut before[from * words..], &mut after[..words]);
        let (items, next) = self.frames.split_at_mut((from + 1) * groups);
        let (items, next) = (&mut items[from * groups..], &mut next[..groups]);
        let compatible = &self.compatible[option * words..][..words];
        for ((before, after), compatible) in before.iter().zip(&mut *after).zip(compatible) {
            *after = before & compatible;
        }
        let (start, end) = (self.multi_items.0[option] as usize, self.multi_items.0[option + 1] as usize);
        for &item in &self.multi_items.1[start..end] {
            let item = usize::from(item);
            // After this choice the bound is 0, so no other option may cover the item.
            if items[item / GROUP].bounds[item % GROUP] == T::ONE {
                after.iter_mut().zip(self.sets.mask(item)).for_each(|(after, mask)| *after &= !mask);
            }
        }
        // As in `bitset`, vectors are faster unless options are short and there are many items.
        if self.incidence.is_empty() {
            next.copy_from_slice(items);
            for (word, (before, after)) in before.iter().zip(&*after).enumerate() {
                let mut bits = before & !after;
                self.updates += u64::from(bits.count_ones());
                while bits != 0 {
                    let option = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    for &item in self.sets.items(option) {
                        let length = &mut next[usize::from(item) / GROUP].lengths[usize::from(item) % GROUP];
                        *length = length.less();
                    }
                }
            }
            for &item in self.sets.items(option) {
                let lane = usize::from(item) % GROUP;
                let length = &mut items[usize::from(item) / GROUP].lengths[lane];
                *length = length.less();
                let next = &mut next[usize::from(item) / GROUP];
                next.bounds[lane] = next.bounds[lane].less();
                // If the need is 0, it has been met already, and only the bound decreases.
                if next.needs[lane] > T::default() {
                    next.needs[lane] = next.needs[lane].less();
                }
            }
        } else {
            let mut count = 0;
            for (word, (before, after)) in before.iter().zip(&*after).enumerate() {
                count += spread(before & !after, word, &mut self.counted[count..]);
            }
            self.updates += count as u64;
            let removed = &self.counted[..count];
            let rows = &self.incidence;
            match groups {
                // In each arm the number of groups is a constant, so that the sums stay in registers.
                1 => with_simd!(self.cpu, simd => lower::<_, T, 1>(simd, items, next, rows, option, removed)),
                2 => with_simd!(self.cpu, simd => lower::<_, T, 2>(simd, items, next, rows, option, removed)),
                3 => with_simd!(self.cpu, simd => lower::<_, T, 3>(simd, items, next, rows, option, removed)),
                MOST_GROUPS => {
                    with_simd!(self.cpu, simd => lower::<_, T, MOST_GROUPS>(simd, items, next, rows, option, removed))
                }
                _ => unreachable!("more groups than MOST_GROUPS"),
            }
        }
        // Later branches of the item must not choose this option, because solutions would be found repeatedly.
        before[option / 64] &= !(1 << (option % 64));
        self.choose_item(from + 1);
    }

    /// Chooses the item to branch on in a new even frame.
    #[inline(always)]
    fn choose_item(&mut self, frame: usize) {
        let items = &self.frames[frame * self.groups..(frame + 1) * self.groups];
        self.best[frame / 2] = with_simd!(self.cpu, simd => choose(simd, items, &self.slacks));
    }

    /// Returns the first option of an item that is available in a frame.
    #[inline(always)]
    fn first_in(&self, frame: usize, item: usize) -> Option<u32> {
        let available = &self.available[frame * self.sets.words..][..self.sets.words];
        let mask = self.sets.mask(item);
        available.iter().zip(mask).enumerate().find_map(|(word, (available, mask))| {
            let bits = available & mask;
            (bits != 0).then(|| word as u32 * 64 + bits.trailing_zeros())
        })
    }
}

/// Computes the items of the next frame, without the options `removed` and with `option` chosen,
/// and removes `option` from the frame `items`.
#[inline(always)]
fn lower<S: Simd, T: Length, const GROUPS: usize>(
    simd: S,
    items: &mut [Items<T>],
    next: &mut [Items<T>],
    incidence: &[[T; GROUP]],
    option: usize,
    removed: &[u16],
) {
    let incidence = incidence.as_chunks::<GROUPS>().0;
    let sums = lanes::sum(simd, incidence, removed);
    for (((items, next), own), sum) in items.iter_mut().zip(next).zip(&incidence[option]).zip(sums) {
        let own = T::load(simd, own);
        let lengths = T::load(simd, &items.lengths);
        (lengths - sum).store_slice(&mut next.lengths);
        (lengths - own).store_slice(&mut items.lengths);
        // For items that the option does not cover, 0 is subtracted. With saturation, a need of 0 stays 0.
        T::load(simd, &items.needs).saturating_sub(own).store_slice(&mut next.needs);
        T::load(simd, &items.bounds).saturating_sub(own).store_slice(&mut next.bounds);
    }
}

/// Returns the number of branches of each item of a group, and `COVERED` for finished items.
#[inline(always)]
fn branches<S: Simd, T: Length>(simd: S, items: &Items<T>) -> T::Vector<S> {
    let (lengths, needs) = (T::load(simd, &items.lengths), T::load(simd, &items.needs));
    // With saturation, an item with fewer options than it needs has 0 branches.
    let branches = (lengths + T::Vector::splat(simd, T::ONE)).saturating_sub(needs);
    // Items without options and without need are finished.
    let done = (lengths | needs).simd_eq(T::Vector::splat(simd, T::default()));
    done.select(T::Vector::splat(simd, T::COVERED), branches)
}

/// Returns the item to branch on, and its number of branches. As in DLX3, the search branches on the item
/// with the fewest branches. If there are several, it prefers the least slack, then the most options, then
/// the leftmost item.
#[inline(always)]
fn choose<S: Simd, T: Length>(simd: S, items: &[Items<T>], slacks: &[[T; GROUP]]) -> (u32, T) {
    let covered = T::Vector::splat(simd, T::COVERED);
    let mut least = covered;
    for items in items {
        least = least.min(branches(simd, items));
    }
    let least = least.reduce_min();
    // All items are finished: the state is solved.
    if least == T::COVERED {
        return (0, least);
    }
    let mut slack = covered;
    for (items, slacks) in items.iter().zip(slacks) {
        // The slack is the bound minus the need. It is the initial slack until the need is 0; after that, it
        // is the bound. Both cases are the minimum of the bound and the initial slack.
        let all = T::load(simd, &items.bounds).min(T::load(simd, slacks));
        slack = slack.min(branches(simd, items).simd_eq(least).select(all, covered));
    }
    let slack = slack.reduce_min();
    let zero = T::Vector::splat(simd, T::default());
    let mut best: Option<(T, u32)> = None;
    for (group, (items, slacks)) in items.iter().zip(slacks).enumerate() {
        let all = T::load(simd, &items.bounds).min(T::load(simd, slacks));
        let ties = branches(simd, items).simd_eq(least) & all.simd_eq(slack);
        let lengths = T::load(simd, &items.lengths);
        let longest = ties.select(lengths, zero).reduce_max();
        let ties = (ties & lengths.simd_eq(longest)).to_bitmask() as u32;
        // With a strict comparison, the leftmost of equal items is kept.
        if ties != 0 && best.is_none_or(|(length, _)| longest > length) {
            best = Some((longest, (group * GROUP) as u32 + ties.trailing_zeros()));
        }
    }
    (best.map_or(0, |(_, item)| item), least)
}

impl<T: Length> Backend for Multiplicity<T> {
    fn items(&self) -> usize {
        self.items as usize
    }

    fn options(&self) -> usize {
        self.options as usize
    }

    fn level(&self) -> usize {
        self.levels.len()
    }

    fn options_chosen(&self) -> usize {
        // Both marks are greater than every option index.
        self.levels.iter().filter(|level| level.option < NO_MORE).count()
    }

    #[inline(always)]
    fn is_solved(&self) -> bool {
        self.best[self.frame() / 2].1 == T::COVERED
    }

    #[inline(always)]
    fn is_dead(&self) -> bool {
        self.best[self.frame() / 2].1 == T::default()
    }

    #[inline(always)]
    fn descend(&mut self) {
        self.descend_on(self.best[self.frame() / 2].0);
    }

    #[inline(always)]
    fn descend_on(&mut self, item: u32) {
        // The odd frame loses options while branches are tried. The even frame is kept unchanged for `branch`.
        self.copy(self.frame());
        self.levels.push(Level { item, option: NO_OPTION });
    }

    #[inline(always)]
    fn advance(&mut self) -> Tried {
        let Some(&Level { item, .. }) = self.levels.last() else { return Tried::Done };
        let depth = self.levels.len();
        let frame = 2 * depth - 1;
        let item = item as usize;
        // A bound of 0 in this frame means that the last branch, without a further option, has been tried.
        let (length, need, bound) = self.item(frame, item);
        // With fewer options than needed, no branch is left.
        if bound == T::default() || length < need {
            self.levels.pop();
            return Tried::Done;
        }
        let option = match self.first_in(frame, item) {
            Some(option) => {
                self.push(frame, option);
                option
            }
            None => {
                // All options of the item have been tried and removed. The last branch chooses none of them.
                self.frames[frame * self.groups + item / GROUP].bounds[item % GROUP] = T::default();
                // The item is now finished, so the next choice ignores it.
                self.copy(frame);
                self.choose_item(frame + 1);
                NO_MORE
            }
        };
        if let Some(level) = self.levels.last_mut() {
            level.option = option;
        }
        match self.best[depth].1 {
            branches if branches == T::COVERED => Tried::Solution,
            branches if branches == T::default() => {
                self.retract();
                Tried::Dead
            }
            _ => Tried::Open,
        }
    }

    #[inline(always)]
    fn retract(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.option = NO_OPTION;
        }
    }

    #[inline(always)]
    fn ascend(&mut self) {
        self.levels.pop();
    }

    fn select(&mut self, option: u32) -> bool {
        let frame = 2 * self.levels.len();
        let words = self.sets.words;
        let available = self.available[frame * words..][..words].get(option as usize / 64);
        // An option that is not available conflicts with a chosen option or has been selected already.
        if available.is_none_or(|word| word >> (option % 64) & 1 == 0) {
            return false;
        }
        self.copy(frame);
        self.levels.push(Level { item: 0, option });
        self.push(frame + 1, option);
        true
    }

    fn chosen(&self, level: usize) -> Option<u32> {
        self.levels.get(level).map(|level| level.option).filter(|&option| option < NO_MORE)
    }

    fn counters(&self) -> (u64, u64) {
        (self.updates, 0)
    }

    fn clear_counters(&mut self) {
        self.updates = 0;
    }

    fn each_length(&self, mut f: impl FnMut(u32, u32)) {
        let frame = self.frame();
        for item in 0..self.sets.counts.len() {
            // Finished items have no branches and are not reported.
            if let Some(branches) = self.branches(frame, item) {
                f(item as u32, branches);
            }
        }
    }

    fn branch(&self, level: usize) -> Branch {
        let item = self.levels[level].item as usize;
        let (before, ..) = self.item(2 * level, item);
        let (now, _, bound) = self.item(2 * level + 1, item);
        let tried = before.get() - now.get() + u32::from(bound == T::default());
        let all = self.branches(2 * level, item).unwrap_or(0);
        Branch { item: item as u32, tried, left: all - tried }
    }

    fn dead_item(&self) -> Option<u32> {
        self.best.get(self.levels.len()).map(|best| best.0)
    }

    fn each_primary_entry(&self, mut f: impl FnMut(u32, u32)) {
        for option in 0..self.options {
            self.each_item(option, |item| f(item, option));
        }
    }

    fn each_active(&self, mut f: impl FnMut(u32, u32) -> bool) {
        let frame = self.frame();
        for item in 0..self.sets.counts.len() {
            let need = self.item(frame, item).1.get();
            if need > 0 && !f(item as u32, need) {
                return;
            }
        }
    }

    fn each_option(&self, item: u32, mut f: impl FnMut(u32)) {
        let available = &self.available[self.frame() * self.sets.words..][..self.sets.words];
        for (word, (mask, available)) in self.sets.mask(item as usize).iter().zip(available).enumerate() {
            let mut bits = mask & available;
            while bits != 0 {
                f(word as u32 * 64 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }

    fn first_option(&self, item: u32) -> Option<u32> {
        self.first_in(self.frame(), item as usize)
    }

    fn each_item(&self, option: u32, mut f: impl FnMut(u32)) {
        self.sets.items(option as usize).iter().for_each(|&item| f(u32::from(item)));
    }
}
