//! A generator of Sudoku puzzles and tools to study them: minimal puzzles, unavoidable sets,
//! neighbourhoods.
//!
//! This crate does not solve, rate or read puzzles. Callers pass requirements beyond the givens as
//! functions.
//!
//! ```
//! use farandole_kernel::Isa;
//! use farandole_setter::{Recipe, givens};
//!
//! let (made, _) = Recipe::default().attempts(Isa::detect(), 1, 0..10);
//! assert!(made.iter().all(|made| (17..=35).contains(&givens(&made.puzzle).count_ones())));
//! ```
#![forbid(unsafe_code)]

mod backdoors;
mod batched_queries;
mod board;
mod exchange;
mod general;
mod generate;
mod grid;
mod importance_sampling;
mod impossible;
mod layout;
mod local_search;
mod minimize;
mod morph;
mod neighbours;
mod pattern;
mod random;
mod reduce;
mod result;
mod scan;
mod twins;
mod unavoidable;
mod uniform;

pub use backdoors::{Rules, backdoors};
pub use board::{ALL_CELLS, Cells, Grid, givens, restrict};
pub use general::{GeneralMade, GeneralRecipe, Layout};
pub use generate::{Failed, Recipe};
pub use importance_sampling::{WeightTotals, Weighted, weighted_puzzles};
pub use impossible::RecipeError;
pub use layout::random_layout;
pub use minimize::{MinimalPuzzles, ProperPuzzle, minimal_puzzles, minimal_puzzles_until, minimize};
pub use morph::random_symmetry;
pub use neighbours::{Neighbours, neighbours};
pub use pattern::PatternSymmetry;
pub use random::Random;
pub use result::{Made, Minimal};
pub use scan::Scan;
pub use twins::{Twins, twins};
pub use unavoidable::unavoidable_sets;
pub use uniform::uniform_puzzles;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
