//! A reader that parses texts in any format line by line.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::detect::{Format, detect};
use super::error::{ParseError, ParseErrorKind, Warning, WarningKind};
use super::partial::{Partial, column, is_comment};
use super::{counted_sets, dimacs_like, knuth, matrix};
use crate::model::problem::Problem;

/// The result of reading a text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The problem.
    pub problem: Problem,
    /// The format of the text, given or detected.
    pub format: Format,
    /// Warnings, in the order of the text.
    pub warnings: Vec<Warning>,
    /// The 1-based line of each option.
    pub lines: Vec<u32>,
}

/// Parses a whole text. The format is detected if `format` is `None`.
///
/// # Errors
/// The text cannot be read: see [`ParseErrorKind`].
///
/// ```
/// let parsed = farandole_cover::format::parse(b"a b | x\na x:1\nb x:1\nx:0\n", None)?;
/// assert_eq!(parsed.problem.options(), 2);
/// assert_eq!(parsed.warnings[0].to_string(), "option skipped: it has no primary item");
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

/// A reader that receives a text line by line, so that the text need not be in memory as a whole.
#[derive(Clone, Debug)]
pub struct Reader {
    format: Option<Format>,
    line: u32,
    /// The lines read so far, with their numbers, until the format is detected.
    held: Vec<(u32, String)>,
    partial: Partial,
}

impl Reader {
    /// Returns a reader at the start of a text. The format is detected if `format` is `None`.
    #[must_use]
    pub fn new(format: Option<Format>) -> Self {
        Self { format, line: 0, held: Vec::new(), partial: Partial::default() }
    }

    /// Parses the next line, with or without its line end. A byte order mark before the first line
    /// is skipped.
    ///
    /// # Errors
    /// The line cannot be read, or an earlier line that was kept until the format was detected cannot. The
    /// reader must not be used after an error.
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

    /// Ends the text and returns the problem.
    ///
    /// # Errors
    /// The text has no items, or it ended before its format was detected and is not in Knuth's
    /// format.
    pub fn finish(mut self) -> Result<Parsed, ParseError> {
        if self.format.is_none() {
            // Several lines of `0 1` and `1 0` are a matrix. All other texts that are too short for
            // detection, such as a single line of two numbers, are in Knuth's format.
            let several = self.held.iter().filter(|(_, text)| !is_comment(text)).count() > 1;
            let digits = self.held.first().is_some_and(|(_, text)| matches!(text.trim(), "0 1" | "1 0"));
            self.decide(if several && digits { Format::Matrix } else { Format::Knuth })?;
        }
        if !self.partial.started {
            let line = self.line.max(1);
            return Err(ParseError { line, column: 1, kind: ParseErrorKind::NoItems });
        }
        let problem = self.partial.builder.build();
        let found = problem.options();
        if let Some(announced) = self.partial.announced.filter(|&announced| announced != found) {
            let kind = WarningKind::OptionCount { announced, found };
            self.partial.warnings.push(Warning { line: 1, column: 1, kind });
        }
        Ok(Parsed {
            problem,
            format: self.format.unwrap_or(Format::Knuth),
            warnings: self.partial.warnings,
            lines: self.partial.lines,
        })
    }

    fn feed(&mut self, format: Format, number: u32, text: &str) -> Result<(), ParseError> {
        let partial = &mut self.partial;
        let result = match format {
            Format::Knuth if is_comment(text) => Ok(()),
            Format::Knuth if partial.started => knuth::option_line(partial, number, text),
            Format::Knuth => knuth::item_line(partial, text),
            Format::Matrix => matrix::line(partial, number, text),
            Format::DimacsLike => dimacs_like::line(partial, number, text),
            Format::CountedSets => counted_sets::line(partial, number, text),
        };
        result.map_err(|(at, kind)| ParseError { line: number, column: column(text, at), kind })
    }
}
