//! Depth-first search with copied masks, two branches a node and conflict scores (dom/wdeg).
//!
//! Source: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, "Boosting systematic search by weighting constraints", ECAI 2004.

use super::filter::Filter;
use super::masks::Dead;
use super::network::Network;
use super::propagate::Propagator;
use crate::End;
use crate::limits::Run;
use core::ops::ControlFlow;

/// Conflicts after which all scores are halved.
const HALVING: u64 = 1 << 14;

/// How the search chooses where to branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// The cell with the greatest score for each candidate.
    Scores,
    /// The first open cell, its least value first: solutions come in lexicographic order.
    Lexicographic,
}

/// A search over one network.
#[derive(Debug)]
pub(crate) struct Search<'n> {
    network: &'n Network,
    propagator: Propagator<'n>,
    order: Order,
    scores: Vec<u32>,
    conflicts: u64,
    masks: Vec<u16>,
    /// Masks of the second branches that wait, one after another.
    stack: Vec<u16>,
    /// The cell whose mask shrank, for each second branch that waits.
    cells: Vec<u16>,
    values: Vec<u8>,
    /// Values that are tried last, by cell.
    seen: Vec<u16>,
}

impl<'n> Search<'n> {
    /// A search that has not begun.
    pub(crate) fn new(network: &'n Network, order: Order) -> Self {
        let mut scores = network.priority.clone();
        for rule in &network.rules {
            rule.cells().iter().for_each(|&cell| scores[usize::from(cell)] += 1);
        }
        Self {
            network,
            propagator: Propagator::new(network),
            order,
            scores,
            conflicts: 0,
            masks: network.domains.clone(),
            stack: Vec::new(),
            cells: Vec::new(),
            values: Vec::with_capacity(network.shown),
            seen: vec![0; network.domains.len()],
        }
    }

    /// Visits the solutions until the run is over. `Continue` if everything was searched.
    pub(crate) fn run(&mut self, run: &mut Run<'_>) -> ControlFlow<End> {
        self.masks.copy_from_slice(&self.network.domains);
        self.visit(run, |propagator, masks| propagator.all(masks))
    }

    /// As [`run`](Self::run), from masks that were at a fixpoint until the mask of this cell shrank.
    pub(crate) fn run_from(&mut self, masks: &[u16], cell: u16, run: &mut Run<'_>) -> ControlFlow<End> {
        self.masks.copy_from_slice(masks);
        self.visit(run, |propagator, masks| propagator.from(cell, masks))
    }

    /// Propagates masks to a fixpoint, from a fixpoint of which the mask of this cell shrank, or from any masks.
    pub(crate) fn fixpoint(&mut self, masks: &mut [u16], cell: Option<u16>) -> Result<(), Dead> {
        match cell {
            Some(cell) => self.propagator.from(cell, masks),
            None => self.propagator.all(masks),
        }
    }

    /// The values of a solution need not be tried first any more.
    pub(crate) fn saw(&mut self, values: &[u8]) {
        for (seen, value) in self.seen.iter_mut().zip(values) {
            *seen |= 1 << (value - self.network.low);
        }
    }

    /// The values that solutions had, by cell.
    pub(crate) fn seen(&self) -> &[u16] {
        &self.seen
    }

    fn visit(
        &mut self,
        run: &mut Run<'_>,
        start: impl FnOnce(&mut Propagator<'n>, &mut [u16]) -> Result<(), Dead>,
    ) -> ControlFlow<End> {
        self.stack.clear();
        self.cells.clear();
        let runs = self.propagator.runs;
        let end = run.open_node().map_continue(|()| start(&mut self.propagator, &mut self.masks));
        let end = match end {
            ControlFlow::Continue(root) => self.descend(root, run),
            ControlFlow::Break(end) => ControlFlow::Break(end),
        };
        run.counters.updates += self.propagator.runs - runs;
        end
    }

    /// The tree below a node whose propagation had this result.
    fn descend(&mut self, root: Result<(), Dead>, run: &mut Run<'_>) -> ControlFlow<End> {
        let mut result = root;
        loop {
            let branch = match result {
                Ok(()) => self.choose(),
                Err(Dead) => {
                    run.dead_end();
                    self.blame();
                    None
                }
            };
            match branch {
                Some((cell, value)) => {
                    run.open_node()?;
                    run.guess(true);
                    let at = usize::from(cell);
                    self.stack.extend_from_slice(&self.masks);
                    let other = self.stack.len() - self.masks.len() + at;
                    self.stack[other] &= !value;
                    self.cells.push(cell);
                    self.masks[at] = value;
                    result = self.propagator.from(cell, &mut self.masks);
                }
                None => {
                    if result.is_ok() {
                        self.read();
                        run.found(&self.values)?;
                    }
                    let Some(cell) = self.cells.pop() else { return ControlFlow::Continue(()) };
                    run.open_node()?;
                    let from = self.stack.len() - self.masks.len();
                    self.masks.copy_from_slice(&self.stack[from..]);
                    self.stack.truncate(from);
                    result = self.propagator.from(cell, &mut self.masks);
                }
            }
        }
    }

    /// Copies the real values of the shown cells out.
    fn read(&mut self) {
        let low = self.network.low;
        self.values.clear();
        self.values
            .extend(self.masks[..self.network.shown].iter().map(|mask| mask.trailing_zeros() as u8 + low));
    }

    /// Adds to the score of the cell whose choice led to a contradiction.
    fn blame(&mut self) {
        if let Some(&cell) = self.cells.last() {
            self.scores[usize::from(cell)] += 1;
        }
        self.conflicts += 1;
        if self.conflicts.is_multiple_of(HALVING) {
            self.scores.iter_mut().for_each(|score| *score /= 2);
        }
    }

    /// An open cell and its value to try first; `None` if all cells are fixed.
    fn choose(&self) -> Option<(u16, u16)> {
        let mut best = None;
        let (mut most, mut of) = (0_u64, 1_u64);
        for (at, &mask) in self.masks.iter().enumerate() {
            if mask.is_power_of_two() {
                continue;
            }
            if self.order == Order::Lexicographic {
                best = Some(at);
                break;
            }
            let (score, size) = (u64::from(self.scores[at]) + 1, u64::from(mask.count_ones()));
            if score * of > most * size {
                (most, of, best) = (score, size, Some(at));
            }
        }
        best.map(|at| {
            let (mask, new) = (self.masks[at], self.masks[at] & !self.seen[at]);
            let first = if new == 0 { mask } else { new };
            (at as u16, first & first.wrapping_neg())
        })
    }
}
