//! Dancing links: Knuth's Algorithm X with colors (Algorithm C), without recursion.
//!
//! Nodes lie in one array. The first `items` of them head the items' circular lists; behind them come the
//! options, one after the other, with a spacer before the first and after each:
//!
//! ```text
//!   0 .. items | spacer | a a a a | spacer | b b | spacer | ...
//!    headers              option 0           option 1
//! ```
//!
//! A node's neighbours in its option are thus the next ones in memory, up to the spacers. A spacer's `up` is
//! the first node of the option to its left, its `down` the last node of the option to its right, and its
//! `item` is `SPACER` plus the number of the option to its left.
//!
//! The tree is that of Knuth's DLX1 and DLX2 node for node: at each node the leftmost item with the fewest
//! options. What differs is how it is walked:
//!
//! - `zeros` counts active items without options, so a dead node is known while it is being made: the rest of
//!   its covering is skipped and no item is looked for.
//! - `ones` is a bit set that holds at least the active items with one option; if there is one, it is found
//!   without walking the item list. Otherwise no item has fewer than two, and the walk stops at the first
//!   that has two.
//! - Lengths of items that don't count for the choice (covered or secondary) are kept raised by `RAISED`, so
//!   that one comparison finds the lengths that matter.
//!
//! Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithms X and C.

use alloc::vec::Vec;

use crate::problem::Problem;

/// Bit set in `Node::item` of spacers.
const SPACER: u32 = 1 << 31;
/// Added to the length of every item that isn't both active and primary.
const RAISED: u32 = 1 << 30;
/// Color of a node whose item has been purified to that node's color.
const COMMITTED: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    up: u32,
    down: u32,
    item: u32,
}

/// Active primary items form a circular list; the root is the entry behind the last item.
#[derive(Clone, Copy, Debug)]
struct Head {
    next: u32,
    prev: u32,
    len: u32,
}

/// What happened when an option was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// All options of the item have been tried; the item is uncovered again.
    Done,
    /// Some item was left without options; the option has been taken back.
    Dead,
    /// Every item is covered.
    Solution,
    /// Chosen; items are left.
    Open,
}

/// The state of a search by dancing links.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    nodes: Vec<Node>,
    /// In step with `nodes`; empty when the problem has no colors.
    colors: Vec<u32>,
    heads: Vec<Head>,
    primary: u32,
    root: u32,
    zeros: u32,
    ones: Vec<u64>,
    /// Every word of `ones` before this one is 0.
    ones_from: usize,
    /// First node of each option.
    firsts: Vec<u32>,
    /// For each level the node chosen, or the item's header before the first choice.
    choices: Vec<u32>,
    updates: u64,
    cleansings: u64,
}

impl Links {
    pub(crate) fn new(problem: &Problem) -> Self {
        let items = problem.items();
        let primary = problem.primary_items();
        let mut nodes: Vec<Node> =
            Vec::with_capacity(items as usize + problem.entries() as usize + problem.options() as usize + 1);
        nodes.extend((0..items).map(|item| Node { up: item, down: item, item }));
        let mut colors = Vec::new();
        if problem.has_colors() {
            colors.reserve_exact(nodes.capacity());
            colors.resize(items as usize + 1, 0);
        }
        let mut heads: Vec<Head> = (0..=items)
            .map(|item| Head { next: item, prev: item, len: if item < primary { 0 } else { RAISED } })
            .collect();
        let mut last = items;
        for item in 0..primary {
            heads[last as usize].next = item;
            heads[item as usize].prev = last;
            last = item;
        }
        heads[last as usize].next = items;
        heads[items as usize].prev = last;

        nodes.push(Node { up: items, down: items, item: SPACER });
        let mut firsts = Vec::with_capacity(problem.options() as usize);
        for option in 0..problem.options() {
            let first = nodes.len() as u32;
            firsts.push(first);
            for entry in problem.option_entries(option) {
                let node = nodes.len() as u32;
                let item = entry.item;
                let up = nodes[item as usize].up;
                nodes[up as usize].down = node;
                nodes[item as usize].up = node;
                nodes.push(Node { up, down: item, item });
                heads[item as usize].len += 1;
                if problem.has_colors() {
                    colors.push(entry.color.code());
                }
            }
            let spacer = nodes.len() as u32;
            nodes[first as usize - 1].down = spacer - 1;
            nodes.push(Node { up: first, down: spacer, item: SPACER | option });
            if problem.has_colors() {
                colors.push(0);
            }
        }
        let mut links = Self {
            nodes,
            colors,
            zeros: 0,
            ones: alloc::vec![0; (primary as usize).div_ceil(64)],
            ones_from: 0,
            firsts,
            choices: Vec::with_capacity(primary as usize),
            heads,
            primary,
            root: items,
            updates: 0,
            cleansings: 0,
        };
        for item in 0..primary {
            match links.heads[item as usize].len {
                0 => links.zeros += 1,
                1 => links.mark_one(item),
                _ => {}
            }
        }
        links
    }

