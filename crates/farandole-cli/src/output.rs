//! How answers look: text and JSON, the same for every command.

use crate::bulk::Tally;
use crate::exit::Failure;
use farandole::cover::Mean;
use farandole::format::{Dialect, Format, WriteConfig, write_grid};
use farandole::pipeline::batch::Searched;
use farandole::puzzle::{Grid, Puzzle};
use farandole::{End, Report};
use serde::Serialize;
use std::io::{self, Write};

/// An answer as a JSON line. What does not apply is left out.
#[derive(Serialize)]
#[serde(bound(serialize = ""))]
pub(crate) struct JsonAnswer<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: u64,
    /// `ok`, `solved`, or what stands behind the `!` of a text answer.
    pub(crate) status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) puzzle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<String>,
    /// What a setter asked for: candidates, or the names of redundant givens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) found: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solutions: Option<u64>,
    /// Whether `solutions` is exact; otherwise there may be more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) exact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) engine: Option<&'static str>,
    /// Why this engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) route: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) guesses: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rating: Option<JsonRating>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) estimate: Option<JsonEstimate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<String>,
}

/// What random ways down say about a count; each spread is a standard error.
#[derive(Serialize)]
pub(crate) struct JsonEstimate {
    pub(crate) dives: u64,
    pub(crate) solutions: f64,
    pub(crate) spread: f64,
    pub(crate) nodes: f64,
    pub(crate) nodes_spread: f64,
}

/// What a rating was asked for with.
#[derive(Serialize)]
pub(crate) struct JsonOptions {
    /// How many assertions chains could visit; `null` for no bound.
    pub(crate) budget: Option<u64>,
}

/// A rating and what it was made with.
#[derive(Serialize)]
pub(crate) struct JsonRating {
    pub(crate) scale: &'static str,
    pub(crate) version: &'static str,
    pub(crate) options: JsonOptions,
    /// Whether the budget was spent, so that the numbers may be larger.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) lower_bound: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) er: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ep: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ed: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) score: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<&'static str>,
    pub(crate) steps: u32,
}

impl<'a> JsonAnswer<'a> {
    /// An answer without a search.
    pub(crate) const fn bare(file: &'a str, line: u64, status: &'a str) -> Self {
        Self {
            file,
            line,
            status,
            puzzle: None,
            solution: None,
            found: None,
            solutions: None,
            exact: None,
            engine: None,
            route: None,
            nodes: None,
            guesses: None,
            rating: None,
            estimate: None,
            detail: None,
        }
    }

    /// The answer of a search.
    pub(crate) fn searched(file: &'a str, line: u64, status: &'a str, report: &Report) -> Self {
        Self {
            solutions: Some(report.solutions),
            exact: Some(report.end == End::Exhausted),
            engine: Some(report.route.engine.name()),
            route: Some(report.route.reason.to_string()),
            nodes: Some(report.counters.nodes),
            guesses: report.counters.guesses,
            ..Self::bare(file, line, status)
        }
    }
}

/// The status and detail of an answer that the search could not, or not rightly, give; counts it.
pub(crate) fn problem(searched: &Searched<'_>, tally: &mut Tally) -> Option<(&'static str, String)> {
    let report = &searched.report;
    tally.records += 1;
    tally.nodes += report.counters.nodes;
    tally.guesses += report.counters.guesses.unwrap_or(0);
    if let Some(violation) = searched.violation {
        tally.failed_checks += 1;
        return Some(("wrong", format!("engine {} is wrong: {violation}", report.route.engine)));
    }
    if report.end == End::BudgetSpent {
        tally.undecided += 1;
        let (nodes, solutions) = (report.counters.nodes, report.solutions);
        return Some(("gave up", format!("gave up after {nodes} nodes with {solutions} solutions found")));
    }
    None
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

/// Puts the columns that stood behind a puzzle behind its answer.
pub(crate) fn keep_columns(out: &mut Vec<u8>, columns: &[u8], format: Format) {
    out.truncate(out.trim_ascii_end().len());
    let columns = columns.trim_ascii_end();
    // Columns in front of the puzzle may have ended in the separator that these lack.
    if columns.first().is_some_and(|byte| !matches!(byte, b' ' | b'\t' | b',' | b';')) {
        out.push(if format == Format::Csv { b',' } else { b' ' });
    }
    out.extend_from_slice(columns);
    out.push(b'\n');
}

/// Why there is no solution to show: the clash, where one is visible without search.
pub(crate) fn why_none(searched: &Searched<'_>) -> String {
    match searched.puzzle().clash() {
        Some(clash) => format!("no solution: {clash}"),
        None => "no solution".into(),
    }
}

/// The format that shows the solution of a puzzle as the puzzle itself was written, as far as that can be.
pub(crate) const fn solution_format(dialect: &Dialect) -> Format {
    match dialect.format() {
        Format::Jigsaw if dialect.is_one_line() => Format::Line,
        Format::Line | Format::Sdm | Format::Csv | Format::Pencilmark => Format::Line,
        Format::Jigsaw | Format::Candidates | Format::Sdk | Format::Grid => Format::Grid,
        judge => judge,
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
