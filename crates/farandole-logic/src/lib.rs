//! Human techniques for the classic Sudoku: what follows from a grid, why, and how hard people say it is.
//!
//! A [`State`] is a grid with candidates. A technique looks at it and yields [`Deduction`]s: plain data that name the
//! pattern and its effect. A scale ([`se`], [`hodoku`]) applies techniques in a fixed order until the grid is full and
//! says how hard that was. [`verify`] proves deductions without technique code, [`hint`] gives the next one from a
//! [`Sheet`] as a person has it, [`explain`] tells deductions as text, drawing or JSON, [`catalogue`] lists the
//! techniques. Nothing here searches for solutions.
//!
//! A technique stands in one file, with the program whose order of search it follows (`se/techniques`,
//! `hodoku/techniques`): finder, name, numbers, explanation, example. What several finders build on is in `patterns`.
//! A module uses only those above it in this list: `model`, `watch`, `patterns` and `grammar`, `se`, `hodoku`, `registry` and
//! `hint`, `explain`, `catalogue`.
//!
//! ```
//! use farandole_logic::{State, se};
//!
//! let line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let state = State::from_line(line).expect("81 bytes without a clash");
//! let rating = se::rate(&state, se::Budget::NONE);
//! assert_eq!((rating.er, rating.outcome), (12, se::Outcome::Solved));
//! ```
//!
//! Puzzles with other rules, sizes and shapes have states and steps of their own: [`variant`].
//!
//! Not for: bare solving. Feature `serde`: the module
//! [`explain`]`::json`, explanations in forms for JSON.
#![forbid(unsafe_code)]

mod about;
pub mod catalogue;
pub mod explain;
mod grammar;
pub mod hint;
pub mod hodoku;
mod model;
mod patterns;
mod registry;
pub mod se;
mod sheet;
pub mod variant;
pub mod verify;
pub mod watch;

pub use model::{Assertion, Candidate, Chain, Deduction, Inference, Link, Role, State, Technique};
pub use sheet::{Sheet, SheetError};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
