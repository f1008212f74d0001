//! The router: which engine takes a puzzle, with which stages, and why.
//!
//! A [`Plan`] is data. It is made here alone, before any search, for single puzzles, batches, questions about candidates,
//! counts, listings and proofs. The engines get the stages of the plan and never choose one themselves; the
//! [`Report`](crate::Report) tells the plan and the stages that really ran.
//!
//! | asked | 9x9 grid with 3x3 boxes only | any other grid |
//! |---|---|---|
//! | solutions, `auto` | `kernel` | `search`: bitboard up to 16x16, else sweep or singles; pattern guess; cdcl; enumerate |
//! | number of all solutions, `auto` | the same for 50,000 nodes, then a memo table | the same |
//! | plain lines in bulk, true candidates | `kernel`, many at once | one after the other |
//! | all solutions in a fixed order | sweep | sweep |
//! | certificate | cdcl | cdcl |
//!
//! ```
//! use farandole_puzzle::{Geometry, Puzzle};
//! use farandole_solve::{Config, Engine, Plan, Stage};
//!
//! let geometry = Geometry::boxes(16, 4, 4).unwrap();
//! let mut givens = [0; 256];
//! givens[3] = 7;
//! let puzzle = Puzzle::new(geometry.into(), &givens).unwrap();
//! let plan = Plan::for_puzzle(Engine::Auto, &puzzle, &Config::default()).unwrap();
//! assert_eq!(plan.to_string(), "search: not a plain 9x9 grid");
//! assert_eq!(plan.stages.to_string(), "bitboard, pattern guess, cdcl");
//! ```
//!
//! Source: the shape follows `meta/strategy.rs` of the crate regex-automata, one router before many engines.

use crate::engine::bitboard::Bitboard;
use crate::engine::sweep::Tables;
use crate::engine::{pattern, relabel};
use crate::memory;
use crate::schedule::{MEMO_AFTER, Schedule};
use crate::{Config, Engine, Stage, Stages, Unsupported};
use core::fmt;
use farandole_kernel as kernel;
use farandole_puzzle::{Geometry, Puzzle};

/// How a puzzle is to be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The engine; never [`Engine::Auto`].
    pub engine: Engine,
    /// Why this engine.
    pub reason: Reason,
    /// The stages that may run. A stage does not run if one before it has the answer, or if the puzzle turns out not to
    /// be of its kind.
    pub stages: Stages,
}

/// Why an engine was picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It was asked for by name.
    Asked,
    /// The puzzle is a 9x9 grid with 3x3 boxes only, which the kernel is made for.
    Classic,
    /// The puzzle is not a 9x9 grid with 3x3 boxes only.
    General,
    /// All solutions are wanted in a fixed order; see [`Solver::list`](crate::Solver::list).
    Listing,
    /// There are many solutions, and a memo table counts them faster than a visit to each; see
    /// [`Solver::first`](crate::Solver::first).
    Counting,
    /// A certificate is wanted; see [`Solver::prove`](crate::Solver::prove).
    Proof,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "asked for",
            Self::Classic => "a plain 9x9 grid",
            Self::General => "not a plain 9x9 grid",
            Self::Listing => "solutions in a fixed order",
            Self::Counting => "many solutions, counted with memory of subproblems",
            Self::Proof => "a certificate",
        })
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.engine, self.reason)
    }
}

/// Which solution of several comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The one that is found first.
    Any,
    /// The lexicographically first, when its digits are read row by row.
    Lexicographic,
}

impl Plan {
    /// The plan for one puzzle, as [`Solver::first`](crate::Solver::first) and [`Solver::count`](crate::Solver::count) follow
    /// it.
    ///
    /// Cost: for grids above 16x16 of which half is given, the tables of the sweep are built and dropped again.
    ///
    /// # Errors
    /// If the engine cannot take such a puzzle, or needs more memory than the budget allows.
    pub fn for_puzzle(engine: Engine, puzzle: &Puzzle, config: &Config<'_>) -> Result<Self, Unsupported> {
        for_puzzle(engine, puzzle, config, &mut Tables::default())
    }

    /// The plan for all solutions in a fixed order.
    pub const fn for_list() -> Self {
        Self { engine: Engine::Search, reason: Reason::Listing, stages: Stages::only(Stage::Sweep) }
    }

