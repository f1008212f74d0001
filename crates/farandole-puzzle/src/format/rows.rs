//! Formats with one row of cells a line: what each line is, and where a record ends.

use super::{Boundary, Dialect, Record, text};
use alloc::vec::Vec;

/// Which lines are rows, and how many make a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Rows with or without borders; as many as the first one has cells.
    Grid,
    /// Twice as many; a blank line may stand between the halves.
    GridAndMap,
    /// As `Grid`, with `#` metadata, `[Puzzle]` and further sections to skip.
    Sdk,
    /// Rows of digit groups; as many as the first one has groups.
    Candidates,
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
    /// Something with a byte that no row has.
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

/// The rows of a record: 1-based line of the input, text, and whether a byte order mark was cut off in front.
pub(super) fn of_record<'a>(record: &Record<'a>, style: Style, dash_empty: bool) -> Vec<Row<'a>> {
    let lines = text::lines(record.text).zip(record.line..);
    let mut rows: Vec<Row<'a>> = Vec::new();
    let all = lines.map(|(line, number)| match line.strip_prefix(text::BOM) {
        Some(rest) if number == 1 => Row { line: number, skipped: text::BOM.len(), text: rest },
        _ => Row { line: number, skipped: 0, text: line },
    });
    let mut all: Vec<Row<'a>> = all.collect();
    match style {
        Style::Fixed(_) | Style::Counted | Style::Ordered => {
            all.retain(|row| !text::is_blank(row.text));
            rows = all;
        }
        Style::Candidates => {
            all.retain(|row| group_count(row.text) > 0);
            rows = all;
        }
        Style::Grid | Style::GridAndMap | Style::Sdk => {
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

/// The state between the lines of a format in rows.
#[derive(Clone, Debug)]
pub(super) struct RowSplitter {
    style: Style,
    dash_empty: bool,
    banded: bool,
    /// The size of the last record, at first of the first one as far as it is known; 0 otherwise.
    last_size: usize,
    announced: Option<u64>,
    begun: u64,
    /// Inside a section without cells of `Sdk`.
    ignoring: bool,
    open: Option<Open>,
}

/// An open record.
#[derive(Clone, Debug)]
struct Open {
    size: usize,
    rows: usize,
    needed: usize,
    /// The size of the record before. If the first row differs from that and the second does not, the first is broken.
    instead: usize,
    /// What comes next begins a new record.
    closed: bool,
    /// A blank line came where one may be.
    gap: bool,
}

impl RowSplitter {
    pub(super) fn new(style: Style, dialect: &Dialect) -> Self {
        Self {
            style,
            dash_empty: dialect.dash_empty,
            banded: dialect.banded,
            last_size: dialect.size_hint,
            announced: None,
            begun: 0,
            ignoring: false,
            open: None,
        }
    }

    pub(super) fn missing(&self) -> u64 {
        self.announced.map_or(0, |announced| announced.saturating_sub(self.begun))
    }

    pub(super) fn feed(&mut self, line: &[u8]) -> Boundary {
        if self.style == Style::Sdk {
            let start = line.trim_ascii();
            if start.first() == Some(&b'[') {
                self.ignoring = !start.eq_ignore_ascii_case(b"[puzzle]");
                return self.interrupt();
            }
            if start.first() == Some(&b'#') {
                self.ignoring = false;
            }
            if self.ignoring {
                return Boundary::Skip;
            }
        }
        if matches!(self.style, Style::Counted | Style::Ordered)
            && let Some(number) = text::only_number(line)
        {
            if self.style == Style::Ordered
                && self.open.as_ref().is_none_or(|open| open.closed || open.size != 1)
            {
                return self.begin_ordered(number);
            }
            let short = line.trim_ascii().len() < 9;
            if self.style == Style::Counted && self.announced.is_none() && self.begun == 0 && short {
                self.announced = Some(number);
                return Boundary::Skip;
            }
        }
        let kind = match self.style {
            Style::Grid | Style::GridAndMap | Style::Sdk => {
                kind(line, self.open.as_ref().map_or(self.last_size, |open| open.size))
            }
            Style::Candidates => match group_count(line) {
                0 if text::is_blank(line) => Kind::Blank,
                0 => Kind::Border,
                groups => Kind::Row(groups),
            },
            Style::Fixed(_) | Style::Counted | Style::Ordered if text::is_blank(line) => Kind::Blank,
            Style::Fixed(size) => Kind::Row(size),
            Style::Counted => Kind::Row(9),
            // Rows without a box order in front: an error that lasts to the next order.
            Style::Ordered => Kind::Row(usize::MAX),
        };
        match kind {
            Kind::Blank => self.blank(),
            Kind::Border => self.aside(),
            Kind::Dashes(width) => {
                let size = self.open.as_ref().map_or(self.last_size, |open| open.size);
                if self.dash_empty && width == size { self.row(width) } else { self.aside() }
            }
            Kind::Row(width) => self.row(width),
            Kind::Title => self.interrupt(),
            Kind::Foreign if self.open.as_ref().is_some_and(|open| !open.closed) => self.row(0),
            Kind::Foreign => Boundary::Skip,
        }
    }

    /// A line that belongs to the open record, if any, but has no cells.
    fn aside(&self) -> Boundary {
        if self.open.as_ref().is_some_and(|open| !open.closed) { Boundary::Inside } else { Boundary::Skip }
    }

    /// A line that no record goes on behind.
    fn interrupt(&mut self) -> Boundary {
        if let Some(open) = &mut self.open {
            open.closed = true;
        }
        Boundary::Skip
    }

    fn blank(&mut self) -> Boundary {
        let Some(open) = &mut self.open else { return Boundary::Skip };
        if open.closed {
            return Boundary::Skip;
        }
        let within = match self.style {
            Style::GridAndMap => open.rows == open.size,
            Style::Grid => {
                let band = crate::BoxShape::usual(open.size).map_or(usize::MAX, |shape| shape.box_rows);
                self.banded && open.rows.is_multiple_of(band)
            }
            // The next box order is a better mark than blank lines, which some inputs have anywhere.
            Style::Ordered => true,
            Style::Sdk | Style::Candidates | Style::Fixed(_) | Style::Counted => false,
        };
        if within && !(open.gap && self.style != Style::Ordered) {
            open.gap = true;
            return Boundary::Inside;
        }
        open.closed = true;
        Boundary::Skip
    }

    fn row(&mut self, width: usize) -> Boundary {
        match &mut self.open {
            Some(open) if !open.closed => {
                open.gap = false;
                let grid = matches!(self.style, Style::Grid | Style::GridAndMap | Style::Candidates);
                if grid && open.rows == 1 && width == open.instead && open.size != open.instead {
                    open.needed = open.needed / open.size * open.instead;
                    open.size = open.instead;
                    self.last_size = open.instead;
                }
                open.rows += 1;
                if open.rows < open.needed {
                    return Boundary::Inside;
                }
                self.open = None;
                Boundary::Ends
            }
            _ => self.begin(width, 1),
        }
    }

    /// Begins a record with a line that counts for so many rows.
    fn begin(&mut self, size: usize, rows: usize) -> Boundary {
        if self.announced.is_some_and(|announced| self.begun >= announced) {
            return Boundary::Stop;
        }
        self.begun += 1;
        let size = if self.style == Style::Sdk { 9 } else { size };
        let instead = core::mem::replace(&mut self.last_size, size);
        let needed = if self.style == Style::GridAndMap { 2 * size } else { size };
        let complete = rows >= needed;
        let before = self.open.is_some();
        self.open = (!complete || before).then_some(Open {
            size,
            rows,
            needed,
            instead,
            closed: complete,
            gap: false,
        });
        match (before, complete) {
            (true, _) => Boundary::Before,
            (false, true) => Boundary::Ends,
            (false, false) => Boundary::Inside,
        }
    }

    fn begin_ordered(&mut self, order: u64) -> Boundary {
        // An impossible order is an error that lasts to the next one.
        let size = if (1..=8).contains(&order) { (order * order) as usize } else { usize::MAX };
        self.begin(size, 0)
    }
}
