//! Clues outside the grid that constrain the row, column or diagonal they point along.

use super::args::{ArgError, Args, at};
use super::ends::filling;
use super::fault::{ArgumentError, Checked, Fault, sum_is, total};
use super::kind::{Key, Kind, Writer, documented, is_sudoku};
use crate::Cell;
use crate::board::{Board, End, Line, LineEnd};
use alloc::vec::Vec;

/// The greatest clue that a text may contain.
pub(super) const MAX_CLUE: i64 = 1_000_000;

/// Parses the argument with this index as a row or column.
pub(super) fn line_at(args: Args<'_>, index: usize) -> Result<Line, ArgError> {
    let text = args.text(index, "a row or column")?;
    Line::named(text, args.board)
        .ok_or(at(index, ArgumentError::Expected("a row or column of this grid, such as `R3`")))
}

/// Fails if a number that was read from the grid differs from the clue.
pub(super) const fn is_clue(found: Option<i64>, clue: u32) -> Checked {
    let expected = clue as i64;
    match found {
        Some(found) if found == expected => Ok(()),
        _ => Err(Fault::Number { found, expected }),
    }
}

/// Declares a clue at one end of a line. The parameters are its documentation, its least number,
/// and its check of the values as seen from the clue.
macro_rules! line_clue {
    ($(#[doc = $doc:literal])+ pub struct $Kind:ident; $name:literal from $least:literal; check $check:expr;) => {
        documented! {
            $(#[doc = $doc])+
            ///
            /// In texts, the arguments are a row or column, the clue at its left or upper end, and the
            /// clue at its other end. One of the clues may be empty.
            pub struct $Kind {
                /// The end of the line at which the clue is placed.
                pub place: LineEnd,
                /// The clue.
                pub clue: u32,
            }
            $name "line~[clue][~clue]"
        }

        impl Kind for $Kind {
            fn cells(&self, board: &Board) -> Vec<Cell> {
                self.place.cells(board)
            }

            fn check(&self, board: &Board, values: &[u8]) -> Checked {
                let line: Vec<u8> = self.place.cells(board).iter().map(|cell| values[cell.index()]).collect();
                let check: fn(&[u8], u32) -> Checked = $check;
                check(&line, self.clue)
            }

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                is_sudoku(board)?;
                if !self.place.line.is_on(board) {
                    return Err(ArgumentError::Expected("a row or column of this grid"));
                }
                if !($least..=MAX_CLUE).contains(&i64::from(self.clue)) {
                    return Err(ArgumentError::Number { low: $least, high: MAX_CLUE });
                }
                Ok(())
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                args.end(3)?;
                let line = line_at(args, 0)?;
                let mut clues = Vec::with_capacity(2);
                for (argument, end) in [(1, End::Start), (2, End::Finish)] {
                    if !args.text_or_empty(argument).is_empty() {
                        let clue = args.number(argument, $least, MAX_CLUE)? as u32;
                        clues.push(Self { place: LineEnd { line, end }, clue });
                    }
                }
                if clues.is_empty() { Err(ArgumentError::Missing("a clue").into()) } else { Ok(clues) }
            }

            fn write(&self, out: &mut Writer<'_>) {
                out.push(self.place.line);
                if self.place.end == End::Finish {
                    out.push("");
                }
                out.push(self.clue);
            }

            fn key(&self) -> Option<Key> {
                Some(Key::Place(self.place))
            }
        }
    };
}

line_clue! {
    /// X-sum: the clue is the sum of the first X digits, where X is the first digit seen from the
    /// clue.
    ///
    /// X is at least 1 and at most the length of the line, so the clue 0 never holds.
    ///
    /// ```text
    /// 12 > 3 1 8 . . . . . .
    /// ```
    pub struct XSum;
    "XSum" from 0;
    check |line, clue| {
        let count = line.first().map_or(0, |first| usize::from(*first));
        let cells = (count > 0).then(|| line.get(..count)).flatten();
        is_clue(cells.map(|cells| cells.iter().map(|value| i64::from(*value)).sum()), clue)
    };
}

line_clue! {
    /// Skyscraper: the clue is the number of visible skyscrapers; taller digits hide lower digits
    /// that come after them.
    ///
    /// A digit is visible if it is greater than all digits before it. A 0 does not count, so the
    /// clue 0 never holds in a line that has another digit.
    ///
    /// ```text
    /// 3 > 2 1 7 4 9 8 . . .
    /// ```
    pub struct Skyscraper;
    "Skyscraper" from 0;
    check |line, clue| {
        let mut highest = 0;
        let seen = line.iter().filter(|value| {
            let is_seen = **value > highest;
            highest = highest.max(**value);
            is_seen
        });
        is_clue(Some(seen.count() as i64), clue)
    };
}

line_clue! {
    /// Hidden skyscraper: the clue is the first digit hidden by a taller skyscraper, seen from the
    /// clue.
    ///
    /// A digit is hidden if it is lower than a digit before it. The line must have a hidden digit.
    ///
    /// ```text
    /// 3 > 2 5 3 . . . . . .
    /// ```
    pub struct HiddenSkyscraper;
    "HiddenSkyscraper" from 0;
    check |line, clue| {
        let hidden = line.windows(2).find(|pair| pair[1] < pair[0]).map(|pair| i64::from(pair[1]));
        is_clue(hidden, clue)
    };
}

line_clue! {
    /// Numbered room: the clue is the digit in the Xth cell of the line, where X is the first digit
    /// seen from the clue.
    ///
    /// X is at least 1 and at most the length of the line.
    ///
    /// ```text
    /// 7 > 3 . 7 . . . . . .
    /// ```
    pub struct NumberedRoom;
    "NumberedRoom" from 0;
    check |line, clue| {
        let index = line.first().and_then(|first| usize::from(*first).checked_sub(1));
        is_clue(index.and_then(|index| line.get(index)).map(|value| i64::from(*value)), clue)
    };
}

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

impl Kind for Sandwich {
    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.line.cells(board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        filling(&self.line.cells(board), self.sum, values)
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
    /// Little killer: digits along the indicated diagonal sum to the clue; digits may repeat.
    ///
    /// A cell on the border identifies the diagonal, and each diagonal has one name. From the first
    /// column, the diagonal runs down and to the right. From the last column, it runs up and to the
    /// left. From the first row, it runs down and to the left. From the last row, it runs up and to
    /// the right.
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

/// Returns the cells from `start` to the border, moving by this step in rows and columns.
fn ray(board: &Board, start: Cell, rows: isize, cols: isize) -> Vec<Cell> {
    core::iter::successors(Some(start), |cell| board.shifted(*cell, rows, cols)).collect()
}

/// Returns the diagonal that starts at a cell, or an empty list if none does.
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
    // In grids that are not square, a diagonal may end at a cell that would also name it. The name
    // that comes first in the order left, right, top, bottom is the valid one.
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

impl Kind for LittleKiller {
    fn cells(&self, board: &Board) -> Vec<Cell> {
        diagonal_from(board, self.start)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        sum_is(total(&self.cells(board), values), i64::from(self.sum))
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
