//! True candidates by one search for each candidate that no solution showed yet.
//!
//! Each search tries values first that no solution had, so that few solutions cover most candidates. A candidate without
//! solution leaves the masks for good, and what follows from that is propagated.

use super::network::Network;
use super::search::{Order, Search};
use crate::limits::Run;
use crate::{Config, End};
use core::ops::ControlFlow;

/// What is known of the candidates of a network.
#[derive(Debug)]
pub(crate) struct Known {
    /// The values that solutions have, by shown cell.
    pub(crate) masks: Vec<u16>,
    /// Solutions that show all of them.
    pub(crate) witnesses: Vec<Vec<u8>>,
    /// Whether all other candidates are false.
    pub(crate) exact: bool,
    /// Nodes of all searches.
    pub(crate) nodes: u64,
}

/// Searches for the true candidates. `grids` are values of all shown cells that may be solutions; those that are, are
/// witnesses without a search.
pub(crate) fn true_candidates(network: &Network, config: &Config<'_>, grids: &[Vec<u8>]) -> Known {
    let mut finder = Finder {
        search: Search::new(network, Order::Scores),
        network,
        config: *config,
        root: network.domains.clone(),
        witnesses: Vec::new(),
        nodes: 0,
    };
    grids.iter().for_each(|grid| finder.check(grid));
    let exact = finder.all().is_continue();
    Known {
        masks: finder.search.seen()[..network.shown].to_vec(),
        witnesses: finder.witnesses,
        exact,
        nodes: finder.nodes,
    }
}

struct Finder<'n, 'c> {
    search: Search<'n>,
    network: &'n Network,
    config: Config<'c>,
    /// Masks at a fixpoint without the candidates that are false.
    root: Vec<u16>,
    witnesses: Vec<Vec<u8>>,
    nodes: u64,
}

impl Finder<'_, '_> {
    fn all(&mut self) -> ControlFlow<End> {
        if self.search.fixpoint(&mut self.root, None).is_err() {
            return ControlFlow::Continue(());
        }
        for cell in 0..self.network.shown {
            loop {
                let open = self.root[cell] & !self.search.seen()[cell];
                let value = open & open.wrapping_neg();
                if value == 0 {
                    break;
                }
                if !self.ask(cell as u16, value)? {
                    self.root[cell] &= !value;
                    let dead = self.root[cell] == 0;
                    if dead || self.search.fixpoint(&mut self.root, Some(cell as u16)).is_err() {
                        return ControlFlow::Continue(());
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether there is a solution with this value; it becomes a witness.
    fn ask(&mut self, cell: u16, value: u16) -> ControlFlow<End, bool> {
        let mut masks = self.root.clone();
        masks[usize::from(cell)] = value;
        let mut found = None;
        let mut visit = |values: &[u8]| {
            found = Some(values.to_vec());
            ControlFlow::Continue(())
        };
        let budget = self.config.budget.saturating_sub(self.nodes);
        let config = Config { limit: 1, budget, ..self.config };
        let mut run = Run::new(&config, &mut visit);
        let end = self.search.run_from(&masks, cell, &mut run);
        self.nodes += run.counters.nodes;
        match (found, end) {
            (Some(values), _) => {
                self.saw(values);
                ControlFlow::Continue(true)
            }
            (None, ControlFlow::Continue(())) => ControlFlow::Continue(false),
            (None, ControlFlow::Break(end)) => ControlFlow::Break(end),
        }
    }

    fn saw(&mut self, values: Vec<u8>) {
        self.search.saw(&values);
        self.witnesses.push(values);
    }

    /// Keeps a grid that is a solution.
    fn check(&mut self, grid: &[u8]) {
        let in_range =
            |&value: &u8| (self.network.low..self.network.low + self.network.count).contains(&value);
        if grid.len() != self.network.shown || !grid.iter().all(in_range) {
            return;
        }
        let mut masks = self.network.domains.clone();
        for (mask, value) in masks.iter_mut().zip(grid) {
            *mask &= 1 << (value - self.network.low);
        }
        let fixed = |masks: &[u16]| masks.iter().all(|mask| mask.is_power_of_two());
        if self.search.fixpoint(&mut masks, None).is_ok() && fixed(&masks) {
            self.saw(grid.to_vec());
        }
    }
}
