//! `farandole explain`: the full solution path. Steps are printed as soon as they are found.

use super::drawing::{Drawing, document};
use super::sheet::EXPLAIN_TIME;
use super::{sheet, variant_steps};
use crate::args::{Draw, ExplainArgs, Scale};
use crate::config;
use crate::exit::{CHECK_FAILED, DONE, FAILED, Failure, UNDECIDED, isolated};
use crate::output::{json_line, print};
use crate::progress::ProgressLine;
use farandole::logic::cancel::{Limited, Observer};
use farandole::logic::explain::english::{self, Depth};
use farandole::logic::explain::json;
use farandole::logic::hint::{self, Advice, Reach, Solutions};
use farandole::logic::{Deduction, State, UserGrid, hodoku, se};
use farandole::variant::holds_variants;
use farandole::{Alarm, sheet_solutions};
use std::ops::ControlFlow;

pub(crate) fn run(args: &ExplainArgs) -> Result<u8, Failure> {
    let (source, text) = &sheet::text_of(args.sheet.grid.as_deref())?;
    if holds_variants(text.as_bytes()) {
        return variant_steps::explain(args, (source, text));
    }
    let items = sheet::read_all((source, text))?;
    let count = items.len();
    if args.sheet.number.is_some() || count < 2 {
        return one(args, &sheet::read(&args.sheet, (source, text))?, "");
    }
    let draw = &args.sheet.draw;
    if args.step.is_some() || draw.names_file() || draw.draw == Some(Draw::Svg) {
        return Err(sheet::several(source, count));
    }
    let mut code = DONE;
    for (number, item) in items.into_iter().enumerate() {
        let sheet = match item.sheet {
            Ok(sheet) => sheet,
            Err(failure) => {
                code = code.max(failure.report());
                continue;
            }
        };
        let location = format!("{source}:{}: ", item.line);
        let heading = match (args.sheet.json, args.summary) {
            (true, _) => "",
            (false, true) => &location,
            (false, false) => {
                let gap = if number > 0 { "\n" } else { "" };
                print(format!("{gap}{location}{sheet}\n").as_bytes())?;
                ""
            }
        };
        let explained = isolated(location.trim_end_matches(": "), || one(args, &sheet, heading));
        code = code.max(explained.unwrap_or(Ok(FAILED))?);
    }
    Ok(code)
}

/// Explains one grid; `location` is printed before the summary.
fn one(args: &ExplainArgs, sheet: &UserGrid, location: &str) -> Result<u8, Failure> {
    // With this budget the advice contains only errors in the grid, and no technique is tried.
    let nothing = se::Budget { hardest: 0, visits: 0 };
    let solutions = sheet_solutions(sheet);
    let advice = hint::advise(sheet, &solutions, Reach::First, nothing);
    if let Advice::Trouble(troubles) = &advice {
        if args.sheet.json {
            let mut line = Vec::new();
            json_line(&mut line, &json::Advice::new(sheet, &advice, Depth::Why, nothing.into()));
            print(&line)?;
        } else {
            let text = troubles
                .iter()
                .map(|trouble| format!("{location}{}\n", english::trouble(trouble, Depth::Why)));
            print(text.collect::<String>().as_bytes())?;
        }
        return Ok(CHECK_FAILED);
    }
    let Some(start) = sheet.state() else { return Ok(CHECK_FAILED) };
    let drawing = Drawing::new(&args.sheet.draw, if args.step.is_some() { Draw::Grid } else { Draw::None });
    let is_text = !args.sheet.json && drawing.draw != Draw::Svg;
    let mut text = (is_text && args.step.is_none() && !args.summary).then(|| PathText {
        drawing: &drawing,
        every: args.every,
        state: start.clone(),
        count: 0,
        plain: Vec::new(),
    });
    let found = find_path(args, &start, &solutions, text.as_mut())?;
    let code = if found.outcome == "solved" { DONE } else { UNDECIDED };
    let count = found.steps.len();
    let wanted = match args.step {
        Some(number) if number == 0 || number > count => {
            let steps = steps(count);
            return Err(Failure::Usage(format!("--step {number}: the path has {steps}")));
        }
        number => number.map(|number| number - 1),
    };
    if let Some(mut path) = found.path(&start, args) {
        if let Some(wanted) = wanted {
            path.steps = vec![path.steps.swap_remove(wanted)];
        }
        let mut line = Vec::new();
        json_line(&mut line, &path);
        print(&line)?;
        return Ok(code);
    }
    draw(&drawing, start, &found, wanted)?;
    if is_text && wanted.is_none() {
        let end = text.map_or_else(String::new, |mut text| text.listed());
        print((end + location + &summary(&found)).as_bytes())?;
    }
    Ok(code)
}

