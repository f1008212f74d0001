//! Chess-move constraints: cells a knight's move, a king's move or a taxicab distance apart hold
//! different values.

use super::args::{ArgError, Args};
use super::fault::{ArgumentError, Checked, Fault};
use super::kind::{Key, Kind, Writer, documented, is_sudoku};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

/// Declares a kind without arguments. The parameters are its documentation, the requirement on the
/// board, and the pairs of cells that see each other.
macro_rules! sight {
    ($(#[doc = $doc:literal])+ pub struct $Kind:ident; $name:literal on $board:expr; sees $sees:expr;) => {
        documented! {
            $(#[doc = $doc])+
            pub struct $Kind {}
            $name ""
        }

        impl Kind for $Kind {
            fn cells(&self, _board: &Board) -> Vec<Cell> {
                Vec::new()
            }

            fn check(&self, board: &Board, values: &[u8]) -> Checked {
                differ(board, &self.sees(board), values)
            }

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                let fits: fn(&Board) -> Result<(), ArgumentError> = $board;
                fits(board)
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                args.end(0)?;
                Ok(alloc::vec![Self {}])
            }

            fn write(&self, _out: &mut Writer<'_>) {}

            fn sees(&self, board: &Board) -> Vec<(Cell, Cell, u16)> {
                let sees: fn(&Board) -> Vec<(Cell, Cell, u16)> = $sees;
                sees(board)
            }

            fn key(&self) -> Option<Key> {
                Some(Key::Kind)
            }
        }
    };
}

/// Fails if both cells of a pair hold the same value and the mask of the pair contains it.
fn differ(board: &Board, pairs: &[(Cell, Cell, u16)], values: &[u8]) -> Checked {
    let clash = pairs.iter().find(|(first, second, mask)| {
        let (one, two) = (values[first.index()], values[second.index()]);
        one == two && board.values().mask(one) & mask != 0
    });
    match clash {
        None => Ok(()),
        Some((first, second, _)) => {
            Err(Fault::Repeated { first: *first, second: *second, value: values[first.index()] })
        }
    }
}

/// Returns the pairs of grid cells at these offsets in (rows, columns), together with the mask.
/// Offsets point to later cells, so the lower cell is first.
fn at_offsets(board: &Board, mask: u16, offsets: &[(isize, isize)]) -> Vec<(Cell, Cell, u16)> {
    let mut pairs = Vec::new();
    for cell in board.grid() {
        let others = offsets.iter().filter_map(|(rows, cols)| board.shifted(cell, *rows, *cols));
        pairs.extend(others.map(|other| (cell, other, mask)));
    }
    pairs
}

sight! {
    /// Anti-knight: cells a knight's move apart do not contain the same digit.
    ///
    /// ```text
    /// . x . x .
    /// x . . . x
    /// . . N . .
    /// x . . . x
    /// . x . x .
    /// ```
    pub struct AntiKnight;
    "AntiKnight" on is_sudoku;
    sees |board| at_offsets(board, board.values().all(), &[(1, -2), (1, 2), (2, -1), (2, 1)]);
}

sight! {
    /// Anti-king: cells that share an edge or a corner do not contain the same digit.
    ///
    /// ```text
    /// x x x
    /// x K x
    /// x x x
    /// ```
    pub struct AntiKing;
    "AntiKing" on is_sudoku;
    sees |board| at_offsets(board, board.values().all(), &[(0, 1), (1, -1), (1, 0), (1, 1)]);
}

sight! {
    /// Anti-taxicab: cells with the same digit N are not exactly N orthogonal steps apart.
    ///
    /// ```text
    /// . . 2 . .
    /// . x . x .
    /// x . 2 . x
    /// . x . x .
    /// . . x . .
    /// ```
    pub struct AntiTaxicab;
    "AntiTaxicab" on |board| match board.values().low() {
        0 => Err(ArgumentError::Board("values that start at 1")),
        _ => Ok(()),
    };
    sees |board| {
        let mut pairs = Vec::new();
        for value in board.values().iter() {
            pairs.extend(at_offsets(board, board.values().mask(value), &taxicab(value)));
        }
        pairs
    };
}

/// Returns the offsets (rows, columns) at a taxicab distance that lead to a later cell in reading
/// order.
fn taxicab(distance: u8) -> Vec<(isize, isize)> {
    let distance = isize::from(distance);
    let cols = |rows: isize| [rows - distance, distance - rows];
    let mut offsets: Vec<_> = (0..=distance).flat_map(|rows| cols(rows).map(|col| (rows, col))).collect();
    offsets.retain(|offset| *offset > (0, 0));
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}
