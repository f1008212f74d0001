//! Text formats: Knuth's, 0/1 matrices, and two others that collections of instances use.
//!
//! # Knuth's format
//!
//! ```text
//! | A simple example
//! A B 2:3|C | X Y
//! A B X:0 Y:0
//! A C X:1 Y:1 |25
//! ```
//!
//! - Lines that are empty or start with `|` (after blanks) are comments.
//! - The first other line names the items, primary ones before a lone `|`, secondary ones behind it. In front
//!   of a primary item's name, `low:high|` says how many chosen options must hold it, `n|` exactly how many.
//! - Every further line is an option: names of items, a secondary one perhaps with `:` and a color.
//! - `|n` anywhere in an option is its cost; several are added up. `$n` is read in the same way unless an item
//!   has that name.
//! - An option without primary items is left out with a [`Warning`], as in Knuth's programs.
//!
//! Names and colors may have any length (Knuth: 8 characters and 1), but no blanks, and names neither `:` nor
//! `|`.
//!
//! # 0/1 matrices
//!
//! A line for each option, `0`s and `1`s with or without blanks between them; all items are primary.
//!
//! # `p ec`
//!
//! `c` lines are comments, one line `p ec N` gives the number of items, and each line `s i j ...` is an option
//! of items from 1 to N.
//!
//! # Counted sets
//!
//! A first line `items options`, then for each option a line `k i1 .. ik` with items from 1.
//!
//! # Detection
//!
//! The first lines decide, comments of Knuth's format aside. `p ec`: a line `p ec` behind lines that start with
//! `c`. Matrix: a line of single `0`s and `1`s, at least three (Knuth's format would need distinct names), one word
//! of several 0s and 1s, or two lines or more that are all two digits. Counted sets: two numbers, then a line that
//! begins with a number k and has k more from 1 to the first number. Everything else is Knuth's format.
//!
//! Source: D. E. Knuth, programs DLX1, DLX2, DLX3 and DLX5, for the format and what is an error in it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::model::problem::{Bounds, BuildError, BuildErrorKind, Builder, Color, Entry, Problem};

/// A text format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Knuth's: a line of item names, then options.
    Knuth,
    /// A matrix of 0 and 1.
    Matrix,
    /// `p ec N`, `s i j ...`.
    Ec,
    /// `items options`, `k i1 .. ik`.
    Sets,
}

/// A problem that was read.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The problem.
    pub problem: Problem,
    /// Its format, given or detected.
    pub format: Format,
    /// What is odd but no error.
    pub warnings: Vec<Warning>,
    /// For each option the line it stood on, 1-based.
    pub lines: Vec<u32>,
}

/// Something odd in a text, which was read nonetheless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Warning {
    /// Line, 1-based.
    pub line: u32,
    /// Column, 1-based, in characters.
    pub column: u32,
    /// What is odd.
    pub kind: WarningKind,
}

/// What is odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// The option has no primary item and was left out.
    NoPrimaryItem,
    /// The first line announced another number of options.
    OptionCount {
        /// Options announced.
        announced: u32,
        /// Options found.
        found: u32,
    },
}

/// Says what is odd; line and column are for whoever knows the file's name.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            WarningKind::NoPrimaryItem => write!(f, "option left out: it has no primary item"),
            WarningKind::OptionCount { announced, found } => {
                write!(f, "{announced} options announced, {found} found")
            }
        }
    }
}

/// Where a text can't be read, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    line: u32,
    column: u32,
    kind: ParseErrorKind,
}

/// Why a text can't be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text ends before the items are known.
    NoItems,
    /// The line is not UTF-8.
    NotUtf8,
    /// A second lone `|` in the line of items.
    RepeatedBar,
    /// An item's name is empty, or has a `:` or `|` inside.
    BadName,
    /// The bounds before a primary item's name are not `low:high|` or `n|` with `low <= high` and `high >= 1`.
    BadBounds,
    /// Bounds before a secondary item's name.
    BoundsOnSecondary,
    /// An item of that name came before.
    DuplicateName,
    /// No item has that name or number.
    UnknownItem,
    /// The option has that item already.
    DuplicateItem,
    /// A primary item with a color.
    ColorOnPrimary,
    /// A `:` without a color behind it.
    EmptyColor,
    /// A cost that is no number below 2^64, or costs that add up to more.
    BadCost,
    /// Something else than a number.
    BadNumber,
    /// Something else than 0 or 1 in a matrix.
    BadDigit,
    /// A line of the matrix is longer or shorter than the first.
    BadWidth {
        /// Length of the first line.
        expected: u32,
    },
    /// The line has another number of items than it says.
    BadLength {
        /// The number that it says.
        expected: u32,
    },
    /// An option before the line `p ec`.
    NoHeader,
    /// A second line `p`, or one that isn't `p ec N`.
    BadHeader,
    /// A line that starts with neither `c`, `p` nor `s`.
    BadLine,
    /// More than 2^30 items, options or entries, or more than 2^32 lines or bytes of names.
    TooLarge,
    /// A head line that announces more than 2^24 items: a few bytes may not ask for memory without end.
    TooManyItems,
}

