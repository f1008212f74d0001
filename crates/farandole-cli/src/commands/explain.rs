//! `farandole explain`: the full solution path. Steps are printed as soon as they are found.

use super::drawing::{Drawing, document};
use super::position::{self, EXPLAIN_TIME};
use crate::args::{Draw, ExplainArgs};
use crate::exit::{CHECK_FAILED, DONE, FAILED, Failure, UNDECIDED, isolated};
use crate::output::{json_line, print};
use crate::progress::ProgressLine;
use crate::terminal::{width, wrapped};
use farandole::hint::{Hint, Path, Position};
use farandole::logic::cancel::Limited;
use farandole::logic::explain::english::Depth;
use farandole::logic::explain::json;
use farandole::logic::hint::{PathRating, Step};
use farandole::logic::{PathOutcome, Scale};
use farandole::search::Alarm;
use farandole_draw::{Scene, step_scene};
use std::ops::ControlFlow;

pub(crate) fn run(args: &ExplainArgs) -> Result<u8, Failure> {
    let (source, text) = &position::text_of(args.position.grid.as_deref())?;
    let items = position::read_all(&args.position, (source, text))?;
    let count = items.len();
    if args.position.number.is_some() || count < 2 {
        return one(args, position::selected(&args.position, source, items)?, "");
    }
    let draw = &args.position.draw;
    if args.step.is_some() || draw.names_file() || draw.draw == Some(Draw::Svg) {
        return Err(position::several(source, count));
    }
    let mut code = DONE;
    for (number, item) in items.into_iter().enumerate() {
        let position = match item.position {
            Ok(position) => position,
            Err(failure) => {
                code = code.max(if args.position.quiet { failure.code() } else { failure.report() });
                continue;
            }
        };
        let location = format!("{source}:{}: ", item.line);
        let heading = if args.summary { &location } else { "" };
        if !args.summary && !args.position.json {
            let gap = if number > 0 { "\n" } else { "" };
            let grid = match &position {
                Position::Classic(grid) => grid.to_string(),
                Position::Variant(_) => String::new(),
            };
            print(format!("{gap}{}\n", format!("{location}{grid}").trim_end()).as_bytes())?;
        }
        let explained = isolated(location.trim_end_matches(": "), || one(args, position, heading));
        code = code.max(explained.unwrap_or(Ok(FAILED))?);
    }
    Ok(code)
}

/// Explains one position; `location` is printed before the summary.
fn one(args: &ExplainArgs, position: Position, location: &str) -> Result<u8, Failure> {
    let drawing =
        Drawing::new(&args.position.draw, if args.step.is_some() { Draw::Grid } else { Draw::None });
    let is_text = !args.position.json && drawing.draw != Draw::Svg;
    let mut text = PathText { drawing: &drawing, args, count: 0, singles: Vec::new(), meanings: Vec::new() };
    let is_listed = is_text && args.step.is_none() && !args.summary;
    let path = match find_path(args, position, is_listed.then_some(&mut text))? {
        Ok(path) => path,
        Err(problems) => return report(args, &problems, location),
    };
    let code = if path.rating.outcome() == PathOutcome::Solved { DONE } else { UNDECIDED };
    let wanted = match args.step {
        Some(number) if number == 0 || number > path.steps.len() => {
            let steps = steps(path.steps.len());
            return Err(Failure::Usage(format!("--step {number}: the path has {steps}")));
        }
        number => number.map(|number| number - 1),
    };
    if args.position.json {
        let mut path = json::Path::from(&path);
        if let Some(wanted) = wanted {
            path.steps = vec![path.steps.swap_remove(wanted)];
        }
        let mut line = Vec::new();
        json_line(&mut line, &path);
        return print(&line).map(|()| code);
    }
    if drawing.is_picture() {
        let scenes = scenes(args, &path, wanted);
        drawing.save(&scenes)?;
        if drawing.draw == Draw::Svg {
            return print(document(&scenes).as_bytes()).map(|()| code);
        }
    }
    let out = match wanted {
        Some(wanted) => {
            let step = &path.steps[wanted];
            drawing.step(step) + &text_of(args, wanted, step) + &meaning_line(step)
        }
        None => text.listed() + location + &summary(args, &path) + every_line(args, &path),
    };
    print(out.as_bytes()).map(|()| code)
}

