//! The router: selects the engine and the stages for a puzzle, and states the reason.
//!
//! A [`Plan`] is data. All plans are made in this file before any search: for single puzzles,
//! batches, queries about candidates, counts, listings and proofs. The engines receive the stages
//! of the plan and never select one themselves. The [`Report`](crate::Report) contains the plan and
//! the stages that ran.
//!
//! | request | 9x9 grid with 3x3 boxes only | any other grid |
//! |---|---|---|
//! | solutions, `auto` | `kernel` | `search`: bitboard up to 16x16, else sweep or singles; pattern guess; cycle switches; cdcl; enumerate |
//! | number of all solutions, `auto` | the same for 50,000 nodes, then a memo table | the same |
//! | lines of digits in bulk, true candidates | `kernel`, many at once | one after the other |
//! | all solutions in a fixed order | sweep | sweep |
//! | certificate | cdcl | cdcl |
//!
//! A variant that has only houses and candidates is planned like a classic puzzle. Any other
//! variant is solved by `csp`, which starts on bitboards if every constraint is a house or requires
//! two cells to differ.
//!
//! ```
//! use farandole_puzzle::{Geometry, ClassicPuzzle};
//! use farandole_solve::{Config, Engine, Plan, Stage};
//!
//! let geometry = Geometry::boxes(16, 4, 4).unwrap();
//! let mut givens = [0; 256];
//! givens[3] = 7;
//! let puzzle = ClassicPuzzle::new(geometry.into(), &givens).unwrap();
//! let plan = Plan::for_puzzle(Engine::Auto, &puzzle, &Config::default()).unwrap();
//! assert_eq!(plan.to_string(), "search: not a classic 9x9 grid");
//! assert_eq!(plan.stages.to_string(), "bitboard, pattern guess, cdcl");
//! ```
//!
//! Source: the design follows `meta/strategy.rs` of the crate regex-automata, one router for many
//! engines.

use crate::engine::MOST_ROWS;
use crate::engine::bitboard::Bitboard;
use crate::engine::sweep::Tables;
use crate::engine::{cycle_switch, pattern, relabel};
use crate::memory;
use crate::schedule::{MEMO_AFTER, Schedule};
use crate::{Config, Engine, Stage, Stages, Unsupported};
use core::fmt;
use farandole_kernel as kernel;
use farandole_puzzle::{ClassicPuzzle, Geometry};

/// The engine and stages for a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The engine; never [`Engine::Auto`].
    pub engine: Engine,
    /// The reason for this engine.
    pub reason: Reason,
    /// The stages that may run. A stage is skipped if an earlier one finds the answer, or if the
    /// puzzle is found to be unsuitable for it.
    pub stages: Stages,
}

/// The reason why an engine was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The engine was requested by name.
    Asked,
    /// The puzzle is a 9x9 grid with 3x3 boxes only, the geometry of the kernel.
    Classic,
    /// The puzzle is not a 9x9 grid with 3x3 boxes only.
    General,
    /// All solutions are requested in a fixed order; see [`Solver::list`](crate::Solver::list).
    Listing,
    /// The puzzle has so many solutions that a memo table counts them faster than visiting each
    /// one; see [`Solver::first`](crate::Solver::first).
    Counting,
    /// A certificate is requested; see [`Solver::prove`](crate::Solver::prove).
    Proof,
    /// The puzzle is a variant that has only houses and candidates.
    HousesOnly,
    /// The puzzle is a variant with other constraints.
    Constraints,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "asked for",
            Self::Classic => "a classic 9x9 grid",
            Self::General => "not a classic 9x9 grid",
            Self::Listing => "solutions in a fixed order",
            Self::Counting => "many solutions, counted with memory of subproblems",
            Self::Proof => "a certificate",
            Self::HousesOnly => "a variant with only houses and candidates",
            Self::Constraints => "constraints beyond houses",
        })
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.engine, self.reason)
    }
}

/// The solution to return first if there are several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The first solution that the search finds.
    Any,
    /// The lexicographically first solution, by digits in row-major order.
    Lexicographic,
}

