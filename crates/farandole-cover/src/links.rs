//! Dancing links: Knuth's Algorithm X with colors (Algorithm C), without recursion.
//!
//! The fields of nodes lie in one array each. The first `items` nodes head the items' circular lists; behind
//! them come the options, one after the other, with a spacer before the first and after each, which has the
//! number of the option to its left:
//!
//! ```text
//!   0 .. items | spacer | a a a a | spacer | b b | spacer | ...
//!    headers              option 0           option 1
//! ```
//!
//! The tree is that of Knuth's DLX1 and DLX2 node for node: at each node the leftmost item with the fewest
//! options. What differs is that `zeros` counts the active primary items without options, so that a node that
//! has died is left as soon as it has: the rest of its covering is skipped and no item is looked for. Lengths
//! of items that don't count for this (covered or secondary) are kept raised by `RAISED`.
//!
//! Tried and slower (against the plain version of `bench/cover`, same run):
//!
//! - Spacers instead of circular options, as Knuth has them since 2020: Langford 11 by 16 %. Where in its
//!   option a row stands varies, so the branch at the spacer is mispredicted; with a circle the number of steps
//!   is the same for all options of one length.
//! - Structs of nodes instead of arrays: 17-clue Sudoku by 9 %.
//! - A bit set of the items with one option, so that the walk over the items can be saved where there is one,
//!   and stop at 2 where there is none: Langford 11 by 16 %, 12 queens by 9 %, Sudoku equal. The branch at
//!   length 1 costs more than the walk.
//!
//! Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithms X and C.

use alloc::vec::Vec;

use crate::engine::{Core, Tried};
use crate::problem::Problem;

/// Bit set in `item` of spacers.
const SPACER: u32 = 1 << 31;
/// Added to the length of every item that isn't both active and primary.
const RAISED: u32 = 1 << 30;
/// Color of a node whose item has been purified to that node's color.
const COMMITTED: u32 = u32::MAX;

/// Neighbours in the circular list of active primary items; the root is the entry behind the last item.
#[derive(Clone, Copy, Debug)]
struct Head {
    next: u32,
    prev: u32,
}

/// The arrays that hiding works on, all of the same length but the last two.
struct Lists<'a, const COLORS: bool> {
    up: &'a mut [u32],
    down: &'a mut [u32],
    right: &'a [u32],
    item: &'a [u32],
    colors: &'a mut [u32],
    len: &'a mut [u32],
    /// Active primary items without options.
    zeros: &'a mut u32,
}

impl<const COLORS: bool> Lists<'_, COLORS> {
    /// Takes node `at` out of its item's list.
    #[inline(always)]
    fn unlink(&mut self, at: u32, item: u32) {
        let (up, down) = (self.up[at as usize], self.down[at as usize]);
        self.down[up as usize] = down;
        self.up[down as usize] = up;
        let len = &mut self.len[item as usize];
        *len -= 1;
        *self.zeros += u32::from(*len == 0);
    }

    #[inline(always)]
    fn relink(&mut self, at: u32, item: u32) {
        let (up, down) = (self.up[at as usize], self.down[at as usize]);
        self.down[up as usize] = at;
        self.up[down as usize] = at;
        let len = &mut self.len[item as usize];
        *len += 1;
        *self.zeros -= u32::from(*len == 1);
    }

    #[inline(always)]
    fn is_committed(&self, at: u32) -> bool {
        COLORS && self.colors[at as usize] == COMMITTED
    }

    /// Takes the option of `row` out of all lists but that of `row`'s own item. Returns how many.
    #[inline(always)]
    fn hide(&mut self, row: u32) -> u64 {
        let mut removed = 0;
        let mut at = self.right[row as usize];
        while at != row {
            if !self.is_committed(at) {
                self.unlink(at, self.item[at as usize]);
                removed += 1;
            }
            at = self.right[at as usize];
        }
        removed
    }

    /// Undoes `hide`. The order within an option does not matter, as its nodes are in different lists.
    #[inline(always)]
    fn unhide(&mut self, row: u32) {
        let mut at = self.right[row as usize];
        while at != row {
            if !self.is_committed(at) {
                self.relink(at, self.item[at as usize]);
            }
            at = self.right[at as usize];
        }
    }
}

