//! Multiplicities: items that several options must hold, or may.
//!
//! A primary item has a bound, the most options that may still be chosen for it, and a slack, by which the final
//! number may stay below. To branch on an item is to choose the first of the options that will hold it, in
//! order: options tried before are taken out for those after. When none is left and the slack allows it, a last
//! branch ends with what was chosen.
//!
//! States are copied for each level, as in [`bits`](crate::bits).
//!
//! Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithm M, and program DLX3 for
//! which item is branched on, so that the trees are equal.

use alloc::vec::Vec;

use crate::engine::{Core, Tried};
use crate::position::Branch;
use crate::problem::Problem;

/// No option chosen at a level yet.
const NO_OPTION: u32 = u32::MAX;
/// The branch that ends an item without a further option.
const NO_MORE: u32 = u32::MAX - 1;

#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    option: u32,
}

/// The state of a search with multiplicities.
///
/// Level k has two frames: 2k is the state with k branches taken, 2k + 1 the same less the options tried.
#[derive(Clone, Debug)]
pub(crate) struct Multi {
    items: u32,
    options: u32,
    primary: usize,
    words: usize,
    /// For each option those that disagree with it about a secondary item; empty without secondary items.
    conflicts: Vec<u64>,
    /// For each primary item its options.
    masks: Vec<u64>,
    starts: Vec<u32>,
    /// Primary items of the options.
    entries: Vec<u32>,
    slacks: Vec<u32>,
    available: Vec<u64>,
    lengths: Vec<u32>,
    /// Most options still to be chosen; 0 for an item that is done with.
    bounds: Vec<u32>,
    /// For each even frame the item to branch on and its branches, if any item is left.
    best: Vec<Option<(u32, i64)>>,
    levels: Vec<Level>,
    updates: u64,
}

impl Multi {
    pub(crate) fn new(problem: &Problem) -> Self {
        let primary = problem.primary_items() as usize;
        let options = problem.options() as usize;
        let words = options.div_ceil(64);
        let mut masks = alloc::vec![0_u64; primary * words];
        let mut lengths = alloc::vec![0_u32; primary];
        let mut starts = alloc::vec![0];
        let mut entries = Vec::new();
        let mut secondary: Vec<(u32, u32, u32)> = Vec::new();
        for option in 0..options {
            for entry in problem.option_entries(option as u32) {
                let item = entry.item as usize;
                if item < primary {
                    masks[item * words + option / 64] |= 1 << (option % 64);
                    lengths[item] += 1;
                    entries.push(entry.item);
                } else {
                    secondary.push((entry.item, entry.color.code(), option as u32));
                }
            }
            starts.push(entries.len() as u32);
        }
        let mut conflicts = Vec::new();
        if !secondary.is_empty() {
            conflicts.resize(options * words, 0_u64);
            secondary.sort_unstable();
            for of_item in secondary.chunk_by(|a, b| a.0 == b.0) {
                for &(_, color, option) in of_item {
                    let row = &mut conflicts[option as usize * words..][..words];
                    for &(_, other_color, other) in of_item {
                        if color == 0 || color != other_color {
                            row[other as usize / 64] |= 1 << (other % 64);
                        }
                    }
                }
            }
        }
        let mut available = alloc::vec![u64::MAX; words];
        if !options.is_multiple_of(64) {
            available[words - 1] = (1 << (options % 64)) - 1;
        }
        let bounds: Vec<_> = (0..primary as u32).map(|item| problem.bounds(item)).collect();
        let mut multi = Self {
            items: problem.items(),
            options: options as u32,
            primary,
            words,
            conflicts,
            masks,
            starts,
            entries,
            slacks: bounds.iter().map(|bounds| bounds.high - bounds.low).collect(),
            available,
            lengths,
            bounds: bounds.iter().map(|bounds| bounds.high).collect(),
            best: alloc::vec![None],
            levels: Vec::new(),
            updates: 0,
        };
        multi.best[0] = multi.choose(0);
        multi
    }

