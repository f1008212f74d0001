//! `farandole cover pre`: writes a smaller problem with the same solutions.

use super::source::{Source, knuth_text, smaller, write_out};
use crate::args::CoverPreArgs;
use crate::exit::{DONE, Failure};
use crate::output::{json_line, print};
use farandole::cover::{Keep, Problem, Removed, format};
use farandole::json::SCHEMA;
use serde::Serialize;
use std::fmt::Write as _;

/// A report of the removed items and options. Options are represented by their 1-based numbers in the
/// input, items by their names.
#[derive(Serialize)]
struct JsonRemoved {
    schema: u32,
    status: &'static str,
    forced: Vec<u32>,
    impossible: Vec<u32>,
    /// Pairs of a removed option and an option that can replace it.
    dominated: Vec<(u32, u32)>,
    /// Pairs of a removed item and an item in the same options.
    repeated: Vec<(String, String)>,
    idle: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uncoverable: Option<String>,
    /// True if the same rules can remove nothing more.
    complete: bool,
    options: usize,
    primary: u32,
    secondary: u32,
}

pub(super) fn run(args: &CoverPreArgs) -> Result<u8, Failure> {
    let source = Source::open(args.input.file.as_deref())?;
    let problem = &source.problem;
    let keep = if args.best { Keep::Best } else { Keep::All };
    let reduced = smaller(&source, problem, keep)?;
    let removed = &reduced.removed;
    if args.input.json {
        let name = |item: u32| problem.item_name(item);
        let numbers = |options: &[u32]| options.iter().map(|option| option + 1).collect();
        let mut line = Vec::new();
        let report = JsonRemoved {
            schema: SCHEMA,
            status: if removed.uncoverable.is_some() { "none" } else { "reduced" },
            forced: numbers(&removed.forced),
            impossible: numbers(&removed.impossible),
            dominated: removed.dominated.iter().map(|&(option, by)| (option + 1, by + 1)).collect(),
            repeated: removed.repeated.iter().map(|&(item, of)| (name(item), name(of))).collect(),
            idle: removed.idle.iter().map(|&item| name(item)).collect(),
            uncoverable: removed.uncoverable.map(name),
            complete: removed.is_complete,
            options: reduced.options.len(),
            primary: reduced.problem.primary_items(),
            secondary: reduced.problem.items() - reduced.problem.primary_items(),
        };
        json_line(&mut line, &report);
        print(&line)?;
    } else {
        warn!("{}", summary(problem, removed));
    }
    if !args.input.json || args.output.is_some() {
        let is_json = args.output.as_ref().and_then(|path| path.extension()).is_some_and(|end| end == "json");
        let text = match is_json {
            true => format::write_json(&reduced.problem),
            false => text(problem, &reduced.problem, removed)?,
        };
        write_out(args.output.as_deref(), text.as_bytes())?;
    }
    Ok(DONE)
}

fn summary(problem: &Problem, removed: &Removed) -> String {
    let Removed { forced, impossible, dominated, repeated, idle, .. } = removed;
    let mut text = format!(
        "removed: {} forced, {} impossible and {} dominated of {} options; {} repeated and {} idle of {} items",
        forced.len(),
        impossible.len(),
        dominated.len(),
        problem.options(),
        repeated.len(),
        idle.len(),
        problem.items()
    );
    if let Some(item) = removed.uncoverable {
        text += &format!("; no solution: no option covers {}", problem.item_name(item));
    } else if !removed.is_complete {
        text += "; stopped at the work limit";
    }
    text
}

/// Returns the smaller problem, preceded by comments that list the removed options that every
/// solution contains.
fn text(problem: &Problem, smaller: &Problem, removed: &Removed) -> Result<String, Failure> {
    let mut text = String::new();
    for &option in &removed.forced {
        let _ = writeln!(text, "| forced: {}", problem.option_text(option));
    }
    if smaller.primary_items() > 0 {
        return Ok(text + &knuth_text(smaller)?);
    }
    // Knuth's format requires a primary item. If no primary item is left, the last forced option
    // is kept with its primary items.
    let _ = match removed.forced.last() {
        Some(&option) => {
            text.truncate(text.trim_end().rfind('\n').map_or(0, |end| end + 1));
            let items = problem.option(option).iter().filter(|&&item| item < problem.primary_items());
            let names: Vec<String> = items.map(|&item| problem.item_name(item)).collect();
            writeln!(text, "{0}\n{0}", names.join(" "))
        }
        None => writeln!(text, "| nothing to cover"),
    };
    Ok(text)
}
