//! High cells: marked cells hold high values, and all others hold low values.

use super::args::{ArgError, Args};
use super::fault::{ArgumentError, Checked, Fault};
use super::kind::{Kind, Writer, count_is, documented};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

documented! {
    /// High cells: digits in marked cells are above the given number, and digits in all other cells
    /// are not.
    ///
    /// All high cells are given. To mark the cells with digits up to 4 instead, list the cells that
    /// are not marked.
    ///
    /// ```text
    /// (7) 2  1
    ///  4 (6)(9)     above 4
    /// ```
    pub struct HighCells {
        /// The greatest low value.
        pub low: u8,
        /// The cells of the grid with high values, in ascending order, each once.
        pub cells: Vec<Cell>,
    }
    "HighCells" "low~cells" Extension
}

impl HighCells {
    /// Returns the mask of values allowed in a cell of the grid.
    pub fn mask(&self, board: &Board, cell: Cell) -> u16 {
        let is_high = self.cells.binary_search(&cell).is_ok();
        board.values().mask_where(|value| (value > self.low) == is_high)
    }
}

impl Kind for HighCells {
    fn cells(&self, board: &Board) -> Vec<Cell> {
        let others = board.grid().filter(|cell| !self.cells.contains(cell));
        self.cells.iter().copied().chain(others).collect()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let fits = |cell: &Cell| board.values().mask(values[cell.index()]) & self.mask(board, *cell) != 0;
        let wrong = board.grid().find(|cell| !fits(cell));
        wrong.map_or(Ok(()), |cell| Err(Fault::Value { cell, found: values[cell.index()] }))
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.cells.sort_unstable();
        self.cells.dedup();
        if !board.values().contains(self.low) {
            let values = board.values();
            return Err(ArgumentError::Number { low: values.low().into(), high: values.high().into() });
        }
        if self.cells.iter().any(|cell| cell.index() >= board.grid_count()) {
            return Err(ArgumentError::Expected("cells of the grid"));
        }
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        Ok(alloc::vec![Self { low: args.value(0)?, cells: args.cells(1)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.low);
        out.cells(&self.cells);
    }
}
