//! Output of answers as text and JSON, and of files, shared by all commands.

use crate::exit::Failure;
use crate::messages::shown;
use farandole::Puzzle;
use farandole::answer::{counted, no_solution_text};
use farandole::cover::{Estimate, Mean};
use farandole::engines::{End, Finding, Report, impossible_constraint};
use farandole::format::{Dialect, Entry, Format, ParseError, WriteConfig, write_grid};
use farandole::json::{JsonAnswer, SCHEMA};
use farandole::pipeline::{Chunk, NewFile, RecordLocation, Refusal, Status};
use farandole::puzzle::format::{escaped, escaped_lines, is_invisible};
use farandole::puzzle::{ClassicPuzzle, Grid};
use farandole::variant::{ConstraintFinding, clash_text, constraint_text};
use serde::Serialize;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};
use std::path::Path;

/// The output options for answers and diagnostics.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// True if answers are printed as JSON.
    pub(crate) json: bool,
    /// True if diagnostics are printed to standard error.
    pub(crate) details: bool,
    /// The end of a table row that has only its first field: the separator, and its number of
    /// repetitions.
    pub(crate) padding: Option<(u8, usize)>,
}

/// The printed reply to a record: its location, its output options and its output.
pub(crate) struct Reply<'a> {
    pub(crate) style: Style,
    pub(crate) location: &'a RecordLocation<'a>,
    pub(crate) chunk: &'a mut Chunk,
}

