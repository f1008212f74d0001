//! Record splitter for streams: splits an input of any length into the records of its format, in
//! constant memory.
//!
//! [`Records`] reads blocks of whole records. A [`RecordSlice`] is a run of records of one block, which
//! one thread answers.

use super::input::Input;
use crate::variant::COUNTER;
use farandole_formats::{Boundary, DetectError, Dialect, ReadConfig, Record, Splitter, line};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::{ControlFlow, Deref, Range};

/// Maximum number of bytes in one read.
const READ: usize = 1 << 20;
/// A read of at least this many bytes suggests a file or a full pipe, so that the next read will not block
/// for long.
const QUICK: usize = 1 << 15;
/// Maximum number of bytes used to detect the format. A grid of 225 rows with numbers has up to 203 kB; without its last
/// row, the rows of a grid with few givens could as well be puzzles of 15x15.
const HEAD: usize = 1 << 18;
/// Maximum length of a line. The rest of a longer line is dropped, and its record is then
/// unreadable.
const LONGEST_LINE: usize = 1 << 24;
/// Approximate maximum number of bytes of records in progress per thread.
pub(super) const MOST_BYTES: usize = 1 << 20;
/// The records of one input.
pub struct Records {
    input: Input,
    dialect: Dialect,
    splitter: Splitter,
    /// The bytes read. Those before `scanned` are whole lines that the splitter has processed.
    buffer: Buffer,
    scanned: usize,
    /// The record of the last scanned line, if it may continue.
    open: Option<Span>,
    ready: VecDeque<Span>,
    /// 1-based number of the next line.
    line: u64,
    /// Number of records returned so far.
    taken: u64,
    bytes_read: u64,
    ended: bool,
    /// True while the bytes up to the next line end are dropped.
    dropping: bool,
}

/// Returns true if these bytes determine the format regardless of the bytes after them. The first
/// line of a variant determines it. So does a bare line of 81 cells, since no row of a larger grid
/// has 81 cells.
fn determines_format(head: &[u8], config: &ReadConfig) -> bool {
    if Dialect::detect(head, config).is_ok_and(|dialect| dialect.is_variant()) {
        return true;
    }
    let Some(end) = memchr::memrchr(b'\n', head) else { return false };
    let lines = &head[..=end];
    let Ok(dialect) = Dialect::detect(lines, config) else { return false };
    let Some(record) = dialect.records(lines).next().filter(|_| dialect.is_one_line()) else { return false };
    if dialect.format().descriptor().separator.is_some() {
        // Inputs of variants are determined by their first line, above.
        return dialect.parser().parse_classic(record).is_ok();
    }
    let is_bare = |(_, rest): ([u8; 81], &[u8])| rest.trim_ascii().is_empty();
    dialect.is_plain_lines() && line::cells81(record.text.trim_ascii_end()).is_some_and(is_bare)
}

#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
    line: u64,
}

/// A sequence of whole records.
pub(super) struct Block {
    text: Vec<u8>,
    spans: Vec<Span>,
    first: u64,
}

impl Block {
    /// Returns all records of the block.
    pub(super) fn whole(&self) -> RecordSlice<'_> {
        RecordSlice { text: &self.text, spans: &self.spans, first: self.first }
    }
}

/// A run of records for one thread.
pub struct RecordSlice<'a> {
    text: &'a [u8],
    spans: &'a [Span],
    first: u64,
}

impl<'a> RecordSlice<'a> {
    /// Returns the records with their 0-based numbers in the input.
    pub fn records(&self) -> impl Iterator<Item = (u64, Record<'a>)> {
        let text = self.text;
        let record = move |span: &Span| Record { text: &text[span.start..span.end], line: span.line };
        (self.first..).zip(self.spans.iter().map(record))
    }

    /// Splits the records, in order, into runs of at most `most` each.
    pub fn chunks(&self, most: usize) -> impl Iterator<Item = RecordSlice<'a>> {
        let (text, firsts) = (self.text, (self.first..).step_by(most));
        firsts.zip(self.spans.chunks(most)).map(move |(first, spans)| RecordSlice { text, spans, first })
    }

    /// Returns the total length of the records in bytes.
    pub fn byte_count(&self) -> usize {
        self.spans.last().map_or(0, |last| last.end) - self.spans.first().map_or(0, |first| first.start)
    }

    /// Returns the number of records.
    pub const fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns true if there are no records.
    pub const fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }
}

