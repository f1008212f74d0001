//! `farandole solve`: a checked solution of each puzzle.

use crate::args::SolveArgs;
use crate::bulk::{self, Chunk, Context};
use crate::cmd::{proof, search_each};
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::Failure;
use crate::output::{JsonAnswer, json_line, keep_columns, problem, solution_format, why_none};
use farandole::format::{Format, WriteConfig, write_grid};
use farandole::pipeline::batch::{Answer, Question, Searched};
use std::num::NonZeroUsize;

struct Style {
    unique: bool,
    keep_columns: bool,
    to: Option<Format>,
}

pub(crate) fn run(args: &SolveArgs) -> Result<u8, Failure> {
    if let Some(path) = &args.proof {
        return proof::run(args, path);
    }
    let input = InputConfig::new(&args.input)?;
    let output = OutputConfig::from(&args.output);
    let question = config::question(&args.run, if args.unique { 2 } else { 1 })?;
    let question = Question { racers: args.race.unwrap_or(NonZeroUsize::MIN), ..question };
    let style = Style {
        unique: args.unique,
        keep_columns: args.keep_columns,
        to: args.to.as_deref().map(config::format).transpose()?,
    };
    let make = |context: &Context<'_>| {
        (context.answerer(question), style.to.unwrap_or_else(|| solution_format(context.dialect)))
    };
    let frame = style.to.filter(|format| *format == Format::Csv && !output.json).map(WriteConfig::new);
    let tally = bulk::run(
        &input,
        &output,
        frame.as_ref(),
        args.run.threads,
        make,
        |context, (answerer, format), piece, chunk| {
            search_each(context, answerer, piece, chunk, |answer, searched, chunk| {
                style.print(context, *format, answer, searched, chunk);
            });
        },
    )?;
    Ok(tally.exit_code())
}

impl Style {
    fn print(
        &self,
        context: &Context<'_>,
        format: Format,
        answer: &Answer<'_>,
        searched: &Searched<'_>,
        chunk: &mut Chunk,
    ) {
        let (report, line) = (&searched.report, answer.record.line);
        let refusal = problem(searched, &mut chunk.tally).or_else(|| {
            if report.solutions == 0 {
                chunk.tally.without_solution += 1;
                Some(("none", why_none(searched)))
            } else if self.unique && report.solutions > 1 {
                chunk.tally.several += 1;
                Some(("several", "several solutions".into()))
            } else {
                None
            }
        });
        if let Some((status, detail)) = refusal {
            let answer = JsonAnswer::searched(context.source, line, status, report);
            return context.refuse(answer, detail, chunk);
        }
        let length = chunk.out.len();
        if let (Some(digits), false, Format::Line) = (searched.first_classic(), context.json, format) {
            chunk.out.extend_from_slice(digits);
            chunk.out.push(b'\n');
        } else {
            let Some(grid) = searched.first() else { return };
            let write = WriteConfig { symbols: searched.symbols(), ..WriteConfig::new(format) };
            let ordinal = if context.json { 0 } else { context.base + answer.ordinal };
            if let Err(error) = write_grid(&mut chunk.out, &searched.puzzle(), &grid, &write, ordinal) {
                chunk.tally.undecided += 1;
                let answer = JsonAnswer::searched(context.source, line, "unprintable", report);
                return context.refuse(answer, error.to_string(), chunk);
            }
        }
        if context.json {
            let text = String::from_utf8_lossy(&chunk.out[length..]).trim_end().to_owned();
            chunk.out.truncate(length);
            let answer = JsonAnswer::searched(context.source, line, "solved", report);
            json_line(&mut chunk.out, &JsonAnswer { solution: Some(text), ..answer });
        } else if self.keep_columns {
            keep_columns(&mut chunk.out, searched.trailing(), format);
        }
        chunk.tally.solved += 1;
        chunk.tally.checked += 1;
    }
}
