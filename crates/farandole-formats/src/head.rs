//! The head of an input: its lines with content, and the features that formats examine for
//! detection.

use super::brackets::{Form, form_of_input};
use super::columns::Columns;
use super::constraints::is_constraints;
use super::error::DetectCause;
use super::rows::{self, Kind, width};
use super::spaced::Spaced;
use super::symbols::{self, EMPTY, FOREIGN, Symbols};
use super::table_columns as table;
use super::text::{self, Token, Tokens, number, plain_length, size_of_cube, size_of_square};
use core::cell::OnceCell;
use farandole_puzzle::BoxShape;

/// Maximum number of bytes of the input to examine.
pub(super) const MAX_BYTES: usize = 64 << 10;

/// Maximum number of lines with content to search for cells.
const MAX_LINES: usize = 1000;

/// A line with content: neither blank nor a comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content<'a> {
    /// The 1-based line of the input.
    pub(super) line: u64,
    pub(super) text: &'a [u8],
}

/// The first lines of an input.
#[derive(Clone)]
pub(super) struct Head<'a> {
    lines: Vec<&'a [u8]>,
    /// The lines with content.
    pub(super) content: Vec<Content<'a>>,
    /// The columns listed by the caller.
    pub(super) columns: Option<&'a Columns>,
    /// Number of lines with content before the first one of `content`: a header of numbers.
    pub(super) lead: usize,
    /// The form of the brackets, if the input consists of arrays or objects.
    pub(super) form: Option<Form>,
    /// The arrangement of the cells in rows with blanks as empty cells, if the lines are read so.
    pub(super) table: Option<table::Columns>,
    dash_cells: OnceCell<bool>,
    first_grid: OnceCell<Option<FirstGrid>>,
    first_cells: OnceCell<Option<&'a [u8]>>,
}

impl<'a> Head<'a> {
    /// Collects the head of an input. Bytes after the first 64 KiB are ignored.
    ///
    /// # Errors
    /// If the bytes are UTF-16, or lines end with a carriage return alone.
    pub(super) fn new(input: &'a [u8], columns: Option<&'a Columns>) -> Result<Self, DetectCause> {
        let input = &input[..input.len().min(MAX_BYTES)];
        check_encoding(input)?;
        let text = input.strip_prefix(text::BOM).unwrap_or(input);
        let lines: Vec<&[u8]> = text::lines(text).collect();
        let content = lines
            .iter()
            .zip(1..)
            .filter(|(line, _)| !text::is_blank(line) && !text::is_comment(line))
            .map(|(text, line)| Content { line, text })
            .collect();
        let (dash_cells, first_grid, first_cells) = Default::default();
        let (lead, table, form) = (0, None, form_of_input(input));
        Ok(Self { lines, content, columns, lead, form, table, dash_cells, first_grid, first_cells })
    }

    /// Returns the head without its first line with content, if this line consists of one to three
    /// numbers and others follow: the number of puzzles, or the size.
    pub(super) fn without_lead(&self) -> Option<Self> {
        let (first, rest) = self.content.split_first()?;
        let is_number = |token: Token<'_>| number(token.text).is_some_and(|number| number > 0);
        let is_lead = (1..=3).contains(&Tokens::new(first.text, 0).count())
            && Tokens::new(first.text, 0).all(is_number)
            && rest.len() > 1;
        let (dash_cells, first_grid, first_cells) = Default::default();
        let (lines, content) = (self.lines[first.line as usize..].to_vec(), rest.to_vec());
        let Self { columns, table, lead, form, .. } = *self;
        let head = Self {
            lines,
            content,
            columns,
            lead: lead + 1,
            form,
            table,
            dash_cells,
            first_grid,
            first_cells,
        };
        is_lead.then_some(head)
    }

    /// Returns the head with an arrangement of cells.
    pub(super) fn with_table(&self, table: table::Columns) -> Self {
        Self { table: Some(table), ..self.clone() }
    }

    /// Returns the lines from the first one with content to the last one. Lines of separators alone may
    /// come before them.
    pub(super) fn rows(&self) -> &[&'a [u8]] {
        let has_content = |line: &&[u8]| !text::is_comment(line) && line.iter().any(|byte| *byte != b' ');
        let Some(first) = self.lines.iter().position(has_content) else { return &[] };
        let last = self.lines.iter().rposition(has_content).unwrap_or(first);
        &self.lines[first..=last]
    }

