//! `farandole check`: checks finished grids against the rules, and that puzzles are proper.

use super::ask::ask;
use super::solve::why_none;
use crate::args::QuestionArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Style, json_answer};
use crate::run::Print;
use crate::variants::Wanted;
use farandole::json::JsonAnswer;
use farandole::pipeline::{Check, Checked, Chunk, Place, Status};

pub(crate) fn run(args: &QuestionArgs) -> Result<u8, Failure> {
    let question = Check(config::search(&args.run, 2)?);
    Ok(exit::code_of_proper(&ask(args, None, &question, &Judgements)?))
}

/// Printer of verdicts.
struct Judgements;

impl Print<Check> for Judgements {
    fn found(
        &self,
        style: Style,
        place: &Place<'_>,
        checked: Checked<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (refusal, answer) = match checked {
            Checked::Grid(judgement) => {
                let refusal = judgement.err().map(|violation| (Status::Wrong, violation.to_string()));
                (refusal, JsonAnswer::new(Status::Ok))
            }
            Checked::Puzzle(answer) => {
                let refusal = match answer.report.solutions {
                    0 => Some((Status::None, why_none(&answer))),
                    1 => None,
                    _ => Some((Status::Several, "several solutions".into())),
                };
                (refusal, JsonAnswer::new(Status::Ok).with_report(&answer.report))
            }
        };
        if let Some((status, detail)) = refusal {
            return style.refuse(place, status, answer, detail, chunk);
        }
        if style.json {
            json_answer(chunk, place, answer);
        } else {
            chunk.answers.extend_from_slice(b"ok\n");
        }
        Some(Status::Ok)
    }

    fn wanted(&self) -> Wanted {
        Wanted::Judgement
    }
}