/// Finds all steps, prints them as they are found if `text` is set, and shows progress.
fn find_path(
    args: &ExplainArgs,
    start: &State,
    solutions: &Solutions,
    mut text: Option<&mut PathText<'_>>,
) -> Result<FoundPath, Failure> {
    let progress = ProgressLine::new(false);
    progress.show_time("explaining");
    let alarm = Alarm::after(args.sheet.time_or(EXPLAIN_TIME));
    let watch = progress.watch_until(&alarm);
    let mut printed = Ok(());
    let mut count = 0;
    let mut each = |number: &str, step: &Deduction| {
        count += 1;
        progress.set_message(format!("{}, the last one {number}", steps(count)));
        let out = text.as_mut().map_or_else(String::new, |text| text.step(number, step));
        if !out.is_empty() {
            printed = progress.suspend(|| print(out.as_bytes()));
        }
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let found = match args.scale {
        Scale::Se => on_se(start, args, &watch, &mut each),
        Scale::Hodoku => on_hodoku(start, solutions, args, &watch, &mut each),
    };
    progress.finish();
    printed.map(|()| found)
}

/// Draws the steps that have a drawing as SVG, and prints the requested step.
fn draw(
    drawing: &Drawing<'_>,
    start: State,
    found: &FoundPath,
    wanted: Option<usize>,
) -> Result<(), Failure> {
    if !drawing.is_picture() && wanted.is_none() {
        return Ok(());
    }
    let mut states = vec![start];
    for Numbered { step, .. } in &found.steps {
        let mut next = states[states.len() - 1].clone();
        next.apply(step);
        states.push(next);
    }
    // Drawings of plain placements would only fill pages, unless there is nothing else to draw.
    let all_plain = found.steps.iter().all(|numbered| is_plain(&numbered.step));
    let is_drawn =
        |i: usize, step: &Deduction| wanted.map_or(all_plain || !is_plain(step), |wanted| wanted == i);
    let drawings: Vec<(&State, Option<&Deduction>, String)> = states
        .iter()
        .zip(&found.steps)
        .enumerate()
        .filter(|(i, (_, numbered))| is_drawn(*i, &numbered.step))
        .map(|(i, (state, numbered))| (state, Some(&numbered.step), text_of(i, state, numbered)))
        .collect();
    drawing.save(&drawings)?;
    if drawing.draw == Draw::Svg {
        return print(document(&drawings).as_bytes());
    }
    let Some(wanted) = wanted else { return Ok(()) };
    let (state, numbered) = (&states[wanted], &found.steps[wanted]);
    print((drawing.grid(state, Some(&numbered.step)) + &text_of(wanted, state, numbered)).as_bytes())
}

/// The path as text, built step by step.
struct PathText<'a> {
    drawing: &'a Drawing<'a>,
    every: bool,
    /// The state after the last step.
    state: State,
    /// Number of steps so far.
    count: usize,
    /// Singles that are held back to be printed as a group, each with its index in the path and the
    /// state before it.
    plain: Vec<(usize, State, Numbered)>,
}

impl PathText<'_> {
    /// Returns the text to print after this step.
    fn step(&mut self, number: &str, step: &Deduction) -> String {
        let numbered = Numbered { number: number.to_owned(), step: step.clone() };
        let before = self.state.clone();
        self.state.apply(step);
        self.count += 1;
        if is_plain(step) && !self.every {
            self.plain.push((self.count - 1, before, numbered));
            return String::new();
        }
        let mut out = self.listed();
        if !is_plain(step) {
            out += &self.drawing.grid(&before, Some(step));
        }
        out + &text_of(self.count - 1, &before, &numbered)
    }

    /// Returns the text of the singles that are held back.
    fn listed(&mut self) -> String {
        match &std::mem::take(&mut self.plain)[..] {
            [] => String::new(),
            [(index, state, numbered)] => text_of(*index, state, numbered),
            plain @ [(first, ..), ..] => group(*first, plain.iter().map(|(.., numbered)| numbered)),
        }
    }
}

/// Returns true if the step is a single, whose drawing would show nothing more.
const fn is_plain(step: &Deduction) -> bool {
    step.placements.len() == 1 && step.pattern.len() <= 1
}

