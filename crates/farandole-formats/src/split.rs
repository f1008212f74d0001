//! Splits an input into records, line by line.

use super::brackets::BracketSplitter;
use super::codec::Splitting;
use super::head::has_cells;
use super::record::{Boundary, Record};
use super::row_splitter::RowSplitter;
use super::settings::Settings;
use super::text;
use super::variants::VariantSplitter;

/// A state machine that processes one line at a time and reports where records begin and end. Its
/// state consists of a few numbers.
///
/// If the input ends with lines that were [`Boundary::Inside`] or [`Boundary::Before`] without a
/// [`Boundary::Ends`], they are an incomplete record. [`Parser::parse`](super::Parser::parse)
/// returns the error for it. There are no skipped lines between the lines of a record.
#[derive(Clone, Debug)]
pub struct Splitter {
    kind: Kind,
    first_line: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Lines {
        header: bool,
        end_mark: Option<&'static [u8]>,
        quotes: Option<Quotes>,
    },
    Rows(RowSplitter),
    Brackets(BracketSplitter),
    /// Elements from `start` to `end`. The flag is true within one.
    Elements(&'static [u8], u8, bool),
    Variants(VariantSplitter),
}

impl Splitter {
    pub(super) fn new(splitting: Splitting, settings: &Settings) -> Self {
        let kind = match splitting {
            Splitting::Lines { header, end_mark, quoted } => {
                let quotes = quoted.map(|separator| Quotes { separator, open: false, pending: false });
                Kind::Lines { header, end_mark, quotes }
            }
            Splitting::Rows(layout) => Kind::Rows(RowSplitter::new(layout, settings)),
            Splitting::Brackets(form) => Kind::Brackets(BracketSplitter::new(form)),
            Splitting::Elements { start, end } => Kind::Elements(start, end, false),
            Splitting::Variants => Kind::Variants(VariantSplitter::default()),
        };
        Self { kind, first_line: true }
    }

    /// Processes the next line of the input, without its line end. A final `\r` is allowed.
    ///
    /// Cost: reads a few bytes in formats with one puzzle per line, and the whole line in others.
    pub fn feed(&mut self, line: &[u8]) -> Boundary {
        let line = if self.first_line { line.strip_prefix(text::BOM).unwrap_or(line) } else { line };
        self.first_line = false;
        match &mut self.kind {
            Kind::Rows(rows) => rows.feed(text::without_end(line)),
            Kind::Variants(variants) => variants.feed(line),
            Kind::Brackets(brackets) => brackets.feed(line),
            Kind::Elements(start, end, open) => {
                let at = if *open { Some(0) } else { memchr::memmem::find(line, start) };
                let Some(at) = at else { return Boundary::Skip };
                *open = memchr::memrchr(*end, &line[at..]).is_none();
                if *open { Boundary::Inside } else { Boundary::Ends }
            }
            Kind::Lines { header, end_mark, quotes } => {
                if let Some(quotes) = quotes
                    && let Some(boundary) = quotes.feed(line)
                {
                    if *header && boundary != Boundary::Inside {
                        *header = false;
                        return Boundary::Skip;
                    }
                    return boundary;
                }
                let start = line.trim_ascii_start();
                if matches!(start.first(), None | Some(b'#')) {
                    return Boundary::Skip;
                }
                if *header {
                    *header = false;
                    return Boundary::Skip;
                }
                if end_mark.is_some_and(|mark| start.trim_ascii_end() == mark) {
                    return Boundary::Stop;
                }
                Boundary::Ends
            }
        }
    }

    /// Returns the number of missing puzzles, which is the announced number minus the number found. Call this
    /// at the end of the input.
    pub fn missing(&self) -> u64 {
        match &self.kind {
            Kind::Lines { .. } | Kind::Brackets(_) | Kind::Elements(..) | Kind::Variants(_) => 0,
            Kind::Rows(rows) => rows.missing(),
        }
    }
}

/// The quotes of separated values: an open quote continues a record on the next line.
#[derive(Clone, Copy, Debug)]
struct Quotes {
    separator: u8,
    open: bool,
    /// True if a complete record is open, because it began where a closing quote was missing.
    pending: bool,
}

impl Quotes {
    /// Processes a line that an open quote or an open record affects, or that leaves a quote open.
    /// Returns `None` for other lines.
    ///
    /// If the closing quote is missing, the next line with cells begins a new record.
    fn feed(&mut self, line: &[u8]) -> Option<Boundary> {
        if text::is_blank(line) && self.pending {
            return Some(Boundary::Skip);
        }
        let continues = self.open && (self.closes(line) || !has_cells(line));
        let has_open_record = self.open || self.pending;
        let is_new = has_open_record && !continues;
        self.open &= continues;
        self.open = self.leaves_open(line);
        self.pending = is_new && !self.open;
        match (is_new, has_open_record, self.open) {
            (true, ..) => Some(Boundary::Before),
            (_, _, true) => Some(Boundary::Inside),
            (_, true, false) => Some(Boundary::Ends),
            (_, false, false) => None,
        }
    }

    /// Returns true if the first quote of the line ends a field.
    fn closes(self, line: &[u8]) -> bool {
        let Some(quote) = memchr::memchr(b'"', line) else { return false };
        let after = line[quote + 1..].trim_ascii();
        after.first().is_none_or(|next| *next == self.separator || *next == b'"')
    }

    /// Returns true if a quote is open after the line. Quotes inside a field without quotes are text.
    fn leaves_open(self, line: &[u8]) -> bool {
        let (mut open, mut start) = (self.open, true);
        for byte in line {
            match byte {
                b'"' if open || start => open = !open,
                byte if *byte == self.separator => start = true,
                byte if !byte.is_ascii_whitespace() => start = false,
                _ => {}
            }
        }
        open
    }
}

/// The records of a text in memory, created by [`Dialect::records`](super::Dialect::records).
#[derive(Clone, Debug)]
pub struct Records<'a> {
    splitter: Splitter,
    text: &'a [u8],
    /// The offset of the next line, followed by its 1-based number.
    at: usize,
    line: u64,
    /// The offset of the open record, and the number of its first line.
    open: Option<(usize, u64)>,
    /// The offset of the end of the open record so far.
    end: usize,
    /// Number of lines that belong to no record.
    skipped: u64,
}

impl<'a> Records<'a> {
    pub(super) fn new(splitter: Splitter, text: &'a [u8]) -> Self {
        Self { splitter, text, at: 0, line: 1, open: None, end: 0, skipped: 0 }
    }

    /// Returns the number of lines so far that belong to no record, such as blank lines and
    /// comments.
    pub const fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Returns the number of announced puzzles that are missing; see [`Splitter::missing`].
    pub fn missing(&self) -> u64 {
        self.splitter.missing()
    }

    fn close(&mut self) -> Option<Record<'a>> {
        let (start, line) = self.open.take()?;
        Some(Record { text: &self.text[start..self.end], line })
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let length = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            let boundary = self.splitter.feed(text::without_end(&rest[..length]));
            let closed = if boundary == Boundary::Before { self.close() } else { None };
            match boundary {
                Boundary::Skip => self.skipped += 1,
                Boundary::Stop => {
                    self.text = &self.text[..self.at];
                    break;
                }
                Boundary::Inside | Boundary::Ends | Boundary::Before => {
                    self.open.get_or_insert((self.at, self.line));
                    self.end = self.at + length;
                }
            }
            self.at += length;
            self.line += 1;
            if closed.is_some() {
                return closed;
            }
            if boundary == Boundary::Ends {
                return self.close();
            }
        }
        self.close()
    }
}
