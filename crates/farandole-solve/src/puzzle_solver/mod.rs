//! A solver for one puzzle, classic or variant. The engines for classic puzzles handle every puzzle
//! that consists only of houses and candidates. The engine for variants handles all others.

mod bitboard_fallback;
mod candidates;
mod race;
mod redundancy;

pub use redundancy::{
    ConstraintFinding, conflicting_constraints, impossible_constraint, redundant_constraints,
};

use crate::plan::{Plan, Reason};
use crate::{Config, End, Engine, Report, Solver, Stage, Stages, Unsupported};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_cover::Estimate;
use farandole_csp::{CspReport, CspSolver, VariantSearch};
use farandole_kernel::Isa;
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{ClassicPuzzle, Puzzle};
use farandole_search::{SearchContext, Wanted};
use std::sync::OnceLock;

/// Maximum number of solutions that are sorted. If there are more, they are searched in order.
const FEW: u64 = 1000;

/// A solver that is prepared for one puzzle, classic or variant.
///
/// A solution is a slice of the values of all cells in cell order, which is row-major for classic
/// puzzles. To solve many classic puzzles, a [`Solver`] is faster, because it keeps its buffers.
///
/// ```
/// use farandole_puzzle::board::Shape;
/// use farandole_puzzle::constraint::AntiKing;
/// use farandole_puzzle::variant::Variant;
/// use farandole_solve::{Config, Engine, PuzzleSolver};
///
/// let variant = Variant::new(Shape::square(4).unwrap(), Vec::new(), vec![AntiKing {}.into()]).unwrap();
/// let all = Config { limit: u64::MAX, ..Config::default() };
/// let report = PuzzleSolver::new(&variant)?.count(&all)?;
/// assert_eq!((report.solutions, report.plan.engine), (0, Engine::Csp));
///
/// let blank = Variant::new(Shape::square(4).unwrap(), Vec::new(), Vec::new()).unwrap();
/// let report = PuzzleSolver::new(&blank)?.count(&all)?;
/// assert_eq!((report.solutions, report.plan.engine), (288, Engine::Search));
/// # Ok::<(), farandole_solve::Unsupported>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleSolver {
    route: Route,
    /// True if the puzzle has [labels](Variant::has_labels).
    has_labels: bool,
}

#[derive(Clone, Debug)]
enum Route {
    Classic(Box<Classic>),
    Csp(CspSolver),
}

/// A puzzle for the engines for classic puzzles.
#[derive(Clone, Debug)]
struct Classic {
    puzzle: ClassicPuzzle,
    engine: Engine,
    isa: Isa,
    /// The variant, if the puzzle was given as one.
    variant: Option<Variant>,
    /// The engine for variants. It is built by the first call that needs it, and is `None` if the
    /// grid is too large.
    csp: OnceLock<Option<CspSolver>>,
}

impl Classic {
    fn solver(&self) -> Solver {
        Solver::new(self.engine).with_isa(self.isa)
    }

    fn csp(&self) -> Option<&CspSolver> {
        let make = || match &self.variant {
            Some(variant) => CspSolver::new(variant).ok(),
            None => Variant::from_puzzle(&self.puzzle).ok().and_then(|variant| CspSolver::new(&variant).ok()),
        };
        self.csp.get_or_init(make).as_ref()
    }

    /// States in the report that the puzzle is a variant.
    fn routed(&self, report: Report) -> Report {
        let reason = match report.plan.reason {
            Reason::Classic | Reason::General if self.variant.is_some() => Reason::HousesOnly,
            reason => reason,
        };
        Report { plan: Plan { reason, ..report.plan }, ..report }
    }
}

impl Report {
    /// Returns the report of a search by the engine for variants.
    const fn of_csp(report: CspReport, plan: Plan, stages: Stages) -> Self {
        let CspReport { solutions, end, counters } = report;
        Self { solutions, end, counters, plan, stages, clash: None }
    }
}

impl Solver {
    /// Prepares a puzzle, classic or variant, for this engine and instruction set.
    ///
    /// # Errors
    /// Returns an error if no engine supports a constraint, or if the requested engine does not
    /// accept this kind of puzzle.
    pub fn prepare(&self, puzzle: impl Into<Puzzle>) -> Result<PuzzleSolver, Unsupported> {
        prepare(self.engine(), self.isa(), puzzle.into())
    }
}

