//! Code shared by the commands that run a setter's query on each puzzle.

use crate::args::QueryArgs;
use crate::config;
use crate::exit::Failure;
use crate::output::Reply;
use crate::run::{Frame, Job, Print};
use farandole::format::{Entry, Format, WriteConfig, write_puzzle};
use farandole::json::JsonAnswer;
use farandole::pipeline::{Query, Status, Tally};
use farandole::puzzle::{ClassicPuzzle, PuzzleError};

/// Runs a query on every puzzle of the input. `to` is the format of the answers, if the query has
/// one.
pub(super) fn ask<Q: Query>(
    args: &QueryArgs,
    to: Option<Format>,
    query: &Q,
    print: &impl Print<Q>,
) -> Result<Tally, Failure> {
    let frame = to.filter(|_| !args.output.json).map(WriteConfig::new);
    let job = Job {
        frame: frame.as_ref().map(Frame::new),
        threads: config::threads(args.run.threads),
        slow: Some("searching"),
        time: args.run.time,
        ..Job::new(&args.input, &args.output)?
    };
    job.run(query, print)
}

/// Prints the puzzle that represents an answer, in the symbols of the record. If it cannot be built
/// or written, prints the reason.
pub(super) fn write(
    entry: &Entry,
    format: Format,
    (puzzle, answer): (Result<ClassicPuzzle, PuzzleError>, JsonAnswer<'_>),
    reply: &mut Reply<'_>,
) -> Option<Status> {
    let config = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
    let written = puzzle.map_err(|error| error.to_string()).and_then(|puzzle| {
        write_puzzle(&mut reply.chunk.answers, &puzzle, &config, reply.location.ordinal)
            .map_err(|error| error.to_string())
    });
    match written {
        Ok(()) => Some(Status::Ok),
        Err(error) => reply.refuse(Status::Unprintable, answer, error),
    }
}
