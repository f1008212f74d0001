//! A shape with groups of extra cells, boxes and pieces: names of cells, neighbours, squares.

use super::error::{BoardError, BoardErrorKind};
use super::group::{Group, GroupSize};
use super::shape::{GridKind, MAX_CELLS, MAX_SIDE, Shape, ValueRange};
use crate::{BoxShape, Cell};
use alloc::vec::Vec;
use core::fmt;

/// How entries of `FullRank` that are equal are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Ties {
    /// No two entries are equal.
    None,
    /// An entry with a clue equals no other.
    #[default]
    OnlyUnclued,
    /// Equal entries share the least place.
    Any,
}

/// A shape, groups of extra cells, and the layout: what constraints need to know of the rest of the variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    shape: Shape,
    /// In the order of their prefixes.
    groups: Vec<Group>,
    /// The first cell of each group, and the number of all cells.
    starts: Vec<usize>,
    pub(crate) region_size: usize,
    pub(crate) has_boxes: bool,
    pub(crate) pieces: Vec<Vec<Cell>>,
    pub(crate) ties: Ties,
    /// Pairs of neighbours with a dot, the lower cell first, sorted.
    pub(crate) dots: Vec<(Cell, Cell)>,
    /// Pairs of neighbours with a letter, the lower cell first, sorted.
    pub(crate) letters: Vec<(Cell, Cell)>,
    /// Cells that are marked as minima, rising.
    pub(crate) minima: Vec<Cell>,
    /// Cells that are marked as maxima, rising.
    pub(crate) maxima: Vec<Cell>,
    /// Places of the grid where no cell is, rising.
    pub(crate) holes: Vec<Cell>,
    /// The extra cell for the second value of the first cell; those of the others follow it.
    pub(crate) seconds: Option<usize>,
}

impl Board {
    /// A board with default boxes, if it is a Sudoku grid, and no jigsaw pieces.
    ///
    /// # Errors
    /// If two groups have one prefix, a prefix is not made of capital letters, a group has no cells or more than 16
    /// columns, or there are more than 1,000 cells.
    pub fn new(shape: Shape, mut groups: Vec<Group>) -> Result<Self, BoardError> {
        for (number, group) in groups.iter().enumerate() {
            let fail = |kind| Err(BoardError { group: number, kind });
            if group.prefix.is_empty() || !group.prefix.bytes().all(|byte| byte.is_ascii_uppercase()) {
                return fail(BoardErrorKind::Prefix);
            }
            if groups[..number].iter().any(|other| other.prefix == group.prefix) {
                return fail(BoardErrorKind::Twice);
            }
            let in_range = match group.size {
                GroupSize::Count(count) => (1..=MAX_CELLS).contains(&count),
                GroupSize::Grid { rows, cols } => {
                    (1..=MAX_CELLS).contains(&rows) && (1..=MAX_SIDE).contains(&cols)
                }
            };
            if !in_range {
                return fail(BoardErrorKind::Size);
            }
            let before = groups[..number].iter().map(|other| other.size.count()).sum::<usize>();
            if shape.cell_count() + before + group.size.count() > MAX_CELLS {
                return fail(BoardErrorKind::Cells);
            }
        }
        groups.sort();
        let mut starts = alloc::vec![shape.cell_count()];
        for group in &groups {
            starts.push(starts[starts.len() - 1] + group.size.count());
        }
        Ok(Self {
            shape,
            groups,
            starts,
            region_size: shape.longer_side(),
            has_boxes: shape.kind() == GridKind::Sudoku,
            pieces: Vec::new(),
            ties: Ties::default(),
            dots: Vec::new(),
            letters: Vec::new(),
            minima: Vec::new(),
            maxima: Vec::new(),
            holes: Vec::new(),
            seconds: None,
        })
    }

    /// Rows, columns, values and kind.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The values of every cell.
    pub const fn values(&self) -> ValueRange {
        self.shape.values()
    }

    /// The groups of extra cells in the order of their cells.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// How many cells the grid has, holes included.
    pub const fn grid_count(&self) -> usize {
        self.shape.cell_count()
    }

    /// Whether cells may hold two values.
    pub const fn has_seconds(&self) -> bool {
        self.seconds.is_some()
    }

    /// The extra cell with the second value of a cell of the grid, where cells may hold two values.
    pub fn second(&self, cell: Cell) -> Option<Cell> {
        self.seconds
            .filter(|_| cell.index() < self.grid_count())
            .map(|start| Cell::within(start + cell.index()))
    }

    /// The same cells with one value each.
    pub(crate) fn with_single_values(&self) -> Self {
        Self { seconds: None, ..self.clone() }
    }

    /// How many cells there are, extra cells included.
    pub fn cell_count(&self) -> usize {
        self.starts[self.groups.len()]
    }