/// Prepares a puzzle for an engine. A whole [`Solver`], with the buffers of all engines, is not needed.
fn prepare(engine: Engine, isa: Isa, puzzle: Puzzle) -> Result<PuzzleSolver, Unsupported> {
    let (puzzle, variant) = match puzzle {
        Puzzle::Classic(puzzle) if engine == Engine::Csp => {
            (None, Some(Variant::from_puzzle(&puzzle).map_err(|_| Unsupported::CSP)?))
        }
        Puzzle::Classic(puzzle) => (Some(puzzle), None),
        Puzzle::Variant(variant) if engine == Engine::Csp => (None, Some(variant)),
        Puzzle::Variant(variant) => (variant.to_puzzle(), Some(variant)),
    };
    let has_labels = variant.as_ref().is_some_and(Variant::has_labels);
    let route = match (puzzle, variant) {
        (Some(puzzle), variant) => {
            Route::Classic(Box::new(Classic { puzzle, engine, isa, variant, csp: OnceLock::new() }))
        }
        (None, Some(variant)) if matches!(engine, Engine::Auto | Engine::Csp) => {
            Route::Csp(CspSolver::new(&variant)?)
        }
        (None, _) => return Err(Unsupported::variant(engine)),
    };
    Ok(PuzzleSolver { route, has_labels })
}

impl PuzzleSolver {
    /// Prepares a puzzle for the engine that suits it. Compiles the constraints of a variant into
    /// propagators.
    ///
    /// # Errors
    /// Returns an error if no engine supports a constraint.
    pub fn new(puzzle: impl Into<Puzzle>) -> Result<Self, Unsupported> {
        prepare(Engine::Auto, Isa::detect(), puzzle.into())
    }

