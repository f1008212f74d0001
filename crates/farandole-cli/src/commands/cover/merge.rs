//! `farandole cover merge`: merges the results of the files that `cover split` wrote.

use super::answer::JsonCover;
use crate::args::CoverMergeArgs;
use crate::exit::{CHECK_FAILED, DONE, Failure, UNDECIDED};
use crate::messages::shown;
use crate::output::{json_record, print, push_json};
use crate::text_file::read_text;
use farandole::cover::checkpoint::{Merge, MergeErrorKind};
use farandole::json::JsonCount;
use farandole::puzzle::format::escaped;

pub(super) fn run(args: &CoverMergeArgs) -> Result<u8, Failure> {
    let merge = read(args)?;
    let missing: Vec<String> = merge.missing().iter().map(usize::to_string).collect();
    if !missing.is_empty() {
        warn!("missing answers for {} of {} pieces: {}", missing.len(), merge.pieces(), missing.join(" "));
    }
    let exact = merge.is_exact();
    let mut text = Vec::new();
    for solution in merge.solutions() {
        if args.json {
            push_json(&mut text, &solution.json);
        } else {
            for option in &solution.options {
                text.extend_from_slice(format!("{}\n", escaped(option)).as_bytes());
            }
        }
        text.push(b'\n');
    }
    if args.json {
        let status = if exact { "counted" } else { "gave up" };
        let count = Some(JsonCount::from_decimal(&merge.count().to_string()));
        json_record(&mut text, &JsonCover { status, count, exact: Some(exact), ..JsonCover::default() });
    } else if merge.solutions().next().is_none() {
        text.extend_from_slice(format!("{}{}\n", merge.count(), if exact { "" } else { "+" }).as_bytes());
    }
    print(&text)?;
    Ok(match (missing.is_empty(), exact) {
        (true, true) => DONE,
        (true, false) => UNDECIDED,
        (false, _) => CHECK_FAILED,
    })
}

/// Reads and merges all answers.
fn read(args: &CoverMergeArgs) -> Result<Merge, Failure> {
    let mut merge = Merge::default();
    for path in &args.files {
        let name = shown(path).to_string();
        let text = read_text(path)?;
        merge.add(&text).map_err(|error| {
            Failure::Unreadable(match error.kind() {
                MergeErrorKind::Repeated { piece, answer } => {
                    let other = shown(&args.files[answer]);
                    format!(
                        "{name}:{}:1: duplicate answer for piece {piece}, first found in {other}",
                        error.line()
                    )
                }
                _ => format!("{name}:{}:1: {error}", error.line()),
            })
        })?;
    }
    Ok(merge)
}
