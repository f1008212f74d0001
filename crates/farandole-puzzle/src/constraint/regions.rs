//! The layout of the grid: boxes, jigsaw pieces, windows, diagonals, holes.

use super::args::{ArgError, Args, at};
use super::declare::{documented, global_rule};
use super::error::{ArgumentError, Checked, ConstraintViolation, distinct};
use super::kind::{Key, Kind, Properties, Role, Writer, is_sudoku};
use super::reading::Reading;
use super::semantics::Semantics;
use super::style::{Figure, KindStyle, style};
use crate::Cell;
use crate::board::{Board, GridKind, Line, MAX_SIDE};
use alloc::string::String;
use alloc::vec::Vec;

/// Declares a kind without arguments. The parameters are its documentation and its houses.
macro_rules! houses_of_board {
    ($(#[doc = $doc:literal])+ pub struct $Kind:ident; $name:literal $reading:ident; on $board:expr; houses $houses:expr; $(with { $($items:tt)* })?) => {
        documented! {
            $(#[doc = $doc])+
            pub struct $Kind {}
            $name ""
        }

        impl Kind for $Kind {
            const READING: Reading = Reading::$reading;

            $($($items)*)?

            fn cells(&self, _board: &Board) -> Vec<Cell> {
                Vec::new()
            }

            fn check(&self, board: &Board, values: &[u8]) -> Checked {
                self.houses(board).iter().try_for_each(|house| distinct(house, values))
            }

            fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
                is_sudoku(board)?;
                let fits: fn(&Board) -> Result<(), ArgumentError> = $board;
                fits(board)
            }

            fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
                args.end(0)?;
                Ok(alloc::vec![Self {}])
            }

            fn write(&self, _out: &mut Writer<'_>) {}

            fn houses(&self, board: &Board) -> Vec<Vec<Cell>> {
                let houses: fn(&Board) -> Vec<Vec<Cell>> = $houses;
                houses(board)
            }

            fn key(&self) -> Option<Key> {
                Some(Key::Kind)
            }
        }
    };
}

/// Returns an error unless the grid has as many rows as columns.
pub(crate) fn is_square(board: &Board) -> Result<(), ArgumentError> {
    if board.shape().is_square() { Ok(()) } else { Err(ArgumentError::Board("as many rows as columns")) }
}

houses_of_board! {
    /// No default boxes: boxes are not houses; only rows, columns and explicit regions are.
    pub struct NoBoxes;
    "NoBoxes" Itself; on |_| Ok(());
    houses |_| Vec::new();
    with {
        const PROPERTIES: Properties = Properties { only_houses: true, ..Properties::outermost(Role::Board) };

        fn define(&self, board: &mut Board) {
            board.has_boxes = false;
        }
    }
}

style!(NoBoxes: KindStyle::new("No default boxes", "no default boxes", ".Shape~6x6.NoBoxes")
    .figure(Figure::Grid));

documented! {
    /// The number of cells in each box and jigsaw piece. By default, it is the length of the longer
    /// side.
    pub struct RegionSize {
        /// Number of cells in a region, 1 to 256.
        pub size: u16,
    }
    "RegionSize" "cells"
}

style!(RegionSize(size): KindStyle::new("Region size", "region size", ".Shape~6x6.RegionSize~4")
    .number("jigsaw piece.", "jigsaw piece is {}."));

impl Kind for RegionSize {
    const READING: Reading = Reading::Open;

    const PROPERTIES: Properties = Properties { only_houses: true, ..Properties::outermost(Role::Board) };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, _board: &Board, _values: &[u8]) -> Checked {
        Ok(())
    }

    fn define(&self, board: &mut Board) {
        board.region_size = usize::from(self.size);
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        let most = board.grid_count() as i64;
        if i64::from(self.size) > most || self.size == 0 {
            return Err(ArgumentError::Number { low: 1, high: most });
        }
        is_sudoku(board)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(1)?;
        let size = args.number(0, 1, (MAX_SIDE * MAX_SIDE) as i64)?;
        Ok(alloc::vec![Self { size: size as u16 }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.size);
    }

    fn key(&self) -> Option<Key> {
        Some(Key::Kind)
    }
}

documented! {
    /// Jigsaw: digits do not repeat in an irregular region.
    ///
    /// In texts, the layout has one character for each cell, row by row; cells with the same
    /// character form a piece. Each piece has as many cells as the region size. A single piece of
    /// another size is ignored, and so is a piece that covers the whole grid. The boxes remain
    /// houses; to replace them, add `NoBoxes`.
    ///
    /// ```text
    /// 0 0 0 1
    /// 2 0 1 1
    /// 2 2 3 1
    /// 2 3 3 3
    /// ```
    pub struct Jigsaw {
        /// The pieces, sorted; the cells of each piece are in ascending order. No cell is in two
        /// pieces.
        pub pieces: Vec<Vec<Cell>>,
    }
    "Jigsaw" "layout"
}

style!(Jigsaw: KindStyle::new("Jigsaw", "jigsaw", ".Shape~5x5.Jigsaw~0001100111222332233344444")
    .figure(Figure::Grid).button("region", "jigsaw irregular piece layout"));

impl Kind for Jigsaw {
    const READING: Reading = Reading::Itself;
    const PROPERTIES: Properties = Properties { only_houses: true, ..Properties::outermost(Role::Regions) };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.pieces.concat()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        self.pieces.iter().try_for_each(|piece| distinct(piece, values))
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_sudoku(board)?;
        if board.has_seconds() && !board.boxes().is_empty() {
            return Err(ArgumentError::Others("NoBoxes in combination with Schroedinger"));
        }
        self.pieces.iter_mut().for_each(|piece| piece.sort_unstable());
        self.pieces.sort_unstable();
        let mut cells = self.pieces.concat();
        cells.sort_unstable();
        if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ArgumentError::CellTwice(pair[0]));
        }
        if cells.iter().any(|cell| cell.index() >= board.grid_count()) {
            return Err(ArgumentError::Cell);
        }
        if self.pieces.iter().any(|piece| piece.len() != board.region_size()) {
            return Err(ArgumentError::Expected("pieces with as many cells as the region size"));
        }
        let rest = board.grid_count() - cells.len();
        if rest == board.region_size() {
            return Err(ArgumentError::Expected("a layout that lists all pieces"));
        }
        Ok(())
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        // An older form of the item has one more argument before the layout.
        args.end(2)?;
        let index = args.len().saturating_sub(1);
        let layout = args.text(index, "a layout")?;
        if layout.chars().count() != args.board.grid_count() {
            return Err(at(index, ArgumentError::Expected("one character for each cell of the grid")));
        }
        let mut pieces: Vec<(char, Vec<Cell>)> = Vec::new();
        for (label, cell) in layout.chars().zip(args.board.grid()) {
            match pieces.iter_mut().find(|(known, _)| *known == label) {
                Some((_, cells)) => cells.push(cell),
                None => pieces.push((label, alloc::vec![cell])),
            }
        }
        if pieces.len() == 1 {
            return Ok(Vec::new());
        }
        let before = pieces.len();
        pieces.retain(|(_, cells)| cells.len() == args.board.region_size());
        if before - pieces.len() > 1 {
            let what = "pieces with as many cells as the region size, except at most one";
            return Err(at(index, ArgumentError::Expected(what)));
        }
        let pieces: Vec<Vec<Cell>> = pieces.into_iter().map(|(_, cells)| cells).collect();
        Ok(if pieces.is_empty() { Vec::new() } else { alloc::vec![Self { pieces }] })
    }

    fn write(&self, out: &mut Writer<'_>) {
        let piece_of = |cell: Cell| self.pieces.iter().position(|piece| piece.contains(&cell));
        let mut seen = Vec::new();
        let mut layout = String::new();
        for cell in out.board.grid() {
            let piece = piece_of(cell);
            let label = seen.iter().position(|known| *known == piece).unwrap_or_else(|| {
                seen.push(piece);
                seen.len() - 1
            });
            layout.push(label_of(label));
        }
        out.push(layout);
    }

    fn houses(&self, _board: &Board) -> Vec<Vec<Cell>> {
        self.pieces.clone()
    }
}

