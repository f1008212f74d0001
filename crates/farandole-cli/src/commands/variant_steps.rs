//! `farandole hint` and `farandole explain` for variants: the next step, and the full solution
//! path.

use super::drawing::{Drawing, document_of};
use super::sheet::{EXPLAIN_TIME, HINT_TIME, gave_up, several};
use crate::args::{self, Draw, ExplainArgs, HintArgs, Scale, SheetArgs};
use crate::exit::{CHECK_FAILED, DONE, FAILED, Failure, UNDECIDED, isolated};
use crate::output::{json_line, print};
use crate::progress::ProgressLine;
use farandole::format::Format;
use farandole::logic::PathOutcome;
use farandole::logic::explain::english::Depth;
use farandole::logic::explain::json;
use farandole::logic::explain::variant::english;
use farandole::logic::hint::Reach;
use farandole::logic::hint::variant::{Advice, Trouble, advise_by};
use farandole::logic::variant::{Deduction, State, Walk, unused_constraints};
use farandole::variant::{VariantEntry, VariantError, read_all, trouble_until, variant_text};
use farandole::{Alarm, Config};
use farandole_draw::{Scene, VariantBoard, with_caption};
use std::time::Duration;

/// Maximum number of nodes of a search for a second solution.
const SEARCH: u64 = 100_000;

/// A variant of a text: the line at which it begins, and its state or the reason why it cannot be
/// read.
type Item = (u64, Result<State, Failure>);

/// Returns the variants of a named text.
fn read((source, text): (&str, &str)) -> Vec<Item> {
    let item = |(line, entry): (u64, Result<VariantEntry, VariantError>)| {
        let read = entry.map_err(|error| Failure::Unreadable(error.located(source, line)));
        let state = read.and_then(|entry| {
            entry.warnings.iter().for_each(|warning| warn!("{source}:{line}: {warning}"));
            if entry.puzzle.board().has_seconds() {
                let message = format!("{source}:{line}: steps with Schroedinger cells are not supported");
                return Err(Failure::Unsupported(message));
            }
            Ok(State::new(&entry.puzzle))
        });
        (line, state)
    };
    read_all(text).into_iter().map(item).collect()
}

/// Returns the requested variant.
fn one(args: &SheetArgs, source: &str, mut items: Vec<Item>) -> Result<State, Failure> {
    let count = items.len();
    match args.number.unwrap_or(1) {
        _ if args.number.is_none() && count > 1 => Err(several(source, count)),
        wanted if (1..=count).contains(&wanted) => items.swap_remove(wanted - 1).1,
        wanted => Err(Failure::Usage(format!(
            "--number {wanted}: expected 1 to {count} for the puzzles in {source}"
        ))),
    }
}

fn check_scale(scale: Scale) -> Result<(), Failure> {
    match scale {
        Scale::Se => Ok(()),
        Scale::Hodoku => {
            Err(Failure::Usage("--scale hodoku: not supported for variants, which are not rated".into()))
        }
    }
}

/// Searches for errors in the variant: no solution, or several.
fn trouble(state: &State, time: Option<Duration>) -> Result<Option<Trouble>, Failure> {
    let config = Config { budget: SEARCH, ..Config::default() };
    // The other half of the time is for the steps.
    let alarm = Alarm::after(time.map(|time| time / 2));
    trouble_until(state.variant(), &config, alarm.stop())
        .map_err(|error| Failure::Unreadable(error.to_string()))
}

/// Returns a picture of a step with its text below.
fn picture(state: &State, step: Option<&Deduction>, text: &str) -> Scene {
    let board = VariantBoard::of_state(state);
    let board = if let Some(step) = step { board.with_step(step) } else { board };
    with_caption(board.scene(), text)
}

/// Prints the next step for a variant of a named text.
pub(super) fn hint(args: &HintArgs, (source, text): (&str, &str)) -> Result<u8, Failure> {
    check_scale(args.scale)?;
    let state = one(&args.sheet, source, read((source, text)))?;
    let depth = match args.depth {
        args::Depth::Where => Depth::Where,
        args::Depth::What => Depth::What,
        args::Depth::Why => Depth::Why,
    };
    let reach = if args.all { Reach::Easiest } else { Reach::First };
    let time = args.sheet.time_or(HINT_TIME);
    let progress = ProgressLine::new(false);
    progress.show_time("searching for the next step");
    let alarm = Alarm::after(time);
    let trouble = trouble(&state, time)?;
    let walk = Walk::until(state.clone(), args.sheet.budget.unwrap_or(u64::MAX), alarm.shared());
    let advice = advise_by(walk, trouble, reach);
    progress.finish();
    let cut = if alarm.is_over() { time } else { None };
    let drawing = Drawing::new(&args.sheet.draw, Draw::Grid);
    let mut scenes = Vec::new();
    if drawing.is_picture() {
        match &advice {
            // Only the full depth reveals the pattern.
            Advice::Steps(steps) if depth == Depth::Why => scenes.extend(
                steps.iter().map(|step| picture(&state, Some(step), &english::step(&state, step, depth))),
            ),
            _ => scenes.push(picture(&state, None, "")),
        }
    }
    drawing.save_scenes(&scenes)?;
    if args.sheet.json {
        let mut line = Vec::new();
        json_line(&mut line, &json::Advice::of_variant(&state, &advice, depth));
        print(&line)?;
    } else if drawing.draw == Draw::Svg {
        print(document_of(&scenes).as_bytes())?;
    } else {
        print(advice_text(args, &state, (&advice, cut), depth, &drawing).as_bytes())?;
    }
    Ok(match advice {
        Advice::Trouble(_) => CHECK_FAILED,
        Advice::Solved | Advice::Steps(_) => DONE,
        _ => UNDECIDED,
    })
}

