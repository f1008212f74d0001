//! `farandole book`: a book of puzzles as PDF, described in TOML.

use crate::args::BookArgs;
use crate::exit::{DONE, Failure, UNDECIDED};
use crate::messages::shown;
use crate::output::write_file;
use crate::progress::ProgressLine;
use crate::text_file::read_text;
use farandole::engines::End;
use farandole::format::{Entry, ReadConfig};
use farandole::hint::{ToPosition as _, solutions_of};
use farandole::logic::cancel::{Limited, until};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{Found, Guide, Reach};
use farandole::logic::se;
use farandole::pipeline::{MapError, open_records};
use farandole::search::Alarm;
use farandole::{Config, Outcome, Puzzle};
use farandole_draw::book::{Book, Section, pages};
use farandole_draw::sheet::{Entry as SheetEntry, Paper};
use farandole_draw::{Board, Theme, VariantBoard, pdf};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Greatest number of puzzles per page. Smaller boards are hard to write in.
const MOST_PER_PAGE: usize = 6;

/// The description of a book.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Spec {
    title: String,
    #[serde(default)]
    author: String,
    #[serde(default, deserialize_with = "paper")]
    paper: Paper,
    #[serde(default = "usual_per_page")]
    per_page: usize,
    #[serde(default)]
    hints: bool,
    #[serde(default = "usual_solutions")]
    solutions: bool,
    section: Vec<SpecSection>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecSection {
    title: String,
    puzzles: PathBuf,
}

fn paper<'de, D: Deserializer<'de>>(text: D) -> Result<Paper, D::Error> {
    let name = String::deserialize(text)?;
    let names = Paper::ALL.map(Paper::name).join(", ");
    Paper::by_name(&name)
        .ok_or_else(|| D::Error::custom(format!("unknown paper {name:?}, expected one of {names}")))
}

const fn usual_per_page() -> usize {
    2
}

const fn usual_solutions() -> bool {
    true
}

