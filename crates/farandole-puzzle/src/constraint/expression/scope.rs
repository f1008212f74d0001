//! Scopes of conditions: lists of cells that a name denotes, such as the row of a cell.
//!
//! A scope is expanded while the text is parsed, so that conditions consist of cells only.

use crate::Cell;
use crate::board::{Board, Line};
use alloc::vec::Vec;

/// The cells that a condition may refer to by scopes.
#[derive(Clone, Copy)]
pub(crate) struct Scopes<'a> {
    pub(crate) board: &'a Board,
    /// The cells of the list to which the condition applies, in order.
    pub(crate) line: &'a [Cell],
    /// The cells of all lists.
    pub(crate) group: &'a [Cell],
    /// The number in the drawing, which is the name of the list.
    pub(crate) number: Option<i64>,
}

/// The names of scopes and their numbers of cells as arguments. A name follows all names that begin with it.
pub(crate) const NAMES: [(&str, usize); 21] = [
    ("antidiagonal", 0),
    ("rectangles", 0),
    ("orthogonal", 1),
    ("diagonal", 1),
    ("diagonal", 0),
    ("columns", 0),
    ("column", 1),
    ("squares", 0),
    ("houses", 0),
    ("knight", 1),
    ("boxes", 0),
    ("along", 2),
    ("group", 0),
    ("grid", 0),
    ("king", 1),
    ("line", 0),
    ("ends", 0),
    ("seen", 1),
    ("rows", 0),
    ("row", 1),
    ("box", 1),
];

/// Returns true if a text begins with a scope or with a letter that may denote one. `find(1,grid)` contains no binding
/// `f in d(..)`.
pub(crate) fn begins_scope(text: &str) -> bool {
    let mut chars = text.chars();
    let is_letter = chars.next().is_some_and(|c| c.is_ascii_lowercase());
    let rest = chars.as_str();
    let ends =
        rest.starts_with("where") || !rest.starts_with(|c: char| c == '(' || c.is_ascii_alphanumeric());
    is_letter && ends || NAMES.iter().any(|(name, _)| text.starts_with(name))
}

const ORTHOGONAL: &[(isize, isize)] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONAL: &[(isize, isize)] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];
const KING: &[(isize, isize)] = &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
const KNIGHT: &[(isize, isize)] = &[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

impl Scopes<'_> {
    /// Returns the members of a scope: sets of cells for scopes such as `rows`, otherwise single cells.
    pub(crate) fn members(&self, name: &str, of: &[Cell]) -> Vec<Vec<Cell>> {
        let board = self.board;
        let whole = |members: Vec<Vec<Cell>>| members.into_iter().filter(|cells| !cells.is_empty()).collect();
        let lines = |is_kept: fn(&Line) -> bool| Line::all(board).filter(is_kept).map(|it| it.cells(board));
        let is_row: fn(&Line) -> bool = |line| matches!(line, Line::Row(_));
        let is_column: fn(&Line) -> bool = |line| matches!(line, Line::Col(_));
        match name {
            "rows" => return whole(lines(is_row).collect()),
            "columns" => return whole(lines(is_column).collect()),
            "boxes" => return whole(board.regions()),
            "houses" => return whole(lines(|_| true).chain(board.regions()).collect()),
            "squares" => return board.squares().into_iter().map(Vec::from).collect(),
            "rectangles" => return self.rectangles(),
            _ => {}
        }
        let cells: Vec<Cell> = match (name, of) {
            ("grid", _) => board.grid().collect(),
            ("line", _) => self.line.to_vec(),
            ("group", _) => self.group.to_vec(),
            ("ends", _) => self.line.first().into_iter().chain(self.line.last()).copied().collect(),
            ("diagonal", []) => self.across(|row, col, _| row == col),
            ("antidiagonal", _) => self.across(|row, col, cols| row + col + 1 == cols),
            ("orthogonal", [cell]) => self.at(*cell, ORTHOGONAL),
            ("diagonal", [cell]) => self.at(*cell, DIAGONAL),
            ("king", [cell]) => self.at(*cell, KING),
            ("knight", [cell]) => self.at(*cell, KNIGHT),
            ("along", [from, to]) => self.along(*from, *to),
            (_, [cell]) => self.around(name, *cell),
            _ => Vec::new(),
        };
        cells.into_iter().map(|cell| alloc::vec![cell]).collect()
    }

    /// Returns the four corners of each rectangle, which lie in two rows and two columns.
    fn rectangles(&self) -> Vec<Vec<Cell>> {
        let (rows, cols) = (self.board.shape().rows(), self.board.shape().cols());
        let pairs =
            |count: usize| (0..count).flat_map(move |one| (one + 1..count).map(move |two| (one, two)));
        let corners = |(top, bottom): (usize, usize), (left, right): (usize, usize)| {
            let cells = [(top, left), (top, right), (bottom, left), (bottom, right)];
            cells.into_iter().map(|(row, col)| self.board.at(row, col)).collect::<Option<Vec<Cell>>>()
        };
        pairs(rows).flat_map(|own| pairs(cols).filter_map(move |other| corners(own, other))).collect()
    }

    /// Returns the grid cells that a condition on row, column and number of columns selects.
    fn across(&self, is_on: fn(usize, usize, usize) -> bool) -> Vec<Cell> {
        let cols = self.board.shape().cols();
        let is_kept = |cell: &Cell| self.board.place(*cell).is_some_and(|(row, col)| is_on(row, col, cols));
        self.board.grid().filter(is_kept).collect()
    }

    fn at(&self, cell: Cell, offsets: &[(isize, isize)]) -> Vec<Cell> {
        offsets.iter().filter_map(|(rows, cols)| self.board.shifted(cell, *rows, *cols)).collect()
    }

    /// Returns the cells after `from` in the direction of `to`, up to the edge of the grid.
    fn along(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let places = self.board.place(from).zip(self.board.place(to));
        let Some(((row, col), (to_row, to_col))) = places else { return Vec::new() };
        let step = |from: usize, to: usize| (to as isize - from as isize).signum();
        let (rows, cols) = (step(row, to_row), step(col, to_col));
        let longest = if rows == 0 && cols == 0 { 0 } else { self.board.shape().longer_side() as isize };
        (1..longest).filter_map(|by| self.board.shifted(from, by * rows, by * cols)).collect()
    }

    /// Returns the row, column or region of a cell, or all other cells of these.
    fn around(&self, name: &str, cell: Cell) -> Vec<Cell> {
        let families = match name {
            "row" => "rows",
            "column" => "columns",
            "box" => "boxes",
            _ => "houses",
        };
        let mut houses = self.members(families, &[]);
        houses.retain(|house| house.contains(&cell));
        let mut cells = houses.concat();
        cells.sort_unstable();
        cells.dedup();
        cells.retain(|other| name != "seen" || *other != cell);
        cells
    }
}
