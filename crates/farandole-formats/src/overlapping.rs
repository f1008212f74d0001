//! Overlapping grids: several 9x9 Sudokus that share boxes, in well-known layouts.
//!
//! The first line of a text contains the numbers of rows and columns, and the name of the layout if
//! another layout has the same size. The rows follow, with cells separated by blanks. `-` or `.` is
//! an empty cell or a position without a cell. The first grid of the layout becomes the grid of the
//! variant. The cells of the others are extra cells, and their rows, columns and boxes are
//! constraints.
//!
//! ```
//! use farandole_formats::overlapping;
//! use farandole_puzzle::overlapping::Layout;
//!
//! let mut text = String::from("21 21\n");
//! for row in 0..21 {
//!     let cells: Vec<&str> = (0..21).map(|col| if (row, col) == (0, 9) { "5" } else { "-" }).collect();
//!     text.push_str(&(cells.join(" ") + "\n"));
//! }
//! // A windmill has a cell in row 1 and column 10, and so has a sohei; a samurai has none.
//! assert!(overlapping::read(&text, None).is_err());
//! assert!(overlapping::read(&text, Some(Layout::Samurai)).is_err());
//! let read = overlapping::read(&text, Some(Layout::Windmill)).unwrap();
//! assert_eq!(read.variant().cell_count(), 333);
//! let cell = read.cell(0, 9).unwrap();
//! assert_eq!(read.variant().domains()[cell.index()], 1 << 4);
//! ```

use super::codec::{Descriptor, VariantCodec, VariantText};
use super::editor::ImportConfig;
use super::error::{Cause, Expected, Noun, ParseError};
use super::record::VariantEntry;
use farandole_puzzle::format::Excerpt;
use farandole_puzzle::overlapping::{Layout, Overlapping};

pub(super) struct Overlaps;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    recognizes: has_head,
    is_written: false,
    is_one_line: false,
    ..Descriptor::new("overlapping", "variants: overlapping 9x9 grids, each followed by an empty line")
};

impl VariantCodec for Overlaps {
    fn parse(&self, text: VariantText<'_>, _config: &ImportConfig) -> Result<VariantEntry, ParseError> {
        // Comments become empty lines, so that line numbers in errors stay correct.
        let lines = text.text.split_inclusive('\n');
        let grids: String = lines.map(|line| if line.starts_with('#') { "\n" } else { line }).collect();
        let read = read(&grids, None).map_err(|error| error.down(text.line - 1))?;
        Ok(VariantEntry::new(read.variant().clone()))
    }
}

/// Returns true if a line is the head of a layout text: its numbers of rows and columns, and the
/// name of the layout if it is required.
pub(crate) fn has_head(line: &str) -> bool {
    head(line).is_some_and(|(size, name)| {
        let named = |layout: &Layout| name.is_none_or(|name| name == layout.name());
        Layout::ALL.iter().any(|layout| layout.size() == size && named(layout))
    })
}

/// Parses the numbers of rows and columns of a line, and the name after them.
fn head(line: &str) -> Option<((usize, usize), Option<&str>)> {
    let mut words = line.split_whitespace();
    let mut number = || words.next()?.parse().ok();
    let size = (number()?, number()?);
    let name = words.next();
    words.next().is_none().then_some((size, name))
}

/// Reads a text in a given layout.
///
/// Without a layout, uses the layout that the text names. If it names none, uses the only layout
/// without a required name that has this size and cells at the positions of all digits.
///
/// # Errors
/// Returns the first error, with its line and column.
pub fn read(text: &str, layout: Option<Layout>) -> Result<Overlapping, ParseError> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let (first, line) = lines.next().ok_or(ParseError::new(1, 1, Cause::Nothing))?;
    let wrong =
        |expected| ParseError::new(first, 1, Cause::Text { found: Excerpt::new(line.as_bytes()), expected });
    let ((rows, cols), name) = head(line).ok_or_else(|| wrong("the numbers of rows and columns"))?;
    let has_size = |layout: &Layout| layout.size() == (rows, cols);
    let named = match name {
        Some(name) => {
            let known = Layout::ALL.into_iter().find(|layout| layout.name() == name);
            Some(known.ok_or_else(|| wrong("the name of a layout"))?)
        }
        None => None,
    };
    if layout.is_some() && named.is_some() && layout != named {
        return Err(wrong("the requested layout"));
    }
    let layout = layout.or(named);
    if !layout.map_or_else(|| Layout::ALL.iter().any(has_size), |layout| has_size(&layout)) {
        return Err(wrong("the numbers of rows and columns of a known layout"));
    }
    let mut givens: Vec<(usize, usize, u8)> = Vec::new();
    let mut count = 0;
    for (number, line) in lines {
        let row = read_row(number, line, cols)?;
        let digits = row.iter().enumerate().filter(|(_, cell)| cell.1 > 0);
        for (col, (at, digit)) in digits {
            if layout.is_some_and(|layout| !layout.has_cell(count, col)) {
                let expected = Expected::Named("`-`, since the layout has no cell here");
                return Err(ParseError::new(number, at + 1, Cause::Byte { found: b'0' + digit, expected }));
            }
            givens.push((count, col, *digit));
        }
        count += 1;
    }
    if count != rows {
        return Err(ParseError::new(
            first,
            1,
            Cause::Count { what: Noun::ROWS, found: count, expected: rows },
        ));
    }
    let fits =
        |layout: &Layout| has_size(layout) && givens.iter().all(|(row, col, _)| layout.has_cell(*row, *col));
    let mut fitting = layout.map_or(Layout::ALL.to_vec(), |layout| vec![layout]);
    fitting
        .retain(|it| fits(it) && (layout.is_some() || !matches!(it, Layout::Clueless2 | Layout::Doubledoku)));
    let only = if let &[layout] = fitting.as_slice() { Overlapping::new(layout, &givens) } else { None };
    only.ok_or_else(|| wrong("digits on the cells of one known layout only"))
}