/// Returns a character for each number below 257: digits, letters, then letters of other alphabets.
/// None of the characters has a special meaning in texts.
fn label_of(number: usize) -> char {
    const FIRST: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    FIRST
        .get(number)
        .map_or_else(|| char::from_u32(0x400 + number as u32).unwrap_or('?'), |byte| *byte as char)
}

houses_of_board! {
    /// Windoku: digits do not repeat in the shaded windows.
    ///
    /// Windows have the size of a box. The first one starts in the second row and column, and one
    /// row or column separates neighbouring windows. `NoBoxes` does not affect them.
    ///
    /// ```text
    /// . . . . . . . . .
    /// . # # # . # # # .
    /// . # # # . # # # .
    /// . # # # . # # # .
    /// . . . . . . . . .
    /// ```
    pub struct Windoku;
    "Windoku" EachValue; on is_square;
    houses windows;
    with { const PROPERTIES: Properties = Properties { only_houses: true, ..Properties::DEFAULT }; }
}

style!(Windoku: KindStyle::new("Windoku", "windows", ".Windoku").figure(Figure::Own).button("windoku", "hyper"));

fn windows(board: &Board) -> Vec<Vec<Cell>> {
    let Some(shape) = board.box_shape() else { return Vec::new() };
    let starts = |side: usize, length: usize| (1..side.saturating_sub(length)).step_by(length + 1);
    let mut windows = Vec::new();
    for top in starts(board.shape().rows(), shape.box_rows) {
        for left in starts(board.shape().cols(), shape.box_cols) {
            let positions = (0..shape.box_rows * shape.box_cols)
                .map(|k| (top + k / shape.box_cols, left + k % shape.box_cols));
            windows.push(positions.filter_map(|(row, col)| board.at(row, col)).collect());
        }
    }
    windows
}

