//! Compact subproblems: few options, renumbered so that a set of options is a few words.
//!
//! Almost all nodes of a search lie where few options are left. There a [`Compact`] is filled with those options,
//! numbered anew in their order, and the search continues in it until all of its branches are tried. No item lengths
//! are stored: a node counts the options of each active item, one after the other, until it finds an item without
//! options. The options that conflict with an option are the union of the masks of its items, so no conflict matrix is
//! needed.

use alloc::vec::Vec;

use crate::backend::Branch;
use crate::backend::{CompactRun, Tried};
use crate::config::Config;
use crate::model::problem::Problem;
use crate::simd::cpu::Cpu;
use crate::simd::sets::members;

/// With more masks than this, filling takes too long: clearing them costs as much as many nodes.
const MOST_MASKS: usize = 4096;
/// Subproblems filled before it is known whether they pay.
const FIRST: u64 = 32;
/// They pay if they have this many nodes on average. (Three do not for pentominoes, 60 and more do for queens,
/// Langford pairs and Sudoku; see docs/experiments/2026-11-21-exact-cover.md.)
const NODES: u64 = 16;

/// The conflicts of each option, as numbers of masks: first those of all items, primary ones first, then one for each
/// secondary item and color.
#[derive(Clone, Debug)]
pub(crate) struct Exclusions {
    masks: usize,
    /// Start of each option in `plain` and in `colored`, and the ends.
    starts: Vec<(u32, u32)>,
    /// The masks of items whose options exclude each other.
    plain: Vec<u16>,
    /// For secondary items to which the option gives a color: the mask of the item, and that of the item with the
    /// color.
    colored: Vec<(u16, u16)>,
}

impl Exclusions {
    /// `None` if there are too many for compact subproblems to pay.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let items = problem.items() as usize;
        let mut pairs: Vec<(u32, u32)> = (0..problem.options())
            .flat_map(|option| problem.option_entries(option))
            .filter(|entry| entry.color.code() != 0)
            .map(|entry| (entry.item, entry.color.code()))
            .collect();
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
                    Err(_) => exclusions.plain.push(entry.item as u16),
                }
            }
            exclusions.starts.push((exclusions.plain.len() as u32, exclusions.colored.len() as u32));
        }
        Some(exclusions)
    }

    /// How many masks there are.
    pub(crate) fn masks(&self) -> usize {
        self.masks
    }

    #[inline(always)]
    fn of(&self, option: usize) -> (&[u16], &[(u16, u16)]) {
        let ((plain, colored), (plain_end, colored_end)) = (self.starts[option], self.starts[option + 1]);
        (
            &self.plain[plain as usize..plain_end as usize],
            &self.colored[colored as usize..colored_end as usize],
        )
    }
}

/// A set of the options of a compact subproblem.
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

/// Most active items of a compact subproblem, which renumbers them as well.
const MOST_ACTIVE: usize = 64;

/// The state with as many options of the subproblem chosen as there are frames before it.
#[derive(Clone, Debug)]
struct Frame<const WORDS: usize> {
    available: Set<WORDS>,
    /// The active items, in the numbering of the subproblem.
    active: u64,
    /// How many options are available.
    options: u32,
    /// The leftmost active item with the fewest options, in the numbering of the problem.
    shortest: u16,
}

/// A level that is open.
#[derive(Clone, Debug)]
struct Level<const WORDS: usize> {
    item: u16,
    /// The option chosen, in the numbering of the problem, or `u32::MAX`.
    option: u32,
    /// Options that are still to be tried.
    left: Set<WORDS>,
}

