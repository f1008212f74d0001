//! `farandole cover pre`: writes a smaller problem with the same solutions.

use super::source::{Source, knuth_text, write_out};
use crate::args::CoverPreArgs;
use crate::exit::{DONE, Failure};
use crate::output::{json_line, print};
use farandole::cover::{Keep, Problem, Removed, format};
use farandole::json::SCHEMA;
use serde::Serialize;

/// A report of the removed items and options, and of the forced options, which remain. Options are represented
/// by their numbers in the input, items by their names.
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
    options: u32,
    primary: u32,
    secondary: u32,
}

pub(super) fn run(args: &CoverPreArgs) -> Result<u8, Failure> {
    let source = Source::open(args.input.file.as_deref(), &args.input.format)?;
    let problem = &source.problem;
    let keep = if args.best { Keep::Best } else { Keep::All };
    let reduced = super::source::smaller(&source, problem, keep)?;
    let smaller = reduced.with_forced(problem);
    let smaller = smaller.map_err(|error| Failure::Unreadable(format!("{}: {error}", source.name)))?;
    let smaller = smaller.renumbered();
    let removed = &reduced.removed;
    let name = |item: u32| problem.item_name(item);
    // Items of forced options are still needed.
    let idle = removed.idle.iter().map(|&item| name(item));
    let idle: Vec<String> = idle.filter(|name| smaller.find_item(name).is_none()).collect();
    if args.input.json {
        let number = |option: u32| problem.number(option);
        let numbers = |options: &[u32]| options.iter().map(|&option| number(option)).collect();
        let mut line = Vec::new();
        let report = JsonRemoved {
            schema: SCHEMA,
            status: if removed.uncoverable.is_some() { "none" } else { "reduced" },
            forced: numbers(&removed.forced),
            impossible: numbers(&removed.impossible),
            dominated: removed.dominated.iter().map(|&(option, by)| (number(option), number(by))).collect(),
            repeated: removed.repeated.iter().map(|&(item, of)| (name(item), name(of))).collect(),
            idle,
            uncoverable: removed.uncoverable.map(name),
            complete: removed.is_complete,
            options: smaller.options(),
            primary: smaller.primary_items(),
            secondary: smaller.items() - smaller.primary_items(),
        };
        json_line(&mut line, &report);
        print(&line)?;
    } else {
        warn!("{}", summary(problem, removed, idle.len()));
    }
    if !args.input.json || args.output.is_some() {
        let is_json = args.output.as_ref().and_then(|path| path.extension()).is_some_and(|end| end == "json");
        let text = match is_json {
            true => format::write_json(&smaller),
            false => knuth_text(&smaller)?,
        };
        write_out(args.output.as_deref(), text.as_bytes())?;
    }
    Ok(DONE)
}

fn summary(problem: &Problem, removed: &Removed, idle: usize) -> String {
    let Removed { forced, impossible, dominated, repeated, .. } = removed;
    let mut text = format!(
        "removed: {} impossible and {} dominated of {} options; {} repeated and {idle} idle of {} items",
        impossible.len(),
        dominated.len(),
        problem.options(),
        repeated.len(),
        problem.items()
    );
    text += &match forced.len() {
        1 => "; 1 option is forced".to_owned(),
        forced => format!("; {forced} options are forced"),
    };
    if let Some(item) = removed.uncoverable {
        text += &format!("; no solution: no option covers {}", problem.item_name(item));
    } else if !removed.is_complete {
        text += "; stopped at the work limit";
    }
    text
}
