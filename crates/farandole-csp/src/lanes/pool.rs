//! The open search nodes that are propagated together: their masks as a structure of arrays, and the rules that
//! each node still needs.
//!
//! The pool is a table of [`GROUPS`] groups and [`COLUMNS`] columns, with one node per entry. A run of a rule
//! processes at most one node per column. Its vectors are blended from the vectors of the groups, so no value
//! moves to another lane. This layout is the same on every instruction set, and so are the steps of the search.

use farandole_kernel::Vectors;

/// The number of columns: the number of lanes of the widest vector.
pub(super) const COLUMNS: usize = 32;
/// The number of groups.
pub(super) const GROUPS: usize = 2;

/// A set of nodes: one word per group, one bit per column.
pub(super) type Nodes = [u32; GROUPS];

/// For each cell, the indices of the rules that read it.
pub(super) type Readers = Vec<Vec<u16>>;

/// A number for each node, by group and column.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct PerNode(pub(super) [[u16; COLUMNS]; GROUPS]);

/// The pool of the nodes that are being searched.
#[derive(Debug)]
pub(super) struct Pool {
    /// For each cell, its mask in each node.
    pub(super) masks: Vec<PerNode>,
    /// For each node, the cell that was fixed last.
    pub(super) last: PerNode,
    /// For each rule, the nodes in which one of its cells changed.
    pub(super) dirty: Vec<Nodes>,
    /// The columns in which the last run found a contradiction.
    dead: u32,
}

impl Pool {
    /// Creates a pool for this many cells and rules, in which no node needs a rule.
    pub(super) fn new(cells: usize, rules: usize) -> Self {
        Self {
            masks: vec![PerNode([[u16::MAX; COLUMNS]; GROUPS]); cells],
            last: PerNode([[0; COLUMNS]; GROUPS]),
            dirty: vec![[0; GROUPS]; rules],
            dead: 0,
        }
    }

    /// Chooses, in each column, the first node that needs this rule, and removes the mark of the rule from the
    /// chosen nodes. The next run of the rule processes these nodes.
    pub(super) fn take(&mut self, rule: usize) -> Nodes {
        let mut free = u32::MAX;
        let mut taken = [0; GROUPS];
        for (taken, dirty) in taken.iter_mut().zip(&mut self.dirty[rule]) {
            *taken = *dirty & free;
            free &= !*dirty;
            *dirty &= !*taken;
        }
        self.dead = 0;
        taken
    }

    /// Returns the columns in which the last run found a contradiction.
    pub(super) fn dead(&self) -> u32 {
        self.dead
    }

    /// Marks the rules that read a cell of a node: the node needs them.
    pub(super) fn wake(&mut self, readers: &Readers, cell: u16, node: usize) {
        let mut marks = [0; GROUPS];
        marks[node / COLUMNS] = 1 << (node % COLUMNS);
        self.mark(&readers[usize::from(cell)], &marks);
    }

    #[inline(always)]
    fn mark(&mut self, rules: &[u16], nodes: &Nodes) {
        for &rule in rules {
            let dirty = &mut self.dirty[usize::from(rule)];
            dirty.iter_mut().zip(nodes).for_each(|(dirty, nodes)| *dirty |= nodes);
        }
    }

    pub(super) fn wake_all(&mut self, node: usize) {
        self.dirty.iter_mut().for_each(|dirty| dirty[node / COLUMNS] |= 1 << (node % COLUMNS));
    }

    /// Removes the marks of all nodes that are not in the set.
    pub(super) fn keep(&mut self, nodes: &Nodes) {
        for dirty in &mut self.dirty {
            dirty.iter_mut().zip(nodes).for_each(|(dirty, nodes)| *dirty &= nodes);
        }
    }

    pub(super) fn mask(&self, cell: u16, node: usize) -> u16 {
        self.masks[usize::from(cell)].0[node / COLUMNS][node % COLUMNS]
    }

    pub(super) fn set(&mut self, cell: u16, node: usize, mask: u16) {
        self.masks[usize::from(cell)].0[node / COLUMNS][node % COLUMNS] = mask;
    }
}

