//! The links: lists of options for each item, taken apart and put together again.

use alloc::vec::Vec;

use super::index::{Table, Word};
use crate::model::problem::Problem;

/// Color of a node whose item has been purified to that node's color.
const COMMITTED: u32 = u32::MAX;
/// Lengths looked at together.
const CHUNK: usize = 32;

/// `UP` and `DOWN` in the item's list, `RIGHT` in the option's circle, and the item.
pub(super) type Node<W> = [W; 4];
pub(super) const UP: usize = 0;
pub(super) const DOWN: usize = 1;
const RIGHT: usize = 2;
pub(super) const ITEM: usize = 3;

/// An item chosen, and perhaps one of its options.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<W> {
    pub(super) item: W,
    /// A multiple of `CHUNK`: all primary items before it are covered.
    pub(super) covered: W,
    /// Node of the chosen option in the item's list, or the item's header before the first choice.
    pub(super) node: W,
    /// Length of the trail without the level, and with the item covered.
    pub(super) trail: [W; 2],
    /// `zeros` without the level, and with the item covered.
    pub(super) zeros: [u32; 2],
}

/// The state of a search by dancing links. Without `COLORS`, colors are not looked at.
#[derive(Clone, Debug)]
pub(crate) struct DancingLinks<W: Word, const COLORS: bool> {
    pub(super) nodes: W::Table<Node<W>>,
    /// Color codes in step with `nodes`; empty without colors.
    pub(super) colors: Vec<u32>,
    /// Available options of each item, raised by `RAISED` where they don't matter.
    pub(super) len: W::Table<W>,
    /// Nodes taken out of their lists, in order.
    pub(super) trail: W::Table<W>,
    pub(super) trail_len: W,
    /// Active primary items without options.
    pub(super) zeros: u32,
    /// Active primary items.
    pub(super) active: u32,
    pub(super) items: W,
    pub(super) primary: W,
    /// First node of each option, and the end.
    pub(super) firsts: Vec<u32>,
    pub(super) levels: Vec<Level<W>>,
    /// Whether to find out which item ends a try.
    pub(super) blame: bool,
    pub(super) dead: Option<u32>,
    pub(super) updates: u64,
    pub(super) cleansings: u64,
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
            trail: Table::from_vec(alloc::vec![W::default(); nodes.len()]),
            trail_len: W::default(),
            nodes: Table::from_vec(nodes),
            colors,
            len: Table::from_vec(len),
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

    pub(super) fn option_of(&self, node: W) -> u32 {
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
    pub(super) fn commit<const ABORT: bool>(&mut self, level: Level<W>) -> bool {
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
    pub(super) fn uncommit(&mut self, level: Level<W>, end: W) {
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
    pub(super) fn open(&mut self, item: W) -> Level<W> {
        let (zeros, trail) = (self.zeros, self.trail_len);
        self.deactivate(item);
        self.hide_all(item);
        let covered = self.levels.last().map_or(W::default(), |level| level.covered);
        Level { item, covered, node: item, trail: [trail, self.trail_len], zeros: [zeros, self.zeros] }
    }

    /// Uncovers the item of a level that is no more.
    pub(super) fn close(&mut self, level: Level<W>) {
        self.unhide(level.trail[0]);
        self.reactivate(level.item);
        self.zeros = level.zeros[0];
    }

    /// The leftmost active item with the fewest options, and an item before which none is active. There must be an active
    /// item.
    pub(super) fn choose(&self) -> (W, W) {
        let lens = self.len.first(self.primary.get());
        // What is covered at a level is covered at all deeper ones.
        let mut start = self.levels.last().map_or(0, |level| level.covered.get());
        let mut covered = None;
        let mut fewest = (W::RAISED, start);
        for chunk in lens[start..].chunks(CHUNK) {
            let least = chunk.iter().fold(W::RAISED, |least, &len| least.min(len));
            if least < fewest.0 {
                covered.get_or_insert(start);
                fewest = (least, start);
                if least <= W::ONE && self.zeros == 0 {
                    break;
                }
            }
            start += chunk.len();
        }
        let (least, start) = fewest;
        let offset = lens[start..].iter().position(|&len| len == least);
        (W::new(start + offset.unwrap_or(0)), W::new(covered.unwrap_or(start)))
    }
}