    /// All cells, extra cells included.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.cell_count()).map(Cell::within)
    }

    /// The cells of the grid, without holes.
    pub fn grid(&self) -> impl Iterator<Item = Cell> + use<'_> {
        (0..self.grid_count()).map(Cell::within).filter(|cell| !self.is_hole(*cell))
    }

    /// Whether the grid has a hole where this cell would be.
    #[inline]
    pub fn is_hole(&self, cell: Cell) -> bool {
        !self.holes.is_empty() && self.holes.binary_search(&cell).is_ok()
    }

    /// The cell in this row and column, both 0-based; `None` outside the grid and in holes.
    pub fn at(&self, row: usize, col: usize) -> Option<Cell> {
        self.place_at(row, col).filter(|cell| !self.is_hole(*cell))
    }

    /// As [`at`](Self::at), holes included.
    fn place_at(&self, row: usize, col: usize) -> Option<Cell> {
        (row < self.shape.rows() && col < self.shape.cols())
            .then(|| Cell::within(row * self.shape.cols() + col))
    }

    /// The cell so many rows below and columns to the right of a cell of the grid; `None` outside the grid.
    pub fn shifted(&self, cell: Cell, rows: isize, cols: isize) -> Option<Cell> {
        let (row, col) = self.place(cell)?;
        self.at(row.checked_add_signed(rows)?, col.checked_add_signed(cols)?)
    }

    /// The 0-based row and column of a cell of the grid; `None` for extra cells.
    pub fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        let cols = self.shape.cols();
        (cell.index() < self.grid_count()).then(|| (cell.index() / cols, cell.index() % cols))
    }

    /// The group of an extra cell and the 0-based number of the cell in it; `None` for cells of the grid.
    pub fn group_of(&self, cell: Cell) -> Option<(&Group, usize)> {
        let group = self.starts.partition_point(|start| *start <= cell.index()).checked_sub(1)?;
        Some((self.groups.get(group)?, cell.index() - self.starts[group]))
    }

    /// The cells of the group with this prefix; `None` if there is no such group.
    pub fn group_cells(&self, prefix: &str) -> Option<Vec<Cell>> {
        let group = self.groups.iter().position(|group| group.prefix == prefix)?;
        Some((self.starts[group]..self.starts[group + 1]).map(Cell::within).collect())
    }

    /// The name of a cell in texts.
    pub const fn name(&self, cell: Cell) -> Name<'_> {
        Name { board: self, cell }
    }

    /// The cell with this name, which may be a hole; `R`, `C` and letters of a grid cell in any case. Rows and columns from
    /// 10 on may be decimal numbers, too. `None` if no cell has the name.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        if let Some((row, col)) = coordinates(name) {
            return self.place_at(row, col);
        }
        let letters = name.bytes().take_while(u8::is_ascii_uppercase).count();
        let (prefix, number) = name.split_at(letters);
        let cells = self.group_cells(prefix)?;
        if cells.len() == 1 {
            return number.is_empty().then(|| cells[0]);
        }
        let plain = !number.starts_with('0') && number.bytes().all(|byte| byte.is_ascii_digit());
        let number = plain.then(|| number.parse::<usize>().ok())??;
        cells.get(number.checked_sub(1)?).copied()
    }

    /// Returns the grid or the group that a cell is in: its first index, its columns and the number of its cells. The last
    /// row of a group may be shorter than the others.
    pub(crate) fn part(&self, cell: Cell) -> (usize, usize, usize) {
        match self.group_of(cell) {
            None => (0, self.shape.cols(), self.grid_count()),
            Some((group, number)) => (cell.index() - number, group.size.cols(self.shape), group.size.count()),
        }
    }

    /// The cells that share an edge with a cell, in the grid or in its group, rising.
    pub fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let (start, cols, count) = self.part(cell);
        let place = cell.index() - start;
        let mut found = Vec::with_capacity(4);
        let mut push = |place: usize| {
            found.extend(Some(Cell::within(start + place)).filter(|cell| !self.is_hole(*cell)));
        };
        if place >= cols {
            push(place - cols);
        }
        if !place.is_multiple_of(cols) {
            push(place - 1);
        }
        if !(place + 1).is_multiple_of(cols) && place + 1 < count {
            push(place + 1);
        }
        if place + cols < count {
            push(place + cols);
        }
        found
    }

    /// All pairs of neighbours in the grid, the lower cell first, rising.
    pub fn neighbour_pairs(&self) -> Vec<(Cell, Cell)> {
        let behind = |cell: Cell| self.neighbours(cell).into_iter().filter(move |other| *other > cell);
        self.grid().flat_map(|cell| behind(cell).map(move |other| (cell, other))).collect()
    }

    /// All squares of 2x2 cells in the grid, by their top left cells; each in reading order.
    pub fn squares(&self) -> Vec<[Cell; 4]> {
        self.grid().filter_map(|cell| self.square_at(cell)).collect()
    }

    /// The 2x2 square with this top left cell, in reading order; `None` at the last row or column.
    pub fn square_at(&self, cell: Cell) -> Option<[Cell; 4]> {
        Some([cell, self.shifted(cell, 0, 1)?, self.shifted(cell, 1, 0)?, self.shifted(cell, 1, 1)?])
    }

    /// How many cells a box or a jigsaw piece has.
    pub const fn region_size(&self) -> usize {
        self.region_size
    }

    /// The form of the boxes that the region size gives, whether the boxes are houses or not.
    pub fn box_shape(&self) -> Option<BoxShape> {
        self.shape.boxes_of(self.region_size)
    }

    /// The boxes as the region size gives them, whether they are houses or not: row by row, cells rising.
    pub fn all_boxes(&self) -> Vec<Vec<Cell>> {
        let Some(BoxShape { box_rows, box_cols }) = self.box_shape() else { return Vec::new() };
        let across = self.shape.cols() / box_cols;
        let down = self.shape.rows() / box_rows;
        let cells = |number: usize| {
            let first = number / across * box_rows * self.shape.cols() + number % across * box_cols;
            let place = move |k: usize| first + k / box_cols * self.shape.cols() + k % box_cols;
            let mut cells: Vec<Cell> = (0..box_rows * box_cols).map(|k| Cell::within(place(k))).collect();
            cells.retain(|cell| !self.is_hole(*cell));
            cells
        };
        (0..across * down).map(cells).collect()
    }

    /// The boxes that are houses: none in raw grids and with `NoBoxes`.
    pub fn boxes(&self) -> Vec<Vec<Cell>> {
        if self.has_boxes { self.all_boxes() } else { Vec::new() }
    }

    /// The jigsaw pieces that are houses, each with rising cells.
    pub fn pieces(&self) -> &[Vec<Cell>] {
        &self.pieces
    }

    /// How equal entries of `FullRank` are read.
    pub const fn ties(&self) -> Ties {
        self.ties
    }

    /// Returns true if there is a dot between two neighbours, in composites too.
    pub fn has_dot(&self, pair: (Cell, Cell)) -> bool {
        self.dots.binary_search(&ordered(pair)).is_ok()
    }

    /// Returns true if there is a letter X or V between two neighbours, in composites too.
    pub fn has_letter(&self, pair: (Cell, Cell)) -> bool {
        self.letters.binary_search(&ordered(pair)).is_ok()
    }
}

