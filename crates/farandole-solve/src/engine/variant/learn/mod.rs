//! Conflict-driven clause learning for variants, in turns with the depth-first search.
//!
//! [`filters`] makes one propagator of the network's rules, whose reasons [`explain`] finds by running filters again.
//! [`search`] gives both searches turns of counted work; whichever finishes decides.
//!
//! Measurements: `docs/experiments/2026-11-22-variant-learning.md`.

mod cache;
mod explain;
mod filters;
mod literal;
mod reference;
mod refute;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use super::branching::Scores;
use super::network::Network;
use super::search::{Order, Search};
use crate::End;
use crate::limits::Run;
use core::ops::ControlFlow;
use farandole_cdcl::{Config, Event, Lit, Mode, Reduce, Restart, Solver, Vivify};
use filters::Filters;
use literal::{is, places};
pub(crate) use refute::{Stop, refute};

/// Filter runs of the depth-first search before anything is learned: some ten milliseconds.
const FIRST: u64 = 55_000;
/// Filter runs of each of its later turns.
const DEPTH_FIRST: u64 = 55_000;
/// Work of each turn of learning, in filter runs of the depth-first search.
const LEARNING: u64 = 90_000;
/// What a filter run takes of learning, reasons included.
const RUN: u64 = 3;
/// What a literal made true takes.
const LITERAL: u64 = 10;
/// With so many solutions the depth-first search goes on alone: each one would be a clause.
const MANY: usize = 4;
/// Bytes of clauses at least.
const LEAST_CLAUSES: u64 = 1 << 20;

/// Visits the solutions of a network. `Continue` if everything was searched.
pub(crate) fn search(network: &Network, run: &mut Run<'_>) -> ControlFlow<End> {
    let mut search = Search::new(network, Order::Scores);
    if search.turn(FIRST, run)? {
        return ControlFlow::Continue(());
    }
    let mut learner = Learner::new(network, search.scores(), run.config.memory);
    loop {
        if search.found().len() >= MANY {
            return search.turn(u64::MAX, run).map_continue(|_| ());
        }
        if learner.turn(LEARNING, &mut search, run)? || search.turn(DEPTH_FIRST, run)? {
            return ControlFlow::Continue(());
        }
    }
}

/// A learning search over one network.
#[derive(Debug)]
struct Learner<'n> {
    network: &'n Network,
    solver: Solver<Filters<'n>>,
    conflicts: u64,
    /// How many solutions are excluded.
    excluded: usize,
    values: Vec<u8>,
}

impl<'n> Learner<'n> {
    /// A search that has not begun. Candidates of cells with a greater score are decided earlier at first.
    fn new(network: &'n Network, scores: &Scores, memory: u64) -> Self {
        let filters = Filters::new(network);
        let variables = filters.variable_count();
        let mut solver = Solver::new(filters);
        solver.reset(&(), variables, &config(memory));
        let most = scores.cells().iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        for (cell, (&mask, &score)) in (0_u16..).zip(network.domains.iter().zip(scores.cells())) {
            for place in places(mask) {
                solver.set_activity(is(cell, place).var(), score / most);
            }
        }
        Self { network, solver, conflicts: 0, excluded: 0, values: Vec::new() }
    }

    /// The work done.
    fn work(&self) -> u64 {
        RUN * self.solver.propagator().runs + LITERAL * self.solver.propagations()
    }

    /// Searches for solutions that the other search has not found yet. Whether there are none left.
    fn turn(&mut self, work: u64, other: &mut Search<'_>, run: &mut Run<'_>) -> ControlFlow<End, bool> {
        for values in &other.found()[self.excluded..] {
            let clause = (0_u16..).zip(values).map(|(cell, value)| !self.literal(cell, *value));
            let clause: Vec<Lit> = clause.collect();
            self.solver.add_clause(&(), &clause, &mut ());
        }
        self.excluded = other.found().len();
        let runs = self.solver.propagator().runs;
        let end = self.advance(self.work().saturating_add(work), other, run);
        run.counters.updates += self.solver.propagator().runs - runs;
        end
    }

    fn advance(&mut self, until: u64, other: &mut Search<'_>, run: &mut Run<'_>) -> ControlFlow<End, bool> {
        while self.work() < until {
            let event = self.solver.advance(&(), &mut ());
            if self.solver.conflicts() > self.conflicts {
                self.conflicts = self.solver.conflicts();
                run.dead_end();
            }
            match event {
                Event::Conflict => run.poll()?,
                Event::Decision => {
                    run.open_node()?;
                    run.guess(true);
                }
                Event::Model => {
                    self.read();
                    run.found(&self.values)?;
                    other.know(&self.values);
                    self.excluded += 1;
                    if !self.solver.exclude_model(&(), &mut ()) {
                        return ControlFlow::Continue(true);
                    }
                    if self.excluded >= MANY {
                        break;
                    }
                }
                Event::Inconsistent => return ControlFlow::Continue(true),
            }
        }
        ControlFlow::Continue(false)
    }

    fn literal(&self, cell: u16, value: u8) -> Lit {
        is(cell, u32::from(value - self.network.low))
    }

    /// Reads the values of the shown cells.
    fn read(&mut self) {
        let masks = &self.solver.propagator().masks[..self.network.shown];
        let low = self.network.low;
        self.values.clear();
        self.values.extend(masks.iter().map(|mask| mask.trailing_zeros() as u8 + low));
    }
}

/// The settings of the core for variants.
fn config(memory: u64) -> Config {
    Config {
        reduce: Reduce {
            interval: 2000,
            interval_growth: 300,
            core_glue: 2,
            tier_glue: 5,
            in_use: 10_000,
            kept_percent: 50,
        },
        restart: Restart { mode: Mode::Stable, luby_unit: 100, ..Restart::default() },
        vivify: Vivify { effort: 0, ..Vivify::default() },
        memory: Some(memory.max(LEAST_CLAUSES)),
    }
}
