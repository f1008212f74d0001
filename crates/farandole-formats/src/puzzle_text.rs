//! One puzzle or grid as text: parses any format, and prints a line or a drawing.

use super::dialect::only_entry;
use super::error::{Cause, ParseError};
use super::pencilmark::is_pencilmarks;
use super::print::{Style, push_cells, push_grid, push_number, symbols_of};
use super::record::ClassicEntry;
use super::registry::Format;
use super::settings::Borders;
use super::symbols::Symbols;
use super::write::{WriteConfig, write_puzzle};
use core::fmt;
use farandole_puzzle::{Cell, ClassicPuzzle, Geometry, Grid};

/// Parses exactly one classic puzzle. Detects its [`Format`].
///
/// A solution, a label and further columns in the text are ignored;
/// [`Parser::parse`](super::Parser::parse) returns them.
///
/// ```
/// let puzzle = farandole_formats::parse_puzzle("12..\n..21\n....\n2...\n").unwrap();
/// assert_eq!(puzzle.to_string(), "12....21....2...");
/// ```
///
/// # Errors
/// If the format is not recognized, the puzzle is malformed, or the text contains no puzzle or more
/// than one.
pub fn parse_puzzle(text: &str) -> Result<ClassicPuzzle, ParseError> {
    only_entry(text.as_bytes()).map(|(entry, _)| entry.puzzle)
}

/// Parses exactly one finished grid: a puzzle in which all cells are givens. Detects its
/// [`Format`].
///
/// # Errors
/// Returns the errors of [`parse_puzzle`], and an error if a cell has no digit.
pub fn parse_grid(text: &str) -> Result<Grid, ParseError> {
    let (ClassicEntry { puzzle, .. }, line) = only_entry(text.as_bytes())?;
    let size = puzzle.size();
    Grid::new(size, puzzle.givens().to_vec()).map_err(|error| {
        let cell = error.cell().and_then(Cell::new).unwrap_or(Cell::within(0));
        ParseError::new(line, 1, Cause::Unfinished { cell, size })
    })
}

/// Returns the text of a puzzle: one line with `{}`, a drawing of the grid with `{:#}`.
///
/// `{}` prints no line end. The format is [`Format::Line`] with its region map and diagonals, or
/// [`Format::Pencilmark`] if the puzzle has restrictions. A 9x9 puzzle with the usual boxes is a
/// line of 81 characters.
///
/// `{:#}` prints rows with borders between the boxes, or the candidates of each cell if the puzzle
/// has restrictions. The drawing omits irregular regions and diagonals.
///
/// Digits are written as `1-9` and `A-Z`, `a-z`, `@`, `$`, `&`. If no given is below 10, the reader
/// would interpret the letters as digits starting at 1. Such puzzles are written with `A-Z`, `a-z`,
/// `0-9`, `@`, `$`. [`parse_puzzle`] restores the puzzle from the output of `{}`, with two
/// exceptions: houses that a line cannot represent are not printed, and for sizes of 54 and more,
/// the symbols of a puzzle with few givens may be ambiguous.
pub fn puzzle_text(puzzle: &ClassicPuzzle) -> impl fmt::Display + '_ {
    PuzzleText(puzzle)
}

struct PuzzleText<'a>(&'a ClassicPuzzle);

impl fmt::Display for PuzzleText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(puzzle) = self;
        let is_open = puzzle.restrictions().is_none();
        let mut text = Vec::new();
        let formats = match (f.alternate(), is_open) {
            (false, true) => [Format::Line; 2],
            (false, false) => [Format::Pencilmark; 2],
            (true, true) => [Format::Grid; 2],
            (true, false) => [Format::Candidates, Format::Grid],
        };
        let symbols = symbols_of(puzzle);
        let printed = formats.into_iter().any(|format| {
            let borders = Borders::With;
            let config = WriteConfig { symbols: symbols.clone(), borders, ..WriteConfig::new(format) };
            write_puzzle(&mut text, puzzle, &config, 0).is_ok()
        });
        if !printed {
            push_bare(&mut text, puzzle.geometry(), puzzle.givens(), &symbols, f);
        }
        let ambiguous = !f.alternate() && is_open && is_pencilmarks(&text);
        if ambiguous || !f.alternate() && puzzle.size() == 1 && is_open {
            let mut sized = Vec::new();
            push_number(&mut sized, puzzle.size() as u64);
            sized.push(b' ');
            sized.append(&mut text);
            text = sized;
        }
        write_text(&text, f)
    }
}

/// Returns the drawing of a grid: rows with borders between the usual boxes.
pub fn grid_text(grid: &Grid) -> impl fmt::Display + '_ {
    GridText(grid)
}

struct GridText<'a>(&'a Grid);

impl fmt::Display for GridText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(grid) = self;
        match Geometry::usual(grid.size()) {
            Ok(geometry) => {
                let mut text = Vec::new();
                push_grid(&mut text, &geometry, grid.digits(), &style(&Symbols::NumbersFirst));
                write_text(&text, f)
            }
            Err(_) => grid.fmt(f),
        }
    }
}

/// Prints only the cells.
fn push_bare(
    text: &mut Vec<u8>,
    geometry: &Geometry,
    cells: &[u8],
    symbols: &Symbols,
    f: &fmt::Formatter<'_>,
) {
    if f.alternate() {
        push_grid(text, geometry, cells, &style(symbols));
    } else {
        push_cells(text, cells, &style(symbols));
    }
}

const fn style(symbols: &Symbols) -> Style<'_> {
    Style { symbols, empty: b'.', borders: Borders::With, columns: None }
}

/// Writes ASCII text without its last line end.
fn write_text(text: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match core::str::from_utf8(text.trim_ascii_end()) {
        Ok(text) => f.write_str(text),
        Err(_) => Err(fmt::Error),
    }
}
