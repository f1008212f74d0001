//! Sudoku puzzles: model, formats, checker.
#![no_std]
#![forbid(unsafe_code)]