impl Plan {
    /// Returns the plan that [`Solver::first`](crate::Solver::first) and
    /// [`Solver::count`](crate::Solver::count) follow for one puzzle.
    ///
    /// Cost: for grids above 16x16 with half of the cells given, the tables of the sweep engine are
    /// built and discarded.
    ///
    /// # Errors
    /// Returns an error if the engine does not accept the puzzle, or if it needs more memory than
    /// the limit allows.
    pub fn for_puzzle(
        engine: Engine,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
    ) -> Result<Self, Unsupported> {
        for_puzzle(engine, puzzle, config, &mut Tables::default())
    }

    /// Returns the plan for all solutions in a fixed order.
    pub(crate) const fn for_list() -> Self {
        Self { engine: Engine::Search, reason: Reason::Listing, stages: Stages::only(Stage::Sweep) }
    }

    /// Returns the plan for a certificate.
    pub(crate) const fn for_proof() -> Self {
        Self { engine: Engine::Search, reason: Reason::Proof, stages: Stages::only(Stage::Cdcl) }
    }

    /// Returns the plan for a variant with constraints beyond houses.
    pub(crate) const fn for_constraints() -> Self {
        Self { engine: Engine::Csp, reason: Reason::Constraints, stages: Stages::only(Stage::Csp) }
    }

    /// Returns the plan for a count with a memo table.
    pub(crate) const fn for_memo() -> Self {
        Self { engine: Engine::Dlx, reason: Reason::Counting, stages: Stages::only(Stage::Memo) }
    }

    /// Returns the plan for many classic 9x9 puzzles, which the kernel solves in bulk. Returns `None`
    /// if every puzzle needs its own search, because of the requested engine or because each has a
    /// memory limit.
    pub(crate) fn for_batch(engine: Engine, config: &Config<'_>) -> Option<BatchPlan> {
        let reason = match engine {
            Engine::Auto => Reason::Classic,
            Engine::Kernel => Reason::Asked,
            Engine::Dfs | Engine::Prune | Engine::Dlx | Engine::Search | Engine::Csp => return None,
        };
        if config.memory < u64::MAX {
            return None;
        }
        let plan = Self { engine: Engine::Kernel, reason, stages: Stages::only(Stage::Kernel) };
        // Long counts run as a separate search, which may use a memo table and reports its
        // progress.
        let most = if config.limit > MEMO_AFTER { MEMO_AFTER } else { u64::MAX };
        Some(BatchPlan {
            plan,
            limit: config.limit,
            budget: config.budget,
            bulk_budget: config.budget.min(most),
        })
    }

    /// Returns the engine that finds the first solution in this order. A specific requested engine
    /// is returned unchanged.
    pub const fn engine_for(engine: Engine, order: Order) -> Engine {
        match (engine, order) {
            (Engine::Auto, Order::Lexicographic) => Engine::Dfs,
            (engine, _) => engine,
        }
    }

    /// Returns true if searches with different seeds differ, in which case several threads can
    /// race.
    pub(crate) const fn depends_on_seed(&self) -> bool {
        matches!(self.engine, Engine::Search)
    }
}

/// The plan for the puzzles of a [`Batch`](crate::Batch).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BatchPlan {
    plan: Plan,
    limit: u64,
    budget: u64,
    bulk_budget: u64,
}

impl BatchPlan {
    /// Returns true if the kernel accepts this puzzle in bulk: a 9x9 grid with 3x3 boxes only,
    /// without restrictions.
    pub(crate) fn takes(&self, puzzle: &ClassicPuzzle) -> bool {
        is_plain(puzzle.geometry()) && puzzle.restrictions().is_none()
    }

    /// Returns the configuration for the kernel.
    pub(crate) fn kernel_config(&self) -> kernel::Config {
        let limit = u32::try_from(self.limit).unwrap_or(u32::MAX);
        kernel::Config { limit, budget: self.bulk_budget }
    }

    /// Returns the engine, the reason and the stages.
    pub(crate) const fn plan(&self) -> Plan {
        self.plan
    }

    /// Returns the requested maximum number of solutions.
    pub(crate) const fn limit(&self) -> u64 {
        self.limit
    }

    /// Sets the maximum number of nodes for each puzzle in the bulk run.
    pub(crate) fn with_bulk_budget(self, nodes: u64) -> Self {
        Self { bulk_budget: self.bulk_budget.min(nodes), ..self }
    }

    /// Returns true if the bulk run may leave a puzzle open before its budget is spent.
    pub(crate) const fn may_leave_open(&self) -> bool {
        self.bulk_budget < self.budget
    }