impl Records {
    /// Reads the beginning of an input and determines its format.
    ///
    /// A program may write a puzzle and wait for its answer, so this function avoids reading further than
    /// needed. If `config` names the format, reading stops after the first whole line. Otherwise at most 64
    /// KiB are read. An input that is not a file may deliver its bytes slowly. If the bytes available so
    /// far determine the format, no more bytes are read. These bytes determine the format if they are one
    /// line of 81 cells and nothing else, or a header and a row that matches it.
    ///
    /// # Errors
    /// If the input cannot be read, or its format cannot be determined.
    pub fn new(input: Input, config: &ReadConfig) -> Result<Self, OpenError> {
        let records = Self::unverified(input, config)?;
        Ok(Self { dialect: records.dialect.verified_by(COUNTER), ..records })
    }

    /// Reads the beginning of an input as [`new`](Self::new) does, but does not verify the meanings of
    /// drawings by counting solutions.
    ///
    /// Callers that refuse variants use this function so that the engine for variants is not
    /// linked. This makes the web page's module for classic puzzles a quarter smaller before
    /// compression.
    pub(super) fn unverified(mut input: Input, config: &ReadConfig) -> Result<Self, OpenError> {
        let mut buffer = Buffer::default();
        let mut ended = false;
        while !ended && buffer.len() < HEAD && (config.format.is_none() || !buffer.contains(&b'\n')) {
            let read = buffer.read_from(&mut input)?;
            ended = read == 0;
            let may_wait = config.format.is_none() && input.length().is_none() && read < QUICK;
            if may_wait && determines_format(&buffer, config) {
                break;
            }
        }
        let head = &buffer[..buffer.len().min(HEAD)];
        let dialect = Dialect::detect(head, config).map_err(OpenError::Detect)?;
        Ok(Self {
            input,
            splitter: dialect.splitter(),
            dialect,
            bytes_read: buffer.len() as u64,
            buffer,
            scanned: 0,
            open: None,
            ready: VecDeque::new(),
            line: 1,
            taken: 0,
            ended,
            dropping: false,
        })
    }

    /// Returns the format of the input and its other properties.
    pub const fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Returns the input.
    pub const fn input(&self) -> &Input {
        &self.input
    }

