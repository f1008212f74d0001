//! Lines of formats in rows: what each line is (a row, a border, a title), and the cells that stand in it.

use super::record::Record;
use super::text;
use alloc::vec::Vec;

/// Which lines are rows, and how many make a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// Rows with or without borders; as many as the first one has cells.
    Grid,
    /// Twice as many; a blank line may stand between the halves.
    GridAndMap,
    /// As `Grid`, with `#` metadata, `[Puzzle]` and further sections to skip.
    Sections,
    /// Rows of digit groups; as many as the first one has groups.
    Groups,
    /// Every line is a row; so many of them.
    Fixed(usize),
    /// A count of puzzles, then nine rows each.
    Counted,
    /// A box order n, then n * n rows of numbers.
    Ordered,
}

/// What a line of a format in rows is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Blank,
    /// A comment, or a border: nothing to read, and no end of anything.
    Border,
    /// Nothing but `-` and what may stand between cells: a border, or a row of this many empty cells.
    Dashes(usize),
    /// A row of this many cells.
    Row(usize),
    /// Words: a title.
    Title,
    /// A line with a byte that no row has.
    Foreign,
}

/// Whether a byte may stand between the cells of a bordered row.
const fn is_frame(byte: u8) -> bool {
    text::is_separator(byte) || matches!(byte, b'|' | b'!' | b':' | b'+' | b'\'' | b'`' | 0x80..)
}

/// Whether a byte may be a cell in some alphabet.
const fn is_cell(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'.' | b'_' | b'*' | b'-' | b'?' | b'@' | b'$' | b'&' | b'/')
}

/// The runs of bytes between the borders of a row, each with its offset.
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

/// Whether a run is a cell of a row in which each cell is a number.
fn is_numeric(run: &[u8]) -> bool {
    run.len() <= 2 && (run.iter().all(u8::is_ascii_digit) || run.iter().all(|byte| b"._*-?".contains(byte)))
}

/// Whether the cells of a row are numbers of one or two figures: at least ten, and not all of one figure.
pub(super) fn is_number_row(line: &[u8]) -> bool {
    let (mut count, mut wide) = (0, false);
    for run in runs(line) {
        if !is_numeric(run.text) {
            return false;
        }
        count += 1;
        wide |= run.text.len() == 2;
    }
    count >= 10 && wide
}

/// How many cells a row has.
pub(super) fn width(line: &[u8]) -> usize {
    if is_number_row(line) { runs(line).count() } else { runs(line).map(|run| run.text.len()).sum() }
}

/// What a line of a bordered grid is; `expected` is the size that a row should have, 0 if unknown.
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

/// What a line with something other than signs is.
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

/// Whether a line begins with a word and does not look like a row of letters.
fn is_title(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let Some(first) = words.next() else { return false };
    let name = first.strip_suffix(b":").unwrap_or(first);
    if name.len() < 2 || !name.iter().all(u8::is_ascii_alphabetic) {
        return false;
    }
    let (mut count, mut even) = (1, true);
    for word in words {
        count += 1;
        even &= word.len() == first.len();
    }
    if count == 1 { name.len() < 10 } else { !even }
}

/// How many groups of digits a line has; 0 for borders, words and blank lines.
pub(super) fn group_count(line: &[u8]) -> usize {
    groups(line).count()
}

/// The groups of digits of a line, with the marks that may stand behind the digits, each with its offset.
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

/// The rows of a record, without blank lines and borders.
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
    /// How many bytes of the line stand in front of the text.
    pub(super) skipped: usize,
    /// The row without its line end.
    pub(super) text: &'a [u8],
}
