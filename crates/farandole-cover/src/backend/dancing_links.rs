//! Dancing links: Knuth's Algorithm X with colors (Algorithm C), without recursion.
//!
//! The first `items` nodes head the items' circular lists; behind them come the options, one after the other,
//! each of them a circle of its own:
//!
//! ```text
//!   0 .. items | a a a a | b b | ...
//!    headers    option 0  option 1
//! ```
//!
//! The tree is that of Knuth's DLX1 and DLX2 node for node: at each node the leftmost item with the fewest
//! options. What differs:
//!
//! - `zeros` counts the active primary items without options, so that a node that has died is left as soon as
//!   it has: the rest of its covering is skipped and no item is looked for.
//! - There is no list of active items. Lengths of items that can't be chosen (covered or secondary) are kept
//!   raised by `RAISED`, and the item is found by a minimum over all lengths, which compilers turn into vector
//!   instructions.
//! - Nothing is uncovered by a second walk through the lists. Nodes taken out are written to a trail, and put
//!   back from its end.
//! - Problems of up to 65,536 nodes have indices of 16 bits, into arrays of 65,536: half the memory, and no
//!   bounds to be checked.
//!
//! Tried and slower (in milliseconds for 410 17-clue Sudokus, best of 9 in one run):
//!
//! - The place of the minimum in its chunk by a second minimum, over indices, without a branch: 13.3 against
//!   11.4; 12 queens 32.5 against 30.5, Langford 11 55.7 against 50.1.
//!
//! Tried and slower before there was a trail, with indices of 32 bits and a list of active items:
//!
//! - Spacers instead of circular options, as Knuth has them since 2020: Langford 11 by 16 %. Where in its
//!   option a row stands varies, so the branch at the spacer is mispredicted; with a circle the number of steps
//!   is the same for all options of one length.
//! - Structs of nodes instead of arrays: 17-clue Sudoku by 9 %. Not measured again with 16 bits.
//! - A bit set of the items with one option, so that the walk over the items can be saved where there is one:
//!   Langford 11 by 16 %, 12 queens by 9 %, Sudoku equal.
//!
//! Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithms X and C.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::{Add, Index, IndexMut, Sub};

use crate::backend::Branch;
use crate::backend::{Backend, Tried};
use crate::model::problem::Problem;

/// Color of a node whose item has been purified to that node's color.
const COMMITTED: u32 = u32::MAX;
/// Lengths looked at together.
const CHUNK: usize = 32;

/// Numbers of nodes, of items and of options in a list.
pub(crate) trait Word: Copy + Debug + Default + Ord + Add<Output = Self> + Sub<Output = Self> {
    const ONE: Self;
    /// Added to the length of every item that isn't both active and primary.
    const RAISED: Self;
    /// Most nodes that can be numbered.
    const NODES: u64;
    type Table<T: Copy + Debug + Default>: Table<Self, T>;

    /// The number must fit.
    fn new(number: usize) -> Self;
    fn get(self) -> usize;
}

/// An array with indices of type `W`.
pub(crate) trait Table<W, T>: Clone + Debug + Index<W, Output = T> + IndexMut<W> {
    fn from_slice(elements: &[T]) -> Self;
    /// The first elements; no more than it was made from.
    fn first(&self, count: usize) -> &[T];
}

impl Word for u16 {
    const ONE: Self = 1;
    const RAISED: Self = 1 << 15;
    const NODES: u64 = 1 << 16;
    type Table<T: Copy + Debug + Default> = Full<T>;

    #[inline(always)]
    fn new(number: usize) -> Self {
        number as Self
    }

    #[inline(always)]
    fn get(self) -> usize {
        self.into()
    }
}

impl Word for u32 {
    const ONE: Self = 1;
    const RAISED: Self = 1 << 31;
    const NODES: u64 = 1 << 31;
    type Table<T: Copy + Debug + Default> = Checked<T>;

