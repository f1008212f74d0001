//! How answers look: text and JSON, the same for every command.

use crate::exit::Failure;
use farandole::cover::{Estimate, Mean};
use farandole::format::{Dialect, Format, ParseError, WriteConfig, write_grid};
use farandole::json::JsonAnswer;
use farandole::pipeline::{Chunk, Place, Refusal, Status};
use farandole::puzzle::{Grid, Puzzle};
use farandole::{End, Finding, Report};
use serde::Serialize;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

/// What the output options say about answers and remarks.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Whether answers are JSON.
    pub(crate) json: bool,
    /// Whether details are wanted on standard error.
    pub(crate) details: bool,
    /// What ends a row that has no fields but its first one, in a table: the separator, and how many of them.
    pub(crate) padding: Option<(u8, usize)>,
}

impl Style {
    /// Prints an answer that is not a solution, `!status` or the JSON object, and tells why on standard error.
    pub(crate) fn refuse(
        self,
        place: &Place<'_>,
        status: Status,
        answer: JsonAnswer<'_>,
        detail: String,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        detail.lines().for_each(|line| self.detail(place, line, chunk));
        let name = status.name();
        self.print_refusal(place, JsonAnswer { status: name, ..answer }, name, detail, chunk);
        Some(status)
    }

    /// What was found, with the form of its answer. Where nothing was found, or a search was given up, prints why.
    pub(crate) fn finding<'a, T>(
        self,
        place: &Place<'_>,
        answer: JsonAnswer<'a>,
        finding: Finding<T>,
        no_solution: impl FnOnce() -> String,
        chunk: &mut Chunk,
    ) -> Result<(T, JsonAnswer<'a>), Status> {
        let Finding { found, exact, nodes } = finding;
        let answer = JsonAnswer { nodes: Some(nodes), ..answer };
        let (status, why) = match found {
            Some(found) if exact => return Ok((found, answer)),
            Some(_) => (Status::GaveUp, format!("gave up a search; {nodes} nodes in all")),
            None => (Status::None, no_solution()),
        };
        self.refuse(place, status, answer, why, chunk);
        Err(status)
    }

    /// Says that the answer has no form in the format wanted, and why.
    pub(crate) fn unprintable(
        self,
        place: &Place<'_>,
        detail: impl ToString,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let answer = JsonAnswer::new(Status::Unprintable);
        self.refuse(place, Status::Unprintable, answer, detail.to_string(), chunk)
    }

    /// Prints why there is no answer, whatever was asked.
    pub(crate) fn refused(self, place: &Place<'_>, refusal: &Refusal, chunk: &mut Chunk) {
        let answer = JsonAnswer::new(refusal.status());
        if let Refusal::Variant(error) = refusal {
            let located = error.located(&place.source.name, place.line);
            if self.details {
                let _ = writeln!(chunk.details, "{located}");
            }
            let (down, column) = error.place().unzip();
            let detail = if column.is_some() { located } else { error.to_string() };
            let line = place.line + down.unwrap_or(1).saturating_sub(1);
            let (place, name) = (Place { line, ..*place }, refusal.status().name());
            self.print_refusal(&place, JsonAnswer { column, ..answer }, name, detail, chunk);
            return;
        }
        let Refusal::Unreadable(error) = refusal else {
            let answer = match (refusal.report(), refusal) {
                (Some(report), _) => answer.with_report(report),
                (None, Refusal::Unsupported(unsupported)) => {
                    JsonAnswer { engine: Some(unsupported.engine().name()), ..answer }
                }
                (None, _) => answer,
            };
            self.refuse(place, refusal.status(), answer, refusal.to_string(), chunk);
            return;
        };
        self.unreadable(place, error, chunk);
        let place = Place { line: error.line(), ..*place };
        let answer = JsonAnswer { column: Some(error.column()), ..answer };
        self.print_refusal(&place, answer, refusal.status().name(), error.to_string(), chunk);
    }

    /// Tells on standard error why a record can't be read.
    pub(crate) fn unreadable(self, place: &Place<'_>, error: &ParseError, chunk: &mut Chunk) {
        if self.details {
            let (name, line, column) = (&place.source.name, error.line(), error.column());
            let _ = writeln!(chunk.details, "{name}:{line}:{column}: {error}");
        }
    }

    /// Prints `!` and a text, or the JSON object.
    pub(crate) fn print_refusal(
        self,
        place: &Place<'_>,
        answer: JsonAnswer<'_>,
        text: &str,
        detail: String,
        chunk: &mut Chunk,
    ) {
        if self.json {
            let answer = JsonAnswer { detail: Some(detail), ..answer };
            json_line(&mut chunk.answers, &answer.at(&place.source.name, place.line));
        } else {
            chunk.answers.push(b'!');
            chunk.answers.extend_from_slice(text.as_bytes());
            if let Some((separator, count)) = self.padding {
                chunk.answers.resize(chunk.answers.len() + count, separator);
            }
            chunk.answers.push(b'\n');
        }
    }

    /// Tells something about the record on standard error.
    pub(crate) fn detail(self, place: &Place<'_>, message: impl Display, chunk: &mut Chunk) {
        if self.details {
            let _ = writeln!(chunk.details, "{}:{}: {message}", place.source.name, place.line);
        }
    }
}

