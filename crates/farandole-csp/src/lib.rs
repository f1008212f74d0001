//! A constraint solver for Sudoku variants.
//!
//! A [`CspSolver`] compiles the constraints of a [`Variant`](farandole_puzzle::variant::Variant)
//! into a network and searches it. The search is depth first, learns from conflicts, or alternates
//! between the two. The network has cells with candidate masks, houses, pairs of cells that differ,
//! and propagators. A propagator is a pure function on masks that removes candidates.
//!
//! | result | call |
//! |---|---|
//! | the first solution, the number of solutions, every solution | [`CspSolver::first`], [`CspSolver::count`], [`CspSolver::run`] |
//! | true candidates | [`CspSolver::true_candidates`] |
//! | an estimate of the number of solutions | [`CspSolver::estimate`] |
//! | the steps of the search, and the constraints that imply them | [`VariantTracer`] |
//! | a formula, and a proof about it | [`VariantFormula`], [`VariantFormula::refute`] |
//!
//! This crate does not choose between engines. `farandole-solve` does: for example, it uses the
//! engines for classic puzzles if a variant has only houses. Explanations for people are in
//! `farandole-logic`.
//!
//! ```
//! use farandole_csp::{Config, CspSolver};
//! use farandole_puzzle::format::iss;
//!
//! let variant = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_4").unwrap();
//! let solver = CspSolver::new(&variant).unwrap();
//! let (first, report) = solver.first(&Config { limit: 100, ..Config::default() });
//! assert_eq!(first.unwrap()[..5], [1, 2, 3, 4, 4]);
//! assert_eq!(report.solutions, 6);
//! ```
#![forbid(unsafe_code)]

mod compile;
mod houses_only;
mod lanes;
mod learning;
mod model;
mod network;
mod proof;
mod propagation;
mod propagators;
mod search;
mod search_kind;
mod small_killer;
mod solver;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod trace;
mod true_candidates;

pub use compile::UnsupportedConstraint;
pub use farandole_search::{Config, Counters, End, Finding, Progress, Wanted, Watcher};
pub use houses_only::HousesOnly;
pub use proof::refutation::Refutation;
pub use proof::{NotEncoded, VariantFormula};
pub use search_kind::VariantSearch;
pub use solver::{CspReport, CspSolver, KnownCandidates, TrueCandidates};
pub use trace::{TraceKind, TraceSource, TraceStep, VariantTracer};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