impl ParseError {
    /// Line, 1-based.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }

    /// Column, 1-based, in characters.
    #[must_use]
    pub fn column(&self) -> u32 {
        self.column
    }

    /// Why the text can't be read.
    #[must_use]
    pub fn kind(&self) -> ParseErrorKind {
        self.kind
    }
}

/// Says what is wrong; line and column are for whoever knows the file's name.
impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            ParseErrorKind::NoItems => "the text ends before the items are known",
            ParseErrorKind::NotUtf8 => "not UTF-8",
            ParseErrorKind::RepeatedBar => "a second '|' among the items",
            ParseErrorKind::BadName => "an item's name that is empty or has ':' or '|' inside",
            ParseErrorKind::BadBounds => {
                "expected 'low:high|' or 'n|' before the name, with low <= high and high >= 1"
            }
            ParseErrorKind::BoundsOnSecondary => "bounds on a secondary item",
            ParseErrorKind::DuplicateName => "an item of that name came before",
            ParseErrorKind::UnknownItem => "no such item",
            ParseErrorKind::DuplicateItem => "the option has that item already",
            ParseErrorKind::ColorOnPrimary => "a primary item can't have a color",
            ParseErrorKind::EmptyColor => "expected a color behind ':'",
            ParseErrorKind::BadCost => "expected a cost below 2^64",
            ParseErrorKind::BadNumber => "expected a number",
            ParseErrorKind::BadDigit => "expected 0 or 1",
            ParseErrorKind::BadWidth { expected } => {
                return write!(f, "expected {expected} digits as in the first line");
            }
            ParseErrorKind::BadLength { expected } => {
                return write!(f, "expected {expected} items as the line says");
            }
            ParseErrorKind::NoHeader => "an option before the line 'p ec'",
            ParseErrorKind::BadHeader => "expected one line 'p ec' and the number of items",
            ParseErrorKind::BadLine => "expected a line that starts with 'c', 'p' or 's'",
            ParseErrorKind::TooLarge => "more than 2^30 items, options or entries",
            ParseErrorKind::TooManyItems => "expected at most 2^24 (16,777,216) items",
        })
    }
}

impl core::error::Error for ParseError {}

/// Reads a whole text in one call; `None` lets the format be detected.
///
/// # Errors
/// The text can't be read: see [`ParseErrorKind`].
///
/// ```
/// let parsed = farandole_cover::format::parse(b"a b | x\na x:1\nb x:1\nx:0\n", None)?;
/// assert_eq!(parsed.problem.options(), 2);
/// assert_eq!(parsed.warnings[0].to_string(), "option left out: it has no primary item");
/// assert_eq!((parsed.warnings[0].line, parsed.warnings[0].column), (4, 1));
/// # Ok::<(), farandole_cover::format::ParseError>(())
/// ```
pub fn parse(text: &[u8], format: Option<Format>) -> Result<Parsed, ParseError> {
    let mut reader = Reader::new(format);
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        reader.line(&rest[..end])?;
        rest = rest.get(end + 1..).unwrap_or(&[]);
    }
    reader.finish()
}

/// Reads a text line by line, so that it need not be in memory as a whole.
#[derive(Clone, Debug)]
pub struct Reader {
    format: Option<Format>,
    line: u32,
    /// Lines with their numbers while the format is not decided.
    held: Vec<(u32, String)>,
    builder: Builder,
    /// The line that names the items has been read.
    started: bool,
    announced: Option<u32>,
    entries: Vec<Entry>,
    /// Column of each of `entries`.
    columns: Vec<usize>,
    warnings: Vec<Warning>,
    lines: Vec<u32>,
}

