//! `farandole explain`: the full solution path.

use super::drawing::Drawing;
use super::sheet;
use crate::args::{Draw, ExplainArgs, Scale};
use crate::config;
use crate::exit::{CHECK_FAILED, DONE, Failure, UNDECIDED};
use crate::output::{json_line, print};
use farandole::logic::explain::english::{self, Depth};
use farandole::logic::explain::{json, svg};
use farandole::logic::hint::{self, Advice, Reach, Solutions};
use farandole::logic::{Deduction, State, hodoku, se};
use farandole::sheet_solutions;

pub(crate) fn run(args: &ExplainArgs) -> Result<u8, Failure> {
    let sheet = sheet::read(&args.sheet)?;
    // The cheapest way to ask whether there is anything wrong.
    let nothing = se::Budget { hardest: 0, visits: 0 };
    let solutions = sheet_solutions(&sheet);
    let advice = hint::advise(&sheet, &solutions, Reach::First, nothing);
    if let Advice::Trouble(troubles) = &advice {
        if args.sheet.json {
            let mut line = Vec::new();
            json_line(&mut line, &json::Advice::new(&sheet, &advice, Depth::Why, nothing.into()));
            print(&line)?;
        } else {
            let text = troubles.iter().map(|trouble| english::trouble(trouble, Depth::Why) + "\n");
            print(text.collect::<String>().as_bytes())?;
        }
        return Ok(CHECK_FAILED);
    }
    let Some(start) = sheet.state() else { return Ok(CHECK_FAILED) };
    let told = match args.scale {
        Scale::Se => on_se(&start, args),
        Scale::Hodoku => on_hodoku(&start, &solutions, args),
    };
    let code = if told.outcome == "solved" { DONE } else { UNDECIDED };
    let count = told.steps.len();
    let wanted = match args.step {
        Some(number) if number == 0 || number > count => {
            let steps = steps(count);
            return Err(Failure::Usage(format!("--step {number}: the path has {steps}")));
        }
        number => number.map(|number| number - 1),
    };
    if args.sheet.json {
        let mut path = told.path;
        if let Some(wanted) = wanted {
            path.steps = vec![path.steps.swap_remove(wanted)];
        }
        let mut line = Vec::new();
        json_line(&mut line, &path);
        print(&line)?;
    } else {
        write(args, start, &told, wanted)?;
    }
    Ok(code)
}

/// Writes the path, or the step wanted, as text or drawings.
fn write(args: &ExplainArgs, start: State, told: &Told, wanted: Option<usize>) -> Result<(), Failure> {
    let usual = if wanted.is_some() { Draw::Grid } else { Draw::None };
    let drawing = Drawing::new(&args.sheet.draw, usual);
    let steps = &told.steps;
    let mut states = vec![start];
    for Numbered { step, .. } in steps {
        let mut next = states[states.len() - 1].clone();
        next.apply(step);
        states.push(next);
    }
    // Drawings of plain placements would only fill the page, unless there is nothing else to draw.
    let all_plain = (drawing.draw == Draw::Svg || args.sheet.draw.svg.is_some())
        && steps.iter().all(|numbered| is_plain(&numbered.step));
    let is_drawn =
        |i: usize, step: &Deduction| wanted.map_or(all_plain || !is_plain(step), |wanted| wanted == i);
    let drawings: Vec<(&State, Option<&Deduction>, String)> = states
        .iter()
        .zip(steps)
        .enumerate()
        .filter(|(i, (_, numbered))| is_drawn(*i, &numbered.step))
        .map(|(i, (state, numbered))| (state, Some(&numbered.step), text_of(i, state, numbered)))
        .collect();
    drawing.save(&drawings)?;
    if drawing.draw == Draw::Svg {
        return print(svg::document(&drawings).as_bytes());
    }
    let mut out = String::new();
    let mut i = wanted.unwrap_or(0);
    while i < wanted.map_or(steps.len(), |wanted| wanted + 1) {
        let plain = steps[i..].iter().take_while(|numbered| is_plain(&numbered.step)).count();
        if plain > 1 && wanted.is_none() && !args.every {
            out += &group(i, &steps[i..i + plain]);
            i += plain;
            continue;
        }
        if is_drawn(i, &steps[i].step) {
            out += &drawing.grid(&states[i], Some(&steps[i].step));
        }
        out += &text_of(i, &states[i], &steps[i]);
        i += 1;
    }
    if wanted.is_none() {
        out += &summary(told);
    }
    print(out.as_bytes())
}

