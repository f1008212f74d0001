//! Depth-first search with copied masks, two branches per node and conflict scores.
//!
//! A node has the branches "cell = value" and "cell != value". The masks for the second branch are
//! copied to a stack. These copies suffice to backtrack, since propagators have no state.
//!
//! The search learns no clauses, so it performs badly if the same conflict occurs in many subtrees.
//! For this reason, it alternates with learning (`learning/`).

use super::branching::{SMALL_PROPAGATOR, Scores};
use crate::End;
use crate::model::masks::Contradiction;
use crate::network::Network;
use crate::propagation::engine::PropagationEngine;
use crate::propagation::observer::{Cause, Observer};
use crate::propagators::propagator::Propagator;
use core::cell::OnceCell;
use core::ops::ControlFlow;
use farandole_search::SearchContext;

/// The order in which the search branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// The cell, or the position of a value in a house, with the greatest score per alternative.
    Scores,
    /// The first open cell, with its least value first. Solutions are found in lexicographic order.
    Lexicographic,
}

/// A search of one network.
#[derive(Debug)]
pub(crate) struct Search<'n, O = ()> {
    network: &'n Network,
    engine: PropagationEngine<'n, O>,
    order: Order,
    /// The branching scores. They are built on the first use, since a puzzle that propagation solves at the root
    /// needs no scores.
    scores: OnceCell<Scores>,
    masks: Vec<u16>,
    /// The masks of all pending second branches, one after another.
    // One vector for all pending branches: a branch costs two copies and no allocation once the vector has
    // grown.
    stack: Vec<u16>,
    /// The engine's counters for these branches, one after another.
    counters: Vec<u64>,
    /// For each pending second branch, the candidate that it excludes.
    without: Vec<(u16, u16)>,
    /// The fraction of the search tree that each pending branch represents, and that of the current node.
    // The floating-point numbers are added in a fixed order, so forecasts are the same on every machine.
    shares: Vec<f64>,
    share: f64,
    values: Vec<u8>,
    /// For each cell, the values of earlier solutions. They are tried last until the search has had [`DIVERSE`]
    /// contradictions.
    seen: Vec<u16>,
    /// True if cells with unseen values are branched on first. The first contradiction clears it.
    covering: bool,
    /// Number of contradictions since the last start.
    dead_ends: u32,
    /// Known solutions, which are not reported again. The first solutions found are added.
    found: Vec<Vec<u8>>,
    /// The work at which the search pauses.
    until: u64,
    /// For each cell, true if it is part of a picture; `None` if all solutions are reported.
    picture: Option<Box<[bool]>>,
    /// The propagation result of the node at which the search paused.
    paused: Option<Result<(), Contradiction>>,
    /// True if the run ended at a solution, so that the search can continue with the next pending branch.
    reported: bool,
    begun: bool,
}

/// Number of contradictions after which a search for a solution no longer tries unseen values first. Without
/// this limit, searches for true candidates take 14 % more nodes; with 16, 9 % more
/// (docs/experiments/2026-11-28-true-candidates.md).
const DIVERSE: u32 = 4;

/// Maximum number of solutions added to `found`. It must exceed the number after which learning
/// stops. It is small because each new solution is compared with all of them.
const NOTED: usize = 8;

impl<'n> Search<'n> {
    /// Creates a search that has not started.
    pub(crate) fn new(network: &'n Network, order: Order) -> Self {
        Self::observed(network, order, ())
    }

    /// Creates a search that reports one solution for each assignment of the cells of a picture. It
    /// branches on these cells first. After a solution, it drops the pending branches on other
    /// cells.
    pub(crate) fn of_pictures(network: &'n Network, picture: &[bool]) -> Self {
        let mut picture = picture.to_vec();
        picture.resize(network.domains.len(), false);
        Self { picture: Some(picture.into()), ..Self::new(network, Order::Scores) }
    }

    /// Replaces the network by one with the same propagators followed by additional ones. Pending
    /// branches do not change.
    pub(crate) fn strengthen(&mut self, network: &'n Network) {
        // The scores remain those of the first network, so they are built from it.
        let _ = self.scores();
        let old = core::mem::replace(&mut self.engine, PropagationEngine::new(network));
        self.engine.set_counters(old.counters());
        // The next contradiction may refer to the last cell and the failed propagator, so the new engine
        // inherits them.
        (self.engine.failed, self.engine.last) = (old.failed, old.last);
        self.engine.effort = old.effort;
        self.network = network;
    }
}