/// A place in a line (byte) and what is wrong there.
type Fault = (usize, ParseErrorKind);

/// How many items a head line may announce.
const MAX_ANNOUNCED: u32 = 1 << 24;

impl Reader {
    /// Starts a text; `None` lets the format be detected.
    #[must_use]
    pub fn new(format: Option<Format>) -> Self {
        Self {
            format,
            line: 0,
            held: Vec::new(),
            builder: Builder::new(),
            started: false,
            announced: None,
            entries: Vec::new(),
            columns: Vec::new(),
            warnings: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Takes the next line, with or without its line end. A byte order mark before the first line is skipped.
    ///
    /// # Errors
    /// The line can't be read, or an earlier one that was waiting for the format to be detected. The reader
    /// must not be used further.
    pub fn line(&mut self, line: &[u8]) -> Result<(), ParseError> {
        self.line = self.line.checked_add(1).ok_or(ParseError {
            line: self.line,
            column: 1,
            kind: ParseErrorKind::TooLarge,
        })?;
        let line = if self.line == 1 { line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line) } else { line };
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = match core::str::from_utf8(line) {
            Ok(text) => text,
            Err(error) => {
                let start = core::str::from_utf8(&line[..error.valid_up_to()]).unwrap_or_default();
                let column = start.chars().count() as u32 + 1;
                return Err(ParseError { line: self.line, column, kind: ParseErrorKind::NotUtf8 });
            }
        };
        if let Some(format) = self.format {
            return self.feed(format, self.line, text);
        }
        if is_comment(text) && self.held.is_empty() {
            return Ok(());
        }
        self.held.push((self.line, text.to_string()));
        match detect(&self.held) {
            Some(format) => self.decide(format),
            None => Ok(()),
        }
    }

    fn decide(&mut self, format: Format) -> Result<(), ParseError> {
        self.format = Some(format);
        for (number, text) in core::mem::take(&mut self.held) {
            self.feed(format, number, &text)?;
        }
        Ok(())
    }

    /// Ends the text.
    ///
    /// # Errors
    /// The text has no items, or it ended before its format was detected and can't be read as Knuth's.
    pub fn finish(mut self) -> Result<Parsed, ParseError> {
        if self.format.is_none() {
            // Lines of `0 1` and `1 0` are a matrix if there are several; all else that is too short to tell, such as
            // two numbers alone, is Knuth's.
            let several = self.held.iter().filter(|(_, text)| !is_comment(text)).count() > 1;
            let digits = self.held.first().is_some_and(|(_, text)| matches!(text.trim(), "0 1" | "1 0"));
            self.decide(if several && digits { Format::Matrix } else { Format::Knuth })?;
        }
        if !self.started {
            let line = self.line.max(1);
            return Err(ParseError { line, column: 1, kind: ParseErrorKind::NoItems });
        }
        let problem = self.builder.build();
        let found = problem.options();
        if let Some(announced) = self.announced.filter(|&announced| announced != found) {
            let kind = WarningKind::OptionCount { announced, found };
            self.warnings.push(Warning { line: 1, column: 1, kind });
        }
        Ok(Parsed {
            problem,
            format: self.format.unwrap_or(Format::Knuth),
            warnings: self.warnings,
            lines: self.lines,
        })
    }

    fn feed(&mut self, format: Format, number: u32, text: &str) -> Result<(), ParseError> {
        let result = match format {
            Format::Knuth if is_comment(text) => Ok(()),
            Format::Knuth if self.started => self.knuth_option(number, text),
            Format::Knuth => self.knuth_items(text),
            Format::Matrix => self.matrix_line(number, text),
            Format::Ec => self.ec_line(number, text),
            Format::Sets => self.sets_line(number, text),
        };
        result.map_err(|(at, kind)| ParseError { line: number, column: column(text, at), kind })
    }

    fn knuth_items(&mut self, text: &str) -> Result<(), Fault> {
        self.started = true;
        let mut secondary = false;
        for (at, word) in words(text) {
            if word == "|" {
                if secondary {
                    return Err((at, ParseErrorKind::RepeatedBar));
                }
                secondary = true;
                continue;
            }
            let (prefix, name) = match word.split_once('|') {
                Some((prefix, name)) => (Some(prefix), name),
                None => (None, word),
            };
            if name.is_empty() || name.contains([':', '|']) {
                return Err((at, ParseErrorKind::BadName));
            }
            if secondary {
                if prefix.is_some() {
                    return Err((at, ParseErrorKind::BoundsOnSecondary));
                }
                self.builder.secondary(name).map_err(|error| (at, build_fault(error)))?;
            } else {
                let item = self.builder.primary(name).map_err(|error| (at, build_fault(error)))?;
                if let Some(prefix) = prefix {
                    let bounds = bounds(prefix).ok_or((at, ParseErrorKind::BadBounds))?;
                    self.builder.set_bounds(item, bounds).map_err(|_| (at, ParseErrorKind::BadBounds))?;
                }
            }
        }
        Ok(())
    }

    fn knuth_option(&mut self, line: u32, text: &str) -> Result<(), Fault> {
        self.entries.clear();
        self.columns.clear();
        let mut cost: Option<u64> = None;
        for (at, word) in words(text) {
            let (name, color) = match word.split_once(':') {
                Some((name, color)) => (name, Some(color)),
                None => (word, None),
            };
            let Some(item) = self.builder.so_far().find_item(name) else {
                let Some(digits) = word.strip_prefix('|').or_else(|| word.strip_prefix('$')) else {
                    return Err((at, ParseErrorKind::UnknownItem));
                };
                let sum = number::<u64>(digits).and_then(|more| cost.unwrap_or(0).checked_add(more));
                cost = Some(sum.ok_or((at, ParseErrorKind::BadCost))?);
                continue;
            };
            let color = match color {
                None => Color::NONE,
                Some("") => return Err((at + name.len(), ParseErrorKind::EmptyColor)),
                Some(name) => self.builder.color(name).map_err(|error| (at, build_fault(error)))?,
            };
            self.entries.push(Entry { item, color });
            self.columns.push(at);
        }
        let start = text.len() - text.trim_start().len();
        if let Some(option) = self.add_option(line, start)? {
            self.builder.set_cost(option, cost.unwrap_or(0)).map_err(|error| (start, build_fault(error)))?;
        }
        Ok(())
    }

    /// Adds `entries` as an option; `None` when it was left out for want of primary items.
    fn add_option(&mut self, line: u32, start: usize) -> Result<Option<u32>, Fault> {
        match self.builder.option_with_colors(&self.entries) {
            Ok(option) => {
                self.lines.push(line);
                Ok(Some(option))
            }
            Err(error) => match error.kind() {
                BuildErrorKind::NoPrimaryItem => {
                    let column = start as u32 + 1;
                    self.warnings.push(Warning { line, column, kind: WarningKind::NoPrimaryItem });
                    Ok(None)
                }
                // The last occurrence is the one to blame.
                BuildErrorKind::UnknownItem { item }
                | BuildErrorKind::DuplicateItem { item }
                | BuildErrorKind::ColorOnPrimary { item } => {
                    let at = self.entries.iter().rposition(|entry| entry.item == item);
                    let at = at.and_then(|at| self.columns.get(at).copied()).unwrap_or(start);
                    Err((at, build_fault(error)))
                }
                _ => Err((start, build_fault(error))),
            },
        }
    }

    fn matrix_line(&mut self, line: u32, text: &str) -> Result<(), Fault> {
        self.entries.clear();
        self.columns.clear();
        let mut width = 0;
        for (at, digit) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            match digit {
                '0' => {}
                '1' => {
                    self.entries.push(Entry::from(width));
                    self.columns.push(at);
                }
                _ => return Err((at, ParseErrorKind::BadDigit)),
            }
            width += 1;
        }
        if width == 0 {
            return Ok(());
        }
        if !self.started {
            self.start_numbered(0, width)?;
        }
        let expected = self.builder.so_far().items();
        if width != expected {
            return Err((text.len(), ParseErrorKind::BadWidth { expected }));
        }
        self.add_option(line, 0).map(drop)
    }

