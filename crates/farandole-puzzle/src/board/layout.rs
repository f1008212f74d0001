//! The board: a shape with groups of extra cells, boxes and jigsaw pieces. It names cells and finds
//! adjacent cells.

use super::error::{BoardError, BoardErrorKind};
use super::group::{Group, GroupSize};
use super::shape::{GridKind, MAX_CELLS, MAX_SIDE, Shape, ValueRange};
use crate::{BoxShape, Cell};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The treatment of equal entries in `FullRank`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Ties {
    /// No two entries are equal.
    None,
    /// An entry with a clue differs from all others.
    #[default]
    OnlyUnclued,
    /// Equal entries share the lowest rank.
    Any,
}

/// A shape, groups of extra cells and the layout: all parts of a variant that the meaning of a
/// constraint may depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    shape: Shape,
    /// The groups, sorted by prefix.
    groups: Vec<Group>,
    /// The index of the first cell of each group, followed by the total number of cells.
    starts: Vec<usize>,
    pub(crate) region_size: usize,
    pub(crate) has_boxes: bool,
    pub(crate) pieces: Vec<Vec<Cell>>,
    pub(crate) ties: Ties,
    /// Pairs of adjacent cells with a dot, the lower cell first, sorted.
    pub(crate) dots: Vec<(Cell, Cell)>,
    /// Pairs of adjacent cells with an X or V, the lower cell first, sorted.
    pub(crate) letters: Vec<(Cell, Cell)>,
    /// Pairs of cells with the text of a `PairRule`, the lower cell first, sorted.
    pub(crate) ruled: Vec<(String, (Cell, Cell))>,
    /// Cells marked as minima, in ascending order.
    pub(crate) minima: Vec<Cell>,
    /// Cells marked as maxima, in ascending order.
    pub(crate) maxima: Vec<Cell>,
    /// Grid positions that are not cells, in ascending order.
    pub(crate) holes: Vec<Cell>,
    /// The index of the extra cell for the second value of the first cell. The extra cells for the
    /// other cells follow it.
    pub(crate) seconds: Option<usize>,
}