    /// The even frame that the next level would be built on.
    fn frame(&self) -> usize {
        match self.levels.last() {
            Some(level) if level.option == NO_OPTION => 2 * self.levels.len() - 2,
            _ => 2 * self.levels.len(),
        }
    }

    /// How many further options an item needs for sure.
    fn need(&self, frame: usize, item: usize) -> u32 {
        self.bounds[frame * self.primary + item].saturating_sub(self.slacks[item])
    }

    /// How many branches an item has that is not done with, 0 or less if it can't be satisfied.
    fn branches(&self, frame: usize, item: usize) -> i64 {
        let bound = self.bounds[frame * self.primary + item];
        let slack = self.slacks[item].min(bound);
        i64::from(self.lengths[frame * self.primary + item]) + i64::from(slack) - i64::from(bound) + 1
    }

    /// The item with fewest branches, then least slack, then most options, then the first.
    fn choose(&self, frame: usize) -> Option<(u32, i64)> {
        let range = frame * self.primary..(frame + 1) * self.primary;
        let items = self.lengths[range.clone()].iter().zip(&self.bounds[range]).zip(&self.slacks);
        let mut best = (i64::MAX, u64::MAX);
        let mut choice = None;
        for (item, ((&length, &bound), &slack)) in items.enumerate() {
            let slack = slack.min(bound);
            let branches = i64::from(length) + i64::from(slack) - i64::from(bound) + 1;
            let score = (branches, u64::from(slack) << 32 | u64::from(!length));
            if bound > 0 && score < best {
                best = score;
                choice = Some((item as u32, branches));
            }
        }
        choice
    }

    /// Copies a frame to the next one.
    fn copy(&mut self, from: usize) {
        let (words, primary) = (self.words, self.primary);
        let to = from + 1;
        if self.available.len() < (to + 1) * words || self.bounds.len() < (to + 1) * primary {
            self.available.resize((to + 1) * words, 0);
            self.lengths.resize((to + 1) * primary, 0);
            self.bounds.resize((to + 1) * primary, 0);
        }
        self.available.copy_within(from * words..to * words, to * words);
        self.lengths.copy_within(from * primary..to * primary, to * primary);
        self.bounds.copy_within(from * primary..to * primary, to * primary);
    }

    /// Takes options out of a frame: those in `rows` that are available in word `word`.
    #[inline(always)]
    fn remove(&mut self, frame: usize, word: usize, rows: u64) {
        let available = &mut self.available[frame * self.words + word];
        let lengths = &mut self.lengths[frame * self.primary..(frame + 1) * self.primary];
        let mut bits = *available & rows;
        *available &= !rows;
        while bits != 0 {
            let option = word * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            self.updates += 1;
            for &item in &self.entries[self.starts[option] as usize..self.starts[option + 1] as usize] {
                lengths[item as usize] -= 1;
            }
        }
    }

    /// Makes the frame after `from`, an odd one, by choosing `option`.
    fn push(&mut self, from: usize, option: u32) {
        self.copy(from);
        let frame = from + 1;
        self.remove(frame, option as usize / 64, 1 << (option % 64));
        for at in self.starts[option as usize]..self.starts[option as usize + 1] {
            let item = self.entries[at as usize] as usize;
            let bound = &mut self.bounds[frame * self.primary + item];
            *bound -= 1;
            if *bound == 0 {
                for word in 0..self.words {
                    self.remove(frame, word, self.masks[item * self.words + word]);
                }
            }
        }
        if !self.conflicts.is_empty() {
            for word in 0..self.words {
                self.remove(frame, word, self.conflicts[option as usize * self.words + word]);
            }
        }
        self.settle(frame);
    }

    /// Chooses the item for a new even frame.
    fn settle(&mut self, frame: usize) {
        let best = self.choose(frame);
        if self.best.len() <= frame / 2 {
            self.best.resize(frame / 2 + 1, None);
        }
        self.best[frame / 2] = best;
    }

