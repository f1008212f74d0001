//! Bulk solving of 9x9 Sudoku: one puzzle per SIMD lane.
#![no_std]
