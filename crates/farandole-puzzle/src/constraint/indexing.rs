//! Indexing constraints: cells whose values are positions of other values.

use super::args::{ArgError, Args, at};
use super::declare::{cell_list, documented};
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::kind::{Kind, Properties, Writer, count_is, is_sudoku, shift_all};
use super::reading::Reading;
use super::semantics::{Content, Semantics};
use super::style::{Figure, KindStyle, style};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

/// The line along which indexing applies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Along {
    /// The value is a row number: the cell in that row of the same column contains the row number
    /// of this cell.
    Column,
    /// The value is a column number: the cell in that column of the same row contains the column
    /// number of this cell.
    Row,
}

documented! {
    /// Indexing: the digit in a marked cell indicates where in its line the number of the cell's own column
    /// or row appears.
    ///
    /// With `C`, if the cell in row r and column c contains x, then row r contains c in column x.
    /// With `R`, column c contains r in row x. Rows and columns are numbered from 1, and x is at
    /// most the length of the line.
    ///
    /// ```text
    /// [3] . 1 .      C: the 3 in column 1 means that column 3 of the row contains 1
    /// ```
    pub struct Indexing {
        /// The line along which indexing applies.
        pub along: Along,
        /// The cells in ascending order, each once.
        pub cells: Vec<Cell>,
    }
    "Indexing" "C|R~cells"
}

style!(Indexing: KindStyle::new("Indexing", "indexing", ".Shape~6x6.Indexing~C~R1C2~R3C2~R5C2.Indexing~R~R6C4~R6C6")
    .figure(Figure::Own));

impl Indexing {
    /// Returns the cell to which this cell points if it has the value, and the value required
    /// there. Returns `None` if the value points outside the line.
    pub fn target(&self, board: &Board, cell: Cell, value: u8) -> Option<(Cell, u8)> {
        let (row, col) = board.place(cell)?;
        let index = usize::from(value).checked_sub(1)?;
        match self.along {
            Along::Row => Some((board.at(row, index)?, col as u8 + 1)),
            Along::Column => Some((board.at(index, col)?, row as u8 + 1)),
        }
    }
}

