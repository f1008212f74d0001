//! Sudoku and exact cover: the facade.
#![forbid(unsafe_code)]
