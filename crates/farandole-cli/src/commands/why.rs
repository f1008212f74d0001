//! `farandole why`: prints conflicting constraints.

use super::ask::ask;
use super::redundant::constraints;
use crate::args::QueryArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Reply, constraint_texts};
use crate::run::Print;
use farandole::answer::counted;
use farandole::format::Entry;
use farandole::json::JsonAnswer;
use farandole::pipeline::Status;
use farandole::queries::Clash;
use farandole::variant::ConstraintFinding;

pub(crate) fn run(args: &QueryArgs) -> Result<u8, Failure> {
    let query = Clash(config::search(&args.run, 1)?);
    Ok(exit::code(&ask(args, None, &query, &Clashes)?))
}

/// Printer of conflicting constraints.
struct Clashes;

impl Print<Clash> for Clashes {
    fn found(
        &self,
        (entry, finding): (&Entry, Option<ConstraintFinding>),
        reply: &mut Reply<'_>,
    ) -> Option<Status> {
        let answer = reply.begin(entry, Status::Ok);
        let Some(finding) = finding else {
            reply.answer(JsonAnswer { clash: Some(Vec::new()), ..answer }, "no clash");
            return Some(Status::Ok);
        };
        if !finding.exact && finding.constraints.is_empty() {
            let nodes = finding.nodes;
            let why = format!(
                "gave up after {}; it is unknown whether there is a solution",
                counted(nodes, "node")
            );
            let answer = JsonAnswer { nodes: Some(nodes), ..answer };
            return reply.refuse(Status::GaveUp, answer, why);
        }
        let names = constraint_texts(&entry.puzzle, &finding);
        let text = if names.is_empty() { "the grid alone".into() } else { names.join(" ") };
        constraints(JsonAnswer { clash: Some(names), ..answer }, &finding, &text, reply)
    }
}
