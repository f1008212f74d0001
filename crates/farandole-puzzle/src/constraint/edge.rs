//! Clues outside the grid that concern its first cells: frame sums, outside clues, first seen
//! digits, Rossini arrows.

use super::args::{ArgError, Args, at};
use super::clues::{MAX_CLUE, is_clue, line_at};
use super::fault::{ArgumentError, Checked, Fault, sum_is, total};
use super::kind::{Kind, Writer, documented, is_sudoku};
use crate::Cell;
use crate::board::{Board, End, Line, LineEnd};
use alloc::vec::Vec;
use core::fmt;

/// Builds the constraints for the clues at both ends of a line.
///
/// The argument with index `first` is the line. The next two are the clues at its ends.
fn at_both_ends<T, K>(
    args: Args<'_>,
    first: usize,
    read: impl Fn(usize) -> Result<T, ArgError>,
    make: impl Fn(LineEnd, T) -> K,
) -> Result<Vec<K>, ArgError> {
    args.end(first + 3)?;
    let line = line_at(args, first)?;
    let mut clues = Vec::with_capacity(2);
    for (argument, end) in [(first + 1, End::Start), (first + 2, End::Finish)] {
        if !args.text_or_empty(argument).is_empty() {
            clues.push(make(LineEnd { line, end }, read(argument)?));
        }
    }
    if clues.is_empty() { Err(ArgumentError::Missing("a clue").into()) } else { Ok(clues) }
}

fn write_place(out: &mut Writer<'_>, place: LineEnd, clue: impl fmt::Display) {
    out.push(place.line);
    if place.end == End::Finish {
        out.push("");
    }
    out.push(clue);
}

/// Fails unless `place` is the end of a row or column of a Sudoku grid.
fn is_on(place: LineEnd, board: &Board) -> Result<(), ArgumentError> {
    is_sudoku(board)?;
    if place.line.is_on(board) {
        Ok(())
    } else {
        Err(ArgumentError::Expected("a row or column of this grid"))
    }
}