/// Parses a row into the column and the digit of each cell, with 0 for an empty cell.
fn read_row(number: u64, line: &str, cols: usize) -> Result<Vec<(usize, u8)>, ParseError> {
    let mut row = Vec::with_capacity(cols);
    for (at, byte) in line.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()) {
        match byte {
            b'1'..=b'9' => row.push((at, byte - b'0')),
            b'-' | b'.' | b'0' => row.push((at, 0)),
            found => {
                let expected = Expected::Cell { first: b'1', last: b'9' };
                return Err(ParseError::new(number, at + 1, Cause::Byte { found, expected }));
            }
        }
    }
    if row.len() == cols {
        return Ok(row);
    }
    Err(ParseError::new(
        number,
        1,
        Cause::Count { what: Noun::CELLS_IN_ROW, found: row.len(), expected: cols },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParseErrorKind;
    use farandole_puzzle::format::iss;
    use farandole_puzzle::variant::check;

    /// Returns the puzzles of `testdata/variants/overlapping.txt`: a name, then the puzzle, then
    /// its solution, separated by empty lines.
    fn samples() -> Vec<(&'static str, &'static str, &'static str)> {
        let text = include_str!("../../../testdata/variants/overlapping.txt");
        let parts: Vec<&str> = text.split("\n\n").filter(|part| !part.starts_with('#')).collect();
        parts.chunks(3).map(|part| (part[0], part[1], part[2])).collect()
    }

    #[test]
    fn solutions_of_samples_pass_the_check() {
        for (name, puzzle, solution) in samples() {
            let read_puzzle = read(puzzle, None).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(read_puzzle.layout().name(), name);
            assert!(has_head(puzzle.lines().next().unwrap()));
            // The same board, read from constraint text.
            let again = iss::read(&iss::write(read_puzzle.variant()));
            assert_eq!(again.as_ref(), Ok(read_puzzle.variant()));
            assert_eq!(Layout::of(read_puzzle.variant()), Some(read_puzzle.layout()));
            let layout = Some(read_puzzle.layout());
            let solved = read(solution, layout).unwrap();
            let values = solved
                .variant()
                .domains()
                .iter()
                .map(|mask| mask.trailing_zeros() as u8 + 1)
                .collect::<Vec<u8>>();
            assert!(check(read_puzzle.variant(), &values).is_ok(), "{name}");
            assert!(solved.write(&values).split_whitespace().eq(solution.split_whitespace()), "{name}");
            // Swapping any two digits of a row violates a house.
            let mut wrong = values.clone();
            wrong.swap(0, 1);
            assert!(check(read_puzzle.variant(), &wrong).is_err(), "{name}");
        }
        assert_eq!(samples().len(), Layout::ALL.len());
    }

    #[test]
    fn errors_have_a_position() {
        let failure = |text: &str, layout| {
            let error = read(text, layout).unwrap_err();
            (error.kind(), error.line(), error.column())
        };
        let empty = Overlapping::new(Layout::Butterfly, &[]).unwrap().write(&[]);
        assert_eq!(read(&empty, None).map(|it| it.layout()), Ok(Layout::Butterfly));
        assert_eq!(failure("", None), (ParseErrorKind::NoPuzzle, 1, 1));
        assert_eq!(failure("12", None), (ParseErrorKind::UnexpectedText, 1, 1));
        assert_eq!(failure("9 9", None), (ParseErrorKind::UnexpectedText, 1, 1));
        assert_eq!(failure("12 12\n1", None), (ParseErrorKind::Count, 2, 1));
        assert_eq!(failure("12 12\n1 x", None), (ParseErrorKind::UnexpectedCharacter, 2, 3));
        assert_eq!(failure(empty.trim_end_matches("-\n"), None), (ParseErrorKind::Count, 13, 1));
        assert_eq!(failure(&empty, Some(Layout::Samurai)), (ParseErrorKind::UnexpectedText, 1, 1));
        let empty = Overlapping::new(Layout::Samurai, &[]).unwrap().write(&[]);
        assert_eq!(failure(&empty, None), (ParseErrorKind::UnexpectedText, 1, 1));
        let outside = empty.replacen("- - - - - - - - - -", "- - - - - - - - - 4", 1);
        assert_eq!(failure(&outside, Some(Layout::Samurai)), (ParseErrorKind::UnexpectedCharacter, 2, 19));
    }
}