    /// Makes primary items called 1 to `count`, a number that stands at byte `at`.
    fn start_numbered(&mut self, at: usize, count: u32) -> Result<(), Fault> {
        if count > MAX_ANNOUNCED {
            return Err((at, ParseErrorKind::TooManyItems));
        }
        self.started = true;
        self.builder.set_first_number(1);
        self.builder.primary_unnamed(count).map(drop).map_err(|error| (at, build_fault(error)))
    }

    /// Reads items numbered from 1 into `entries`.
    fn numbered<'t>(&mut self, items: impl Iterator<Item = (usize, &'t str)>) -> Result<(), Fault> {
        self.entries.clear();
        self.columns.clear();
        for (at, word) in items {
            let item: u32 = number(word).ok_or((at, ParseErrorKind::BadNumber))?;
            let item = item.checked_sub(1).filter(|&item| item < self.builder.so_far().items());
            self.entries.push(Entry::from(item.ok_or((at, ParseErrorKind::UnknownItem))?));
            self.columns.push(at);
        }
        Ok(())
    }

    fn ec_line(&mut self, line: u32, text: &str) -> Result<(), Fault> {
        let mut words = words(text);
        let Some((at, word)) = words.next() else { return Ok(()) };
        match word {
            "c" => Ok(()),
            "p" => {
                let bad = (at, ParseErrorKind::BadHeader);
                let header = (words.next().map(|w| w.1), words.next(), words.next());
                let (Some("ec"), Some((at, count)), None) = header else { return Err(bad) };
                if self.started {
                    return Err(bad);
                }
                self.start_numbered(at, number(count).ok_or(bad)?)
            }
            "s" if self.started => {
                self.numbered(words)?;
                self.add_option(line, at).map(drop)
            }
            "s" => Err((at, ParseErrorKind::NoHeader)),
            _ => Err((at, ParseErrorKind::BadLine)),
        }
    }

    fn sets_line(&mut self, line: u32, text: &str) -> Result<(), Fault> {
        let mut words = words(text);
        let Some((at, word)) = words.next() else { return Ok(()) };
        let (first_at, first) = (at, number(word).ok_or((at, ParseErrorKind::BadNumber))?);
        if self.started {
            self.numbered(words)?;
            if self.entries.len() != first as usize {
                return Err((at, ParseErrorKind::BadLength { expected: first }));
            }
            return self.add_option(line, at).map(drop);
        }
        let (at, word) = words.next().ok_or((text.len(), ParseErrorKind::BadNumber))?;
        self.announced = Some(number(word).ok_or((at, ParseErrorKind::BadNumber))?);
        if let Some((at, _)) = words.next() {
            return Err((at, ParseErrorKind::BadLength { expected: 2 }));
        }
        self.start_numbered(first_at, first)
    }
}

