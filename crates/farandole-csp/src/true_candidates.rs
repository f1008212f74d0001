//! Finds true candidates with one search for each candidate that no solution has contained yet.
//!
//! The first search is for any solution. Each later search is for the candidate that it would branch on
//! first, and it first tries values that no solution has had, so a few solutions confirm most
//! candidates. A candidate without a solution is removed permanently, and its removal is
//! propagated.
//!
//! A long search alternates with one learning search for all undecided candidates. The problem of
//! the learning search has one additional clause: at least one of these candidates is true. Each
//! solution shortens the clause, so all learned clauses remain valid. If there is no solution, all
//! undecided candidates are false.

use crate::compile::redundant::with_arrow_tables;
use crate::learning::{Learner, Step};
use crate::network::Network;
use crate::search::depth_first::{Order, Search};
use crate::{Config, End};
use core::cell::OnceCell;
use core::ops::ControlFlow;
use farandole_search::SearchContext;

/// The amount of work that each search does before it pauses for the other one.
#[derive(Clone, Copy, Debug)]
// Both numbers are work, not time, so results do not depend on the machine.
pub(crate) struct Turns {
    pub(crate) searching: u64,
    pub(crate) learning: u64,
}

/// Work of each turn of depth-first search and of learning. A turn takes some milliseconds. Of the combinations
/// measured, this one had the shortest worst time (docs/experiments/2026-11-22-true-candidates.md).
pub(crate) const TURNS: Turns = Turns { searching: 12_000, learning: 30_000 };

/// Number of contradictions of the first search after which it continues for a second solution. A proper puzzle is
/// then often decided without further searches. Easy searches do not continue, since their second solution is
/// mostly similar to the first one, so that it confirms few candidates.
const HARD: u32 = 20;

/// Results that are known before the search. The default is empty.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Earlier<'a> {
    /// Grids that may be solutions, with the values of the shown cells in order.
    pub(crate) grids: &'a [Vec<u8>],
    /// For each shown cell, the values that may be true. Empty if unknown.
    pub(crate) masks: &'a [u64],
}

/// The result for the candidates of a network.
#[derive(Debug)]
pub(crate) struct Found {
    /// For each shown cell, the values that occur in solutions.
    pub(crate) masks: Vec<u64>,
    /// Solutions that together contain all these values.
    pub(crate) witnesses: Vec<Vec<u8>>,
    /// True if every candidate outside of `masks` is false.
    pub(crate) exact: bool,
    /// Number of nodes of all searches.
    pub(crate) nodes: u64,
}

/// Searches for the true candidates. Earlier grids that are still solutions become witnesses
/// without a search.
pub(crate) fn true_candidates(
    network: &Network,
    config: &Config<'_>,
    known: Earlier<'_>,
    turns: Turns,
) -> Found {
    let stronger = OnceCell::new();
    let mut finder = Finder {
        turns,
        stronger: &stronger,
        search: Search::new(network, Order::Scores),
        learner: None,
        network,
        config: *config,
        root: network.domains.clone(),
        learned: network.domains.clone(),
        witnesses: Vec::new(),
        nodes: 0,
    };
    finder.root.iter_mut().zip(known.masks).for_each(|(mask, known)| *mask &= *known as u16);
    let exact =
        matches!(finder.all(known.grids), ControlFlow::Continue(()) | ControlFlow::Break(End::Exhausted));
    Found {
        masks: finder.search.seen()[..network.shown].iter().copied().map(u64::from).collect(),
        witnesses: finder.witnesses,
        exact,
        nodes: finder.nodes,
    }
}

struct Finder<'n, 'c> {
    turns: Turns,
    search: Search<'n>,
    /// The learning search, created when a depth-first search first exceeds its turn.
    learner: Option<Learner<'n>>,
    network: &'n Network,
    /// The network with arrow tables, if there are any. It is built when a search first exceeds its turn.
    stronger: &'n OnceCell<Option<Network>>,
    config: Config<'c>,
    /// Masks at a fixpoint, without the candidates known to be false.
    root: Vec<u16>,
    /// The masks that the learning search knows.
    learned: Vec<u16>,
    witnesses: Vec<Vec<u8>>,
    nodes: u64,
}