/// Prints the problems of a position.
fn report(args: &ExplainArgs, problems: &Hint, location: &str) -> Result<u8, Failure> {
    if args.position.json {
        let mut line = Vec::new();
        json_line(&mut line, &json::Hint::new(problems, Depth::Why));
        print(&line)?;
    } else {
        let text = problems.text(Depth::Why);
        print(text.lines().map(|line| format!("{location}{line}\n")).collect::<String>().as_bytes())?;
    }
    Ok(CHECK_FAILED)
}

/// Finds all steps, prints them as they are found if `text` is set, and shows progress.
fn find_path(
    args: &ExplainArgs,
    position: Position,
    mut text: Option<&mut PathText<'_>>,
) -> Result<Result<Path, Hint>, Failure> {
    let progress = ProgressLine::new(args.position.quiet);
    progress.show_time("explaining");
    let time = args.position.time_or(EXPLAIN_TIME);
    let alarm = Alarm::after(time);
    let solutions = position::solutions(&position, time)?;
    position::note_unfinished(&args.position, &position, &solutions);
    let watch = progress.watch_until(&alarm);
    let order = position::order(&args.position.guide)?;
    let limits = Limited { budget: position::guide(&order, &args.position), observer: Some(&watch) };
    let mut printed = Ok(());
    let mut count = 0;
    let found = position.explain(&solutions, limits, |step| {
        count += 1;
        let last = number(args, step).map(|number| format!(", the last one {number}"));
        progress.set_message(steps(count) + &last.unwrap_or_default());
        let out = text.as_mut().map_or_else(String::new, |text| text.step(step));
        if !out.is_empty() {
            printed = progress.suspend(|| print(out.as_bytes()));
        }
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    progress.finish();
    printed.map(|()| found)
}

/// Returns the pictures of all steps that have a picture.
fn scenes(args: &ExplainArgs, path: &Path, wanted: Option<usize>) -> Vec<Scene> {
    // Drawings of singles would only fill pages, unless there is nothing else to draw.
    let all_single = path.steps.iter().all(Step::is_single);
    let is_drawn =
        |(at, step): &(usize, &Step)| wanted.map_or(all_single || !step.is_single(), |wanted| wanted == *at);
    let drawn = path.steps.iter().enumerate().filter(is_drawn);
    drawn.map(|(at, step)| step_scene(step, &text_of(args, at, step))).collect()
}

/// The path as text, built step by step.
struct PathText<'a> {
    drawing: &'a Drawing<'a>,
    args: &'a ExplainArgs,
    /// Number of steps so far.
    count: usize,
    /// Singles that are held back to be printed as a group, each with its index in the path.
    singles: Vec<(usize, Step)>,
    /// The constraint kinds that have been explained, each with a parenthesis before it.
    meanings: Vec<String>,
}

impl PathText<'_> {
    /// Returns the text to print after this step.
    fn step(&mut self, step: &Step) -> String {
        self.count += 1;
        if step.is_single() && !self.args.every {
            self.singles.push((self.count - 1, step.clone()));
            return String::new();
        }
        let mut out = self.listed();
        if !step.is_single() {
            out += &self.drawing.step(step);
        }
        out += &text_of(self.args, self.count - 1, step);
        // A kind is explained once, although its meaning names the number of the constraint.
        let meaning = meaning_line(step);
        let kind = meaning.split(':').next().unwrap_or_default();
        if !self.meanings.iter().any(|it| it == kind) {
            out += &meaning;
            self.meanings.push(kind.to_owned());
        }
        out
    }

    /// Returns the text of the singles that are held back.
    fn listed(&mut self) -> String {
        match &std::mem::take(&mut self.singles)[..] {
            [] => String::new(),
            [(at, step)] => text_of(self.args, *at, step),
            singles @ [(first, _), ..] => group(self.args, *first, singles),
        }
    }
}

/// Returns the text of consecutive singles: their difficulties, if there is a scale, and placements.
fn group(args: &ExplainArgs, first: usize, singles: &[(usize, Step)]) -> String {
    let mut numbers: Vec<String> = singles.iter().filter_map(|(_, step)| number(args, step)).collect();
    numbers.sort_unstable_by_key(|number| (number.len(), number.clone()));
    let range = match &numbers[..] {
        [] => String::new(),
        [least, .., greatest] if least != greatest => format!("[{least} to {greatest}] "),
        [least, ..] => format!("[{least}] "),
    };
    let count = singles.len();
    let mut text = format!("{}-{}. {range}{count} singles:\n", first + 1, first + count);
    for line in singles.chunks(10) {
        let placed: Vec<String> = line.iter().flat_map(|(_, step)| step.placements()).collect();
        text += &format!("  {}\n", placed.join(" "));
    }
    text
}