/// The lanes of one vector in a run of a rule.
pub(super) struct Lanes<'a, S: Vectors> {
    pub(super) s: S,
    pool: &'a mut Pool,
    readers: &'a Readers,
    /// The first column of the vector.
    at: usize,
    /// For each group, the lanes that hold its nodes: as bits in `taken`, and as vector masks in `chosen`.
    taken: Nodes,
    chosen: [S::M; GROUPS],
    alive: S::M,
    /// For each lane, the cell that was fixed last in its node.
    last: S::V,
}

impl<'a, S: Vectors> Lanes<'a, S> {
    /// Returns the lanes of the columns that start at `at`. `taken` is the set of the nodes of this run.
    #[inline(always)]
    pub(super) fn new(s: S, pool: &'a mut Pool, readers: &'a Readers, taken: &Nodes, at: usize) -> Self {
        let taken = taken.map(|group| group >> at & (u32::MAX >> (COLUMNS - S::STEP)));
        let chosen = taken.map(|group| s.of_lanes(group));
        let mut lanes =
            Self { s, readers, at, taken, chosen, alive: s.of_lanes(u32::MAX), last: s.splat(0), pool };
        lanes.last = lanes.blend(&lanes.pool.last);
        lanes
    }

    /// Writes the contradictions and the cells that were fixed last to the pool.
    #[inline(always)]
    pub(super) fn finish(self) {
        let any = self.taken.iter().fold(0, |any, group| any | group);
        self.pool.dead |= (any & !self.s.lanes(self.alive)) << self.at;
        for (chosen, group) in self.chosen.iter().zip(&mut self.pool.last.0) {
            let old = self.s.load(group, self.at);
            self.s.store(group, self.at, self.s.select(*chosen, self.last, old));
        }
    }

    /// Returns, in each lane, the entry of `from` that belongs to its node.
    #[inline(always)]
    fn blend(&self, from: &PerNode) -> S::V {
        let mut v = self.s.load(&from.0[0], self.at);
        for group in 1..GROUPS {
            v = self.s.select(self.chosen[group], self.s.load(&from.0[group], self.at), v);
        }
        v
    }

    #[inline(always)]
    pub(super) fn get(&self, cell: u16) -> S::V {
        self.blend(&self.pool.masks[usize::from(cell)])
    }

    /// Records a contradiction in the lanes in which the condition is false.
    #[inline(always)]
    pub(super) fn require(&mut self, condition: S::M) {
        self.alive = self.s.both(self.alive, condition);
    }

    /// Records a contradiction in the lanes in which the condition is true.
    #[inline(always)]
    pub(super) fn forbid(&mut self, condition: S::M) {
        self.alive = self.s.except(self.alive, condition);
    }

    /// Changes the masks of a cell from `old` to `new`. An empty mask is a contradiction.
    #[inline(always)]
    pub(super) fn put(&mut self, cell: u16, old: S::V, new: S::V) {
        let s = self.s;
        let differs = s.differs(old, new);
        let changed = s.lanes(differs);
        if changed != 0 {
            self.require(s.meets(new, new));
            let single = s.single(new);
            let fixed = s.both(differs, s.meets(single, single));
            self.last = s.select(fixed, s.splat(cell), self.last);
            self.write(cell, changed, new);
        }
    }

    /// Stores the masks of a cell that changed in some lanes, and marks the rules that read it.
    #[inline(always)]
    fn write(&mut self, cell: u16, changed: u32, new: S::V) {
        let mut marks = [0; GROUPS];
        let columns = &mut self.pool.masks[usize::from(cell)].0;
        for group in 0..GROUPS {
            marks[group] = (changed & self.taken[group]) << self.at;
            let others = self.s.load(&columns[group], self.at);
            self.s.store(&mut columns[group], self.at, self.s.select(self.chosen[group], new, others));
        }
        self.pool.mark(&self.readers[usize::from(cell)], &marks);
    }
}