    pub(crate) fn has_colors(&self) -> bool {
        !self.colors.is_empty()
    }

    pub(crate) fn updates(&self) -> u64 {
        self.updates
    }

    pub(crate) fn cleansings(&self) -> u64 {
        self.cleansings
    }

    pub(crate) fn clear_counters(&mut self) {
        self.updates = 0;
        self.cleansings = 0;
    }

    pub(crate) fn items(&self) -> usize {
        self.root as usize
    }

    pub(crate) fn options(&self) -> usize {
        self.firsts.len()
    }

    /// Calls `f` with each primary item of each option, and the option, whatever the state.
    pub(crate) fn each_primary_entry(&self, mut f: impl FnMut(u32, u32)) {
        let mut option = 0;
        for node in &self.nodes[self.items() + 1..] {
            if node.item & SPACER != 0 {
                option += 1;
            } else if node.item < self.primary {
                f(node.item, option);
            }
        }
    }

    /// Options chosen so far (a level whose item is covered but has no option yet counts too).
    pub(crate) fn level(&self) -> usize {
        self.choices.len()
    }

    /// Whether every primary item is covered.
    pub(crate) fn is_solved(&self) -> bool {
        self.heads[self.root as usize].next == self.root
    }

    /// Whether some active primary item has no options left.
    pub(crate) fn is_dead(&self) -> bool {
        self.zeros > 0
    }

    /// The options chosen, in order of choice.
    pub(crate) fn chosen(&self, out: &mut Vec<u32>) {
        out.clear();
        out.extend(self.choices.iter().map(|&node| self.option_of(node)));
    }

    fn option_of(&self, mut node: u32) -> u32 {
        loop {
            let item = self.nodes[node as usize].item;
            if item & SPACER != 0 {
                return item & !SPACER;
            }
            node += 1;
        }
    }

