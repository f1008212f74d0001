//! `farandole draw`: puzzles as pictures, one as SVG or many as PDF.

use super::drawing::document_of_pages;
use crate::args::{self, DrawPuzzlesArgs};
use crate::config::InputConfig;
use crate::exit::{self, FAILED, Failure, UNDECIDED, isolated};
use crate::messages::shown;
use crate::output::{print, write_file};
use crate::progress::ProgressLine;
use farandole::engines::End;
use farandole::format::Entry;
use farandole::logic::Scale;
use farandole::pipeline::{MapError, OnUnreadable, SkipReason, Status, Tally, count_fault, open_records};
use farandole::puzzle::ClassicPuzzle;
use farandole::search::Alarm;
use farandole::variant::Variant;
use farandole::{Config, Puzzle, Rating};
use farandole_draw::sheet::{Entry as SheetEntry, Sheet, pages};
use farandole_draw::{Board, Theme, VariantBoard, svg};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(args: &DrawPuzzlesArgs) -> Result<u8, Failure> {
    let (puzzles, mut code) = read(args)?;
    if puzzles.is_empty() {
        return Ok(code);
    }
    let puzzles = match args.number {
        None => puzzles,
        Some(number) => match number.checked_sub(1).and_then(|place| puzzles.get(place)) {
            Some(puzzle) => vec![puzzle.clone()],
            None => {
                let count = puzzles.len();
                return Err(Failure::Usage(format!("--number {number}: expected 1 to {count}")));
            }
        },
    };
    if let Some(path) = &args.pdf {
        let entries = entries(args, &puzzles, &mut code)?;
        let sheet = Sheet {
            paper: args.paper,
            per_page: args.per_page,
            title: args.title.clone(),
            first: args.number_from,
            ..Sheet::default()
        };
        let pages = pages(&sheet, &entries).map_err(|error| Failure::Usage(error.to_string()))?;
        let title = if args.title.is_empty() { "Sudoku" } else { &args.title };
        write_file(path, &document_of_pages(title, &pages, theme(args, Theme::Print))?)?;
    }
    if args.svg.is_none() && args.pdf.is_some() {
        return Ok(code);
    }
    let [puzzle] = &puzzles[..] else {
        let count = puzzles.len();
        return Err(Failure::Usage(format!(
            "found {count} puzzles, expected one; use --number N to select one, or --pdf FILE for all"
        )));
    };
    let scene = match &puzzle.puzzle {
        Puzzle::Classic(puzzle) => board(args, puzzle).scene(),
        Puzzle::Variant(variant) => variant_board(args, variant).scene(),
    };
    let text = svg::write(&scene, theme(args, Theme::Light));
    match &args.svg {
        Some(path) => write_file(path, text.as_bytes())?,
        None => print(text.as_bytes())?,
    }
    Ok(code)
}

/// Returns the entries of the pages. Raises the exit code if a rating or a solution was given up.
fn entries(args: &DrawPuzzlesArgs, puzzles: &[Entry], code: &mut u8) -> Result<Vec<SheetEntry>, Failure> {
    let line = ProgressLine::new(false);
    let mut entries = Vec::with_capacity(puzzles.len());
    for (puzzle, place) in puzzles.iter().zip(0..) {
        line.steps(place, puzzles.len() as u64, "drawing");
        let number = args.number_from as u64 + place;
        let Some(drawn) = isolated(format_args!("puzzle {number}"), || entry(args, puzzle)) else {
            *code = FAILED.max(*code);
            continue;
        };
        let (entry, gave_up) = drawn?;
        if let Some(what) = gave_up {
            line.suspend(|| warn!("puzzle {number}: gave up on its {what} at the time limit"));
            *code = UNDECIDED.max(*code);
        }
        entries.push(entry);
    }
    line.finish();
    Ok(entries)
}

/// Returns the puzzles of all inputs, and the exit code, which shows unreadable records.
fn read(args: &DrawPuzzlesArgs) -> Result<(Vec<Entry>, u8), Failure> {
    let input = InputConfig::new(&args.input)?;
    let mut puzzles = Vec::new();
    let mut tally = Tally::default();
    for path in &input.paths {
        let before = tally.records();
        let read = read_input(path, &input, &mut puzzles, &mut tally);
        let fault = match read {
            Ok(flow) if flow.is_break() => break,
            Ok(_) if tally.records() > before => continue,
            Ok(_) => SkipReason::Empty,
            Err(fault) => fault,
        };
        warn!("{}: {fault}", shown(path));
        count_fault(&mut tally, &fault);
        if input.on_unreadable == OnUnreadable::Stop {
            break;
        }
    }
    Ok((puzzles, exit::code(&tally)))
}