/// Returns the first cells of the line as seen from the clue, as many as a box has in this
/// direction.
fn frame(place: LineEnd, board: &Board) -> Vec<Cell> {
    let mut cells = place.cells(board);
    let depth = board.box_shape().map_or(0, |it| match place.line {
        Line::Row(_) => it.box_cols,
        Line::Col(_) => it.box_rows,
    });
    cells.truncate(depth);
    cells
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

impl Kind for FrameSum {
    fn cells(&self, board: &Board) -> Vec<Cell> {
        frame(self.place, board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        sum_is(total(&self.cells(board), values), i64::from(self.sum))
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
    /// Outside: the clue digits appear in the first cells of the line, up to the far edge of the
    /// nearest box.
    ///
    /// The number of cells is the extent of a box in this direction, even if boxes are not houses.
    /// The grid needs a box shape. A digit that is listed twice appears twice.
    ///
    /// In texts, the arguments are a row or column, the digits at its left or upper end separated
    /// by `_`, and the digits at its other end. One of the lists may be empty.
    ///
    /// ```text
    /// 1 8 > 3 1 8 | . . . | . . .
    /// ```
    pub struct Outside {
        /// The end of the line at which the clue is placed.
        pub place: LineEnd,
        /// The values in ascending order, each as often as it is listed.
        pub values: Vec<u8>,
    }
    "Outside" "line~[value_value..][~value_value..]" Extension
}

impl Kind for Outside {
    fn cells(&self, board: &Board) -> Vec<Cell> {
        frame(self.place, board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let frame = self.cells(board);
        let times = |values: &mut dyn Iterator<Item = u8>, value| values.filter(|it| *it == value).count();
        self.values.iter().try_for_each(|value| {
            let found = times(&mut frame.iter().map(|cell| values[cell.index()]), *value);
            let expected = times(&mut self.values.iter().copied(), *value);
            if found >= expected { Ok(()) } else { Err(Fault::Count { value: *value, found, expected }) }
        })
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_on(self.place, board)?;
        self.values.sort_unstable();
        let fits = !self.values.is_empty() && self.values.iter().all(|it| board.values().contains(*it));
        if board.box_shape().is_none() {
            Err(ArgumentError::Others("a grid with boxes"))
        } else if fits {
            Ok(())
        } else {
            Err(ArgumentError::Expected("values of the board"))
        }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        at_both_ends(args, 0, |argument| args.values(argument), |place, values| Self { place, values })
    }

    fn write(&self, out: &mut Writer<'_>) {
        let values: Vec<_> = self.values.iter().map(|value| alloc::format!("{value}")).collect();
        write_place(out, self.place, values.join("_"));
    }
}

documented! {
    /// First seen: of the listed digits, the clue is the one that appears first in the line.
    ///
    /// At least one of the digits must appear in the line.
    ///
    /// In texts, the arguments are the digits separated by `_`, a row or column, the clue at its
    /// left or upper end, and the clue at its other end. One of the clues may be empty.
    ///
    /// ```text
    /// 2 > 7 4 2 9 1 . . . 3      of 1, 2 and 3
    /// ```
    pub struct FirstSeen {
        /// The end of the line at which the clue is placed.
        pub place: LineEnd,
        /// The mask of the values: bit v - low represents the value v.
        pub mask: u16,
        /// The value that appears first.
        pub value: u8,
    }
    "FirstSeen" "value[_value..]~line~[value][~value]" Extension
}

impl Kind for FirstSeen {
    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.place.cells(board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let line = self.place.cells(board);
        let mut seen = line.iter().map(|cell| values[cell.index()]);
        let first = seen.find(|value| board.values().mask(*value) & self.mask != 0);
        is_clue(first.map(i64::from), u32::from(self.value))
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_on(self.place, board)?;
        let is_one = board.values().contains(self.value) && board.values().mask(self.value) & self.mask != 0;
        let fits = is_one && self.mask & !board.values().all() == 0;
        if fits { Ok(()) } else { Err(ArgumentError::Expected("one of the listed values")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let mask = args.values(0)?.iter().fold(0, |mask, value| mask | args.board.values().mask(*value));
        at_both_ends(args, 1, |argument| args.value(argument), |place, value| Self { place, mask, value })
    }

    fn write(&self, out: &mut Writer<'_>) {
        let values: Vec<u8> = out.board.values().values_of(self.mask).collect();
        out.values(&values);
        write_place(out, self.place, self.value);
    }
}

/// The order of the first three values of a line at a Rossini clue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slope {
    /// The values increase into the grid: the arrow points away from the edge.
    Rises,
    /// The values decrease into the grid: the arrow points to the edge.
    Falls,
    /// Neither: there is no arrow, and all possible arrows are given.
    Neither,
}

impl Slope {
    const ALL: [Self; 3] = [Self::Rises, Self::Falls, Self::Neither];

    const fn name(self) -> &'static str {
        match self {
            Self::Rises => "rises",
            Self::Falls => "falls",
            Self::Neither => "neither",
        }
    }
}

documented! {
    /// Rossini: an arrow shows the direction in which the first three digits of the line increase.
    ///
    /// `rises` means that digits increase into the grid, and `falls` that they decrease. Use
    /// `neither` for edges without an arrow if all possible arrows are given.
    ///
    /// In texts, the arguments are a row or column, the clue at its left or upper end, and the clue
    /// at its other end. One of the clues may be empty.
    ///
    /// ```text
    /// -> 2 5 9 . . . . . .
    /// ```
    pub struct Rossini {
        /// The end of the line at which the clue is placed.
        pub place: LineEnd,
        /// The order of the values.
        pub slope: Slope,
    }
    "Rossini" "line~[rises|falls|neither][~rises|falls|neither]" Extension
}

impl Kind for Rossini {
    fn cells(&self, board: &Board) -> Vec<Cell> {
        let mut cells = self.place.cells(board);
        cells.truncate(3);
        cells
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let line: Vec<u8> = self.cells(board).iter().map(|cell| values[cell.index()]).collect();
        let rises = line.windows(2).all(|pair| pair[0] < pair[1]);
        let falls = line.windows(2).all(|pair| pair[0] > pair[1]);
        match self.slope {
            Slope::Rises if !rises => Err(Fault::Not("increasing values")),
            Slope::Falls if !falls => Err(Fault::Not("decreasing values")),
            Slope::Neither if rises || falls => Err(Fault::Not("values that neither increase nor decrease")),
            _ => Ok(()),
        }
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_on(self.place, board)?;
        let fits = self.cells(board).len() == 3;
        if fits { Ok(()) } else { Err(ArgumentError::Expected("a line of at least three cells")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let read = |argument| {
            let text = args.text_or_empty(argument);
            let slope = Slope::ALL.into_iter().find(|slope| slope.name() == text);
            slope.ok_or(at(argument, ArgumentError::Expected("`rises`, `falls` or `neither`")))
        };
        at_both_ends(args, 0, read, |place, slope| Self { place, slope })
    }

    fn write(&self, out: &mut Writer<'_>) {
        write_place(out, self.place, self.slope.name());
    }
}
