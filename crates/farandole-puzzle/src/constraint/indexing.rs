//! Cells whose values are places of other values.

use super::args::{ArgError, Args, at};
use super::fault::{Checked, Fault, Misfit};
use super::kind::{Kind, Writer, cell_list, count_is, documented, is_sudoku, shift_all};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

/// Along which line indexing looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Along {
    /// The value is a row: the cell in that row of the same column holds this cell's row.
    Column,
    /// The value is a column: the cell in that column of the same row holds this cell's column.
    Row,
}

documented! {
    /// Indexing: the value of a cell says where in its line the number of the cell's column or row stands.
    ///
    /// With `C` a cell in row r and column c that holds x says that r, x holds c. With `R` it says that x, c holds r. Rows and
    /// columns count from 1, and x lies within the line.
    ///
    /// ```text
    /// [3] . 1 .      C: the first cell says that 1 stands in column 3
    /// ```
    pub struct Indexing {
        /// Where to look.
        pub along: Along,
        /// The cells, rising, each once.
        pub cells: Vec<Cell>,
    }
    "Indexing" "C|R~cells"
}

impl Indexing {
    /// The cell that a cell points to with this value, and the value that stands there; `None` if it points nowhere.
    pub fn target(&self, board: &Board, cell: Cell, value: u8) -> Option<(Cell, u8)> {
        let (row, col) = board.place(cell)?;
        let place = usize::from(value).checked_sub(1)?;
        match self.along {
            Along::Row => Some((board.at(row, place)?, col as u8 + 1)),
            Along::Column => Some((board.at(place, col)?, row as u8 + 1)),
        }
    }
}

impl Kind for Indexing {
    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        self.cells.iter().try_for_each(|cell| {
            let found = values[cell.index()];
            let (target, value) =
                self.target(board, *cell, found).ok_or(Fault::Value { cell: *cell, found })?;
            let two = values[target.index()];
            if two == value {
                Ok(())
            } else {
                Err(Fault::Pair { first: *cell, second: target, one: found, two })
            }
        })
    }

    fn settle(&mut self, board: &Board) -> Result<(), Misfit> {
        is_sudoku(board)?;
        self.cells.sort_unstable();
        self.cells.dedup();
        if self.cells.iter().any(|cell| cell.index() >= board.grid_count()) {
            return Err(Misfit::Expected("cells of the grid"));
        }
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let along = match args.text(0, "C or R")? {
            "C" => Along::Row,
            "R" => Along::Column,
            _ => return Err(at(0, Misfit::Expected("C or R"))),
        };
        Ok(alloc::vec![Self { along, cells: args.cells(1)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(if self.along == Along::Row { "C" } else { "R" });
        out.cells(&self.cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), Misfit> {
        shift_all(&mut self.cells, to)
    }
}

cell_list! {
    /// Box indexing: the value of a cell says at which place of its region the number of the cell's own place stands.
    ///
    /// The places of a region count from 1, row by row. The k-th cell of a region that holds n says that the n-th cell holds k.
    /// Regions are boxes, or jigsaw pieces where there are no boxes. A cell of no region cannot satisfy it.
    ///
    /// ```text
    /// . [3] 2      the second cell holds 3, and the third one 2
    /// .  .  .
    /// .  .  .
    /// ```
    pub struct BoxIndexing;
    "BoxIndexing" cells |cells, board| {
        is_sudoku(board)?;
        cells.sort_unstable();
        cells.dedup();
        if cells.iter().any(|cell| cell.index() >= board.grid_count()) {
            return Err(Misfit::Expected("cells of the grid"));
        }
        count_is(cells, 1, usize::MAX)
    };
    check |cells, board, values| cells.iter().try_for_each(|cell| {
        let found = values[cell.index()];
        let region = BoxIndexing::region(*cell, board);
        let number = region.iter().position(|it| it == cell).map_or(0, |place| place as u8 + 1);
        let target = usize::from(found).checked_sub(1).and_then(|place| region.get(place));
        let target = *target.ok_or(Fault::Value { cell: *cell, found })?;
        let two = values[target.index()];
        if two == number { Ok(()) } else { Err(Fault::Pair { first: *cell, second: target, one: found, two }) }
    });
    from Extension;
}

impl BoxIndexing {
    /// The cells of the region that a cell is in, row by row; none if it is in no region.
    pub fn region(cell: Cell, board: &Board) -> Vec<Cell> {
        let boxes = board.boxes();
        let regions = if boxes.is_empty() { board.pieces() } else { &boxes };
        let mut region = regions.iter().find(|cells| cells.contains(&cell)).cloned().unwrap_or_default();
        region.sort_unstable();
        region
    }
}

cell_list! {
    /// Value indexing: the second cell says at which place behind it the value of the first cell stands.
    ///
    /// The third cell of the list is place 1. At least three cells.
    ///
    /// ```text
    /// (7)(2)> 4 7 1
    /// ```
    pub struct ValueIndexing;
    "ValueIndexing" cells |cells, _| count_is(cells, 3, usize::MAX);
    check |cells, _, values| {
        let [first, index, places @ ..] = cells else { return Ok(()) };
        let (expected, place) = (values[first.index()], usize::from(values[index.index()]));
        let found = place.checked_sub(1).and_then(|place| places.get(place)).map(|cell| values[cell.index()]);
        if found == Some(expected) {
            Ok(())
        } else {
            Err(Fault::Number { found: found.map(i64::from), expected: expected.into() })
        }
    };
}
