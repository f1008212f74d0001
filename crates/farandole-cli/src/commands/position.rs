//! Positions: puzzles with a user's digits and pencil marks, from the command line or a file.

use crate::args::{GuideArgs, PositionArgs, StyleArgs, StyleName};
use crate::config;
use crate::exit::Failure;
use crate::messages::{shown, write_stderr};
use crate::text_file::read_text;
use farandole::Config;
use farandole::format::ParseError;
use farandole::format::{DetectError, Dialect, ReadConfig, Record};
use farandole::hint::{Position, solutions_of};
use farandole::logic::explain::english::{Nesting, Register, Style};
use farandole::logic::hint::{Guide, Solutions};
use farandole::logic::own::Order;
use farandole::logic::{Scale, UserGrid};
use farandole::pipeline::Input;
use farandole::puzzle::ClassicPuzzle;
use farandole::puzzle::format::escaped;
use farandole::search::Alarm;
use farandole::variant::{COUNTER, VariantEntry};
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// Default time limit for a hint if neither --time nor --budget is given.
pub(super) const HINT_TIME: Duration = Duration::from_secs(2);

/// Default time limit for a path if neither --time nor --budget is given.
pub(super) const EXPLAIN_TIME: Duration = Duration::from_secs(10);

/// Maximum number of nodes in a search for a second solution.
pub(super) const SEARCH: u64 = 100_000;

/// Returns the solutions of a position within half of the time limit. The other half is for the
/// steps.
pub(super) fn solutions(position: &Position, time: Option<Duration>) -> Result<Solutions, Failure> {
    let config = Config { budget: SEARCH, ..Config::default() };
    let alarm = Alarm::after(time.map(|time| time / 2));
    solutions_of(position, &config, Some(alarm.stop()))
        .map_err(|error| Failure::Unreadable(error.to_string()))
}

/// Reports that a variant has several solutions, in all of which the steps hold.
pub(super) fn note_unfinished(args: &PositionArgs, position: &Position, solutions: &Solutions) {
    if matches!((position, solutions), (Position::Variant(_), Solutions::Several(_))) && !args.quiet {
        write_stderr("farandole: the puzzle has several solutions; the steps hold in all of them\n");
    }
}

/// Returns the order of techniques that the arguments define.
pub(super) fn order(args: &GuideArgs) -> Result<Order, Failure> {
    if args.scale.is_some() && (args.order.is_some() || args.without.is_some()) {
        let text = "--order and --without: expected --scale farandole; the order of other scales is fixed";
        return Err(Failure::Usage(text.to_owned()));
    }
    let order = match &args.order {
        None => Order::default(),
        Some(path) => {
            let text = read_text(path)?;
            Order::parse(&text)
                .map_err(|error| Failure::Unreadable(format!("{}:{}: {error}", shown(path), error.line())))?
        }
    };
    let without = args.without.as_deref().unwrap_or_default();
    order.without(without).map_err(|error| Failure::Usage(format!("--without {}: {error}", escaped(without))))
}

/// Returns the guide with the budget of the arguments.
pub(super) fn guide<'a>(order: &'a Order, args: &PositionArgs) -> Guide<'a> {
    let of_scale = args.guide.scale.and_then(|scale| Guide::of(scale, args.budget));
    of_scale.unwrap_or_else(|| Guide::own(order, args.budget))
}

/// Returns the style of explanations.
pub(super) const fn style(args: &StyleArgs) -> Style {
    Style {
        register: match args.style {
            StyleName::Line => Register::Line,
            StyleName::Text => Register::Text,
            StyleName::Lesson => Register::Lesson,
        },
        nesting: if args.unfold { Nesting::Full } else { Nesting::Folded },
    }
}

/// Returns the message that the time limit was reached.
pub(super) fn gave_up(time: Option<Duration>) -> String {
    let seconds = time.unwrap_or_default().as_secs_f64();
    format!(
        "Gave up after {seconds} s before all techniques were tried; none has applied so far. \
         Use --time none for no limit.\n"
    )
}

