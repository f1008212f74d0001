//! Depth-first search with copied masks, two branches a node and conflict scores.

use super::branching::Scores;
use crate::End;
use crate::model::masks::Contradiction;
use crate::network::Network;
use crate::propagation::engine::PropagationEngine;
use crate::propagation::observer::{Cause, Observer};
use core::cell::OnceCell;
use core::ops::ControlFlow;
use farandole_search::SearchContext;

/// How the search chooses where to branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// The cell, or the value of a house, with the greatest score for each alternative.
    Scores,
    /// The first open cell, its least value first: solutions come in lexicographic order.
    Lexicographic,
}

/// A search over one network.
#[derive(Debug)]
pub(crate) struct Search<'n, O = ()> {
    network: &'n Network,
    engine: PropagationEngine<'n, O>,
    order: Order,
    /// Made when the root is not decided.
    scores: OnceCell<Scores>,
    masks: Vec<u16>,
    /// Masks of the second branches that wait, one after another.
    stack: Vec<u16>,
    /// The counters of places that belong to them.
    counters: Vec<u64>,
    /// The candidate that the second branch is without, for each that waits.
    without: Vec<(u16, u16)>,
    /// The shares of the tree that they are, and that of the node at hand.
    shares: Vec<f64>,
    share: f64,
    values: Vec<u8>,
    /// Values that are tried last, by cell.
    seen: Vec<u16>,
    /// Cells with other values come first, until there is a contradiction.
    covering: bool,
    /// Solutions that are not visited again; the first ones found are noted here.
    found: Vec<Vec<u8>>,
    /// The search pauses when propagators took so much work.
    until: u64,
    /// The cells of a picture, if each picture is visited once.
    picture: Option<Box<[bool]>>,
    /// What came of the node at which the search paused.
    paused: Option<Result<(), Contradiction>>,
    begun: bool,
}

/// How many solutions are noted.
const NOTED: usize = 8;

impl<'n> Search<'n> {
    /// A search that has not begun.
    pub(crate) fn new(network: &'n Network, order: Order) -> Self {
        Self::observed(network, order, ())
    }

    /// A search that visits one solution for each way to fill the cells of a picture. It branches
    /// on these cells first; behind a solution the alternatives for other cells are dropped.
    pub(crate) fn of_pictures(network: &'n Network, picture: &[bool]) -> Self {
        let mut picture = picture.to_vec();
        picture.resize(network.domains.len(), false);
        Self { picture: Some(picture.into()), ..Self::new(network, Order::Scores) }
    }

    /// Goes on in a network with more propagators behind the same ones. Nodes that wait are as they were.
    pub(crate) fn strengthen(&mut self, network: &'n Network) {
        // Scores are those of the first network.
        let _ = self.scores();
        let old = core::mem::replace(&mut self.engine, PropagationEngine::new(network));
        self.engine.set_counters(old.counters());
        (self.engine.failed, self.engine.last) = (old.failed, old.last);
        self.engine.effort = old.effort;
        self.network = network;
    }
}

