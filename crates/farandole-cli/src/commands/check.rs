//! `farandole check`: checks finished grids against the rules, and that puzzles are proper.

use super::ask::ask;
use super::solve::SEVERAL;
use crate::args::QuestionArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Style, no_solution, of_entry};
use crate::run::Print;
use farandole::json::JsonAnswer;
use farandole::pipeline::{Check, Checked, Chunk, RecordLocation, Status, VariantFound};
use farandole::variant::VariantEntry;
use farandole::{Report, no_solution_text};

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
        location: &RecordLocation<'_>,
        checked: Checked<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (refusal, answer) = match checked {
            Checked::Grid(judgement) => {
                let refusal = judgement.err().map(|violation| (Status::Wrong, violation.to_string()));
                (refusal, JsonAnswer::new(Status::Ok))
            }
            Checked::Puzzle(answer) => {
                let refusal = refusal(&answer.report, || no_solution_text(answer.clash()));
                (refusal, JsonAnswer::new(Status::Ok).with_report(&answer.report))
            }
        };
        verdict(style, location, refusal, answer, chunk)
    }

    fn variant(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        entry: &VariantEntry,
        found: VariantFound<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (refusal, answer) = match found {
            VariantFound::Grid(judgement) => {
                let refusal = judgement.err().map(|broken| (Status::Wrong, broken.to_string()));
                (refusal, of_entry(entry, Status::Ok))
            }
            VariantFound::Answer(_, report) => {
                let why_none = || no_solution(&entry.puzzle, report.counters.guesses == Some(0));
                (refusal(&report, why_none), of_entry(entry, Status::Ok).with_report(&report))
            }
            _ => return Some(Status::Ok),
        };
        verdict(style, location, refusal, answer, chunk)
    }
}

/// Returns the reason why a puzzle is not proper, if it is not.
fn refusal(report: &Report, why_none: impl FnOnce() -> String) -> Option<(Status, String)> {
    match report.solutions {
        0 => Some((Status::None, why_none())),
        1 => None,
        _ => Some((Status::Several, SEVERAL.into())),
    }
}

/// Prints a verdict.
fn verdict(
    style: Style,
    location: &RecordLocation<'_>,
    refusal: Option<(Status, String)>,
    answer: JsonAnswer<'_>,
    chunk: &mut Chunk,
) -> Option<Status> {
    if let Some((status, detail)) = refusal {
        return style.refuse(location, status, answer, detail, chunk);
    }
    style.answer(location, answer, "ok", chunk);
    Some(Status::Ok)
}
