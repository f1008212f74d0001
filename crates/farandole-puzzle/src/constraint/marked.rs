//! Marked cells: odd and even cells, minima and maxima, Battenburg squares.

use super::args::{ArgError, Args};
use super::fault::{ArgumentError, Checked, Fault, each_pair};
use super::kind::{Kind, Writer, cell_list, count_is, documented, shift_all};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

/// Sorts a set of cells and removes duplicates.
fn as_set(cells: &mut Vec<Cell>, _board: &Board) -> Result<(), ArgumentError> {
    cells.sort_unstable();
    cells.dedup();
    count_is(cells, 1, usize::MAX)
}

/// Fails if a value has a different remainder modulo 2.
fn have_parity(cells: &[Cell], values: &[u8], parity: u8) -> Checked {
    let wrong = cells.iter().find(|cell| values[cell.index()] % 2 != parity);
    wrong.map_or(Ok(()), |cell| Err(Fault::Value { cell: *cell, found: values[cell.index()] }))
}

cell_list! {
    /// Odd cells: marked cells contain odd digits.
    ///
    /// ```text
    /// (7) . (3)
    /// ```
    pub struct Odd;
    "Odd" cells as_set;
    check |cells, _, values| have_parity(cells, values, 1);
    from Extension;
}

cell_list! {
    /// Even cells: marked cells contain even digits; 0 is even.
    ///
    /// ```text
    /// [4] . [8]
    /// ```
    pub struct Even;
    "Even" cells as_set;
    check |cells, _, values| have_parity(cells, values, 0);
    from Extension;
}

/// Declares a kind of cells that are compared with their neighbours. The parameters are its
/// documentation, the list of such marks on the board, and the relation.
macro_rules! extreme {
    ($(#[doc = $doc:literal])+ pub struct $Kind:ident; $name:literal marks $marks:ident; holds $holds:expr;) => {
        documented! {
            $(#[doc = $doc])+
            ///
            /// Neighbours with the same mark are not compared, even if another item marks them. An
            /// additional mark therefore removes comparisons, and the puzzle may have more solutions.
            /// In texts, one item may list several cells.
            pub struct $Kind {
                /// The cell.
                pub cell: Cell,
            }
            $name "cells" Extension
        }

        impl $Kind {
            /// Returns the neighbours with which the cell is compared.
            pub fn others(&self, board: &Board) -> Vec<Cell> {
                let mut others = board.neighbours(self.cell);
                others.retain(|other| board.$marks.binary_search(other).is_err());
                others
            }
        }

        impl Kind for $Kind {
            fn cells(&self, board: &Board) -> Vec<Cell> {
                core::iter::once(self.cell).chain(board.neighbours(self.cell)).collect()
            }

            fn check(&self, board: &Board, values: &[u8]) -> Checked {
                let holds: fn(u8, u8) -> bool = $holds;
                self.others(board).into_iter().try_for_each(|other| each_pair(self.cell, other, values, holds))
            }

            fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
                Ok(())
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                Ok(args.cells(0)?.into_iter().map(|cell| Self { cell }).collect())
            }

            fn write(&self, out: &mut Writer<'_>) {
                out.cells(&[self.cell]);
            }
        }
    };
}

extreme! {
    /// Minimum: the digit in the cell is smaller than those in all orthogonally adjacent cells.
    ///
    /// ```text
    ///   5
    /// 7>2<4
    ///   3
    /// ```
    pub struct Minimum;
    "Minimum" marks minima;
    holds |one, two| one < two;
}

extreme! {
    /// Maximum: the digit in the cell is greater than those in all orthogonally adjacent cells.
    ///
    /// ```text
    ///   5
    /// 7<8>4
    ///   3
    /// ```
    pub struct Maximum;
    "Maximum" marks maxima;
    holds |one, two| one > two;
}

documented! {
    /// Battenburg: the 2x2 square around the mark is a checkerboard of odd and even digits.
    ///
    /// The cell is the top left one of the square.
    ///
    /// ```text
    /// 3 | 8
    /// --+--
    /// 6 | 1
    /// ```
    pub struct Battenburg {
        /// The top left cell.
        pub top_left: Cell,
    }
    "Battenburg" "cell" Extension
}

impl Kind for Battenburg {
    fn cells(&self, board: &Board) -> Vec<Cell> {
        board.square_at(self.top_left).map_or_else(Vec::new, |square| square.to_vec())
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let odd: Vec<bool> = self.cells(board).iter().map(|cell| values[cell.index()] % 2 == 1).collect();
        match odd[..] {
            [a, b, c, d] if a == d && b == c && a != b => Ok(()),
            _ => Err(Fault::Not("a checkerboard of odd and even values")),
        }
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        let is_square = board.square_at(self.top_left).is_some();
        if is_square { Ok(()) } else { Err(ArgumentError::Expected("the top left cell of a 2x2 square")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(1)?;
        Ok(alloc::vec![Self { top_left: args.cell(0)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.cells(&[self.top_left]);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(core::slice::from_mut(&mut self.top_left), to)
    }
}
