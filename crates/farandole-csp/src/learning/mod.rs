//! Conflict-driven clause learning for variants, in turns with the depth-first search.
//!
//! [`lazy_clauses`] makes one propagator of the learning core of those of the network, whose
//! reasons [`explain`] finds by running these again. [`search`] gives both searches turns of
//! counted work; whichever finishes decides.
//!
//! Measurements: `docs/experiments/2026-11-22-variant-learning.md`.

mod explain;
mod forecast;
pub(crate) mod lazy_clauses;
pub(crate) mod literal;
mod reason_cache;
mod reference;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use crate::End;
use crate::compile::redundant::with_redundant_sums;
use crate::network::Network;
use crate::search::branching::Scores;
use crate::search::depth_first::{Order, Search};
use crate::search_kind::VariantSearch;
use core::cell::OnceCell;
use core::ops::ControlFlow;
use farandole_cdcl::{Config, Event, Lit, Mode, Reduce, Restart, Solver, Vivify};
use farandole_search::SearchContext;
use forecast::Forecast;
use lazy_clauses::LazyClauses;
use literal::{is, places};

/// Work of the depth-first search before redundant propagators are made, which takes up to some
/// milliseconds itself.
const EASY: u64 = 20_000;
/// Its work from there on before anything is learned: some ten milliseconds.
const FIRST: u64 = 35_000;
/// Work of each of its later turns.
const DEPTH_FIRST: u64 = 55_000;
/// Work of each turn of learning.
const LEARNING: u64 = 80_000;
/// How often the cells of a propagator count in learning beside its run: masks are copied, compared and told.
const KEEPING: u64 = 2;
/// What a literal made true takes.
const LITERAL: u64 = 10;
/// With so many solutions the depth-first search goes on alone: each one would be a clause.
const MANY: usize = 4;
/// Bytes of clauses at least.
const LEAST_CLAUSES: u64 = 1 << 20;

/// Visits the solutions of a network, but for those that are known. `Continue` if everything was searched.
pub(crate) fn search(
    network: &Network,
    way: VariantSearch,
    known: &[Vec<u8>],
    run: &mut SearchContext<'_>,
) -> ControlFlow<End> {
    if let Some(values) = network.decided() {
        run.open_node()?;
        return run.found(&values);
    }
    let stronger = OnceCell::new();
    let mut search = Search::new(network, Order::Scores);
    known.iter().for_each(|values| search.know(values));
    if search.turn(EASY, run)? {
        return ControlFlow::Continue(());
    }
    let network = with_redundant_sums(network).map_or(network, |network| stronger.get_or_init(|| network));
    search.strengthen(network);
    if way == VariantSearch::DepthFirst {
        return search.turn(u64::MAX, run).map_continue(|_| ());
    }
    let mut forecast = Forecast::new();
    forecast.note(search.work(), search.searched());
    if search.turn(FIRST, run)? {
        return ControlFlow::Continue(());
    }
    if way == VariantSearch::Turns && goes_ahead(&mut search, &mut forecast, 0, run)? {
        return ControlFlow::Continue(());
    }
    let most = if way == VariantSearch::Learning { u64::MAX } else { LEARNING };
    let mut learner = Learner::new(network, search.scores(), run.config.memory);
    // A conflict whose reasons take long can exceed a turn many times; later turns are then shorter, or none.
    let mut until = learner.work();
    loop {
        until = until.saturating_add(most);
        if search.found().len() >= MANY {
            return search.turn(u64::MAX, run).map_continue(|_| ());
        }
        if learner.turn(until, &mut search, run)?
            || search.turn(DEPTH_FIRST, run)?
            || goes_ahead(&mut search, &mut forecast, learner.work(), run)?
        {
            return ControlFlow::Continue(());
        }
    }
}

/// Goes on with a depth-first search as long as it is expected to take no more than both searches
/// took so far; the other one took so much work. Whether everything was searched.
fn goes_ahead(
    search: &mut Search<'_>,
    forecast: &mut Forecast,
    other: u64,
    run: &mut SearchContext<'_>,
) -> ControlFlow<End, bool> {
    loop {
        forecast.note(search.work(), search.searched());
        if forecast.left() > (search.work() + other) as f64 {
            return ControlFlow::Continue(false);
        }
        if search.turn(DEPTH_FIRST, run)? {
            return ControlFlow::Continue(true);
        }
    }
}