impl<'n, O: Observer> Search<'n, O> {
    /// Creates a search with an observer of each step; see [`new`](Search::new).
    pub(crate) fn observed(network: &'n Network, order: Order, observer: O) -> Self {
        Self {
            network,
            engine: PropagationEngine::observed(network, observer),
            order,
            scores: OnceCell::new(),
            masks: network.domains.clone(),
            stack: Vec::new(),
            counters: Vec::new(),
            without: Vec::new(),
            shares: Vec::new(),
            share: 1.0,
            // Solutions are read into one buffer, so that reporting allocates only if the solution is kept.
            values: Vec::with_capacity(network.shown),
            seen: vec![0; network.domains.len()],
            covering: false,
            dead_ends: 0,
            found: Vec::new(),
            until: u64::MAX,
            picture: None,
            paused: None,
            reported: false,
            begun: false,
        }
    }

    /// Reports the solutions until the run ends. Returns `Continue` if the whole tree was searched.
    pub(crate) fn run(&mut self, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        self.begun = false;
        self.turn(u64::MAX, run).map_continue(|_| ())
    }

    /// Starts or continues the search, until propagators have done this much more work. Returns true if
    /// the whole tree was searched.
    pub(crate) fn turn(&mut self, work: u64, run: &mut SearchContext<'_>) -> ControlFlow<End, bool> {
        self.until = self.engine.effort.work.saturating_add(work);
        if !self.begun {
            // The masks of an earlier run are overwritten, so a search can run several times.
            self.masks.copy_from_slice(&self.network.domains);
            self.begin(None, run)?;
        }
        let runs = self.engine.effort.runs;
        // A paused search continues with the propagation result that it has not examined yet.
        let end = match self.paused.take() {
            Some(result) => self.descend(result, run),
            None if core::mem::take(&mut self.reported) => match self.back(run) {
                ControlFlow::Continue(Some(result)) => self.descend(result, run),
                ControlFlow::Continue(None) => ControlFlow::Continue(()),
                ControlFlow::Break(end) => ControlFlow::Break(end),
            },
            None => ControlFlow::Continue(()),
        };
        run.counters.updates += self.engine.effort.runs - runs;
        end.map_continue(|()| self.paused.is_none())
    }

    /// Returns the number of contradictions since the last start.
    pub(crate) fn dead_ends(&self) -> u32 {
        self.dead_ends
    }

    pub(crate) fn work(&self) -> u64 {
        self.engine.effort.work
    }

    /// Returns the fraction of the tree that was searched. Each candidate of a cell with n candidates
    /// counts as 1/n of its node.
    pub(crate) fn searched(&self) -> f64 {
        1.0 - self.share - self.shares.iter().sum::<f64>()
    }

    /// Restarts from masks that are at a fixpoint except that the mask of this cell shrank. Call
    /// [`turn`](Self::turn) to continue. If values were [seen](Self::saw), the search prefers unseen values
    /// until its first contradiction, so that the first solution contains many of them.
    pub(crate) fn start_from(
        &mut self,
        masks: &[u16],
        cell: u16,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        self.masks.copy_from_slice(masks);
        // The cell that shrank counts as the last branch, so that a contradiction at the root blames the cell.
        self.engine.last = (cell, masks[usize::from(cell)]);
        self.dead_ends = 0;
        // Before the first solution, all values are unseen, so there is nothing to prefer.
        self.covering = self.seen[..self.network.shown].iter().any(|&values| values != 0);
        self.begin(Some(cell), run)
    }

    /// Opens the first node, either from any masks or from a fixpoint in which the mask of this
    /// cell shrank.
    fn begin(&mut self, cell: Option<u16>, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        self.stack.clear();
        self.counters.clear();
        self.without.clear();
        self.shares.clear();
        self.share = 1.0;
        self.found.clear();
        self.reported = false;
        run.open_node()?;
        let runs = self.engine.effort.runs;
        self.paused = Some(match cell {
            Some(cell) => self.engine.propagate_from(cell, &mut self.masks),
            None => self.engine.propagate_all(&mut self.masks),
        });
        run.counters.updates += self.engine.effort.runs - runs;
        self.begun = true;
        ControlFlow::Continue(())
    }

    /// Returns the known solutions, including those that this search found and recorded.
    pub(crate) fn found(&self) -> &[Vec<u8>] {
        &self.found
    }

    /// Visits the masks of the pending branches. The branch that would be searched last is visited first,
    /// and the paused node last. The masks of a second branch are those of its node without the excluded
    /// candidate.
    pub(crate) fn each_open(&self, mut visit: impl FnMut(&[u16])) {
        let size = self.masks.len();
        let mut masks = vec![0; size];
        for (node, &(cell, value)) in self.stack.chunks_exact(size).zip(&self.without) {
            masks.copy_from_slice(node);
            masks[usize::from(cell)] &= !value;
            visit(&masks);
        }
        if matches!(self.paused, Some(Ok(()))) {
            visit(&self.masks);
        }
    }

