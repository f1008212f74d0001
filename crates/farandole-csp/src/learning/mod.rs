//! Conflict-driven clause learning for variants, alternating with the depth-first search.
//!
//! [`lazy_clauses`] combines the propagators of a network into one propagator of the learning core.
//! [`explain`] computes reasons by running propagators again. [`search`] alternates between the two
//! searches by counted work, and the first one to finish provides the answer.
//!
//! A conflict takes 10 to 70 times as long as a guess of the depth-first search. In return, learning
//! usually needs 15 to 60 times fewer conflicts than the depth-first search needs guesses. Learning
//! performs badly if clauses are long or propagators are large, as in little killers and chaos
//! constructions.
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
use crate::lanes::handover::Handover;
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

/// Work of the depth-first search before redundant propagators are built, which can take some
/// milliseconds. With 5,000, easy puzzles become slower: `HS_KILLERS` #6 takes 4.2 ms instead of 1.3.
const EASY: u64 = 20_000;
// Learning builds a separate solver, which would slow down short searches.
/// Additional work of the depth-first search before learning starts: some ten milliseconds.
const FIRST: u64 = 35_000;
/// Work of each further turn of the depth-first search.
const DEPTH_FIRST: u64 = 55_000;
/// Work of each turn of learning. It takes about as long as a turn of the depth-first search. With 110,000,
/// two puzzles instead of three take more than 2.5 times as long as with the better search alone. But
/// killers, which depth-first search solves sooner, take 11 % longer.
const LEARNING: u64 = 80_000;
// Learning copies and compares masks for each run of a propagator, which the depth-first search does not.
/// Weight of [`LazyClauses::kept`] in the work of learning: the cost of this bookkeeping, relative to
/// a run of a propagator with as many cells.
const KEEPING: u64 = 2;
/// Work of assigning a literal. A fit to six puzzles gives .25 microseconds for a propagator run
/// and 1.2 for a literal.
// With its bookkeeping, the smallest run counts as three units of work, so a literal counts as about three
// such runs.
const LITERAL: u64 = 10;
/// Number of solutions after which the depth-first search continues alone, since each solution adds
/// a blocking clause.
const MANY: usize = 4;
/// Minimum memory for clauses in bytes, whatever limit the caller sets.
// With less, learning would delete clauses before it can use them.
const LEAST_CLAUSES: u64 = 1 << 20;

/// Reports the solutions of a network except those in `known`. Returns `Continue` if the whole tree
/// was searched.
pub(crate) fn search(
    network: &Network,
    way: VariantSearch,
    known: &[Vec<u8>],
    run: &mut SearchContext<'_>,
) -> ControlFlow<End> {
    // All cells are given: no search is needed.
    if let Some(values) = network.decided() {
        run.open_node()?;
        return run.found(&values);
    }
    // The stronger network must outlive both searches, which borrow it.
    let stronger = OnceCell::new();
    let mut search = Search::new(network, Order::Scores);
    known.iter().for_each(|values| search.know(values));
    if search.turn(EASY, run)? {
        return ControlFlow::Continue(());
    }
    // Redundant propagators are built only now that the search is known to be long.
    let network = with_redundant_sums(network).map_or(network, |network| stronger.get_or_init(|| network));
    search.strengthen(network);
    // The depth-first search alone uses the stronger network as well.
    if way == VariantSearch::DepthFirst {
        return search.turn(u64::MAX, run).map_continue(|_| ());
    }
    // This entry is recorded one turn before learning may begin, so that a forecast is possible by
    // then.
    let mut forecast = Forecast::new();
    forecast.note(search.work(), search.searched());
    if search.turn(FIRST, run)? {
        return ControlFlow::Continue(());
    }
    let mut lanes = Handover::new(network);
    if way == VariantSearch::Alternating && goes_ahead(&mut search, &mut lanes, &mut forecast, 0, run)? {
        return ControlFlow::Continue(());
    }
    let most = if way == VariantSearch::Learning { u64::MAX } else { LEARNING };
    // The activity of candidates starts from the scores of the depth-first search, which identify the hard
    // cells by then.
    let mut learner = Learner::new(network, search.scores(), run.config.memory);
    // A conflict cannot be interrupted, and its reasons may take longer than many turns. Turns end at
    // multiples of the work of a turn, so an overrun shortens the next turns.
    let mut until = learner.work();
    loop {
        until = until.saturating_add(most);
        if search.found().len() >= MANY {
            while !(lanes.take_over(&search, run)? || search.turn(DEPTH_FIRST, run)?) {}
            return ControlFlow::Continue(());
        }
        // Learning comes first, since the depth-first search has just had its turns.
        if learner.turn(until, &mut search, run)?
            || search.turn(DEPTH_FIRST, run)?
            || goes_ahead(&mut search, &mut lanes, &mut forecast, learner.work(), run)?
        {
            return ControlFlow::Continue(());
        }
    }
}

/// Continues with the depth-first search while its forecast does not exceed the work of both
/// searches so far; `other` is the work of learning. Lanes (`lanes/`) take over a long search. Returns
/// true if the whole tree was searched.
fn goes_ahead(
    search: &mut Search<'_>,
    lanes: &mut Handover<'_>,
    forecast: &mut Forecast,
    other: u64,
    run: &mut SearchContext<'_>,
) -> ControlFlow<End, bool> {
    // The forecast is renewed after each turn, so an optimistic one ends as soon as progress stops.
    loop {
        if lanes.take_over(search, run)? {
            return ControlFlow::Continue(true);
        }
        forecast.note(search.work(), search.searched());
        if forecast.left() > (search.work() + other) as f64 {
            return ControlFlow::Continue(false);
        }
        if search.turn(DEPTH_FIRST, run)? {
            return ControlFlow::Continue(true);
        }
    }
}