/// A subproblem of at most `WORDS * 64` options and 64 active items, and the state of the search in it. It is in use
/// as long as it has levels.
#[derive(Clone, Debug)]
pub(crate) struct Compact<const WORDS: usize> {
    cpu: Cpu,
    /// The options, in the numbering of the problem, and their items, in that of the subproblem.
    options: Vec<(u16, u64)>,
    /// The active items, in the numbering of the problem and in order, and their options; other entries up to 64 have
    /// no meaning.
    items: Vec<(u16, Set<WORDS>)>,
    /// For each mask the active item to which it belongs, as a set. Entries of other masks have no meaning.
    own: Vec<u64>,
    /// See [`Exclusions`].
    masks: Vec<Set<WORDS>>,
    frames: Vec<Frame<WORDS>>,
    levels: Vec<Level<WORDS>>,
    /// The item that the last option left without options, if it did.
    dead_item: u16,
    /// How often the subproblem was filled, and the nodes in all of them.
    fills: u64,
    nodes: u64,
    /// Options removed.
    pub(crate) updates: u64,
}

impl<const WORDS: usize> Compact<WORDS> {
    /// Most options.
    const ROOM: u32 = WORDS as u32 * 64;

    /// An empty subproblem, for problems with this many masks.
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

    /// Most options to fill with: 0 if the subproblems so far had too few nodes.
    #[inline(always)]
    pub(crate) fn most(&self) -> u32 {
        if self.fills < FIRST || self.nodes >= self.fills * NODES { Self::ROOM } else { 0 }
    }

    /// Fills the subproblem with a state (the available options and the active items, both in order), and opens a
    /// level on an item. `false`, with nothing done, if there are too many active items.
    #[inline(never)]
    pub(crate) fn fill(
        &mut self,
        exclusions: &Exclusions,
        options: impl Iterator<Item = u32>,
        active: impl Iterator<Item = u16> + Clone,
        item: u32,
    ) -> bool {
        let count = active.clone().count();
        if count > MOST_ACTIVE {
            return false;
        }
        self.fills += 1;
        for (at, item) in active.clone().enumerate() {
            self.own[usize::from(item)] = 1 << at;
        }
        self.masks.fill([0; WORDS]);
        self.options.clear();
        let mut available = [0; WORDS];
        for (at, option) in options.enumerate() {
            let (word, bit) = (at / 64, 1 << (at % 64));
            available[word] |= bit;
            let (plain, colored) = exclusions.of(option as usize);
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
            active: u64::MAX.checked_shr((MOST_ACTIVE - count) as u32).unwrap_or(0),
            options: self.options.len() as u32,
            shortest: 0,
        };
        // Each option chosen leaves fewer active items.
        self.frames.clear();
        self.frames.resize(count + 1, first);
        self.descend_on(item);
        true
    }

    /// Levels open.
    pub(crate) fn level(&self) -> usize {
        self.levels.len()
    }

    /// Whether the search is in this subproblem.
    #[inline(always)]
    pub(crate) fn is_open(&self) -> bool {
        !self.levels.is_empty()
    }

    /// The frame on which the next level would be built.
    #[inline(always)]
    fn frame(&self) -> &Frame<WORDS> {
        let waits = self.levels.last().is_some_and(|level| level.option == u32::MAX);
        &self.frames[self.levels.len() - usize::from(waits)]
    }

    /// Options available.
    #[inline(always)]
    pub(crate) fn left(&self) -> u32 {
        self.frame().options
    }

    #[inline(always)]
    pub(crate) fn is_solved(&self) -> bool {
        self.frame().active == 0
    }

    /// The item to branch on.
    #[inline(always)]
    pub(crate) fn shortest(&self) -> u32 {
        self.frame().shortest.into()
    }

    #[inline(always)]
    pub(crate) fn descend_on(&mut self, item: u32) {
        let left = both(&self.frames[self.levels.len()].available, &self.masks[item as usize]);
        self.levels.push(Level { item: item as u16, option: u32::MAX, left });
    }

