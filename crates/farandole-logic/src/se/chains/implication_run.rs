//! Implication run: an assumption and all its consequences, in order of discovery.

use super::found::{Cause, Stop};
use super::level::{Level, Meter};
use crate::model::Marks;
use crate::model::tables::{MEMBERS, POSITIONS, UNITS, bits, is_pair};

/// An elimination by a nested technique, with the eliminated candidates on which it depends.
pub(super) struct NestedElimination {
    pub(super) lit: u16,
    pub(super) parents: Vec<u16>,
    pub(super) nested: u32,
}

/// The candidates that an assumption has eliminated, in order. For each simple technique, `examined` is the
/// number of these candidates that the technique has examined without a result.
#[derive(Default)]
pub(super) struct Eliminated {
    pub(super) candidates: Vec<u16>,
    pub(super) examined: [usize; 4],
}

impl Eliminated {
    pub(super) fn clear(&mut self) {
        self.candidates.clear();
        self.examined = [0; 4];
    }
}

/// The techniques that a run may apply to the candidates that remain under its assumption.
pub(super) trait NestedTechniques {
    /// Discards the nested chains of the last search.
    fn forget(&mut self);
    /// Sets the source of the next search: the grid without assumptions.
    fn load(&mut self, source: &Marks, level: Level);
    /// Returns the complexity of a nested chain.
    fn complexity(&self, number: u32) -> u32;
    /// Returns the eliminations of the first technique that finds any. They must depend on
    /// candidates eliminated since `source`.
    fn next_eliminations(
        &mut self,
        current: &Marks,
        source: &Marks,
        eliminated: &mut Eliminated,
        nesting: u8,
        meter: &mut Meter<'_>,
    ) -> Vec<NestedElimination>;
    /// Returns reusable memory for computing the least complexity of new nodes.
    fn workspace(&mut self) -> &mut Workspace;
}

/// Reusable memory for a traversal of the nodes of a run, and for the nested chains found on it.
#[derive(Default)]
pub(super) struct Workspace {
    scratch: Scratch,
    nested: Vec<u32>,
}

/// Marks a missing entry.
pub(super) const NONE: u16 = u16::MAX;

#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) lit: u16,
    pub(super) cause: Cause,
    count: u16,
    first: u32,
    /// The number of the nested chain that produced this node, or `u32::MAX` for none.
    nested: u32,
}

/// The assertions that follow from an assumption, in order of discovery.
pub(super) struct ImplicationRun {
    pub(super) nodes: Vec<Node>,
    parents: Vec<u16>,
    /// For each candidate, the indices in `nodes` of the nodes in which it is false and true, or [`NONE`].
    at: Box<[[u16; 2]; 729]>,
    /// The candidates that are true (`on`) and false (`off`), as bit sets.
    pub(super) on: [u64; 12],
    pub(super) off: [u64; 12],
    /// The two nodes that contradict each other: the one with the true candidate, and the one with
    /// the false candidate.
    pub(super) conflict: Option<(u16, u16)>,
    /// Number of nodes in the sets. One more node may exist as part of the conflict.
    pub(super) len: usize,
    single_parents: bool,
    /// The candidates that remain under the assumption.
    current: Marks,
    eliminated: Eliminated,
    /// Reusable queues of the nodes to propagate, empty between runs.
    open_on: Vec<u16>,
    open_off: Vec<u16>,
    /// True if the next level can resume the run, because this level has nothing more to add.
    complete: bool,
}

/// The limits and the source of a run.
#[derive(Clone, Copy)]
pub(super) struct RunConfig<'a> {
    pub(super) source: &'a Marks,
    pub(super) level: Level,
    /// The complexity above which chains are rejected.
    pub(super) bound: u32,
    /// True if the run contains the result of the previous level for the same assumption and
    /// source.
    pub(super) resume: bool,
}

