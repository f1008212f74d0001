//! `farandole solve`: prints a checked solution of each puzzle.

use crate::args::SolveArgs;
use crate::commands::proof;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Reply, columns_text, keep_columns, no_solution, solution_format, take_text};
use crate::run::{Frame, Job, Print};
use farandole::format::{Format, WriteConfig, write_grid, write_puzzle};
use farandole::json::JsonAnswer;
use farandole::pipeline::{AnswerRef, Refusal, Search, Status};
use farandole::puzzle::ClassicPuzzle;
use farandole::variant::{Variant, grid_text};
use farandole::{Config, Puzzle};
use std::num::NonZeroUsize;

/// The message for a puzzle that has more than one solution.
pub(super) const SEVERAL: &str = "several solutions";

/// Printer of solutions.
struct Solutions {
    unique: bool,
    keep_columns: bool,
    to: Option<Format>,
}

pub(crate) fn run(args: &SolveArgs) -> Result<u8, Failure> {
    if let Some(path) = &args.proof {
        return proof::run(args, path);
    }
    let config = config::search(&args.run, if args.unique { 2 } else { 1 })?;
    let config = Config { racers: args.race.unwrap_or(NonZeroUsize::MIN), ..config };
    let print = Solutions {
        unique: args.unique,
        keep_columns: args.keep_columns,
        to: config::to(args.to.as_deref())?,
    };
    let write = print.to.filter(|format| is_row(*format) && !args.output.json).map(WriteConfig::new);
    let frame = write.as_ref().map(|write| Frame { write, keeps_columns: args.keep_columns });
    let job = Job {
        frame,
        threads: config::threads(args.run.threads),
        slow: Some("searching"),
        time: args.run.time,
        ..Job::new(&args.input, &args.output)?
    };
    Ok(exit::code(&job.run(&Search(config), &print)?))
}

impl Print<Search> for Solutions {
    #[inline]
    fn found(&self, answer: AnswerRef<'_>, reply: &mut Reply<'_>) -> Option<Status> {
        let report = &answer.report;
        let format = self.to.unwrap_or_else(|| solution_format(&reply.location.source.dialect));
        if report.solutions > 0
            && !(self.unique && report.solutions > 1)
            && let (Some(digits), false, true) =
                (answer.first_classic(), reply.style.json, format.descriptor().prints_bare_lines)
        {
            reply.chunk.answers.extend_from_slice(digits);
            reply.chunk.answers.push(b'\n');
            if self.keep_columns {
                keep_columns(&mut reply.chunk.answers, answer.trailing(), format);
            }
            return Some(Status::Solved);
        }
        match &*answer.puzzle() {
            Puzzle::Classic(puzzle) => self.print((puzzle, &answer), format, reply),
            Puzzle::Variant(variant) => self.print_values((variant, &answer), reply),
        }
    }

    fn refused(&self, refusal: &Refusal, reply: &mut Reply<'_>) {
        let Some(format) = self.to.filter(|format| is_row(*format) && !reply.style.json) else {
            return reply.refused(refusal);
        };
        reply.refusal_detail(refusal);
        let row = reply.chunk.answers.len();
        csv_status(&mut reply.chunk.answers, row, refusal.status());
        if self.keep_columns {
            keep_columns(&mut reply.chunk.answers, b"", format);
        }
    }
}

impl Solutions {
    /// Prints an answer for a variant: one line of cells.
    fn print_values(
        &self,
        (variant, answer): (&Variant, &AnswerRef<'_>),
        reply: &mut Reply<'_>,
    ) -> Option<Status> {
        let form = reply.begin(answer.entry(), Status::Solved);
        if let Some(format) = self.to {
            let why =
                format!("--to {format}: not supported for variants, whose solutions are one line of cells");
            return reply.decline(Status::Unprintable, why);
        }
        let form = form.with_report(&answer.report);
        match self.printable(answer, answer.first()) {
            Ok(values) => {
                let text = grid_text(variant, &values);
                reply.answer(form.with_values(variant, &values), &text);
                Some(Status::Solved)
            }
            Err((status, why)) => reply.refuse(status, form, why),
        }
    }

    /// Returns the first solution if it is to be printed, or a status and the reason why it is not printed.
    fn printable<T>(&self, answer: &AnswerRef<'_>, first: Option<T>) -> Result<T, (Status, String)> {
        let report = &answer.report;
        match (first, report.solutions) {
            (None, _) => {
                let why = no_solution(&answer.puzzle(), report.counters.guesses == Some(0));
                Err((Status::None, why))
            }
            (Some(_), 2..) if self.unique => Err((Status::Several, SEVERAL.into())),
            (Some(first), _) => Ok(first),
        }
    }

    /// Prints an answer for a classic puzzle in any format.
    fn print(
        &self,
        (puzzle, answer): (&ClassicPuzzle, &AnswerRef<'_>),
        format: Format,
        reply: &mut Reply<'_>,
    ) -> Option<Status> {
        let json = |status| {
            let columns = self.keep_columns.then(|| columns_text(answer.trailing()));
            JsonAnswer { columns, ..JsonAnswer::new(status).with_report(&answer.report) }
        };
        let (refusal, why) = match self.printable(answer, answer.grid()) {
            Err(refusal) => refusal,
            Ok(grid) => {
                let length = reply.chunk.answers.len();
                // A row would contain the givens too.
                let format = if reply.style.json && is_row(format) { Format::Line } else { format };
                let write = WriteConfig { symbols: answer.symbols(), ..WriteConfig::new(format) };
                let ordinal = if reply.style.json { 0 } else { reply.location.ordinal };
                match write_grid(&mut reply.chunk.answers, puzzle, &grid, &write, ordinal) {
                    Ok(()) => {
                        if reply.style.json {
                            let solution = Some(take_text(&mut reply.chunk.answers, length));
                            reply.json(JsonAnswer { solution, ..json(Status::Solved) });
                        } else if self.keep_columns {
                            keep_columns(&mut reply.chunk.answers, answer.trailing(), format);
                        }
                        return Some(Status::Solved);
                    }
                    Err(error) => (Status::Unprintable, error.to_string()),
                }
            }
        };
        if is_row(format) && !reply.style.json {
            reply.detail(&why);
            let start = reply.chunk.answers.len();
            let write = WriteConfig { symbols: answer.symbols(), ..WriteConfig::new(format) };
            let row = write_puzzle(&mut reply.chunk.answers, puzzle, &write, reply.location.ordinal);
            // A row that cannot be written leaves no partial output.
            debug_assert!(row.is_ok() || reply.chunk.answers.len() == start);
            csv_status(&mut reply.chunk.answers, start, refusal);
            if self.keep_columns {
                keep_columns(&mut reply.chunk.answers, answer.trailing(), format);
            }
            return Some(refusal);
        }
        reply.refuse(refusal, json(refusal), why)
    }
}

/// Returns true if a format prints rows of fields under a header.
fn is_row(format: Format) -> bool {
    format.descriptor().separator.is_some()
}

/// Writes a status into the solution column of a CSV row that contains only a puzzle, or of a new
/// row.
fn csv_status(out: &mut Vec<u8>, row: usize, status: Status) {
    if out.len() == row {
        out.push(b',');
    } else if out.last() == Some(&b'\n') {
        out.pop();
    }
    out.push(b'!');
    out.extend_from_slice(status.name().as_bytes());
    out.push(b'\n');
}