    /// The plan for a certificate.
    pub const fn for_proof() -> Self {
        Self { engine: Engine::Search, reason: Reason::Proof, stages: Stages::only(Stage::Cdcl) }
    }

    /// The plan for a count with a memo table.
    pub(crate) const fn for_memo() -> Self {
        Self { engine: Engine::Dlx, reason: Reason::Counting, stages: Stages::only(Stage::Memo) }
    }

    /// The plan for a stream of puzzles of which many are plain 9x9 grids: those may go to the kernel in bulk, without a
    /// [`Solver`](crate::Solver). `None` if every puzzle must have a search of its own, because of the engine asked for or
    /// because each has a memory budget.
    ///
    /// A line of 81 digits and empty signs may go to the kernel unparsed. A parsed puzzle may do so if
    /// [`BatchPlan::takes`] it. The same holds for the kernel's bulk questions about candidates and givens.
    pub fn for_batch(engine: Engine, config: &Config<'_>) -> Option<BatchPlan> {
        let reason = match engine {
            Engine::Auto => Reason::Classic,
            Engine::Kernel => Reason::Asked,
            Engine::Dfs | Engine::Prune | Engine::Dlx | Engine::Search => return None,
        };
        if config.memory < u64::MAX {
            return None;
        }
        let plan = Self { engine: Engine::Kernel, reason, stages: Stages::only(Stage::Kernel) };
        // Long counts get a search of their own, which may use a memo table and reports its progress.
        let most = if config.limit > MEMO_AFTER { MEMO_AFTER } else { u64::MAX };
        Some(BatchPlan {
            plan,
            limit: config.limit,
            budget: config.budget,
            bulk_budget: config.budget.min(most),
        })
    }

    /// The engine for a puzzle of which the first solution in this order is wanted. An engine asked for by name stays,
    /// whatever order it has.
    pub const fn engine_for(engine: Engine, order: Order) -> Engine {
        match (engine, order) {
            (Engine::Auto, Order::Lexicographic) => Engine::Dfs,
            (engine, _) => engine,
        }
    }

    /// Whether searches with different seeds differ, so that several threads can race.
    pub(crate) const fn depends_on_seed(&self) -> bool {
        matches!(self.engine, Engine::Search)
    }
}

/// How plain 9x9 puzzles are handed to the kernel in bulk; see [`Plan::for_batch`].
///
/// ```
/// use farandole_kernel::{Answer, Isa, solve_batch};
/// use farandole_solve::{Config, Engine, Plan, Report};
///
/// let line = *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let batch = Plan::for_batch(Engine::Auto, &Config { limit: 2, ..Config::default() }).unwrap();
/// let mut answers = [Answer::default()];
/// solve_batch(Isa::detect(), &batch.kernel_config(), &[line], &mut answers);
/// assert!(!batch.leaves_open(&answers[0]));
/// assert_eq!(Report::of_batch(&batch, &answers[0]).solutions, 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchPlan {
    plan: Plan,
    limit: u64,
    budget: u64,
    bulk_budget: u64,
}

impl BatchPlan {
    /// Engine, reason and stages.
    pub const fn plan(&self) -> Plan {
        self.plan
    }

    /// The number of solutions to stop at, as it was asked for.
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Whether the kernel takes this puzzle in bulk: a 9x9 grid with 3x3 boxes only, without restrictions.
    pub fn takes(&self, puzzle: &Puzzle) -> bool {
        is_plain(puzzle.geometry()) && puzzle.restrictions().is_none()
    }

    /// What to tell the kernel.
    pub fn kernel_config(&self) -> kernel::Config {
        kernel::Config { limit: kernel_limit(self.limit), budget: self.bulk_budget }
    }

    /// Returns the plan with at most this many nodes for each puzzle in the bulk run.
    #[must_use]
    pub fn with_bulk_budget(self, nodes: u64) -> Self {
        Self { bulk_budget: self.bulk_budget.min(nodes), ..self }
    }

    /// Whether the bulk run gave a puzzle up that must now have a search of its own, from the beginning, with the same
    /// [`Config`] by a [`Solver`](crate::Solver).
    pub fn leaves_open(&self, answer: &kernel::Answer) -> bool {
        self.bulk_budget < self.budget && answer.end == kernel::End::BudgetSpent
    }
}

/// The limit in the words of the kernel.
pub(crate) fn kernel_limit(limit: u64) -> u32 {
    u32::try_from(limit).unwrap_or(u32::MAX)
}

