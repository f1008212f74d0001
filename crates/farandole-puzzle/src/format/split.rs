//! Cutting an input into records, line by line.

use super::rows::{RowSplitter, Style};
use super::{Dialect, Format, text};

/// What a line is to the records around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boundary {
    /// Between records: blank, a comment, a header, a count, a title, a border. Part of none.
    ///
    /// An open record stays open: if the next line that is not skipped is [`Boundary::Before`], it was incomplete.
    Skip,
    /// Part of a record that goes on; its first line if none is open.
    Inside,
    /// Part of a record, and its last line (for one-line formats its only one).
    Ends,
    /// The open record ended before this line, which begins a new one that goes on.
    Before,
    /// The mark behind the last puzzle: neither this line nor anything after it is to be read.
    Stop,
}

/// Says line by line where records begin and end. Its state is a few numbers.
///
/// At the end of the input lines that were [`Boundary::Inside`] or [`Boundary::Before`] without a [`Boundary::Ends`]
/// are a record as well: an incomplete one, for which [`Parser::parse`](super::Parser::parse) gives the error. The
/// lines of a record always follow each other without a skipped line between them.
#[derive(Clone, Debug)]
pub struct Splitter {
    kind: Kind,
    first_line: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Lines { header: bool, end_mark: bool },
    Rows(RowSplitter),
}

impl Splitter {
    pub(super) fn new(dialect: &Dialect) -> Self {
        let rows = |style| Kind::Rows(RowSplitter::new(style, dialect));
        let kind = match dialect.format {
            Format::Line | Format::Sdm | Format::Pencilmark | Format::Csv => {
                Kind::Lines { header: dialect.header, end_mark: false }
            }
            Format::Poj3074 => Kind::Lines { header: false, end_mark: true },
            Format::Jigsaw if dialect.multi_line => rows(Style::GridAndMap),
            Format::Jigsaw => Kind::Lines { header: dialect.header, end_mark: false },
            Format::Grid => rows(Style::Grid),
            Format::Sdk => rows(Style::Sdk),
            Format::Candidates => rows(Style::Candidates),
            Format::Poj2676 => rows(Style::Counted),
            Format::Hdu4069 => rows(Style::Counted),
            Format::Grid16 => rows(Style::Fixed(16)),
            Format::Hdu1426 => rows(Style::Fixed(9)),
            Format::Uva989 => rows(Style::Ordered),
        };
        Self { kind, first_line: true }
    }

    /// Takes the next line of the input, without its line end (a `\r` may be left).
    ///
    /// Cost: a look at a few bytes in one-line formats, a pass over the line in others.
    pub fn feed(&mut self, line: &[u8]) -> Boundary {
        let line = if self.first_line { line.strip_prefix(text::BOM).unwrap_or(line) } else { line };
        self.first_line = false;
        match &mut self.kind {
            Kind::Rows(rows) => rows.feed(text::without_end(line)),
            Kind::Lines { header, end_mark } => {
                let start = line.trim_ascii_start();
                if matches!(start.first(), None | Some(b'#')) {
                    return Boundary::Skip;
                }
                if *header {
                    *header = false;
                    return Boundary::Skip;
                }
                if *end_mark && start.trim_ascii_end() == b"end" {
                    return Boundary::Stop;
                }
                Boundary::Ends
            }
        }
    }

    /// How many puzzles a count at the head of the input announced that did not come. Ask at the end of the input.
    pub fn missing(&self) -> u64 {
        match &self.kind {
            Kind::Lines { .. } => 0,
            Kind::Rows(rows) => rows.missing(),
        }
    }
}