/// Returns the advice in words, with drawings of the steps.
fn advice_text(
    args: &HintArgs,
    state: &State,
    (advice, cut): (&Advice, Option<Duration>),
    depth: Depth,
    drawing: &Drawing<'_>,
) -> String {
    let mut out = String::new();
    match advice {
        Advice::Trouble(trouble) => out += &(english::trouble(state, trouble, depth) + "\n"),
        Advice::Solved => out += "The grid is complete and correct.\n",
        Advice::Steps(steps) => {
            for step in steps {
                if depth == Depth::Why {
                    out += &drawing.variant_grid(state, Some(step));
                }
                out += &english::step(state, step, depth);
                if depth == Depth::Why {
                    out += &meaning_line(state, step);
                }
            }
            if let ([step], Depth::Why) = (&steps[..], depth) {
                let mut after = state.clone();
                after.apply(step);
                out += &format!("Next: farandole hint '{}'\n", written(&after));
            }
        }
        _ if cut.is_some() => out += &gave_up(cut),
        _ if args.sheet.budget.is_some() => out += "No technique applies here within the budget.\n",
        _ => out += &format!("No technique applies here.{}\n", why_stuck(state)),
    }
    out
}

/// Returns a line that explains the constraint kind of a step, or an empty string for other steps.
fn meaning_line(state: &State, step: &Deduction) -> String {
    english::meaning(state, step).map_or_else(String::new, |meaning| format!("({meaning})\n"))
}

/// Returns a sentence that explains why no step is found, preceded by a space.
fn why_stuck(state: &State) -> String {
    let constraints = state.variant().constraints();
    let mut unused: Vec<&str> =
        unused_constraints(state).into_iter().map(|index| constraints[index].name()).collect();
    unused.dedup();
    match &unused[..] {
        [] => " The puzzle needs longer reasoning.".to_owned(),
        names => format!(" No technique uses {}.", names.join(", ")),
    }
}

/// Returns the position as constraint text.
fn written(state: &State) -> String {
    variant_text(&VariantEntry::new(state.to_variant()), Format::Iss)
        .unwrap_or_default()
        .trim_end()
        .to_owned()
}

/// Prints the solution paths of all variants of a named text.
pub(super) fn explain(args: &ExplainArgs, (source, text): (&str, &str)) -> Result<u8, Failure> {
    check_scale(args.scale)?;
    let items = read((source, text));
    if args.sheet.number.is_some() || items.len() < 2 {
        return path(args, &one(&args.sheet, source, items)?, "");
    }
    let draw = &args.sheet.draw;
    if args.step.is_some() || draw.names_file() || draw.draw == Some(Draw::Svg) {
        return Err(several(source, items.len()));
    }
    let mut code = DONE;
    for (number, (line, item)) in items.into_iter().enumerate() {
        let state = match item {
            Ok(state) => state,
            Err(failure) => {
                code = code.max(failure.report());
                continue;
            }
        };
        let location = format!("{source}:{line}: ");
        let heading = if args.summary { &location[..] } else { "" };
        if !args.summary && !args.sheet.json {
            let gap = if number > 0 { "\n" } else { "" };
            print(format!("{gap}{source}:{line}:\n").as_bytes())?;
        }
        let explained = isolated(location.trim_end_matches(": "), || path(args, &state, heading));
        code = code.max(explained.unwrap_or(Ok(FAILED))?);
    }
    Ok(code)
}