/// The state of a search by dancing links. Without `COLORS`, colors are not looked at.
#[derive(Clone, Debug)]
pub(crate) struct Links<const COLORS: bool> {
    up: Vec<u32>,
    down: Vec<u32>,
    /// The next node of the option, circular.
    right: Vec<u32>,
    item: Vec<u32>,
    /// Color codes; empty when the problem has no colors.
    colors: Vec<u32>,
    heads: Vec<Head>,
    /// Available options of each item, raised by `RAISED` where they don't matter.
    len: Vec<u32>,
    /// Active primary items without options.
    zeros: u32,
    primary: u32,
    root: u32,
    /// First node of each option.
    firsts: Vec<u32>,
    /// For each level the node chosen, or the item's header before the first choice.
    choices: Vec<u32>,
    updates: u64,
    cleansings: u64,
}

impl<const COLORS: bool> Links<COLORS> {
    pub(crate) fn new(problem: &Problem) -> Self {
        let items = problem.items();
        let primary = problem.primary_items();
        let size = items as usize + problem.entries() as usize + problem.options() as usize + 1;
        let mut up: Vec<u32> = Vec::with_capacity(size);
        let mut down: Vec<u32> = Vec::with_capacity(size);
        let mut right: Vec<u32> = Vec::with_capacity(size);
        let mut item: Vec<u32> = Vec::with_capacity(size);
        up.extend(0..=items);
        down.extend(0..=items);
        right.extend(0..=items);
        item.extend(0..items);
        item.push(SPACER);
        let mut colors = Vec::new();
        if problem.has_colors() {
            colors.reserve_exact(size);
            colors.resize(items as usize + 1, 0);
        }
        let mut len: Vec<u32> = (0..items).map(|item| if item < primary { 0 } else { RAISED }).collect();
        let mut firsts = Vec::with_capacity(problem.options() as usize);
        for option in 0..problem.options() {
            let first = item.len() as u32;
            firsts.push(first);
            for entry in problem.option_entries(option) {
                let node = item.len() as u32;
                let header = entry.item as usize;
                let above = up[header];
                down[above as usize] = node;
                up[header] = node;
                up.push(above);
                down.push(entry.item);
                right.push(node + 1);
                item.push(entry.item);
                len[header] += 1;
                if problem.has_colors() {
                    colors.push(entry.color.code());
                }
            }
            let spacer = item.len() as u32;
            right[spacer as usize - 1] = first;
            right.push(spacer);
            down[first as usize - 1] = spacer - 1;
            up.push(first);
            down.push(spacer);
            item.push(SPACER | option);
            if problem.has_colors() {
                colors.push(0);
            }
        }

        let mut heads: Vec<Head> = (0..=items).map(|item| Head { next: item, prev: item }).collect();
        let mut last = items;
        for item in 0..primary {
            heads[last as usize].next = item;
            heads[item as usize].prev = last;
            last = item;
        }
        heads[last as usize].next = items;
        heads[items as usize].prev = last;

        let zeros = len[..primary as usize].iter().filter(|&&len| len == 0).count() as u32;
        Self {
            up,
            down,
            right,
            item,
            colors,
            heads,
            len,
            zeros,
            primary,
            root: items,
            firsts,
            choices: Vec::with_capacity(primary as usize),
            updates: 0,
            cleansings: 0,
        }
    }

    fn option_of(&self, mut node: u32) -> u32 {
        loop {
            let item = self.item[node as usize];
            if item & SPACER != 0 {
                return item & !SPACER;
            }
            node += 1;
        }
    }

    /// Takes an item off the list of active ones.
    #[inline]
    fn deactivate(&mut self, item: u32) {
        let Head { next, prev } = self.heads[item as usize];
        self.heads[prev as usize].next = next;
        self.heads[next as usize].prev = prev;
        let len = &mut self.len[item as usize];
        self.zeros -= u32::from(*len == 0);
        *len += RAISED;
    }