    /// Adds a solution that must not be reported again.
    pub(crate) fn know(&mut self, values: &[u8]) {
        self.found.push(values.to_vec());
    }

    pub(crate) fn scores(&self) -> &Scores {
        self.scores.get_or_init(|| Scores::new(self.network))
    }

    /// Propagates masks to a fixpoint. If a cell is given, the masks must be at a fixpoint except that
    /// the mask of this cell shrank. A paused search can continue afterwards.
    pub(crate) fn fixpoint(&mut self, masks: &mut [u16], cell: Option<u16>) -> Result<(), Contradiction> {
        // The counters belong to the paused node, and this propagation changes them.
        let counters = self.engine.counters().to_vec();
        let result = match cell {
            Some(cell) => self.engine.propagate_from(cell, masks),
            None => self.engine.propagate_all(masks),
        };
        self.engine.set_counters(&counters);
        result
    }

    /// Marks the values of a solution as seen, so that they are tried last.
    pub(crate) fn saw(&mut self, values: &[u8]) {
        for (seen, value) in self.seen.iter_mut().zip(values) {
            *seen |= 1 << (value - self.network.low);
        }
    }

    /// Returns an open cell and an unseen value of it, so that a solution shows many unseen values;
    /// `None` if there is none.
    pub(crate) fn choose_unseen(&self, masks: &[u16]) -> Option<(u16, u16)> {
        // Values of auxiliary cells are never shown.
        self.scores().choose_unseen(&masks[..self.network.shown], &self.seen)
    }

    /// Returns, for each cell, the values marked as seen.
    pub(crate) fn seen(&self) -> &[u16] {
        &self.seen
    }

    /// Searches the tree below a node whose propagation had this result.
    fn descend(&mut self, root: Result<(), Contradiction>, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        let mut result = root;
        loop {
            // Work is counted, not timed, so a turn ends at the same node on every machine.
            // The search pauses only between nodes. Within propagation, it would also have to save queues
            // and counters.
            if self.engine.effort.work >= self.until {
                self.paused = Some(result);
                return ControlFlow::Continue(());
            }
            let branch = match result {
                Ok(()) => {
                    self.engine.observer.fixpoint(&self.masks);
                    self.choose()
                }
                Err(Contradiction) => {
                    self.engine.observer.contradiction();
                    run.dead_end();
                    self.blame();
                    None
                }
            };
            if self.engine.observer.should_stop() {
                return ControlFlow::Break(End::Stopped);
            }
            match branch {
                Some((cell, value)) => {
                    run.open_node()?;
                    run.guess(true);
                    // The second branch restores these masks and counters, so it starts at this
                    // fixpoint.
                    self.stack.extend_from_slice(&self.masks);
                    self.counters.extend_from_slice(self.engine.counters());
                    self.without.push((cell, value));
                    // The first branch gets 1/n of the share of the node, the second branch the rest.
                    let first = self.share / f64::from(self.masks[usize::from(cell)].count_ones());
                    self.shares.push(self.share - first);
                    self.share = first;
                    self.engine.observer.cause(Cause::Guess(cell, value));
                    result = self.follow(cell, value);
                }
                None => {
                    if result.is_ok() {
                        self.read();
                        self.reported = true;
                        self.report(run)?;
                        self.reported = false;
                        self.leave_picture();
                    }
                    let Some(next) = self.back(run)? else { return ControlFlow::Continue(()) };
                    result = next;
                }
            }
        }
    }

    /// Opens the last pending branch and returns the result of its propagation; `None` if there is no branch.
    fn back(&mut self, run: &mut SearchContext<'_>) -> ControlFlow<End, Option<Result<(), Contradiction>>> {
        let Some((cell, value)) = self.without.pop() else { return ControlFlow::Continue(None) };
        run.open_node()?;
        // The stack of shares has one entry per pending branch, so the default is never used.
        self.share = self.shares.pop().unwrap_or(0.0);
        self.restore();
        self.engine.observer.cause(Cause::Back(cell, value));
        // The second branch only excludes the value. The next choice may be another cell.
        ControlFlow::Continue(Some(self.follow(cell, !value)))
    }

