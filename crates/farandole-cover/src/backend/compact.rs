//! Compact subproblems: subproblems with few remaining options, which are renumbered so that a set of options
//! fits in a few words.
//!
//! Almost all nodes of a search have few available options. At such a node, a [`Compact`] is filled with the
//! available options, numbered from 0 in their order. The search continues in the compact subproblem until all
//! of its branches have been tried.
//!
//! Item lengths are not stored. At each node, the options of one active item after another are counted, up to
//! the first item without options. Each item has a *mask*, the set of its options. The options that conflict
//! with an option are the union of the masks of its items, so no conflict matrix is needed.
//!
//! Compact subproblems are slower if they have few nodes, because filling costs as much as several nodes.
//! They are also slower if each node changes only a few of many active items, because all active items are
//! counted.

use alloc::vec::Vec;

use crate::backend::Branch;
use crate::backend::{CompactRun, Tried};
use crate::config::Config;
use crate::model::problem::Problem;
use crate::simd::cpu::Cpu;
use crate::simd::sets::members;

/// Maximum number of masks. Filling clears all masks; if there were more, this would take as long as many
/// nodes.
// Each mask has up to 8 words, so a fill clears at most 256 KB.
const MOST_MASKS: usize = 4096;
/// Number of subproblems that are filled before their average size is considered.
// The number must be large enough for an average, because the first subproblems may be untypically small.
const TRIAL_FILLS: u64 = 32;
/// Minimum average number of nodes per subproblem for which filling is worthwhile. (An average of 3 is too
/// low, as in pentominoes; 60 or more suffice, as in queens, Langford pairs and Sudoku; see
/// docs/experiments/2026-11-21-exact-cover.md.)
const MIN_NODES: u64 = 16;

/// The conflicts of each option, as indices of masks. The first masks are those of the items, primary items
/// before secondary items. They are followed by one mask for each pair of a secondary item and a color: the
/// options that give the item this color.
#[derive(Clone, Debug)]
pub(crate) struct Exclusions {
    masks: usize,
    /// The start of each option in `plain` and in `colored`, followed by the lengths of both.
    starts: Vec<(u32, u32)>,
    /// For each option, the masks of the items to which it gives no color. It conflicts with all options in
    /// these masks.
    plain: Vec<u16>,
    /// For each option and each secondary item to which it gives a color: the mask of the item, and the mask
    /// of the item with that color. The option conflicts with the options in the first mask that are not in
    /// the second.
    colored: Vec<(u16, u16)>,
}

impl Exclusions {
    /// Collects the conflicts of a problem; `None` if there are so many masks that compact subproblems would be
    /// slow.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let items = problem.items() as usize;
        let mut pairs: Vec<(u32, u32)> = (0..problem.options())
            .flat_map(|option| problem.option_entries(option))
            .filter(|entry| entry.color.code() != 0)
            .map(|entry| (entry.item, entry.color.code()))
            .collect();
        // An option with a color of an item conflicts with the options that give the item another color, so
        // each pair of item and color has a mask.
        pairs.sort_unstable();
        pairs.dedup();
        let mut exclusions = Self {
            masks: items + pairs.len(),
            starts: alloc::vec![(0, 0)],
            plain: Vec::new(),
            colored: Vec::new(),
        };
        if exclusions.masks > MOST_MASKS {
            return None;
        }
        for option in 0..problem.options() {
            for entry in problem.option_entries(option) {
                match pairs.binary_search(&(entry.item, entry.color.code())) {
                    Ok(pair) => exclusions.colored.push((entry.item as u16, (items + pair) as u16)),
                    // An option conflicts with all options of an item to which it gives no color, so the mask
                    // of the item suffices.
                    Err(_) => exclusions.plain.push(entry.item as u16),
                }
            }
            exclusions.starts.push((exclusions.plain.len() as u32, exclusions.colored.len() as u32));
        }
        Some(exclusions)
    }

    /// Returns the number of masks.
    pub(crate) fn masks(&self) -> usize {
        self.masks
    }

    #[inline(always)]
    fn masks_of(&self, option: usize) -> (&[u16], &[(u16, u16)]) {
        let ((plain, colored), (plain_end, colored_end)) = (self.starts[option], self.starts[option + 1]);
        (
            &self.plain[plain as usize..plain_end as usize],
            &self.colored[colored as usize..colored_end as usize],
        )
    }
}

/// A set of options of a compact subproblem.
// Sets are arrays of constant length, so that the compiler unrolls all operations.
type Set<const WORDS: usize> = [u64; WORDS];

#[inline(always)]
fn both<const WORDS: usize>(a: &Set<WORDS>, b: &Set<WORDS>) -> Set<WORDS> {
    core::array::from_fn(|word| a[word] & b[word])
}

