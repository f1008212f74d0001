//! `farandole check`: checks finished grids against the rules, or checks that puzzles are proper.

use super::ask::ask;
use super::solve::SEVERAL;
use crate::args::QueryArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Reply, no_solution};
use crate::run::Print;
use farandole::pipeline::{Check, Checked, Status};

pub(crate) fn run(args: &QueryArgs) -> Result<u8, Failure> {
    let query = Check(config::search(&args.run, 2)?);
    Ok(exit::code_of_proper(&ask(args, None, &query, &Judgements)?))
}

/// Printer of verdicts.
struct Judgements;

impl Print<Check> for Judgements {
    fn found(&self, checked: Checked<'_>, reply: &mut Reply<'_>) -> Option<Status> {
        let (refusal, answer) = match checked {
            Checked::Grid(judgement, entry) => {
                let refusal =
                    judgement.as_ref().err().map(|violation| (Status::Wrong, violation.to_string()));
                (refusal, reply.begin(entry, Status::Ok))
            }
            Checked::Puzzle(answer) => {
                let report = &answer.report;
                let refusal = match report.solutions {
                    0 => {
                        let why = no_solution(&answer.puzzle(), report.counters.guesses == Some(0));
                        Some((Status::None, why))
                    }
                    1 => None,
                    _ => Some((Status::Several, SEVERAL.into())),
                };
                (refusal, reply.begin(answer.entry(), Status::Ok).with_report(report))
            }
        };
        if let Some((status, detail)) = refusal {
            return reply.refuse(status, answer, detail);
        }
        reply.answer(answer, "ok");
        Some(Status::Ok)
    }
}
