//! `farandole hint`: the next step from any position, or the errors in it.

use super::drawing::{Drawing, document};
use super::sheet::{HINT_TIME, gave_up};
use super::{sheet, variant_steps};
use crate::args::{self, Draw, HintArgs, Scale};
use crate::config;
use crate::exit::{CHECK_FAILED, DONE, Failure, UNDECIDED};
use crate::output::{json_line, print};
use crate::progress::ProgressLine;
use farandole::logic::cancel::Limited;
use farandole::logic::explain::english::{self, Depth};
use farandole::logic::explain::json;
use farandole::logic::hint::{self, Advice, Reach};
use farandole::logic::{Deduction, State, UserGrid};
use farandole::variant::holds_variants;
use farandole::{Alarm, sheet_solutions};
use std::time::Duration;

pub(crate) fn run(args: &HintArgs) -> Result<u8, Failure> {
    let (source, text) = &sheet::text_of(args.sheet.grid.as_deref())?;
    if holds_variants(text.as_bytes()) {
        return variant_steps::hint(args, (source, text));
    }
    let sheet = sheet::read(&args.sheet, (source, text))?;
    let depth = match args.depth {
        args::Depth::Where => Depth::Where,
        args::Depth::What => Depth::What,
        args::Depth::Why => Depth::Why,
    };
    let reach = if args.all { Reach::Easiest } else { Reach::First };
    let scale = match args.scale {
        Scale::Se => hint::Scale::Se(config::se_budget(args.sheet.budget)),
        Scale::Hodoku => hint::Scale::Hodoku(config::hodoku_budget(args.sheet.budget)),
    };
    let time = args.sheet.time_or(HINT_TIME);
    let alarm = Alarm::after(time);
    let advice = advise(&sheet, reach, scale, &alarm);
    let cut = if alarm.is_over() { time } else { None };
    let drawing = Drawing::new(&args.sheet.draw, Draw::Grid);
    let state = sheet.state();
    let drawings: Vec<_> = match (&state, &advice) {
        (None, _) => Vec::new(),
        // Only the full depth reveals the pattern.
        (Some(state), Advice::Steps { steps, .. }) if depth == Depth::Why => {
            steps.iter().map(|step| (state, Some(step), english::step(state, step, depth))).collect()
        }
        (Some(state), _) => vec![(state, None, String::new())],
    };
    drawing.save(&drawings)?;
    if args.sheet.json {
        let mut line = Vec::new();
        json_line(&mut line, &json::Advice::new(&sheet, &advice, depth, scale));
        print(&line)?;
    } else if drawing.draw == Draw::Svg {
        print(document(&drawings).as_bytes())?;
    } else {
        print(advice_text(args, &advice, cut, state.as_ref(), depth, &drawing).as_bytes())?;
    }
    Ok(match &advice {
        Advice::Trouble(_) => CHECK_FAILED,
        Advice::Stuck { .. } => UNDECIDED,
        Advice::Solved | Advice::Steps { .. } => DONE,
    })
}

/// Searches for the next step and shows progress.
fn advise(sheet: &UserGrid, reach: Reach, scale: hint::Scale, alarm: &Alarm) -> Advice {
    let progress = ProgressLine::new(false);
    progress.show_time("searching for the next step");
    let watch = progress.watch_until(alarm);
    let bounds = Limited { budget: scale, observer: Some(&watch) };
    let advice = hint::advise(sheet, &sheet_solutions(sheet), reach, bounds);
    progress.finish();
    advice
}

/// Returns the advice in words, with drawings of the steps.
fn advice_text(
    args: &HintArgs,
    advice: &Advice,
    cut: Option<Duration>,
    state: Option<&State>,
    depth: Depth,
    drawing: &Drawing<'_>,
) -> String {
    let mut out = String::new();
    match advice {
        Advice::Trouble(troubles) => {
            troubles.iter().for_each(|trouble| out += &(english::trouble(trouble, depth) + "\n"));
        }
        Advice::Solved => out += "The grid is complete and correct.\n",
        Advice::Stuck { .. } if cut.is_some() => out += &gave_up(cut),
        Advice::Stuck { .. } if args.sheet.budget.is_some() => {
            out += "No technique applies here within the budget.\n";
        }
        Advice::Stuck { .. } => out += "No technique applies here.\n",
        Advice::Steps { stale, steps } => {
            stale.iter().for_each(|mark| out += &(english::stale(*mark) + "\n"));
            for (step, state) in steps.iter().zip(core::iter::repeat(state).flatten()) {
                if depth == Depth::Why {
                    out += &drawing.grid(state, Some(step));
                }
                out += &english::step(state, step, depth);
            }
            if let (Some(state), [step], Depth::Why) = (state, &steps[..], depth) {
                out += &next(state, step, args.scale);
            }
        }
    }
    out
}

/// Returns the command that continues from the position after a step.
fn next(state: &State, step: &Deduction, scale: Scale) -> String {
    let mut after = state.clone();
    after.apply(step);
    let options = if scale == Scale::Hodoku { "--scale hodoku " } else { "" };
    format!("Next: farandole hint {options}'{}'\n", UserGrid::of(&after))
}