/// Returns the text of consecutive singles: their difficulties and placements.
fn group<'a>(first: usize, steps: impl Iterator<Item = &'a Numbered>) -> String {
    let steps: Vec<&Numbered> = steps.collect();
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

/// Returns the last line of a path: how it ends.
fn summary(found: &FoundPath) -> String {
    let (count, numbers) = (found.steps.len(), &found.numbers);
    let ended = if found.outcome == "gave-up" { "Gave up" } else { "Stuck" };
    match (found.outcome, count) {
        ("solved", _) => format!("Solved in {}: {numbers}.\n", steps(count)),
        (_, 0) => format!("{ended} before the first step.\n"),
        _ => format!("{ended} after {}; at least {numbers}.\n", steps(count)),
    }
}

/// Returns `1 step`, `2 steps` and so on.
fn steps(count: usize) -> String {
    format!("{count} {}", if count == 1 { "step" } else { "steps" })
}

/// A step with its difficulty on the scale, as it is printed.
struct Numbered {
    number: String,
    step: Deduction,
}

/// A path on either scale.
struct FoundPath {
    steps: Vec<Numbered>,
    outcome: &'static str,
    numbers: String,
    rating: Rating,
}

/// A rating on either scale; that of Sudoku Explainer includes the difficulties of the steps.
enum Rating {
    Se(se::Rating, Vec<se::Tenths>),
    Hodoku(hodoku::Rating),
}

impl FoundPath {
    /// Returns the path as data, if JSON is requested.
    fn path(&self, start: &State, args: &ExplainArgs) -> Option<json::Path> {
        let steps = self.steps.iter().map(|numbered| numbered.step.clone());
        args.sheet.json.then(|| match &self.rating {
            Rating::Se(rating, tenths) => {
                json::Path::se(start, *rating, &tenths.iter().copied().zip(steps).collect::<Vec<_>>())
            }
            Rating::Hodoku(rating) => json::Path::hodoku(start, *rating, &steps.collect::<Vec<_>>()),
        })
    }
}

/// Callback that receives each step with its difficulty, and may break.
type Each<'a> = &'a mut dyn FnMut(&str, &Deduction) -> ControlFlow<()>;

fn on_se(start: &State, args: &ExplainArgs, watch: Observer<'_>, each: Each<'_>) -> FoundPath {
    let (mut steps, mut all) = (Vec::new(), Vec::new());
    let bounds = Limited { budget: config::se_budget(args.sheet.budget), observer: Some(watch) };
    let rating = se::explain_each(start, bounds, |tenths, step| {
        let number = format!("{:.1}", json::quoted(tenths));
        let flow = each(&number, &step);
        steps.push(Numbered { number, step });
        all.push(tenths);
        flow
    });
    let numbers = [("ER", rating.er), ("EP", rating.ep), ("ED", rating.ed)]
        .map(|(name, tenths)| format!("{name} {:.1}", json::quoted(tenths)));
    let (outcome, numbers) = (rating.outcome.id(), numbers.join(", "));
    FoundPath { steps, outcome, numbers, rating: Rating::Se(rating, all) }
}

fn on_hodoku(
    start: &State,
    solutions: &Solutions,
    args: &ExplainArgs,
    watch: Observer<'_>,
    each: Each<'_>,
) -> FoundPath {
    let solution = if let Solutions::One(solution) = solutions { Some(solution) } else { None };
    let mut steps = Vec::new();
    let bounds = Limited { budget: config::hodoku_budget(args.sheet.budget), observer: Some(watch) };
    let rating = hodoku::explain_each(start, solution, bounds, |step| {
        let number = hodoku::entry(step.technique).map_or(0, |entry| entry.score).to_string();
        let flow = each(&number, &step);
        steps.push(Numbered { number, step });
        flow
    });
    let numbers = format!("score {}, {}", rating.score, rating.level.name());
    FoundPath { steps, outcome: rating.outcome.id(), numbers, rating: Rating::Hodoku(rating) }
}

/// Returns the text of a step, preceded by its number and difficulty.
fn text_of(index: usize, state: &State, numbered: &Numbered) -> String {
    let Numbered { number, step } = numbered;
    format!("{}. [{number}] {}", index + 1, english::step(state, step, Depth::Why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Color, DrawArgs};

    #[test]
    fn a_step_is_text_as_soon_as_it_is_found() {
        let line = b"..............1..2..3.4..5.......6....753.....2......1....8..3..1...24...6.......";
        let start = State::from_line(line).unwrap();
        let args = DrawArgs { draw: None, svg: None, pdf: None, color: Color::Never };
        let drawing = Drawing::new(&args, Draw::None);
        for every in [false, true] {
            let (state, count, plain) = (start.clone(), 0, Vec::new());
            let mut text = PathText { drawing: &drawing, every, state, count, plain };
            let mut steps = 0;
            let mut all = String::new();
            let rating = se::explain_each(&start, se::Budget::NONE, |_, step| {
                let out = text.step("1.0", &step);
                assert_eq!(out.is_empty(), is_plain(&step) && !every);
                steps += 1;
                all += &out;
                // Later steps would take too long for a test.
                if steps < 60 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            all += &text.listed();
            assert_eq!((rating.outcome, rating.steps), (farandole::logic::PathOutcome::BudgetSpent, 60));
            assert_eq!(all.contains("singles:"), !every, "{all}");
        }
    }
}
