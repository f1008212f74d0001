//! The implementation of [`Backend`] for dancing links.

use super::index::{Table, Word};
use super::links::{DOWN, DancingLinks, ITEM, Level};
use crate::backend::{Backend, Branch, Tried};

impl<W: Word, const COLORS: bool> Backend for DancingLinks<W, COLORS> {
    fn items(&self) -> usize {
        self.items.get()
    }

    fn options(&self) -> usize {
        self.firsts.len() - 1
    }

    fn level(&self) -> usize {
        self.levels.len()
    }

    fn is_solved(&self) -> bool {
        self.active == 0
    }

    fn is_dead(&self) -> bool {
        self.zeros > 0
    }

    fn descend(&mut self) {
        let (item, covered) = self.choose();
        let level = self.open(item);
        self.levels.push(Level { covered, ..level });
    }

    fn descend_on(&mut self, item: u32) {
        let level = self.open(W::new(item as usize));
        self.levels.push(level);
    }

    fn each_length(&self, mut f: impl FnMut(u32, u32)) {
        let lens = self.len.first(self.primary.get());
        let active = (0..).zip(lens).filter(|&(_, &len)| len < W::RAISED);
        active.for_each(|(item, len)| f(item, len.get() as u32));
    }

    fn branch(&self, level: usize) -> Branch {
        // The item of the level is covered, so its list no longer changes: it contains the options before and
        // after the chosen option.
        let Level { item, node, .. } = self.levels[level];
        let (mut tried, mut left, mut seen) = (0, 0, node == item);
        let mut row = self.nodes[item][DOWN];
        while row != item {
            *if seen { &mut left } else { &mut tried } += 1;
            seen |= row == node;
            row = self.nodes[row][DOWN];
        }
        Branch { item: item.get() as u32, tried, left }
    }

    fn dead_item(&self) -> Option<u32> {
        self.dead
    }

    fn find_dead_items(&mut self) {
        self.track_dead = true;
    }

    fn advance(&mut self) -> Tried {
        let Some(level) = self.levels.last_mut() else { return Tried::Done };
        level.node = self.nodes[level.node][DOWN];
        let level = *level;
        // At the header, every option of the item has been tried.
        if level.node == level.item {
            self.levels.pop();
            self.close(level);
            Tried::Done
        } else if !self.commit::<true>(level) {
            Tried::Dead
        } else if self.active == 0 {
            Tried::Solution
        } else {
            Tried::Open
        }
    }

    fn retract(&mut self) {
        if let Some(&level) = self.levels.last() {
            self.uncommit(level, level.node);
        }
    }

    fn ascend(&mut self) {
        if let Some(level) = self.levels.pop() {
            self.close(level);
        }
    }

    fn select(&mut self, option: u32) -> bool {
        let Some(&[first, end]) = self.firsts.get(option as usize..option as usize + 2) else { return false };
        // An option is available if its first primary item is active and its node is in the list of this
        // item. Every option has a primary item.
        let nodes = (first..end).map(|node| W::new(node as usize));
        let Some(node) = nodes.into_iter().find(|&node| self.nodes[node][ITEM] < self.primary) else {
            return false;
        };
        let [up, _, _, item] = self.nodes[node];
        // A removed node still points to its neighbors, but they no longer point to it.
        if self.len[item] >= W::RAISED || self.nodes[up][DOWN] != node {
            return false;
        }
        let level = Level { node, ..self.open(item) };
        // `ABORT` is false, because a selected option stays chosen even if an item has no options left.
        self.commit::<false>(level);
        self.levels.push(level);
        true
    }

    fn chosen(&self, level: usize) -> Option<u32> {
        let level = self.levels.get(level).filter(|level| level.node != level.item)?;
        Some(self.option_of(level.node))
    }

    fn counters(&self) -> (u64, u64) {
        (self.updates, self.cleansings)
    }

    fn clear_counters(&mut self) {
        self.updates = 0;
        self.cleansings = 0;
    }

    fn each_primary_entry(&self, mut f: impl FnMut(u32, u32)) {
        for option in 0..self.options() as u32 {
            self.each_item(option, |item| f(item, option));
        }
    }

    fn each_active(&self, mut f: impl FnMut(u32, u32) -> bool) {
        let lens = self.len.first(self.primary.get());
        let mut active = (0..).zip(lens).filter(|&(_, &len)| len < W::RAISED);
        let _ = active.all(|(item, _)| f(item, 1));
    }

    fn each_option(&self, item: u32, mut f: impl FnMut(u32)) {
        let item = W::new(item as usize);
        let mut row = self.nodes[item][DOWN];
        while row != item {
            f(self.option_of(row));
            row = self.nodes[row][DOWN];
        }
    }

    fn first_option(&self, item: u32) -> Option<u32> {
        let item = W::new(item as usize);
        let row = self.nodes[item][DOWN];
        (row != item).then(|| self.option_of(row))
    }

    fn each_item(&self, option: u32, mut f: impl FnMut(u32)) {
        for node in self.firsts[option as usize]..self.firsts[option as usize + 1] {
            let item = self.nodes[W::new(node as usize)][ITEM];
            if item < self.primary {
                f(item.get() as u32);
            }
        }
    }
}