impl Finder<'_, '_> {
    /// Decides all candidates. Breaks with [`End::Exhausted`] if all undecided candidates are proved
    /// false at once.
    fn all(&mut self, grids: &[Vec<u8>]) -> ControlFlow<End> {
        // All searches share the fixpoint of the root. A candidate that it removes needs no search.
        if self.search.fixpoint(&mut self.root, None).is_err() {
            return ControlFlow::Continue(());
        }
        // Grids of an earlier variant confirm many candidates without any search.
        grids.iter().for_each(|grid| self.check(grid));
        // In the order of branches, these searches confirm more of the other candidates than in the order of
        // the cells (docs/experiments/2026-11-28-true-candidates.md).
        while let Some((cell, value)) = self.search.choose_unseen(&self.root).or_else(|| self.first_unseen())
        {
            // The first search is for any solution, since a query about a false candidate can take long
            // before anything is known.
            let values = if self.witnesses.is_empty() { self.root[usize::from(cell)] } else { value };
            let (is_first, before) = (self.witnesses.is_empty(), self.search.work());
            // No solution has one of these values, so they are removed for all later searches.
            if !self.ask(cell, values)? {
                self.lose(cell.into(), values)?;
            } else if is_first && self.search.dead_ends() >= HARD {
                self.seek_second(self.search.work() - before)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Continues the first search, which found a solution, for this much work. Breaks with [`End::Exhausted`] if
    /// there is no other solution, so that all undecided candidates are false.
    fn seek_second(&mut self, work: u64) -> ControlFlow<End> {
        let mut found = None;
        let mut visit = |values: &[u8]| {
            found = Some(values.to_vec());
            ControlFlow::Continue(())
        };
        let budget = self.config.budget.saturating_sub(self.nodes);
        let config = Config { limit: 1, budget, ..self.config };
        let mut run = SearchContext::new(&config, &mut visit);
        // Learning may have found the solution, and the search would report it again.
        self.witnesses.iter().for_each(|values| self.search.know(values));
        let end = self.search.turn(work, &mut run);
        self.nodes += run.counters.nodes;
        match found {
            Some(values) => self.saw(values),
            None if end? => return ControlFlow::Break(End::Exhausted),
            None => {}
        }
        ControlFlow::Continue(())
    }

    /// Returns the undecided candidates of the first cell that has any.
    fn first_unseen(&self) -> Option<(u16, u16)> {
        (0..self.network.shown).map(|cell| (cell as u16, self.unseen(cell))).find(|&(_, value)| value != 0)
    }

    /// Returns the values of a cell that may be true and that no solution has contained.
    fn unseen(&self, cell: usize) -> u16 {
        self.root[cell] & !self.search.seen()[cell]
    }

    /// Removes false candidates and propagates.
    fn lose(&mut self, cell: usize, values: u16) -> ControlFlow<End> {
        self.root[cell] &= !values;
        if self.root[cell] == 0 || self.search.fixpoint(&mut self.root, Some(cell as u16)).is_err() {
            return ControlFlow::Break(End::Exhausted);
        }
        ControlFlow::Continue(())
    }

    /// Returns true if there is a solution with one of these values. The solution becomes a witness.
    fn ask(&mut self, cell: u16, values: u16) -> ControlFlow<End, bool> {
        // With the cell restricted to these values, the search finds only solutions that contain one of them.
        let mut masks = self.root.clone();
        masks[usize::from(cell)] = values;
        let mut started = false;
        loop {
            let mut found = None;
            let mut visit = |values: &[u8]| {
                found = Some(values.to_vec());
                ControlFlow::Continue(())
            };
            let budget = self.config.budget.saturating_sub(self.nodes);
            let config = Config { limit: 1, budget, ..self.config };
            let mut run = SearchContext::new(&config, &mut visit);
            // The first turn starts from the masks. Later turns continue the paused search.
            if !core::mem::replace(&mut started, true) {
                self.search.start_from(&masks, cell, &mut run)?;
            }
            let end = self.search.turn(self.turns.searching, &mut run);
            self.nodes += run.counters.nodes;
            if let Some(values) = found {
                self.saw(values);
                return ControlFlow::Continue(true);
            }
            if end? {
                return ControlFlow::Continue(false);
            }
            self.strengthen();
            self.learn()?;
            // Learning may have decided a candidate, by a solution that has it or by a refutation.
            if self.unseen(usize::from(cell)) & values != values {
                return ControlFlow::Continue(self.root[usize::from(cell)] & values != 0);
            }
        }
    }

    /// Adds arrow tables to all further searches. Combined sums, which long searches for solutions also get, take
    /// more time here than they save (docs/experiments/2026-11-28-hard-candidates.md).
    fn strengthen(&mut self) {
        if self.stronger.get().is_none()
            && let Some(network) = self.stronger.get_or_init(|| with_arrow_tables(self.network))
        {
            self.search.strengthen(network);
            self.network = network;
        }
    }

    /// Runs one turn of learning for all undecided candidates.
    fn learn(&mut self) -> ControlFlow<End> {
        let mut learner = match self.learner.take() {
            Some(learner) => learner,
            None => Learner::new(self.network, self.search.scores(), self.config.memory),
        };
        let budget = self.config.budget.saturating_sub(self.nodes);
        let config = Config { limit: u64::MAX, budget, ..self.config };
        let mut nothing = |_: &[u8]| ControlFlow::Continue(());
        let mut run = SearchContext::new(&config, &mut nothing);
        // Candidates that the depth-first search has refuted are in no solution.
        for (cell, (now, before)) in (0..).zip(self.root.iter().zip(&mut self.learned)) {
            learner.exclude(cell, *before & !now);
            *before = *now;
        }
        let until = learner.work() + self.turns.learning;
        let end = loop {
            // The clause is added again for each solution, with fewer literals. It implies the earlier ones,
            // so learned clauses remain valid.
            let unseen: Vec<u16> = (0..self.network.shown).map(|cell| self.unseen(cell)).collect();
            learner.ask_for_one(&unseen);
            match learner.advance(until, &mut run) {
                ControlFlow::Continue(Step::Model) => self.saw(learner.values().to_vec()),
                ControlFlow::Continue(Step::Paused) => break ControlFlow::Continue(()),
                // No solution has an undecided candidate, so all of them are false.
                ControlFlow::Continue(Step::Exhausted) => break ControlFlow::Break(End::Exhausted),
                ControlFlow::Break(end) => break ControlFlow::Break(end),
            }
        };
        self.nodes += run.counters.nodes;
        end?;
        // Undecided candidates that are false at level 0 are false in every solution.
        for cell in 0..self.network.shown {
            let values = learner.excluded(cell as u16, self.unseen(cell));
            if values != 0 {
                self.lose(cell, values)?;
            }
        }
        self.learner = Some(learner);
        ControlFlow::Continue(())
    }

    fn saw(&mut self, values: Vec<u8>) {
        self.search.saw(&values);
        self.witnesses.push(values);
    }

    /// Adds a grid to the witnesses if it is a solution.
    fn check(&mut self, grid: &[u8]) {
        let in_range =
            |&value: &u8| (self.network.low..self.network.low + self.network.count).contains(&value);
        // Earlier grids may come from a variant of another shape.
        if grid.len() != self.network.shown || !grid.iter().all(in_range) {
            return;
        }
        let mut masks = self.root.clone();
        for (mask, value) in masks.iter_mut().zip(grid) {
            *mask &= 1 << (value - self.network.low);
        }
        let fixed = |masks: &[u16]| masks.iter().all(|mask| mask.is_power_of_two());
        // A grid is a solution if propagation accepts it and leaves every cell fixed, extra cells included.
        if self.search.fixpoint(&mut masks, None).is_ok() && fixed(&masks) {
            self.saw(grid.to_vec());
        }
    }
}