/// Returns the last line of a path, which states how the path ends.
fn summary(args: &ExplainArgs, path: &Path) -> String {
    let (count, rating) = (path.steps.len(), path.rating);
    let ended = match rating.outcome() {
        PathOutcome::Solved => "Solved in",
        PathOutcome::BudgetSpent => "Gave up",
        PathOutcome::Stuck | PathOutcome::Contradiction => "Stuck",
    };
    let steps = steps(count);
    match (rating.outcome(), rating) {
        (PathOutcome::Solved, PathRating::Variant(_)) => format!("{ended} {steps}.\n"),
        (PathOutcome::Stuck, PathRating::Variant(_)) if !args.summary => {
            format!("{ended} after {steps}.{}\n", path.why_stuck())
        }
        (_, PathRating::Variant(_)) => format!("{ended} after {steps}.\n"),
        (PathOutcome::Solved, _) => format!("{ended} {steps}: {rating}.\n"),
        _ if count == 0 => format!("{ended} before the first step.\n"),
        _ => format!("{ended} after {steps}; at least {rating}.\n"),
    }
}

/// Returns a line that names the option for printing reasons, if the path consists of singles and
/// was printed without reasons.
fn every_line(args: &ExplainArgs, path: &Path) -> &'static str {
    let is_bare = !args.every && !args.summary && path.steps.len() > 1;
    if is_bare && path.steps.iter().all(Step::is_single) {
        "--every prints the reason for each single.\n"
    } else {
        ""
    }
}

/// Returns `1 step`, `2 steps` and so on.
fn steps(count: usize) -> String {
    format!("{count} {}", if count == 1 { "step" } else { "steps" })
}

/// Returns the difficulty of a step as it is printed; `None` if there is no scale.
fn number(args: &ExplainArgs, step: &Step) -> Option<String> {
    let difficulty = step.difficulty()?;
    Some(match args.position.guide.scale {
        Some(Scale::Se) => format!("{difficulty:.1}"),
        _ => difficulty.to_string(),
    })
}

/// Returns the text of a step, preceded by its number and difficulty.
fn text_of(args: &ExplainArgs, index: usize, step: &Step) -> String {
    let difficulty = number(args, step).map_or_else(String::new, |number| format!("[{number}] "));
    let text = format!("{}. {difficulty}{}", index + 1, step.styled(position::style(&args.position.style)));
    wrapped(&text, width())
}

/// Returns a line that explains the constraint kind of a step, or an empty string for other steps.
pub(super) fn meaning_line(step: &Step) -> String {
    step.meaning().map_or_else(String::new, |meaning| wrapped(&format!("({meaning})\n"), width()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;
    use farandole::hint::ToPosition;
    use farandole::logic::hint::Solutions;
    use farandole::logic::se;

    #[test]
    fn a_step_is_text_as_soon_as_it_is_found() {
        let line = "..............1..2..3.4..5.......6....753.....2......1....8..3..1...24...6.......";
        for options in [&["farandole", "explain"][..], &["farandole", "explain", "--every"]] {
            let Command::Explain(args) = Cli::parse_from(options).command else { panic!() };
            let drawing = Drawing::new(&args.position.draw, Draw::None);
            let mut text = PathText {
                drawing: &drawing,
                args: &args,
                count: 0,
                singles: Vec::new(),
                meanings: Vec::new(),
            };
            let mut all = String::new();
            let position = line.to_position().unwrap();
            let path = position.explain(&Solutions::Unknown, se::Budget::NONE, |step| {
                let out = text.step(step);
                assert_eq!(out.is_empty(), step.is_single() && !args.every);
                all += &out;
                // Later steps would take too long for a test.
                if text.count < 60 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            all += &text.listed();
            let path = path.unwrap();
            assert_eq!((path.rating.outcome(), path.steps.len()), (PathOutcome::BudgetSpent, 60));
            assert_eq!(all.contains("singles:"), !args.every, "{all}");
        }
    }
}
