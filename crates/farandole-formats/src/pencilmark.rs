//! Pencilmark lines (Sukaku): N characters for each cell on one line, 729 for size 9.
//!
//! ```text
//! 1...12341234123412341234123412341234123412341234123412341234.2..
//! ```
//!
//! Source: the 729-character lines of Sudoku Explainer and tdoku,
//! <https://github.com/t-dillon/tdoku>.
//!
//! A character is a candidate of its cell or an empty-cell character. The reader accepts the digits
//! of a cell in any order; the writer prints each digit at its own position. There are no givens: a
//! cell with a single digit is restricted to it. The rest of the line is as in
//! [`line`](mod@super::line): region map, solution, further columns.
//!
//! Every line is a separate record, so a malformed record does not affect others.
//!
//! ```
//! use farandole_puzzle::Cell;
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = b"1...12341234123412341234123412341234123412341234123412341234.2..\n";
//! let dialect = Dialect::detect(text, &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Pencilmark);
//! let entry = dialect.parser().parse_classic(dialect.records(text).next().unwrap()).unwrap();
//! assert_eq!(entry.puzzle.allowed(Cell::new(15).unwrap()).bits(), 0b10);
//! ```

use super::codec::{ClassicCodec, Descriptor, Evidence};
use super::division_text::{Map, division_text};
use super::error::{Cause, Noun, ParseError, Written};
use super::head::Head;

use super::line_fields::{Maps, Parts, entry, tail};
use super::print::{Printer, Style};
use super::reader::{Blanks, Reader};
use super::record::{ClassicEntry, Record};
use super::symbols::Symbols;
use super::text::{Tokens, only_line, size_of_cube};
use farandole_puzzle::{Cell, ClassicPuzzle, Digit, DigitSet, Geometry, Grid};

pub(super) struct Pencilmark;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    holds_candidates: true,
    ..Descriptor::new("pencilmark", "one line of N characters for each cell (729 for 9x9)")
};

impl ClassicCodec for Pencilmark {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        head.first_cells().filter(|line| is_pencilmarks(line)).map(|_| Evidence::ParticularCells)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_marks(reader, record)
    }

    fn check_geometry(&self, _geometry: &Geometry) -> Written {
        Ok(())
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        let mut marks = Vec::with_capacity(puzzle.size().pow(3));
        push_marks(&mut marks, puzzle, to.style);
        let division = division_text(puzzle.geometry(), &marks, Map::IfNeeded)?;
        to.text(&marks);
        to.text(&division);
        to.text(b"\n");
        Ok(())
    }

    fn write_grid(&self, to: &mut Printer<'_>, _puzzle: &ClassicPuzzle, grid: &Grid) -> Written {
        to.row(grid.digits());
        Ok(())
    }
}

/// Returns true if the first token of a line consists of marks whose digits are all at their own
/// positions.
pub(super) fn is_pencilmarks(line: &[u8]) -> bool {
    let Some(token) = Tokens::new(line, 0).next() else { return false };
    let Some(size) = size_of_cube(token.text.len()).filter(|size| (3..=64).contains(size)) else {
        return false;
    };
    let symbols = Symbols::Auto.resolve(size, [token.text, b""]);
    let table = symbols.table(size);
    let value = |(i, byte): (usize, &u8)| match table[*byte as usize] as usize {
        0 => Some(false),
        value if value == i % size + 1 => Some(true),
        _ => None,
    };
    let values: Option<Vec<bool>> = token.text.iter().enumerate().map(value).collect();
    // 729 is also the number of cells for size 27, but a puzzle of that size without any given is
    // unlikely.
    values.is_some_and(|values| values.into_iter().any(|present| present))
}

fn parse_marks(reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
    let (line, skipped) = only_line(&record);
    let at = |(column, cause)| ParseError::new(record.line, skipped + column + 1, cause);
    let mut tokens = Tokens::new(line, 0);
    let Some(marks) = tokens.next() else {
        return Err(at((line.len(), Cause::Missing { expected: "the candidates of a puzzle" })));
    };
    let Some(size) = size_of_cube(marks.text.len()) else {
        let count = Cause::Count { what: Noun::CANDIDATES, found: marks.text.len(), expected: 729 };
        return Err(at((marks.start + marks.text.len(), count)));
    };
    let mut parts = Parts { size, ..Parts::default() };
    tail(reader, &mut parts, line, tokens, Maps::Optional).map_err(at)?;
    let symbols = reader.settings.symbols.resolve(size, [marks.text, b""]);
    if !symbols.cover(size) {
        return Err(at((marks.start, Cause::Alphabet { size })));
    }
    let mut values = vec![0; marks.text.len()];
    reader
        .decode(&symbols, size, marks.text, Blanks::Foreign, &mut values)
        .map_err(|(offset, cause)| at((marks.start + offset, cause)))?;
    let allowed: Vec<DigitSet> = values
        .chunks(size)
        .map(|cell| cell.iter().filter_map(|value| Digit::new(*value)).collect())
        .collect();
    let mut entry = entry(reader, &parts).map_err(at)?;
    entry.symbols = symbols;
    let count = Cause::Count { what: Noun::CELLS, found: allowed.len(), expected: size * size };
    entry.puzzle = entry.puzzle.with_restrictions(&allowed).map_err(|_| at((marks.start, count)))?;
    Ok(entry)
}

fn push_marks(out: &mut Vec<u8>, puzzle: &ClassicPuzzle, style: &Style<'_>) {
    let size = puzzle.size();
    for cell in (0..size * size).filter_map(Cell::new) {
        let allowed = puzzle.allowed(cell);
        let symbol = |digit: Digit| style.symbols.symbol(digit).filter(|_| allowed.contains(digit));
        out.extend((1..=size as u8).filter_map(Digit::new).map(|digit| symbol(digit).unwrap_or(style.empty)));
    }
}