    #[inline(always)]
    fn new(number: usize) -> Self {
        number as Self
    }

    #[inline(always)]
    fn get(self) -> usize {
        self as usize
    }
}

/// An array that no `u16` is out of bounds of. Elements beyond `used` are never touched, so that they take
/// address space rather than memory.
#[derive(Debug)]
pub(crate) struct Full<T> {
    all: Box<[T; 1 << 16]>,
    used: usize,
}

impl<T: Copy + Debug + Default> Table<u16, T> for Full<T> {
    fn from_slice(elements: &[T]) -> Self {
        let mut all = alloc::vec![T::default(); 1 << 16];
        all[..elements.len()].copy_from_slice(elements);
        let Ok(all) = all.into_boxed_slice().try_into() else { unreachable!("made of that length") };
        Self { all, used: elements.len() }
    }

    fn first(&self, count: usize) -> &[T] {
        &self.all[..count]
    }
}

impl<T: Copy + Debug + Default> Clone for Full<T> {
    fn clone(&self) -> Self {
        Self::from_slice(&self.all[..self.used])
    }
}

impl<T> Index<u16> for Full<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, at: u16) -> &T {
        &self.all[usize::from(at)]
    }
}

impl<T> IndexMut<u16> for Full<T> {
    #[inline(always)]
    fn index_mut(&mut self, at: u16) -> &mut T {
        &mut self.all[usize::from(at)]
    }
}

/// An array as long as it needs to be.
#[derive(Clone, Debug)]
pub(crate) struct Checked<T>(Vec<T>);

impl<T: Copy + Debug> Table<u32, T> for Checked<T> {
    fn from_slice(elements: &[T]) -> Self {
        Self(elements.to_vec())
    }

    fn first(&self, count: usize) -> &[T] {
        &self.0[..count]
    }
}

impl<T> Index<u32> for Checked<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, at: u32) -> &T {
        &self.0[at as usize]
    }
}

impl<T> IndexMut<u32> for Checked<T> {
    #[inline(always)]
    fn index_mut(&mut self, at: u32) -> &mut T {
        &mut self.0[at as usize]
    }
}

/// `UP` and `DOWN` in the item's list, `RIGHT` in the option's circle, and the item.
type Node<W> = [W; 4];
const UP: usize = 0;
const DOWN: usize = 1;
const RIGHT: usize = 2;
const ITEM: usize = 3;

/// An item chosen, and perhaps one of its options.
#[derive(Clone, Copy, Debug)]
struct Level<W> {
    item: W,
    /// Node of the chosen option in the item's list, or the item's header before the first choice.
    node: W,
    /// Length of the trail without the level, and with the item covered.
    trail: [W; 2],
    /// `zeros` without the level, and with the item covered.
    zeros: [u32; 2],
}

/// The state of a search by dancing links. Without `COLORS`, colors are not looked at.
#[derive(Clone, Debug)]
pub(crate) struct DancingLinks<W: Word, const COLORS: bool> {
    nodes: W::Table<Node<W>>,
    /// Color codes in step with `nodes`; empty without colors.
    colors: Vec<u32>,
    /// Available options of each item, raised by `RAISED` where they don't matter.
    len: W::Table<W>,
    /// Nodes taken out of their lists, in order.
    trail: W::Table<W>,
    trail_len: W,
    /// Active primary items without options.
    zeros: u32,
    /// Active primary items.
    active: u32,
    items: W,
    primary: W,
    /// First node of each option, and the end.
    firsts: Vec<u32>,
    levels: Vec<Level<W>>,
    /// Whether to find out which item ends a try.
    blame: bool,
    dead: Option<u32>,
    updates: u64,
    cleansings: u64,
}