/// The result of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A solution was found; [`values`](Learner::values) returns it.
    Model,
    /// The turn is over, and the search is not complete.
    Paused,
    /// There are no solutions other than those that clauses exclude.
    Exhausted,
}

/// A learning search of one network.
#[derive(Debug)]
pub(super) struct Learner<'n> {
    network: &'n Network,
    solver: Solver<LazyClauses<'n>>,
    conflicts: u64,
    /// Number of excluded solutions.
    excluded: usize,
    values: Vec<u8>,
}

impl<'n> Learner<'n> {
    /// Creates a search that has not started. The initial activity of a candidate is the score of
    /// its cell.
    pub(super) fn new(network: &'n Network, scores: &Scores, memory: u64) -> Self {
        let filters = LazyClauses::new(network);
        let variables = filters.variable_count();
        let mut solver = Solver::new(filters);
        solver.reset(&(), variables, &config(memory));
        // The greatest score becomes 1, which is the first increment of an activity.
        let most = scores.cells().iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        for (cell, (&mask, &score)) in (0_u16..).zip(network.domains.iter().zip(scores.cells())) {
            for place in places(mask) {
                // Conflicts of learning soon outweigh these activities. If the scores of the
                // depth-first search decided throughout, four of nine measured puzzles instead of one
                // would stay unsolved.
                solver.set_activity(is(cell, place).var(), score / most);
            }
        }
        Self { network, solver, conflicts: 0, excluded: 0, values: Vec::new() }
    }

    pub(super) fn work(&self) -> u64 {
        let filters = self.solver.propagator();
        // One unit is about one run of a small propagator. The same unit measures the depth-first search.
        filters.effort.work + KEEPING * filters.kept.work + LITERAL * self.solver.propagations()
    }

    /// Searches for solutions that the other search has not found, until the total work reaches
    /// `until`. Returns true if there are none left.
    fn turn(
        &mut self,
        until: u64,
        other: &mut Search<'_>,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End, bool> {
        // Solutions of the depth-first search become blocking clauses.
        // Solutions already excluded are not added again.
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

    /// Reports solutions until the work is done. Returns true if there are none left.
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
                    // The clauses are inconsistent: no other solution exists.
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

    /// Continues until a solution is found or the work is done.
    pub(super) fn advance(&mut self, until: u64, run: &mut SearchContext<'_>) -> ControlFlow<End, Step> {
        // Work is tested between events, so one conflict can exceed the turn. The caller compensates for
        // this.
        while self.work() < until {
            let event = self.solver.advance(&(), &mut ());
            // Conflicts are counted by comparison, because the last conflict of an inconsistent problem has
            // no event of its own.
            if self.solver.conflicts() > self.conflicts {
                self.conflicts = self.solver.conflicts();
                run.dead_end();
            }
            match event {
                Event::Conflict => run.poll()?,
                // A decision counts as a node, so that budgets mean the same as in the depth-first search.
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

    /// Returns the values of the shown cells in the last solution.
    pub(super) fn values(&self) -> &[u8] {
        &self.values
    }

    /// Adds the clause that at least one of these candidates is true. They are given as one mask per cell.
    pub(super) fn ask_for_one(&mut self, candidates: &[u16]) {
        let literals = (0_u16..)
            .zip(candidates)
            .flat_map(|(cell, &mask)| places(mask).map(move |place| is(cell, place)));
        let clause: Vec<Lit> = literals.collect();
        self.solver.add_clause(&(), &clause, &mut ());
    }

    /// Adds the facts that a cell does not hold these values.
    pub(super) fn exclude(&mut self, cell: u16, values: u16) {
        places(values).for_each(|place| self.solver.add_clause(&(), &[!is(cell, place)], &mut ()));
    }

    /// Returns the values of a mask that are false at level 0. No solution that is still to be found has one of
    /// them in this cell.
    pub(super) fn excluded(&self, cell: u16, mask: u16) -> u16 {
        // Only level 0 counts: a candidate that is false under decisions may still be in a solution.
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

    /// Copies the values of the shown cells.
    fn read(&mut self) {
        let masks = &self.solver.propagator().masks[..self.network.shown];
        let low = self.network.low;
        self.values.clear();
        self.values.extend(masks.iter().map(|mask| mask.trailing_zeros() as u8 + low));
    }
}

/// Returns the settings of the learning core for variants.
pub(crate) fn config(memory: u64) -> Config {
    Config {
        reduce: Reduce {
            interval: 2000,
            interval_growth: 300,
            core_glue: 2,
            // SAT solvers use glue limits of 2 and 6, the engine for classic puzzles uses 1 and 3. The limits
            // here are in between, and no measurement varies them.
            tier_glue: 5,
            in_use: 10_000,
            kept_percent: 50,
        },
        // Luby restarts with unit 100 were the fastest of the measured schemes. Glue-based restarts were
        // slower, both alone and alternating with Luby restarts of unit 1024.
        restart: Restart { mode: Mode::Stable, luby_unit: 100, ..Restart::default() },
        // Vivification requests reasons, which are expensive here: they take propagator runs.
        vivify: Vivify { effort: 0, ..Vivify::default() },
        memory: Some(memory.max(LEAST_CLAUSES)),
    }
}