    /// Returns the number of bytes read so far, after decompression.
    pub const fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// Calls `take` with each record and its 0-based number, in order, until it breaks. Returns
    /// `Break` if it did.
    ///
    /// # Errors
    /// If reading fails, or `take` returns an error.
    pub fn for_each<E>(
        &mut self,
        mut take: impl FnMut(u64, Record<'_>) -> Result<ControlFlow<()>, E>,
    ) -> Result<ControlFlow<()>, MapError<E>> {
        while let Some(block) = self.next_block(1, MOST_BYTES).map_err(MapError::Read)? {
            for (ordinal, record) in block.whole().records() {
                if take(ordinal, record).map_err(MapError::Done)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the next records as soon as any are available: at most `most` records and
    /// `most_bytes` bytes, but at least one record. Returns `None` at the end of the input.
    pub(super) fn next_block(&mut self, most: usize, most_bytes: usize) -> io::Result<Option<Block>> {
        while self.ready.is_empty() {
            self.scan();
            if !self.ready.is_empty() {
                break;
            }
            if self.ended {
                return Ok(None);
            }
            while self.read()? >= QUICK && self.buffer.len() < most_bytes {}
        }
        let from = self.ready[0].start;
        let fits = |(k, span): &(usize, &Span)| *k == 0 || (*k < most && span.end - from <= most_bytes);
        let count = self.ready.iter().enumerate().take_while(fits).count();
        let moved = |span: Span| Span { start: span.start - from, end: span.end - from, line: span.line };
        let spans: Vec<Span> = self.ready.drain(..count).map(moved).collect();
        let end = spans.last().map_or(0, |span| span.end);
        let block = Block { text: self.buffer[from..from + end].to_vec(), first: self.taken, spans };
        self.taken += block.spans.len() as u64;
        Ok(Some(block))
    }

    /// Reads once and returns the number of bytes read.
    fn read(&mut self) -> io::Result<usize> {
        let kept = self.open.map_or(self.scanned, |open| open.start);
        self.buffer.remove(0..kept);
        self.scanned -= kept;
        if let Some(open) = &mut self.open {
            open.start -= kept;
            open.end -= kept;
        }
        let before = self.buffer.len();
        let read = self.buffer.read_from(&mut self.input)?;
        self.ended = read == 0;
        self.bytes_read += read as u64;
        if self.dropping {
            let line_end = memchr::memchr(b'\n', &self.buffer[before..]);
            self.buffer.remove(before..before + line_end.unwrap_or(read));
            self.dropping = line_end.is_none();
        } else if self.buffer.len() - self.scanned > LONGEST_LINE
            && memchr::memchr(b'\n', &self.buffer[self.scanned..]).is_none()
        {
            self.buffer.remove(self.scanned + LONGEST_LINE..self.buffer.len());
            self.dropping = true;
        }
        Ok(read)
    }

    /// Passes every whole line of the buffer to the splitter. At the end of the input, also passes
    /// an unfinished line.
    fn scan(&mut self) {
        while self.scanned < self.buffer.len() {
            let rest = &self.buffer[self.scanned..];
            let (length, next) = match memchr::memchr(b'\n', rest) {
                Some(length) => (length, length + 1),
                None if self.ended => (rest.len(), rest.len()),
                None => break,
            };
            let boundary = self.splitter.feed(&rest[..length]);
            let current = Span { start: self.scanned, end: self.scanned + next, line: self.line };
            self.scanned += next;
            self.line += 1;
            match boundary {
                Boundary::Skip => {}
                Boundary::Inside => self.extend(current),
                Boundary::Ends => {
                    let open = self.open.take().unwrap_or(current);
                    self.ready.push_back(Span { end: current.end, ..open });
                }
                Boundary::Before => {
                    self.ready.extend(self.open.replace(current));
                }
                Boundary::Stop => {
                    self.ready.extend(self.open.take());
                    self.scanned = self.buffer.len();
                    self.ended = true;
                }
            }
        }
        if self.ended {
            self.ready.extend(self.open.take());
        }
    }

    fn extend(&mut self, line: Span) {
        self.open.get_or_insert(line).end = line.end;
    }
}

/// A growing buffer for reads. Its free space is zeroed once, not for each read.
#[derive(Default)]
struct Buffer {
    room: Vec<u8>,
    length: usize,
}

impl Buffer {
    /// Reads once, up to [`READ`] bytes, and returns the number of bytes read.
    fn read_from(&mut self, input: &mut Input) -> io::Result<usize> {
        if self.room.is_empty() {
            // The operating system provides zeroed pages on first use, and most inputs are too
            // short to touch all of them.
            self.room = vec![0; READ];
        } else if self.room.len() < self.length + READ {
            self.room.resize(self.length + READ, 0);
        }
        loop {
            match input.read(&mut self.room[self.length..self.length + READ]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => {
                    self.length += *read.as_ref().unwrap_or(&0);
                    return read;
                }
            }
        }
    }

    fn remove(&mut self, range: Range<usize>) {
        self.room.copy_within(range.end..self.length, range.start);
        self.length -= range.len();
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.room[..self.length]
    }
}

/// The reasons why processing the records of an input stopped early.
#[derive(Debug)]
pub enum MapError<E> {
    /// The rest of the input could not be read.
    Read(io::Error),
    /// The function that receives the records, or their results, failed.
    Done(E),
}

/// The reasons why an input could not be opened as records.
#[derive(Debug)]
pub enum OpenError {
    /// The input could not be read.
    Io(io::Error),
    /// The format could not be determined, or is not the requested one.
    Detect(DetectError),
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl core::fmt::Display for OpenError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Detect(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for OpenError {}
