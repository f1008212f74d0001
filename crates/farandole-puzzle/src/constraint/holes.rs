//! Holes: cells of a rectangle that do not exist.

use super::args::{ArgError, Args};
use super::fault::{ArgumentError, Checked, Fault};
use super::kind::{Kind, Writer, documented};
use crate::Cell;
use crate::board::{Board, GridKind};
use alloc::vec::Vec;

documented! {
    /// Holes: these cells are not part of the grid.
    ///
    /// The grid must be Raw. A hole is not adjacent to any cell, and a 2x2 square that contains a
    /// hole does not count. A constraint cannot refer to a hole. In answers that list values by
    /// cell, a hole has the least value.
    ///
    /// ```text
    /// 1 2 .
    /// 2 . 1
    /// . 1 2     3 holes
    /// ```
    pub struct Holes {
        /// Cells of the grid in ascending order, each once.
        pub cells: Vec<Cell>,
    }
    "Holes" "cells" Extension
}

impl Kind for Holes {
    const NESTS: bool = false;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let filled = self.cells.iter().find(|cell| values[cell.index()] != board.values().low());
        filled.map_or(Ok(()), |cell| Err(Fault::Value { cell: *cell, found: values[cell.index()] }))
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.cells.sort_unstable();
        self.cells.dedup();
        if board.shape().kind() != GridKind::Raw {
            return Err(ArgumentError::Board("a Raw grid"));
        }
        if self.cells.iter().any(|cell| cell.index() >= board.grid_count()) {
            return Err(ArgumentError::Expected("cells of the grid"));
        }
        if board.grid().next().is_none() {
            Err(ArgumentError::Board("a cell that is not a hole"))
        } else {
            Ok(())
        }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.cell_or_hole(0)?;
        let cells = (0..args.len()).map(|index| args.cell_or_hole(index)).collect::<Result<_, _>>()?;
        Ok(alloc::vec![Self { cells }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.cells(&self.cells);
    }
}
