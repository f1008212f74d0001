//! `farandole hint`: the next step from any state, or what is wrong with it.

use crate::args::{Color, Depth, Draw, DrawArgs, HintArgs, Scale, SheetArgs};
use crate::exit::{CHECK_FAILED, DONE, Failure, UNDECIDED};
use crate::output::json_line;
use farandole::format::{Dialect, ReadConfig, Record};
use farandole::guide;
use farandole::input::Input;
use farandole::logic::hint::{self, Advice, Reach};
use farandole::logic::render::text::Marking;
use farandole::logic::render::{en, svg, text};
use farandole::logic::scale::hodoku;
use farandole::logic::scale::se::Budget;
use farandole::logic::{Deduction, Sheet, State, wire};
use farandole::puzzle::Puzzle;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

pub(crate) fn run(args: &HintArgs) -> Result<u8, Failure> {
    let sheet = read(&args.sheet)?;
    let depth = match args.depth {
        Depth::Where => en::Depth::Where,
        Depth::What => en::Depth::What,
        Depth::Why => en::Depth::Why,
    };
    let reach = if args.all { Reach::Easiest } else { Reach::First };
    let scale = match args.scale {
        Scale::Se => hint::Scale::Se(budget(args.sheet.budget)),
        Scale::Hodoku => hint::Scale::Hodoku(searches(args.sheet.budget)),
    };
    let advice = hint::advise(&sheet, &guide::solutions(&sheet), reach, scale);
    let drawing = Drawing::new(&args.sheet.draw, Draw::Grid);
    let (mut out, mut drawings) = (String::new(), Vec::new());
    let state = sheet.state();
    if let (Advice::Steps { steps, .. }, Some(state)) = (&advice, &state) {
        // Only the whole answer shows the pattern.
        let steps = if depth == en::Depth::Why { &steps[..] } else { &[] };
        drawings = steps.iter().map(|step| (state, Some(step), en::step(state, step, depth))).collect();
    } else if let Some(state) = &state {
        drawings.push((state, None, String::new()));
    }
    let code = match &advice {
        Advice::Trouble(_) => CHECK_FAILED,
        Advice::Stuck { .. } => UNDECIDED,
        Advice::Solved | Advice::Steps { .. } => DONE,
    };
    drawing.save(&drawings)?;
    if args.sheet.json {
        let mut line = Vec::new();
        json_line(&mut line, &wire::Advice::new(&sheet, &advice, depth, scale));
        print(&line)?;
        return Ok(code);
    }
    if drawing.draw == Draw::Svg {
        print(svg::document(&drawings).as_bytes())?;
        return Ok(code);
    }
    match &advice {
        Advice::Trouble(troubles) => {
            troubles.iter().for_each(|trouble| out += &(en::trouble(trouble, depth) + "\n"));
        }
        Advice::Solved => out += "The grid is full, and right.\n",
        Advice::Stuck { .. } if args.sheet.budget.is_some() => {
            out += "No technique finds anything here within the budget.\n";
        }
        Advice::Stuck { .. } => out += "No technique finds anything here.\n",
        Advice::Steps { stale, steps } => {
            stale.iter().for_each(|mark| out += &(en::stale(*mark) + "\n"));
            for (step, state) in steps.iter().zip(state.iter().cycle()) {
                if depth == en::Depth::Why {
                    out += &drawing.grid(state, Some(step));
                }
                out += &en::step(state, step, depth);
            }
        }
    }
    print(out.as_bytes())?;
    Ok(code)
}

/// The bound on the work of chains.
pub(crate) fn budget(visits: Option<u64>) -> Budget {
    Budget { visits: visits.unwrap_or(u64::MAX), ..Budget::NONE }
}

/// The bound on the searches on HoDoKu's scale.
pub(crate) fn searches(searches: Option<u64>) -> hodoku::Budget {
    hodoku::Budget { searches: searches.unwrap_or(u64::MAX) }
}

