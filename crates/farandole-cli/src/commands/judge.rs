//! `farandole judge DIALECT`: solves standard input to standard output, in exactly the form that
//! the judge expects.

use crate::args::JudgeArgs;
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::{self, Failure};
use crate::output::Style;
use crate::run::{Job, Print};
use farandole::Config;
use farandole::engines::{Order, Plan};
use farandole::format::{Format, Judge, JudgeAnswer, ReadConfig, Verdict, write_answer};
use farandole::pipeline::{AnswerRef, Chunk, ClassicSearch, OnUnreadable, RecordLocation, Refusal, Status};
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
    let output = OutputConfig { path: None, json: false, summary: false, quiet: false };
    let job = Job { input: &input, output: &output, frame: None, threads: None, slow: None, time: args.time };
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
    fn found(
        &self,
        style: Style,
        location: &RecordLocation<'_>,
        answer: AnswerRef<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (puzzle, grid) = (answer.puzzle(), answer.grid());
        let Some(puzzle) = puzzle.classic() else { return Some(Status::Unsupported) };
        let (verdict, status) = match &grid {
            Some(_) if answer.report.solutions > 1 => (Verdict::Several, Status::Several),
            Some(grid) => (Verdict::Solved(grid), Status::Solved),
            None => (Verdict::None, Status::None),
        };
        let out = &mut chunk.answers;
        match write_answer(out, puzzle, verdict, self.format, location.ordinal) {
            Ok(()) => Some(status),
            Err(error) => {
                style.detail(location, error, chunk);
                Some(Status::Unprintable)
            }
        }
    }

    /// Judges have no output for a refused record.
    fn refused(&self, style: Style, location: &RecordLocation<'_>, refusal: &Refusal, chunk: &mut Chunk) {
        match refusal {
            Refusal::Unreadable(error) => style.unreadable(location, error, chunk),
            refusal => style.detail(location, refusal, chunk),
        }
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