    /// Returns true if the bulk run left the puzzle open, so that it needs a separate search from
    /// the start.
    #[inline]
    pub(crate) fn leaves_open(&self, answer: &kernel::Answer) -> bool {
        self.may_leave_open() && answer.end == kernel::End::BudgetSpent
    }
}

/// Returns the plan for visiting each solution of a puzzle, as in
/// [`Solver::run`](crate::Solver::run).
pub(crate) fn for_visits(
    engine: Engine,
    puzzle: &ClassicPuzzle,
    config: &Config<'_>,
    tables: &mut Tables,
) -> Result<Plan, Unsupported> {
    let (engine, reason) = choose(engine, puzzle.geometry())?;
    if puzzle.size() > MOST_ROWS && matches!(engine, Engine::Dfs | Engine::Dlx) {
        return Err(Unsupported::rows(engine));
    }
    memory::admit(engine, puzzle.geometry(), config)?;
    let stages = match engine {
        Engine::Kernel => Stages::only(Stage::Kernel),
        Engine::Dfs => Stages::only(Stage::DepthFirst),
        Engine::Prune => Stages::only(Stage::Singles),
        Engine::Dlx => Stages::only(Stage::DancingLinks),
        Engine::Auto | Engine::Search | Engine::Csp => general_stages(puzzle, config.limit, tables),
    };
    Ok(Plan { engine, reason, stages })
}

/// Returns the plan for the first solution and the number of solutions.
pub(crate) fn for_puzzle(
    engine: Engine,
    puzzle: &ClassicPuzzle,
    config: &Config<'_>,
    tables: &mut Tables,
) -> Result<Plan, Unsupported> {
    let mut plan = for_visits(engine, puzzle, config, tables)?;
    let has_table = engine == Engine::Auto && puzzle.size() <= MOST_ROWS;
    if has_table && config.limit == u64::MAX && config.budget > MEMO_AFTER {
        plan.stages = plan.stages.with(Stage::Memo);
        if relabel::is_blank(puzzle) {
            plan.stages = plan.stages.with(Stage::Relabel);
        }
    }
    Ok(plan)
}

/// Returns true if the kernel answers a puzzle in one call, without visiting its solutions.
pub(crate) fn is_one_call(config: &Config<'_>) -> bool {
    // A watcher observes a long run only through visits.
    is_countable(config.limit) && (config.limit <= 2 || config.watcher.is_none())
}

/// Returns true if the kernel can count this number of solutions.
pub(crate) fn is_countable(limit: u64) -> bool {
    (1..=u64::from(u32::MAX)).contains(&limit)
}

/// Resolves the requested engine for a geometry, and returns it with the reason.
fn choose(engine: Engine, geometry: &Geometry) -> Result<(Engine, Reason), Unsupported> {
    match engine {
        Engine::Auto if is_plain(geometry) => Ok((Engine::Kernel, Reason::Classic)),
        Engine::Auto => Ok((Engine::Search, Reason::General)),
        Engine::Kernel if !is_plain(geometry) => Err(Unsupported::KERNEL),
        Engine::Csp => Err(Unsupported::CSP),
        Engine::Dlx if !cfg!(feature = "dlx") => Err(Unsupported::LEFT_OUT),
        Engine::Dfs | Engine::Prune | Engine::Dlx | Engine::Kernel | Engine::Search => {
            Ok((engine, Reason::Asked))
        }
    }
}

/// Returns true if the kernel accepts this geometry: 9x9 with 3x3 boxes only.
fn is_plain(geometry: &Geometry) -> bool {
    geometry.is_classic()
}

/// Returns the stages of the general search.
fn general_stages(puzzle: &ClassicPuzzle, limit: u64, tables: &mut Tables) -> Stages {
    let mut stages = Stages::only(first_stage(puzzle, tables));
    let is_wide = puzzle.size() > MOST_ROWS;
    stages = stages.with(if is_wide { Stage::Enumerate } else { Stage::Cdcl });
    let mut limit = limit;
    if relabel::is_blank(puzzle) {
        stages = stages.with(Stage::Relabel);
        if limit == 1 {
            stages = stages.with(Stage::PatternGrid);
        }
        limit = limit.div_ceil(relabel::relabellings(puzzle.size()));
    }
    if limit == 1 && pattern::is_possible(puzzle) {
        stages = stages.with(Stage::PatternGuess);
    }
    if cycle_switch::is_possible(puzzle, limit) {
        stages = stages.with(Stage::CycleSwitches);
    }
    if limit > Schedule::DEFAULT.list_from as u64 {
        stages = stages.with(Stage::Enumerate);
    }
    stages
}

