//! Makes Sudoku puzzles and studies them: a generator, minimal puzzles, unavoidable sets.
//!
//! Not for solving, rating or reading puzzles; what a puzzle shall be beyond its givens comes in as a function.
//!
//! ```
//! use farandole_kernel::Isa;
//! use farandole_setter::{Recipe, givens};
//!
//! let (made, _) = Recipe::default().attempts(Isa::detect(), 1, 0..10);
//! assert!(made.iter().all(|made| (17..=35).contains(&givens(&made.puzzle).count_ones())));
//! ```
#![forbid(unsafe_code)]

mod board;
mod general;
mod generate;
mod grid;
mod layout;
mod pattern;
mod random;
mod reduce;
mod unavoidable;
mod walks;

pub use board::{ALL_CELLS, Cells, Grid, givens, restrict};
pub use general::{GeneralMade, GeneralRecipe, Layout};
pub use generate::{Failed, Made, Minimal, Recipe};
pub use layout::random_layout;
pub use pattern::PatternSymmetry;
pub use random::Random;
pub use unavoidable::unavoidable_sets;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
