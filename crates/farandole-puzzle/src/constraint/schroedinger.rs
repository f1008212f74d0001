//! Schroedinger cells: cells that have two values. Each grid cell is paired with an extra cell for its second value.

use super::args::{ArgError, Args};
use super::declare::documented;
use super::error::{ArgumentError, Checked, ConstraintViolation, distinct, sum_is};
use super::kind::{Kind, Properties, Role, Writer, is_square_with};
use super::reading::Reading;
use super::style::{KindStyle, style};
use crate::Cell;
use crate::board::{Board, Group, GroupSize, Line, Shape};
use alloc::string::String;
use alloc::vec::Vec;

documented! {
    /// Schroedinger cells: each row, column and region has one cell that contains two digits, and
    /// contains every digit once.
    ///
    /// The grid has N x N cells and the values 0 to N, which are the digits. With the argument 1,
    /// the digits are 1 to N + 1 and the values 0 to N + 1. Regions are the boxes, or with
    /// `NoBoxes` the regions of a `Jigsaw`, at most N. A grid cell holds the lower of its two
    /// digits. Extra cells hold the higher ones: `SC1`.. by cell, row by row, with 0 if a cell has
    /// a single digit; `SCR1`.., `SCC1`.. and `SCB1`.. by row, column and region.
    ///
    /// In sums, both digits count. A relation between cells holds for every choice of one digit
    /// from each cell. Givens, `Odd` and `Even` restrict both digits. `Quad`, `ContainAtLeast` and
    /// `ContainExact` count both digits. All digits on a `Renban` line are different and
    /// consecutive. Kinds whose meaning for two digits is not established, such as `Sandwich`,
    /// `Between` or `Palindrome`, cannot be combined with it.
    ///
    /// ```text
    /// 0 2(34)1
    /// 1(34)0 2
    /// (34)1 2 0
    /// 2 0 1(34)      SC3, SC6, SC9 and SC16 are 4
    /// ```
    pub struct Schroedinger {
        /// The least digit, 0 or 1.
        pub low: u8,
    }
    "Schroedinger" "[low]" Extension
}

style!(Schroedinger: KindStyle::new("Schroedinger cells", "cells with two digits", ".Shape~4x4~0-4.Schroedinger"));

/// Prefix of the extra cells that contain the second values.
const SECOND: &str = "SC";

/// The cells of a house, and the extra cell for its second value.
type WithSecond = (Vec<Cell>, Cell);

impl Schroedinger {
    /// Returns the boxes, or the jigsaw pieces if there are no boxes.
    fn regions(board: &Board) -> Vec<Vec<Cell>> {
        let boxes = board.boxes();
        if boxes.is_empty() { board.pieces().to_vec() } else { boxes }
    }

    /// Returns the rows, columns and regions with their extra cells.
    pub(crate) fn houses_with_second(board: &Board) -> Vec<WithSecond> {
        let (rows, cols) = Line::all(board).partition::<Vec<_>, _>(|line| matches!(line, Line::Row(_)));
        let lines = |lines: Vec<Line>| lines.iter().map(|line| line.cells(board)).collect();
        let kinds: [(Vec<Vec<Cell>>, &str); 3] =
            [(lines(rows), "SCR"), (lines(cols), "SCC"), (Self::regions(board), "SCB")];
        let with = |(houses, prefix): (Vec<Vec<Cell>>, &str)| {
            houses.into_iter().zip(board.group_cells(prefix).unwrap_or_default())
        };
        kinds.into_iter().flat_map(with).collect()
    }

    /// Returns the extra cells of regions that do not exist. During the collection of the regions
    /// of several jigsaws, there may be more regions than extra cells.
    pub(crate) fn unused(board: &Board) -> Vec<Cell> {
        let seconds = board.group_cells("SCB").unwrap_or_default();
        seconds.into_iter().skip(Self::regions(board).len()).collect()
    }

    /// Returns true if some region has no extra cell.
    pub(crate) fn has_too_many_regions(board: &Board) -> bool {
        Self::regions(board).len() > board.shape().rows()
    }
}

impl Kind for Schroedinger {
    const READING: Reading = Reading::Itself;

    const PROPERTIES: Properties = Properties::outermost(Role::Regions);

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let second = |cell: Cell| board.second(cell).map_or(0, |cell| values[cell.index()]);
        for cell in board.grid().filter(|cell| second(*cell) != 0) {
            if values[cell.index()] >= second(cell) {
                return Err(ConstraintViolation::Value { cell, found: values[cell.index()] });
            }
        }
        for (mut cells, shown) in Self::houses_with_second(board) {
            let two: Vec<Cell> = cells.iter().copied().filter(|cell| second(*cell) != 0).collect();
            let &[two] = &two[..] else {
                return Err(ConstraintViolation::Number { found: Some(two.len() as i64), expected: 1 });
            };
            sum_is(values[shown.index()].into(), second(two).into())?;
            cells.push(shown);
            distinct(&cells, values)?;
        }
        let wrong = Self::unused(board).into_iter().find(|cell| values[cell.index()] != 0);
        let too_low = || board.grid().find(|cell| values[cell.index()] < self.low);
        let wrong = wrong.or_else(too_low);
        wrong.map_or(Ok(()), |cell| Err(ConstraintViolation::Value { cell, found: values[cell.index()] }))
    }

    fn define(&self, board: &mut Board) {
        board.seconds = board.group_cells(SECOND).and_then(|cells| Some(cells.first()?.index()));
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        if self.low > 1 {
            return Err(ArgumentError::Number { low: 0, high: 1 });
        }
        is_square_with(board, 0, 1 + usize::from(self.low))?;
        let has_regions = board.region_size() == board.shape().rows();
        if has_regions { Ok(()) } else { Err(ArgumentError::Board("regions with as many cells as a row")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(1)?;
        let low = if args.text_or_empty(0).is_empty() { 0 } else { args.number(0, 0, 1)? as u8 };
        Ok(alloc::vec![Self { low }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        if self.low > 0 {
            out.push(self.low);
        }
    }

    fn masks(&self, board: &Board) -> Vec<(Cell, u16)> {
        let digits = board.values().mask_where(|value| value >= self.low);
        let unused = Self::unused(board).into_iter().map(|cell| (cell, 1));
        board.grid().map(|cell| (cell, digits)).chain(unused).collect()
    }

    fn groups(&self, shape: Shape) -> Vec<Group> {
        let group = |prefix: &str, size| Group { prefix: prefix.into(), label: String::new(), size };
        let (rows, cols) = (shape.rows(), shape.cols());
        alloc::vec![
            group(SECOND, GroupSize::Grid { rows, cols }),
            group("SCR", GroupSize::Count(rows)),
            group("SCC", GroupSize::Count(cols)),
            group("SCB", GroupSize::Count(rows)),
        ]
    }

    fn houses(&self, board: &Board) -> Vec<Vec<Cell>> {
        let with = |(mut cells, second): WithSecond| {
            cells.push(second);
            cells
        };
        Self::houses_with_second(board).into_iter().map(with).collect()
    }
}