    /// Active primary items, in order.
    pub(crate) fn active(&self) -> impl Iterator<Item = u32> + '_ {
        let first = Some(self.heads[self.root as usize].next);
        core::iter::successors(first, |&item| Some(self.heads[item as usize].next))
            .take_while(|&item| item != self.root)
    }

    /// Calls `f` with each available option of `item`.
    pub(crate) fn each_option(&self, item: u32, mut f: impl FnMut(u32)) {
        let mut row = self.nodes[item as usize].down;
        while row != item {
            f(self.option_of(row));
            row = self.nodes[row as usize].down;
        }
    }

    /// Calls `f` with each other item (secondary ones too) of each available option of `item`.
    pub(crate) fn each_neighbour(&self, item: u32, mut f: impl FnMut(u32)) {
        let mut row = self.nodes[item as usize].down;
        while row != item {
            let mut at = row + 1;
            while at != row {
                let node = self.nodes[at as usize];
                if node.item & SPACER != 0 {
                    at = node.up;
                } else {
                    f(node.item);
                    at += 1;
                }
            }
            row = self.nodes[row as usize].down;
        }
    }

    #[inline]
    fn mark_one(&mut self, item: u32) {
        let word = item as usize / 64;
        self.ones[word] |= 1 << (item % 64);
        self.ones_from = self.ones_from.min(word);
    }

    /// A length has become 0 or 1 by hiding.
    #[inline]
    fn shrunk(&mut self, item: u32, len: u32) {
        if len == 0 {
            self.zeros += 1;
        } else {
            self.mark_one(item);
        }
    }

    /// Takes an item off the list of active ones.
    #[inline]
    fn deactivate(&mut self, item: u32) {
        let Head { next, prev, len } = self.heads[item as usize];
        self.heads[prev as usize].next = next;
        self.heads[next as usize].prev = prev;
        self.heads[item as usize].len = len + RAISED;
        self.zeros -= u32::from(len == 0);
    }

    #[inline]
    fn reactivate(&mut self, item: u32) {
        let Head { next, prev, len } = self.heads[item as usize];
        self.heads[prev as usize].next = item;
        self.heads[next as usize].prev = item;
        let len = len - RAISED;
        self.heads[item as usize].len = len;
        match len {
            0 => self.zeros += 1,
            1 => self.mark_one(item),
            _ => {}
        }
    }

    /// Takes the option of `row` out of all lists but that of `row`'s own item.
    #[inline(always)]
    fn hide<const COLORS: bool>(&mut self, row: u32) {
        let mut at = row + 1;
        let mut removed = 0;
        while at != row {
            let Node { up, down, item } = self.nodes[at as usize];
            if item & SPACER != 0 {
                at = up;
                continue;
            }
            if !COLORS || self.colors[at as usize] != COMMITTED {
                self.nodes[up as usize].down = down;
                self.nodes[down as usize].up = up;
                let head = &mut self.heads[item as usize];
                head.len -= 1;
                let len = head.len;
                removed += 1;
                if len <= 1 {
                    self.shrunk(item, len);
                }
            }
            at += 1;
        }
        self.updates += removed;
    }

    #[inline(always)]
    fn unhide<const COLORS: bool>(&mut self, row: u32) {
        let mut at = row - 1;
        while at != row {
            let Node { up, down, item } = self.nodes[at as usize];
            if item & SPACER != 0 {
                at = down;
                continue;
            }
            if !COLORS || self.colors[at as usize] != COMMITTED {
                self.nodes[up as usize].down = at;
                self.nodes[down as usize].up = at;
                let head = &mut self.heads[item as usize];
                let len = head.len;
                head.len = len + 1;
                if len == 0 {
                    self.zeros -= 1;
                    self.mark_one(item);
                }
            }
            at -= 1;
        }
    }

    fn hide_all<const COLORS: bool>(&mut self, item: u32) {
        self.updates += 1;
        let mut row = self.nodes[item as usize].down;
        while row != item {
            self.hide::<COLORS>(row);
            row = self.nodes[row as usize].down;
        }
    }

    fn unhide_all<const COLORS: bool>(&mut self, item: u32) {
        let mut row = self.nodes[item as usize].up;
        while row != item {
            self.unhide::<COLORS>(row);
            row = self.nodes[row as usize].up;
        }
    }

    /// Hides the options that disagree with the color of `node`; those that agree need no further look.
    fn purify(&mut self, node: u32) {
        let item = self.nodes[node as usize].item;
        let color = self.colors[node as usize];
        self.cleansings += 1;
        let mut row = self.nodes[item as usize].down;
        while row != item {
            if self.colors[row as usize] == color {
                self.cleansings += 1;
                self.colors[row as usize] = COMMITTED;
            } else {
                self.hide::<true>(row);
            }
            row = self.nodes[row as usize].down;
        }
    }

    fn unpurify(&mut self, node: u32) {
        let item = self.nodes[node as usize].item;
        let color = self.colors[node as usize];
        let mut row = self.nodes[item as usize].up;
        while row != item {
            if self.colors[row as usize] == COMMITTED {
                self.colors[row as usize] = color;
            } else {
                self.unhide::<true>(row);
            }
            row = self.nodes[row as usize].up;
        }
    }

    /// Covers all other items of `node`'s option, whose own item is covered. With `ABORT`, stops and takes
    /// everything back as soon as some other item has no options; the answer says whether the option stands.
    fn commit<const COLORS: bool, const ABORT: bool>(&mut self, node: u32) -> bool {
        let mut at = node + 1;
        while at != node {
            let Node { up, item, .. } = self.nodes[at as usize];
            if item & SPACER != 0 {
                at = up;
                continue;
            }
            if item < self.primary {
                self.deactivate(item);
            }
            at += 1;
        }
        at = node + 1;
        if ABORT && self.zeros > 0 {
            // Nothing is hidden yet, so the last node hidden is none: start taking back at the node itself.
            self.uncommit_from::<COLORS>(node, node);
            return false;
        }
        while at != node {
            let Node { up, item, .. } = self.nodes[at as usize];
            if item & SPACER != 0 {
                at = up;
                continue;
            }
            match if COLORS { self.colors[at as usize] } else { 0 } {
                0 => self.hide_all::<COLORS>(item),
                COMMITTED => {}
                _ => self.purify(at),
            }
            if ABORT && self.zeros > 0 {
                self.uncommit_from::<COLORS>(node, at);
                return false;
            }
            at += 1;
        }
        true
    }

    fn uncommit<const COLORS: bool>(&mut self, node: u32) {
        self.uncommit_from::<COLORS>(node, node - 1);
    }

    /// Undoes `commit`, whose last act was at node `last`.
    fn uncommit_from<const COLORS: bool>(&mut self, node: u32, last: u32) {
        let mut at = last;
        while at != node {
            let Node { down, item, .. } = self.nodes[at as usize];
            if item & SPACER != 0 {
                at = down;
                continue;
            }
            match if COLORS { self.colors[at as usize] } else { 0 } {
                0 => self.unhide_all::<COLORS>(item),
                COMMITTED => {}
                _ => self.unpurify(at),
            }
            at -= 1;
        }
        at = node - 1;
        while at != node {
            let Node { down, item, .. } = self.nodes[at as usize];
            if item & SPACER != 0 {
                at = down;
                continue;
            }
            if item < self.primary {
                self.reactivate(item);
            }
            at -= 1;
        }
    }

    /// The leftmost active item with the fewest options. There must be one, and none without options.
    fn choose(&mut self) -> u32 {
        while let Some(word) = self.ones.get_mut(self.ones_from) {
            while *word != 0 {
                let item = self.ones_from as u32 * 64 + word.trailing_zeros();
                if self.heads[item as usize].len == 1 {
                    return item;
                }
                *word &= *word - 1;
            }
            self.ones_from += 1;
        }
        let mut item = self.heads[self.root as usize].next;
        let (mut best, mut fewest) = (item, u32::MAX);
        while item != self.root {
            let Head { next, len, .. } = self.heads[item as usize];
            if len < fewest {
                (best, fewest) = (item, len);
                if len == 2 {
                    break;
                }
            }
            item = next;
        }
        best
    }

    /// Opens a level: chooses an item and covers it. The state must be neither solved nor dead.
    pub(crate) fn descend<const COLORS: bool>(&mut self) {
        let item = self.choose();
        self.deactivate(item);
        self.hide_all::<COLORS>(item);
        self.choices.push(item);
    }

    /// Tries the next option at the deepest level, whose last one must have been taken back.
    pub(crate) fn advance<const COLORS: bool>(&mut self) -> Tried {
        let Some(choice) = self.choices.last_mut() else { return Tried::Done };
        let node = self.nodes[*choice as usize].down;
        *choice = node;
        if node < self.root {
            self.choices.pop();
            self.unhide_all::<COLORS>(node);
            self.reactivate(node);
            return Tried::Done;
        }
        if !self.commit::<COLORS, true>(node) {
            Tried::Dead
        } else if self.is_solved() {
            Tried::Solution
        } else {
            Tried::Open
        }
    }

    /// Takes back the option chosen at the deepest level; the level stays open for the next one.
    pub(crate) fn retract<const COLORS: bool>(&mut self) {
        if let Some(&node) = self.choices.last() {
            self.uncommit::<COLORS>(node);
        }
    }

    /// Closes the deepest level, whose option must have been taken back.
    pub(crate) fn ascend<const COLORS: bool>(&mut self) {
        if let Some(node) = self.choices.pop() {
            let item = self.nodes[node as usize].item;
            self.unhide_all::<COLORS>(item);
            self.reactivate(item);
        }
    }

    /// Chooses `option` at a level of its own, whatever follows from it. `false`, and nothing done, when it
    /// can't be chosen beside those chosen already, or does not exist.
    pub(crate) fn select<const COLORS: bool>(&mut self, option: u32) -> bool {
        let Some(&first) = self.firsts.get(option as usize) else { return false };
        // The first node of the option with a primary item: it is available if that item is active and the
        // node is in the item's list.
        let mut node = first;
        let item = loop {
            let item = self.nodes[node as usize].item;
            if item < self.primary || item & SPACER != 0 {
                break item;
            }
            node += 1;
        };
        if item & SPACER != 0 || self.heads[item as usize].len >= RAISED {
            return false;
        }
        let up = self.nodes[node as usize].up;
        if self.nodes[up as usize].down != node {
            return false;
        }
        self.deactivate(item);
        self.hide_all::<COLORS>(item);
        self.commit::<COLORS, false>(node);
        self.choices.push(node);
        true
    }
}
