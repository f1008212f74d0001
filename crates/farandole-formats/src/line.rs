//! One puzzle per line: `[label or size] givens [region map] [solution] [anything]`.
//!
//! ```text
//! easy-1 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 rated 1.2
//! ```
//!
//! Source: the common form of puzzle collections; constraint tokens are those of Interactive Sudoku
//! Solver, <https://github.com/sigh/Interactive-Sudoku-Solver>.
//!
//! White space, commas or semicolons separate tokens. `#` begins a token that extends to the end of
//! the line. A line that begins with `#` is skipped.
//!
//! * The givens are N * N cells, N from 1 to 64. A number N before them is checked. For sizes up to
//!   9, a `+` before a digit is ignored, since some programs mark placed digits in this way. If no
//!   token matches, a line of exactly N * N digits, empty-cell characters and blanks (N from 4 to
//!   9) is interpreted with blanks as empty cells. A line of 72 to 81 digits and blanks is a 9x9 puzzle
//!   whose last blanks may be missing.
//! * Removed candidates follow a colon: `CELLS:411 611`, each of them a digit, a row and a column. In a
//!   line of HoDoKu's library, `:TECHNIQUE:CANDIDATES:CELLS:411 611:...`, they are the next field.
//! * The cells of a puzzle may be separate tokens: N * N tokens (N from 4 to 64), each of them a number
//!   from 0 to N or one of `.` `_` `*` `-` `?`. They are decimal numbers if one of them has two digits,
//!   and symbols otherwise; 0 is empty. Such a line contains nothing else except a comment. A line of 16
//!   or more such tokens is an error if there are not N * N of them, or if one of the numbers is too
//!   large. It is not an error if the line can be read with blanks as empty cells. Lines of N * N cells
//!   can also be the rows of a larger grid. They are treated as rows if most of them have numbers above
//!   N, or if they form a complete grid in which some row is empty or has such a number.
//! * A region map is a token of N different symbols, each N times and orthogonally connected. It
//!   may be alone (for size 4 and above, if no map follows, and unless all its symbols are digits of the
//!   puzzle, since it may then be a wrong grid), after the givens, or joined to them.
//!   After the givens, a map with some wrong cells is still treated as a map and reported as an
//!   error; so is a token of N * N letters in sizes up to 9. Directly after a map (or a solution
//!   that follows it), a token `X` makes both diagonals houses, and `-` neither.
//! * A token of N * N digits after the givens or the map is the solution. A token directly after
//!   the givens that looks like a map or a solution, but is too short or too long by at most a row,
//!   is an error.
//! * A token such as `.NoBoxes.Jigsaw~<map>.Diagonal~1` may replace the givens or follow them.
//!   Without `NoBoxes`, the regions are added to the boxes. Regions with a number of cells other
//!   than N have no effect. `Diagonal~1` rises to the right, `Diagonal~-1` falls. Other constraints
//!   are an error.
//! * The first token is a label if the cells (or constraints) after it are more than twice as long as
//!   the token. A label is a number, or a token with a letter in it.
//!
//! If [`ReadConfig::columns`](super::ReadConfig::columns) is set, it defines the columns, and
//! nothing is detected.
//!
//! A first line that consists of words alone is a header if at least one of them is a known column
//! name.
//!
//! Every line is a separate record, so a malformed record does not affect others.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = b"first 12....21....2... noted\n";
//! let dialect = Dialect::detect(text, &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Line);
//! let entry = dialect.parser().parse_classic(dialect.records(text).next().unwrap()).unwrap();
//! assert_eq!(entry.label.as_deref(), Some(&b"first"[..]));
//! assert_eq!(entry.trailing, b"noted");
//! ```

use super::codec::{ClassicCodec, Descriptor, Evidence};
use super::columns::Column;
use super::constraints::is_constraints;
use super::division_text::{Map, division_text};
use super::error::{DetectError, ParseError, Written};
use super::head::{Head, has_cells, is_nearly_cells};
use super::line_fields::{Maps, read};
use super::print::{Printer, push_cells};
use super::reader::Reader;
use super::record::{ClassicEntry, Record};
use super::region_map::{is_cut_map, is_map, is_region_map};
use super::rows::{self, Kind};
use super::settings::Settings;
use super::spaced::Spaced;
use super::text::{Tokens, is_empty_cell, is_separator};
use farandole_puzzle::{ClassicPuzzle, Geometry, Grid};