/// The plan for a puzzle whose solutions are visited one by one; [`Solver::run`](crate::Solver::run).
pub(crate) fn for_visits(
    engine: Engine,
    puzzle: &Puzzle,
    config: &Config<'_>,
    tables: &mut Tables,
) -> Result<Plan, Unsupported> {
    let (engine, reason) = choose(engine, puzzle.geometry())?;
    memory::admit(engine, puzzle.geometry(), config)?;
    let stages = match engine {
        Engine::Kernel => Stages::only(Stage::Kernel),
        Engine::Dfs => Stages::only(Stage::DepthFirst),
        Engine::Prune => Stages::only(Stage::Singles),
        Engine::Dlx => Stages::only(Stage::DancingLinks),
        Engine::Auto | Engine::Search => general_stages(puzzle, config.limit, tables),
    };
    Ok(Plan { engine, reason, stages })
}

/// The plan for a puzzle of which the first solution and the number are wanted.
pub(crate) fn for_puzzle(
    engine: Engine,
    puzzle: &Puzzle,
    config: &Config<'_>,
    tables: &mut Tables,
) -> Result<Plan, Unsupported> {
    let mut plan = for_visits(engine, puzzle, config, tables)?;
    if engine == Engine::Auto && config.limit == u64::MAX && config.budget > MEMO_AFTER {
        plan.stages = plan.stages.with(Stage::Memo);
        if relabel::is_blank(puzzle) {
            plan.stages = plan.stages.with(Stage::Relabel);
        }
    }
    Ok(plan)
}

/// Whether the kernel answers both puzzles in one call, without visits.
pub(crate) fn is_one_call(engine: Engine, first: &Puzzle, other: &Puzzle, config: &Config<'_>) -> bool {
    let restricted = first.restrictions().is_some();
    // Only visits let a long run be watched, and only they let one with restrictions be cancelled.
    let must_visit =
        config.limit > 2 && (config.watcher.is_some() || (config.cancel.is_some() && restricted));
    !must_visit
        && (1..=u64::from(u32::MAX)).contains(&config.limit)
        && memory::admit(Engine::Kernel, first.geometry(), config).is_ok()
        && restricted == other.restrictions().is_some()
        && [first, other]
            .iter()
            .all(|puzzle| matches!(choose(engine, puzzle.geometry()), Ok((Engine::Kernel, _))))
}

/// The engine for a geometry when `engine` is asked for.
fn choose(engine: Engine, geometry: &Geometry) -> Result<(Engine, Reason), Unsupported> {
    match engine {
        Engine::Auto if is_plain(geometry) => Ok((Engine::Kernel, Reason::Classic)),
        Engine::Auto => Ok((Engine::Search, Reason::General)),
        Engine::Kernel if !is_plain(geometry) => Err(Unsupported::KERNEL),
        Engine::Dfs | Engine::Prune | Engine::Dlx | Engine::Kernel | Engine::Search => {
            Ok((engine, Reason::Asked))
        }
    }
}

/// Whether the kernel takes such grids: 9x9 with 3x3 boxes and nothing else.
fn is_plain(geometry: &Geometry) -> bool {
    geometry.is_classic()
}

/// The stages of the general search.
fn general_stages(puzzle: &Puzzle, limit: u64, tables: &mut Tables) -> Stages {
    let mut stages = Stages::only(first_stage(puzzle, tables)).with(Stage::Cdcl);
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
    if limit > Schedule::DEFAULT.list_from as u64 {
        stages = stages.with(Stage::Enumerate);
    }
    stages
}

/// The engine of the first stage, which searches without learning.
fn first_stage(puzzle: &Puzzle, tables: &mut Tables) -> Stage {
    if Bitboard::fits(puzzle.geometry()) {
        return Stage::Bitboard;
    }
    // Sweeps fill a grid quickly, but take long for each guess that changes little.
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

    fn puzzle(geometry: Geometry, given: usize) -> Puzzle {
        let cells = geometry.cell_count();
        let size = geometry.size();
        // Row k is row 0 moved on by k: no clash in rows and columns; boxes do not matter here.
        let givens: Vec<u8> = (0..cells)
            .map(|cell| if cell < given { ((cell / size + cell % size) % size) as u8 + 1 } else { 0 })
            .collect();
        Puzzle::new(geometry.into(), &givens).unwrap()
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
