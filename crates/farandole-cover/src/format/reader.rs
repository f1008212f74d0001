//! Reading of a text in any format, line by line.

use alloc::vec::Vec;

use super::detect::{NEAR, implausibility, readings};
use super::error::{ParseError, ParseErrorKind, Warning, WarningKind};
use super::numeric::{self, numbers};
use super::partial::{Partial, column, is_comment, number};
use super::reading::{Format, Header, Reading};
use super::{dimacs_like, knuth};
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

/// Parses a whole text. The format is detected if `format` is `None`. A byte order mark is skipped.
///
/// Detection tries every reading that the first lines permit. If two readings are equally plausible, the text is
/// refused. If a second reading is only slightly less plausible, a warning names both.
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
    let text = utf8(text)?;
    let mut read = attempts(text, format)?.into_iter();
    let Some((least, taken, mut parsed)) = read.next() else {
        return Err(ParseError { line: 1, column: 1, kind: ParseErrorKind::NoItems });
    };
    let is_near = |(more, _, other): &(u32, Reading, Parsed)| {
        *more <= least + NEAR && other.problem.fingerprint() != parsed.problem.fingerprint()
    };
    let near: Vec<_> = read.filter(is_near).map(|(more, reading, _)| (more, reading)).collect();
    // Users can choose another format, but not another meaning of the first line.
    let other = near.iter().find(|(_, other)| other.format != taken.format).or(near.first()).copied();
    let line = text.lines().position(|line| !is_comment(line)).unwrap_or(0) as u32 + 1;
    match other {
        _ if near.iter().any(|&(more, _)| more == least) => {
            let second = near[0].1;
            let kind = ParseErrorKind::Ambiguous { first: taken, second };
            return Err(ParseError { line, column: 1, kind });
        }
        None if taken.header != Header::Options => {}
        other => {
            let kind = WarningKind::Reading { taken, other: other.map(|(_, reading)| reading) };
            parsed.warnings.insert(0, Warning { line, column: 1, kind });
        }
    }
    Ok(parsed)
}

/// Returns the problems of all readings that the text permits, the most plausible first. If there are none,
/// returns the error of the reading that comes furthest, which is most likely the intended one.
fn attempts(text: &str, format: Option<Format>) -> Result<Vec<(u32, Reading, Parsed)>, ParseError> {
    let mut read: Vec<(u32, Reading, Parsed)> = Vec::new();
    let mut failed: Option<(u64, ParseError)> = None;
    for reading in readings(text, format) {
        // Items are numbered from 0 only if an option contains the item 0.
        let is_same = |other: &Reading| (other.format, other.header) == (reading.format, reading.header);
        if read.iter().any(|(_, other, _)| is_same(other)) {
            continue;
        }
        match read_as(text, reading) {
            Ok((implausibility, parsed)) => read.push((implausibility, reading, parsed)),
            // No name or number has this many digits.
            Err((_, error)) if reading.is_bare_matrix() && error.kind() == ParseErrorKind::TooManyItems => {
                return Err(error);
            }
            Err((reach, error)) if failed.is_none_or(|(other, _)| reach > other) => {
                failed = Some((reach, error));
            }
            Err(_) => {}
        }
    }
    // Many lines that begin with their length are no accident.
    if read.iter().any(|(_, reading, parsed)| {
        reading.format == Format::CountedSets && parsed.problem.options() >= SURELY_COUNTED
    }) {
        read.retain(|(_, reading, _)| reading.format != Format::Sets);
    }
    read.sort_by_key(|&(implausibility, ..)| implausibility);
    match failed {
        Some((_, error)) if read.is_empty() => Err(error),
        _ => Ok(read),
    }
}

/// Minimum number of options after which lines that all begin with their length are surely counted sets.
const SURELY_COUNTED: u32 = 3;

/// Returns the text without a byte order mark.
fn utf8(text: &[u8]) -> Result<&str, ParseError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    core::str::from_utf8(text).map_err(|error| {
        let before = core::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() as u32 + 1;
        ParseError {
            line,
            column: column(before, before.len()) - column(before, start) + 1,
            kind: ParseErrorKind::NotUtf8,
        }
    })
}

/// Returns the reach of a reading with an error in this line. It is 1 less if the whole text fits except for the
/// number of options.
fn reach(line: u32) -> u64 {
    2 * u64::from(line)
}

/// Reads a text in one way. Returns its implausibility and the problem, or its reach and the error.
fn read_as(text: &str, reading: Reading) -> Result<(u32, Parsed), (u64, ParseError)> {
    let mut partial = Partial::default();
    let mut numeric = numeric::Lines::new(reading, || highest(text));
    let mut last = 0;
    for (line, text) in text.split_terminator('\n').enumerate() {
        let too_long = ParseError { line: u32::MAX, column: 1, kind: ParseErrorKind::TooLarge };
        let line = u32::try_from(line + 1).map_err(|_| (u64::MAX, too_long))?;
        let text = text.strip_suffix('\r').unwrap_or(text);
        let read = match reading.format {
            Format::Knuth => knuth::line(&mut partial, line, text),
            Format::DimacsLike => dimacs_like::line(&mut partial, line, text),
            _ => numeric.line(&mut partial, line, text),
        };
        read.map_err(|(at, kind)| {
            let is_over = partial.announced == Some(partial.found);
            let kind = if is_over { ParseErrorKind::AfterLast { announced: partial.found } } else { kind };
            (reach(line), ParseError { line, column: column(text, at), kind })
        })?;
        last = line;
    }
    finish(partial, reading, last)
}

/// Returns the problem at the end of a text.
fn finish(mut partial: Partial, reading: Reading, last: u32) -> Result<(u32, Parsed), (u64, ParseError)> {
    if !partial.started {
        return Err((0, ParseError { line: last.max(1), column: 1, kind: ParseErrorKind::NoItems }));
    }
    let (announced, found) = (partial.announced, partial.found);
    let problem = partial.builder.build();
    if let Some(announced) = announced.filter(|&announced| announced != found) {
        // The first line of a matrix may also contain other numbers, so it must agree.
        if reading.format != Format::CountedSets || reading.header == Header::Options {
            let kind = ParseErrorKind::BadCount { announced, found };
            return Err((reach(last) - 1, ParseError { line: 1, column: 1, kind }));
        }
        let kind = WarningKind::OptionCount { announced, found };
        partial.warnings.push(Warning { line: 1, column: 1, kind });
    }
    let implausibility = implausibility(reading, &problem, announced, found);
    let Partial { warnings, lines, .. } = partial;
    Ok((implausibility, Parsed { problem, format: reading.format, warnings, lines }))
}

/// Returns the highest number after the first line.
fn highest(text: &str) -> u32 {
    let lines = text.lines().filter(|line| !is_comment(line)).skip(1);
    lines.flat_map(numbers).filter_map(|(_, word)| number(word)).max().unwrap_or(0)
}
