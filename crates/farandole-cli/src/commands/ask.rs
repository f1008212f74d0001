//! Code shared by the commands that run a setter's query on each puzzle.

use crate::args::QueryArgs;
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::Failure;
use crate::output::Style;
use crate::run::{Frame, Job, Print};
use farandole::format::{Entry, Format, WriteConfig, write_puzzle};
use farandole::json::JsonAnswer;
use farandole::pipeline::{Chunk, Query, RecordLocation, Status, Tally};
use farandole::puzzle::{ClassicPuzzle, PuzzleError};

/// Runs a query on every puzzle of the input. `to` is the format of the answers, if the query has
/// one.
pub(super) fn ask<Q: Query>(
    args: &QueryArgs,
    to: Option<Format>,
    query: &Q,
    print: &impl Print<Q>,
) -> Result<Tally, Failure> {
    let (input, output) = (InputConfig::new(&args.input)?, OutputConfig::from(&args.output));
    let threads = config::threads(args.run.threads);
    let frame = to.filter(|_| !output.json).map(WriteConfig::new);
    let frame = frame.as_ref().map(Frame::new);
    Job { input: &input, output: &output, frame, threads, slow: Some("searching"), time: args.run.time }
        .run(query, print)
}

/// Prints the puzzle that represents an answer, in the symbols of the record. If it cannot be built
/// or written, prints the reason.
pub(super) fn write(
    style: Style,
    location: &RecordLocation<'_>,
    entry: &Entry,
    format: Format,
    (puzzle, answer): (Result<ClassicPuzzle, PuzzleError>, JsonAnswer<'_>),
    chunk: &mut Chunk,
) -> Option<Status> {
    let config = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
    let written = puzzle.map_err(|error| error.to_string()).and_then(|puzzle| {
        write_puzzle(&mut chunk.answers, &puzzle, &config, location.ordinal)
            .map_err(|error| error.to_string())
    });
    match written {
        Ok(()) => Some(Status::Ok),
        Err(error) => style.refuse(location, Status::Unprintable, answer, error, chunk),
    }
}