houses_of_board! {
    /// Disjoint groups: cells in the same position of their boxes contain different digits.
    ///
    /// The boxes are those of the region size, even with `NoBoxes`. Jigsaw pieces have no effect.
    ///
    /// ```text
    /// a . . | a . .
    /// . b . | . b .
    /// ```
    pub struct DisjointSets;
    "DisjointSets" EachValue; on is_square;
    houses |board| {
        let boxes = board.all_boxes();
        let group = |k: usize| boxes.iter().filter_map(|cells| cells.get(k).copied()).collect();
        (0..boxes.first().map_or(0, Vec::len)).map(group).collect()
    };
    with { const PROPERTIES: Properties = Properties { only_houses: true, ..Properties::DEFAULT }; }
}

style!(DisjointSets: KindStyle::new("Disjoint groups", "disjoint groups", ".Shape~4x4.DisjointSets")
    .rule("Disjoint groups apply.").fpuzzles("disjointgroups").sudokumaker(14)
    .button("disjoint groups", "").sudokupad("disjoint"));

documented! {
    /// Diagonal: digits do not repeat on the marked diagonal.
    ///
    /// In texts, `1` is the diagonal from bottom left to top right, and `-1` is the one from top
    /// left to bottom right.
    pub struct Diagonal {
        /// The main diagonal or the antidiagonal.
        pub diagonal: crate::Diagonal,
    }
    "Diagonal" "1|-1"
}

style!(Diagonal: KindStyle::new("Diagonal", "diagonal", ".Shape~6x6.Diagonal~1.Diagonal~-1")
    .figure(Figure::Own).button("diagonal ↗", "x sudoku anti positive"));