/// Returns the 0-based row and column that the name of a cell of the grid tells: each one digit in base 17, or a decimal
/// number of two digits.
fn coordinates(name: &str) -> Option<(usize, usize)> {
    let rest = name.strip_prefix(['R', 'r'])?;
    // In base 17 there is a digit c: the last one that is neither first nor last parts the numbers.
    let (row, col) =
        rest.char_indices().skip(1).filter(|(_, c)| matches!(c, 'C' | 'c')).find_map(|(at, _)| {
            let (row, col) = (&rest[..at], &rest[at + 1..]);
            Some((coordinate(row)?, coordinate(col)?))
        })?;
    Some((row.checked_sub(1)?, col.checked_sub(1)?))
}

/// Returns a 1-based row or column.
fn coordinate(text: &str) -> Option<usize> {
    match *text.as_bytes() {
        [digit] => (digit as char).to_digit(17).map(|digit| digit as usize),
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => {
            Some(usize::from(tens - b'0') * 10 + usize::from(ones - b'0'))
        }
        _ => None,
    }
}

/// A pair with the lower cell first.
pub(crate) fn ordered((a, b): (Cell, Cell)) -> (Cell, Cell) {
    if a < b { (a, b) } else { (b, a) }
}

/// Prints the name of a cell, as in `R1C1` or `VA2`. Beyond row or column 16 both numbers are decimal, as in `R17C9`.
#[derive(Clone, Copy, Debug)]
pub struct Name<'a> {
    board: &'a Board,
    cell: Cell,
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8] = b"123456789abcdefg";
        if let Some((row, col)) = self.board.place(self.cell) {
            return match (DIGITS.get(row), DIGITS.get(col)) {
                (Some(row), Some(col)) => write!(f, "R{}C{}", *row as char, *col as char),
                _ => write!(f, "R{}C{}", row + 1, col + 1),
            };
        }
        match self.board.group_of(self.cell) {
            Some((group, _)) if group.size.count() == 1 => f.write_str(&group.prefix),
            Some((group, number)) => write!(f, "{}{}", group.prefix, number + 1),
            None => write!(f, "cell {}", self.cell.index()),
        }
    }
}