#[inline(always)]
fn count<const WORDS: usize>(set: &Set<WORDS>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

#[inline(always)]
fn is_empty<const WORDS: usize>(set: &Set<WORDS>) -> bool {
    set.iter().fold(0, |any, word| any | word) == 0
}

/// Maximum number of active items in a compact subproblem, so that a set of items fits in one word.
const MOST_ACTIVE: usize = 64;

/// The state after some options of the subproblem have been chosen. In frame k, k options have been chosen.
#[derive(Clone, Debug)]
struct Frame<const WORDS: usize> {
    available: Set<WORDS>,
    /// The active items, in the numbering of the subproblem.
    active: u64,
    /// Number of available options.
    options: u32,
    /// The leftmost active item with the fewest options, in the numbering of the problem.
    shortest: u16,
}

/// An open level.
// The item stays the same while the level is open; the option changes with each branch.
#[derive(Clone, Debug)]
struct Level<const WORDS: usize> {
    item: u16,
    /// The chosen option, in the numbering of the problem, or `u32::MAX`.
    option: u32,
    /// The options that have not been tried.
    left: Set<WORDS>,
}

/// A subproblem with at most `WORDS * 64` options and 64 active items, and the state of the search in it. The
/// subproblem is in use while it has open levels.
#[derive(Clone, Debug)]
pub(crate) struct Compact<const WORDS: usize> {
    cpu: Cpu,
    /// For each option of the subproblem, its index in the problem, and the set of its items, in the
    /// numbering of the subproblem.
    // Options and their items are stored together, because choosing an option reads both.
    options: Vec<(u16, u64)>,
    /// The active items from left to right: the index of each in the problem, and the set of its options.
    /// Entries after the last active item are unused.
    items: Vec<(u16, Set<WORDS>)>,
    // The vector is not cleared between fills: the primary items of an available option are active, and each
    // fill writes their entries.
    /// For the mask of each active item, the set of items that contains only this item. Entries of inactive
    /// primary items are stale, and all other entries are 0.
    own: Vec<u64>,
    /// The options of each mask; see [`Exclusions`].
    masks: Vec<Set<WORDS>>,
    frames: Vec<Frame<WORDS>>,
    levels: Vec<Level<WORDS>>,
    /// The item that the last dead option left without options.
    // The heuristic with conflict weights needs this item.
    dead_item: u16,
    /// Number of fills, and total number of nodes after them.
    fills: u64,
    nodes: u64,
    /// Number of options removed.
    pub(crate) updates: u64,
}

impl<const WORDS: usize> Compact<WORDS> {
    /// Maximum number of options.
    const ROOM: u32 = WORDS as u32 * 64;

    /// Returns an empty subproblem, for problems with this many masks.
    pub(crate) fn new(masks: usize) -> Self {
        Self {
            cpu: Cpu::detect(),
            options: Vec::new(),
            items: alloc::vec![(0, [0; WORDS]); MOST_ACTIVE],
            own: alloc::vec![0; masks],
            masks: alloc::vec![[0; WORDS]; masks],
            frames: Vec::new(),
            levels: Vec::new(),
            dead_item: 0,
            fills: 0,
            nodes: 0,
            updates: 0,
        }
    }

    /// Returns the maximum number of options with which a fill is worthwhile: 0 if the subproblems so far had
    /// too few nodes.
    #[inline(always)]
    pub(crate) fn fill_limit(&self) -> u32 {
        // The average decides, so that one small subproblem does not end the use of compact subproblems.
        if self.fills < TRIAL_FILLS || self.nodes >= self.fills * MIN_NODES { Self::ROOM } else { 0 }
    }

    /// Fills the subproblem with the available options and active items of a state, which must be in
    /// ascending order, and opens a level on `item`. Returns `false`, with nothing changed, if there are too
    /// many active items.
    #[inline(never)]
    pub(crate) fn fill(
        &mut self,
        exclusions: &Exclusions,
        options: impl Iterator<Item = u32>,
        active: impl Iterator<Item = u16> + Clone,
        item: u32,
    ) -> bool {
        let count = active.clone().count();
        // The set of active items must fit in one word.
        if count > MOST_ACTIVE {
            return false;
        }
        self.fills += 1;
        // Items keep their order, so that the lowest bit of a set is its leftmost item.
        for (at, item) in active.clone().enumerate() {
            self.own[usize::from(item)] = 1 << at;
        }
        // Clearing all masks is fast, because there are at most `MOST_MASKS`.
        self.masks.fill([0; WORDS]);
        self.options.clear();
        let mut available = [0; WORDS];
        for (at, option) in options.enumerate() {
            let (word, bit) = (at / 64, 1 << (at % 64));
            available[word] |= bit;
            let (plain, colored) = exclusions.masks_of(option as usize);
            let mut own = 0;
            for &mask in plain {
                own |= self.own[usize::from(mask)];
                self.masks[usize::from(mask)][word] |= bit;
            }
            for &(item, color) in colored {
                self.masks[usize::from(item)][word] |= bit;
                self.masks[usize::from(color)][word] |= bit;
            }
            self.options.push((option as u16, own));
        }
        for (place, item) in self.items.iter_mut().zip(active) {
            *place = (item, self.masks[usize::from(item)]);
        }
        let first = Frame {
            available,
            // The lowest `count` bits are set. A shift by 64 would overflow.
            active: u64::MAX.checked_shr((MOST_ACTIVE - count) as u32).unwrap_or(0),
            options: self.options.len() as u32,
            shortest: 0,
        };
        // Each chosen option covers at least one active item, so there are at most `count` levels.
        self.frames.clear();
        self.frames.resize(count + 1, first);
        self.descend_on(item);
        true
    }

    /// Returns the number of open levels.
    pub(crate) fn level(&self) -> usize {
        self.levels.len()
    }

    /// Returns true if the search is in this subproblem.
    #[inline(always)]
    pub(crate) fn is_open(&self) -> bool {
        !self.levels.is_empty()
    }

    /// Returns the frame from which the next level would start.
    #[inline(always)]
    fn frame(&self) -> &Frame<WORDS> {
        // The state of a level without a chosen option is the frame before that level.
        let lacks_option = self.levels.last().is_some_and(|level| level.option == u32::MAX);
        &self.frames[self.levels.len() - usize::from(lacks_option)]
    }

    /// Returns the number of available options.
    #[inline(always)]
    pub(crate) fn left(&self) -> u32 {
        self.frame().options
    }

    #[inline(always)]
    pub(crate) fn is_solved(&self) -> bool {
        self.frame().active == 0
    }

    /// Returns the item to branch on.
    #[inline(always)]
    pub(crate) fn shortest(&self) -> u32 {
        self.frame().shortest.into()
    }

    #[inline(always)]
    pub(crate) fn descend_on(&mut self, item: u32) {
        // The frame with this index is the state before the option of the new level.
        let left = both(&self.frames[self.levels.len()].available, &self.masks[item as usize]);
        self.levels.push(Level { item: item as u16, option: u32::MAX, left });
    }

    /// Searches until [`Backend::run_compact`](crate::backend::Backend::run_compact) has to return, which
    /// includes states with at most `few` available options. `killers` holds, for each option of the problem,
    /// the item that was last left without options when the option was chosen. Levels are counted from 0 in
    /// this subproblem, also for `floor`.
    #[inline(never)]
    pub(crate) fn run_compact(
        &mut self,
        exclusions: &Exclusions,
        killers: &mut [u16],
        config: &Config<'_>,
        nodes: &mut u64,
        (floor, few): (usize, u32),
    ) -> CompactRun {
        // The instruction set is selected once for the whole run, instead of at each node.
        self.cpu.run(
            #[inline(always)]
            || loop {
                // Limits are checked at each node, as in the general loop, so that the budget ends the search
                // at the same node.
                if config.is_spent(*nodes) || config.is_cancelled() {
                    return CompactRun::Paused;
                }
                let tried = self.try_next(exclusions, killers);
                *nodes += u64::from(tried != Tried::Done);
                match tried {
                    // The untried branches of levels before the floor do not belong to this search.
                    Tried::Done if self.levels.len() <= floor => return CompactRun::Closed,
                    Tried::Done => self.retract(),
                    Tried::Dead => {}
                    Tried::Solution => return CompactRun::Solution,
                    // At a state with few options, the caller may switch to a narrower subproblem.
                    Tried::Open => {
                        let frame = &self.frames[self.levels.len()];
                        if frame.options <= few {
                            return CompactRun::Small;
                        }
                        self.descend_on(frame.shortest.into());
                    }
                }
            },
        )
    }

    /// Tries the next option of the deepest level.
    #[inline(never)]
    pub(crate) fn advance(&mut self, exclusions: &Exclusions, killers: &mut [u16]) -> Tried {
        self.cpu.run(
            #[inline(always)]
            || self.try_next(exclusions, killers),
        )
    }

    #[inline(always)]
    // The function is inlined into both callers, so that it is compiled for AVX2 and `popcnt` (see `Cpu::run`).
    fn try_next(&mut self, exclusions: &Exclusions, killers: &mut [u16]) -> Tried {
        let Self { levels, frames, masks, options, .. } = self;
        let depth = levels.len();
        let (Some(level), Some([before, after])) = (levels.last_mut(), frames.get_mut(depth - 1..=depth))
        else {
            return Tried::Done;
        };
        let Some(word) = level.left.iter().position(|&bits| bits != 0) else {
            levels.pop();
            return Tried::Done;
        };
        let bit = level.left[word].trailing_zeros();
        // The option is removed from `left` before it is tried, so that the next call tries the next option.
        level.left[word] &= level.left[word] - 1;
        let (option, own) = options[word * 64 + bit as usize];
        self.nodes += 1;
        let mut excluded = [0; WORDS];
        let (plain, colored) = exclusions.masks_of(option.into());
        // The union of the masks of its items replaces a row of a conflict matrix.
        for &mask in plain {
            let mask = &masks[usize::from(mask)];
            excluded = core::array::from_fn(|word| excluded[word] | mask[word]);
        }
        // Options that give the item the same color stay available.
        for &(item, color) in colored {
            let (item, color) = (&masks[usize::from(item)], &masks[usize::from(color)]);
            excluded = core::array::from_fn(|word| excluded[word] | item[word] & !color[word]);
        }
        // If the option gives a color to all of its items, the masks do not exclude the option itself.
        excluded[word] |= 1 << bit;
        // Writing a new set of a few words is cheaper than undoing changes later.
        let available: Set<WORDS> = core::array::from_fn(|word| before.available[word] & !excluded[word]);
        after.available = available;
        after.options = count(&available);
        after.active = before.active & !own;
        self.updates += u64::from(before.options - after.options);
        // Killer heuristic: an option often leaves the same item without options as the last time. If this
        // item had available options before the choice, it was active.
        let killer = &mut killers[usize::from(option)];
        if let Some(mask) = masks.get(usize::from(*killer))
            && !is_empty(&both(mask, &before.available))
            && is_empty(&both(mask, &available))
        {
            self.dead_item = *killer;
            return Tried::Dead;
        }
        // The length is in the high half and the item in the low half, so that the minimum is the leftmost
        // item with the fewest options.
        let mut shortest = u32::MAX;
        let mut active = after.active;
        while active != 0
            && let Some((item, mask)) = self.items.get(active.trailing_zeros() as usize)
        {
            active &= active - 1;
            let length = count(&both(mask, &available));
            if length == 0 {
                // Counting ends at the first item without options, because the node is dead.
                *killer = *item;
                self.dead_item = *item;
                return Tried::Dead;
            }
            // A length is at most 512, so it fits in the high half.
            shortest = shortest.min(length << 16 | u32::from(*item));
        }
        // The low half is the item.
        after.shortest = shortest as u16;
        // Dead options return earlier, so they are never stored in the level.
        level.option = option.into();
        if after.active == 0 { Tried::Solution } else { Tried::Open }
    }

    #[inline(always)]
    pub(crate) fn retract(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.option = u32::MAX;
        }
    }

    #[inline(always)]
    pub(crate) fn ascend(&mut self) {
        self.levels.pop();
    }

    pub(crate) fn chosen(&self, level: usize) -> Option<u32> {
        self.levels.get(level).map(|level| level.option).filter(|&option| option != u32::MAX)
    }

    pub(crate) fn branch(&self, level: usize) -> Branch {
        let Level { item, left, .. } = &self.levels[level];
        // The tried options are the options of the item that are not in `left`.
        let all = count(&both(&self.frames[level].available, &self.masks[usize::from(*item)]));
        let left = count(left);
        Branch { item: (*item).into(), tried: all - left, left }
    }

    pub(crate) fn dead_item(&self) -> Option<u32> {
        Some(self.dead_item.into())
    }

    /// Returns the available options, in the numbering of the problem.
    pub(crate) fn available(&self) -> impl Iterator<Item = u32> {
        members(self.frame().available).map(|at| self.options[at as usize].0.into())
    }

    /// Returns the active items, in order.
    pub(crate) fn active(&self) -> impl Iterator<Item = u16> + Clone {
        let active = self.frame().active;
        let items = self.items.iter().enumerate().filter(move |(at, _)| active >> at & 1 != 0);
        items.map(|(_, (item, _))| *item)
    }

    pub(crate) fn each_length(&self, mut f: impl FnMut(u32, u32)) {
        self.active().map(u32::from).for_each(|item| f(item, count(&self.available_of(item))));
    }

    pub(crate) fn each_active(&self, mut f: impl FnMut(u32, u32) -> bool) {
        self.active().all(|item| f(item.into(), 1));
    }

    pub(crate) fn each_option(&self, item: u32, f: impl FnMut(u32)) {
        self.options_of(item).for_each(f);
    }

    pub(crate) fn first_option(&self, item: u32) -> Option<u32> {
        self.options_of(item).next()
    }

    fn options_of(&self, item: u32) -> impl Iterator<Item = u32> {
        members(self.available_of(item)).map(|at| self.options[at as usize].0.into())
    }

    /// Returns the available options of an item.
    #[inline(always)]
    fn available_of(&self, item: u32) -> Set<WORDS> {
        both(&self.frame().available, &self.masks[item as usize])
    }
}