/// The format that these lines (the first not a comment) must be in, or `None` if more are needed.
fn detect(held: &[(u32, String)]) -> Option<Format> {
    let first = held.first()?.1.as_str();
    let last = held.last()?.1.as_str();
    let first_word = |text| words(text).next().map_or("", |(_, word)| word);
    if first_word(last) == "p" && words(last).nth(1).is_some_and(|(_, word)| word == "ec") {
        return Some(Format::Ec);
    }
    if first_word(first) == "c" {
        // Comments before `p ec`, or items of which one is called c.
        return if matches!(first_word(last), "c" | "") { None } else { Some(Format::Knuth) };
    }
    if first.chars().all(|c| c.is_whitespace() || c == '0' || c == '1') {
        let single = words(first).all(|(_, word)| word.len() == 1);
        let count = words(first).count();
        if (count == 1 && !single) || (count >= 3 && single) {
            return Some(Format::Matrix);
        }
        if count == 2 && single {
            // A matrix as soon as a line can't be two items, Knuth's as soon as one can't be two digits.
            return match words(last).map(|(_, word)| word).collect::<Vec<_>>()[..] {
                ["0", "0"] | ["1", "1"] => Some(Format::Matrix),
                ["0", "1"] | ["1", "0"] | [] => None,
                _ => Some(Format::Knuth),
            };
        }
    }
    let numbers = |text| -> Option<Vec<u32>> { words(text).map(|(_, word)| number(word)).collect() };
    let Some([items, _]) = numbers(first).as_deref().and_then(|n| <[u32; 2]>::try_from(n).ok()) else {
        return Some(Format::Knuth);
    };
    // Empty lines and the head line itself tell nothing.
    if held.len() == 1 || is_comment(last) {
        return None;
    }
    let counted = numbers(last).is_some_and(|n| {
        n.split_first().is_some_and(|(&k, rest)| {
            items > 0 && k as usize == rest.len() && rest.iter().all(|&item| (1..=items).contains(&item))
        })
    });
    Some(if counted { Format::Sets } else { Format::Knuth })
}

/// Words of a line with their byte offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| (word.as_ptr() as usize - start, word))
}

