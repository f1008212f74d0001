//! Sudoku and exact cover: the facade.
#![forbid(unsafe_code)]

pub mod input;
