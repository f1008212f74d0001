//! The links: a circular list of the options of each item. Nodes are removed from these lists and put back.

use alloc::vec::Vec;

use super::index::{Table, Word};
use crate::model::problem::Problem;

/// The color code of a node whose item has been purified to the color of this node.
// No color has this code.
const COMMITTED: u32 = u32::MAX;
/// Number of lengths whose minimum is computed at a time.
// 32 lengths of 16 bits fill two vectors of AVX2. One comparison is enough to skip a chunk without a shorter
// item.
const CHUNK: usize = 32;

/// The fields of a node, at the indices `UP`, `DOWN`, `RIGHT` and `ITEM`: the previous and the next node in
/// the list of the item, the next node in the circle of the option, and the item.
pub(super) type Node<W> = [W; 4];
pub(super) const UP: usize = 0;
pub(super) const DOWN: usize = 1;
const RIGHT: usize = 2;
pub(super) const ITEM: usize = 3;

/// An open level: the item branched on, and the current option of the item, if any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<W> {
    pub(super) item: W,
    /// A multiple of `CHUNK`. All primary items with an index below this number are covered.
    pub(super) covered: W,
    /// The node of the current option in the list of the item, or the header of the item before the first
    /// option is tried.
    pub(super) node: W,
    /// Length of the trail before the level was opened, and after its item was covered.
    pub(super) trail: [W; 2],
    /// Value of `zeros` before the level was opened, and after its item was covered.
    pub(super) zeros: [u32; 2],
}

/// The state of a search by dancing links. If `COLORS` is false, colors are ignored.
#[derive(Clone, Debug)]
pub(crate) struct DancingLinks<W: Word, const COLORS: bool> {
    // The four fields of a node share a cache line, because hiding a node reads all of them.
    pub(super) nodes: W::Table<Node<W>>,
    /// The color code of each node; empty if `COLORS` is false.
    pub(super) colors: Vec<u32>,
    /// Number of available options of each item, plus `RAISED` for items that cannot be chosen.
    pub(super) len: W::Table<W>,
    /// The nodes that have been removed from the lists of their items, in order of removal.
    pub(super) trail: W::Table<W>,
    pub(super) trail_len: W,
    /// Number of active primary items without options.
    pub(super) zeros: u32,
    /// Number of active primary items.
    pub(super) active: u32,
    pub(super) items: W,
    pub(super) primary: W,
    /// The first node of each option, followed by the number of nodes.
    pub(super) firsts: Vec<u32>,
    pub(super) levels: Vec<Level<W>>,
    /// True if `dead` must be set whenever an option is dead.
    pub(super) track_dead: bool,
    pub(super) dead: Option<u32>,
    pub(super) updates: u64,
    pub(super) cleansings: u64,
}

