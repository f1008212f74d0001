//! Clues outside the grid that are sums: sandwiches, X-sums, battlefields, frame sums, little killers.

use super::args::{ArgError, Args};
use super::cages::filling;
use super::declare::documented;
use super::error::{ArgumentError, Checked, sum_is, total};
use super::kind::{Key, Kind, Properties, Writer, is_sudoku};
use super::outside::{MAX_CLUE, at_both_ends, frame, is_clue, is_on, line_at, line_clue, write_place};
use super::reading::Reading;
use super::semantics::{Machine, Semantics};
use super::style::{Figure, KindStyle, style};
use crate::Cell;
use crate::board::{Board, End, Line, LineEnd, ValueRange};
use alloc::vec::Vec;

line_clue! {
    /// X-sum: the clue is the sum of the first X digits, where X is the first digit seen from the
    /// clue.
    ///
    /// X is at most the length of the line. If X is 0, on a board with the value 0, no digit is summed
    /// and the clue is 0.
    ///
    /// ```text
    /// 12 > 3 1 8 . . . . . .
    /// ```
    pub struct XSum;
    "XSum" from 0;
    check |line, clue| {
        let cells = line.first().and_then(|first| line.get(..usize::from(*first)));
        is_clue(cells.map(|cells| cells.iter().map(|value| i64::from(*value)).sum()), clue)
    };
    semantics |cells, sum, _| {
        let machine = Machine::PrefixSum { sum, count: cells.len() };
        Semantics::Regular { cells, machine }
    };
}

style!(XSum(clue): KindStyle::new("X-sum", "X-sum", ".Shape~6x6.XSum~R2~9~12.XSum~C4~6")
    .figure(Figure::Clue("x-sum")).number("the clue is", "the clue {} is")
    .rule("Clues outside the grid are X-sums.").fpuzzles("xsum").sudokumaker(502)
    .button("X-sum", "x sums");
    fn place(&self) -> Option<LineEnd> { Some(self.place) }
);

documented! {
    /// Sandwich: the clue is the sum of the digits strictly between the least and the greatest
    /// digit of the line.
    ///
    /// If the line has as many cells as there are values, these two are the least and the greatest
    /// value, for example 1 and 9.
    ///
    /// ```text
    /// 8 > . 1 3 5 9 . . . .
    /// ```
    pub struct Sandwich {
        /// The line.
        pub line: Line,
        /// The sum; 0 or more.
        pub sum: u32,
    }
    "Sandwich" "sum~line"
}

style!(Sandwich(sum): KindStyle::new("Sandwich", "sandwich sum", ".Shape~6x6.Sandwich~9~R2.Sandwich~0~C4")
    .figure(Figure::Clue("sandwich")).number("the clue is", "the clue {} is")
    .rule("Clues outside the grid are sandwich sums.").fpuzzles("sandwichsum").sudokumaker(501)
    .button("sandwich", "");
    fn place(&self) -> Option<LineEnd> { Some(LineEnd { line: self.line, end: End::Start }) }
);