/// Empty, or a comment of Knuth's format.
fn is_comment(text: &str) -> bool {
    let text = text.trim_start();
    text.is_empty() || text.starts_with('|')
}

/// The 1-based column, in characters, of byte `at`.
fn column(text: &str, at: usize) -> u32 {
    text.char_indices().take_while(|&(place, _)| place < at).count() as u32 + 1
}

/// A number of decimal digits and nothing else.
fn number<T: core::str::FromStr>(word: &str) -> Option<T> {
    if word.bytes().all(|b| b.is_ascii_digit()) { word.parse().ok() } else { None }
}

/// `low:high` or `n`.
fn bounds(prefix: &str) -> Option<Bounds> {
    let (low, high) = prefix.split_once(':').unwrap_or((prefix, prefix));
    Some(Bounds { low: number(low)?, high: number(high)? })
}

fn build_fault(error: BuildError) -> ParseErrorKind {
    match error.kind() {
        BuildErrorKind::EmptyName => ParseErrorKind::BadName,
        BuildErrorKind::DuplicateName { .. } => ParseErrorKind::DuplicateName,
        BuildErrorKind::UnknownItem { .. } => ParseErrorKind::UnknownItem,
        BuildErrorKind::DuplicateItem { .. } => ParseErrorKind::DuplicateItem,
        BuildErrorKind::ColorOnPrimary { .. } => ParseErrorKind::ColorOnPrimary,
        BuildErrorKind::ImpossibleBounds { .. } => ParseErrorKind::BadBounds,
        _ => ParseErrorKind::TooLarge,
    }
}

/// Why a problem can't be written in Knuth's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// There are no primary items, so that the line of items would be a comment or empty.
    NoPrimaryItems,
    /// The name of this item has a blank, `:` or `|` inside.
    ItemName {
        /// The item.
        item: u32,
    },
    /// A color in this option has a blank in its name.
    ColorName {
        /// The option.
        option: u32,
    },
    /// The text could not be passed on.
    Output,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPrimaryItems => write!(f, "a problem without primary items can't be written"),
            Self::ItemName { item } => write!(f, "the name of item {item} has a blank, ':' or '|' inside"),
            Self::ColorName { option } => write!(f, "a color's name in option {option} has a blank inside"),
            Self::Output => write!(f, "the text could not be passed on"),
        }
    }
}

impl core::error::Error for WriteError {}

impl From<fmt::Error> for WriteError {
    fn from(_: fmt::Error) -> Self {
        Self::Output
    }
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Writes a problem in Knuth's format: colors as `item:color`, bounds as `low:high|item` and costs as `|n`,
/// each only where it is needed. What is written reads back as the same problem.
///
/// # Errors
/// A name can't be written, there are no primary items, or `out` fails; what was written by then stays.
pub fn write_knuth(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    if problem.primary_items() == 0 {
        return Err(WriteError::NoPrimaryItems);
    }
    if problem.bounds(0) == Bounds::ONE && problem.item_name(0).starts_with(BYTE_ORDER_MARK) {
        // Reading takes one away from the beginning of a text.
        out.write_char(BYTE_ORDER_MARK)?;
    }
    for item in 0..problem.items() {
        if item == problem.primary_items() {
            out.write_str(" | ")?;
        } else if item > 0 {
            out.write_char(' ')?;
        }
        match problem.bounds(item) {
            Bounds::ONE => {}
            Bounds { low, high } if low == high => write!(out, "{high}|")?,
            Bounds { low, high } => write!(out, "{low}:{high}|")?,
        }
        let name = problem.item_name(item);
        if name.contains(|c: char| c.is_whitespace() || c == ':' || c == '|') {
            return Err(WriteError::ItemName { item });
        }
        out.write_str(&name)?;
    }
    out.write_char('\n')?;
    for option in 0..problem.options() {
        for (k, entry) in problem.option_entries(option).enumerate() {
            if k > 0 {
                out.write_char(' ')?;
            }
            out.write_str(&problem.item_name(entry.item))?;
            if entry.color != Color::NONE {
                let color = problem.color_name(entry.color);
                if color.contains(char::is_whitespace) {
                    return Err(WriteError::ColorName { option });
                }
                write!(out, ":{color}")?;
            }
        }
        match problem.cost(option) {
            0 => {}
            cost => write!(out, " |{cost}")?,
        }
        out.write_char('\n')?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