impl<W: Word, const COLORS: bool> DancingLinks<W, COLORS> {
    /// Builds the links; `None` if the problem has too many nodes or options for `W`.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let items = problem.items() as usize;
        let primary = problem.primary_items() as usize;
        let size = items + problem.entries() as usize;
        // Lengths must stay below `RAISED`, because raised lengths could otherwise not be recognized.
        if size as u64 > W::NODES || problem.options() as usize >= W::RAISED.get() {
            return None;
        }
        let mut nodes: Vec<Node<W>> = Vec::with_capacity(size);
        // The headers of empty lists point to themselves, so empty lists need no special case.
        nodes.extend((0..items).map(|item| [W::new(item); 4]));
        let mut colors = Vec::new();
        if COLORS {
            colors.resize(items, 0);
        }
        // Secondary items are raised from the start and are thus never chosen.
        let raised = |item| if item < primary { W::default() } else { W::RAISED };
        let mut len: Vec<W> = (0..items).map(raised).collect();
        let mut firsts = Vec::with_capacity(problem.options() as usize + 1);
        for option in 0..problem.options() {
            let first = nodes.len();
            firsts.push(first as u32);
            for entry in problem.option_entries(option) {
                let node = W::new(nodes.len());
                let header = entry.item as usize;
                // The node is appended at the end of the list, so that the options of an item stay in order.
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
                // The last node closes the circle of the option.
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
            track_dead: false,
            dead: None,
            updates: 0,
            cleansings: 0,
        })
    }

    pub(super) fn option_of(&self, node: W) -> u32 {
        // A binary search is fast enough, because the options of nodes are rarely needed.
        self.firsts.partition_point(|&first| first as usize <= node.get()) as u32 - 1
    }

    #[inline(always)]
    fn deactivate(&mut self, item: W) {
        if item < self.primary {
            // A covered item without options does not make the node dead.
            self.zeros -= u32::from(self.len[item] == W::default());
            // The length itself stays valid, so that `reactivate` only has to subtract `RAISED`.
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

    /// Removes the option of `row` from all lists except that of the item of `row`.
    #[inline(always)]
    fn hide(&mut self, row: W, zeros: &mut u32, trail_len: &mut W) {
        let mut at = self.nodes[row][RIGHT];
        while at != row {
            // The item of a committed node has been purified. The node stays in the list, because all options
            // in this list agree about the color.
            if !COLORS || self.colors[at.get()] != COMMITTED {
                let (up, down, item) = (self.nodes[at][UP], self.nodes[at][DOWN], self.nodes[at][ITEM]);
                self.nodes[up][DOWN] = down;
                self.nodes[down][UP] = up;
                let len = self.len[item] - W::ONE;
                self.len[item] = len;
                *zeros += u32::from(len == W::default());
                // With the trail, undoing is a sequential pass over memory instead of a second walk through
                // linked lists.
                self.trail[*trail_len] = at;
                *trail_len = *trail_len + W::ONE;
            }
            at = self.nodes[at][RIGHT];
        }
    }

    /// Hides all options of an item.
    fn hide_all(&mut self, item: W) {
        // The loop can keep local copies in registers.
        let (mut zeros, mut trail_len) = (self.zeros, self.trail_len);
        let mut row = self.nodes[item][DOWN];
        while row != item {
            self.hide(row, &mut zeros, &mut trail_len);
            row = self.nodes[row][DOWN];
        }
        // Covering the item itself counts as one update.
        self.updates += (trail_len - self.trail_len).get() as u64 + 1;
        (self.zeros, self.trail_len) = (zeros, trail_len);
    }

    /// Hides the options that give the item of `node` another color than `node`, and marks the options that
    /// give it the same color, so that they are not examined again.
    fn purify(&mut self, node: W) {
        let (mut zeros, mut trail_len) = (self.zeros, self.trail_len);
        let item = self.nodes[node][ITEM];
        let color = self.colors[node.get()];
        let mut row = self.nodes[item][DOWN];
        self.cleansings += 1;
        while row != item {
            // Algorithm C sets the color of these nodes to -1, which is `COMMITTED` here.
            if self.colors[row.get()] == color {
                self.cleansings += 1;
                self.colors[row.get()] = COMMITTED;
            // Options with another color are no longer available.
            } else {
                self.hide(row, &mut zeros, &mut trail_len);
            }
            row = self.nodes[row][DOWN];
        }
        self.updates += (trail_len - self.trail_len).get() as u64;
        (self.zeros, self.trail_len) = (zeros, trail_len);
    }

    /// Restores the color of the nodes that [`purify`](Self::purify) marked.
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

    /// Puts the nodes of the trail with an index of `trail_len` or more back into their lists, the last one
    /// first.
    fn unhide(&mut self, trail_len: W) {
        let mut end = self.trail_len;
        self.trail_len = trail_len;
        // Undoing removals in reverse order restores all links (TAOCP 7.2.2.1, equations (1) and (2)).
        while end != trail_len {
            end = end - W::ONE;
            let at = self.trail[end];
            let (up, down, item) = (self.nodes[at][UP], self.nodes[at][DOWN], self.nodes[at][ITEM]);
            self.nodes[up][DOWN] = at;
            self.nodes[down][UP] = at;
            self.len[item] = self.len[item] + W::ONE;
        }
    }

    /// Covers all other items of the option chosen at `level`. If `ABORT` is true, stops and undoes
    /// everything as soon as some active item has no options. Returns true if the option stays chosen.
    #[inline(always)]
    pub(super) fn commit<const ABORT: bool>(&mut self, level: Level<W>) -> bool {
        let node = level.node;
        // All items of the option are deactivated first. Their lists may become empty while they are covered,
        // and must not be counted as active items without options.
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
        // The dead item is the item without options that occurs last in the trail. Searching the trail costs
        // time, so this is done only if a heuristic needs the item.
        if self.track_dead {
            let hidden = self.trail.first(self.trail_len.get())[level.trail[1].get()..].iter();
            let mut items = hidden.map(|&node| self.nodes[node][ITEM]).filter(|&item| item < self.primary);
            self.dead = items.rfind(|&item| self.len[item] == W::default()).map(|item| item.get() as u32);
        }
        // Covering stopped at the node `at`, so only the nodes before it have to be undone.
        self.uncommit(level, at);
        false
    }

    /// Undoes [`commit`](Self::commit), which has processed the nodes before `end`.
    pub(super) fn uncommit(&mut self, level: Level<W>, end: W) {
        self.unhide(level.trail[1]);
        self.zeros = level.zeros[1];
        let mut at = self.nodes[level.node][RIGHT];
        // Colors are restored after the lists, because `unpurify` needs all nodes of the item in its list.
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

    /// Covers an item, and returns a new level for it.
    pub(super) fn open(&mut self, item: W) -> Level<W> {
        let (zeros, trail) = (self.zeros, self.trail_len);
        self.deactivate(item);
        self.hide_all(item);
        // The covered prefix is that of the previous level. `descend` replaces it by a better value.
        let covered = self.levels.last().map_or(W::default(), |level| level.covered);
        Level { item, covered, node: item, trail: [trail, self.trail_len], zeros: [zeros, self.zeros] }
    }

    /// Uncovers the item of a level that has been removed.
    pub(super) fn close(&mut self, level: Level<W>) {
        self.unhide(level.trail[0]);
        self.reactivate(level.item);
        // `zeros` is restored from the level, because updating it in `unhide` would need a test for each node.
        self.zeros = level.zeros[0];
    }

    /// Returns the leftmost active item with the fewest options, and a multiple of `CHUNK` such that no item
    /// with a lower index is active. There must be an active item.
    pub(super) fn choose(&self) -> (W, W) {
        let lens = self.len.first(self.primary.get());
        // An item that is covered at a level is also covered at all deeper levels, so the scan starts after the
        // covered prefix. A long chain of forced options therefore takes linear time.
        let mut start = self.levels.last().map_or(0, |level| level.covered.get());
        let mut covered = None;
        let mut fewest = (W::RAISED, start);
        for chunk in lens[start..].chunks(CHUNK) {
            // This fold has no branches, so it compiles to vector minima.
            let least = chunk.iter().fold(W::RAISED, |least, &len| least.min(len));
            if least < fewest.0 {
                covered.get_or_insert(start);
                // The covered prefix ends at the first chunk with an active item.
                fewest = (least, start);
                // If all active items have options, no item is shorter than 1, so the scan can stop.
                if least <= W::ONE && self.zeros == 0 {
                    break;
                }
            }
            start += chunk.len();
        }
        let (least, start) = fewest;
        // The second scan reads only one chunk.
        let offset = lens[start..].iter().position(|&len| len == least);
        (W::new(start + offset.unwrap_or(0)), W::new(covered.unwrap_or(start)))
    }
}