impl Board {
    /// Creates a board without jigsaw pieces. A Sudoku grid has its default boxes.
    ///
    /// # Errors
    /// Returns an error if two groups have the same prefix, a prefix does not consist of capital
    /// letters, a group has no cells or more than 16 columns, or there are more than 1,000 cells.
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
            ruled: Vec::new(),
            minima: Vec::new(),
            maxima: Vec::new(),
            holes: Vec::new(),
            seconds: None,
        })
    }

    /// Returns the shape: rows, columns, values and kind of the grid.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the range of values of every cell.
    pub const fn values(&self) -> ValueRange {
        self.shape.values()
    }

    /// Returns the groups of extra cells in the order of their cells.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Returns the number of grid positions, including holes.
    pub const fn grid_count(&self) -> usize {
        self.shape.cell_count()
    }

    /// Returns true if cells may have two values.
    pub const fn has_seconds(&self) -> bool {
        self.seconds.is_some()
    }

    /// Returns the extra cell with the second value of a grid cell. Returns `None` if cells cannot
    /// have two values.
    pub fn second(&self, cell: Cell) -> Option<Cell> {
        self.seconds
            .filter(|_| cell.index() < self.grid_count())
            .map(|start| Cell::within(start + cell.index()))
    }

    /// Returns the board with the same cells, in which each cell has a single value.
    pub(crate) fn with_single_values(&self) -> Self {
        Self { seconds: None, ..self.clone() }
    }

    /// Returns the number of cells, including extra cells and holes.
    pub fn cell_count(&self) -> usize {
        self.starts[self.groups.len()]
    }

    /// Returns all cells, including extra cells and holes.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.cell_count()).map(Cell::within)
    }

    /// Returns the cells of the grid, without holes.
    pub fn grid(&self) -> impl Iterator<Item = Cell> + use<'_> {
        (0..self.grid_count()).map(Cell::within).filter(|cell| !self.is_hole(*cell))
    }

    /// Returns true if this grid position is a hole.
    #[inline]
    pub fn is_hole(&self, cell: Cell) -> bool {
        !self.holes.is_empty() && self.holes.binary_search(&cell).is_ok()
    }

    /// Returns the cell in this row and column (both 0-based). Returns `None` outside the grid and
    /// for holes.
    pub fn at(&self, row: usize, col: usize) -> Option<Cell> {
        self.position_at(row, col).filter(|cell| !self.is_hole(*cell))
    }

    /// Returns the cell at this position like [`at`](Self::at), but accepts holes.
    fn position_at(&self, row: usize, col: usize) -> Option<Cell> {
        (row < self.shape.rows() && col < self.shape.cols())
            .then(|| Cell::within(row * self.shape.cols() + col))
    }

    /// Returns the cell that is `rows` rows below and `cols` columns to the right of a grid cell.
    /// Returns `None` outside the grid.
    pub fn shifted(&self, cell: Cell, rows: isize, cols: isize) -> Option<Cell> {
        let (row, col) = self.place(cell)?;
        self.at(row.checked_add_signed(rows)?, col.checked_add_signed(cols)?)
    }

    /// Returns the 0-based row and column of a grid cell. Returns `None` for extra cells.
    pub fn place(&self, cell: Cell) -> Option<(usize, usize)> {
        let cols = self.shape.cols();
        (cell.index() < self.grid_count()).then(|| (cell.index() / cols, cell.index() % cols))
    }

    /// Returns the group of an extra cell, and the 0-based index of the cell in the group. Returns
    /// `None` for grid cells.
    pub(crate) fn group_of(&self, cell: Cell) -> Option<(&Group, usize)> {
        let group = self.starts.partition_point(|start| *start <= cell.index()).checked_sub(1)?;
        Some((self.groups.get(group)?, cell.index() - self.starts[group]))
    }

    /// Returns the cells of the group with this prefix, or `None` if there is no such group.
    pub fn group_cells(&self, prefix: &str) -> Option<Vec<Cell>> {
        let group = self.groups.iter().position(|group| group.prefix == prefix)?;
        Some((self.starts[group]..self.starts[group + 1]).map(Cell::within).collect())
    }

    /// Returns the name of a cell in texts.
    pub const fn name(&self, cell: Cell) -> Name<'_> {
        Name { board: self, cell }
    }

    /// Returns the cell with this name, or `None` if no cell has it. The result may be a hole.
    ///
    /// The letters of a grid cell name may have any case. Rows and columns of 10 or more may also
    /// be decimal numbers.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        if let Some((row, col)) = coordinates(name) {
            return self.position_at(row, col);
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

    /// Returns the first index, the number of columns and the number of cells of the grid or the
    /// group that contains a cell. The last row of a group may be shorter than the others.
    pub(crate) fn part(&self, cell: Cell) -> (usize, usize, usize) {
        match self.group_of(cell) {
            None => (0, self.shape.cols(), self.grid_count()),
            Some((group, number)) => (cell.index() - number, group.size.cols(self.shape), group.size.count()),
        }
    }

    /// Returns the cells of the same grid or group that share an edge with a cell, in ascending
    /// order.
    pub fn neighbours(&self, cell: Cell) -> Vec<Cell> {
        let (start, cols, count) = self.part(cell);
        let index = cell.index() - start;
        let mut found = Vec::with_capacity(4);
        let mut push = |index: usize| {
            found.extend(Some(Cell::within(start + index)).filter(|cell| !self.is_hole(*cell)));
        };
        if index >= cols {
            push(index - cols);
        }
        if !index.is_multiple_of(cols) {
            push(index - 1);
        }
        if !(index + 1).is_multiple_of(cols) && index + 1 < count {
            push(index + 1);
        }
        if index + cols < count {
            push(index + cols);
        }
        found
    }

    /// Returns all pairs of grid cells that share an edge, the lower cell first, in ascending
    /// order.
    pub fn neighbour_pairs(&self) -> Vec<(Cell, Cell)> {
        let later = |cell: Cell| self.neighbours(cell).into_iter().filter(move |other| *other > cell);
        self.grid().flat_map(|cell| later(cell).map(move |other| (cell, other))).collect()
    }

    /// Returns all 2x2 squares of the grid in the order of their top left cells. The cells of each
    /// square are in reading order.
    pub fn squares(&self) -> Vec<[Cell; 4]> {
        self.grid().filter_map(|cell| self.square_at(cell)).collect()
    }

    /// Returns the cells of the 2x2 square with this top left cell, in reading order. Returns
    /// `None` in the last row or column.
    pub fn square_at(&self, cell: Cell) -> Option<[Cell; 4]> {
        Some([cell, self.shifted(cell, 0, 1)?, self.shifted(cell, 1, 0)?, self.shifted(cell, 1, 1)?])
    }

    /// Returns the number of cells in a box or jigsaw piece.
    pub const fn region_size(&self) -> usize {
        self.region_size
    }

    /// Returns the box shape for the region size, even if the boxes are not houses.
    pub fn box_shape(&self) -> Option<BoxShape> {
        self.shape.boxes_of(self.region_size)
    }

    /// Returns the boxes for the region size, even if they are not houses. The boxes are ordered
    /// row by row, and the cells of each box are in ascending order.
    pub fn all_boxes(&self) -> Vec<Vec<Cell>> {
        let Some(BoxShape { box_rows, box_cols }) = self.box_shape() else { return Vec::new() };
        let across = self.shape.cols() / box_cols;
        let down = self.shape.rows() / box_rows;
        let cells = |number: usize| {
            let first = number / across * box_rows * self.shape.cols() + number % across * box_cols;
            let index = move |k: usize| first + k / box_cols * self.shape.cols() + k % box_cols;
            let mut cells: Vec<Cell> = (0..box_rows * box_cols).map(|k| Cell::within(index(k))).collect();
            cells.retain(|cell| !self.is_hole(*cell));
            cells
        };
        (0..across * down).map(cells).collect()
    }

    /// Returns the boxes that are houses. Raw grids and boards with `NoBoxes` have none.
    pub fn boxes(&self) -> Vec<Vec<Cell>> {
        if self.has_boxes { self.all_boxes() } else { Vec::new() }
    }

    /// Returns the function from a cell to the index of its box, in the order of [`boxes`](Self::boxes), which is `None`
    /// for extra cells. Returns `None` if the boxes are not houses.
    pub(crate) fn box_of(&self) -> Option<impl Fn(Cell) -> Option<usize> + use<>> {
        let BoxShape { box_rows, box_cols } = self.box_shape().filter(|_| self.has_boxes)?;
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        Some(move |cell: Cell| {
            let (row, col) = (cell.index() / cols, cell.index() % cols);
            (row < rows).then(|| row / box_rows * (cols / box_cols) + col / box_cols)
        })
    }

    /// Returns the jigsaw pieces that are houses; the cells of each piece are in ascending order.
    pub fn pieces(&self) -> &[Vec<Cell>] {
        &self.pieces
    }

    /// Returns the jigsaw pieces that are houses, or the boxes that are houses if there are none.
    pub fn regions(&self) -> Vec<Vec<Cell>> {
        if self.pieces.is_empty() { self.boxes() } else { self.pieces.clone() }
    }

    /// Returns the treatment of equal entries in `FullRank`.
    pub const fn ties(&self) -> Ties {
        self.ties
    }

    /// Returns true if there is a dot between two adjacent cells, including dots in composites.
    pub(crate) fn has_dot(&self, pair: (Cell, Cell)) -> bool {
        self.dots.binary_search(&ordered(pair)).is_ok()
    }

    /// Returns true if there is an X or V between two adjacent cells, including letters in
    /// composites.
    pub(crate) fn has_letter(&self, pair: (Cell, Cell)) -> bool {
        self.letters.binary_search(&ordered(pair)).is_ok()
    }
}

