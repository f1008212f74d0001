//! Operations on texts: read puzzles, and write them in any format.

use crate::answer::{Answer, Plain, Refusal};
use crate::board::{Board, Which};
use farandole::format::{Dialect, Format, ReadConfig, WriteConfig, write_puzzle};
use farandole::json::SCHEMA;
use farandole::kernel::Isa;
use farandole::variant::holds_variants;
use farandole::{ClassicPuzzle, UserGrid};
use serde::Serialize;

#[derive(Serialize)]
struct Info {
    schema: u32,
    status: &'static str,
    version: &'static str,
    /// The instruction set that the kernel uses.
    isa: &'static str,
    /// Number of puzzles that the kernel searches in parallel.
    lanes: usize,
}

pub(crate) fn info() -> Answer {
    let isa = Isa::detect();
    let (version, name) = (env!("CARGO_PKG_VERSION"), isa.name());
    Answer::json(&Info { schema: SCHEMA, status: "ok", version, isa: name, lanes: isa.lanes() })
}

#[derive(Serialize)]
pub(crate) struct Formats {
    pub(crate) schema: u32,
    pub(crate) status: &'static str,
    pub(crate) formats: Vec<JsonFormat>,
}

#[derive(Serialize)]
pub(crate) struct JsonFormat {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) extensions: &'static [&'static str],
}

pub(crate) fn formats() -> Answer {
    let formats = Format::CLASSIC.iter().map(|format| JsonFormat {
        name: format.name(),
        description: format.description(),
        extensions: format.extensions(),
    });
    Answer::json(&Formats { schema: SCHEMA, status: "ok", formats: formats.collect() })
}

/// The puzzles that were read from a text.
#[derive(Serialize)]
struct ReadText {
    schema: u32,
    status: &'static str,
    /// `sheet`, or the name of a format.
    format: &'static str,
    /// Number of records in the text.
    count: usize,
    boards: Vec<Board>,
    /// The records that cannot be read.
    problems: Vec<Problem>,
}

#[derive(Serialize)]
struct Problem {
    line: u64,
    column: u64,
    detail: String,
}

pub(crate) fn read(text: &[u8], most: usize) -> Result<Answer, Refusal> {
    if holds_variants(text) {
        return Err(Refusal::variant());
    }
    let dialect = Dialect::detect(text, &ReadConfig::default());
    let records: Vec<_> = dialect.iter().flat_map(|dialect| dialect.records(text)).collect();
    let sheet = std::str::from_utf8(text).map(UserGrid::parse);
    let mut found = ReadText {
        schema: SCHEMA,
        status: "ok",
        format: "sheet",
        count: 1,
        boards: Vec::new(),
        problems: Vec::new(),
    };
    // A text with candidates only is a puzzle. The reader of sheets would take them for pencil
    // marks.
    let holds_candidates = |it: &Dialect| records.len() == 1 && it.format().descriptor().holds_candidates;
    let is_puzzle = |it: &Dialect| holds_candidates(it) || has_other_regions(it, text);
    let (dialect, sheet_error) = match (dialect, sheet) {
        // The reader of sheets would ignore regions that are not boxes.
        (dialect, Ok(Ok(sheet))) if !dialect.as_ref().is_ok_and(is_puzzle) => {
            found.boards = vec![Board::of_sheet(&sheet)];
            return Ok(Answer::json(&found));
        }
        (Ok(dialect), sheet) => (dialect, sheet.ok().and_then(Result::err)),
        (Err(error), _) => return Err(Refusal::unreadable(error, error.line(), 1)),
    };
    (found.format, found.count) = (dialect.format().name(), records.len());
    let mut parser = dialect.parser();
    for record in records {
        match parser.parse_classic(record) {
            Ok(entry) if found.boards.len() < most => found.boards.push(Board::of_puzzle(&entry.puzzle)?),
            Ok(_) => {}
            Err(error) => {
                let (line, column) = (error.line(), error.column().into());
                found.problems.push(Problem { line, column, detail: error.to_string() });
            }
        }
    }
    if found.boards.is_empty() {
        let Some(problem) = found.problems.into_iter().next() else {
            return Err(Refusal::unreadable("expected a puzzle, found nothing", 1, 1));
        };
        return Err(match sheet_error.filter(|_| found.count > 1) {
            // A text that is not a list of puzzles either was probably meant as a single grid.
            Some(error) => Refusal::unreadable(&error, error.line() as u64, error.column() as u64),
            None => Refusal::unreadable(problem.detail, problem.line, problem.column),
        });
    }
    Ok(Answer::json(&found))
}

/// Returns true if the text contains a puzzle of size 9 that is not classic.
fn has_other_regions(dialect: &Dialect, text: &[u8]) -> bool {
    let mut parser = dialect.parser();
    let mut entries = dialect.records(text).map(|record| parser.parse_classic(record));
    let other = |puzzle: &ClassicPuzzle| puzzle.size() == 9 && UserGrid::of_puzzle(puzzle).is_none();
    entries.any(|entry| entry.is_ok_and(|entry| other(&entry.puzzle)))
}

pub(crate) fn write(board: &Board, to: &str) -> Result<Answer, Refusal> {
    let body = if to == "sheet" {
        if board.is_restricted() {
            let why = "the format \"sheet\" cannot represent candidates that belong to the puzzle";
            return Err(Refusal::unsupported(why));
        }
        board.sheet()?.to_string().into_bytes()
    } else {
        let format = Format::by_name(to)
            .filter(|format| !format.is_variant())
            .ok_or_else(|| Refusal::usage(format!("unknown format {to:?}")))?;
        let puzzle = if format.descriptor().holds_candidates {
            board.marked()?
        } else {
            board.puzzle(Which::Givens)?
        };
        let mut body = Vec::new();
        write_puzzle(&mut body, &puzzle, &WriteConfig::new(format), 0).map_err(Refusal::unsupported)?;
        body
    };
    Ok(Answer::with_body(&Plain::OK, body))
}