/// Whether the step is a single, with nothing to be seen in a drawing.
const fn is_plain(step: &Deduction) -> bool {
    step.placements.len() == 1 && step.pattern.len() <= 1
}

/// Singles one after the other: their difficulties, and what they place.
fn group(first: usize, steps: &[Numbered]) -> String {
    let mut numbers: Vec<&str> = steps.iter().map(|numbered| &numbered.number[..]).collect();
    numbers.sort_unstable_by_key(|number| (number.len(), *number));
    let least = numbers[0];
    let greatest = numbers[numbers.len() - 1];
    let range = if least == greatest { least.to_owned() } else { format!("{least} to {greatest}") };
    let mut text = format!("{}-{}. [{range}] {} singles:\n", first + 1, first + steps.len(), steps.len());
    for line in steps.chunks(10) {
        let placed: Vec<String> =
            line.iter().flat_map(|numbered| &numbered.step.placements).map(ToString::to_string).collect();
        text += &format!("  {}\n", placed.join(" "));
    }
    text
}

/// How the path ends.
fn summary(told: &Told) -> String {
    let (count, numbers) = (told.steps.len(), &told.numbers);
    let ended = if told.outcome == "gave-up" { "Gave up" } else { "Stuck" };
    match (told.outcome, count) {
        ("solved", _) => format!("Solved in {}: {numbers}.\n", steps(count)),
        (_, 0) => format!("{ended} before the first step.\n"),
        _ => format!("{ended} after {}; at least {numbers}.\n", steps(count)),
    }
}

/// `1 step`, `2 steps`.
fn steps(count: usize) -> String {
    format!("{count} {}", if count == 1 { "step" } else { "steps" })
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
    path: json::Path,
}

fn on_se(start: &State, args: &ExplainArgs) -> Told {
    let (rating, steps) = se::explain(start, config::se_budget(args.sheet.budget));
    let numbers = [("ER", rating.er), ("EP", rating.ep), ("ED", rating.ed)]
        .map(|(name, tenths)| format!("{name} {:.1}", json::quoted(tenths)));
    Told {
        path: json::Path::se(start, rating, &steps),
        outcome: json::se_outcome(rating.outcome),
        numbers: numbers.join(", "),
        steps: steps
            .into_iter()
            .map(|(tenths, step)| Numbered { number: format!("{:.1}", json::quoted(tenths)), step })
            .collect(),
    }
}

fn on_hodoku(start: &State, solutions: &Solutions, args: &ExplainArgs) -> Told {
    let solution = if let Solutions::One(solution) = solutions { Some(solution) } else { None };
    let (rating, steps) = hodoku::explain(start, solution, config::hodoku_budget(args.sheet.budget));
    let score = |step: &Deduction| hodoku::entry(step.technique).map_or(0, |entry| entry.score);
    Told {
        path: json::Path::hodoku(start, rating, &steps),
        outcome: json::hodoku_outcome(rating.outcome),
        numbers: format!("score {}, {}", rating.score, rating.level.name()),
        steps: steps.into_iter().map(|step| Numbered { number: score(&step).to_string(), step }).collect(),
    }
}

/// A step with its number and difficulty in front.
fn text_of(place: usize, state: &State, numbered: &Numbered) -> String {
    let Numbered { number, step } = numbered;
    format!("{}. [{number}] {}", place + 1, english::step(state, step, Depth::Why))
}