impl Reply<'_> {
    /// Prints an answer as one line of text, or as a JSON object.
    pub(crate) fn answer(&mut self, answer: JsonAnswer<'_>, text: &str) {
        if self.style.json {
            self.json(answer);
        } else {
            self.chunk.answers.extend_from_slice(text.as_bytes());
            self.chunk.answers.push(b'\n');
        }
    }

    /// Prints an answer with its location as JSON.
    pub(crate) fn json(&mut self, answer: JsonAnswer<'_>) {
        json_line(&mut self.chunk.answers, &answer.at(&self.location.source.name, self.location.line));
    }

    /// Prints an answer that is not a solution, as `!status` or as a JSON object, and the reason on
    /// standard error.
    pub(crate) fn refuse(
        &mut self,
        status: Status,
        answer: JsonAnswer<'_>,
        detail: String,
    ) -> Option<Status> {
        detail.lines().for_each(|line| self.detail(line));
        let name = status.name();
        self.print_refusal(JsonAnswer { status: name, ..answer }, name, detail);
        Some(status)
    }

    /// Prints a status without further fields, and the reason on standard error.
    pub(crate) fn decline(&mut self, status: Status, detail: impl ToString) -> Option<Status> {
        self.refuse(status, JsonAnswer::new(status), detail.to_string())
    }

    /// Prints the warnings about a record to standard error. Returns a JSON answer with the
    /// title and warnings of the record. Only variants have these.
    pub(crate) fn begin<'e>(
        &mut self,
        entry: impl Into<Option<&'e Entry>>,
        status: Status,
    ) -> JsonAnswer<'e> {
        let entry = entry.into();
        let warnings = entry.map_or(&[][..], |entry| &entry.warnings);
        warnings.iter().for_each(|warning| self.detail(warning));
        let title = entry.and_then(|entry| entry.title.as_deref());
        JsonAnswer { title, warnings, ..JsonAnswer::new(status) }
    }

    /// Returns the result of a finding, and a JSON answer with its report. Prints the reason if there is no
    /// result or a search was given up.
    pub(crate) fn finding<'e, T>(
        &mut self,
        entry: &'e Entry,
        finding: Finding<T>,
    ) -> Result<(T, JsonAnswer<'e>), Status> {
        let Finding { found, exact, nodes } = finding;
        let answer = JsonAnswer { nodes: Some(nodes), ..self.begin(entry, Status::Ok) };
        let (status, why) = match found {
            Some(found) if exact => return Ok((found, answer)),
            Some(_) => (Status::GaveUp, format!("gave up on a search; {} in total", counted(nodes, "node"))),
            None => (Status::None, no_solution(&entry.puzzle, nodes <= 1)),
        };
        self.refuse(status, answer, why);
        Err(status)
    }

    /// Prints the reason why there is no answer, for any query.
    pub(crate) fn refused(&mut self, refusal: &Refusal) {
        let answer = JsonAnswer::new(refusal.status());
        let Refusal::Unreadable(error) = refusal else {
            let answer = match (refusal.report(), refusal) {
                (Some(report), _) => answer.with_report(report),
                (None, Refusal::Unsupported(unsupported)) => {
                    JsonAnswer { engine: Some(unsupported.engine().name()), ..answer }
                }
                (None, _) => answer,
            };
            self.refuse(refusal.status(), answer, refusal.to_string());
            return;
        };
        self.unreadable(error);
        // A variant may have several errors, each with its location.
        let source = self.location.source;
        let has_several = source.dialect.is_variant() && error.position().is_some();
        let detail = if has_several { error.located(&source.name) } else { error.to_string() };
        let (line, column) = error.position().unzip();
        let location = RecordLocation { line: line.unwrap_or(self.location.line), ..*self.location };
        let mut reply = Reply { style: self.style, location: &location, chunk: &mut *self.chunk };
        reply.print_refusal(JsonAnswer { column, ..answer }, refusal.status().name(), detail);
    }

    /// Reports a refusal on standard error only.
    pub(crate) fn refusal_detail(&mut self, refusal: &Refusal) {
        match refusal {
            Refusal::Unreadable(error) => self.unreadable(error),
            refusal => self.detail(refusal),
        }
    }

    fn unreadable(&mut self, error: &ParseError) {
        if self.style.details {
            let _ = writeln!(self.chunk.details, "{}", error.located(&self.location.source.name));
        }
    }

    /// Prints `!` and a text, or the JSON object.
    pub(crate) fn print_refusal(&mut self, answer: JsonAnswer<'_>, text: &str, detail: String) {
        if self.style.json {
            return self.json(JsonAnswer { detail: Some(detail), ..answer });
        }
        let answers = &mut self.chunk.answers;
        answers.push(b'!');
        answers.extend_from_slice(text.as_bytes());
        if let Some((separator, count)) = self.style.padding {
            answers.resize(answers.len() + count, separator);
        }
        answers.push(b'\n');
    }

    /// Prints a diagnostic about the record to standard error.
    pub(crate) fn detail(&mut self, message: impl Display) {
        if self.style.details {
            let source = escaped(&*self.location.source.name);
            let _ = writeln!(self.chunk.details, "{source}:{}: {message}", self.location.line);
        }
    }
}

/// Returns the reason why a puzzle has no solution: contradictory givens, or one unsatisfiable
/// constraint if no guess was needed.
pub(crate) fn no_solution(puzzle: &Puzzle, without_guess: bool) -> String {
    let variant = match puzzle {
        Puzzle::Classic(puzzle) => return no_solution_text(puzzle.clash()),
        Puzzle::Variant(variant) => variant,
    };
    let clash = clash_text(variant);
    let impossible = if clash.is_none() && without_guess { impossible_constraint(variant) } else { None };
    let constraint = |at: usize| constraint_text(variant, &variant.constraints()[at]);
    let why = impossible.map(|at| format!("{} cannot be satisfied", constraint(at)));
    no_solution_text(clash.or(why))
}

/// Returns the constraints of a finding as texts.
pub(crate) fn constraint_texts(puzzle: &Puzzle, finding: &ConstraintFinding) -> Vec<String> {
    let Some(variant) = puzzle.variant() else { return Vec::new() };
    let text = |at: &usize| constraint_text(variant, &variant.constraints()[*at]);
    finding.constraints.iter().map(text).collect()
}

