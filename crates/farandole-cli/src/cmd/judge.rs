//! `farandole judge DIALECT`: standard input to standard output, in exactly the judge's form.

use crate::args::JudgeArgs;
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::{self, Failure};
use crate::output::Style;
use crate::run::{Job, Print};
use farandole::format::{Format, ReadConfig, Verdict, write_answer};
use farandole::pipeline::{AnswerRef, Chunk, OnUnreadable, Place, Refusal, Search, Status};
use farandole::{Config, Engine};
use std::path::PathBuf;

pub(crate) fn run(args: &JudgeArgs) -> Result<u8, Failure> {
    let (format, limit) = match Format::by_name(&args.dialect) {
        Some(Format::Hdu4069) => (Format::Hdu4069, 2),
        Some(
            format @ (Format::Poj2676 | Format::Poj3074 | Format::Grid16 | Format::Hdu1426 | Format::Uva989),
        ) => (format, 1),
        _ => {
            let message = "no judge's dialect is called";
            let names = "poj2676, poj3074, grid16 (or poj3076), hdu1426, hdu4069 or uva989";
            return Err(Failure::Usage(format!("{message} {:?}; expected {names}", args.dialect)));
        }
    };
    let engine = match (config::engine(&args.engine)?, format) {
        // The first solution in the order of the cells is asked for, which is the order of this engine.
        (Engine::Auto, Format::Uva989) => Engine::Dfs,
        (engine, _) => engine,
    };
    let input = InputConfig {
        paths: vec![PathBuf::from("-")],
        read: ReadConfig { format: Some(format), ..ReadConfig::default() },
        on_unreadable: OnUnreadable::Continue,
    };
    let output = OutputConfig { path: None, json: false, summary: false, quiet: false };
    let job = Job { input: &input, output: &output, frame: None, threads: None };
    let question = Search(Config { engine, limit, ..Config::default() });
    Ok(exit::code(&job.run(&question, &Verdicts { format })?))
}

/// How answers are printed for a judge.
struct Verdicts {
    format: Format,
}

impl Print<Search> for Verdicts {
    fn found(
        &self,
        style: Style,
        place: &Place<'_>,
        answer: AnswerRef<'_>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let grid = answer.first();
        let (verdict, status) = match &grid {
            Some(_) if answer.report.solutions > 1 => (Verdict::Several, Status::Several),
            Some(grid) => (Verdict::Solved(grid), Status::Solved),
            None => (Verdict::None, Status::None),
        };
        let out = &mut chunk.answers;
        match write_answer(out, &answer.puzzle(), verdict, self.format, place.ordinal) {
            Ok(()) => Some(status),
            Err(error) => {
                style.detail(place, error, chunk);
                Some(Status::Unprintable)
            }
        }
    }

    /// A judge has no words for it.
    fn refused(&self, style: Style, place: &Place<'_>, refusal: &Refusal, chunk: &mut Chunk) {
        match refusal {
            Refusal::Unreadable(error) => style.unreadable(place, error, chunk),
            refusal => style.detail(place, refusal, chunk),
        }
    }
}
