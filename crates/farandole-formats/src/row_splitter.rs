//! Splits row-based formats into records: a state machine that processes one line at a time.

use super::record::Boundary;
use super::rows::{Kind, Layout, group_count, kind, table_kind};
use super::settings::Settings;
use super::text;

/// The state between two lines.
#[derive(Clone, Debug)]
pub(super) struct RowSplitter {
    layout: Layout,
    dash_empty: bool,
    banded: bool,
    /// The size of the last record. Initially the size of the first record if known, otherwise 0.
    last_size: usize,
    /// Number of lines to skip before the first puzzle.
    lead: usize,
    announced: Option<u64>,
    begun: u64,
    /// True inside a section of `Sdk` without cells.
    ignoring: bool,
    open: Option<Open>,
}

/// An open record.
#[derive(Clone, Debug)]
struct Open {
    size: usize,
    rows: usize,
    needed: usize,
    /// The size of the previous record. If the first row has another size and the second has this size, the
    /// first row is malformed.
    instead: usize,
    /// True if the next line begins a new record.
    closed: bool,
    /// True after a blank line at a position that allows one.
    gap: bool,
}

impl RowSplitter {
    pub(super) fn new(layout: Layout, settings: &Settings) -> Self {
        Self {
            layout,
            dash_empty: settings.dash_empty,
            banded: settings.banded,
            last_size: settings.size_hint,
            lead: settings.lead,
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
        if self.lead > 0 {
            self.lead -= usize::from(!text::is_blank(line) && !text::is_comment(line));
            return Boundary::Skip;
        }
        let early = match self.layout {
            Layout::Sections => self.section(line),
            Layout::Counted => self.count(line),
            Layout::Ordered => self.order(line),
            Layout::Grid | Layout::GridAndMap | Layout::Groups | Layout::Fixed(_) | Layout::Table(_) => None,
        };
        if let Some(boundary) = early {
            return boundary;
        }
        match self.kind_of(line) {
            Kind::Blank => self.blank(),
            Kind::Border => self.skipped_line(),
            Kind::Dashes(width) => {
                let size = self.open.as_ref().map_or(self.last_size, |open| open.size);
                if self.dash_empty && width == size { self.row(width) } else { self.skipped_line() }
            }
            // An empty row has no text in some tables, like the lines between puzzles.
            Kind::Row(0) if self.open.as_ref().is_none_or(|open| open.closed) => Boundary::Skip,
            Kind::Row(width) => self.row(width),
            Kind::Title => self.interrupt(),
            Kind::Foreign if self.open.as_ref().is_some_and(|open| !open.closed) => self.row(0),
            Kind::Foreign => Boundary::Skip,
        }
    }

    /// Processes a section name, or a line of a section without cells.
    fn section(&mut self, line: &[u8]) -> Option<Boundary> {
        let start = line.trim_ascii();
        if start.first() == Some(&b'[') {
            self.ignoring = !start.eq_ignore_ascii_case(b"[puzzle]");
            return Some(self.interrupt());
        }
        if start.first() == Some(&b'#') {
            self.ignoring = false;
        }
        self.ignoring.then_some(Boundary::Skip)
    }

    /// Processes the number of puzzles before the first one.
    fn count(&mut self, line: &[u8]) -> Option<Boundary> {
        let number = text::only_number(line)?;
        let short = line.trim_ascii().len() < 9;
        if self.announced.is_none() && self.begun == 0 && short {
            self.announced = Some(number);
            return Some(Boundary::Skip);
        }
        None
    }

    /// Processes a box order. In a puzzle of size 1, the second number is its only row.
    fn order(&mut self, line: &[u8]) -> Option<Boundary> {
        let number = text::only_number(line)?;
        let between = self.open.as_ref().is_none_or(|open| open.closed || open.size != 1);
        between.then(|| self.begin_ordered(number))
    }

    fn kind_of(&self, line: &[u8]) -> Kind {
        match self.layout {
            Layout::Grid | Layout::GridAndMap | Layout::Sections => {
                kind(line, self.open.as_ref().map_or(self.last_size, |open| open.size))
            }
            Layout::Table(columns) => table_kind(columns, line),
            Layout::Groups => match group_count(line) {
                0 if text::is_blank(line) => Kind::Blank,
                0 => Kind::Border,
                groups => Kind::Row(groups),
            },
            Layout::Fixed(_) | Layout::Counted | Layout::Ordered if text::is_blank(line) => Kind::Blank,
            Layout::Fixed(size) => Kind::Row(size),
            Layout::Counted => Kind::Row(9),
            // Rows without a preceding box order form an erroneous record that ends at the next
            // order.
            Layout::Ordered => Kind::Row(usize::MAX),
        }
    }

    /// Processes a line without cells that belongs to the open record, if any.
    fn skipped_line(&self) -> Boundary {
        if self.open.as_ref().is_some_and(|open| !open.closed) { Boundary::Inside } else { Boundary::Skip }
    }

    /// Processes a line that ends the open record.
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
        let within = match self.layout {
            Layout::GridAndMap => open.rows == open.size,
            Layout::Grid => {
                let band =
                    farandole_puzzle::BoxShape::usual(open.size).map_or(usize::MAX, |shape| shape.box_rows);
                self.banded && open.rows.is_multiple_of(band)
            }
            // The next box order is a more reliable mark than blank lines, which may occur anywhere
            // in some inputs.
            Layout::Ordered => true,
            Layout::Sections | Layout::Groups | Layout::Fixed(_) | Layout::Counted | Layout::Table(_) => {
                false
            }
        };
        if within && !(open.gap && self.layout != Layout::Ordered) {
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
                let grid = matches!(self.layout, Layout::Grid | Layout::GridAndMap | Layout::Groups);
                if grid && open.size > farandole_puzzle::MAX_SIZE && width != open.size {
                    return self.begin(width, 1);
                }
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

    /// Begins a record with a line that counts as this many rows.
    fn begin(&mut self, size: usize, rows: usize) -> Boundary {
        if self.announced.is_some_and(|announced| self.begun >= announced) {
            return Boundary::Stop;
        }
        self.begun += 1;
        let size = if self.layout == Layout::Sections { 9 } else { size };
        let instead = self.last_size;
        // No readable row is wider than the maximum, so a wider size is not recorded.
        if size <= farandole_puzzle::MAX_SIZE {
            self.last_size = size;
        }
        let needed = if self.layout == Layout::GridAndMap { 2 * size } else { size };
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
        // An impossible order begins an erroneous record that ends at the next order.
        let size = if (1..=8).contains(&order) { (order * order) as usize } else { usize::MAX };
        self.begin(size, 0)
    }
}