/// Returns the position that the arguments select among those in a named text.
pub(super) fn selected(args: &PositionArgs, source: &str, mut items: Vec<Item>) -> Result<Position, Failure> {
    let count = items.len();
    let wanted = args.number.unwrap_or(1);
    match (args.number, wanted) {
        _ if count == 0 => Err(Failure::Unreadable(format!("{source}: expected a puzzle, found none"))),
        (None, _) if count > 1 => Err(several(source, count)),
        (_, 1..) if wanted <= count => items.swap_remove(wanted - 1).position,
        _ if count == 1 => {
            Err(Failure::Usage(format!("--number {wanted}: expected 1, the only puzzle in {source}")))
        }
        _ => Err(Failure::Usage(format!(
            "--number {wanted}: expected 1 to {count} for the puzzles in {source}"
        ))),
    }
}

/// Returns the failure for a text with several puzzles, of which the user must select one.
pub(super) fn several(source: &str, count: usize) -> Failure {
    Failure::Usage(format!("{source}: expected one puzzle, found {count}; use --number N to select one"))
}

/// A position of a text.
pub(super) struct Item {
    /// 1-based line at which the position begins.
    pub(super) line: u64,
    /// The position, or the reason why there is none, with its location.
    pub(super) position: Result<Position, Failure>,
}

/// Returns all positions of a named text: variants, user's grids, or puzzles in any format that
/// `solve` reads.
pub(super) fn read_all(args: &PositionArgs, (source, text): (&str, &str)) -> Result<Vec<Item>, Failure> {
    let (scale, read) = (args.guide.scale, config::read(&args.form, &args.meanings)?);
    let dialect = Dialect::detect(text.as_bytes(), &read);
    let Some(dialect) = dialect.as_ref().ok().filter(|dialect| dialect.is_variant()) else {
        let items = classic((source, text), &read, dialect)?;
        let is_rated = |item: &Item| !matches!(item.position, Ok(Position::Variant(_)));
        return if scale == Some(Scale::Hodoku) && !items.iter().all(is_rated) {
            Err(unrated())
        } else {
            Ok(items)
        };
    };
    if scale == Some(Scale::Hodoku) {
        return Err(unrated());
    }
    let dialect = dialect.clone().verified_by(COUNTER);
    let parser = dialect.parser();
    let item = |(line, entry): (u64, Result<VariantEntry, ParseError>)| {
        let read = entry.map_err(|error| Failure::Unreadable(error.located(source)));
        let position = read.and_then(|entry| {
            let warnings = entry.warnings.iter().filter(|_| !args.quiet);
            warnings.for_each(|warning| warn!("{source}:{line}: {warning}"));
            Position::of_puzzle(&entry.puzzle.into())
                .map_err(|reason| Failure::Unsupported(format!("{source}:{line}: {reason}")))
        });
        Item { line, position }
    };
    let records = dialect.records(text.as_bytes());
    Ok(records.map(|record| item((record.line, parser.parse_variant(record)))).collect())
}

fn unrated() -> Failure {
    let text = "--scale hodoku: expected classic 9x9 puzzles; variants and other boards are not rated";
    Failure::Usage(text.to_owned())
}