/// Parses the name of a grid cell into a 0-based row and column. In the name, each coordinate is a
/// base-17 digit or a decimal number of two digits.
fn coordinates(name: &str) -> Option<(usize, usize)> {
    let rest = name.strip_prefix(['R', 'r'])?;
    // The letter `c` is also a base-17 digit. The last `c` that is neither first nor last therefore
    // separates the numbers.
    let (row, col) =
        rest.char_indices().skip(1).filter(|(_, c)| matches!(c, 'C' | 'c')).find_map(|(at, _)| {
            let (row, col) = (&rest[..at], &rest[at + 1..]);
            Some((coordinate(row)?, coordinate(col)?))
        })?;
    Some((row.checked_sub(1)?, col.checked_sub(1)?))
}

/// Parses a 1-based row or column.
fn coordinate(text: &str) -> Option<usize> {
    match *text.as_bytes() {
        [digit] => (digit as char).to_digit(17).map(|digit| digit as usize),
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => {
            Some(usize::from(tens - b'0') * 10 + usize::from(ones - b'0'))
        }
        _ => None,
    }
}

/// Returns the pair with the lower cell first.
pub(crate) fn ordered((a, b): (Cell, Cell)) -> (Cell, Cell) {
    if a < b { (a, b) } else { (b, a) }
}

/// Displays the name of a cell, for example `R1C1` or `VA2`. If the row or column is above 16, both
/// numbers are decimal, for example `R17C9`.
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
