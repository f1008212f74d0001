//! General exact cover, in Knuth's vocabulary.
//!
//! Given *items* and *options*, which are sets of items, find the sets of options that cover each
//! *primary* item exactly once and each *secondary* item at most once. An option may give a secondary
//! item a *color*. Any number of chosen options may cover that item, provided that all of them give
//! it the same color.
//!
//! - [`Problem`] and its [`Builder`]: items, options, colors, multiplicities, costs.
//! - [`Search`]: backtracking (Knuth's Algorithms X, C and M). It finds solutions one by one,
//!   counts them, or finds a solution with the fewest options. It has exact counters, a budget and
//!   cancellation, and options can be selected in advance. [`ParallelSearch`] finds the solutions on
//!   several threads, in the same order.
//! - [`Counter`]: exact counts of any size by memoization; [`Diagram`]: all solutions as a decision
//!   diagram.
//! - [`cheapest`]: the solutions of least cost by branch and bound.
//! - [`Learner`]: one solution of a hard problem, by learning from conflicts.
//! - [`reduce`]: preprocessing; [`split`] and [`mod@checkpoint`]: long runs.
//! - [`Symmetries`]: symmetries, given or detected; counts up to symmetry, and symmetry breaking.
//! - [`Prover`] and [`verify()`]: certificates of counts.
//! - [`mod@format`]: text formats; [`mod@draw`]: SVG drawings; [`generate`]: problems of well-known
//!   families.
//!
//! ```
//! use farandole_cover::{Config, Search, format};
//!
//! // Knuth's first example: the only solution is {a d f}, {b g}, {c e}.
//! let text = b"a b c d e f g\n c e\n a d g\n b c f\n a d f\n b g\n d e g\n";
//! let parsed = format::parse(text, None)?;
//! let mut search = Search::new(&parsed.problem)?;
//! for solution in search.solutions(Config::new()) {
//!     let options: Vec<_> = solution.iter().map(|&o| parsed.problem.option_text(o)).collect();
//!     assert_eq!(options, ["a d f", "b g", "c e"]);
//! }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! This crate does not read puzzles; other crates translate puzzles into exact cover problems.
//!
//! # Features
//!
//! The crate needs `alloc` only.
//!
//! - `std` (default): search on several threads, checkpoints in files, and detection of the
//!   instruction sets of the processor.
//! - `serde`: problems as JSON, and merging of the answers about the pieces of a split. It needs
//!   `std`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod backend;
mod certificate;
pub mod checkpoint;
mod config;
mod count;
pub mod draw;
mod first;
pub mod format;
pub mod generate;
mod model;
mod optimize;
mod preprocess;
mod prune;
#[cfg(feature = "std")]
mod race;
mod random;
mod search;
mod simd;
mod symmetry;

pub use backend::Branch;
pub use backend::unsupported::Unsupported;
pub use certificate::verify::{VerifyError, VerifyErrorKind, verify};
pub use certificate::write::Prover;
pub use checkpoint::{SplitError, Subproblem, split};
pub use config::{Config, End};
pub use count::counter::Counter;
pub use count::memo::MemoStats;
pub use count::zdd::{Diagram, DiagramBuilder, DiagramError};
pub use first::{FirstSolution, Learner};
pub use model::builder::{BuildError, BuildErrorKind, Builder};
pub use model::problem::{Bounds, Color, Entry, Problem};
pub use num_bigint::BigUint;
pub use optimize::branch_and_bound::{Cheapest, cheapest};
pub use optimize::fewest::Fewest;
pub use preprocess::{Keep, Reduced, Removed, reduce};
#[cfg(feature = "std")]
pub use race::{Race, race};
pub use random::Random;
pub use search::estimate::{Dive, Estimate, Mean};
pub use search::heuristic::Heuristic;
pub use search::iterator::Solutions;
pub use search::outcome::{Clash, Count, Stats, Step};
#[cfg(feature = "std")]
pub use search::parallel::{Event, Goal, ParallelSearch, Part, Snapshot};
pub use search::position::{Position, PositionError};
pub use search::solver::{Method, Search};
pub use symmetry::detect::Costs;
pub use symmetry::group::{Detected, Permutation, Symmetries, SymmetryError, SymmetryErrorKind};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