    /// The first option of an item that is available in a frame.
    fn first_in(&self, frame: usize, item: usize) -> Option<u32> {
        let available = &self.available[frame * self.words..][..self.words];
        let mask = &self.masks[item * self.words..][..self.words];
        available.iter().zip(mask).enumerate().find_map(|(word, (available, mask))| {
            let bits = available & mask;
            (bits != 0).then(|| word as u32 * 64 + bits.trailing_zeros())
        })
    }
}

impl Core for Multi {
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
        self.levels.iter().filter(|level| level.option < NO_MORE).count()
    }

    fn is_solved(&self) -> bool {
        self.best[self.frame() / 2].is_none()
    }

    fn is_dead(&self) -> bool {
        self.best[self.frame() / 2].is_some_and(|(_, branches)| branches <= 0)
    }

    fn descend(&mut self) {
        if let Some((item, _)) = self.best[self.frame() / 2] {
            self.descend_on(item);
        }
    }

    fn descend_on(&mut self, item: u32) {
        self.copy(self.frame());
        self.levels.push(Level { item, option: NO_OPTION });
    }

    fn advance(&mut self) -> Tried {
        let Some(&Level { item, .. }) = self.levels.last() else { return Tried::Done };
        let depth = self.levels.len();
        let frame = 2 * depth - 1;
        let item = item as usize;
        // Once the item is ended its bound is 0 in this frame.
        let bound = self.bounds[frame * self.primary + item];
        let length = self.lengths[frame * self.primary + item];
        if bound == 0 || length < self.need(frame, item) {
            self.levels.pop();
            return Tried::Done;
        }
        let option = match self.first_in(frame, item) {
            Some(option) => {
                self.push(frame, option);
                self.remove(frame, option as usize / 64, 1 << (option % 64));
                option
            }
            None => {
                self.bounds[frame * self.primary + item] = 0;
                self.copy(frame);
                self.settle(frame + 1);
                NO_MORE
            }
        };
        if let Some(level) = self.levels.last_mut() {
            level.option = option;
        }
        match self.best[depth] {
            None => Tried::Solution,
            Some((_, branches)) if branches <= 0 => {
                self.retract();
                Tried::Dead
            }
            Some(_) => Tried::Open,
        }
    }

    fn retract(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.option = NO_OPTION;
        }
    }

    fn ascend(&mut self) {
        self.levels.pop();
    }

    fn select(&mut self, option: u32) -> bool {
        let frame = 2 * self.levels.len();
        let available = self.available[frame * self.words..][..self.words].get(option as usize / 64);
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
        for item in 0..self.primary {
            let bound = self.bounds[frame * self.primary + item];
            if bound > 0 {
                f(item as u32, self.branches(frame, item).max(0) as u32);
            }
        }
    }

    fn branch(&self, level: usize) -> Branch {
        let item = self.levels[level].item as usize;
        let count = |frame: usize| self.lengths[frame * self.primary + item];
        let ended = self.bounds[(2 * level + 1) * self.primary + item] == 0;
        let all = self.branches(2 * level, item).max(0) as u32;
        let tried = count(2 * level) - count(2 * level + 1) + u32::from(ended);
        Branch { item: item as u32, tried, left: all - tried }
    }

    fn dead_item(&self) -> Option<u32> {
        self.best.get(self.levels.len()).and_then(|best| best.map(|(item, _)| item))
    }

    fn each_primary_entry(&self, mut f: impl FnMut(u32, u32)) {
        for option in 0..self.options {
            self.each_item(option, |item| f(item, option));
        }
    }

    fn each_active(&self, mut f: impl FnMut(u32, u32) -> bool) {
        let frame = self.frame();
        for item in 0..self.primary {
            let need = self.need(frame, item);
            if need > 0 && !f(item as u32, need) {
                return;
            }
        }
    }

    fn each_option(&self, item: u32, mut f: impl FnMut(u32)) {
        let mask = &self.masks[item as usize * self.words..][..self.words];
        let available = &self.available[self.frame() * self.words..][..self.words];
        for (word, (mask, available)) in mask.iter().zip(available).enumerate() {
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
        let range = self.starts[option as usize] as usize..self.starts[option as usize + 1] as usize;
        self.entries[range].iter().for_each(|&item| f(item));
    }
}
