//! Classifies lines of row-based formats as rows, borders or titles, and finds the cells of a row.

use super::record::Record;
use super::table_columns::{Columns, Separator, is_row};
use super::text;

/// The arrangement of rows in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// Rows with or without borders. There are as many rows as the first one has cells.
    Grid,
    /// Rows as in `Grid`, followed by a region map of the same size. A blank line may separate the
    /// two.
    GridAndMap,
    /// Rows as in `Grid`, with `#` metadata, `[Puzzle]` and further sections to skip.
    Sections,
    /// Rows of digit groups. There are as many rows as the first one has groups.
    Groups,
    /// A fixed number of lines, each of them a row.
    Fixed(usize),
    /// A number of puzzles, then nine rows for each.
    Counted,
    /// A box order n, then n * n rows of numbers.
    Ordered,
    /// Rows in which blanks or fields without text are empty cells.
    Table(Columns),
}

/// The kind of a line in a row-based format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Blank,
    /// A comment or a border. It has no cells and does not end a record.
    Border,
    /// Only `-` and separators of cells: a border, or a row of this many empty cells.
    Dashes(usize),
    /// A row of this many cells.
    Row(usize),
    /// Words, such as a title.
    Title,
    /// A line with a byte that is not allowed in a row.
    Foreign,
}

/// Returns true if a byte may separate the cells of a bordered row.
const fn is_frame(byte: u8) -> bool {
    text::is_separator(byte) || matches!(byte, b'|' | b'!' | b':' | b'+' | b'\'' | b'`' | 0x80..)
}

/// Returns true if a byte may be a cell in some set of symbols.
const fn is_cell(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'.' | b'_' | b'*' | b'-' | b'?' | b'@' | b'$' | b'&' | b'/')
}

/// Returns the runs of bytes between the borders of a row, each with its offset.
pub(super) fn runs(line: &[u8]) -> impl Iterator<Item = text::Token<'_>> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let rest = line.get(at..)?;
        let start = at + rest.iter().position(|byte| !is_frame(*byte))?;
        let rest = &line[start..];
        let length = rest.iter().position(|byte| is_frame(*byte)).unwrap_or(rest.len());
        at = start + length;
        Some(text::Token { start, text: &rest[..length] })
    })
}

/// Returns true if a run may be a cell of a row of numbers.
pub(super) fn is_numeric(run: &[u8]) -> bool {
    let is_empty = || run == b"-1" || run.len() <= 2 && run.iter().all(|byte| b"._*-?".contains(byte));
    run.len() <= 3 && run.iter().all(u8::is_ascii_digit) || is_empty()
}

/// Returns true if the cells of a row are numbers: there are at least ten, and at least one has two
/// digits, or three in a row of a hundred or more. `-1` alone shows that cells are numbers.
pub(super) fn is_number_row(line: &[u8]) -> bool {
    let (mut count, mut widest, mut signed) = (0, 1, false);
    for run in runs(line) {
        if !is_numeric(run.text) {
            return false;
        }
        count += 1;
        signed |= run.text == b"-1";
        widest = widest.max(run.text.len());
    }
    match widest {
        1 => false,
        2 => count >= 10 || count > 1 && signed,
        _ => count >= 100,
    }
}

/// Returns the number of cells in a row.
pub(super) fn width(line: &[u8]) -> usize {
    if is_number_row(line) { runs(line).count() } else { runs(line).map(|run| run.text.len()).sum() }
}

/// Classifies a line of a grid with borders. `expected` is the expected number of cells in a row,
/// or 0 if unknown.
pub(super) fn kind(line: &[u8], expected: usize) -> Kind {
    if text::is_blank(line) {
        return Kind::Blank;
    }
    if text::is_comment(line) {
        return Kind::Border;
    }
    let (mut dashes, mut signs, mut others) = (0, 0, 0);
    for byte in line {
        match byte {
            b'-' => dashes += 1,
            b'=' | b'+' => signs += 1,
            b'.' | b'*' => others += 1,
            byte if is_frame(*byte) => {}
            _ => return content(line, expected),
        }
    }
    match (dashes, signs, others) {
        (_, 0, 0) if dashes > 0 => Kind::Dashes(dashes),
        (0, 0, _) if others > 0 => Kind::Row(others),
        _ => Kind::Border,
    }
}