    #[inline]
    fn reactivate(&mut self, item: u32) {
        let Head { next, prev } = self.heads[item as usize];
        self.heads[prev as usize].next = item;
        self.heads[next as usize].prev = item;
        let len = &mut self.len[item as usize];
        *len -= RAISED;
        self.zeros += u32::from(*len == 0);
    }

    /// The arrays as slices of lengths that the compiler knows to be equal: one check serves all of them.
    #[inline(always)]
    fn lists(&mut self) -> Lists<'_, COLORS> {
        let size = self.item.len();
        Lists {
            up: &mut self.up[..size],
            down: &mut self.down[..size],
            right: &self.right[..size],
            item: &self.item[..size],
            colors: if COLORS { &mut self.colors[..size] } else { &mut [] },
            len: &mut self.len,
            zeros: &mut self.zeros,
        }
    }

    fn hide_all(&mut self, item: u32) {
        let mut updates = 1;
        let mut lists = self.lists();
        let mut row = lists.down[item as usize];
        while row != item {
            updates += lists.hide(row);
            row = lists.down[row as usize];
        }
        self.updates += updates;
    }

    fn unhide_all(&mut self, item: u32) {
        let mut lists = self.lists();
        let mut row = lists.up[item as usize];
        while row != item {
            lists.unhide(row);
            row = lists.up[row as usize];
        }
    }

    /// Hides the options that disagree with the color of `node`; those that agree need no further look.
    fn purify(&mut self, node: u32) {
        let (mut updates, mut cleansings) = (0, 1);
        let lists = &mut self.lists();
        let item = lists.item[node as usize];
        let color = lists.colors[node as usize];
        let mut row = lists.down[item as usize];
        while row != item {
            if lists.colors[row as usize] == color {
                cleansings += 1;
                lists.colors[row as usize] = COMMITTED;
            } else {
                updates += lists.hide(row);
            }
            row = lists.down[row as usize];
        }
        self.updates += updates;
        self.cleansings += cleansings;
    }

    fn unpurify(&mut self, node: u32) {
        let lists = &mut self.lists();
        let item = lists.item[node as usize];
        let color = lists.colors[node as usize];
        let mut row = lists.up[item as usize];
        while row != item {
            if lists.colors[row as usize] == COMMITTED {
                lists.colors[row as usize] = color;
            } else {
                lists.unhide(row);
            }
            row = lists.up[row as usize];
        }
    }

    /// Covers all other items of `node`'s option, whose own item is covered. With `ABORT`, stops and takes
    /// everything back as soon as some other item has no options; the answer says whether the option stands.
    fn commit<const ABORT: bool>(&mut self, node: u32) -> bool {
        let mut at = node + 1;
        while at != node {
            let item = self.item[at as usize];
            if item & SPACER != 0 {
                at = self.up[at as usize];
                continue;
            }
            if item < self.primary {
                self.deactivate(item);
            }
            at += 1;
        }
        at = node + 1;
        if ABORT && self.zeros > 0 {
            // Nothing is hidden yet: nothing but the items' activity is taken back.
            self.uncommit_from(node, node);
            return false;
        }
        while at != node {
            let item = self.item[at as usize];
            if item & SPACER != 0 {
                at = self.up[at as usize];
                continue;
            }
            match if COLORS { self.colors[at as usize] } else { 0 } {
                0 => self.hide_all(item),
                COMMITTED => {}
                _ => self.purify(at),
            }
            if ABORT && self.zeros > 0 {
                self.uncommit_from(node, at);
                return false;
            }
            at += 1;
        }
        true
    }

    fn uncommit(&mut self, node: u32) {
        self.uncommit_from(node, node - 1);
    }

    /// Undoes `commit`, whose last act was at node `last`.
    fn uncommit_from(&mut self, node: u32, last: u32) {
        let mut at = last;
        while at != node {
            let item = self.item[at as usize];
            if item & SPACER != 0 {
                at = self.down[at as usize];
                continue;
            }
            match if COLORS { self.colors[at as usize] } else { 0 } {
                0 => self.unhide_all(item),
                COMMITTED => {}
                _ => self.unpurify(at),
            }
            at -= 1;
        }
        at = node - 1;
        while at != node {
            let item = self.item[at as usize];
            if item & SPACER != 0 {
                at = self.down[at as usize];
                continue;
            }
            if item < self.primary {
                self.reactivate(item);
            }
            at -= 1;
        }
    }

    /// The leftmost active item with the fewest options. There must be one, and none without options.
    fn choose(&self) -> u32 {
        let mut item = self.heads[self.root as usize].next;
        let (mut best, mut fewest) = (item, u32::MAX);
        while item != self.root {
            let len = self.len[item as usize];
            if len < fewest {
                (best, fewest) = (item, len);
                if len == 1 {
                    break;
                }
            }
            item = self.heads[item as usize].next;
        }
        best
    }
}