impl Diagonal {
    fn line(&self, board: &Board) -> Vec<Cell> {
        let size = board.shape().rows();
        let col = |row: usize| match self.diagonal {
            crate::Diagonal::Main => row,
            crate::Diagonal::Anti => size - 1 - row,
        };
        (0..size).filter_map(|row| board.at(row, col(row))).collect()
    }
}

impl Kind for Diagonal {
    const READING: Reading = Reading::EachValue;
    const PROPERTIES: Properties = Properties { only_houses: true, ..Properties::DEFAULT };

    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.line(board)
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        distinct(&self.line(board), values)
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_sudoku(board)?;
        is_square(board)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(1)?;
        let diagonal = match args.text(0, "1 or -1")? {
            "1" => crate::Diagonal::Anti,
            "-1" => crate::Diagonal::Main,
            _ => return Err(at(0, ArgumentError::Expected("1 or -1"))),
        };
        Ok(alloc::vec![Self { diagonal }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(if self.diagonal == crate::Diagonal::Anti { "1" } else { "-1" });
    }

    fn houses(&self, board: &Board) -> Vec<Vec<Cell>> {
        alloc::vec![self.line(board)]
    }

    fn key(&self) -> Option<Key> {
        Some(Key::Number(i64::from(self.diagonal == crate::Diagonal::Anti)))
    }
}

global_rule! {
    /// Regions of the same values: all rows, columns, boxes and jigsaw pieces of the greatest size
    /// contain the same set of digits.
    ///
    /// It has no effect if that size is the number of values.
    pub struct RegionSameValues;
    "RegionSameValues" Open; on is_sudoku;
    check |board, values| {
        let sorted = |cells: &Vec<Cell>| {
            let mut sorted: Vec<u8> = cells.iter().map(|cell| values[cell.index()]).collect();
            sorted.sort_unstable();
            sorted
        };
        let regions = largest_regions(board);
        let same = regions.windows(2).all(|pair| sorted(&pair[0]) == sorted(&pair[1]));
        if same { Ok(()) } else { Err(ConstraintViolation::Not("the same values in all regions")) }
    };
    with {
        fn semantics(&self, board: &Board) -> Semantics {
            Semantics::SameValues(largest_regions(board))
        }
    }
}

style!(RegionSameValues: KindStyle::new("Regions of the same values", "regions of the same values", ".Shape~4x4~6.RegionSameValues"));

impl RegionSameValues {
    /// Returns the houses with the greatest number of cells among the rows, columns, boxes and
    /// jigsaw pieces.
    pub fn regions(board: &Board) -> Vec<Vec<Cell>> {
        largest_regions(board)
    }
}

fn largest_regions(board: &Board) -> Vec<Vec<Cell>> {
    let mut regions: Vec<Vec<Cell>> = Line::all(board).map(|line| line.cells(board)).collect();
    regions.extend(board.boxes());
    regions.extend(board.pieces().iter().cloned());
    let most = regions.iter().map(Vec::len).max().unwrap_or(0);
    regions.retain(|region| region.len() == most);
    regions
}

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

style!(Holes: KindStyle::new("Holes", "holes", ".Shape~4x5~9~Raw.Holes~R1C1~R1C5~R3C3.Cage~20~R1C2~R1C3~R1C4")
    .figure(Figure::Own));

impl Kind for Holes {
    const READING: Reading = Reading::Open;

    const PROPERTIES: Properties = Properties { only_houses: true, ..Properties::outermost(Role::Board) };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let filled = self.cells.iter().find(|cell| values[cell.index()] != board.values().low());
        filled.map_or(Ok(()), |cell| {
            Err(ConstraintViolation::Value { cell: *cell, found: values[cell.index()] })
        })
    }

    fn define(&self, board: &mut Board) {
        board.holes.extend_from_slice(&self.cells);
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let mask = board.values().mask(board.values().low());
        Semantics::All(self.cells.iter().map(|cell| Semantics::Domain { cell: *cell, mask }).collect())
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
