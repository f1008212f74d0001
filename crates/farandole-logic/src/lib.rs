//! Human solving techniques for the classic Sudoku: deductions, explanations, hints and difficulty
//! ratings.
//!
//! A [`State`] is a grid with candidates. A technique searches it and returns [`Deduction`]s, which
//! name the pattern and its effect as plain data. A rating scale ([`se`], [`hodoku`]) applies
//! techniques in a fixed order until the grid is full and computes a difficulty from the steps.
//! [`own`] has an order for people and finds paths without needless steps. [`whips`] computes the W
//! and B ratings of Berthier. [`verify`] proves deductions without using technique code. [`hint`]
//! finds the next step from a user's [`UserGrid`]. [`explain`] renders deductions as text, drawings
//! or JSON. [`catalogue`] lists the techniques, and [`practice`] has exercises.
//!
//! Each technique family has one file. It is in `se/techniques` or `hodoku/techniques`, depending
//! on the program whose search order it follows, or in `modern/techniques` if neither program has
//! the technique. The file contains the finder and the explanation. Names, difficulties and pages are
//! in the table of `techniques.rs`. Shared code of the finders is in `patterns`. A module uses only
//! modules that precede it in this list:
//! `model`, `cancel`, `minutes`, `pages`, `patterns`, `grammar` and `notation`, `se`, `hodoku`, `whips`,
//! `modern`, `lookup`, `verify`, `own` and `hint`, `explain`, `catalogue`, `practice`.
//!
//! ```
//! use farandole_logic::{PathOutcome, State, se};
//!
//! let line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let state = State::from_line(line).expect("81 bytes without a clash");
//! let rating = se::rate(&state, se::Budget::NONE);
//! assert_eq!((rating.er, rating.outcome), (12, PathOutcome::Solved));
//! ```
//!
//! Variants and grids of other sizes or shapes have their own states and deductions, in
//! [`variant`].
//!
//! This crate does not search for solutions; use `farandole-solve` for that. The feature `serde`
//! adds the module [`explain`]`::json`, which converts explanations to serializable types.
#![forbid(unsafe_code)]

pub mod cancel;
pub mod catalogue;
mod chain_text;
pub mod claim;
pub mod explain;
mod grammar;
pub mod hint;
pub mod hodoku;
mod lookup;
pub mod minutes;
mod model;
mod modern;
mod notation;
pub mod own;
mod pages;
mod patterns;
pub mod practice;
mod rating;
mod scale;
pub mod se;
mod techniques;
mod user_grid;
pub mod variant;
pub mod verify;
pub mod whips;

pub use model::{
    Assertion, Candidate, Chain, Deduction, Inference, Link, Node, PathOutcome, Role, State, Technique,
};
pub use rating::Numbers;
pub use scale::{Scale, ScaleBudget};
pub use user_grid::{UserGrid, UserGridError};

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