pub(crate) fn run(args: &BookArgs) -> Result<u8, Failure> {
    let spec = spec(&args.spec)?;
    let folder = args.spec.parent().unwrap_or(Path::new(""));
    let alarm = Alarm::after(args.time);
    let line = ProgressLine::new(args.quiet);
    let (mut rules, mut hints, mut sections) = (Vec::new(), Vec::new(), Vec::new());
    for section in spec.section.iter() {
        let path = folder.join(&section.puzzles);
        let puzzles = puzzles(&path)?;
        let mut entries = Vec::with_capacity(puzzles.len());
        for (number, entry) in (1..).zip(&puzzles) {
            line.steps(
                number - 1,
                puzzles.len() as u64,
                &format!("section {}", shown(Path::new(&section.title))),
            );
            let at = format!("{}: puzzle {number}", shown(&path));
            let Some(drawn) = drawn(&spec, entry, &at, &alarm)? else {
                line.finish();
                warn!("stopped by --time at {at}; no book was written");
                return Ok(UNDECIDED);
            };
            entries.push(drawn.0);
            hints.push(drawn.1);
            for rule in entry.puzzle.rules() {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        sections.push(Section { title: section.title.clone(), entries });
    }
    line.finish();
    let Spec { title, author, per_page, paper, .. } = spec;
    let book = Book { paper, per_page, title, author, rules, sections, hints };
    let pages = pages(&book).map_err(|error| Failure::Usage(error.to_string()))?;
    let bytes = pdf::write_embedded(&book.title, &pages, Theme::Print);
    let bytes = bytes.map_err(|error| Failure::Usage(format!("--pdf: {error}")))?;
    if let Some(path) = &args.pdf {
        write_file(path, &bytes)?;
    }
    Ok(DONE)
}

/// Reads the description of a book.
fn spec(path: &Path) -> Result<Spec, Failure> {
    let unreadable = |what: &str| Failure::Unreadable(format!("{}: {what}", shown(path)));
    let text = read_text(path)?;
    let spec: Spec = toml_edit::de::from_str(&text).map_err(|error| {
        let before = &text[..error.span().map_or(0, |span| span.start)];
        let row = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let what = error.message().replace('\n', " ");
        Failure::Unreadable(format!("{}:{row}:{column}: {}", shown(path), shown(Path::new(&what))))
    })?;
    if !(1..=MOST_PER_PAGE).contains(&spec.per_page) {
        let found = spec.per_page;
        return Err(unreadable(&format!("found {found} puzzles per page, expected 1 to {MOST_PER_PAGE}")));
    }
    if spec.section.is_empty() {
        return Err(unreadable("expected at least one section"));
    }
    Ok(spec)
}

/// Reads the puzzles of a file.
fn puzzles(path: &Path) -> Result<Vec<Entry>, Failure> {
    let fault = |what: String| Failure::Unreadable(format!("{}: {what}", shown(path)));
    let mut records = open_records(path, &ReadConfig::default()).map_err(|error| match error {
        farandole::pipeline::SkipReason::Io(error) => Failure::io(shown(path), error),
        other => fault(other.to_string()),
    })?;
    let source = std::sync::Arc::clone(records.input().name());
    let mut parser = records.dialect().parser();
    let (mut all, mut failure) = (Vec::new(), None);
    let flow = records.for_each(|_, record| -> Result<_, Infallible> {
        match parser.parse(record) {
            Ok(entry) => all.push(entry),
            Err(error) => {
                failure = Some(Failure::Unreadable(error.located(&source).to_string()));
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    match (flow, failure) {
        (Err(MapError::Read(error)), _) => Err(Failure::io(shown(path), error)),
        (_, Some(failure)) => Err(failure),
        _ if all.is_empty() => Err(fault("expected a puzzle, found none".into())),
        _ => Ok(all),
    }
}

/// Returns the pictures of a puzzle and its hint. Returns `None` at the time limit.
fn drawn(
    spec: &Spec,
    entry: &Entry,
    at: &str,
    alarm: &Alarm,
) -> Result<Option<(SheetEntry, String)>, Failure> {
    let answer = Config::default().solve_until(&entry.puzzle, alarm.stop());
    let answer = answer.map_err(|error| Failure::Unreadable(format!("{at}: {error}")))?;
    if answer.report().end == End::Cancelled {
        return Ok(None);
    }
    let Some(values) = answer.unique() else {
        let found =
            if matches!(answer.outcome(), Outcome::None) { "no solution" } else { "several solutions" };
        return Err(Failure::Unreadable(format!("{at}: found {found}, expected exactly one")));
    };
    let mut kinds = Vec::new();
    let (picture, solved) = match &entry.puzzle {
        Puzzle::Classic(puzzle) => {
            let board = Board::of_puzzle(puzzle);
            let solved = answer.grid().map(|grid| Board::of_puzzle(puzzle).with_solution(&grid).picture());
            (board.picture(), solved)
        }
        Puzzle::Variant(variant) => {
            let board = VariantBoard::new(variant).for_print();
            kinds = board.kinds();
            let solved = board.clone().without_clues().with_values(values).picture();
            (board.picture(), Some(solved))
        }
    };
    let hint = if spec.hints { hint(&entry.puzzle, at, alarm)? } else { String::new() };
    if alarm.is_over() {
        return Ok(None);
    }
    // A reader must know which of the rules apply to this puzzle.
    let note = entry.title.as_deref().into_iter().chain(kinds).collect::<Vec<_>>().join(", ");
    Ok(Some((SheetEntry { picture, note, solution: solved.filter(|_| spec.solutions) }, hint)))
}

/// Returns the first step of a puzzle in words. Returns an empty text if no technique applies.
fn hint(puzzle: &Puzzle, at: &str, alarm: &Alarm) -> Result<String, Failure> {
    let unreadable = |error: farandole::Error| Failure::Unreadable(format!("{at}: {error}"));
    let position = puzzle.to_position().map_err(unreadable)?;
    let solutions = solutions_of(&position, &Config::default(), Some(alarm.stop())).map_err(unreadable)?;
    let watch = &until(alarm.stop());
    let limits = Limited { budget: Guide::Se(se::Budget::NONE), observer: Some(watch) };
    Ok(match position.hint(&solutions, Reach::First, limits).found {
        Found::Steps { steps, .. } => steps[0].text(Depth::What).replace('\n', " "),
        _ => String::new(),
    })
}
