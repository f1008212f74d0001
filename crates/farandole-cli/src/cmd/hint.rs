//! `farandole hint`: the next step from any state, or what is wrong with it.

use crate::args::{Color, Depth, Draw, DrawArgs, HintArgs, SheetArgs};
use crate::exit::{CHECK_FAILED, DONE, Failure, UNDECIDED};
use crate::output::json_line;
use farandole::guide;
use farandole::input::Input;
use farandole::logic::hint::{self, Advice, Reach};
use farandole::logic::render::text::Marking;
use farandole::logic::render::{en, svg, text};
use farandole::logic::scale::se::Budget;
use farandole::logic::{Deduction, Sheet, State, wire};
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
    let advice = hint::advise(&sheet, &guide::solutions(&sheet), reach, budget(args.sheet.budget));
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
        json_line(&mut line, &wire::Advice::new(&sheet, &advice, depth));
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

/// The grid that the arguments mean: a file of that name, else the text itself.
pub(crate) fn read(args: &SheetArgs) -> Result<Sheet, Failure> {
    let name = args.grid.as_deref().unwrap_or("-");
    let from_file = name == "-" || Path::new(name).is_file();
    let (source, text) = if from_file {
        let input = if name == "-" { Input::stdin() } else { Input::open(Path::new(name)) };
        let mut bytes = Vec::new();
        // A sheet of the longest form has far less.
        let read = input.and_then(|input| input.take(1 << 20).read_to_end(&mut bytes));
        read.map_err(|error| Failure::io(name, error))?;
        (name, String::from_utf8_lossy(&bytes).into_owned())
    } else {
        ("argument", name.to_owned())
    };
    Sheet::parse(&text).map_err(|error| {
        Failure::Unreadable(format!("{source}:{}:{}: {error}", error.line(), error.column()))
    })
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