    /// Returns the first lines with content. A larger sample would rarely change the result.
    pub(super) fn sample(&self) -> impl Iterator<Item = &'a [u8]> {
        self.content.iter().take(MAX_LINES).map(|line| line.text)
    }

    /// Returns the first line that has a token of cells.
    pub(super) fn first_cells(&self) -> Option<&'a [u8]> {
        *self.first_cells.get_or_init(|| self.sample().find(|line| has_cells(line)))
    }

    /// Returns true if the lines are puzzles of N * N spaced cells, not rows of a larger grid: most
    /// of them contain no number above N.
    pub(super) fn has_spaced_lines(&self) -> bool {
        let mut surplus = [0; farandole_puzzle::MAX_SIZE + 1];
        for line in self.sample() {
            if let Some(size) = Spaced::new(line).and_then(|spaced| spaced.size()) {
                surplus[size] += 1;
            } else if let Kind::Row(width) = rows::kind(line, 0)
                && let Some(size) = size_of_square(width)
            {
                surplus[size] -= 1;
            }
        }
        surplus.iter().any(|surplus| *surplus > 0)
    }

    /// Returns true if `-` represents an empty cell because it occurs in a row with digits.
    pub(super) fn has_dash_cells(&self) -> bool {
        *self.dash_cells.get_or_init(|| has_dash_cells(&self.content))
    }

    /// Returns the first complete grid in rows.
    pub(super) fn first_grid(&self) -> Option<FirstGrid> {
        *self.first_grid.get_or_init(|| first_grid(&self.content, self.has_dash_cells()))
    }

    /// Returns true if a grid exceeds the largest supported size. Such a grid has N equal rows of N
    /// cells and is surrounded by blank lines or other rows.
    ///
    /// With fewer or more rows, the lines are more likely to be puzzles with a wrong number of
    /// cells.
    pub(super) fn has_oversized_grid(&self) -> bool {
        let mut widths = self.lines.iter().take(MAX_LINES).filter_map(|line| match rows::kind(line, 0) {
            Kind::Row(width) => Some(width),
            Kind::Border | Kind::Dashes(_) => None,
            Kind::Blank | Kind::Title | Kind::Foreign => Some(0),
        });
        let (mut size, mut count) = (0, 0);
        loop {
            let width = widths.next();
            if width == Some(size) {
                count += 1;
                continue;
            }
            if size > farandole_puzzle::MAX_SIZE && count == size {
                return true;
            }
            let Some(width) = width else { return false };
            (size, count) = (width, 1);
        }
    }

    /// Returns true if blank lines separate the bands of the first grid, which has this size.
    pub(super) fn is_banded(&self, size: usize) -> bool {
        is_banded(&self.lines, size, self.has_dash_cells())
    }
}

/// Rejects text that cannot be split into lines.
fn check_encoding(input: &[u8]) -> Result<(), DetectCause> {
    let is_wide = |pair: &[u8]| matches!(pair, [0x20..=0x7E, 0] | [0, 0x20..=0x7E]);
    if matches!(input, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])
        || input.get(..4).is_some_and(|start| start.chunks(2).all(is_wide))
    {
        return Err(DetectCause::Utf16);
    }
    let end = memchr::memchr2(b'\n', b'\r', input);
    let returned = end.is_some_and(|end| input[end] == b'\r') && !input.contains(&b'\n');
    if returned && input.split(|byte| *byte == b'\r').filter(|line| !text::is_blank(line)).count() > 1 {
        return Err(DetectCause::CarriageReturns);
    }
    Ok(())
}

/// Returns true if a line has a token of N * N cells with N of at least 4, or constraints.
pub(super) fn has_cells(line: &[u8]) -> bool {
    let cells = |token: &[u8]| {
        let token = token.strip_prefix(b"\"").unwrap_or(token);
        let token = token.strip_suffix(b"\"").unwrap_or(token);
        let square = size_of_square(plain_length(token)).is_some_and(|size| size >= 4);
        let cube = size_of_cube(token.len()).is_some_and(|size| size >= 3);
        let cell = |byte: &u8| byte.is_ascii_alphanumeric() || b"._*-?+@$&/".contains(byte);
        (square || cube) && token.iter().all(cell) || is_constraints(token)
    };
    // Any digit may be among them, so that a wrong one is reported.
    let blanks = size_of_square(line.len()).is_some_and(|size| (4..=9).contains(&size))
        && line.contains(&b' ')
        && line.iter().all(|byte| byte.is_ascii_digit() || b" ._*-?".contains(byte))
        || text::blank_size(line).is_some();
    blanks || Tokens::new(line, 0).any(|token| token.text.split(|byte| *byte == b':').any(cells))
}

/// Returns true if a line is one token of cells with a wrong count, for example a truncated puzzle.
pub(super) fn is_nearly_cells(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() > 16
        && line.iter().all(|byte| byte.is_ascii_alphanumeric() || b"._*".contains(byte))
        && line.iter().any(|byte| b"0._*".contains(byte))
}

