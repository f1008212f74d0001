//! Sudoku engines and the router that picks one.
#![forbid(unsafe_code)]
