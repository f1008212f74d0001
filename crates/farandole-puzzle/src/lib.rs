//! Sudoku puzzles of any size up to 64x64, and Sudoku variants: the model and the solution checker.
//!
//! A [`ClassicPuzzle`] is a [`Geometry`] (size, boxes or irregular regions, extra houses) with
//! givens. It may also restrict each cell to a set of digits. [`check`] checks a finished grid
//! against the rules of a puzzle. This crate does not search.
//!
//! A [`Variant`](variant::Variant) is a puzzle of any shape with [constraints](constraint);
//! [`format::iss`] reads and writes it. All other text formats are in the crate `farandole-formats`.
//!
//! All indices are 0-based and row-major; digits are 1-based. In text for display, rows, columns
//! and boxes are numbered from 1 (`r1c1`).
//!
//! ```
//! use farandole_puzzle::{Geometry, ClassicPuzzle, check};
//!
//! let geometry = Geometry::boxes(4, 2, 2).unwrap();
//! let puzzle = ClassicPuzzle::new(geometry.into(), &[0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 4, 0, 0, 0]).unwrap();
//! assert!(puzzle.clash().is_none());
//! assert!(check::check(&puzzle, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]).is_ok());
//! ```
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod board;
mod cell;
pub mod check;
mod classic;
pub mod constraint;
mod digit;
pub mod format;
mod geometry;
mod house;
pub mod overlapping;
mod puzzle;
mod statement;
pub mod variant;

pub use cell::{Cell, CellName};
pub use classic::{Clash, ClassicPuzzle, Grid, GridError, PuzzleError};
pub use digit::{Digit, DigitSet};
pub use geometry::{BoxShape, Geometry, GeometryError, Regions};
pub use house::{Diagonal, House, HouseKind};
pub use puzzle::{Puzzle, PuzzleViolation};

/// Maximum size N of an N x N puzzle.
pub const MAX_SIZE: usize = 225;

/// Compiles the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
