//! A search with one node per lane. The open nodes of a pool are propagated together, and nodes from a stack
//! fill the entries of closed nodes.
//!
//! The next rule to run is the rule that most columns of the pool need. A node at its fixpoint branches as in
//! the scalar search: it continues with one branch, and the other branch is pushed on the stack. The latest
//! branch is popped first, so the stack stays short.
//!
//! These choices do not depend on the width of a vector, so counters are the same on every instruction set.

use super::pool::{COLUMNS, GROUPS, Nodes, PerNode, Pool};
use super::program::Program;
use crate::End;
use crate::network::Network;
use crate::search::branching::{SMALL_PROPAGATOR, Scores};
use crate::search::depth_first::Search as DepthFirst;
use core::ops::ControlFlow;
use farandole_kernel::{Isa, Task, Vectors};
use farandole_search::SearchContext;

/// The number of waiting nodes at which propagation pauses to branch and to refill the pool. Batches keep the
/// scalar code for branching out of the propagation loop.
const WAITING: u32 = 12;
/// An open node on the stack: the masks of its cells, and the cell whose mask shrank after the last fixpoint.
#[derive(Debug)]
struct Pending {
    masks: Box<[u16]>,
    /// The cell whose mask shrank, or `None` if all rules must run.
    changed: Option<u16>,
}

/// A search with one node per lane.
#[derive(Debug)]
pub(super) struct LaneSearch<'n> {
    network: &'n Network,
    program: &'n Program,
    pool: Pool,
    scores: Scores,
    /// The nodes of the pool that are being searched.
    active: Nodes,
    stack: Vec<Pending>,
    /// Buffers for masks, which are reused.
    free: Vec<Box<[u16]>>,
    /// The solutions that were reported before this search, which are skipped.
    known: Vec<Vec<u8>>,
    /// The solutions that are kept instead of being reported, if any are to be kept.
    held: Option<Vec<Vec<u8>>>,
    /// An empty mask of preferred values for each cell: values are tried in ascending order.
    seen: Vec<u16>,
}

impl<'n> LaneSearch<'n> {
    /// Creates a search of the open nodes of a depth-first search. It inherits the scores of that search and
    /// skips its solutions.
    pub(super) fn new(network: &'n Network, program: &'n Program, search: &DepthFirst<'_>) -> Self {
        let mut stack = Vec::new();
        search.each_open(|masks| stack.push(Pending { masks: masks.into(), changed: None }));
        Self {
            pool: Pool::new(network.domains.len(), program.rules.len()),
            program,
            scores: search.scores().of_many_subtrees(),
            active: [0; GROUPS],
            stack,
            free: Vec::new(),
            known: search.found().to_vec(),
            held: None,
            seen: vec![0; network.domains.len()],
            network,
        }
    }

    /// Makes the search keep solutions instead of reporting them, and stop with [`End::LimitReached`] at the
    /// second solution.
    pub(super) fn hold_two(&mut self) -> &mut Self {
        self.held = Some(Vec::new());
        self
    }

    /// Returns the solutions that were kept.
    pub(super) fn held(&self) -> &[Vec<u8>] {
        self.held.as_deref().unwrap_or_default()
    }

    /// Searches all open nodes and reports their solutions, until the run ends.
    pub(super) fn run(&mut self, isa: Isa, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        isa.run(Search { search: self, run })
    }

    fn closed(nodes: &Nodes) -> u32 {
        nodes.iter().map(|group| group.count_zeros()).sum()
    }

    /// Branches at the nodes `idle`, which are at a fixpoint, and fills the entries of closed nodes from the
    /// stack.
    fn branch_and_refill(&mut self, idle: Nodes, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        for node in each(idle) {
            if !self.branch(node, run)? {
                self.active[node / COLUMNS] &= !(1 << (node % COLUMNS));
            }
        }
        for node in each(self.active.map(|group| !group)) {
            let Some(pending) = self.stack.pop() else { break };
            run.open_node()?;
            self.active[node / COLUMNS] |= 1 << (node % COLUMNS);
            for (cell, &mask) in (0..).zip(&pending.masks) {
                self.pool.set(cell, node, mask);
            }
            match pending.changed {
                Some(cell) => self.pool.wake(&self.program.readers, cell, node),
                None => self.pool.wake_all(node),
            }
            self.pool.last.0[node / COLUMNS][node % COLUMNS] = pending.changed.unwrap_or(0);
            self.free.push(pending.masks);
        }
        ControlFlow::Continue(())
    }