impl<'n, O: Observer> Search<'n, O> {
    /// As [`new`](Search::new), with somebody who is told of each step.
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
            values: Vec::with_capacity(network.shown),
            seen: vec![0; network.domains.len()],
            covering: false,
            found: Vec::new(),
            until: u64::MAX,
            picture: None,
            paused: None,
            begun: false,
        }
    }

    /// Visits the solutions until the run is over. `Continue` if everything was searched.
    pub(crate) fn run(&mut self, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        self.begun = false;
        self.turn(u64::MAX, run).map_continue(|_| ())
    }

    /// Goes on until propagators took so much work more. Whether everything was searched.
    pub(crate) fn turn(&mut self, work: u64, run: &mut SearchContext<'_>) -> ControlFlow<End, bool> {
        self.until = self.engine.effort.work.saturating_add(work);
        if !self.begun {
            self.masks.copy_from_slice(&self.network.domains);
            self.begin(None, run)?;
        }
        let runs = self.engine.effort.runs;
        let end = self.paused.take().map_or(ControlFlow::Continue(()), |result| self.descend(result, run));
        run.counters.updates += self.engine.effort.runs - runs;
        end.map_continue(|()| self.paused.is_none())
    }

    /// The work done.
    pub(crate) fn work(&self) -> u64 {
        self.engine.effort.work
    }

    /// The share of the tree that was searched. Where a cell has n candidates, each is an nth.
    pub(crate) fn searched(&self) -> f64 {
        1.0 - self.share - self.shares.iter().sum::<f64>()
    }

    /// Begins anew from masks that were at a fixpoint until the mask of this cell shrank;
    /// [`turn`](Self::turn) goes on. If values were [seen](Self::saw), the first solution is to
    /// show many others.
    pub(crate) fn start_from(
        &mut self,
        masks: &[u16],
        cell: u16,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        self.masks.copy_from_slice(masks);
        self.engine.last = (cell, masks[usize::from(cell)]);
        self.covering = self.seen[..self.network.shown].iter().any(|&values| values != 0);
        self.begin(Some(cell), run)
    }

    /// Opens the first node: of any masks, or of a fixpoint of which the mask of this cell shrank.
    fn begin(&mut self, cell: Option<u16>, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        self.stack.clear();
        self.counters.clear();
        self.without.clear();
        self.shares.clear();
        self.share = 1.0;
        self.found.clear();
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

    /// The solutions that were noted.
    pub(crate) fn found(&self) -> &[Vec<u8>] {
        &self.found
    }

    /// A solution that is not to be visited again.
    pub(crate) fn know(&mut self, values: &[u8]) {
        self.found.push(values.to_vec());
    }

    /// The conflict scores.
    pub(crate) fn scores(&self) -> &Scores {
        self.scores.get_or_init(|| Scores::new(self.network))
    }

    /// Propagates masks to a fixpoint, from a fixpoint of which the mask of this cell shrank, or
    /// from any masks. A search that paused can go on afterwards.
    pub(crate) fn fixpoint(&mut self, masks: &mut [u16], cell: Option<u16>) -> Result<(), Contradiction> {
        let counters = self.engine.counters().to_vec();
        let result = match cell {
            Some(cell) => self.engine.propagate_from(cell, masks),
            None => self.engine.propagate_all(masks),
        };
        self.engine.set_counters(&counters);
        result
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

    /// The tree below a node whose propagation had this result.
    fn descend(&mut self, root: Result<(), Contradiction>, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        let mut result = root;
        loop {
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
                    self.stack.extend_from_slice(&self.masks);
                    self.counters.extend_from_slice(self.engine.counters());
                    self.without.push((cell, value));
                    let first = self.share / f64::from(self.masks[usize::from(cell)].count_ones());
                    self.shares.push(self.share - first);
                    self.share = first;
                    self.engine.observer.cause(Cause::Guess(cell, value));
                    result = self.follow(cell, value);
                }
                None => {
                    if result.is_ok() {
                        self.read();
                        self.report(run)?;
                        self.leave_picture();
                    }
                    let Some((cell, value)) = self.without.pop() else { return ControlFlow::Continue(()) };
                    run.open_node()?;
                    self.share = self.shares.pop().unwrap_or(0.0);
                    self.restore();
                    self.engine.observer.cause(Cause::Back(cell, value));
                    result = self.follow(cell, !value);
                }
            }
        }
    }

    /// Drops the branches that wait and differ from the solution at hand only outside of the picture.
    fn leave_picture(&mut self) {
        let Some(picture) = &self.picture else { return };
        let kept =
            self.without.iter().rposition(|(cell, _)| picture[usize::from(*cell)]).map_or(0, |at| at + 1);
        self.without.truncate(kept);
        self.stack.truncate(kept * self.masks.len());
        self.counters.truncate(kept * self.engine.counters().len());
        self.share += self.shares.drain(kept..).sum::<f64>();
    }

    /// Visits the solution at hand, if it is not known.
    fn report(&mut self, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        if self.found.contains(&self.values) {
            return ControlFlow::Continue(());
        }
        if self.found.len() < NOTED {
            self.found.push(self.values.clone());
        }
        self.engine.observer.solution(&self.values);
        run.found(&self.values)
    }

    /// Copies the real values of the shown cells out.
    fn read(&mut self) {
        let low = self.network.low;
        self.values.clear();
        self.values
            .extend(self.masks[..self.network.shown].iter().map(|mask| mask.trailing_zeros() as u8 + low));
    }

    /// Takes the masks of the last node with a branch that waits.
    fn restore(&mut self) {
        let from = self.stack.len() - self.masks.len();
        self.masks.copy_from_slice(&self.stack[from..]);
        self.stack.truncate(from);
        let from = self.counters.len() - self.engine.counters().len();
        self.engine.set_counters(&self.counters[from..]);
        self.counters.truncate(from);
    }

    /// Allows a cell only these values, of which it has some and not all, and propagates that.
    fn follow(&mut self, cell: u16, values: u16) -> Result<(), Contradiction> {
        let before = self.masks[usize::from(cell)];
        let now = before & values;
        self.masks[usize::from(cell)] = now;
        self.engine.last = (cell, now);
        self.engine.propagate_branch(cell, before, &mut self.masks)
    }

    /// Tells the scores of a contradiction.
    fn blame(&mut self) {
        self.covering = false;
        let (cell, values) = self.engine.last;
        let propagator = self.engine.failed.map(|propagator| &self.network.propagators[propagator as usize]);
        let _ = self.scores();
        if let Some(scores) = self.scores.get_mut() {
            scores.conflict(cell, values, propagator, &self.masks);
        }
    }

    /// An open cell and its value to try first; `None` if all cells are fixed.
    fn choose(&self) -> Option<(u16, u16)> {
        if self.covering
            && let Some(unseen) = self.scores().choose_unseen(&self.masks, &self.seen)
        {
            return Some(unseen);
        }
        if self.order == Order::Scores {
            let best = self.scores().choose(&self.masks, &self.seen);
            return match &self.picture {
                Some(picture) if best.is_some_and(|(cell, _)| !picture[usize::from(cell)]) => {
                    self.choose_in(picture).or(best)
                }
                _ => best,
            };
        }
        let at = self.masks.iter().position(|mask| !mask.is_power_of_two())?;
        Some((at as u16, self.masks[at] & self.masks[at].wrapping_neg()))
    }

    /// The open cell of the picture with the fewest candidates, and its least value.
    fn choose_in(&self, picture: &[bool]) -> Option<(u16, u16)> {
        let open = self.masks.iter().zip(picture).enumerate();
        let open = open.filter(|(_, (mask, inside))| **inside && !mask.is_power_of_two());
        let (at, (mask, _)) = open.min_by_key(|(_, (mask, _))| mask.count_ones())?;
        Some((at as u16, mask & mask.wrapping_neg()))
    }
}