impl Kind for Sandwich {
    const READING: Reading = Reading::Open;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.line.cells(board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        filling(&self.line.cells(board), self.sum, values)
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let cells = self.line.cells(board);
        let is_full = cells.len() == usize::from(board.values().count());
        match cells.len() {
            0 | 1 if self.sum == 0 => Semantics::TRUE,
            0 | 1 => Semantics::FALSE,
            _ => Semantics::Regular { cells, machine: Machine::Sandwich { sum: self.sum, is_full } },
        }
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_sudoku(board)?;
        if i64::from(self.sum) > MAX_CLUE {
            return Err(ArgumentError::Number { low: 0, high: MAX_CLUE });
        }
        let is_on = self.line.is_on(board);
        if is_on { Ok(()) } else { Err(ArgumentError::Expected("a row or column of this grid")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(2)?;
        let sum = args.number(0, 0, MAX_CLUE)? as u32;
        Ok(alloc::vec![Self { line: line_at(args, 1)?, sum }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.sum);
        out.push(self.line);
    }

    fn key(&self) -> Option<Key> {
        Some(Key::Place(LineEnd { line: self.line, end: End::Start }))
    }
}

documented! {
    /// Battlefield: the first X and the last Y cells of the line are two armies, where X and Y are its
    /// first and its last digit; the clue is the sum of the digits that both armies cover, or of those
    /// that lie between them.
    ///
    /// X and Y are at most the length of the line. If the armies meet without overlapping, the clue
    /// is 0.
    ///
    /// ```text
    /// 12 > 3 . . 5 7 . . . 4
    /// ```
    pub struct Battlefield {
        /// The line.
        pub line: Line,
        /// The sum; 0 or more.
        pub sum: u32,
    }
    "Battlefield" "sum~line" Extension
}

style!(Battlefield(sum): KindStyle::new("Battlefield", "battlefield", ".Shape~6x6.Battlefield~7~R2.Battlefield~0~C4")
    .figure(Figure::Clue("battle")).number("the clue is", "the clue {} is");
    fn place(&self) -> Option<LineEnd> { Some(LineEnd { line: self.line, end: End::Start }) }
);

impl Battlefield {
    /// Returns the cells to sum if the values at the ends of the line are `first` and `last`.
    /// Returns `None` if an army is longer than the line.
    fn contested<T>(line: &[T], first: u8, last: u8) -> Option<&[T]> {
        let (first, last) = (usize::from(first), line.len().checked_sub(last.into())?);
        if first > line.len() { None } else { Some(&line[first.min(last)..first.max(last)]) }
    }
}

impl Kind for Battlefield {
    const READING: Reading = Reading::Open;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.line.cells(board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let line: Vec<u8> = self.line.cells(board).iter().map(|cell| values[cell.index()]).collect();
        let ends = line.first().zip(line.last());
        let cells = ends.and_then(|(first, last)| Self::contested(&line, *first, *last));
        is_clue(cells.map(|cells| cells.iter().map(|value| i64::from(*value)).sum()), self.sum)
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let line = self.line.cells(board);
        let (Some(one), Some(other)) = (line.first(), line.last()) else { return Semantics::FALSE };
        let is = |cell: &Cell, value| Semantics::Domain { cell: *cell, mask: board.values().mask(value) };
        let values = || board.values().iter();
        let branch = |(first, last)| {
            let contested = Self::contested(&line, first, last)?;
            Some(Semantics::All(alloc::vec![
                is(one, first),
                is(other, last),
                Semantics::sum(contested, self.sum)
            ]))
        };
        Semantics::Any(
            values().flat_map(|first| values().map(move |last| (first, last))).filter_map(branch).collect(),
        )
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_on(LineEnd { line: self.line, end: End::Start }, board)?;
        let fits = i64::from(self.sum) <= MAX_CLUE;
        if fits { Ok(()) } else { Err(ArgumentError::Number { low: 0, high: MAX_CLUE }) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(2)?;
        let sum = args.number(0, 0, MAX_CLUE)? as u32;
        Ok(alloc::vec![Self { line: line_at(args, 1)?, sum }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.sum);
        out.push(self.line);
    }
}

documented! {
    /// Frame sum: the clue is the sum of the digits in the first cells of the line, up to the far
    /// edge of the nearest box.
    ///
    /// The number of cells is the extent of a box in this direction, even if boxes are not houses.
    /// The grid needs a box shape.
    ///
    /// In texts, the arguments are a row or column, the clue at its left or upper end, and the clue
    /// at its other end. One of the clues may be empty.
    ///
    /// ```text
    /// 12 > 3 1 8 | . . . | . . .
    /// ```
    pub struct FrameSum {
        /// The end of the line at which the clue is placed.
        pub place: LineEnd,
        /// The sum; 0 or more.
        pub sum: u32,
    }
    "FrameSum" "line~[sum][~sum]" Extension
}

style!(FrameSum(sum): KindStyle::new("Frame sum", "frame sum", ".Shape~6x6.FrameSum~R2~9~7.FrameSum~C4~6")
    .figure(Figure::Clue("frame")).number("the clue is", "the clue {} is")
    .rule("Frame sums are outside the grid.").button("frame sum", "");
    fn place(&self) -> Option<LineEnd> { Some(self.place) }
);

impl Kind for FrameSum {
    const READING: Reading = Reading::Sums;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        frame(self.place, board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        sum_is(total(&self.cells(board), values), i64::from(self.sum))
    }

    fn semantics(&self, board: &Board) -> Semantics {
        Semantics::sum(&self.cells(board), self.sum)
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_on(self.place, board)?;
        if board.box_shape().is_none() {
            return Err(ArgumentError::Others("a grid with boxes"));
        }
        let fits = i64::from(self.sum) <= MAX_CLUE;
        if fits { Ok(()) } else { Err(ArgumentError::Number { low: 0, high: MAX_CLUE }) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let read = |argument| args.number(argument, 0, MAX_CLUE).map(|sum| sum as u32);
        at_both_ends(args, 0, read, |place, sum| Self { place, sum })
    }

    fn write(&self, out: &mut Writer<'_>) {
        write_place(out, self.place, self.sum);
    }
}

documented! {
    /// Little killer: digits along the indicated diagonal sum to the clue; digits may repeat.
    ///
    /// A cell on the border identifies the diagonal, and each diagonal has one name. From the first
    /// column, the diagonal runs down and to the right. From the last column, it runs up and to the
    /// left. From the first row, it runs down and to the left. From the last row, it runs up and to
    /// the right. The corners of the last row are not names: the long diagonals start at the corners
    /// of the first row.
    ///
    /// ```text
    /// 21
    ///   \ 4 . .
    ///     . 8 .
    ///     . . 9
    /// ```
    pub struct LittleKiller {
        /// The cell at which the diagonal starts.
        pub start: Cell,
        /// The sum; 0 or more.
        pub sum: u32,
    }
    "LittleKiller" "sum~cell"
}

style!(LittleKiller(sum): KindStyle::new("Little killer", "little killer", ".Shape~6x6.LittleKiller~14~R2C1.LittleKiller~17~R1C4.LittleKiller~9~R6C4")
    .figure(Figure::Own).number("to the clue", "to {}")
    .rule("Little killer clues outside the grid show the sums of their diagonals.")
    .fpuzzles("littlekillersum").sudokumaker(500).button("little killer", ""));

impl Kind for LittleKiller {
    const READING: Reading = Reading::Sums;
    const PROPERTIES: Properties = Properties { combines_sets: true, ..Properties::DEFAULT };

    fn cells(&self, board: &Board) -> Vec<Cell> {
        diagonal_from(board, self.start)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        sum_is(total(&self.cells(board), values), i64::from(self.sum))
    }

    fn semantics(&self, board: &Board) -> Semantics {
        Semantics::sum(&self.cells(board), self.sum)
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_sudoku(board)?;
        if i64::from(self.sum) > MAX_CLUE {
            return Err(ArgumentError::Number { low: 0, high: MAX_CLUE });
        }
        let is_name = !diagonal_from(board, self.start).is_empty();
        if is_name {
            Ok(())
        } else {
            Err(ArgumentError::Expected("a border cell that identifies a diagonal"))
        }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(2)?;
        let sum = args.number(0, 0, MAX_CLUE)? as u32;
        Ok(alloc::vec![Self { start: args.cell(1)?, sum }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.sum);
        out.cells(&[self.start]);
    }

    fn key(&self) -> Option<Key> {
        Some(Key::Cell(self.start))
    }
}

/// Returns the cells from `start` to the border, with this step in rows and columns.
fn ray(board: &Board, start: Cell, rows: isize, cols: isize) -> Vec<Cell> {
    core::iter::successors(Some(start), |cell| board.shifted(*cell, rows, cols)).collect()
}

/// Returns the diagonal that starts at a cell. Returns an empty list if no diagonal starts there.
fn diagonal_from(board: &Board, start: Cell) -> Vec<Cell> {
    let Some((row, col)) = board.place(start) else { return Vec::new() };
    let (last_row, last_col) = (board.shape().rows() - 1, board.shape().cols() - 1);
    let direction = match (row, col) {
        (row, 0) if row < last_row => (1, 1),
        (row, col) if col == last_col && row > 0 && row < last_row => (-1, -1),
        (0, _) => (1, -1),
        (row, col) if row == last_row && col > 0 && col < last_col => (-1, 1),
        _ => return Vec::new(),
    };
    let cells = ray(board, start, direction.0, direction.1);
    // In grids that are not square, the cells at both ends of a diagonal may be valid names of it.
    // The valid name is the one that is first in the order left, right, top, bottom.
    let rank = |row: usize, col: usize, down: bool| match (row, col) {
        (row, 0) if down && row < last_row => 0,
        (row, col) if down && col == last_col && row > 0 && row < last_row => 1,
        (0, col) if !down && col > 0 => 2,
        (row, col) if !down && row == last_row && col > 0 && col < last_col => 3,
        _ => 4,
    };
    let down = direction.0 == direction.1;
    let end = cells.last().and_then(|cell| board.place(*cell)).map_or(4, |(row, col)| rank(row, col, down));
    if cells.len() > 1 && rank(row, col, down) <= end { cells } else { Vec::new() }
}
