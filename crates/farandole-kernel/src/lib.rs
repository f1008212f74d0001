//! Bulk solving of 9x9 Sudoku: one puzzle per SIMD lane.
//!
//! For whoever has thousands or millions of 9x9 puzzles: bytes in, answers out, nothing allocated, no panic on
//! any input. It knows no other sizes and no variants, and it does not explain its steps.
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
//! All calls keep to the same promises. What is reported for a puzzle, counters included, is a function of that
//! puzzle and the [`Config`] alone: neither its neighbours in the batch nor the instruction set matter. A call
//! uses one thread and, for its search stacks, up to half a megabyte of that thread's stack.
//!
//! Features: `std` (default) for detection at run time and the variable `FARANDOLE_ISA`.
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

pub use answer::{Answer, Config, Counters, End};
pub use batch::{each_solution, solve_batch, solve_batch_until, solve_pencilmarks};
pub use isa::{Isa, IsaError};
pub use queries::{Candidates, Redundancy, parse_pencilmarks, redundant_givens, true_candidates};
pub use stream::{Stream, solve_stream};

#[cfg(test)]
mod tests;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