    /// See [`Backend::run_compact`](crate::backend::Backend::run_compact). `killers` holds for each option of the
    /// problem the item that it last left without options. The run stops also where no more than `few` options are
    /// left.
    #[inline(never)]
    pub(crate) fn run_compact(
        &mut self,
        exclusions: &Exclusions,
        killers: &mut [u16],
        config: &Config<'_>,
        nodes: &mut u64,
        (floor, few): (usize, u32),
    ) -> CompactRun {
        self.cpu.run(
            #[inline(always)]
            || loop {
                if config.is_spent(*nodes) || config.is_cancelled() {
                    return CompactRun::Paused;
                }
                let tried = self.try_next(exclusions, killers);
                *nodes += u64::from(tried != Tried::Done);
                match tried {
                    Tried::Done if self.levels.len() <= floor => return CompactRun::Closed,
                    Tried::Done => self.retract(),
                    Tried::Dead => {}
                    Tried::Solution => return CompactRun::Solution,
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

    /// Tries the next option.
    #[inline(never)]
    pub(crate) fn advance(&mut self, exclusions: &Exclusions, killers: &mut [u16]) -> Tried {
        self.cpu.run(
            #[inline(always)]
            || self.try_next(exclusions, killers),
        )
    }

    #[inline(always)]
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
        level.left[word] &= level.left[word] - 1;
        let (option, own) = options[word * 64 + bit as usize];
        self.nodes += 1;
        let mut excluded = [0; WORDS];
        let (plain, colored) = exclusions.of(option.into());
        for &mask in plain {
            let mask = &masks[usize::from(mask)];
            excluded = core::array::from_fn(|word| excluded[word] | mask[word]);
        }
        for &(item, color) in colored {
            let (item, color) = (&masks[usize::from(item)], &masks[usize::from(color)]);
            excluded = core::array::from_fn(|word| excluded[word] | item[word] & !color[word]);
        }
        excluded[word] |= 1 << bit;
        let available: Set<WORDS> = core::array::from_fn(|word| before.available[word] & !excluded[word]);
        after.available = available;
        after.options = count(&available);
        after.active = before.active & !own;
        self.updates += u64::from(before.options - after.options);
        // Often the option leaves the same item without options as last time (killer heuristic). An item is active as
        // long as it has options.
        let killer = &mut killers[usize::from(option)];
        if let Some(mask) = masks.get(usize::from(*killer))
            && !is_empty(&both(mask, &before.available))
            && is_empty(&both(mask, &available))
        {
            self.dead_item = *killer;
            return Tried::Dead;
        }
        let mut shortest = u32::MAX;
        let mut active = after.active;
        while active != 0
            && let Some((item, mask)) = self.items.get(active.trailing_zeros() as usize)
        {
            active &= active - 1;
            let length = count(&both(mask, &available));
            if length == 0 {
                *killer = *item;
                self.dead_item = *item;
                return Tried::Dead;
            }
            shortest = shortest.min(length << 16 | u32::from(*item));
        }
        after.shortest = shortest as u16;
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
        let all = count(&both(&self.frames[level].available, &self.masks[usize::from(*item)]));
        let left = count(left);
        Branch { item: (*item).into(), tried: all - left, left }
    }

    pub(crate) fn dead_item(&self) -> Option<u32> {
        Some(self.dead_item.into())
    }

    /// The available options, in the numbering of the problem.
    pub(crate) fn available(&self) -> impl Iterator<Item = u32> {
        members(self.frame().available).map(|at| self.options[at as usize].0.into())
    }

    /// The active items, in order.
    pub(crate) fn active(&self) -> impl Iterator<Item = u16> + Clone {
        let active = self.frame().active;
        let items = self.items.iter().enumerate().filter(move |(at, _)| active >> at & 1 != 0);
        items.map(|(_, (item, _))| *item)
    }

    pub(crate) fn each_length(&self, mut f: impl FnMut(u32, u32)) {
        self.active().map(u32::from).for_each(|item| f(item, count(&self.of_item(item))));
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
        members(self.of_item(item)).map(|at| self.options[at as usize].0.into())
    }

    /// The available options of an item.
    #[inline(always)]
    fn of_item(&self, item: u32) -> Set<WORDS> {
        both(&self.frame().available, &self.masks[item as usize])
    }
}
