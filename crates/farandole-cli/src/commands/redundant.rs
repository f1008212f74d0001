//! `farandole redundant`: prints the givens or constraints that follow from the others.

use super::ask::ask;
use crate::args::QueryArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Reply, constraint_texts, no_solution};
use crate::run::Print;
use farandole::answer::counted;
use farandole::format::Entry;
use farandole::json;
use farandole::json::JsonAnswer;
use farandole::pipeline::Status;
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
    fn found(&self, (entry, redundancy): (&Entry, Redundancy), reply: &mut Reply<'_>) -> Option<Status> {
        match redundancy {
            Redundancy::Givens(finding) => {
                let (cells, answer) = match reply.finding(entry, finding) {
                    Ok(found) => found,
                    Err(status) => return Some(status),
                };
                let size = entry.puzzle.classic().map_or(0, ClassicPuzzle::size);
                let names = json::cell_names(&cells, size);
                let text = text_of(&names);
                reply.answer(JsonAnswer { redundant: Some(names), ..answer }, &text);
                Some(Status::Ok)
            }
            Redundancy::Constraints(finding) => {
                let names = constraint_texts(&entry.puzzle, &finding);
                let text = text_of(&names);
                let answer = reply.begin(entry, Status::Ok);
                let answer = JsonAnswer { redundant: Some(names), ..answer };
                constraints(answer, &finding, &text, reply)
            }
            Redundancy::NoSolution(report) => {
                let why = no_solution(&entry.puzzle, report.counters.guesses == Some(0));
                let answer = reply.begin(entry, Status::None).with_report(&report);
                reply.refuse(Status::None, answer, why)
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
    answer: JsonAnswer<'_>,
    finding: &ConstraintFinding,
    text: &str,
    reply: &mut Reply<'_>,
) -> Option<Status> {
    let answer = JsonAnswer { nodes: Some(finding.nodes), ..answer };
    if !finding.exact {
        let why =
            format!("gave up on a search; {} in total; found so far: {text}", counted(finding.nodes, "node"));
        return reply.refuse(Status::GaveUp, answer, why);
    }
    reply.answer(answer, text);
    Some(Status::Ok)
}
