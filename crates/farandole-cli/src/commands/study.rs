//! Code shared by the research commands on 9x9 puzzles: runs them over an input and prints the
//! answers.

use crate::args::StudyArgs;
use crate::config;
use crate::exit::{self, Failure};
use crate::output::{Reply, columns_text, keep_columns};
use crate::run::{Job, Print};
use farandole::format::Format;
use farandole::json::{JsonAnswer, JsonCanonical};
use farandole::pipeline::{Query, Status};
use farandole::puzzle::Cell;
use farandole::research::Cells;
use farandole::study::Studied;

/// The answer for one puzzle.
#[derive(Default)]
pub(super) struct StudyOutput {
    pub(super) found: Vec<String>,
    /// Text to print instead of the results.
    pub(super) word: Option<String>,
    pub(super) canonical: Option<JsonCanonical>,
    /// True if there may be more results.
    pub(super) is_cut: bool,
    pub(super) exact: Option<bool>,
}

impl StudyOutput {
    pub(super) fn whole(found: Vec<String>) -> Self {
        Self { found, ..Self::default() }
    }

    /// Returns an answer with these results, which may be incomplete.
    pub(super) fn cut(found: Vec<String>, is_complete: bool) -> Self {
        Self { found, is_cut: !is_complete, exact: Some(is_complete), ..Self::default() }
    }
}

/// A function that converts the result for a puzzle into the answer to print.
pub(super) type Tell<'a, T> = dyn Fn(T, &[u8; 81]) -> StudyOutput + Sync + 'a;

/// Runs a query on each puzzle of the input.
pub(super) fn ask<T, Q: for<'a> Query<Found<'a> = Studied<'a, T>>>(
    args: &StudyArgs,
    query: &Q,
    tell: &Tell<'_, T>,
) -> Result<u8, Failure> {
    ask_filtered(args, query, tell, None)
}

/// Runs a query as [`ask`] does, and passes the lines of the answers through a filter.
pub(super) fn ask_filtered<T, Q: for<'a> Query<Found<'a> = Studied<'a, T>>>(
    args: &StudyArgs,
    query: &Q,
    tell: &Tell<'_, T>,
    filter: Option<crate::run::Filter>,
) -> Result<u8, Failure> {
    let job = Job {
        threads: config::threads(args.threads),
        slow: Some("searching"),
        time: args.time,
        filter,
        ..Job::new(&args.input, &args.output)?
    };
    Ok(exit::code_of_proper(&job.run(query, &Answers { tell, keep_columns: args.keep_columns })?))
}

/// Printer of answers.
struct Answers<'a, T> {
    tell: &'a Tell<'a, T>,
    keep_columns: bool,
}

impl<T, Q: for<'a> Query<Found<'a> = Studied<'a, T>>> Print<Q> for Answers<'_, T> {
    fn found(
        &self,
        Studied { found, puzzle, trailing }: Studied<'_, T>,
        reply: &mut Reply<'_>,
    ) -> Option<Status> {
        let told = match found {
            Ok(found) => (self.tell)(found, &puzzle),
            Err(unfit) => {
                return reply.decline(unfit.status(), unfit);
            }
        };
        if told.found.is_empty() && told.word.is_none() && told.is_cut {
            let why = "gave up before anything was found; increase --limit or --time";
            return reply.decline(Status::GaveUp, why);
        }
        if reply.style.json {
            let columns = self.keep_columns.then(|| columns_text(trailing));
            let answer = JsonAnswer {
                found: Some(told.found),
                exact: told.exact,
                canonical: told.canonical,
                columns,
                ..JsonAnswer::new(Status::Ok)
            };
            reply.json(answer);
            return Some(Status::Ok);
        }
        let start = reply.chunk.answers.len();
        let is_word = told.word.is_some();
        let text = told.word.unwrap_or_else(|| told.found.join(" "));
        reply.chunk.answers.extend_from_slice(text.as_bytes());
        if told.is_cut && !is_word {
            reply.chunk.answers.extend_from_slice(b" +");
        }
        if self.keep_columns {
            let mut answer = reply.chunk.answers.split_off(start);
            keep_columns(&mut answer, trailing, Format::Line);
            reply.chunk.answers.append(&mut answer);
        } else {
            reply.chunk.answers.push(b'\n');
        }
        Some(Status::Ok)
    }
}

/// Returns a board on one line.
pub(super) fn line(board: &[u8; 81]) -> String {
    board.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// Returns, for each set of cells, the puzzle with only the givens of these cells.
pub(super) fn given_in(puzzle: &[u8; 81], sets: &[Cells]) -> Vec<String> {
    sets.iter().map(|cells| line(&farandole::research::restrict(puzzle, *cells))).collect()
}

/// Returns the names of cells, separated by commas.
pub(super) fn names(cells: Cells) -> String {
    let names: Vec<String> = (0..81)
        .filter(|cell| cells >> cell & 1 == 1)
        .filter_map(|cell| Cell::new(cell).map(|cell| cell.name(9).to_string()))
        .collect();
    names.join(",")
}
