//! General exact cover, in Knuth's vocabulary.
//!
//! Given *items* and *options*, which are sets of items, find the sets of options that cover each *primary*
//! item exactly once and each *secondary* item at most once. A secondary item may have a *color* in an option;
//! then any number of chosen options may hold it, provided that they agree about its color.
//!
//! - [`Problem`] and its [`Builder`]: items, options, colors, multiplicities, costs.
//! - [`Search`]: solutions one by one, counts, the solution with the fewest options; with exact counters, a
//!   budget, cancelling, and options fixed beforehand.
//! - [`cheapest`]: the solutions of least cost.
//! - [`Counter`]: counts of any size, with memory.
//! - [`Symmetries`]: given or found; counts up to symmetry, and searches that leave out symmetric branches.
//! - [`Diagram`]: all solutions in one structure, for numbering, random samples and least cost.
//! - [`mod@format`]: Knuth's text format, read and written; matrices and two other formats, read.
//! - [`make`]: problems of well-known families, of any size.
//!
//! ```
//! use farandole_cover::{Control, Search, format};
//!
//! // Knuth's first example: the only solution is {a d f}, {b g}, {c e}.
//! let text = b"a b c d e f g\n c e\n a d g\n b c f\n a d f\n b g\n d e g\n";
//! let parsed = format::parse(text, None)?;
//! let mut search = Search::new(&parsed.problem)?;
//! for solution in search.solutions(Control::new()) {
//!     let options: Vec<_> = solution.iter().map(|&o| parsed.problem.option_text(o)).collect();
//!     assert_eq!(options, ["a d f", "b g", "c e"]);
//! }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! This crate is not for puzzles as people write them, which other crates turn into exact cover problems, and
//! it knows none of their words. It needs `alloc`; the feature `std` (default) adds [`Crew`], which searches on several
//! threads.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod automorphism;
mod bits;
mod bound;
mod control;
mod count;
mod cpu;
mod diagram;
mod engine;
mod estimate;
mod first;
pub mod format;
mod heuristic;
mod lanes;
mod leader;
mod links;
pub mod make;
mod memory;
mod multi;
mod names;
mod nested;
#[cfg(feature = "std")]
mod parallel;
mod pocket;
mod position;
mod pre;
mod price;
mod problem;
mod proof;
mod random;
mod relax;
mod rework;
mod run;
mod search;
mod sets;
mod split;
mod symmetry;
mod verify;

pub use automorphism::Costs;
pub use control::{Clash, Control, Count, Ending, Fewest, Stats, Step, Unsupported};
pub use count::Counter;
pub use diagram::{Diagram, DiagramBuilder, DiagramError};
pub use estimate::{Estimate, Mean};
pub use first::{First, Learner};
pub use heuristic::Heuristic;
pub use memory::MemoryStats;
pub use num_bigint::BigUint;
#[cfg(feature = "std")]
pub use parallel::{Crew, Event, Part, Snapshot, Wanted};
pub use position::{Branch, Position, PositionError};
pub use pre::{Keep, Reduced, Removed, reduce};
pub use price::{Cheapest, cheapest};
pub use problem::{Bounds, BuildError, BuildErrorKind, Builder, Color, Entry, Problem};
pub use proof::Prover;
pub use random::Random;
pub use search::{Method, Search, Solutions};
pub use split::{Piece, SplitError, split};
pub use symmetry::{Found, Permutation, Symmetries, SymmetryError, SymmetryErrorKind};
pub use verify::{VerifyError, VerifyErrorKind, verify};
