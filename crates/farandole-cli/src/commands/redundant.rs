//! `farandole redundant`: prints the givens or constraints that follow from the others.

use super::ask::ask;
use crate::args::QueryArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Style, constraint_texts, no_solution};
use crate::run::Print;
use farandole::answer::counted;
use farandole::format::Entry;
use farandole::json;
use farandole::json::JsonAnswer;
use farandole::pipeline::{Chunk, RecordLocation, Status};
use farandole::puzzle::ClassicPuzzle;
use farandole::queries::{Redundancy, RedundantGivens};
use farandole::variant::ConstraintFinding;

pub(crate) fn run(args: &QueryArgs) -> Result<u8, Failure> {
    let query = RedundantGivens(config::search(&args.run, 1)?);
    Ok(exit::code(&ask(args, None, &query, &Redundant)?))
}

/// Printer of redundant givens.
struct Redundant;

impl Print<RedundantGivens> for Redundant {
    fn found(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        (entry, redundancy): (&Entry, Redundancy),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        match redundancy {
            Redundancy::Givens(finding) => {
                let (cells, answer) = match style.finding(location, entry, finding, chunk) {
                    Ok(found) => found,
                    Err(status) => return Some(status),
                };
                let size = entry.puzzle.classic().map_or(0, ClassicPuzzle::size);
                let names = json::cell_names(&cells, size);
                let text = text_of(&names);
                style.answer(location, JsonAnswer { redundant: Some(names), ..answer }, &text, chunk);
                Some(Status::Ok)
            }
            Redundancy::Constraints(finding) => {
                let names = constraint_texts(&entry.puzzle, &finding);
                let text = text_of(&names);
                let answer = style.begin(location, entry, Status::Ok, chunk);
                let answer = JsonAnswer { redundant: Some(names), ..answer };
                constraints(style, location, answer, &finding, &text, chunk)
            }
            Redundancy::NoSolution(report) => {
                let why = no_solution(&entry.puzzle, report.counters.guesses == Some(0));
                let answer = style.begin(location, entry, Status::None, chunk).with_report(&report);
                style.refuse(location, Status::None, answer, why, chunk)
            }
        }
    }
}

/// Returns the text of an answer.
fn text_of(names: &[String]) -> String {
    if names.is_empty() { "minimal".into() } else { names.join(" ") }
}

/// Prints constraints, or a message that a search was given up.
pub(super) fn constraints(
    style: Style,
    location: &RecordLocation<'_>,
    answer: JsonAnswer<'_>,
    finding: &ConstraintFinding,
    text: &str,
    chunk: &mut Chunk,
) -> Option<Status> {
    let answer = JsonAnswer { nodes: Some(finding.nodes), ..answer };
    if !finding.exact {
        let why =
            format!("gave up on a search; {} in total; found so far: {text}", counted(finding.nodes, "node"));
        return style.refuse(location, Status::GaveUp, answer, why, chunk);
    }
    style.answer(location, answer, text, chunk);
    Some(Status::Ok)
}