    /// Branches at a node, or reports its solution if all cells are fixed. Returns false if the node is closed.
    fn branch(&mut self, node: usize, run: &mut SearchContext<'_>) -> ControlFlow<End, bool> {
        let (group, column) = (node / COLUMNS, node % COLUMNS);
        let mut masks = self.free.pop().unwrap_or_else(|| vec![0; self.network.domains.len()].into());
        for (mask, PerNode(nodes)) in masks.iter_mut().zip(&self.pool.masks) {
            *mask = nodes[group][column];
        }
        let Some((cell, value)) = self.scores.choose(&masks, &self.seen) else {
            self.report(&masks, run)?;
            self.free.push(masks);
            return ControlFlow::Continue(false);
        };
        run.open_node()?;
        run.guess(true);
        masks[usize::from(cell)] &= !value;
        self.stack.push(Pending { masks, changed: Some(cell) });
        self.pool.set(cell, node, value);
        self.pool.last.0[group][column] = cell;
        self.pool.wake(&self.program.readers, cell, node);
        ControlFlow::Continue(true)
    }

    fn report(&mut self, masks: &[u16], run: &mut SearchContext<'_>) -> ControlFlow<End> {
        let value = |mask: &u16| mask.trailing_zeros() as u8 + self.network.low;
        let values: Vec<u8> = masks[..self.network.shown].iter().map(value).collect();
        if self.known.contains(&values) {
            return ControlFlow::Continue(());
        }
        let Some(held) = &mut self.held else { return run.found(&values) };
        held.push(values);
        if held.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(End::LimitReached) }
    }

    /// Closes a node in which a rule found a contradiction, and adds the conflict to the scores.
    fn close(&mut self, rule: usize, node: usize, run: &mut SearchContext<'_>) {
        run.dead_end();
        self.active[node / COLUMNS] &= !(1 << (node % COLUMNS));
        let pool = &self.pool;
        let last = pool.last.0[node / COLUMNS][node % COLUMNS];
        let cells = &self.program.cells[rule];
        let small = if cells.len() <= SMALL_PROPAGATOR { &cells[..] } else { &[] };
        let is_open = |cell: &u16| {
            let mask = pool.mask(*cell, node);
            mask & mask.wrapping_sub(1) != 0
        };
        let open = small.iter().copied().filter(is_open);
        self.scores.conflict(last, pool.mask(last, node), open);
    }
}

fn each(nodes: Nodes) -> impl Iterator<Item = usize> {
    nodes.into_iter().enumerate().flat_map(|(group, mut rest)| {
        core::iter::from_fn(move || {
            (rest != 0).then(|| {
                let column = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                group * COLUMNS + column
            })
        })
    })
}

/// The main loop of the search.
struct Search<'a, 'n, 'c, 'r> {
    search: &'a mut LaneSearch<'n>,
    run: &'c mut SearchContext<'r>,
}

impl Task for Search<'_, '_, '_, '_> {
    type Output = ControlFlow<End>;

    #[inline(always)]
    fn run<S: Vectors>(self, s: S) -> ControlFlow<End> {
        let Self { search, run } = self;
        loop {
            let (next, busy) = s.call(Next(&search.pool.dirty));
            let mut idle = search.active;
            idle.iter_mut().zip(&busy).for_each(|(idle, busy)| *idle &= !busy);
            let resting: u32 = idle.iter().map(|group| group.count_ones()).sum();
            let closed = LaneSearch::closed(&search.active);
            let waiting = resting + closed.min(search.stack.len() as u32);
            if waiting > 0 && (next.is_none() || waiting >= WAITING) {
                search.branch_and_refill(idle, run)?;
                continue;
            }
            let Some(rule) = next else { return ControlFlow::Continue(()) };
            let taken = search.pool.take(rule);
            run.counters.updates += taken.iter().map(|group| u64::from(group.count_ones())).sum::<u64>();
            search.program.run(s, rule, &mut search.pool, &taken);
            let dead = search.pool.dead();
            if dead != 0 {
                each(taken.map(|group| group & dead)).for_each(|node| search.close(rule, node, run));
                search.pool.keep(&search.active);
            }
        }
    }
}

/// The choice of the rule that most columns need. Ties are broken by the order of the rules.
struct Next<'a>(&'a [Nodes]);

impl Task for Next<'_> {
    /// The rule if any is needed, and the set of nodes that need a rule.
    type Output = (Option<usize>, Nodes);

    #[inline(always)]
    fn run<S: Vectors>(self, _: S) -> (Option<usize>, Nodes) {
        let (mut busy, mut best) = ([0; GROUPS], (0, None));
        for (rule, dirty) in self.0.iter().enumerate() {
            busy.iter_mut().zip(dirty).for_each(|(busy, dirty)| *busy |= dirty);
            let columns = dirty.iter().fold(0, |all, group| all | group).count_ones();
            if columns > best.0 {
                best = (columns, Some(rule));
            }
        }
        (best.1, busy)
    }
}
