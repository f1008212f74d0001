//! `farandole check`: finished grids by the rules, puzzles by whether they are proper.

use crate::args::CheckArgs;
use crate::bulk::{self, Context};
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::Failure;
use crate::output::{JsonAnswer, json_line, problem, why_none};
use farandole::pipeline::batch::{Answerer, Outcome, Question, Solved};
use std::ops::ControlFlow;

pub(crate) fn run(args: &CheckArgs) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let output = OutputConfig::from(&args.output);
    let question = Question { solved: Solved::Judge, ..config::question(&args.run, 2)? };
    let make = |context: &Context<'_>| Answerer::new(context.dialect, question);
    let tally =
        bulk::run(&input, &output, None, args.run.threads, make, |context, answerer, piece, chunk| {
            answerer.answer(piece, |answer| {
                let line = answer.record.line;
                let (verdict, base) = match &answer.outcome {
                    Outcome::Unreadable(error) => return context.unreadable(error, chunk),
                    Outcome::Unsupported(unsupported) => {
                        context.unsupported(line, unsupported, chunk);
                        return ControlFlow::Continue(());
                    }
                    Outcome::Judged(judgement) => {
                        chunk.tally.records += 1;
                        let verdict = judgement.err().map(|violation| ("wrong", violation.to_string()));
                        (verdict, JsonAnswer::bare(context.source, line, "ok"))
                    }
                    Outcome::Searched(searched) => {
                        let base = JsonAnswer::searched(context.source, line, "ok", &searched.report);
                        if let Some((status, detail)) = problem(searched, &mut chunk.tally) {
                            context.refuse(JsonAnswer { status, ..base }, detail, chunk);
                            return ControlFlow::Continue(());
                        }
                        let verdict = match searched.report.solutions {
                            0 => Some(("none", why_none(searched))),
                            1 => None,
                            _ => Some(("several", "several solutions".into())),
                        };
                        (verdict, base)
                    }
                };
                chunk.tally.checked += 1;
                match verdict {
                    Some((status, detail)) => {
                        chunk.tally.failed_checks += 1;
                        context.refuse(JsonAnswer { status, ..base }, detail, chunk);
                    }
                    None if context.json => json_line(&mut chunk.out, &base),
                    None => chunk.out.extend_from_slice(b"ok\n"),
                }
                ControlFlow::Continue(())
            });
        })?;
    Ok(tally.exit_code())
}
