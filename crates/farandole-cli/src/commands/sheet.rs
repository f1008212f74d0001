//! The grid that a person has: from the command line, from a file, from a puzzle.

use crate::args::SheetArgs;
use crate::exit::Failure;
use farandole::format::{Dialect, ReadConfig, Record};
use farandole::logic::Sheet;
use farandole::pipeline::Input;
use farandole::puzzle::Puzzle;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
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
        (_, 1..) if wanted <= count => items.swap_remove(wanted - 1).sheet,
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
    /// The sheet, or where and why there is none.
    pub(super) sheet: Result<Sheet, Failure>,
}

/// All grids of a text with its name.
pub(super) fn read_all((source, text): (&str, &str)) -> Result<Vec<Item>, Failure> {
    let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default());
    if let Some(line) = dialect.as_ref().ok().and_then(|dialect| other_regions(dialect, text)) {
        return Err(Failure::Unsupported(format!("{source}:{line}:1: {NOT_CLASSIC}")));
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
    let dialect = dialect.map_err(|unknown| {
        // Bytes that are no text are no sheet with a mistake in it.
        let is_text = !text.contains(char::REPLACEMENT_CHARACTER);
        if is_text { not_a_sheet() } else { Failure::Unreadable(format!("{source}: {unknown}")) }
    })?;
    let mut parser = dialect.parser();
    let item = |record: Record<'_>| {
        let sheet = match parser.parse(record) {
            Ok(entry) => Sheet::of_puzzle(&entry.puzzle)
                .ok_or_else(|| Failure::Unsupported(unreadable(record.line, 1, &NOT_CLASSIC))),
            Err(error) => {
                let message = unreadable(error.line(), error.column().into(), &error);
                return (false, error.line(), Err(Failure::Unreadable(message)));
            }
        };
        (true, record.line, sheet)
    };
    let records: Vec<(bool, u64, Result<Sheet, Failure>)> =
        dialect.records(text.as_bytes()).map(item).collect();
    // What is no puzzle either was probably meant as a sheet; among lines, one may be wrong.
    let mut readable = records.iter().map(|(readable, ..)| *readable);
    let is_puzzle = if dialect.is_one_line() { readable.any(|it| it) } else { readable.all(|it| it) };
    if !records.is_empty() && !is_puzzle {
        return Err(not_a_sheet());
    }
    Ok(records.into_iter().map(|(_, line, sheet)| Item { line, sheet }).collect())
}

/// Returns the text that an argument means, the argument itself or the content of the file of that name, and what to call it
/// in messages. Without an argument, reads standard input.
pub(super) fn text_of(argument: Option<&str>) -> Result<(Arc<str>, String), Failure> {
    let name = argument.unwrap_or("-");
    let path = Path::new(name);
    // Sheets have forms that no reader of puzzles knows.
    let is_sheet = !path.exists() && Sheet::parse(name).is_ok();
    let input =
        if is_sheet { Input::of_text(name) } else { Input::of_argument(path, &ReadConfig::default()) };
    let mut input = input.map_err(|error| Failure::io(name, error))?;
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::io(name, error))?;
    let source = Arc::clone(input.name());
    if bytes.len() as u64 > LONGEST {
        return Err(Failure::Unreadable(format!("{source}: longer than {} MiB", LONGEST >> 20)));
    }
    Ok((source, String::from_utf8_lossy(&bytes).into_owned()))
}

const NOT_CLASSIC: &str = "expected a classic 9x9 puzzle: techniques are known for no other";

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

/// Longer files are refused: the commands for one grid keep the text in memory.
const LONGEST: u64 = 1 << 24;
