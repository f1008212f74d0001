//! The solver, which follows a plan and reuses its buffers.

use crate::count;
use crate::engine::MOST_ROWS;
use crate::engine::backtrack::Backtrack;
#[cfg(feature = "dlx")]
use crate::engine::dlx::ExactCover;
use crate::engine::general::General;
use crate::engine::kernel;
use crate::engine::relabel;
use crate::engine::singles::Singles;
use crate::geometry_tables::GeometryCache;
use crate::plan::{self, Plan};
use crate::schedule::MEMO_AFTER;
use crate::{Answer, Config, End, Engine, Report, Stage, Unsupported};
use core::ops::ControlFlow;
use farandole_kernel::Isa;
use farandole_puzzle::{ClassicPuzzle, DigitSet, Grid};
use farandole_search::SearchContext;

/// A solver that runs one engine on any number of puzzles. It keeps its buffers and the tables of
/// the most recent geometries.
///
/// Threads cannot share a solver; each needs its own.
///
/// ```
/// use farandole_puzzle::{Geometry, ClassicPuzzle};
/// use farandole_solve::{Config, End, Engine, Solver};
/// use std::ops::ControlFlow;
///
/// let blank = ClassicPuzzle::new(Geometry::boxes(4, 2, 2).unwrap().into(), &[0; 16]).unwrap();
/// let all = Config { limit: u64::MAX, ..Config::default() };
/// let mut with_4_first = 0;
/// let report = Solver::new(Engine::Dfs)
///     .run(&blank, &all, &mut |digits| {
///         with_4_first += u32::from(digits[0] == 4);
///         ControlFlow::Continue(())
///     })
///     .unwrap();
/// assert_eq!((report.solutions, report.end, with_4_first), (288, End::Exhausted, 72));
/// ```
#[derive(Debug)]
pub struct Solver {
    engine: Engine,
    isa: Isa,
    pub(crate) geometries: GeometryCache,
    pub(crate) general: General,
    backtrack: Backtrack,
    singles: Singles,
    #[cfg(feature = "dlx")]
    exact_cover: ExactCover,
}

impl Solver {
    /// Returns a solver that uses this engine.
    pub fn new(engine: Engine) -> Self {
        Self {
            engine,
            isa: Isa::detect(),
            geometries: GeometryCache::default(),
            general: General::default(),
            backtrack: Backtrack::default(),
            singles: Singles::default(),
            #[cfg(feature = "dlx")]
            exact_cover: ExactCover::default(),
        }
    }

    /// Replaces the detected instruction set of the kernel. Answers and counters do not depend on
    /// the instruction set.
    #[must_use]
    pub fn with_isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// Returns the requested engine.
    pub const fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns the instruction set of the kernel.
    pub const fn isa(&self) -> Isa {
        self.isa
    }

