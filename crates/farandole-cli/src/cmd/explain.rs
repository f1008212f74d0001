//! `farandole explain`: the whole way to the solution.

use super::hint::{Drawing, budget, print, read};
use crate::args::{Draw, ExplainArgs, Scale};
use crate::exit::{CHECK_FAILED, DONE, Failure, UNDECIDED};
use crate::output::json_line;
use farandole::guide;
use farandole::logic::hint::{self, Advice, Reach};
use farandole::logic::render::{en, svg};
use farandole::logic::scale::se::{self, Outcome};
use farandole::logic::{Deduction, State, wire};
use std::fmt::Write as _;

pub(crate) fn run(args: &ExplainArgs) -> Result<u8, Failure> {
    let Scale::Se = args.scale;
    let sheet = read(&args.sheet)?;
    // The cheapest way to ask whether there is anything wrong.
    let nothing = se::Budget { hardest: 0, visits: 0 };
    let advice = hint::advise(&sheet, &guide::solutions(&sheet), Reach::First, nothing);
    if let Advice::Trouble(troubles) = &advice {
        if args.sheet.json {
            let mut line = Vec::new();
            json_line(&mut line, &wire::Advice::new(&sheet, &advice, en::Depth::Why));
            print(&line)?;
        } else {
            let text = troubles.iter().map(|trouble| en::trouble(trouble, en::Depth::Why) + "\n");
            print(text.collect::<String>().as_bytes())?;
        }
        return Ok(CHECK_FAILED);
    }
    let Some(start) = sheet.state() else { return Ok(CHECK_FAILED) };
    let (rating, steps) = se::explain(&start, budget(args.sheet.budget));
    let code = if rating.outcome == Outcome::Solved { DONE } else { UNDECIDED };
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
        let mut path = wire::Path::new(&start, rating, &steps);
        if let Some(wanted) = wanted {
            path.steps = vec![path.steps.swap_remove(wanted)];
        }
        let mut line = Vec::new();
        json_line(&mut line, &path);
        print(&line)?;
        return Ok(code);
    }
    let mut states = vec![start];
    for (_, step) in &steps {
        let mut next = states[states.len() - 1].clone();
        next.apply(step);
        states.push(next);
    }
    // Drawings of plain placements would only fill the page.
    let is_drawn = |i: usize, step: &Deduction| {
        wanted.map_or(step.placements.len() != 1 || step.pattern.len() > 1, |it| it == i)
    };
    let drawings: Vec<(&State, Option<&Deduction>, String)> = states
        .iter()
        .zip(&steps)
        .enumerate()
        .filter(|(i, (_, (_, step)))| is_drawn(*i, step))
        .map(|(i, (state, (tenths, step)))| (state, Some(step), told(i, state, *tenths, step)))
        .collect();
    drawing.save(&drawings)?;
    if drawing.draw == Draw::Svg {
        print(svg::document(&drawings).as_bytes())?;
        return Ok(code);
    }
    let mut out = String::new();
    for (i, (state, (tenths, step))) in states.iter().zip(&steps).enumerate() {
        if wanted.is_some_and(|wanted| wanted != i) {
            continue;
        }
        if is_drawn(i, step) {
            out += &drawing.grid(state, Some(step));
        }
        out += &told(i, state, *tenths, step);
    }
    if wanted.is_none() {
        let numbers = [("ER", rating.er), ("EP", rating.ep), ("ED", rating.ed)]
            .map(|(name, tenths)| format!("{name} {:.1}", wire::quoted(tenths)))
            .join(", ");
        let _ = match rating.outcome {
            Outcome::Solved => writeln!(out, "Solved in {} steps: {numbers}.", steps.len()),
            Outcome::BudgetSpent => writeln!(out, "Gave up after {} steps; at least {numbers}.", steps.len()),
            Outcome::Stuck | Outcome::Contradiction => {
                writeln!(out, "Stuck after {} steps; at least {numbers}.", steps.len())
            }
        };
    }
    print(out.as_bytes())?;
    Ok(code)
}

/// A step with its number and difficulty in front.
fn told(number: usize, state: &State, tenths: se::Tenths, step: &Deduction) -> String {
    format!("{}. [{:.1}] {}", number + 1, wire::quoted(tenths), en::step(state, step, en::Depth::Why))
}