/// Writes the JSON form of an answer with its place.
pub(crate) fn json_answer(chunk: &mut Chunk, place: &Place<'_>, answer: JsonAnswer<'_>) {
    json_line(&mut chunk.answers, &answer.at(&place.source.name, place.line));
}

/// Takes back what was written from this length on, as text without the line end.
pub(crate) fn take_text(out: &mut Vec<u8>, from: usize) -> String {
    let text = String::from_utf8_lossy(&out[from..]).trim_end().to_owned();
    out.truncate(from);
    text
}

/// The columns behind a puzzle as text.
pub(crate) fn columns_text(columns: &[u8]) -> String {
    let separators = [' ', '\t', ',', ';'];
    String::from_utf8_lossy(columns).trim_end().trim_start_matches(separators).to_owned()
}

/// Writes a value as one line of JSON.
pub(crate) fn json_line(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(&mut *out, value).expect("memory takes everything, and all keys are strings");
    out.push(b'\n');
}

/// The standard error of a number from random trials.
pub(crate) fn standard_error(mean: Mean) -> f64 {
    mean.variance.sqrt()
}

/// A number from random trials with its standard error, in full as long as it is short.
pub(crate) fn estimated(mean: Mean) -> String {
    let (value, error) = (mean.value, standard_error(mean));
    let plain =
        |number: f64| if number.fract() == 0.0 { format!("{number}") } else { format!("{number:.1}") };
    if value < 1e5 && error < 1e5 {
        format!("{} +- {}", plain(value), plain(error))
    } else {
        format!("{value:.3e} +- {error:.1e}")
    }
}

/// An estimate as a line.
pub(crate) fn estimate_line(out: &mut Vec<u8>, estimate: &Estimate) {
    let (solutions, nodes) = (estimated(estimate.solutions), estimated(estimate.nodes));
    out.extend_from_slice(format!("about {solutions} solutions, {nodes} nodes\n").as_bytes());
}

/// Writes a number of solutions as a line, with `+` when there may be more.
pub(crate) fn count_line(out: &mut Vec<u8>, report: &Report) {
    // Formatting takes as long as a tenth of the search, and most numbers have one figure.
    match u8::try_from(report.solutions) {
        Ok(few @ 0..=9) => out.push(b'0' + few),
        _ => out.extend_from_slice(report.solutions.to_string().as_bytes()),
    }
    let end = if report.end == End::Exhausted { "\n" } else { "+\n" };
    out.extend_from_slice(end.as_bytes());
}

/// The same as text.
pub(crate) fn count_text(solutions: u64, end: End) -> String {
    format!("{solutions}{}", if end == End::Exhausted { "" } else { "+" })
}

/// Puts the columns that stood behind a puzzle behind its answer.
pub(crate) fn keep_columns(out: &mut Vec<u8>, columns: &[u8], format: Format) {
    out.truncate(out.trim_ascii_end().len());
    let columns = columns.trim_ascii_end();
    if let Some(separator) = format.descriptor().separator {
        return keep_in_one_field(out, &columns_text(columns), separator);
    }
    // Columns in front of the puzzle may have ended in the separator that these lack.
    if columns.first().is_some_and(|byte| !matches!(byte, b' ' | b'\t' | b',' | b';')) {
        out.push(b' ');
    }
    out.extend_from_slice(columns);
    out.push(b'\n');
}

/// The name of the column that holds all columns that stood behind a puzzle.
pub(crate) const KEPT: &str = "columns";

/// Ends a row with a field that holds all of this text, quoted where it has to be.
fn keep_in_one_field(out: &mut Vec<u8>, text: &str, separator: u8) {
    out.push(separator);
    if text.contains(char::from(separator)) || text.contains('"') {
        out.extend_from_slice(format!("\"{}\"", text.replace('"', "\"\"")).as_bytes());
    } else {
        out.extend_from_slice(text.as_bytes());
    }
    out.push(b'\n');
}

/// The format that shows the solution of a puzzle as the puzzle itself was written, as far as that can be.
pub(crate) fn solution_format(dialect: &Dialect) -> Format {
    match dialect.format() {
        judge if judge.is_judge() => judge,
        _ if dialect.is_one_line() => Format::Line,
        _ => Format::Grid,
    }
}

/// The text of a grid in a format, without the line end; an error where the format can't hold it.
pub(crate) fn grid_text(puzzle: &Puzzle, grid: &Grid, config: &WriteConfig) -> Result<String, String> {
    let mut text = Vec::new();
    write_grid(&mut text, puzzle, grid, config, 0).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
}

/// Writes to standard output.
pub(crate) fn print(text: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout();
    out.write_all(text).and_then(|()| out.flush()).map_err(|error| Failure::io("standard output", error))
}

/// Writes details to standard error. Whoever reads them may have gone.
pub(crate) fn write_stderr(details: &str) {
    let _ = io::stderr().write_all(details.as_bytes());
}