    /// Drops the pending branches whose solutions can differ from the current solution only outside of
    /// the picture.
    fn leave_picture(&mut self) {
        let Some(picture) = &self.picture else { return };
        let kept =
            // After the last branch on a cell of the picture, branches change only cells outside of it.
            self.without.iter().rposition(|(cell, _)| picture[usize::from(*cell)]).map_or(0, |at| at + 1);
        self.without.truncate(kept);
        self.stack.truncate(kept * self.masks.len());
        self.counters.truncate(kept * self.engine.counters().len());
        // The dropped branches count as searched, so that the share of the tree stays correct.
        self.share += self.shares.drain(kept..).sum::<f64>();
    }

    /// Reports the current solution unless it is known.
    fn report(&mut self, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        // The learning search may have reported the solution already. The list is short: it contains at most
        // `NOTED` solutions and those of learning.
        if self.found.contains(&self.values) {
            return ControlFlow::Continue(());
        }
        if self.found.len() < NOTED {
            self.found.push(self.values.clone());
        }
        self.engine.observer.solution(&self.values);
        run.found(&self.values)
    }

    /// Copies the values of the shown cells.
    fn read(&mut self) {
        let low = self.network.low;
        self.values.clear();
        self.values
            .extend(self.masks[..self.network.shown].iter().map(|mask| mask.trailing_zeros() as u8 + low));
    }

    /// Restores the masks of the last node with a pending branch.
    fn restore(&mut self) {
        let from = self.stack.len() - self.masks.len();
        self.masks.copy_from_slice(&self.stack[from..]);
        self.stack.truncate(from);
        let from = self.counters.len() - self.engine.counters().len();
        self.engine.set_counters(&self.counters[from..]);
        self.counters.truncate(from);
    }

    /// Restricts a cell to these values, which are a proper subset of its candidates, and
    /// propagates.
    fn follow(&mut self, cell: u16, values: u16) -> Result<(), Contradiction> {
        let before = self.masks[usize::from(cell)];
        let now = before & values;
        self.masks[usize::from(cell)] = now;
        // This is set before propagation, which updates it for each cell that it fixes.
        self.engine.last = (cell, now);
        self.engine.propagate_branch(cell, before, &mut self.masks)
    }

    fn blame(&mut self) {
        // After the first contradiction, conflicts are better guides than unseen values. If the switch waits
        // for 20 contradictions, the median time of 45 variants rises from 2.3 to 2.7 ms
        // (docs/experiments/2026-11-22-true-candidates.md).
        self.covering = false;
        self.dead_ends = self.dead_ends.saturating_add(1);
        let (cell, values) = self.engine.last;
        let _ = self.scores();
        if let Some(scores) = self.scores.get_mut() {
            let failed = self.engine.failed.map(|propagator| &self.network.propagators[propagator as usize]);
            let small = failed.filter(|propagator| propagator.cells().len() <= SMALL_PROPAGATOR);
            let cells = small.map_or(&[][..], |propagator| propagator.cells());
            let is_open = |cell: &u16| !self.masks[usize::from(*cell)].is_power_of_two();
            scores.conflict(cell, values, cells.iter().copied().filter(is_open));
        }
    }

    /// Returns an open cell and the value to try first, or `None` if all cells are fixed.
    fn choose(&self) -> Option<(u16, u16)> {
        if self.covering
            && let Some(unseen) = self.choose_unseen(&self.masks)
        {
            return Some(unseen);
        }
        if self.order == Order::Scores {
            let last = if self.dead_ends < DIVERSE { &self.seen[..] } else { &[] };
            let best = self.scores().choose(&self.masks, last);
            return match &self.picture {
                Some(picture) if best.is_some_and(|(cell, _)| !picture[usize::from(cell)]) => {
                    self.choose_in(picture).or(best)
                }
                _ => best,
            };
        }
        // Lexicographic order takes the first open cell and tries its least value first. The solutions of the
        // first branch then precede those of the second.
        let at = self.masks.iter().position(|mask| !mask.is_power_of_two())?;
        Some((at as u16, self.masks[at] & self.masks[at].wrapping_neg()))
    }

    /// Returns the open cell of the picture with the fewest candidates, and its least value.
    // Cells outside of the picture are never chosen while one inside is open, so pictures are enumerated
    // without repetition.
    fn choose_in(&self, picture: &[bool]) -> Option<(u16, u16)> {
        let open = self.masks.iter().zip(picture).enumerate();
        let open = open.filter(|(_, (mask, inside))| **inside && !mask.is_power_of_two());
        let (at, (mask, _)) = open.min_by_key(|(_, (mask, _))| mask.count_ones())?;
        Some((at as u16, mask & mask.wrapping_neg()))
    }
}