/// What came of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A solution; [`values`](Learner::values) are its values.
    Model,
    /// The work is done, and more is left.
    Paused,
    /// There is no solution that was not excluded.
    Exhausted,
}

/// A learning search over one network.
#[derive(Debug)]
pub(super) struct Learner<'n> {
    network: &'n Network,
    solver: Solver<LazyClauses<'n>>,
    conflicts: u64,
    /// How many solutions are excluded.
    excluded: usize,
    values: Vec<u8>,
}

impl<'n> Learner<'n> {
    /// A search that has not begun. Candidates of cells with a greater score are decided earlier at first.
    pub(super) fn new(network: &'n Network, scores: &Scores, memory: u64) -> Self {
        let filters = LazyClauses::new(network);
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
    pub(super) fn work(&self) -> u64 {
        let filters = self.solver.propagator();
        filters.effort.work + KEEPING * filters.kept.work + LITERAL * self.solver.propagations()
    }

    /// Searches for solutions that the other search has not found yet, until so much work is done
    /// in all. Whether there are none left.
    fn turn(
        &mut self,
        until: u64,
        other: &mut Search<'_>,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End, bool> {
        for values in &other.found()[self.excluded..] {
            let clause = (0_u16..).zip(values).map(|(cell, value)| !self.literal(cell, *value));
            let clause: Vec<Lit> = clause.collect();
            self.solver.add_clause(&(), &clause, &mut ());
        }
        self.excluded = other.found().len();
        let runs = self.solver.propagator().effort.runs;
        let end = self.visit(until, other, run);
        run.counters.updates += self.solver.propagator().effort.runs - runs;
        end
    }

    /// Visits the solutions until the work is done. Whether there are none left.
    fn visit(
        &mut self,
        until: u64,
        other: &mut Search<'_>,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End, bool> {
        loop {
            match self.advance(until, run)? {
                Step::Paused => return ControlFlow::Continue(false),
                Step::Exhausted => return ControlFlow::Continue(true),
                Step::Model => {
                    run.found(&self.values)?;
                    other.know(&self.values);
                    self.excluded += 1;
                    if !self.solver.exclude_model(&(), &mut ()) {
                        return ControlFlow::Continue(true);
                    }
                    if self.excluded >= MANY {
                        return ControlFlow::Continue(false);
                    }
                }
            }
        }
    }

    /// Goes on until there is a solution or the work is done.
    pub(super) fn advance(&mut self, until: u64, run: &mut SearchContext<'_>) -> ControlFlow<End, Step> {
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
                    return ControlFlow::Continue(Step::Model);
                }
                Event::Inconsistent => return ControlFlow::Continue(Step::Exhausted),
            }
        }
        ControlFlow::Continue(Step::Paused)
    }

    /// The values of the shown cells in the last solution.
    pub(super) fn values(&self) -> &[u8] {
        &self.values
    }

    /// Excludes the solutions that have none of these candidates, masks by cell.
    pub(super) fn ask_for_one(&mut self, candidates: &[u16]) {
        let literals = (0_u16..)
            .zip(candidates)
            .flat_map(|(cell, &mask)| places(mask).map(move |place| is(cell, place)));
        let clause: Vec<Lit> = literals.collect();
        self.solver.add_clause(&(), &clause, &mut ());
    }

    /// Those values of a mask that the cell has in no solution that is not excluded, as far as is known.
    pub(super) fn excluded(&self, cell: u16, mask: u16) -> u16 {
        let trail = self.solver.trail();
        let excluded = |place: &u32| {
            let lit = is(cell, *place);
            trail.value(lit) < 0 && trail.level_of(lit) == 0
        };
        places(mask).filter(excluded).map(|place| 1 << place).sum()
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
pub(crate) fn config(memory: u64) -> Config {
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