/// The first complete grid: N rows of N cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstGrid {
    pub(super) size: usize,
    /// The index of the first content line after the grid.
    pub(super) end: usize,
    /// True if its rows are at least as likely to be puzzles of one line each.
    pub(super) as_lines: bool,
}

fn first_grid(content: &[Content<'_>], dash_empty: bool) -> Option<FirstGrid> {
    let mut start = 0;
    while start < content.len() {
        let size = width(content[start].text);
        if let Some(end) = grid_from(&content[start..], size, dash_empty) {
            let rows = &content[start..start + end];
            let as_lines = rows_are_lines(rows, size);
            return Some(FirstGrid { size, end: start + end, as_lines });
        }
        start += 1;
    }
    None
}

/// Returns true if a line is a row of this many cells.
fn is_row(line: &[u8], size: usize, dash_empty: bool) -> bool {
    match rows::kind(line, size) {
        Kind::Row(width) => width == size,
        Kind::Dashes(width) => dash_empty && width == size,
        _ => false,
    }
}

/// Returns the number of lines of the grid of this size that starts with the first of these lines,
/// or `None` if there is no such grid.
fn grid_from(content: &[Content<'_>], size: usize, dash_empty: bool) -> Option<usize> {
    if !(2..=farandole_puzzle::MAX_SIZE).contains(&size) || !is_row(content.first()?.text, size, dash_empty) {
        return None;
    }
    let mut found = 0;
    for (i, line) in content.iter().enumerate() {
        match rows::kind(line.text, size) {
            _ if size > symbols::MOST && is_token_with_repeats(line.text) => return None,
            _ if is_row(line.text, size, dash_empty) => found += 1,
            Kind::Border | Kind::Dashes(_) => {}
            _ => return None,
        }
        if found == size {
            return Some(i + 1);
        }
    }
    None
}

/// Returns true if a line is one token in which a symbol of a digit occurs twice. As a row of more
/// cells than there are symbols, it is more likely a puzzle with a wrong number of cells.
fn is_token_with_repeats(line: &[u8]) -> bool {
    let table = Symbols::NumbersFirst.table(symbols::MOST);
    let mut seen = [false; 256];
    let mut repeats = |byte: u8| {
        let is_digit = ![EMPTY, FOREIGN].contains(&table[usize::from(byte)]);
        is_digit && core::mem::replace(&mut seen[usize::from(byte)], true)
    };
    Tokens::new(line, 0).count() == 1 && line.iter().any(|byte| repeats(*byte))
}

/// Returns true if each row is probably a whole puzzle: the number of its cells is the square of a
/// smaller size, and none of its digits is larger than that size.
fn rows_are_lines(rows: &[Content<'_>], size: usize) -> bool {
    let Some(root) = size_of_square(size).filter(|root| *root >= 4) else { return false };
    let table = Symbols::NumbersFirst.table(root);
    let whole = |row: &Content<'_>| {
        let mut tokens = Tokens::new(row.text, 0);
        let alone = tokens.next().is_some_and(|token| token.text.len() == size);
        alone && row.text.trim_ascii().iter().all(|byte| table[*byte as usize] != FOREIGN)
    };
    // Rows of a proper puzzle contain larger numbers, and a puzzle is not empty.
    let spaced = |row: &Content<'_>| {
        Spaced::new(row.text).is_some_and(|spaced| spaced.size() == Some(root) && spaced.largest > 0)
    };
    rows.iter().all(whole) || rows.iter().all(spaced)
}

/// Returns true if `-` represents an empty cell because it occurs in a row with digits.
fn has_dash_cells(content: &[Content<'_>]) -> bool {
    content.iter().any(|line| {
        line.text.contains(&b'-')
            && matches!(rows::kind(line.text, 0), Kind::Row(_))
            && !has_long_token(line.text)
    })
}

/// Returns true if a line has a token that is longer than any row.
fn has_long_token(line: &[u8]) -> bool {
    Tokens::new(line, 0).any(|token| token.text.len() > farandole_puzzle::MAX_SIZE)
}

/// Returns true if blank lines separate the bands of the first grid.
fn is_banded(all: &[&[u8]], size: usize, dash_empty: bool) -> bool {
    let Some(BoxShape { box_rows, .. }) = BoxShape::usual(size) else { return false };
    let is_row = |line: &[u8]| is_row(line, size, dash_empty);
    let Some(start) = all.iter().position(|line| is_row(line)) else { return false };
    let Some(band) = all.get(start..start + 2 * box_rows + 1) else { return false };
    box_rows < size
        && band[..box_rows].iter().all(|line| is_row(line))
        && text::is_blank(band[box_rows])
        && band[box_rows + 1..].iter().all(|line| is_row(line))
}
