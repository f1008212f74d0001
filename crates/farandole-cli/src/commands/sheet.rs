//! The grid that a person has: from the command line, from a file, from a puzzle.

use crate::args::SheetArgs;
use crate::exit::Failure;
use farandole::format::{Dialect, ReadConfig, Record};
use farandole::logic::Sheet;
use farandole::pipeline::Input;
use farandole::puzzle::Puzzle;
use farandole::variant::holds_variants;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// How long a step is looked for, unless --time or --budget says otherwise.
pub(super) const HINT_TIME: Duration = Duration::from_secs(2);

/// How long the path of a puzzle is looked for, unless --time or --budget says otherwise.
pub(super) const EXPLAIN_TIME: Duration = Duration::from_secs(10);

/// Says that the time limit was reached, and what that leaves open.
pub(super) fn gave_up(time: Option<Duration>) -> String {
    let seconds = time.unwrap_or_default().as_secs_f64();
    format!(
        "Gave up after {seconds} s: nothing is found so far, and not every technique was tried. \
         --time none goes on to the end.\n"
    )
}

/// The grid that the arguments mean in a text with its name: a sheet, or one of puzzles in any format that `solve` reads.
pub(super) fn read(args: &SheetArgs, (source, text): (&str, &str)) -> Result<Sheet, Failure> {
    let mut items = read_all((source, text))?;
    let count = items.len();
    let wanted = args.number.unwrap_or(1);
    match (args.number, wanted) {
        _ if count == 0 => Err(Failure::Unreadable(format!("{source}: no puzzles"))),
        (None, _) if count > 1 => Err(several(source, count)),
        (_, 1..) if wanted <= count => items.swap_remove(wanted - 1).sheet.map_err(Failure::Unreadable),
        _ if count == 1 => {
            Err(Failure::Usage(format!("--number {wanted}: {source} holds one puzzle, or one sheet")))
        }
        _ => {
            Err(Failure::Usage(format!("--number {wanted}: expected 1 to {count}, the puzzles in {source}")))
        }
    }
}

/// Why one puzzle has to be chosen.
pub(super) fn several(source: &str, count: usize) -> Failure {
    Failure::Usage(format!("{source} holds {count} puzzles; --number N takes one of them"))
}

/// A sheet or puzzle of a file.
pub(super) struct Item {
    /// The 1-based line that it begins with.
    pub(super) line: u64,
    /// The sheet, or where and why it can't be read.
    pub(super) sheet: Result<Sheet, String>,
}

/// All grids of a text with its name.
pub(super) fn read_all((source, text): (&str, &str)) -> Result<Vec<Item>, Failure> {
    let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default());
    if let Some(line) = dialect.as_ref().ok().and_then(|dialect| other_regions(dialect, text)) {
        return Err(Failure::Unreadable(format!("{source}:{line}:1: {NOT_CLASSIC}")));
    }
    let error = match Sheet::parse(text) {
        Ok(sheet) => return Ok(vec![Item { line: 1, sheet: Ok(sheet) }]),
        Err(error) => error,
    };
    // One sheet a line: what a reader of puzzles would take for givens may be placed digits here.
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let sheets = lines.map(|(line, text)| Sheet::parse(text).map(|sheet| Item { line, sheet: Ok(sheet) }));
    if let Ok(items) = sheets.collect::<Result<Vec<Item>, _>>()
        && items.len() > 1
    {
        return Ok(items);
    }
    let unreadable =
        |line: u64, column: u64, what: &dyn std::fmt::Display| format!("{source}:{line}:{column}: {what}");
    let not_a_sheet = || Failure::Unreadable(unreadable(error.line() as u64, error.column() as u64, &error));
    let dialect = dialect.map_err(|_| not_a_sheet())?;
    let mut parser = dialect.parser();
    let item = |record: Record<'_>| {
        let sheet = match parser.parse(record) {
            Ok(entry) => {
                Sheet::of_puzzle(&entry.puzzle).ok_or_else(|| unreadable(record.line, 1, &NOT_CLASSIC))
            }
            Err(error) => {
                return (false, error.line(), Err(unreadable(error.line(), error.column().into(), &error)));
            }
        };
        (true, record.line, sheet)
    };
    let records: Vec<(bool, u64, Result<Sheet, String>)> =
        dialect.records(text.as_bytes()).map(item).collect();
    // What is no puzzle either was probably meant as a sheet; among lines, one may be wrong.
    let mut readable = records.iter().map(|(readable, ..)| *readable);
    let is_puzzle = if dialect.is_one_line() { readable.any(|it| it) } else { readable.all(|it| it) };
    if !records.is_empty() && !is_puzzle {
        return Err(not_a_sheet());
    }
    Ok(records.into_iter().map(|(_, line, sheet)| Item { line, sheet }).collect())
}

/// The text that an argument means, the argument itself or what is in a file of that name, and what to call it in messages.
pub(super) fn text_of(argument: Option<&str>) -> Result<(&str, String), Failure> {
    let name = argument.unwrap_or("-");
    // A short text with more letters than digits is no grid with a mistake in it.
    let count = |fits: fn(char) -> bool| name.chars().filter(|c| fits(*c)).count();
    let is_name = name.len() < 81 && count(char::is_alphabetic) > count(|c| c.is_ascii_digit());
    let is_name = is_name && !holds_variants(name.as_bytes());
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
    let other = |puzzle: &Puzzle| puzzle.size() == 9 && Sheet::of_puzzle(puzzle).is_none();
    puzzles.find(|(_, entry)| entry.as_ref().is_ok_and(|entry| other(&entry.puzzle))).map(|(line, _)| line)
}

/// More bytes than this of a file are not read.
const LONGEST: u64 = 1 << 24;