impl ImplicationRun {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            parents: Vec::new(),
            at: Box::new([[NONE; 2]; 729]),
            on: [0; 12],
            off: [0; 12],
            conflict: None,
            len: 0,
            single_parents: true,
            current: Marks::EMPTY,
            eliminated: Eliminated::default(),
            open_on: Vec::new(),
            open_off: Vec::new(),
            complete: false,
        }
    }

    /// Returns the node of an assertion, or `None` if it was not reached.
    pub(super) fn node_of(&self, lit: u16) -> Option<u16> {
        let [off_node, on_node] = self.at[lit as usize / 2];
        Some(if lit & 1 == 1 { on_node } else { off_node }).filter(|node| *node != NONE)
    }

    /// Returns the nodes from which a node follows directly.
    pub(super) fn parents_of(&self, node: u16) -> &[u16] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.parents[first as usize..first as usize + count as usize]
    }

    fn clear(&mut self) {
        for node in &self.nodes {
            self.at[node.lit as usize / 2] = [NONE; 2];
        }
        self.nodes.clear();
        self.parents.clear();
        self.on = [0; 12];
        self.off = [0; 12];
        self.conflict = None;
        self.single_parents = true;
    }

    /// Adds a node without entering it in the sets. Returns its index.
    fn push(&mut self, lit: u16, cause: Cause, parent: u16) -> u16 {
        let node = self.nodes.len() as u16;
        let first = self.parents.len() as u32;
        let count = u16::from(parent != NONE);
        if parent != NONE {
            self.parents.push(parent);
        }
        self.nodes.push(Node { lit, cause, count, first, nested: u32::MAX });
        node
    }

    /// Adds a false candidate to the parents of the newest node.
    fn add_parent(&mut self, candidate: u16) {
        if let Some(parent) = self.node_of(candidate * 2) {
            self.parents.push(parent);
            if let Some(node) = self.nodes.last_mut() {
                node.count += 1;
            }
            self.single_parents = false;
        }
    }

    /// Enters a node in the sets of its assertion.
    fn enter(&mut self, node: u16) {
        let lit = self.nodes[node as usize].lit;
        self.at[lit as usize / 2][lit as usize % 2] = node;
        let set = if lit & 1 == 1 { &mut self.on } else { &mut self.off };
        set[(lit / 2) as usize / 64] |= 1 << (lit / 2 % 64);
    }

    /// Follows an assumption until nothing more follows or a contradiction is found. Also stops if
    /// every new chain would have a complexity above `bound`, because each new node depends on too
    /// many others.
    ///
    /// A level starts with the same work as the previous level, so it can resume where that level
    /// ended.
    // long: one loop whose three kinds of work share queues and borrow the marks in turn
    pub(super) fn follow(
        &mut self,
        start: u16,
        config: RunConfig<'_>,
        techniques: &mut impl NestedTechniques,
        meter: &mut Meter<'_>,
    ) {
        let RunConfig { source, level, bound, resume } = config;
        let remembers = level.remembers();
        let cell_links = level != Level::Nishio;
        let (mut on, mut off) = (core::mem::take(&mut self.open_on), core::mem::take(&mut self.open_off));
        let (mut next_on, mut next_off) = (0, 0);
        let mut known = self.nodes.len();
        if !(resume && self.complete) {
            self.clear();
            known = 0;
            self.current = *source;
            self.eliminated.clear();
            let node = self.push(start, Cause::Assumed, NONE);
            self.enter(node);
            if start & 1 == 1 { on.push(node) } else { off.push(node) }
        }
        self.complete = false;
        loop {
            if next_on < on.len() {
                let node: u16 = on[next_on];
                next_on += 1;
                let candidate = (self.nodes[node as usize].lit / 2) as usize;
                let (cell, digit) = (candidate / 9, candidate % 9);
                let others = if cell_links { self.current.cand[cell] & !(1 << digit) } else { 0 };
                if bits(others)
                    .any(|other| self.reach_off((cell * 9 + other) as u16, Cause::Cell, node, &mut off))
                    || self.exclude_others(candidate, 2, node, &mut off)
                    || self.exclude_others(candidate, 0, node, &mut off)
                    || self.exclude_others(candidate, 1, node, &mut off)
                {
                    break;
                }
            } else if next_off < off.len() {
                let node: u16 = off[next_off];
                next_off += 1;
                let candidate = (self.nodes[node as usize].lit / 2) as usize;
                let (cell, digit) = (candidate / 9, candidate % 9);
                // Collect all consequences before the candidate is removed, because the masks must
                // still contain it.
                let before = self.current.cand[cell];
                if cell_links && is_pair(before) {
                    let other = (before & !(1 << digit)).trailing_zeros() as usize;
                    let eliminated = source.cand[cell] & !before;
                    if self.reach_on((cell * 9 + other) as u16, Cause::Cell, node, &mut on, |run| {
                        bits(eliminated).for_each(|digit| run.add_parent((cell * 9 + digit) as u16));
                    }) {
                        break;
                    }
                }
                if self.assert_last(source, candidate, 2, node, &mut on)
                    || self.assert_last(source, candidate, 0, node, &mut on)
                    || self.assert_last(source, candidate, 1, node, &mut on)
                {
                    break;
                }
                if remembers {
                    self.current.remove(cell, digit);
                    self.eliminated.candidates.push(candidate as u16);
                }
            } else if let Level::Dynamic(nesting @ 1..) = level
                && meter.nested()
            {
                let before = self.nodes.len();
                for elimination in
                    techniques.next_eliminations(&self.current, source, &mut self.eliminated, nesting, meter)
                {
                    if self.node_of(elimination.lit).is_none() {
                        let node = self.push(elimination.lit, Cause::Other, NONE);
                        self.nodes[node as usize].nested = elimination.nested;
                        elimination.parents.iter().for_each(|parent| self.add_parent(*parent / 2));
                        self.enter(node);
                        off.push(node);
                    }
                }
                if before == self.nodes.len() {
                    self.complete = true;
                    break;
                }
                // Everything that follows from now on depends on one of these nodes, and every
                // chain has at least one other end.
                if bound != u32::MAX && self.least(before, techniques) >= bound {
                    break;
                }
            } else {
                break;
            }
        }
        on.clear();
        off.clear();
        (self.open_on, self.open_off) = (on, off);
        self.len = self.nodes.len();
        if let Some((on, off)) = self.conflict {
            // The later of the two nodes is only part of the conflict.
            self.len = on.max(off) as usize;
        }
        meter.spend(self.nodes.len() - known);
    }

    /// Excludes the other candidates for the digit of a true candidate in one of its houses.
    /// Returns true on a contradiction.
    #[inline(always)]
    fn exclude_others(&mut self, candidate: usize, kind: usize, node: u16, off: &mut Vec<u16>) -> bool {
        let unit = UNITS[candidate][kind] as usize;
        let positions = self.current.pos.as_flattened()[unit] & !(1 << POSITIONS[candidate / 9][kind]);
        bits(positions)
            .any(|position| self.reach_off(MEMBERS[unit][position], Cause::House(kind as u8), node, off))
    }

    /// If a house of a false candidate has exactly one other candidate for the digit, asserts it.
    /// Returns true on a contradiction.
    #[inline(always)]
    fn assert_last(
        &mut self,
        source: &Marks,
        candidate: usize,
        kind: usize,
        node: u16,
        on: &mut Vec<u16>,
    ) -> bool {
        let unit = UNITS[candidate][kind] as usize;
        let positions = self.current.pos.as_flattened()[unit];
        if !is_pair(positions) {
            return false;
        }
        let position = (positions & !(1 << POSITIONS[candidate / 9][kind])).trailing_zeros() as usize;
        let eliminated = source.pos.as_flattened()[unit] & !positions;
        self.reach_on(MEMBERS[unit][position], Cause::House(kind as u8), node, on, |run| {
            bits(eliminated).for_each(|position| run.add_parent(MEMBERS[unit][position]));
        })
    }

    /// Records that a candidate is false. Returns true on a contradiction.
    ///
    /// Masks of the recorded candidates could prevent repeated calls, but updating them takes as
    /// much time as they save; see `docs/experiments/2026-11-21-ratings.md`.
    #[inline(always)]
    fn reach_off(&mut self, candidate: u16, cause: Cause, parent: u16, off: &mut Vec<u16>) -> bool {
        let [off_node, on_node] = self.at[candidate as usize];
        (off_node == NONE || on_node != NONE) && self.record_off(candidate, cause, parent, off)
    }

    #[inline(never)]
    fn record_off(&mut self, candidate: u16, cause: Cause, parent: u16, off: &mut Vec<u16>) -> bool {
        let node = self.push(candidate * 2, cause, parent);
        let [_, on_node] = self.at[candidate as usize];
        if on_node != NONE {
            self.conflict = Some((on_node, node));
            return true;
        }
        self.at[candidate as usize][0] = node;
        self.off[candidate as usize / 64] |= 1 << (candidate % 64);
        off.push(node);
        false
    }

    /// Records that a candidate is true. Returns true on a contradiction. `hidden` adds the other
    /// parents of the assertion.
    #[inline(always)]
    fn reach_on(
        &mut self,
        candidate: u16,
        cause: Cause,
        parent: u16,
        on: &mut Vec<u16>,
        hidden: impl FnOnce(&mut Self),
    ) -> bool {
        let [off_node, on_node] = self.at[candidate as usize];
        if on_node != NONE && off_node == NONE {
            return false;
        }
        let node = self.push(candidate * 2 + 1, cause, parent);
        hidden(self);
        if off_node != NONE {
            self.conflict = Some((node, off_node));
            return true;
        }
        self.enter(node);
        on.push(node);
        false
    }

    /// Returns the number of assertions that lead to a node, including itself. Lists the nested
    /// chains among them.
    ///
    /// Stops counting above `bound`, because such a chain cannot be the best.
    pub(super) fn ancestors(
        &self,
        node: u16,
        bound: u32,
        scratch: &mut Scratch,
        nested: &mut Vec<u32>,
    ) -> u32 {
        if self.single_parents {
            let (mut count, mut node) = (1, node);
            while let [parent] = self.parents_of(node) {
                count += 1;
                node = *parent;
            }
            return count;
        }
        scratch.start(self.nodes.len());
        scratch.visit(node);
        let mut next = 0;
        while next < scratch.order.len() && scratch.order.len() as u32 <= bound {
            let node = scratch.order[next];
            next += 1;
            let entry = &self.nodes[node as usize];
            if entry.nested != u32::MAX && !nested.contains(&entry.nested) {
                nested.push(entry.nested);
            }
            for parent in self.parents_of(node) {
                scratch.visit(*parent);
            }
        }
        scratch.order.len() as u32
    }

    /// Returns the least complexity of the nodes with an index of `first` or more.
    fn least(&self, first: usize, techniques: &mut impl NestedTechniques) -> u32 {
        let Workspace { mut scratch, mut nested } = core::mem::take(techniques.workspace());
        let mut least = u32::MAX;
        for node in first..self.nodes.len() {
            nested.clear();
            let own = self.ancestors(node as u16, least, &mut scratch, &mut nested);
            let inner = nested.iter().map(|number| techniques.complexity(*number)).sum::<u32>();
            least = least.min(own.saturating_add(inner));
        }
        *techniques.workspace() = Workspace { scratch, nested };
        least
    }

    /// Returns the ancestors of a node in explicit form, breadth first.
    pub(super) fn stops(&self, node: u16, scratch: &mut Scratch) -> Vec<Stop> {
        scratch.start(self.nodes.len());
        scratch.visit(node);
        let mut stops = Vec::new();
        let mut next = 0;
        while next < scratch.order.len() {
            let node = scratch.order[next];
            next += 1;
            let parents = self.parents_of(node);
            parents.iter().for_each(|parent| scratch.visit(*parent));
            let Node { lit, cause, .. } = self.nodes[node as usize];
            let parents = parents.iter().map(|parent| self.nodes[*parent as usize].lit).collect();
            stops.push(Stop { lit, cause, parents });
        }
        stops
    }
}

/// The visited marks and the queue of a traversal of the nodes of a run.
#[derive(Default)]
pub(super) struct Scratch {
    seen: Vec<u32>,
    epoch: u32,
    order: Vec<u16>,
}

impl Scratch {
    fn start(&mut self, nodes: usize) {
        if self.seen.len() < nodes {
            self.seen.resize(nodes, 0);
        }
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            self.seen.fill(0);
            self.epoch = 1;
        }
        self.order.clear();
    }

    fn visit(&mut self, node: u16) {
        if self.seen[node as usize] != self.epoch {
            self.seen[node as usize] = self.epoch;
            self.order.push(node);
        }
    }
}
