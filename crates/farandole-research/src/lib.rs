//! Research tools for 9x9 Sudoku: generating puzzles, minimal puzzles, unavoidable sets,
//! neighbourhoods. The generator also makes puzzles of other sizes and shapes.
//!
//! | task | where |
//! |---|---|
//! | generate puzzles on all threads, with a range of ratings | [`generate`] |
//! | attempts in vector lanes; other shapes | [`Recipe`]; [`GeneralRecipe`] |
//! | samples without bias | [`weighted_puzzles`], [`uniform_puzzles`] |
//! | minimal puzzles; unavoidable sets | [`minimize`], [`minimal_puzzles`]; [`unavoidable_sets`] |
//! | neighbours; twins; backdoors; all puzzles in a grid | [`neighbours`]; [`twins`]; [`backdoors`]; [`Scan`] |
//! | a query on each puzzle of a stream | [`study`] |
//! | training and test parts of a dataset | [`DatasetPart`] |
//! | best-first search for puzzles near given ones | [`neighbourhood_search`] |
//!
//! This crate does not read puzzle files. Canonical forms are in `farandole-canon`.
//!
//! ```
//! use farandole_kernel::Isa;
//! use farandole_research::{Recipe, givens};
//!
//! let (made, _) = Recipe::default().attempts(Isa::detect(), 1, 0..10);
//! assert!(made.iter().all(|made| (17..=35).contains(&givens(&made.puzzle).count_ones())));
//! ```
#![forbid(unsafe_code)]

mod backdoors;
mod batched_queries;
mod board;
mod dataset;
mod exchange;
pub mod find;
mod general;
pub mod generate;
mod grid;
mod importance_sampling;
mod impossible;
mod layout;
mod ledger;
mod local_search;
mod minimize;
mod morph;
mod named;
pub mod neighbourhood_search;
mod neighbours;
mod pattern;
pub mod practice;
mod random;
mod recipe;
mod reduce;
mod result;
mod sample;
mod scan;
pub mod study;
mod twins;
mod unavoidable;
mod uniform;
pub mod variants;

pub use backdoors::{TechniqueSet, backdoors};
pub use board::{ALL_CELLS, Cells, Grid, givens, restrict};
pub use dataset::DatasetPart;
pub use general::{GeneralPuzzle, GeneralRecipe, Layout};
pub use importance_sampling::{WeightTotals, Weighted, weighted_puzzles};
pub use impossible::RecipeError;
pub use layout::random_layout;
pub use ledger::LedgerError;
pub use minimize::{MinimalPuzzles, ProperPuzzle, minimal_puzzles, minimize};
pub use morph::random_symmetry;
pub use neighbours::{Neighbours, neighbours};
pub use pattern::PatternSymmetry;
pub use random::Random;
pub use recipe::{Failed, Recipe};
pub use result::{GeneratedBoard, Minimal};
pub use scan::Scan;
pub use twins::{Twins, twins};
pub use unavoidable::unavoidable_sets;
pub use uniform::uniform_puzzles;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