/// Classifies a line that contains more than border characters and empty cells.
fn content(line: &[u8], expected: usize) -> Kind {
    let width = width(line);
    if width != expected && is_title(line) {
        Kind::Title
    } else if line.iter().all(|byte| is_cell(*byte) || is_frame(*byte)) {
        Kind::Row(width)
    } else {
        Kind::Foreign
    }
}

/// Classifies a line of a table.
pub(super) fn table_kind(columns: Columns, line: &[u8]) -> Kind {
    let is_blank = text::is_blank(line);
    match columns.separator {
        Separator::Byte(byte) if is_blank && line.contains(&byte) => Kind::Row(columns.size),
        Separator::None if is_blank => Kind::Row(0),
        _ if is_blank => Kind::Blank,
        _ if text::is_comment(line) || !is_row(line, columns.separator) => Kind::Border,
        _ if columns.cells(line).is_some() => Kind::Row(columns.size),
        _ if line.iter().any(u8::is_ascii_digit) => Kind::Foreign,
        _ => Kind::Title,
    }
}

/// Returns true if a line begins with a word and is not a row of letters.
fn is_title(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let Some(first) = words.next() else { return false };
    let name = first.strip_suffix(b":").unwrap_or(first);
    if name.len() < 2 || !name.iter().all(u8::is_ascii_alphabetic) {
        return false;
    }
    // A capital and small letters are a word, not cells.
    if name.len() > 2 && name[0].is_ascii_uppercase() && name[1..].iter().all(u8::is_ascii_lowercase) {
        return true;
    }
    let (mut count, mut even) = (1, true);
    for word in words {
        count += 1;
        even &= word.len() == first.len();
    }
    if count == 1 { name.len() < 10 } else { !even }
}

/// Returns the number of digit groups in a line, or 0 for borders, words and blank lines.
pub(super) fn group_count(line: &[u8]) -> usize {
    groups(line).count()
}

/// Returns the digit groups of a line, each with its offset. Marks that may follow the digits
/// belong to the group.
pub(super) fn groups(line: &[u8]) -> impl Iterator<Item = text::Token<'_>> {
    let named =
        line.trim_ascii_start().first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'#');
    let mut at = if named { line.len() } else { 0 };
    core::iter::from_fn(move || {
        let rest = line.get(at..)?;
        let start = at + rest.iter().position(u8::is_ascii_digit)?;
        let rest = &line[start..];
        let in_group = |byte: &u8| byte.is_ascii_digit() || b"*#@-".contains(byte);
        let length = rest.iter().position(|byte| !in_group(byte)).unwrap_or(rest.len());
        at = start + length;
        Some(text::Token { start, text: &rest[..length] })
    })
}

/// Returns the rows of a record, without blank lines and borders.
pub(super) fn of_record<'a>(record: &Record<'a>, layout: Layout, dash_empty: bool) -> Vec<Row<'a>> {
    let lines = text::lines(record.text).zip(record.line..);
    let mut rows: Vec<Row<'a>> = Vec::new();
    let all = lines.map(|(line, number)| match line.strip_prefix(text::BOM) {
        Some(rest) if number == 1 => Row { line: number, skipped: text::BOM.len(), text: rest },
        _ => Row { line: number, skipped: 0, text: line },
    });
    let mut all: Vec<Row<'a>> = all.collect();
    match layout {
        Layout::Fixed(_) | Layout::Counted | Layout::Ordered => {
            all.retain(|row| !text::is_blank(row.text));
            rows = all;
        }
        Layout::Table(columns) => {
            all.retain(|row| !matches!(table_kind(columns, row.text), Kind::Blank | Kind::Border));
            rows = all;
        }
        Layout::Groups => {
            all.retain(|row| group_count(row.text) > 0);
            rows = all;
        }
        Layout::Grid | Layout::GridAndMap | Layout::Sections => {
            let expected = all.iter().find_map(|row| match kind(row.text, width(row.text)) {
                Kind::Row(width) => Some(width),
                _ => None,
            });
            rows.extend(all.into_iter().filter(|row| match kind(row.text, expected.unwrap_or(0)) {
                Kind::Blank | Kind::Border => false,
                Kind::Dashes(width) => dash_empty && Some(width) == expected,
                Kind::Row(_) | Kind::Title | Kind::Foreign => true,
            }));
        }
    }
    rows
}

/// A row of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row<'a> {
    /// The 1-based line of the input.
    pub(super) line: u64,
    /// Number of bytes of the line before the text.
    pub(super) skipped: usize,
    /// The row without its line end.
    pub(super) text: &'a [u8],
}
