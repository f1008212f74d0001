//! The grid that a person has: from the command line, from a file, from a puzzle.

use crate::args::SheetArgs;
use crate::exit::Failure;
use farandole::format::{Dialect, ReadConfig, Record};
use farandole::logic::Sheet;
use farandole::pipeline::Input;
use farandole::puzzle::Puzzle;
use farandole::sheet_of;
use std::io::Read;
use std::path::Path;

/// The grid that the arguments mean: the text itself, or what is in a file of that name: a sheet, or puzzles in any
/// format that `solve` reads.
pub(super) fn read(args: &SheetArgs) -> Result<Sheet, Failure> {
    let (source, text) = text_of(args)?;
    let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default());
    if let Some(line) = dialect.as_ref().ok().and_then(|dialect| other_regions(dialect, &text)) {
        return Err(Failure::Unreadable(format!("{source}:{line}:1: {NOT_CLASSIC}")));
    }
    let wanted = args.number.unwrap_or(1);
    let one_of = |count: usize| match (args.number, wanted) {
        (None, _) if count > 1 => {
            Err(Failure::Usage(format!("{source} holds {count} puzzles; --number N takes one of them")))
        }
        (_, 1..) if wanted <= count => Ok(wanted - 1),
        _ => {
            Err(Failure::Usage(format!("--number {wanted}: expected 1 to {count}, the puzzles in {source}")))
        }
    };
    let error = match Sheet::parse(&text) {
        Ok(sheet) if wanted == 1 => return Ok(sheet),
        Ok(_) => {
            return Err(Failure::Usage(format!(
                "--number {wanted}: {source} holds one puzzle, or one sheet"
            )));
        }
        Err(error) => error,
    };
    // One sheet a line: what a reader of puzzles would take for givens may be placed digits here.
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    if let Ok(sheets) = lines.map(Sheet::parse).collect::<Result<Vec<Sheet>, _>>()
        && sheets.len() > 1
    {
        return Ok(sheets[one_of(sheets.len())?].clone());
    }
    let unreadable = |line: u64, column: u64, what: &dyn std::fmt::Display| {
        Failure::Unreadable(format!("{source}:{line}:{column}: {what}"))
    };
    let not_a_sheet = || unreadable(error.line() as u64, error.column() as u64, &error);
    let dialect = dialect.map_err(|_| not_a_sheet())?;
    let records: Vec<Record<'_>> = dialect.records(text.as_bytes()).collect();
    // What is no puzzle either was probably meant as a sheet; among lines, one may be wrong.
    let mut readable = records.iter().map(|record| dialect.parser().parse(*record).is_ok());
    if !(if dialect.is_one_line() { readable.any(|it| it) } else { readable.all(|it| it) }) {
        return Err(not_a_sheet());
    }
    let record = &records[one_of(records.len())?];
    let entry = dialect.parser().parse(*record);
    let puzzle = entry.map_err(|error| unreadable(error.line(), error.column().into(), &error))?.puzzle;
    sheet_of(&puzzle).ok_or_else(|| unreadable(record.line, 1, &NOT_CLASSIC))
}

/// The text that the arguments mean, and what to call it in messages.
fn text_of(args: &SheetArgs) -> Result<(&str, String), Failure> {
    let name = args.grid.as_deref().unwrap_or("-");
    // A short text with more letters than digits is no grid with a mistake in it.
    let count = |fits: fn(char) -> bool| name.chars().filter(|c| fits(*c)).count();
    let is_name = name.len() < 81 && count(char::is_alphabetic) > count(|c| c.is_ascii_digit());
    let from_file = name == "-" || Path::new(name).is_file() || is_name;
    if !from_file {
        return Ok(("argument", name.to_owned()));
    }
    let input = if name == "-" { Input::stdin() } else { Input::open(Path::new(name)) };
    let mut bytes = Vec::new();
    let read = input.and_then(|input| input.take(LONGEST).read_to_end(&mut bytes));
    read.map_err(|error| Failure::io(name, error))?;
    Ok((name, String::from_utf8_lossy(&bytes).into_owned()))
}

const NOT_CLASSIC: &str = "expected a plain 9x9 puzzle: there are techniques for no other";

/// The line of the first puzzle that has a map of other regions behind its givens, which a sheet would pass over.
fn other_regions(dialect: &Dialect, text: &str) -> Option<u64> {
    if !dialect.is_one_line() {
        return None;
    }
    let mut parser = dialect.parser();
    let mut puzzles = dialect.records(text.as_bytes()).map(|record| (record.line, parser.parse(record)));
    let other = |puzzle: &Puzzle| puzzle.geometry().size() == 9 && !puzzle.geometry().is_classic();
    puzzles.find(|(_, entry)| entry.as_ref().is_ok_and(|entry| other(&entry.puzzle))).map(|(line, _)| line)
}

/// More bytes than this of a file are not read.
const LONGEST: u64 = 1 << 24;
