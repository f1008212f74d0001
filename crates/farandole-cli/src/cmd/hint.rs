//! `farandole hint`: the next step from any state, or what is wrong with it.

use super::drawing::Drawing;
use super::sheet;
use crate::args::{Depth, Draw, HintArgs, Scale};
use crate::config;
use crate::exit::{CHECK_FAILED, DONE, Failure, UNDECIDED};
use crate::output::{json_line, print};
use farandole::guide;
use farandole::logic::explain::json as wire;
use farandole::logic::explain::{english as en, svg};
use farandole::logic::hint::{self, Advice, Reach};

pub(crate) fn run(args: &HintArgs) -> Result<u8, Failure> {
    let sheet = sheet::read(&args.sheet)?;
    let depth = match args.depth {
        Depth::Where => en::Depth::Where,
        Depth::What => en::Depth::What,
        Depth::Why => en::Depth::Why,
    };
    let reach = if args.all { Reach::Easiest } else { Reach::First };
    let scale = match args.scale {
        Scale::Se => hint::Scale::Se(config::se_budget(args.sheet.budget)),
        Scale::Hodoku => hint::Scale::Hodoku(config::hodoku_budget(args.sheet.budget)),
    };
    let advice = hint::advise(&sheet, &guide::solutions(&sheet), reach, scale);
    let drawing = Drawing::new(&args.sheet.draw, Draw::Grid);
    let state = sheet.state();
    let drawings: Vec<_> = match (&state, &advice) {
        (None, _) => Vec::new(),
        // Only the whole answer shows the pattern.
        (Some(state), Advice::Steps { steps, .. }) if depth == en::Depth::Why => {
            steps.iter().map(|step| (state, Some(step), en::step(state, step, depth))).collect()
        }
        (Some(state), _) => vec![(state, None, String::new())],
    };
    let mut out = String::new();
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