impl<const COLORS: bool> Core for Links<COLORS> {
    fn items(&self) -> usize {
        self.root as usize
    }

    fn options(&self) -> usize {
        self.firsts.len()
    }

    fn level(&self) -> usize {
        self.choices.len()
    }

    fn is_solved(&self) -> bool {
        self.heads[self.root as usize].next == self.root
    }

    fn is_dead(&self) -> bool {
        self.zeros > 0
    }

    fn descend(&mut self) {
        let item = self.choose();
        self.deactivate(item);
        self.hide_all(item);
        self.choices.push(item);
    }

    fn advance(&mut self) -> Tried {
        let Some(choice) = self.choices.last_mut() else { return Tried::Done };
        let node = self.down[*choice as usize];
        *choice = node;
        if node < self.root {
            self.choices.pop();
            self.unhide_all(node);
            self.reactivate(node);
            return Tried::Done;
        }
        if !self.commit::<true>(node) {
            Tried::Dead
        } else if self.is_solved() {
            Tried::Solution
        } else {
            Tried::Open
        }
    }

    fn retract(&mut self) {
        if let Some(&node) = self.choices.last() {
            self.uncommit(node);
        }
    }

    fn ascend(&mut self) {
        if let Some(node) = self.choices.pop() {
            let item = self.item[node as usize];
            self.unhide_all(item);
            self.reactivate(item);
        }
    }

    fn select(&mut self, option: u32) -> bool {
        let Some(&first) = self.firsts.get(option as usize) else { return false };
        // The first node of the option with a primary item: it is available if that item is active and the
        // node is in the item's list.
        let mut node = first;
        let item = loop {
            let item = self.item[node as usize];
            if item < self.primary || item & SPACER != 0 {
                break item;
            }
            node += 1;
        };
        if item & SPACER != 0 || self.len[item as usize] >= RAISED {
            return false;
        }
        if self.down[self.up[node as usize] as usize] != node {
            return false;
        }
        self.deactivate(item);
        self.hide_all(item);
        self.commit::<false>(node);
        self.choices.push(node);
        true
    }

    fn chosen(&self, level: usize) -> Option<u32> {
        self.choices.get(level).filter(|&&node| node >= self.root).map(|&node| self.option_of(node))
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
        let mut item = self.heads[self.root as usize].next;
        while item != self.root && f(item, 1) {
            item = self.heads[item as usize].next;
        }
    }

    fn each_option(&self, item: u32, mut f: impl FnMut(u32)) {
        let mut row = self.down[item as usize];
        while row != item {
            f(self.option_of(row));
            row = self.down[row as usize];
        }
    }

    fn first_option(&self, item: u32) -> Option<u32> {
        let row = self.down[item as usize];
        (row != item).then(|| self.option_of(row))
    }

    fn each_item(&self, option: u32, mut f: impl FnMut(u32)) {
        let mut at = self.firsts[option as usize] as usize;
        while self.item[at] & SPACER == 0 {
            if self.item[at] < self.primary {
                f(self.item[at]);
            }
            at += 1;
        }
    }
}