    /// Visits the solutions in an order that depends only on the puzzle.
    ///
    /// # Errors
    /// Returns an error if the engine does not accept the puzzle, or if it needs more memory than
    /// the limit allows.
    pub fn run(
        &self,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Unsupported> {
        match &self.route {
            Route::Classic(classic) => {
                let report = classic.solver().run(&classic.puzzle, config, visit)?;
                Ok(classic.routed(report))
            }
            Route::Csp(csp) => Ok(run_csp(csp, VariantSearch::Alternating, config, Wanted::Every, visit)),
        }
    }

    /// Visits the solutions like [`run`](Self::run), but with this search for variants, even if
    /// there are only houses. With a [seed](Config::seed) other than 0, the search initially
    /// prefers some random cells.
    ///
    /// # Errors
    /// Returns an error if the puzzle has more than 16x16 cells.
    pub fn run_by(
        &self,
        search: VariantSearch,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Unsupported> {
        Ok(run_csp(self.csp()?, search, config, Wanted::Every, visit))
    }

    /// Visits one solution for each distinct grid. Solutions that differ only in extra cells have
    /// the same grid. Second values of cells are part of the grid, and so are the cells of
    /// overlapping grids.
    ///
    /// The limit is a number of grids. Cost: one search for all grids, and one search for the extra
    /// cells of each grid. The number of solutions has no effect on the cost.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::{Config, PuzzleSolver};
    ///
    /// // The extra cell is greater than the first cell.
    /// let variant = iss::read(".Shape~1x1~4~Raw.Var~A.Thermo~R1C1~VA").unwrap();
    /// let solver = PuzzleSolver::new(&variant)?;
    /// let all = Config { limit: u64::MAX, ..Config::default() };
    /// assert_eq!(solver.count(&all)?.solutions, 6);
    /// assert_eq!(solver.run_grids(&all, &mut |_| ControlFlow::Continue(()))?.solutions, 3);
    /// # Ok::<(), farandole_solve::Unsupported>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`run`](Self::run).
    pub fn run_grids(
        &self,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Unsupported> {
        match &self.route {
            Route::Csp(csp) if csp.has_hidden_cells() => {
                let report = CspReport::of_search(config, Wanted::Every, visit, |run| csp.search_grids(run));
                let plan = Plan::for_constraints();
                Ok(Report::of_csp(report, plan, plan.stages))
            }
            _ => self.run(config, visit),
        }
    }

    /// Visits the solutions like [`run`](Self::run), in lexicographic order of the values.
    ///
    /// If there are at most a thousand solutions, they are searched in any order and sorted. If
    /// there are more, a search in lexicographic order follows. For a hard puzzle it takes longer,
    /// because it cannot choose the cell to branch on.
    ///
    /// # Errors
    /// Returns an error if the puzzle has more than 16x16 cells.
    pub fn list(
        &self,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Unsupported> {
        let csp = self.csp()?;
        Ok(listed(config, visit, |run| match self.few(run)? {
            Some(few) => few.iter().try_for_each(|values| run.found(values)),
            None => csp.search_in_order(run),
        }))
    }

    /// Visits up to [`Config::limit`] solutions, at most a thousand, in the time of a count. They
    /// are the first solutions that the search finds, sorted lexicographically. With a limit above
    /// a thousand, this is the same as [`list`](Self::list).
    ///
    /// # Errors
    /// Returns the errors of [`list`](Self::list).
    pub fn list_some(
        &self,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Unsupported> {
        if config.limit > FEW {
            return self.list(config, visit);
        }
        let mut some = Vec::new();
        let report = self.run(config, &mut |values| {
            some.push(values.to_vec());
            ControlFlow::Continue(())
        })?;
        some.sort_unstable();
        Ok(listed(config, visit, |run| {
            run.counters = report.counters;
            some.iter().try_for_each(|values| run.found(values))?;
            match report.end {
                End::Exhausted | End::LimitReached => ControlFlow::Continue(()),
                other => ControlFlow::Break(other),
            }
        }))
    }

    /// Visits the solutions like [`list`](Self::list), starting after the given solution (the
    /// values of all cells). This resumes a listing.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::{Config, PuzzleSolver};
    ///
    /// let solver = PuzzleSolver::new(iss::read(".Shape~4x4.AntiKnight").unwrap())?;
    /// let all = Config { limit: u64::MAX, ..Config::default() };
    /// let mut grids = Vec::new();
    /// solver.list(&all, &mut |values| {
    ///     grids.push(values.to_vec());
    ///     ControlFlow::Continue(())
    /// })?;
    /// let rest = solver.list_after(&grids[2], &all, &mut |_| ControlFlow::Continue(()))?;
    /// assert_eq!(rest.solutions as usize, grids.len() - 3);
    /// # Ok::<(), farandole_solve::Unsupported>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`list`](Self::list).
    pub fn list_after(
        &self,
        last: &[u8],
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Unsupported> {
        let csp = self.csp()?;
        Ok(listed(config, visit, |run| match self.few(run)? {
            Some(few) => {
                let first = few.partition_point(|values| &values[..] <= last);
                few[first..].iter().try_for_each(|values| run.found(values))
            }
            None => csp.search_in_order_after(last, run),
        }))
    }

    /// Returns all solutions in lexicographic order, or `None` if there are too many or half of the
    /// budget is not enough to find them.
    fn few(&self, run: &mut SearchContext<'_>) -> ControlFlow<End, Option<Vec<Vec<u8>>>> {
        let mut few = Vec::new();
        let config = Config { limit: FEW, budget: run.config.budget / 2, ..*run.config };
        let report = self.run(&config, &mut |values| {
            few.push(values.to_vec());
            ControlFlow::Continue(())
        });
        let Ok(report) = report else { return ControlFlow::Continue(None) };
        run.counters = report.counters;
        match report.end {
            End::Exhausted => {
                few.sort_unstable();
                ControlFlow::Continue(Some(few))
            }
            End::Cancelled => ControlFlow::Break(End::Cancelled),
            _ => ControlFlow::Continue(None),
        }
    }

    /// Returns the first solution found, and the report of a search up to the limit.
    ///
    /// # Errors
    /// Returns the errors of [`run`](Self::run).
    pub fn first(&self, config: &Config<'_>) -> Result<(Option<Vec<u8>>, Report), Unsupported> {
        match &self.route {
            Route::Classic(classic) => {
                let (grid, report) = classic.solver().first(&classic.puzzle, config)?;
                Ok((grid.map(|grid| grid.digits().to_vec()), classic.routed(report)))
            }
            Route::Csp(csp) => Ok(first_by(csp, VariantSearch::Alternating, config)),
        }
    }

    /// Returns the first solution found in which the value of each cell is in its mask, and the
    /// report of the search. The masks apply to the first cells in cell order. Bit `v - low`
    /// represents the value v.
    ///
    /// Many such searches of one variant are cheaper than preparing a new variant for each.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::{Config, PuzzleSolver};
    ///
    /// let solver = PuzzleSolver::new(iss::read(".Shape~4x4.AntiKnight").unwrap())?;
    /// let config = Config::default();
    /// let (grid, _) = solver.first_within(&[0b1000, 0b0101], &config)?;
    /// assert!(grid.is_some_and(|grid| grid[0] == 4 && [1, 3].contains(&grid[1])));
    /// assert_eq!(solver.first_within(&[0b1000, 0b1000], &config)?.0, None);
    /// # Ok::<(), farandole_solve::Unsupported>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the puzzle has more than 16x16 cells.
    pub fn first_within(
        &self,
        masks: &[u16],
        config: &Config<'_>,
    ) -> Result<(Option<Vec<u8>>, Report), Unsupported> {
        let (first, report) = self.csp()?.first_within(masks, config);
        let plan = Plan::for_constraints();
        Ok((first, Report::of_csp(report, plan, plan.stages)))
    }

    /// Visits the solutions in which the value of each cell is in its mask, like
    /// [`first_within`](Self::first_within).
    ///
    /// # Errors
    /// Returns an error if the puzzle has more than 16x16 cells.
    pub fn run_within(
        &self,
        masks: &[u16],
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Result<Report, Unsupported> {
        let plan = Plan::for_constraints();
        Ok(match self.csp()?.within(masks) {
            Some(csp) => run_csp(&csp, VariantSearch::Alternating, config, Wanted::Every, visit),
            None => Report::unsearched(plan, End::Exhausted),
        })
    }

    /// Counts the solutions up to the limit.
    ///
    /// # Errors
    /// Returns the errors of [`run`](Self::run).
    pub fn count(&self, config: &Config<'_>) -> Result<Report, Unsupported> {
        match &self.route {
            Route::Classic(classic) => Ok(classic.routed(classic.solver().count(&classic.puzzle, config)?)),
            Route::Csp(csp) => Ok(count_csp(csp, config)),
        }
    }

    /// Estimates the number of solutions and the number of nodes of a search for all of them, from
    /// `dives` random paths. The same seed gives the same estimate. The estimate is unbiased, but
    /// with few dives most estimates are too low.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::PuzzleSolver;
    ///
    /// let solver = PuzzleSolver::new(iss::read(".Shape~4x4").unwrap()).unwrap();
    /// assert!((solver.estimate(1000, 1).solutions.value - 288.0).abs() < 30.0);
    /// ```
    pub fn estimate(&self, dives: u64, seed: u64) -> Estimate {
        self.estimate_until(dives, seed, None)
    }

    /// Estimates like [`estimate`](Self::estimate), using the dives made before `stop` is set.
    pub fn estimate_until(&self, dives: u64, seed: u64, stop: Option<&AtomicBool>) -> Estimate {
        match &self.route {
            Route::Classic(classic) => classic.solver().estimate_until(&classic.puzzle, dives, seed, stop),
            Route::Csp(csp) => csp.estimate_until(dives, seed, stop),
        }
    }

    /// Returns the engine for variants.
    fn csp(&self) -> Result<&CspSolver, Unsupported> {
        match &self.route {
            Route::Classic(classic) => classic.csp().ok_or(Unsupported::CSP),
            Route::Csp(csp) => Ok(csp),
        }
    }
}

/// Runs one of the searches for variants.
fn run_csp(
    csp: &CspSolver,
    search: VariantSearch,
    config: &Config<'_>,
    wanted: Wanted,
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> Report {
    let other = (config.seed != 0).then(|| csp.with_seed(config.seed));
    let csp = other.as_ref().unwrap_or(csp);
    let mut plan = Plan::for_constraints();
    let boards =
        if search == VariantSearch::Alternating { bitboard_fallback::board_search(csp) } else { None };
    if boards.is_some() {
        plan.stages = plan.stages.with(Stage::Bitboard);
    }
    let mut stages = Stages::NONE;
    let report = CspReport::of_search(config, wanted, visit, |run| {
        let known = match boards {
            Some(boards) => {
                stages = Stages::only(Stage::Bitboard);
                bitboard_fallback::search(boards, run)?
            }
            None => Some(Vec::new()),
        };
        let Some(known) = known else { return ControlFlow::Continue(()) };
        stages = stages.with(Stage::Csp);
        csp.search(search, &known, run)
    });
    Report::of_csp(report, plan, stages)
}

/// Counts the solutions of a variant up to the limit.
fn count_csp(csp: &CspSolver, config: &Config<'_>) -> Report {
    run_csp(csp, VariantSearch::Alternating, config, Wanted::Number, &mut |_| ControlFlow::Continue(()))
}

/// Returns the first solution found by one of the searches for variants.
fn first_by(csp: &CspSolver, search: VariantSearch, config: &Config<'_>) -> (Option<Vec<u8>>, Report) {
    let mut first = None;
    let report = run_csp(csp, search, config, Wanted::First, &mut |values| {
        first.get_or_insert_with(|| values.to_vec());
        ControlFlow::Continue(())
    });
    (first, report)
}

/// Runs a search for solutions in lexicographic order.
fn listed(
    config: &Config<'_>,
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    search: impl FnOnce(&mut SearchContext<'_>) -> ControlFlow<End>,
) -> Report {
    let plan = Plan { reason: Reason::Listing, ..Plan::for_constraints() };
    Report::of_csp(CspReport::of_search(config, Wanted::Every, visit, search), plan, plan.stages)
}

#[cfg(test)]
mod tests;
