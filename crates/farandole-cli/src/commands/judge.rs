//! `farandole judge DIALECT`: solves standard input to standard output, in exactly the form that
//! the judge expects.

use crate::args::JudgeArgs;
use crate::config::{self, InputConfig};
use crate::exit::{self, Failure};
use crate::output::Reply;
use crate::run::{Job, Print};
use farandole::Config;
use farandole::engines::{Order, Plan};
use farandole::format::{Format, Judge, JudgeAnswer, ReadConfig, Verdict, write_answer};
use farandole::pipeline::{AnswerRef, ClassicSearch, OnUnreadable, Refusal, Status};
use std::path::PathBuf;

pub(crate) fn run(args: &JudgeArgs) -> Result<u8, Failure> {
    let (format, judge) = dialect(&args.dialect)?;
    let order = if judge.answer == JudgeAnswer::First { Order::Lexicographic } else { Order::Any };
    let engine = Plan::engine_for(config::engine(&args.engine)?, order);
    let input = InputConfig {
        paths: vec![PathBuf::from("-")],
        read: ReadConfig { format: Some(format), ..ReadConfig::default() },
        on_unreadable: OnUnreadable::Continue,
    };
    let job = Job { input, time: args.time, ..Job::default() };
    let query = ClassicSearch(Config { engine, limit: judge.limit(), ..Config::default() });
    let mut tally = job.run(&query, &Verdicts { format })?;
    // A judge's input may announce zero puzzles. The correct output is then empty, and the run
    // succeeds.
    tally.empty = 0;
    Ok(exit::code(&tally))
}

/// Printer of answers for a judge.
struct Verdicts {
    format: Format,
}

impl Print<ClassicSearch> for Verdicts {
    fn found(&self, answer: AnswerRef<'_>, reply: &mut Reply<'_>) -> Option<Status> {
        let (puzzle, grid) = (answer.puzzle(), answer.grid());
        let Some(puzzle) = puzzle.classic() else { return Some(Status::Unsupported) };
        let (verdict, status) = match &grid {
            Some(_) if answer.report.solutions > 1 => (Verdict::Several, Status::Several),
            Some(grid) => (Verdict::Solved(grid), Status::Solved),
            None => (Verdict::None, Status::None),
        };
        let out = &mut reply.chunk.answers;
        match write_answer(out, puzzle, verdict, self.format, reply.location.ordinal) {
            Ok(()) => Some(status),
            Err(error) => {
                reply.detail(error);
                Some(Status::Unprintable)
            }
        }
    }

    /// Judges have no output for a refused record.
    fn refused(&self, refusal: &Refusal, reply: &mut Reply<'_>) {
        reply.refusal_detail(refusal);
    }
}

/// Returns the judge's dialect of this name.
fn dialect(name: &str) -> Result<(Format, Judge), Failure> {
    let judge = |format: Format| Some((format, format.descriptor().judge?));
    Format::by_name(name).and_then(judge).ok_or_else(|| {
        let names: Vec<&str> =
            Format::ALL.into_iter().filter(|format| format.is_judge()).map(Format::name).collect();
        Failure::Usage(format!("unknown dialect {name:?}; expected one of {}", names.join(", ")))
    })
}