/// Reads the puzzles of one input. With `--strict`, stops at an unreadable record.
fn read_input(
    path: &Path,
    input: &InputConfig,
    puzzles: &mut Vec<Entry>,
    tally: &mut Tally,
) -> Result<ControlFlow<()>, SkipReason> {
    let mut records = open_records(path, &input.read)?;
    let source = Arc::clone(records.input().name());
    let mut parser = records.dialect().parser();
    let flow = records.for_each(|_, record| -> Result<_, Infallible> {
        let drawn = isolated(format_args!("{source}:{}", record.line), || {
            parser.parse(record).map_err(|error| error.located(&source))
        });
        match drawn {
            None => tally.add(Status::Failed),
            Some(Ok(drawn)) => {
                puzzles.push(drawn);
                tally.add(Status::Ok);
            }
            Some(Err(message)) => {
                warn!("{message}");
                tally.add(Status::Unreadable);
                if input.on_unreadable == OnUnreadable::Stop {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    flow.map_err(|MapError::Read(error)| SkipReason::Io(error))
}

/// Returns a puzzle with its title or rating and its solution, as requested. Also returns the name of the
/// one that was given up, if any.
fn entry(args: &DrawPuzzlesArgs, drawn: &Entry) -> Result<(SheetEntry, Option<&'static str>), Failure> {
    let alarm = Alarm::after(args.time);
    let mut note = drawn.title.as_deref().unwrap_or_default().to_owned();
    let (mut solution, mut gave_up) = (None, None);
    if let (true, Some(puzzle)) = (args.rate, drawn.puzzle.classic()) {
        let rating = farandole::rating::rate_until(Scale::Se, puzzle, alarm.stop());
        let rating = rating.map_err(|error| Failure::Usage(error.to_string()))?;
        if matches!(rating, Rating::GaveUp(_)) {
            gave_up = Some("rating");
        }
        note = match (&rating, rating.numbers()) {
            (Rating::GaveUp(_), _) => String::new(),
            (_, Some(farandole::logic::Numbers::Se { er, .. })) => format!("ER {:.1}", f64::from(*er) / 10.0),
            (Rating::NotClassic, _) => String::new(),
            _ => rating.to_string(),
        };
    }
    if args.solutions {
        let answer = Config::default().solve_until(&drawn.puzzle, alarm.stop());
        let answer = answer.map_err(|error| Failure::Usage(error.to_string()))?;
        if answer.report().end == End::Cancelled {
            gave_up = Some("solution");
        }
        solution = answer.unique().and_then(|values| match &drawn.puzzle {
            Puzzle::Classic(puzzle) => {
                Some(Board::of_puzzle(puzzle).with_solution(&answer.grid()?).picture())
            }
            Puzzle::Variant(variant) => {
                Some(VariantBoard::new(variant).with_values(values).without_rules().picture())
            }
        });
    }
    let picture = match &drawn.puzzle {
        Puzzle::Classic(puzzle) => board(args, puzzle).picture(),
        Puzzle::Variant(variant) => variant_board(args, variant).picture(),
    };
    Ok((SheetEntry { picture, note, solution }, gave_up))
}

fn variant_board(args: &DrawPuzzlesArgs, variant: &Variant) -> VariantBoard {
    let board = VariantBoard::new(variant);
    if !args.candidates {
        return board;
    }
    let digits: Vec<Option<u8>> = vec![None; variant.cell_count()];
    board.with_candidates(&variant.open_values(&digits))
}

fn board(args: &DrawPuzzlesArgs, puzzle: &ClassicPuzzle) -> Board {
    let board = Board::of_puzzle(puzzle);
    if args.candidates { board.with_candidates(&puzzle.open_digits()) } else { board }
}

fn theme(args: &DrawPuzzlesArgs, usual: Theme) -> Theme {
    args.theme.map_or(usual, |theme| match theme {
        args::Theme::Light => Theme::Light,
        args::Theme::Dark => Theme::Dark,
        args::Theme::Print => Theme::Print,
    })
}
