//! `farandole hint`: the next step from any position, or the errors in it.

use super::drawing::{Drawing, document};
use super::explain::meaning_line;
use super::position::{self, EXPLAIN_TIME, HINT_TIME, gave_up};
use super::verdict;
use crate::args::{self, Draw, HintArgs};
use crate::exit::{CHECK_FAILED, DONE, Failure, UNDECIDED};
use crate::output::{json_line, print};
use crate::progress::ProgressLine;
use crate::terminal::{width, wrapped};
use farandole::hint::{Hint, Position};
use farandole::logic::cancel::Limited;
use farandole::logic::explain::english::Depth;
use farandole::logic::explain::hints;
use farandole::logic::explain::json;
use farandole::logic::hint::{Found, Reach};
use farandole::puzzle::format::is_invisible;
use farandole::search::Alarm;
use farandole_draw::{Scene, position_scene, step_scene};
use std::time::Duration;

pub(crate) fn run(args: &HintArgs) -> Result<u8, Failure> {
    let (source, text) = &position::text_of(args.position.grid.as_deref())?;
    let items = position::read_all(&args.position, (source, text))?;
    let position = position::selected(&args.position, source, items)?;
    if let Some(moves) = &args.moves {
        return verdict::run(args, position, moves);
    }
    let depth = match args.depth {
        args::Depth::Where => Depth::Where,
        args::Depth::What => Depth::What,
        args::Depth::Why => Depth::Why,
    };
    let time = args.position.time_or(if args.after == 0 { HINT_TIME } else { EXPLAIN_TIME });
    let alarm = Alarm::after(time);
    let hint = hint(args, position, time, &alarm)?;
    let cut = if alarm.is_over() { time } else { None };
    let drawing = Drawing::new(&args.position.draw, Draw::Grid);
    let scenes = if drawing.is_picture() { scenes(&hint, depth) } else { Vec::new() };
    drawing.save(&scenes)?;
    if args.position.json {
        let mut line = Vec::new();
        json_line(&mut line, &json::Hint::new(&hint, depth));
        print(&line)?;
    } else if drawing.draw == Draw::Svg {
        print(document(&scenes).as_bytes())?;
    } else {
        print(hint_text(args, &hint, cut, depth, &drawing).as_bytes())?;
    }
    Ok(match hint.found {
        Found::Problems(_) => CHECK_FAILED,
        Found::Stuck { .. } => UNDECIDED,
        Found::Solved | Found::Steps { .. } => DONE,
    })
}

/// Searches for the next step and shows progress.
fn hint(args: &HintArgs, position: Position, time: Option<Duration>, alarm: &Alarm) -> Result<Hint, Failure> {
    let progress = ProgressLine::new(args.position.quiet);
    progress.show_time("searching for the next step");
    let watch = progress.watch_until(alarm);
    let order = position::order(&args.position.guide)?;
    let limits = Limited { budget: position::guide(&order, &args.position), observer: Some(&watch) };
    let reach = if args.all { Reach::Easiest } else { Reach::First };
    let solutions = position::solutions(&position, time)?;
    position::note_unfinished(&args.position, &position, &solutions);
    let mut position = position;
    for _ in 0..args.after {
        let hint = position.hint(&solutions, Reach::First, limits);
        match &hint.found {
            Found::Steps { steps, .. } => position = steps[0].after(),
            _ => {
                progress.finish();
                return Ok(hint);
            }
        }
    }
    let hint = position.hint(&solutions, reach, limits);
    progress.finish();
    Ok(hint)
}

/// Returns the pictures of the steps, or of the position. Only the full depth reveals the steps.
fn scenes(hint: &Hint, depth: Depth) -> Vec<Scene> {
    match &hint.found {
        Found::Steps { steps, .. } if depth == Depth::Why => {
            steps.iter().map(|step| step_scene(step, &step.text(depth))).collect()
        }
        _ => position_scene(&hint.position, "").into_iter().collect(),
    }
}

/// Returns the hint in words, with drawings of the steps.
fn hint_text(
    args: &HintArgs,
    hint: &Hint,
    cut: Option<Duration>,
    depth: Depth,
    drawing: &Drawing<'_>,
) -> String {
    let width = width();
    let (stale, steps) = match &hint.found {
        Found::Stuck { .. } if cut.is_some() => return wrapped(&gave_up(cut), width),
        Found::Steps { stale, steps } if depth == Depth::Why => (stale, steps),
        _ => return wrapped(&hint.text(depth), width),
    };
    let mut out: String = stale.iter().map(|mark| hints::stale_mark(*mark) + "\n").collect();
    for step in steps {
        let text = wrapped(&step.styled(position::style(&args.position.style)), width);
        out += &(drawing.step(step) + &text + &meaning_line(step));
    }
    if let [step] = &steps[..] {
        let guide = &args.position.guide;
        let scale = guide.scale.map(|scale| format!("--scale {} ", scale.name()));
        let mut options = scale.unwrap_or_default();
        if let Some(path) = &guide.order {
            options += &format!("--order {} ", quoted(&path.to_string_lossy()));
        }
        if let Some(names) = &guide.without {
            options += &format!("--without {} ", quoted(names));
        }
        let next = format!("Next: farandole hint {options}{}", quoted(&step.after().to_string()));
        if width.is_some_and(|width| next.chars().count() > width) {
            out += &format!("Next: the same command with --after {}\n", args.after + 1);
        } else if !next.contains(is_invisible) {
            // A command with invisible characters cannot be copied from a terminal.
            out += &(next + "\n");
        }
    }
    out
}

/// Returns a text as one word of a shell command.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