impl<W: Word, const COLORS: bool> DancingLinks<W, COLORS> {
    /// `None` if the problem has too many nodes or options for `W`.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let items = problem.items() as usize;
        let primary = problem.primary_items() as usize;
        let size = items + problem.entries() as usize;
        if size as u64 > W::NODES || problem.options() as usize >= W::RAISED.get() {
            return None;
        }
        let mut nodes: Vec<Node<W>> = Vec::with_capacity(size);
        nodes.extend((0..items).map(|item| [W::new(item); 4]));
        let mut colors = Vec::new();
        if COLORS {
            colors.resize(items, 0);
        }
        let raised = |item| if item < primary { W::default() } else { W::RAISED };
        let mut len: Vec<W> = (0..items).map(raised).collect();
        let mut firsts = Vec::with_capacity(problem.options() as usize + 1);
        for option in 0..problem.options() {
            let first = nodes.len();
            firsts.push(first as u32);
            for entry in problem.option_entries(option) {
                let node = W::new(nodes.len());
                let header = entry.item as usize;
                let above = nodes[header][UP];
                nodes[above.get()][DOWN] = node;
                nodes[header][UP] = node;
                let mut new = [W::new(header); 4];
                new[UP] = above;
                new[RIGHT] = W::new(nodes.len() + 1);
                nodes.push(new);
                len[header] = len[header] + W::ONE;
                if COLORS {
                    colors.push(entry.color.code());
                }
            }
            if let Some(last) = nodes[first..].last_mut() {
                last[RIGHT] = W::new(first);
            }
        }
        firsts.push(nodes.len() as u32);
        let zeros = len[..primary].iter().filter(|&&len| len == W::default()).count() as u32;
        Some(Self {
            trail: Table::from_slice(&alloc::vec![W::default(); nodes.len()]),
            trail_len: W::default(),
            nodes: Table::from_slice(&nodes),
            colors,
            len: Table::from_slice(&len),
            zeros,
            active: primary as u32,
            items: W::new(items),
            primary: W::new(primary),
            firsts,
            levels: Vec::with_capacity(primary),
            blame: false,
            dead: None,
            updates: 0,
            cleansings: 0,
        })
    }

    fn option_of(&self, node: W) -> u32 {
        self.firsts.partition_point(|&first| first as usize <= node.get()) as u32 - 1
    }

    #[inline(always)]
    fn deactivate(&mut self, item: W) {
        if item < self.primary {
            self.zeros -= u32::from(self.len[item] == W::default());
            self.len[item] = self.len[item] + W::RAISED;
            self.active -= 1;
        }
    }

    #[inline(always)]
    fn reactivate(&mut self, item: W) {
        if item < self.primary {
            self.len[item] = self.len[item] - W::RAISED;
            self.active += 1;
        }
    }

    /// Takes the option of `row` out of all lists but that of `row`'s own item.
    #[inline(always)]
    fn hide(&mut self, row: W, zeros: &mut u32, trail_len: &mut W) {
        let mut at = self.nodes[row][RIGHT];
        while at != row {
            if !COLORS || self.colors[at.get()] != COMMITTED {
                let (up, down, item) = (self.nodes[at][UP], self.nodes[at][DOWN], self.nodes[at][ITEM]);
                self.nodes[up][DOWN] = down;
                self.nodes[down][UP] = up;
                let len = self.len[item] - W::ONE;
                self.len[item] = len;
                *zeros += u32::from(len == W::default());
                self.trail[*trail_len] = at;
                *trail_len = *trail_len + W::ONE;
            }
            at = self.nodes[at][RIGHT];
        }
    }

    /// Hides all options of an item.
    fn hide_all(&mut self, item: W) {
        let (mut zeros, mut trail_len) = (self.zeros, self.trail_len);
        let mut row = self.nodes[item][DOWN];
        while row != item {
            self.hide(row, &mut zeros, &mut trail_len);
            row = self.nodes[row][DOWN];
        }
        self.updates += (trail_len - self.trail_len).get() as u64 + 1;
        (self.zeros, self.trail_len) = (zeros, trail_len);
    }

    /// Hides the options that disagree with the color of `node`; those that agree need no further look.
    fn purify(&mut self, node: W) {
        let (mut zeros, mut trail_len) = (self.zeros, self.trail_len);
        let item = self.nodes[node][ITEM];
        let color = self.colors[node.get()];
        let mut row = self.nodes[item][DOWN];
        self.cleansings += 1;
        while row != item {
            if self.colors[row.get()] == color {
                self.cleansings += 1;
                self.colors[row.get()] = COMMITTED;
            } else {
                self.hide(row, &mut zeros, &mut trail_len);
            }
            row = self.nodes[row][DOWN];
        }
        self.updates += (trail_len - self.trail_len).get() as u64;
        (self.zeros, self.trail_len) = (zeros, trail_len);
    }

    /// Gives the nodes that agree with `node` their color back.
    fn unpurify(&mut self, node: W) {
        let item = self.nodes[node][ITEM];
        let color = self.colors[node.get()];
        let mut row = self.nodes[item][DOWN];
        while row != item {
            if self.colors[row.get()] == COMMITTED {
                self.colors[row.get()] = color;
            }
            row = self.nodes[row][DOWN];
        }
    }

    /// Puts back the nodes at the end of the trail, last one first.
    fn unhide(&mut self, trail_len: W) {
        let mut end = self.trail_len;
        self.trail_len = trail_len;
        while end != trail_len {
            end = end - W::ONE;
            let at = self.trail[end];
            let (up, down, item) = (self.nodes[at][UP], self.nodes[at][DOWN], self.nodes[at][ITEM]);
            self.nodes[up][DOWN] = at;
            self.nodes[down][UP] = at;
            self.len[item] = self.len[item] + W::ONE;
        }
    }

    /// Covers all other items of the option chosen at `level`. With `ABORT`, stops and takes everything back as
    /// soon as some other item has no options; the answer says whether the option stands.
    #[inline(always)]
    fn commit<const ABORT: bool>(&mut self, level: Level<W>) -> bool {
        let node = level.node;
        let mut at = self.nodes[node][RIGHT];
        while at != node {
            self.deactivate(self.nodes[at][ITEM]);
            at = self.nodes[at][RIGHT];
        }
        at = self.nodes[node][RIGHT];
        while !(ABORT && self.zeros > 0) {
            if at == node {
                return true;
            }
            match if COLORS { self.colors[at.get()] } else { 0 } {
                0 => self.hide_all(self.nodes[at][ITEM]),
                COMMITTED => {}
                _ => self.purify(at),
            }
            at = self.nodes[at][RIGHT];
        }
        if self.blame {
            let hidden = self.trail.first(self.trail_len.get())[level.trail[1].get()..].iter();
            let mut items = hidden.map(|&node| self.nodes[node][ITEM]).filter(|&item| item < self.primary);
            self.dead = items.rfind(|&item| self.len[item] == W::default()).map(|item| item.get() as u32);
        }
        self.uncommit(level, at);
        false
    }

    /// Undoes `commit`, which has not come to the node `end`.
    fn uncommit(&mut self, level: Level<W>, end: W) {
        self.unhide(level.trail[1]);
        self.zeros = level.zeros[1];
        let mut at = self.nodes[level.node][RIGHT];
        while COLORS && at != end {
            if !matches!(self.colors[at.get()], 0 | COMMITTED) {
                self.unpurify(at);
            }
            at = self.nodes[at][RIGHT];
        }
        at = self.nodes[level.node][RIGHT];
        while at != level.node {
            self.reactivate(self.nodes[at][ITEM]);
            at = self.nodes[at][RIGHT];
        }
    }

    /// Covers an item, for a level that begins with it.
    fn open(&mut self, item: W) -> Level<W> {
        let (zeros, trail) = (self.zeros, self.trail_len);
        self.deactivate(item);
        self.hide_all(item);
        Level { item, node: item, trail: [trail, self.trail_len], zeros: [zeros, self.zeros] }
    }

    /// Uncovers the item of a level that is no more.
    fn close(&mut self, level: Level<W>) {
        self.unhide(level.trail[0]);
        self.reactivate(level.item);
        self.zeros = level.zeros[0];
    }

    /// The leftmost active item with the fewest options. There must be one.
    fn choose(&self) -> W {
        let lens = self.len.first(self.primary.get());
        let fewest = lens.iter().fold(W::RAISED, |fewest, &len| fewest.min(len));
        let mut start = 0;
        for chunk in lens.chunks(CHUNK) {
            if chunk.iter().fold(false, |found, &len| found | (len == fewest)) {
                let offset = chunk.iter().position(|&len| len == fewest);
                return W::new(start + offset.unwrap_or(0));
            }
            start += chunk.len();
        }
        W::default()
    }
}

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
        self.descend_on(self.choose().get() as u32);
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
        // Options above and below stay in the list of the level's item, which is covered.
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
        self.blame = true;
    }

    fn advance(&mut self) -> Tried {
        let Some(level) = self.levels.last_mut() else { return Tried::Done };
        level.node = self.nodes[level.node][DOWN];
        let level = *level;
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
        // The first node of the option with a primary item: it is available if that item is active and the
        // node is in the item's list.
        let nodes = (first..end).map(|node| W::new(node as usize));
        let Some(node) = nodes.into_iter().find(|&node| self.nodes[node][ITEM] < self.primary) else {
            return false;
        };
        let [up, _, _, item] = self.nodes[node];
        if self.len[item] >= W::RAISED || self.nodes[up][DOWN] != node {
            return false;
        }
        let level = Level { node, ..self.open(item) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;

    /// Nodes, solutions, updates and cleansings of a whole search, and the work of a search after `select`.
    fn walk<W: Word, const COLORS: bool>(problem: &Problem) -> [u64; 5] {
        let mut links: DancingLinks<W, COLORS> = DancingLinks::new(problem).unwrap();
        let [nodes, solutions] = count(&mut links);
        let (updates, cleansings) = links.counters();
        let mut copy = links.clone();
        assert!(copy.select(0));
        let [after, _] = count(&mut copy);
        copy.retract();
        copy.ascend();
        assert_eq!(count(&mut copy), [nodes, solutions], "everything must be put back");
        [nodes, solutions, updates, cleansings, after]
    }

    fn count(links: &mut impl Backend) -> [u64; 2] {
        let (mut nodes, mut solutions) = (1, 0);
        let base = links.level();
        if links.is_dead() {
            return [nodes, solutions];
        }
        links.descend();
        while links.level() > base {
            match links.advance() {
                Tried::Done => {
                    if links.level() > base {
                        links.retract();
                    }
                    continue;
                }
                Tried::Dead => {}
                Tried::Open => links.descend(),
                Tried::Solution => {
                    solutions += 1;
                    links.retract();
                }
            }
            nodes += 1;
        }
        [nodes, solutions]
    }

    #[test]
    fn both_widths_make_the_same_walk() {
        let queens = generate::queens(7).unwrap();
        let walked = walk::<u16, false>(&queens);
        assert_eq!(walked[..2], [334, 40]);
        assert_eq!(walked, walk::<u32, false>(&queens));
        let langford = generate::langford(7).unwrap();
        assert_eq!(walk::<u16, false>(&langford), walk::<u32, false>(&langford));

        let text = include_bytes!("../../../../testdata/cover/xcc_simple_example.dlx");
        let colored = crate::format::parse(text, None).unwrap().problem;
        let walked = walk::<u16, true>(&colored);
        assert_eq!(walked[..2], [4, 1]);
        assert_eq!(walked, walk::<u32, true>(&colored));
    }
}