/// Prints the solution path of one variant; `location` is printed before the summary.
fn path(args: &ExplainArgs, start: &State, location: &str) -> Result<u8, Failure> {
    let time = args.sheet.time_or(EXPLAIN_TIME);
    let alarm = Alarm::after(time);
    let progress = ProgressLine::new(false);
    progress.show_time("explaining");
    if let Some(trouble) = trouble(start, time)? {
        progress.finish();
        let mut line = Vec::new();
        if args.sheet.json {
            json_line(&mut line, &json::Advice::of_variant(start, &Advice::Trouble(trouble), Depth::Why));
        } else {
            line = format!("{location}{}\n", english::trouble(start, &trouble, Depth::Why)).into_bytes();
        }
        print(&line)?;
        return Ok(CHECK_FAILED);
    }
    let walk = Walk::until(start.clone(), args.sheet.budget.unwrap_or(u64::MAX), alarm.shared());
    let (steps, outcome) = walk.to_end();
    progress.finish();
    let code = if outcome == PathOutcome::Solved { DONE } else { UNDECIDED };
    let count = steps.len();
    let wanted = match args.step {
        Some(number) if !(1..=count).contains(&number) => {
            return Err(Failure::Usage(format!("--step {number}: the path has {count} steps")));
        }
        number => number.map(|number| number - 1),
    };
    if args.sheet.json {
        return print_json(start, steps, outcome, wanted).map(|()| code);
    }
    let drawing = Drawing::new(&args.sheet.draw, if wanted.is_some() { Draw::Grid } else { Draw::None });
    if drawing.is_picture() {
        let is_drawn =
            |(index, (_, step)): &(usize, &Taken)| wanted.map_or(!is_single(step), |wanted| wanted == *index);
        let drawn = steps.iter().enumerate().filter(is_drawn);
        let scenes: Vec<Scene> =
            drawn.map(|(index, taken)| picture(&taken.0, Some(&taken.1), &step_text(index, taken))).collect();
        drawing.save_scenes(&scenes)?;
        if drawing.draw == Draw::Svg {
            print(document_of(&scenes).as_bytes())?;
            return Ok(code);
        }
    }
    if let Some(wanted) = wanted {
        let taken = &steps[wanted];
        let grid = drawing.variant_grid(&taken.0, Some(&taken.1));
        print((grid + &step_text(wanted, taken) + &meaning_line(&taken.0, &taken.1)).as_bytes())?;
        return Ok(code);
    }
    let ended = match outcome {
        PathOutcome::Solved => "Solved in",
        PathOutcome::BudgetSpent => "Gave up after",
        _ => "Stuck after",
    };
    let list = if args.summary { String::new() } else { listed(&steps, args.every, &drawing) };
    let plural = if count == 1 { "" } else { "s" };
    let why = if outcome == PathOutcome::Stuck && !args.summary { why_stuck(start) } else { String::new() };
    print(format!("{list}{location}{ended} {count} step{plural}.{why}\n").as_bytes())?;
    Ok(code)
}

/// A step, and the position before it.
type Taken = (State, Deduction);

/// Prints the path, or one step of it, as JSON.
fn print_json(
    start: &State,
    steps: Vec<Taken>,
    end: PathOutcome,
    wanted: Option<usize>,
) -> Result<(), Failure> {
    let steps: Vec<Deduction> = steps.into_iter().map(|(_, step)| step).collect();
    let mut path = json::Path::of_variant(start, end, &steps);
    if let Some(wanted) = wanted {
        path.steps = vec![path.steps.swap_remove(wanted)];
    }
    let mut line = Vec::new();
    json_line(&mut line, &path);
    print(&line)
}

/// Returns the text of a step, preceded by its number.
fn step_text(index: usize, (state, step): &Taken) -> String {
    format!("{}. {}", index + 1, english::step(state, step, Depth::Why))
}

/// Returns the text of all steps. Singles are grouped unless `every` is set. The explanation of a
/// constraint kind is printed at its first use.
fn listed(steps: &[Taken], every: bool, drawing: &Drawing<'_>) -> String {
    let (mut out, mut index) = (String::new(), 0);
    let mut known: Vec<String> = Vec::new();
    while let Some(taken) = steps.get(index) {
        let singles = steps[index..].iter().take_while(|(_, step)| is_single(step)).count();
        if singles > 1 && !every {
            out += &group(index, &steps[index..index + singles]);
            index += singles;
            continue;
        }
        if singles == 0 {
            out += &drawing.variant_grid(&taken.0, Some(&taken.1));
        }
        out += &step_text(index, taken);
        let meaning = meaning_line(&taken.0, &taken.1);
        if !known.contains(&meaning) {
            out += &meaning;
            known.push(meaning);
        }
        index += 1;
    }
    out
}

/// Returns true if the step is fully described by its placement.
const fn is_single(step: &Deduction) -> bool {
    step.placements.len() == 1
}

/// Returns the text of consecutive singles: their placements.
fn group(first: usize, steps: &[Taken]) -> String {
    let mut text = format!("{}-{}. {} singles:\n", first + 1, first + steps.len(), steps.len());
    for line in steps.chunks(10) {
        let placed: Vec<String> = line
            .iter()
            .flat_map(|(state, step)| {
                step.placements.iter().map(|placement| english::candidate(state, *placement))
            })
            .collect();
        text += &format!("  {}\n", placed.join(" "));
    }
    text
}