impl Kind for Indexing {
    const READING: Reading = Reading::Open;
    const PROPERTIES: Properties = Properties { reads_others: true, ..Properties::DEFAULT };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        self.cells.iter().try_for_each(|cell| {
            let found = values[cell.index()];
            let (target, value) =
                self.target(board, *cell, found).ok_or(ConstraintViolation::Value { cell: *cell, found })?;
            let two = values[target.index()];
            if two == value {
                Ok(())
            } else {
                Err(ConstraintViolation::Pair { first: *cell, second: target, one: found, two })
            }
        })
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let pointer = |cell: &Cell| {
            let targets =
                board.values().iter().filter_map(|value| Some((value, self.target(board, *cell, value)?)));
            let number = targets.clone().next().map_or(0, |(_, (_, number))| number);
            let mask = if board.values().contains(number) { board.values().mask(number) } else { 0 };
            let entries = targets.map(|(value, (target, _))| (value, target)).collect();
            Semantics::Element { index: *cell, entries, content: Content::Values(mask) }
        };
        Semantics::All(self.cells.iter().map(pointer).collect())
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_sudoku(board)?;
        self.cells.sort_unstable();
        self.cells.dedup();
        if self.cells.iter().any(|cell| cell.index() >= board.grid_count()) {
            return Err(ArgumentError::Expected("cells of the grid"));
        }
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let along = match args.text(0, "C or R")? {
            "C" => Along::Row,
            "R" => Along::Column,
            _ => return Err(at(0, ArgumentError::Expected("C or R"))),
        };
        Ok(alloc::vec![Self { along, cells: args.cells(1)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(if self.along == Along::Row { "C" } else { "R" });
        out.cells(&self.cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

cell_list! {
    /// Box indexing: the digit in a marked cell indicates where in its box the number of the cell's own
    /// position appears.
    ///
    /// If the kth cell of a box contains n, then its nth cell contains k. Positions are numbered
    /// from 1, row by row. Without boxes, jigsaw pieces are used. A cell in no region cannot
    /// satisfy the constraint.
    ///
    /// ```text
    /// . [3] 2      the second cell contains 3, so the third one contains 2
    /// .  .  .
    /// .  .  .
    /// ```
    pub struct BoxIndexing;
    "BoxIndexing" Open; cells |cells, board| {
        is_sudoku(board)?;
        cells.sort_unstable();
        cells.dedup();
        if cells.iter().any(|cell| cell.index() >= board.grid_count()) {
            return Err(ArgumentError::Expected("cells of the grid"));
        }
        count_is(cells, 1, usize::MAX)
    };
    check |cells, board, values| cells.iter().try_for_each(|cell| {
        let found = values[cell.index()];
        let region = BoxIndexing::region(*cell, board);
        let number = region.iter().position(|it| it == cell).map_or(0, |index| index as u8 + 1);
        let target = usize::from(found).checked_sub(1).and_then(|index| region.get(index));
        let target = *target.ok_or(ConstraintViolation::Value { cell: *cell, found })?;
        let two = values[target.index()];
        if two == number { Ok(()) } else { Err(ConstraintViolation::Pair { first: *cell, second: target, one: found, two }) }
    });
    with {
        const PROPERTIES: Properties =
            Properties { reads_others: true, reads_regions: true, ..Properties::DEFAULT };

        fn semantics(&self, board: &Board) -> Semantics {
            let pointer = |cell: &Cell| {
                let region = Self::region(*cell, board);
                let number = region.iter().position(|it| it == cell).map_or(0, |index| index as u8 + 1);
                let mask = if board.values().contains(number) { board.values().mask(number) } else { 0 };
                let entries = (1..).zip(region).filter(|(position, _)| board.values().contains(*position)).collect();
                Semantics::Element { index: *cell, entries, content: Content::Values(mask) }
            };
            Semantics::All(self.cells.iter().map(pointer).collect())
        }
    }
    from Extension;
}

style!(BoxIndexing: KindStyle::new("Box indexing", "box indexer", ".Shape~6x6.BoxIndexing~R1C2~R4C5")
    .figure(Figure::Own).fpuzzles("boxindexer"));

impl BoxIndexing {
    /// Returns the cells of the region that contains a cell, row by row. Returns an empty list if
    /// the cell is in no region.
    pub fn region(cell: Cell, board: &Board) -> Vec<Cell> {
        let boxes = board.boxes();
        let regions = if boxes.is_empty() { board.pieces() } else { &boxes };
        let mut region = regions.iter().find(|cells| cells.contains(&cell)).cloned().unwrap_or_default();
        region.sort_unstable();
        region
    }
}

cell_list! {
    /// Value indexing: the digit in the first cell is in the cell whose position the second cell gives.
    ///
    /// Positions count the cells after the second one, from 1. There must be at least three cells.
    ///
    /// ```text
    /// (7)(2)> 4 7 1
    /// ```
    pub struct ValueIndexing;
    "ValueIndexing" Open; cells |cells, _| count_is(cells, 3, usize::MAX);
    check |cells, _, values| {
        let [first, index, list @ ..] = cells else { return Ok(()) };
        let (expected, position) = (values[first.index()], usize::from(values[index.index()]));
        let found = position.checked_sub(1).and_then(|index| list.get(index)).map(|cell| values[cell.index()]);
        if found == Some(expected) {
            Ok(())
        } else {
            Err(ConstraintViolation::Number { found: found.map(i64::from), expected: expected.into() })
        }
    };
    with {
        fn semantics(&self, _board: &Board) -> Semantics {
            let [first, index, list @ ..] = &self.cells[..] else { return Semantics::TRUE };
            let entries = (1..).zip(list).map(|(number, cell)| (number, *cell)).collect();
            Semantics::Element { index: *index, entries, content: Content::Cell(*first) }
        }
    }
}

style!(ValueIndexing: KindStyle::new("Value indexing", "value indexing", ".Shape~6x6.ValueIndexing~R2C2~R2C3~R3C4~R4C4~R5C4")
    .figure(Figure::Own));