/// The grid that the arguments mean: the text itself, or what is in a file of that name: a sheet, or puzzles in any
/// format that `solve` reads.
pub(crate) fn read(args: &SheetArgs) -> Result<Sheet, Failure> {
    let name = args.grid.as_deref().unwrap_or("-");
    // A short text with more letters than digits is no grid with a mistake in it.
    let count = |fits: fn(char) -> bool| name.chars().filter(|c| fits(*c)).count();
    let is_name = name.len() < 81 && count(char::is_alphabetic) > count(|c| c.is_ascii_digit());
    let from_file = name == "-" || Path::new(name).is_file() || is_name;
    let (source, text) = if from_file {
        let input = if name == "-" { Input::stdin() } else { Input::open(Path::new(name)) };
        let mut bytes = Vec::new();
        let read = input.and_then(|input| input.take(LONGEST).read_to_end(&mut bytes));
        read.map_err(|error| Failure::io(name, error))?;
        (name, String::from_utf8_lossy(&bytes).into_owned())
    } else {
        ("argument", name.to_owned())
    };
    let wanted = args.number.unwrap_or(1);
    let error = match Sheet::parse(&text) {
        Ok(sheet) if wanted == 1 => return Ok(sheet),
        Ok(_) => {
            return Err(Failure::Usage(format!(
                "--number {wanted}: {source} holds one puzzle, or one sheet"
            )));
        }
        Err(error) => error,
    };
    let unreadable = |line: u64, column: u64, what: &dyn std::fmt::Display| {
        Failure::Unreadable(format!("{source}:{line}:{column}: {what}"))
    };
    let not_a_sheet = || unreadable(error.line() as u64, error.column() as u64, &error);
    let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).map_err(|_| not_a_sheet())?;
    let records: Vec<Record<'_>> = dialect.records(text.as_bytes()).collect();
    // What is no puzzle either was probably meant as a sheet; among lines, one may be wrong.
    let mut readable = records.iter().map(|record| dialect.parser().parse(*record).is_ok());
    if !(if dialect.is_one_line() { readable.any(|it| it) } else { readable.all(|it| it) }) {
        return Err(not_a_sheet());
    }
    if args.number.is_none() && records.len() > 1 {
        let count = records.len();
        return Err(Failure::Usage(format!("{source} holds {count} puzzles; --number N takes one of them")));
    }
    let Some(record) = wanted.checked_sub(1).and_then(|place| records.get(place)) else {
        let count = records.len();
        return Err(Failure::Usage(format!("--number {wanted}: {source} holds {count} puzzles")));
    };
    let entry = dialect.parser().parse(*record);
    let puzzle = entry.map_err(|error| unreadable(error.line(), error.column().into(), &error))?.puzzle;
    if !puzzle.geometry().is_classic() {
        return Err(unreadable(
            record.line,
            1,
            &"expected a plain 9x9 puzzle: there are techniques for no other",
        ));
    }
    Ok(sheet(&puzzle))
}

/// More bytes than this of a file are not read.
const LONGEST: u64 = 1 << 24;

/// The givens of a classic puzzle, and its restrictions as pencil marks.
pub(crate) fn sheet(puzzle: &Puzzle) -> Sheet {
    let mut sheet = Sheet::BLANK;
    for (cell, given) in puzzle.givens().iter().enumerate() {
        sheet.givens[cell] = *given;
        let restriction = puzzle.restrictions().filter(|_| *given == 0).map(|sets| sets[cell].bits() as u16);
        sheet.marks[cell] = restriction;
    }
    sheet
}

/// What the arguments say about drawings.
pub(crate) struct Drawing<'a> {
    pub(crate) draw: Draw,
    marking: Marking,
    svg: Option<&'a Path>,
}

impl<'a> Drawing<'a> {
    pub(crate) fn new(args: &'a DrawArgs, usual: Draw) -> Self {
        let terminal = || io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let colours = args.color == Color::Always || (args.color == Color::Auto && terminal());
        Self {
            draw: args.draw.unwrap_or(usual),
            marking: if colours { Marking::Colours } else { Marking::Signs },
            svg: args.svg.as_deref(),
        }
    }

    /// The grid as text, if one is wanted.
    pub(crate) fn grid(&self, state: &State, deduction: Option<&Deduction>) -> String {
        if self.draw == Draw::Grid { text::grid(state, deduction, self.marking) } else { String::new() }
    }

    /// Writes the file asked for with `--svg`.
    pub(crate) fn save(&self, drawings: &[(&State, Option<&Deduction>, String)]) -> Result<(), Failure> {
        let Some(path) = self.svg else { return Ok(()) };
        std::fs::write(path, svg::document(drawings)).map_err(|error| Failure::io(path.display(), error))
    }
}

pub(crate) fn print(text: &[u8]) -> Result<(), Failure> {
    io::stdout().write_all(text).map_err(|error| Failure::io("standard output", error))
}