/// Returns all positions of a named text without variants: grids with a user's progress, or puzzles of
/// any size and shape.
fn classic(
    (source, text): (&str, &str),
    read: &ReadConfig,
    dialect: Result<Dialect, DetectError>,
) -> Result<Vec<Item>, Failure> {
    // User's grids are classic 9x9 puzzles in a form that is detected.
    let has_form = *read != ReadConfig { import: read.import.clone(), ..ReadConfig::default() };
    if let Ok(dialect) = &dialect
        && (has_form || has_other_regions(dialect, text))
    {
        return Ok(puzzles(source, dialect, text).into_iter().map(|(_, item)| item).collect());
    }
    let error = match UserGrid::parse(text) {
        Ok(grid) => return Ok(vec![Item { line: 1, position: Ok(grid.into()) }]),
        Err(error) => error,
    };
    // One grid per line. This is tried before the puzzle readers, which would read placed digits as
    // givens.
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let item = |(line, text)| UserGrid::parse(text).map(|grid| Item { line, position: Ok(grid.into()) });
    if let Ok(items) = lines.map(item).collect::<Result<Vec<Item>, _>>()
        && items.len() > 1
    {
        return Ok(items);
    }
    let not_a_grid =
        || Failure::Unreadable(unreadable(source, error.line() as u64, error.column() as u64, &error));
    let dialect = dialect.map_err(|unknown| {
        // Bytes that are not text are reported as such, not as a grid with an error.
        let is_text = !text.contains(char::REPLACEMENT_CHARACTER);
        if is_text { not_a_grid() } else { Failure::Unreadable(format!("{source}: {unknown}")) }
    })?;
    let records = puzzles(source, &dialect, text);
    // The text is not a puzzle either. It was probably meant as a grid, or one of several lines is wrong.
    let mut readable = records.iter().map(|(readable, _)| *readable);
    let is_puzzle = if dialect.is_one_line() {
        readable.any(|is_readable| is_readable)
    } else {
        readable.all(|is_readable| is_readable)
    };
    if !records.is_empty() && !is_puzzle {
        return Err(not_a_grid());
    }
    Ok(records.into_iter().map(|(_, item)| item).collect())
}

/// Returns the puzzles of a text, each with true if it is readable.
fn puzzles(source: &str, dialect: &Dialect, text: &str) -> Vec<(bool, Item)> {
    let mut parser = dialect.parser();
    let item = |record: Record<'_>| match parser.parse_classic(record) {
        Ok(entry) => {
            let position = Position::of_puzzle(&entry.puzzle.into())
                .map_err(|reason| Failure::Unsupported(unreadable(source, record.line, 1, &reason)));
            (true, Item { line: record.line, position })
        }
        Err(error) => {
            let message = unreadable(source, error.line(), error.column().into(), &error);
            (false, Item { line: error.line(), position: Err(Failure::Unreadable(message)) })
        }
    };
    dialect.records(text.as_bytes()).map(item).collect()
}

fn unreadable(source: &str, line: u64, column: u64, what: &dyn std::fmt::Display) -> String {
    format!("{source}:{line}:{column}: {what}")
}

/// Returns the text of an argument and its name for messages. The text is the contents of the file
/// of that name, or the argument itself. Without an argument, standard input is read.
pub(super) fn text_of(argument: Option<&str>) -> Result<(String, String), Failure> {
    let name = argument.unwrap_or("-");
    let path = Path::new(name);
    // User grids have forms that the puzzle readers do not accept.
    let is_grid = !path.exists() && UserGrid::parse(name).is_ok();
    let shown = escaped(name).to_string();
    let input = if is_grid { Input::of_text(name) } else { Input::of_argument(path, &ReadConfig::default()) };
    let mut input = input.map_err(|error| Failure::io(&shown, error))?;
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::io(&shown, error))?;
    let source = escaped(&**input.name()).to_string();
    if bytes.len() as u64 > LONGEST {
        return Err(Failure::Unreadable(format!("{source}: expected at most {} MiB of text", LONGEST >> 20)));
    }
    Ok((source, String::from_utf8_lossy(&bytes).into_owned()))
}

/// Returns true if a puzzle of the text has a map of other regions after its givens. Reading the
/// puzzle as a user's grid would ignore the map.
fn has_other_regions(dialect: &Dialect, text: &str) -> bool {
    if !dialect.is_one_line() {
        return false;
    }
    let mut parser = dialect.parser();
    let mut puzzles = dialect.records(text.as_bytes()).map(|record| parser.parse_classic(record));
    let is_other = |puzzle: &ClassicPuzzle| puzzle.size() == 9 && UserGrid::of_puzzle(puzzle).is_none();
    puzzles.any(|entry| entry.is_ok_and(|entry| is_other(&entry.puzzle)))
}

/// Maximum length of a file. The commands for one grid keep the text in memory.
const LONGEST: u64 = 1 << 24;
