//! `farandole cover merge`.

use super::answer::JsonCover;
use crate::args::CoverMergeArgs;
use crate::exit::{CHECK_FAILED, DONE, Failure, UNDECIDED};
use crate::output::{json_line, print};
use farandole::cover::BigUint;
use std::collections::BTreeMap;
use std::path::Path;

/// What the answers come to.
#[derive(Default)]
struct Merged {
    count: BigUint,
    exact: bool,
    /// Solutions as JSON, in the order of the pieces.
    solutions: BTreeMap<usize, Vec<serde_json::Value>>,
    /// The piece numbers seen, and where.
    seen: BTreeMap<usize, String>,
    /// Number of pieces and the whole problem that they are of.
    whole: Option<(usize, String)>,
}

/// `3 of 8 of 0123456789abcdef`.
fn piece(label: &str) -> Option<(usize, usize, String)> {
    let mut words = label.split(" of ");
    let answer = (words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.to_owned());
    words.next().is_none().then_some(answer)
}

impl Merged {
    fn read(&mut self, path: &Path) -> Result<(), Failure> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| Failure::io(&name, error))?;
        let mut solutions = Vec::new();
        let mut ended = false;
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |what: &str| Failure::Unreadable(format!("{name}:{number}:1: {what}"));
            let value = serde_json::from_str(line).ok().filter(serde_json::Value::is_object);
            let value = value.ok_or_else(|| {
                wrong("expected a JSON line: answers must come from count or solve --all with --json")
            })?;
            if ended {
                return Err(wrong("expected nothing behind the end of an answer"));
            }
            let text = |field: &str| value.get(field).and_then(serde_json::Value::as_str);
            if text("status") == Some("solution") {
                solutions.push(value);
                continue;
            }
            let count = text("count").and_then(|count| count.parse::<BigUint>().ok());
            let count = count.ok_or_else(|| wrong("expected a solution or a count"))?;
            let label = text("piece").and_then(piece);
            let (piece, of, whole) =
                label.ok_or_else(|| wrong("expected an answer about a piece of a split"))?;
            if !solutions.is_empty() && BigUint::from(solutions.len()) != count {
                return Err(wrong("another number of solutions than stand above"));
            }
            if *self.whole.get_or_insert((of, whole.clone())) != (of, whole) {
                return Err(wrong("a piece of another split"));
            }
            if let Some(other) = self.seen.insert(piece, name.clone()) {
                return Err(wrong(&format!("piece {piece} was in {other} already")));
            }
            self.exact &= value.get("exact").and_then(serde_json::Value::as_bool) == Some(true);
            self.count += count;
            self.solutions.insert(piece, std::mem::take(&mut solutions));
            ended = true;
        }
        if ended { Ok(()) } else { Err(Failure::Unreadable(format!("{name}: the answer is not complete"))) }
    }
}

pub(super) fn run(args: &CoverMergeArgs) -> Result<u8, Failure> {
    let mut merged = Merged { exact: true, ..Merged::default() };
    for path in &args.files {
        merged.read(path)?;
    }
    let total = merged.whole.as_ref().map_or(0, |whole| whole.0);
    let missing: Vec<String> =
        (1..=total).filter(|piece| !merged.seen.contains_key(piece)).map(|piece| piece.to_string()).collect();
    if !missing.is_empty() {
        warn!("no answer about {} of {total} pieces: {}", missing.len(), missing.join(" "));
        merged.exact = false;
    }
    let mut text = Vec::new();
    for solution in merged.solutions.values().flatten() {
        if args.json {
            json_line(&mut text, solution);
        } else {
            let options = solution.get("options").and_then(serde_json::Value::as_array);
            for option in options.into_iter().flatten().filter_map(serde_json::Value::as_str) {
                text.extend_from_slice(format!("{option}\n").as_bytes());
            }
            text.push(b'\n');
        }
    }
    let listed = merged.solutions.values().any(|solutions| !solutions.is_empty());
    if args.json {
        let status = if merged.exact { "counted" } else { "gave up" };
        let count = Some(merged.count.to_string());
        json_line(&mut text, &JsonCover { status, count, exact: Some(merged.exact), ..JsonCover::default() });
    } else if !listed {
        text.extend_from_slice(
            format!("{}{}\n", merged.count, if merged.exact { "" } else { "+" }).as_bytes(),
        );
    }
    print(&text)?;
    Ok(match (missing.is_empty(), merged.exact) {
        (true, true) => DONE,
        (true, false) => UNDECIDED,
        (false, _) => CHECK_FAILED,
    })
}
