//! `farandole count --all`: lists every solution, in one run or in a run that can be interrupted
//! and resumed.

use crate::args::CountArgs;
use crate::config::{self, InputConfig};
use crate::exit::{self, Failure};
use crate::messages::shown;
use crate::output::{Reply, grid_text, no_solution};
use crate::run::{Frame, Job, Print};
use farandole::Puzzle;
use farandole::answer::counted;
use farandole::engines::{End, Report};
use farandole::format::{Entry, Format, WriteConfig, write_grid};
use farandole::json::JsonAnswer;
use farandole::pipeline::{
    Enumerate, Listed, ListingError, ListingFiles, Single, Status, list_with_checkpoints, single_classic,
};
use farandole::puzzle::Grid;
use farandole::puzzle::format::escaped;
use farandole::search::Alarm;
use farandole::variant::grid_text as values_text;

pub(crate) fn run(args: &CountArgs) -> Result<u8, Failure> {
    let config = config::search(&args.run, args.limit.unwrap_or(0))?;
    let format = config::to(args.to.as_deref())?.unwrap_or(Format::Line);
    if let Some(state) = &args.resume {
        let input = InputConfig::new(&args.input)?;
        let Single { entry, source, line } = single_classic(input.single()?, &input.read)?;
        let source = escaped(&*source).to_string();
        let output = args.output.output.as_deref();
        let output = output.ok_or_else(|| Failure::Usage("--resume requires --output FILE".into()))?;
        let write = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
        let puzzle = &entry.puzzle;
        let alarm = Alarm::after(args.run.time);
        let listed = list_with_checkpoints(
            puzzle,
            &config,
            alarm.flag(),
            ListingFiles { output, state },
            &mut |text, grid, ordinal| write_grid(text, puzzle, grid, &write, ordinal),
        );
        return end(listed, &format!("{source}:{line}"), args.output.summary);
    }
    let frame =
        (format.descriptor().separator.is_some() && !args.output.json).then(|| WriteConfig::new(format));
    let job = Job {
        frame: frame.as_ref().map(Frame::new),
        slow: Some("listing"),
        time: args.run.time,
        ..Job::new(&args.input, &args.output)?
    };
    Ok(exit::code(&job.run(&Enumerate(config), &Solutions { format })?))
}

/// Reports how a listing ended and returns the exit code.
fn end(listed: Result<Report, ListingError>, location: &str, summary: bool) -> Result<u8, Failure> {
    let report = match listed {
        Ok(report) => report,
        Err(ListingError::Io(path, error)) => return Err(Failure::io(shown(&path), error)),
        Err(ListingError::Wrong(violation)) => {
            warn!("{location}: {violation}");
            return Ok(exit::CHECK_FAILED);
        }
        Err(ListingError::Unprintable(error)) => {
            warn!("{location}: {error}");
            return Ok(exit::UNDECIDED);
        }
        Err(ListingError::List(error)) => return Err(Failure::Unreadable(format!("{location}: {error}"))),
        Err(error) => return Err(Failure::Unreadable(error.to_string())),
    };
    if matches!(report.end, End::BudgetSpent | End::Cancelled) {
        warn!("{location}: gave up after {}", counted(report.counters.nodes, "node"));
        return Ok(exit::UNDECIDED);
    }
    if summary {
        let plural = if report.solutions == 1 { "" } else { "s" };
        warn!("{} solution{plural}", report.solutions);
    }
    Ok(exit::DONE)
}

/// Printer of all solutions.
struct Solutions {
    format: Format,
}

impl Print<Enumerate> for Solutions {
    fn found(&self, listed: Listed<'_>, reply: &mut Reply<'_>) -> Option<Status> {
        let (entry, values, ordinal) = match listed {
            Listed::Solution(entry, values, ordinal) => (entry, values, ordinal),
            Listed::End(entry, report) => return Some(end_of(entry, &report, reply)),
        };
        let answer = reply.begin(entry, Status::Solved);
        let puzzle = match &entry.puzzle {
            Puzzle::Classic(puzzle) => puzzle,
            Puzzle::Variant(variant) => {
                let answer = answer.with_values(variant, values);
                reply.answer(answer, &values_text(variant, values));
                return None;
            }
        };
        let write = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(self.format) };
        let grid = Grid::new(puzzle.size(), values.to_vec()).expect("the solution was checked");
        let printed = if reply.style.json {
            grid_text(puzzle, &grid, &write).map(|solution| {
                reply.json(JsonAnswer { solution: Some(solution), ..answer });
            })
        } else {
            write_grid(&mut reply.chunk.answers, puzzle, &grid, &write, ordinal)
                .map_err(|error| error.to_string())
        };
        match printed {
            Ok(()) => None,
            Err(error) => reply.decline(Status::Unprintable, error),
        }
    }
}

/// Ends the list of a puzzle, and reports a classic puzzle that has no solution. A variant
/// that has no solution has an empty list.
fn end_of(entry: &Entry, report: &Report, reply: &mut Reply<'_>) -> Status {
    let status = Status::of_search(report);
    let answer = reply.begin(entry, status);
    if status == Status::None && entry.puzzle.classic().is_some() {
        let why = no_solution(&entry.puzzle, false);
        reply.refuse(status, answer.with_report(report), why);
    }
    status
}
