//! `farandole why`: prints conflicting constraints.

use super::ask::ask;
use super::redundant::constraints;
use crate::args::QuestionArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Style, constraint_texts, of_entry};
use crate::run::Print;
use farandole::Clash;
use farandole::json::JsonAnswer;
use farandole::pipeline::{Chunk, RecordLocation, Status, VariantFound};
use farandole::variant::{ConstraintFinding, VariantEntry};
use std::convert::Infallible;

pub(crate) fn run(args: &QuestionArgs) -> Result<u8, Failure> {
    let question = Clash(config::search(&args.run, 1)?);
    Ok(exit::code(&ask(args, None, &question, &Clashes)?))
}

/// Printer of conflicting constraints.
struct Clashes;

impl Print<Clash> for Clashes {
    fn found(&self, _: Style, _: &RecordLocation<'_>, never: Infallible, _: &mut Chunk) -> Option<Status> {
        match never {}
    }

    fn variant(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        entry: &VariantEntry,
        found: VariantFound<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        match found {
            VariantFound::Clash(Some(finding)) => clash(style, location, entry, &finding, chunk),
            _ => {
                let answer = JsonAnswer { clash: Some(Vec::new()), ..of_entry(entry, Status::Ok) };
                style.answer(location, answer, "no clash", chunk);
                Some(Status::Ok)
            }
        }
    }
}

/// Prints conflicting constraints.
fn clash(
    style: Style,
    location: &RecordLocation<'_>,
    entry: &VariantEntry,
    finding: &ConstraintFinding,
    chunk: &mut Chunk,
) -> Option<Status> {
    if !finding.exact && finding.constraints.is_empty() {
        let nodes = finding.nodes;
        let why = format!("gave up after {nodes} nodes; it is unknown whether there is a solution");
        let answer = JsonAnswer { nodes: Some(nodes), ..of_entry(entry, Status::GaveUp) };
        return style.refuse(location, Status::GaveUp, answer, why, chunk);
    }
    let names = constraint_texts(&entry.puzzle, finding);
    let text = if names.is_empty() { "the grid alone".into() } else { names.join(" ") };
    let answer = JsonAnswer { clash: Some(names), ..of_entry(entry, Status::Ok) };
    constraints(style, location, answer, finding, &text, chunk)
}
