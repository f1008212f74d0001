//! The implementation of [`Backend`] for bit sets.

use core::ops::Range;

use super::frames::{Bitset, Level};
use crate::backend::{Backend, Branch, Tried};
use crate::simd::lanes::Length;

impl<T: Length> Backend for Bitset<T> {
    fn items(&self) -> usize {
        self.items as usize
    }

    fn options(&self) -> usize {
        self.options as usize
    }

    fn level(&self) -> usize {
        self.levels.len()
    }

    #[inline(always)]
    fn is_solved(&self) -> bool {
        // `COVERED` is the greatest value, so it is the minimum only if all items are covered.
        self.shortest[self.frame()].1 == T::COVERED
    }

    #[inline(always)]
    fn is_dead(&self) -> bool {
        self.shortest[self.frame()].1 == T::default()
    }

    #[inline(always)]
    fn descend(&mut self) {
        self.descend_on(self.shortest[self.levels.len()].0);
    }

    #[inline(always)]
    fn descend_on(&mut self, item: u32) {
        let frame = self.levels.len();
        // The level holds a cursor into the range of words, so that no list of options is built.
        let (word, end) = self.ranges[item as usize];
        let bits =
            self.available[frame * self.words + word as usize] & self.sets.mask(item as usize)[word as usize];
        self.levels.push(Level { word, end, bits, item, option: u32::MAX });
    }

    #[inline(always)]
    fn advance(&mut self) -> Tried {
        // Without a level the index wraps, but the next line returns before the index is used.
        let frame = self.levels.len().wrapping_sub(1);
        let Some(level) = self.levels.last_mut() else { return Tried::Done };
        while level.bits == 0 {
            level.word += 1;
            if level.word >= level.end {
                self.levels.pop();
                return Tried::Done;
            }
            let word = level.word as usize;
            level.bits =
                self.available[frame * self.words + word] & self.sets.mask(level.item as usize)[word];
        }
        let option = level.word * 64 + level.bits.trailing_zeros();
        level.bits &= level.bits - 1;
        level.option = option;
        self.push(option);
        match self.shortest[frame + 1].1 {
            length if length == T::COVERED => Tried::Solution,
            length if length == T::default() => {
                self.retract();
                Tried::Dead
            }
            _ => Tried::Open,
        }
    }

    #[inline(always)]
    fn retract(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.option = u32::MAX;
        }
    }

    #[inline(always)]
    fn ascend(&mut self) {
        self.levels.pop();
    }

    fn select(&mut self, option: u32) -> bool {
        let frame = self.levels.len();
        let available = self.available[frame * self.words..][..self.words].get(option as usize / 64);
        if available.is_none_or(|word| word >> (option % 64) & 1 == 0) {
            return false;
        }
        // The range of words is empty, so the level has no other branches.
        self.levels.push(Level { word: 0, end: 0, bits: 0, item: 0, option });
        // More options may be selected even if this option leaves an item without options. They need all
        // lengths, but the killer heuristic would skip the lengths, so it is disabled for this option.
        self.killers[option as usize] = u16::MAX;
        self.push(option);
        true
    }

    fn chosen(&self, level: usize) -> Option<u32> {
        self.levels.get(level).map(|level| level.option).filter(|&option| option != u32::MAX)
    }

    fn counters(&self) -> (u64, u64) {
        (self.updates, 0)
    }

    fn clear_counters(&mut self) {
        self.updates = 0;
    }

    fn each_length(&self, mut f: impl FnMut(u32, u32)) {
        let frame = self.frame();
        let lengths = &self.lengths[frame * self.lanes..][..self.lanes];
        for (item, &length) in (0..).zip(lengths).filter(|(_, length)| **length != T::COVERED) {
            // A clamped length is replaced by an exact count, so that all backends return the same lengths.
            let exact = length < T::MOST || !self.is_long[frame];
            f(item, if exact { length.get() } else { self.count(frame, item as usize) });
        }
    }

    fn branch(&self, level: usize) -> Branch {
        let Level { item, word, end, bits, .. } = self.levels[level];
        let mask = self.sets.mask(item as usize);
        let available = &self.available[level * self.words..][..self.words];
        let count = |words: Range<usize>| -> u32 {
            words.map(|word| (mask[word] & available[word]).count_ones()).sum()
        };
        // Tried options are not stored: they are the available options of the item that are not left.
        let all = count(self.ranges[item as usize].0 as usize..self.ranges[item as usize].1 as usize);
        let left = bits.count_ones() + count((word as usize + 1).min(end as usize)..end as usize);
        Branch { item, tried: all - left, left }
    }

    fn dead_item(&self) -> Option<u32> {
        // The frame of the retracted option still exists, after the frame of the open level.
        self.shortest.get(self.levels.len()).map(|shortest| shortest.0)
    }

    fn each_primary_entry(&self, mut f: impl FnMut(u32, u32)) {
        for option in 0..self.options {
            self.each_item(option, |item| f(item, option));
        }
    }

    fn each_active(&self, mut f: impl FnMut(u32, u32) -> bool) {
        self.active().all(|item| f(item.into(), 1));
    }

    fn each_option(&self, item: u32, f: impl FnMut(u32)) {
        self.options_of(item).for_each(f);
    }

    fn first_option(&self, item: u32) -> Option<u32> {
        self.options_of(item).next()
    }

    fn each_item(&self, option: u32, mut f: impl FnMut(u32)) {
        self.sets.items(option as usize).iter().for_each(|&item| f(u32::from(item)));
    }
}
