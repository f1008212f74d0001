//! `farandole draw`: puzzles as pictures, one as SVG or many as PDF.

use super::drawing::write;
use crate::args::{self, DrawPuzzlesArgs};
use crate::config::InputConfig;
use crate::exit::{DONE, FAILED, Failure, IO, UNREADABLE, isolated};
use crate::output::print;
use farandole::pipeline::{Holds, MapError, open_records};
use farandole::variant::{self, VariantEntry};
use farandole::{Config, End, Outcome, Puzzle, Rating};
use farandole_draw::sheet::{Entry, Paper, Sheet, pages};
use farandole_draw::{Board, Theme, VariantBoard, pdf, svg};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// What is drawn.
#[derive(Clone)]
enum Drawn {
    Puzzle(Puzzle),
    Variant(Box<VariantEntry>),
}

pub(crate) fn run(args: &DrawPuzzlesArgs) -> Result<u8, Failure> {
    let (puzzles, mut code) = read(args)?;
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
    if puzzles.is_empty() {
        return Ok(code.max(UNREADABLE));
    }
    if let Some(path) = &args.pdf {
        let mut entries = Vec::with_capacity(puzzles.len());
        for (number, puzzle) in (1..).zip(&puzzles) {
            match isolated(format_args!("puzzle {number}"), || entry(args, puzzle)) {
                Some(entry) => entries.push(entry?),
                None => code = code.max(FAILED),
            }
        }
        let sheet = Sheet {
            paper: match args.paper {
                args::Paper::A4 => Paper::A4,
                args::Paper::A5 => Paper::A5,
                args::Paper::Letter => Paper::Letter,
            },
            per_page: args.per_page,
            title: args.title.clone(),
            first: args.number_from,
        };
        let pages = pages(&sheet, &entries).map_err(|error| Failure::Usage(error.to_string()))?;
        let title = if args.title.is_empty() { "Sudoku" } else { &args.title };
        write(path, &pdf::write(title, &pages, theme(args, Theme::Print)))?;
    }
    if args.svg.is_none() && args.pdf.is_some() {
        return Ok(code);
    }
    let [puzzle] = &puzzles[..] else {
        let count = puzzles.len();
        return Err(Failure::Usage(format!("{count} puzzles; --number N draws one, --pdf FILE all of them")));
    };
    let scene = match puzzle {
        Drawn::Puzzle(puzzle) => board(args, puzzle).scene(),
        Drawn::Variant(entry) => variant_board(args, entry).scene(),
    };
    let text = svg::write(&scene, theme(args, Theme::Light));
    match &args.svg {
        Some(path) => write(path, text.as_bytes())?,
        None => print(text.as_bytes())?,
    }
    Ok(code)
}

/// All puzzles of the inputs, and the exit code for what can't be read.
fn read(args: &DrawPuzzlesArgs) -> Result<(Vec<Drawn>, u8), Failure> {
    let input = InputConfig::new(&args.input)?;
    let mut puzzles = Vec::new();
    let mut code = DONE;
    for path in &input.paths {
        let mut records = match open_records(path, &input.read) {
            Ok(records) => records,
            Err(fault) => {
                warn!("{}: {fault}", path.display());
                code = code.max(IO);
                continue;
            }
        };
        let holds = records.holds();
        let mut parser = records.dialect().parser();
        let taken = records.for_each(|_, record| -> Result<_, Infallible> {
            let place = format!("{}:{}", path.display(), record.line);
            let drawn = isolated(&place, || match holds {
                Holds::Puzzles => {
                    parser.parse(record).map(|entry| Drawn::Puzzle(entry.puzzle)).map_err(|error| {
                        warn!("{}:{}:{}: {error}", path.display(), error.line(), error.column());
                    })
                }
                Holds::Variants => read_variant(record.text).map_err(|error| warn!("{place}: {error}")),
            });
            match drawn {
                Some(Ok(drawn)) => puzzles.push(drawn),
                Some(Err(())) => code = code.max(UNREADABLE),
                None => code = code.max(FAILED),
            }
            Ok(ControlFlow::Continue(()))
        });
        if let Err(MapError::Read(error)) = taken {
            return Err(Failure::io(path.display(), error));
        }
    }
    Ok((puzzles, code))
}

fn read_variant(record: &[u8]) -> Result<Drawn, String> {
    let text = std::str::from_utf8(record).map_err(|_| String::from("expected UTF-8, found other bytes"))?;
    let entry = variant::read(text).map_err(|error| error.to_string())?;
    Ok(Drawn::Variant(Box::new(entry)))
}

/// A puzzle with its rating and solution, as far as they are wanted.
fn entry(args: &DrawPuzzlesArgs, drawn: &Drawn) -> Result<Entry, Failure> {
    let puzzle = match drawn {
        Drawn::Puzzle(puzzle) => puzzle,
        Drawn::Variant(entry) => return variant_entry(args, entry),
    };
    let mut note = String::new();
    if args.rate {
        let rating = farandole::rate(puzzle).map_err(|error| Failure::Usage(error.to_string()))?;
        note = match (&rating, rating.numbers()) {
            (_, Some(farandole::Numbers::Se { er, .. })) => format!("ER {:.1}", f64::from(*er) / 10.0),
            (Rating::NotClassic, _) => String::new(),
            _ => rating.to_string(),
        };
    }
    let mut solution = None;
    if args.solutions {
        let answer = farandole::solve(puzzle).map_err(|error| Failure::Usage(error.to_string()))?;
        if let Outcome::Unique(grid) = answer.outcome() {
            solution = Some(Board::of_puzzle(puzzle).with_solution(grid).picture());
        }
    }
    Ok(Entry { picture: board(args, puzzle).picture(), note, solution })
}

/// A variant with its title and solution, as far as they are wanted.
fn variant_entry(args: &DrawPuzzlesArgs, entry: &VariantEntry) -> Result<Entry, Failure> {
    let mut solution = None;
    if args.solutions {
        let answer = variant::solve(&entry.variant, &Config::default());
        let answer = answer.map_err(|error| Failure::Usage(error.to_string()))?;
        if let (Some(values), 1, End::Exhausted) = (answer.first, answer.report.solutions, answer.report.end)
        {
            solution = Some(VariantBoard::new(&entry.variant).with_values(&values).without_rules().picture());
        }
    }
    let note = entry.title.as_deref().unwrap_or_default().to_owned();
    Ok(Entry { picture: variant_board(args, entry).picture(), note, solution })
}

fn variant_board(args: &DrawPuzzlesArgs, entry: &VariantEntry) -> VariantBoard {
    let board = VariantBoard::new(&entry.variant);
    if !args.candidates {
        return board;
    }
    let digits: Vec<Option<u8>> = vec![None; entry.variant.cell_count()];
    board.with_candidates(&entry.variant.open_values(&digits))
}

fn board(args: &DrawPuzzlesArgs, puzzle: &Puzzle) -> Board {
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