/// Returns the 81 cells at the start of a plain 9x9 line as `1` to `9` and `.`, and the rest of the
/// line including the separator.
///
/// `line` has no line end. Batch input uses this function if [`Dialect::is_plain_lines`] allows it.
/// `Some` means that [`Parser::parse`] reads these cells as the givens of a classic puzzle. `None`
/// means that the line contains more (a label, a region map, diagonals) or less. It must then be
/// parsed by the general parser.
///
/// Cost: a few comparisons per cell. Nothing is allocated unless the rest is long enough for a
/// region map.
///
/// ```
/// use farandole_formats::line::cells81;
///
/// let line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 easy";
/// let (cells, rest) = cells81(line).unwrap();
/// assert_eq!((&cells[..6], rest), (&b"53..7."[..], &b" easy"[..]));
/// ```
///
/// [`Dialect::is_plain_lines`]: super::Dialect::is_plain_lines
/// [`Parser::parse`]: super::Parser::parse
#[inline]
pub fn cells81(line: &[u8]) -> Option<([u8; 81], &[u8])> {
    let (head, rest) = line.split_first_chunk::<81>()?;
    if !rest.first().is_none_or(|byte| is_separator(*byte) || *byte == b'#') {
        return None;
    }
    // This compiles to comparisons of whole vectors, which are three times as fast as a table
    // lookup per byte.
    let mut cells = [0; 81];
    let (mut unusual, mut empty) = (false, false);
    for (cell, byte) in cells.iter_mut().zip(head) {
        let digit = byte.wrapping_sub(b'1') < 9;
        *cell = if digit { *byte } else { b'.' };
        unusual |= !(digit | (*byte == b'.') | (*byte == b'0'));
        empty |= !digit;
    }
    let foreign = unusual && !head.iter().all(|byte| byte.is_ascii_digit() || is_empty_cell(*byte));
    if foreign || (!empty && is_map(head, 9)) || (rest.len() > 8 && changes_shape(rest)) {
        return None;
    }
    Some((cells, rest))
}

/// Returns true if the text after plain givens may define the regions, or appears to be intended
/// to.
fn changes_shape(rest: &[u8]) -> bool {
    Tokens::new(rest, 0).next().is_some_and(|token| is_cut_map(token.text, 9))
        || Tokens::new(rest, 0).any(|token| is_constraints(token.text) || is_region_map(token.text, 9))
}

pub(super) struct Line;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    prints_bare_lines: true,
    ..Descriptor::new("line", "one puzzle per line: givens [regions] [solution] [more columns]")
};

impl ClassicCodec for Line {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let is_row = |text: &[u8]| matches!(rows::kind(text, 0), Kind::Row(2..=64));
        match &head.content[..] {
            _ if head.columns.is_some() && !head.content.is_empty() => Some(Evidence::Columns),
            _ if head.first_cells().is_some() || head.has_spaced_lines() => Some(Evidence::Cells),
            [] => Some(Evidence::Leftover),
            [only] if is_row(only.text) => Some(Evidence::Leftover),
            content if !content.iter().any(|line| is_row(line.text)) => {
                content.iter().any(|line| is_nearly_cells(line.text)).then_some(Evidence::Leftover)
            }
            _ => None,
        }
    }

    fn detect_details(&self, settings: &mut Settings, head: &Head<'_>) -> Result<(), DetectError> {
        settings.header = has_header(head);
        Ok(())
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        read(reader, record, Maps::Optional)
    }

    fn reads_plain_lines(&self) -> bool {
        true
    }

    fn check_geometry(&self, _geometry: &Geometry) -> Written {
        Ok(())
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        push_line(to, puzzle, Map::IfNeeded)
    }

    fn write_grid(&self, to: &mut Printer<'_>, _puzzle: &ClassicPuzzle, grid: &Grid) -> Written {
        to.row(grid.digits());
        Ok(())
    }
}

/// Returns true if the first line is a header: words alone, one of them a known column name, and
/// cells in the second line.
pub(super) fn has_header(head: &Head<'_>) -> bool {
    let [first, second, ..] = &head.content[..] else { return false };
    let named = |text: &[u8]| Column::by_name(text).is_some() && text.len() > 1;
    (has_cells(second.text) || Spaced::new(second.text).is_some_and(|spaced| spaced.size().is_some()))
        && !has_cells(first.text)
        && Tokens::new(first.text, 0).any(|word| named(word.text))
        && Tokens::new(first.text, 0).all(|word| is_column_word(word.text))
}

/// Returns true if a text may be an unknown column name: it is neither complete nor truncated
/// cells.
pub(super) fn is_column_word(text: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-()%/'\"".contains(byte);
    let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.into_iter().all(|word| word.iter().all(is_part) && !is_nearly_cells(word))
        && (text.is_empty() || text.iter().any(u8::is_ascii_alphabetic))
}

/// Prints one line: the givens, then the text that describes the boxes, regions and diagonals.
pub(super) fn push_line(to: &mut Printer<'_>, puzzle: &ClassicPuzzle, map: Map) -> Written {
    let mut cells = Vec::with_capacity(puzzle.geometry().cell_count());
    push_cells(&mut cells, puzzle.givens(), to.style);
    let division = division_text(puzzle.geometry(), &cells, map)?;
    to.text(&cells);
    to.text(&division);
    to.text(b"\n");
    Ok(())
}