    /// Searches the puzzle and calls `visit` with the digits (row-major, 1 to N) of each solution,
    /// without repetition. The run ends if `visit` returns `Break`.
    ///
    /// # Errors
    /// Returns an error if the engine does not accept the puzzle, or if it needs more memory than
    /// the limit allows.
    pub fn run(
        &mut self,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Unsupported> {
        let plan = plan::for_visits(self.engine, puzzle, config, self.general.sweep.tables())?;
        Ok(self.run_plan(plan, puzzle, config, visit))
    }

    fn run_plan(
        &mut self,
        plan: Plan,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Report {
        let clash_of = |puzzle: &ClassicPuzzle| {
            let clash = puzzle.clash()?;
            Some(Report { clash: Some(clash), ..Report::unsearched(plan, End::Exhausted) })
        };
        // The bitboard engine tolerates clashes, which are rare. For this engine, the check can
        // wait until no solution was found.
        let early = !plan.stages.contains(Stage::Bitboard) || config.limit == 0;
        if early
            && may_clash(puzzle)
            && let Some(report) = clash_of(puzzle)
        {
            return report;
        }
        if config.limit == 0 {
            return Report::unsearched(plan, End::LimitReached);
        }
        let mut run = SearchContext::new(config, visit);
        let end = self.search(plan, puzzle, &mut run).break_value().unwrap_or(End::Exhausted);
        if !early
            && run.solutions == 0
            && let Some(report) = clash_of(puzzle)
        {
            return report;
        }
        let SearchContext { solutions, counters, .. } = run;
        let stages = if plan.engine == Engine::Search { self.general.entered() } else { plan.stages };
        Report { solutions, end, counters, plan, stages, clash: None }
    }

    /// Passes the puzzle to the engine of the plan.
    fn search(
        &mut self,
        plan: Plan,
        puzzle: &ClassicPuzzle,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        let cache = &mut self.geometries;
        let geometry = puzzle.geometry();
        match plan.engine {
            Engine::Dfs => self.backtrack.search(&cache.get(geometry), puzzle, run),
            #[cfg(feature = "dlx")]
            Engine::Dlx => self.exact_cover.search(&cache.get(geometry), puzzle, run),
            Engine::Prune if puzzle.size() > MOST_ROWS => {
                Singles::<DigitSet>::default().search(&cache.get(geometry), puzzle, run)
            }
            Engine::Prune => self.singles.search(&cache.get(geometry), puzzle, run),
            Engine::Auto | Engine::Search | Engine::Csp => {
                self.general.search(cache, plan.stages, puzzle, run)
            }
            Engine::Kernel => kernel::search(self.isa, puzzle, run),
            #[cfg(not(feature = "dlx"))]
            Engine::Dlx => unreachable!("the plan refuses an engine that is left out"),
        }
    }

    /// Counts solutions up to [`Config::limit`]. With [`Engine::Auto`] and a limit of `u64::MAX`,
    /// counts like [`first`](Self::first). Otherwise, visits each solution.
    ///
    /// # Errors
    /// Returns an error if the engine does not accept the puzzle, or if it needs more memory than
    /// the limit allows.
    pub fn count(&mut self, puzzle: &ClassicPuzzle, config: &Config<'_>) -> Result<Report, Unsupported> {
        if self.engine == Engine::Auto && config.limit == u64::MAX {
            return self.first(puzzle, config).map(|(_, report)| report);
        }
        self.run(puzzle, config, &mut |_| ControlFlow::Continue(()))
    }

    /// Returns the first solution found, if any. The search continues up to [`Config::limit`], so a
    /// limit of 2 also shows whether the solution is unique.
    ///
    /// With [`Engine::Auto`] and a limit of `u64::MAX`, at most 50,000 nodes are spent on visiting
    /// solutions. If some remain and the subproblems of the puzzle repeat, all solutions are
    /// counted with a memo table. In a blank puzzle, digits are interchangeable: the search counts
    /// the solutions with a fixed first row, and each represents N! solutions. A count above 64
    /// bits ends with [`End::LimitReached`].
    ///
    /// # Errors
    /// Returns an error if the engine does not accept the puzzle, or if it needs more memory than
    /// the limit allows.
    pub fn first(
        &mut self,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
    ) -> Result<(Option<Grid>, Report), Unsupported> {
        let plan = plan::for_puzzle(self.engine, puzzle, config, self.general.sweep.tables())?;
        if !plan.stages.contains(Stage::Memo) {
            return Ok(self.first_by_visits(plan, puzzle, config));
        }
        let fixed = if plan.stages.contains(Stage::Relabel) { relabel::with_first_row(puzzle) } else { None };
        let Some(fixed) = fixed else { return Ok(self.count_all(plan, puzzle, config)) };
        let stages = plan.stages.without(Stage::Relabel);
        let (first, report) = self.count_all(Plan { stages, ..plan }, &fixed, config);
        Ok((first, count::relabelled(report, puzzle.size())))
    }

    /// Counts all solutions. Visits them at first, then uses a memo table, and visits them again if
    /// the table does not help.
    fn count_all(
        &mut self,
        plan: Plan,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
    ) -> (Option<Grid>, Report) {
        let (first, visited) = self.first_by_visits(plan, puzzle, &Config { budget: MEMO_AFTER, ..*config });
        if visited.end != End::BudgetSpent {
            return (first, visited);
        }
        let tables = self.geometries.get(puzzle.geometry());
        let Some(counted) = count::count(&tables, puzzle, config) else {
            return self.first_by_visits(plan, puzzle, config);
        };
        let report = Report {
            solutions: counted.solutions.max(visited.solutions),
            end: counted.end,
            counters: counted.counters,
            plan: Plan::for_memo(),
            stages: visited.stages.with(Stage::Memo),
            clash: None,
        };
        let first = match first {
            None if report.solutions > 0 => {
                self.first_by_visits(plan, puzzle, &Config { limit: 1, ..*config }).0
            }
            first => first,
        };
        (first, report)
    }

    fn first_by_visits(
        &mut self,
        plan: Plan,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
    ) -> (Option<Grid>, Report) {
        if plan.engine == Engine::Kernel && plan::is_one_call(config) {
            let answer = kernel::first(self.isa, puzzle, config);
            let first = (answer.solutions > 0).then_some(&answer.grid);
            let report = Report::of_kernel(plan, config.limit, &answer);
            let Answer { first, report } = Answer::of_kernel(puzzle, first, report);
            return (first, report);
        }
        let mut first = None;
        let report = self.run_plan(plan, puzzle, config, &mut |digits| {
            if first.is_none() {
                first = Grid::new(puzzle.size(), digits.to_vec()).ok();
            }
            ControlFlow::Continue(())
        });
        (first, report)
    }
}

/// Returns true if the puzzle may have a clash, so that [`ClassicPuzzle::clash`] must be called.
/// There are no false negatives. Cheaper than searching for the clash.
fn may_clash(puzzle: &ClassicPuzzle) -> bool {
    let givens = puzzle.givens();
    puzzle.restrictions().is_some()
        || puzzle.geometry().misfit().is_some()
        || puzzle.geometry().houses().any(|house| {
            let (mut given, mut twice) = ([0_u64; 4], 0);
            for cell in house.cells {
                let digit = givens[cell.index()].wrapping_sub(1);
                // The word of the empty cell, 255, has no bit for it, because digits are at most 225.
                let bit = if digit == u8::MAX { 0 } else { 1 << (digit % 64) };
                let word = &mut given[usize::from(digit / 64)];
                twice |= *word & bit;
                *word |= bit;
            }
            twice != 0
        })
}
