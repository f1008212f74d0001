//! Marks on the edge between two cells: Kropki dots, inequality signs, X and V.

use super::args::{ArgError, Args};
use super::fault::{ArgumentError, Checked, each_pair};
use super::kind::{Kind, Writer, documented, shift_all};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

/// Declares a kind that applies to all pairs of adjacent cells in a set. The parameters are its
/// documentation, the order of its cells, and the relation.
macro_rules! mark {
    ($(#[doc = $doc:literal])+ pub struct $Kind:ident; $name:literal order $order:expr; holds $holds:expr;) => {
        documented! {
            $(#[doc = $doc])+
            ///
            /// It applies to all pairs of orthogonally adjacent cells in the set; there must be at
            /// least one pair.
            pub struct $Kind {
                /// The cells, each once: in the listed order for `GreaterThan`, otherwise in
                /// ascending order.
                pub cells: Vec<Cell>,
            }
            $name "cells"
        }

        impl $Kind {
            /// Returns the pairs of adjacent cells; the first cell of a pair comes first in the
            /// list.
            pub fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
                neighbours(&self.cells, board)
            }

            /// Returns true if two values satisfy the relation. `one` is the value of the cell that
            /// comes first in the list.
            pub fn holds(one: u8, two: u8) -> bool {
                let holds: fn(u8, u8) -> bool = $holds;
                holds(one, two)
            }
        }

        impl Kind for $Kind {
            fn cells(&self, _board: &Board) -> Vec<Cell> {
                self.cells.clone()
            }

            fn check(&self, board: &Board, values: &[u8]) -> Checked {
                self.pairs(board).iter().try_for_each(|(one, two)| each_pair(*one, *two, values, Self::holds))
            }

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                let order: fn(&mut Vec<Cell>) = $order;
                order(&mut self.cells);
                if self.pairs(board).is_empty() {
                    return Err(ArgumentError::Expected("at least two cells that share an edge"));
                }
                Ok(())
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                Ok(alloc::vec![Self { cells: args.cells(0)? }])
            }

            fn write(&self, out: &mut Writer<'_>) {
                out.cells(&self.cells);
            }

            fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
                shift_all(&mut self.cells, to)
            }
        }
    };
}

fn sorted(cells: &mut Vec<Cell>) {
    cells.sort_unstable();
    cells.dedup();
}

/// Keeps the first occurrence of each cell.
fn keep_first_occurrences(cells: &mut Vec<Cell>) {
    let mut seen = alloc::collections::BTreeSet::new();
    cells.retain(|cell| seen.insert(*cell));
}

/// Returns the pairs of adjacent cells in a list of distinct cells; the first cell of a pair comes
/// first in the list.
fn neighbours(cells: &[Cell], board: &Board) -> Vec<(Cell, Cell)> {
    let mut indices: Vec<(Cell, usize)> = cells.iter().copied().zip(0..).collect();
    indices.sort_unstable();
    let index_of =
        |cell: Cell| indices.binary_search_by_key(&cell, |(cell, _)| *cell).ok().map(|i| indices[i].1);
    let mut pairs = Vec::new();
    for (i, cell) in cells.iter().enumerate() {
        let later =
            board.neighbours(*cell).into_iter().filter(|other| index_of(*other).is_some_and(|j| j > i));
        pairs.extend(later.map(|other| (*cell, other)));
    }
    pairs
}

mark! {
    /// White dot: cells separated by a white dot contain consecutive digits.
    ///
    /// ```text
    /// 4 o 5
    /// ```
    pub struct WhiteDot;
    "WhiteDot" order sorted;
    holds |one, two| one.abs_diff(two) == 1;
}

mark! {
    /// Black dot: of two cells separated by a black dot, one digit is twice the other.
    ///
    /// Two zeros satisfy it.
    ///
    /// ```text
    /// 3 * 6
    /// ```
    pub struct BlackDot;
    "BlackDot" order sorted;
    holds |one, two| one == 2 * two || two == 2 * one;
}

mark! {
    /// Inequality: the sign points to the smaller digit.
    ///
    /// The first of the two adjacent cells has the greater digit.
    ///
    /// ```text
    /// 7 > 3
    /// ```
    pub struct GreaterThan;
    "GreaterThan" order keep_first_occurrences;
    holds |one, two| one > two;
}

mark! {
    /// X: cells separated by an X sum to 10.
    ///
    /// ```text
    /// 3 X 7
    /// ```
    pub struct X;
    "X" order sorted;
    holds |one, two| one + two == 10;
}

mark! {
    /// V: cells separated by a V sum to 5.
    ///
    /// ```text
    /// 1 V 4
    /// ```
    pub struct V;
    "V" order sorted;
    holds |one, two| one + two == 5;
}