/// Returns the engine of the first stage, which searches without learning.
fn first_stage(puzzle: &ClassicPuzzle, tables: &mut Tables) -> Stage {
    if Bitboard::fits(puzzle.geometry()) {
        return Stage::Bitboard;
    }
    // Sweeps fill a grid quickly, but are slow after a guess that changes little.
    let cells = puzzle.geometry().cell_count();
    if 2 * puzzle.given_count() >= cells && tables.get(puzzle.geometry()).fits() {
        Stage::Sweep
    } else {
        Stage::Singles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::{Diagonal, DigitSet};

    fn puzzle(geometry: Geometry, given: usize) -> ClassicPuzzle {
        let cells = geometry.cell_count();
        let size = geometry.size();
        // Row k is row 0 shifted by k, so rows and columns have no clash. Boxes do not matter here.
        let givens: Vec<u8> = (0..cells)
            .map(|cell| if cell < given { ((cell / size + cell % size) % size) as u8 + 1 } else { 0 })
            .collect();
        ClassicPuzzle::new(geometry.into(), &givens).unwrap()
    }

    fn stages(geometry: Geometry, given: usize, limit: u64) -> String {
        let config = Config { limit, ..Config::default() };
        Plan::for_puzzle(Engine::Auto, &puzzle(geometry, given), &config).unwrap().stages.to_string()
    }

    #[test]
    fn stages_follow_size_givens_and_limit() {
        let boxes = |size, rows, cols| Geometry::boxes(size, rows, cols).unwrap();
        let latin = |size| Geometry::latin(size).unwrap();
        assert_eq!(stages(Geometry::classic(), 9, 2), "kernel");
        assert_eq!(stages(Geometry::classic(), 9, u64::MAX), "kernel, memo table");
        assert_eq!(stages(boxes(16, 4, 4), 9, 1), "bitboard, pattern guess, cdcl");
        assert_eq!(stages(boxes(16, 4, 4), 9, 2), "bitboard, cdcl");
        assert_eq!(stages(latin(16), 9, 1000), "bitboard, cdcl");
        assert_eq!(stages(latin(16), 9, 1001), "bitboard, cdcl, enumerate");
        assert_eq!(stages(latin(25), 400, 2), "sweep, cdcl");
        assert_eq!(stages(latin(25), 200, 2), "singles, cdcl");
        assert_eq!(stages(latin(100), 5000, 2), "singles, enumerate");
        assert_eq!(stages(latin(100), 9, 2), "singles, cycle switches, enumerate");
        assert_eq!(stages(latin(4), 0, 1), "relabel, pattern grid, bitboard, cdcl");
        assert_eq!(stages(latin(4), 0, u64::MAX), "relabel, bitboard, cdcl, enumerate, memo table");
    }

    #[test]
    fn the_kernel_gets_plain_grids_in_bulk() {
        let config = Config::default();
        let batch = Plan::for_batch(Engine::Auto, &config).unwrap();
        let plain = puzzle(Geometry::classic(), 1);
        assert!(batch.takes(&plain));
        assert!(!batch.takes(&puzzle(Geometry::classic().with_diagonal(Diagonal::Main), 1)));
        assert!(!batch.takes(&plain.clone().with_restrictions(&[DigitSet::all(9); 81]).unwrap()));
        assert_eq!(Plan::for_batch(Engine::Search, &config), None);
        assert_eq!(Plan::for_batch(Engine::Auto, &Config { memory: 1 << 40, ..config }), None);
        let long = Plan::for_batch(Engine::Kernel, &Config { limit: u64::MAX, ..config }).unwrap();
        assert_eq!(long.kernel_config(), kernel::Config { limit: u32::MAX, budget: MEMO_AFTER });
    }

    #[test]
    fn the_first_solution_in_order_is_for_depth_first_search() {
        assert_eq!(Plan::engine_for(Engine::Auto, Order::Lexicographic), Engine::Dfs);
        assert_eq!(Plan::engine_for(Engine::Auto, Order::Any), Engine::Auto);
        assert_eq!(Plan::engine_for(Engine::Dlx, Order::Lexicographic), Engine::Dlx);
    }
}
