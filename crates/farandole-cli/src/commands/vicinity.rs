//! `farandole vicinity`: searches from puzzle to neighbour towards a range, with a ledger.

use crate::args::{VicinityArgs, tenths_range, whole_range};
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Output, Reply, json_line};
use crate::progress::ProgressLine;
use crate::run::{Job, Print};
use farandole::json::SCHEMA;
use farandole::pipeline::{Status, Tally};
use farandole::research::Neighbours;
use farandole::research::neighbourhood_search::{
    Ledger, NeighbourFound, NeighbourhoodSearch, Objective, SearchLimits,
};
use farandole::research::study::Quantities;
use farandole::search::Alarm;
use farandole::study::{Studied, StudyQuery};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

pub(crate) fn run(args: &VicinityArgs) -> Result<u8, Failure> {
    let threads = config::threads(args.threads);
    let mut job = Job { threads, time: args.time, ..Job::new(&args.input, &args.output)? };
    let (objective, range) = match (&args.rating, &args.givens) {
        (Some(text), _) => (Objective::Rating, tenths_range(text)),
        (None, text) => (Objective::Givens, whole_range(text.as_deref().unwrap_or_default())),
    };
    let usage = |error| Failure::Usage(format!("--{}: {error}", objective.name()));
    let (least, most) = range.map_err(usage)?;
    let change = Neighbours { remove: args.remove, add: args.add };
    let vicinity = NeighbourhoodSearch { change, objective, goal: least..=most };
    let mut ledger = Ledger::open(&args.ledger, vicinity)?;
    let mut out = Output::open(job.output.path.take().as_deref())?;
    let (tally, start) = proper_boards(job)?;
    // The --count includes classes that an interrupted run has already found and printed.
    let (_, found_before) = ledger.unfinished();
    let wanted = args.count.map_or(u64::MAX, Into::into);
    let (mut written, mut left) = (Ok(()), wanted.saturating_sub(found_before));
    let rounds = if left == 0 { 0 } else { args.rounds };
    let mut take = |found: &NeighbourFound| {
        left -= u64::from(found.distance == 0 && left > 0);
        written = out.put(&text(objective, found, args.output.json));
        if written.is_err() || left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let line = ProgressLine::new(args.output.quiet);
    line.show_time("searching");
    let watch = |done: u64, ledger: &Ledger| {
        let (known, waiting) = (ledger.known(), ledger.waiting());
        line.set_message(format!(
            "{done} of {} rounds, {known} classes, {waiting} still to be searched",
            args.rounds
        ));
    };
    let alarm = Alarm::after(args.time);
    let limits = SearchLimits { rounds, threads, stop: alarm.stop(), observer: Some(&watch) };
    let searched = ledger.search(&start, &limits, &mut take);
    line.finish();
    written?;
    searched?;
    out.finish()?;
    if args.output.summary {
        warn!("{} classes; neighbours of {} not yet searched", ledger.known(), ledger.waiting());
    }
    let code = exit::code_of_proper(&tally);
    Ok(if alarm.is_over() { code.max(exit::UNDECIDED) } else { code })
}

/// Reads the input and returns the digits of each proper puzzle, 0 for empty cells.
fn proper_boards(job: Job<'_>) -> Result<(Tally, Vec<[u8; 81]>), Failure> {
    let start = Arc::new(Mutex::new(Vec::new()));
    let reading = Arc::clone(&start);
    let filter = move |boards: &[u8]| {
        let mut start = reading.lock().unwrap_or_else(PoisonError::into_inner);
        start
            .extend(boards.split(|byte| *byte == b'\n').filter_map(|board| <[u8; 81]>::try_from(board).ok()));
        Ok(Vec::new())
    };
    let job = Job { filter: Some(Box::new(filter)), ..job };
    let tally = job.run(&StudyQuery(Quantities(Vec::new())), &Boards)?;
    let start: Vec<[u8; 81]> = start
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
        .map(|board| board.map(|cell| cell - b'0'))
        .collect();
    Ok((tally, start))
}

/// Prints the digits of each proper puzzle, 0 for empty cells.
struct Boards;

impl Print<StudyQuery<Quantities>> for Boards {
    fn found(
        &self,
        Studied { found, puzzle, .. }: Studied<'_, Vec<Option<u32>>>,
        reply: &mut Reply<'_>,
    ) -> Option<Status> {
        if let Err(unfit) = found {
            return reply.decline(unfit.status(), unfit);
        }
        reply.chunk.answers.extend(puzzle.map(|digit| b'0' + digit));
        reply.chunk.answers.push(b'\n');
        Some(Status::Ok)
    }
}

/// A class in JSON.
#[derive(Serialize)]
struct JsonFound {
    schema: u32,
    puzzle: String,
    objective: &'static str,
    number: Option<f64>,
    in_goal: bool,
}

/// Returns the line to print for a class.
fn text(objective: Objective, found: &NeighbourFound, is_json: bool) -> Vec<u8> {
    let unit = if objective == Objective::Rating { 10.0 } else { 1.0 };
    let number = found.number.map(|number| f64::from(number) / unit);
    let cell = |digit: &u8| if *digit == 0 { '.' } else { char::from(b'0' + digit) };
    let puzzle: String = found.puzzle.iter().map(cell).collect();
    let mut text = Vec::new();
    if is_json {
        let in_goal = found.distance == 0;
        json_line(
            &mut text,
            &JsonFound { schema: SCHEMA, puzzle, objective: objective.name(), number, in_goal },
        );
    } else {
        let number = match (number, objective) {
            (None, _) => "-".to_owned(),
            (Some(number), Objective::Rating) => format!("{number:.1}"),
            (Some(number), Objective::Givens) => number.to_string(),
        };
        text = format!("{puzzle} {number}\n").into_bytes();
    }
    text
}
