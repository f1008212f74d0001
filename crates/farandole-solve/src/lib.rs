//! Sudoku engines, and the router that selects one for each puzzle.
//!
//! A [`Solver`] runs one [`Engine`] on [`ClassicPuzzle`](farandole_puzzle::ClassicPuzzle)s of any
//! size and house shape. It visits every solution and reports the reason for the end of the search,
//! the work done, and the [`Plan`] that it followed. All engines find the same set of solutions.
//! They differ in the order of the solutions, in speed, and in the puzzles that they accept. This
//! crate does not rate or explain puzzles.
//!
//! | task | call |
//! |---|---|
//! | the first solution, and whether it is unique | [`Solver::first`], [`Solver::race`] on several threads |
//! | the same for many puzzles | [`Solver::solve_batch`]; puzzles as bytes: [`Batch`] |
//! | the number of solutions | [`Solver::count`], [`Solver::estimate`] |
//! | every solution | [`Solver::run`], [`Solver::list`] in a fixed order from any position |
//! | true candidates, redundant givens | [`Solver::true_candidates`], [`Solver::redundant_givens`] |
//! | any of this for a [`Puzzle`](farandole_puzzle::Puzzle), classic or a variant | [`PuzzleSolver`] |
//! | a formula, and a proof | [`Encoding`], [`Solver::prove`]; for variants [`VariantFormula`], [`VariantFormula::refute`] |
//!
//! Features: `check` is for tests. It compares each propagator of the learning search with its
//! reference implementation.
//!
//! ```
//! use farandole_puzzle::{Geometry, ClassicPuzzle};
//! use farandole_solve::{Config, End, Engine, Solver};
//!
//! let geometry = Geometry::boxes(4, 2, 2).unwrap();
//! let puzzle = ClassicPuzzle::new(geometry.into(), &[0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 4, 0, 0, 0]).unwrap();
//! let mut solver = Solver::new(Engine::Auto);
//! let report = solver.count(&puzzle, &Config { limit: 2, ..Config::default() }).unwrap();
//! assert_eq!((report.solutions, report.end), (1, End::Exhausted));
//! let (grid, _) = solver.first(&puzzle, &Config::default()).unwrap();
//! assert_eq!(grid.unwrap().digits(), [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
//! ```
#![forbid(unsafe_code)]

mod batch;
mod candidate_counts;
mod cnf;
mod count;
mod drat;
mod engine;
mod engine_name;
mod enumerate;
mod estimate;
mod geometry_tables;
mod lru;
mod memory;
mod plan;
mod portfolio;
mod puzzle_solver;
mod report;
mod schedule;
mod solver;
mod stages;
mod true_candidates;

pub use batch::{Batch, BatchAnswer, classic_puzzle};
pub use candidate_counts::{CandidateCounts, LISTED, candidate_counts};
pub use cnf::{EncodeError, Encoding};
pub use engine_name::{Engine, Unsupported};
pub use enumerate::{ListError, Position};
pub use farandole_csp::{
    CspReport, KnownCandidates, NotEncoded, Refutation, TraceKind, TraceSource, TraceStep, TrueCandidates,
    UnsupportedConstraint, VariantFormula, VariantSearch, VariantTracer,
};
pub use farandole_search::{Config, Counters, End, Finding, Progress, Watcher};
pub use plan::{Order, Plan, Reason};
pub use puzzle_solver::{
    ConstraintFinding, PuzzleSolver, conflicting_constraints, impossible_constraint, redundant_constraints,
};
pub use report::{Answer, Report};
pub use solver::Solver;
pub use stages::{Stage, Stages};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
