//! Bulk solving of 9x9 Sudoku, one puzzle per SIMD lane.
//!
//! The kernel is for callers with thousands or millions of 9x9 puzzles. Puzzles and answers are plain arrays
//! in slices of the caller. Solving allocates nothing, and no puzzle, however malformed, causes a panic.
//!
//! ```
//! use farandole_kernel::{Answer, Config, Isa, solve_batch};
//!
//! let puzzle = *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let mut answers = [Answer::default()];
//! let config = Config { limit: 2, ..Config::default() };
//! solve_batch(Isa::detect(), &config, &[puzzle], &mut answers);
//! assert_eq!(answers[0].solutions, 1);
//! assert!(answers[0].grid.starts_with(b"534678912"));
//! ```
//!
//! The result for a puzzle, including its counters, depends only on that puzzle and the [`Config`]. The other
//! puzzles of the batch and the instruction set do not affect it. A call runs on the calling thread and uses up
//! to half a megabyte of its stack for the search.
//!
//! # When not to use it
//!
//! The kernel handles classic 9x9 grids only and does not explain its steps. The crate `farandole-solve` solves
//! other sizes and variants, and `farandole-logic` explains steps. A call with one puzzle leaves most lanes
//! idle, so pass many puzzles at once; if each query depends on the previous answer, use [`solve_stream`].
//!
//! # Features
//!
//! - `std` (default): detects the instruction set at run time and reads the environment variable
//!   `FARANDOLE_ISA`.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

mod answer;
mod arch;
mod batch;
mod isa;
mod layout;
mod queries;
mod simd;
mod stream;
mod vectors;

pub use answer::{Answer, Config, Counters, End};
pub use batch::{
    each_solution, each_solution_until, solve_batch, solve_batch_until, solve_pencilmarks,
    solve_pencilmarks_until,
};
pub use isa::{Isa, IsaError};
pub use queries::{Candidates, Redundancy, parse_pencilmarks, redundant_givens, true_candidates};
pub use stream::{Stream, solve_stream};
pub use vectors::{Task, Vectors};

#[cfg(test)]
mod tests;

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
