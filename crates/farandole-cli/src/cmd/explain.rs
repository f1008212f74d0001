//! `farandole explain`: the whole way to the solution.

use super::drawing::Drawing;
use super::sheet;
use crate::args::{Draw, ExplainArgs, Scale};
use crate::config;
use crate::exit::{CHECK_FAILED, DONE, Failure, UNDECIDED};
use crate::output::{json_line, print};
use farandole::guide;
use farandole::logic::explain::json as wire;
use farandole::logic::explain::{english as en, svg};
use farandole::logic::hint::{self, Advice, Reach, Solutions};
use farandole::logic::{Deduction, State};
use farandole::logic::{hodoku, se};
use std::fmt::Write as _;

pub(crate) fn run(args: &ExplainArgs) -> Result<u8, Failure> {
    let sheet = sheet::read(&args.sheet)?;
    // The cheapest way to ask whether there is anything wrong.
    let nothing = se::Budget { hardest: 0, visits: 0 };
    let solutions = guide::solutions(&sheet);
    let advice = hint::advise(&sheet, &solutions, Reach::First, nothing);
    if let Advice::Trouble(troubles) = &advice {
        if args.sheet.json {
            let mut line = Vec::new();
            json_line(&mut line, &wire::Advice::new(&sheet, &advice, en::Depth::Why, nothing.into()));
            print(&line)?;
        } else {
            let text = troubles.iter().map(|trouble| en::trouble(trouble, en::Depth::Why) + "\n");
            print(text.collect::<String>().as_bytes())?;
        }
        return Ok(CHECK_FAILED);
    }
    let Some(start) = sheet.state() else { return Ok(CHECK_FAILED) };
    let Told { steps, outcome, numbers, path } = match args.scale {
        Scale::Se => on_se(&start, args),
        Scale::Hodoku => on_hodoku(&start, &solutions, args),
    };
    let code = if outcome == "solved" { DONE } else { UNDECIDED };
    let wanted = args.step.map(|number| {
        if number == 0 || number > steps.len() {
            return Err(Failure::Usage(format!("--step {number}: the path has {} steps", steps.len())));
        }
        Ok(number - 1)
    });
    let wanted = wanted.transpose()?;
    let usual = if wanted.is_some() { Draw::Grid } else { Draw::None };
    let drawing = Drawing::new(&args.sheet.draw, usual);
    if args.sheet.json {
        let mut path = path;
        if let Some(wanted) = wanted {
            path.steps = vec![path.steps.swap_remove(wanted)];
        }
        let mut line = Vec::new();
        json_line(&mut line, &path);
        print(&line)?;
        return Ok(code);
    }
    let mut states = vec![start];
    for Numbered { step, .. } in &steps {
        let mut next = states[states.len() - 1].clone();
        next.apply(step);
        states.push(next);
    }
    // Drawings of plain placements would only fill the page, unless there is nothing else to draw.
    let is_plain = |step: &Deduction| step.placements.len() == 1 && step.pattern.len() <= 1;
    let all_plain = (drawing.draw == Draw::Svg || args.sheet.draw.svg.is_some())
        && steps.iter().all(|numbered| is_plain(&numbered.step));
    let is_drawn =
        |i: usize, step: &Deduction| wanted.map_or(all_plain || !is_plain(step), |wanted| wanted == i);
    let drawings: Vec<(&State, Option<&Deduction>, String)> = states
        .iter()
        .zip(&steps)
        .enumerate()
        .filter(|(i, (_, numbered))| is_drawn(*i, &numbered.step))
        .map(|(i, (state, numbered))| (state, Some(&numbered.step), told(i, state, numbered)))
        .collect();
    drawing.save(&drawings)?;
    if drawing.draw == Draw::Svg {
        print(svg::document(&drawings).as_bytes())?;
        return Ok(code);
    }
    let mut out = String::new();
    for (i, (state, numbered)) in states.iter().zip(&steps).enumerate() {
        if wanted.is_some_and(|wanted| wanted != i) {
            continue;
        }
        if is_drawn(i, &numbered.step) {
            out += &drawing.grid(state, Some(&numbered.step));
        }
        out += &told(i, state, numbered);
    }
    if wanted.is_none() {
        let count = steps.len();
        let ended = if outcome == "gave-up" { "Gave up" } else { "Stuck" };
        let _ = match (outcome, count) {
            ("solved", _) => writeln!(out, "Solved in {count} steps: {numbers}."),
            (_, 0) => writeln!(out, "{ended} before the first step."),
            _ => writeln!(out, "{ended} after {count} steps; at least {numbers}."),
        };
    }
    print(out.as_bytes())?;
    Ok(code)
}

/// A step with its number on the scale, as people write it.
struct Numbered {
    number: String,
    step: Deduction,
}

/// A path on any scale.
struct Told {
    steps: Vec<Numbered>,
    outcome: &'static str,
    numbers: String,
    path: wire::Path,
}

fn on_se(start: &State, args: &ExplainArgs) -> Told {
    let (rating, steps) = se::explain(start, config::se_budget(args.sheet.budget));
    let numbers = [("ER", rating.er), ("EP", rating.ep), ("ED", rating.ed)]
        .map(|(name, tenths)| format!("{name} {:.1}", wire::quoted(tenths)));
    Told {
        path: wire::Path::se(start, rating, &steps),
        outcome: wire::se_outcome(rating.outcome),
        numbers: numbers.join(", "),
        steps: steps
            .into_iter()
            .map(|(tenths, step)| Numbered { number: format!("{:.1}", wire::quoted(tenths)), step })
            .collect(),
    }
}

fn on_hodoku(start: &State, solutions: &Solutions, args: &ExplainArgs) -> Told {
    let solution = if let Solutions::One(solution) = solutions { Some(solution) } else { None };
    let (rating, steps) = hodoku::explain(start, solution, config::hodoku_budget(args.sheet.budget));
    let score = |step: &Deduction| hodoku::entry(step.technique).map_or(0, |entry| entry.score);
    Told {
        path: wire::Path::hodoku(start, rating, &steps),
        outcome: wire::hodoku_outcome(rating.outcome),
        numbers: format!("score {}, {}", rating.score, rating.level.name()),
        steps: steps.into_iter().map(|step| Numbered { number: score(&step).to_string(), step }).collect(),
    }
}

/// A step with its number and difficulty in front.
fn told(place: usize, state: &State, numbered: &Numbered) -> String {
    let Numbered { number, step } = numbered;
    format!("{}. [{number}] {}", place + 1, en::step(state, step, en::Depth::Why))
}