/// A record preceded by the schema version, for types that are also parts of other records.
#[derive(Serialize)]
struct Record<T> {
    schema: u32,
    #[serde(flatten)]
    value: T,
}

/// Writes a value with the schema version as one line of JSON.
pub(crate) fn json_record(out: &mut Vec<u8>, value: &impl Serialize) {
    json_line(out, &Record { schema: SCHEMA, value });
}

/// Removes everything written after this length and returns it as text without the line end.
pub(crate) fn take_text(out: &mut Vec<u8>, from: usize) -> String {
    let text = String::from_utf8_lossy(&out[from..]).trim_end().to_owned();
    out.truncate(from);
    text
}

/// Returns the columns after a puzzle as text.
pub(crate) fn columns_text(columns: &[u8]) -> String {
    let separators = [' ', '\t', ',', ';'];
    String::from_utf8_lossy(columns).trim_end().trim_start_matches(separators).to_owned()
}

/// Writes a value as one line of JSON.
pub(crate) fn json_line(out: &mut Vec<u8>, value: &impl Serialize) {
    let text = serde_json::to_string(value).expect("all keys are strings");
    push_json(out, &text);
    out.push(b'\n');
}

/// Adds JSON. The characters that a terminal would execute or hide are written as JSON escapes; they can only
/// be parts of strings.
pub(crate) fn push_json(out: &mut Vec<u8>, text: &str) {
    if text.is_ascii() && !text.contains('\u{7f}') {
        return out.extend_from_slice(text.as_bytes());
    }
    for c in text.chars() {
        let mut units = [0; 2];
        if is_invisible(c) && c != '\n' {
            c.encode_utf16(&mut units).iter().for_each(|unit| {
                let _ = write!(out, "\\u{unit:04x}");
            });
        } else {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}

/// Returns an estimate with its standard error as text, in full if it is short.
pub(crate) fn estimated(mean: Mean) -> String {
    let (value, error) = (mean.value, mean.error());
    if value.is_infinite() {
        return format!("over {:.1e} +- unknown", f64::MAX);
    }
    let is_short = value < 1e5 && error.is_none_or(|error| error < 1e5);
    let plain =
        |number: f64| if number.fract() == 0.0 { format!("{number}") } else { format!("{number:.1}") };
    let error = error.map(|error| if is_short { plain(error) } else { format!("{error:.1e}") });
    let value = if is_short { plain(value) } else { format!("{value:.3e}") };
    format!("{value} +- {}", error.as_deref().unwrap_or("unknown"))
}

/// Writes an estimate as a line.
pub(crate) fn estimate_line(out: &mut Vec<u8>, estimate: &Estimate) {
    let (solutions, nodes) = (estimated(estimate.solutions), estimated(estimate.nodes));
    out.extend_from_slice(format!("about {solutions} solutions, {nodes} nodes\n").as_bytes());
}

/// Writes a number of solutions as a line, followed by `+` if there may be more.
pub(crate) fn count_line(out: &mut Vec<u8>, report: &Report) {
    // Formatting takes up to a tenth of the time of the search, and most numbers have one digit.
    match u8::try_from(report.solutions) {
        Ok(few @ 0..=9) => out.push(b'0' + few),
        _ => out.extend_from_slice(report.solutions.to_string().as_bytes()),
    }
    let end = if report.end == End::Exhausted { "\n" } else { "+\n" };
    out.extend_from_slice(end.as_bytes());
}

/// Appends to an answer the input columns that followed the puzzle.
pub(crate) fn keep_columns(out: &mut Vec<u8>, columns: &[u8], format: Format) {
    out.truncate(out.trim_ascii_end().len());
    let columns = columns.trim_ascii_end();
    if let Some(separator) = format.descriptor().separator {
        return keep_in_one_field(out, &columns_text(columns), separator);
    }
    // The separator may have been read as part of the columns before the puzzle; then it is missing here.
    if columns.first().is_some_and(|byte| !matches!(byte, b' ' | b'\t' | b',' | b';')) {
        out.push(b' ');
    }
    if columns.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t')) {
        out.extend_from_slice(columns);
    } else {
        out.extend_from_slice(on_one_line(columns).as_bytes());
    }
    out.push(b'\n');
}

/// Escapes all control characters except tabs. A quoted field of the input may have line ends, which would begin
/// another answer.
fn on_one_line(text: &[u8]) -> String {
    escaped_lines(text).to_string().replace('\n', "\\n")
}

/// The name of the output column that holds all input columns after a puzzle.
pub(crate) const KEPT: &str = "columns";

/// Ends a row with a field that holds all of this text, quoted if necessary. A text that is one quoted field is
/// not quoted again.
fn keep_in_one_field(out: &mut Vec<u8>, text: &str, separator: u8) {
    out.push(separator);
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let inner = inner.map(|text| text.split("\"\"").collect::<Vec<_>>());
    let unquoted = inner.filter(|parts| parts.iter().all(|part| !part.contains('"')));
    let text = unquoted.map_or_else(|| text.to_owned(), |parts| parts.join("\""));
    let text = on_one_line(text.as_bytes());
    if text.contains(char::from(separator)) || text.contains('"') {
        out.extend_from_slice(format!("\"{}\"", text.replace('"', "\"\"")).as_bytes());
    } else {
        out.extend_from_slice(text.as_bytes());
    }
    out.push(b'\n');
}

/// Returns the format of the puzzle if this format can represent a solution, otherwise the closest one.
pub(crate) fn solution_format(dialect: &Dialect) -> Format {
    match dialect.format() {
        judge if judge.is_judge() => judge,
        _ if dialect.is_in_rows() => Format::Grid,
        _ => Format::Line,
    }
}

/// Returns the text of a grid in a format, without the line end, or an error if the format cannot
/// represent it.
pub(crate) fn grid_text(puzzle: &ClassicPuzzle, grid: &Grid, config: &WriteConfig) -> Result<String, String> {
    let mut text = Vec::new();
    write_grid(&mut text, puzzle, grid, config, 0).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
}

/// The destination of a result: standard output, or a file that gets its name only when it is complete.
pub(crate) struct Output {
    name: String,
    target: Target,
}

enum Target {
    Stdout(io::Stdout),
    File(NewFile),
}

impl Output {
    /// Opens a file, or standard output if there is no path. Neither is buffered.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self { name: "standard output".into(), target: Target::Stdout(io::stdout()) });
        };
        let file = NewFile::create(path, b"").map_err(|error| Failure::io(shown(path), error))?;
        Ok(Self { name: shown(path).to_string(), target: Target::File(file) })
    }

    /// Returns the name for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Writes a text and flushes it.
    pub(crate) fn put(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.write_all(text).and_then(|()| self.flush()).map_err(|error| Failure::io(&self.name, error))
    }

    /// Completes the result. A file without this call is removed.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let finished = self.flush().and_then(|()| match self.target {
            Target::Stdout(_) => Ok(()),
            Target::File(file) => file.commit(),
        });
        finished.map_err(|error| Failure::io(self.name, error))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.target {
            Target::Stdout(stdout) => stdout.write(bytes),
            Target::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.target {
            Target::Stdout(stdout) => stdout.flush(),
            Target::File(file) => file.flush(),
        }
    }
}

/// Writes a file as a whole. Devices and pipes are written to directly.
pub(crate) fn write_file(path: &Path, text: &[u8]) -> Result<(), Failure> {
    let mut file = Output::open(Some(path))?;
    file.put(text)?;
    file.finish()
}

/// Writes to standard output.
pub(crate) fn print(text: &[u8]) -> Result<(), Failure> {
    Output::open(None)?.put(text)
}
