//! `farandole minimize`, `unavoidable` and `neighbours`: what a researcher asks about proper 9x9 puzzles.

use crate::args::{MinimizeArgs, NeighboursArgs, StudyArgs, UnavoidableArgs};
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::{self, Failure};
use crate::output::{Style, columns_text, json_answer, keep_columns};
use crate::run::{Job, Print};
use farandole::format::Format;
use farandole::json::JsonAnswer;
use farandole::pipeline::{Chunk, Place, Status};
use farandole::setter::{Cells, MinimalPuzzles, Neighbours};
use farandole::{
    Ask, Cell, MinimizeAll, MinimizeOne, Neighbourhood, Pattern, Studied, Study, UnavoidableSets, Which,
};
use std::collections::HashSet;

pub(crate) fn minimize(args: &MinimizeArgs) -> Result<u8, Failure> {
    if args.all || args.fewest {
        let which = if args.fewest { Which::Fewest } else { Which::All };
        return run(
            &args.study,
            MinimizeAll { limit: args.limit.get(), which },
            &|all: MinimalPuzzles, puzzle| Told {
                found: given_in(puzzle, &all.found),
                is_cut: !all.is_complete,
                exact: Some(all.is_complete),
            },
        );
    }
    let study = MinimizeOne { seed: args.seed, keep: args.keep.unwrap_or_default() };
    run(&args.study, study, &|one, puzzle| Told::whole(given_in(puzzle, &one.found)))
}

pub(crate) fn unavoidable(args: &UnavoidableArgs) -> Result<u8, Failure> {
    run(&args.study, UnavoidableSets { most: args.max_size }, &|sets: Vec<Cells>, _| {
        Told::whole(if args.count { sizes(&sets) } else { sets.iter().map(|set| names(*set)).collect() })
    })
}

pub(crate) fn neighbours(args: &NeighboursArgs) -> Result<u8, Failure> {
    let change = Neighbours { remove: args.remove, add: args.add };
    let pattern = if args.same_pattern { Pattern::Same } else { Pattern::Any };
    let study = Neighbourhood { change, pattern };
    let tell = |forms: Vec<[u8; 81]>, _: &[u8; 81]| Told::whole(forms.iter().map(line).collect());
    if !args.classes {
        return run(&args.study, study, &tell);
    }
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let filter = move |lines: &[u8]| {
        let mut new = Vec::new();
        for line in lines.split(|byte| *byte == b'\n') {
            let words =
                if line.starts_with(b"!") { vec![line] } else { line.split(|byte| *byte == b' ').collect() };
            for word in words.into_iter().filter(|word| !word.is_empty()) {
                if word.starts_with(b"!") || seen.insert(word.to_vec()) {
                    new.extend_from_slice(word);
                    new.push(b'\n');
                }
            }
        }
        new
    };
    run_filtered(&args.study, study, &tell, Some(Box::new(filter)))
}

/// What a line says.
struct Told {
    found: Vec<String>,
    /// Whether there may be more.
    is_cut: bool,
    exact: Option<bool>,
}

impl Told {
    fn whole(found: Vec<String>) -> Self {
        Self { found, is_cut: false, exact: None }
    }
}

fn run<S: Study>(args: &StudyArgs, study: S, tell: &Tell<'_, S>) -> Result<u8, Failure> {
    run_filtered(args, study, tell, None)
}

/// Makes of what was found about a puzzle what is said.
type Tell<'a, S> = dyn Fn(<S as Study>::Found, &[u8; 81]) -> Told + Sync + 'a;

fn run_filtered<S: Study>(
    args: &StudyArgs,
    study: S,
    tell: &Tell<'_, S>,
    filter: Option<crate::run::Filter>,
) -> Result<u8, Failure> {
    let (input, output) = (InputConfig::new(&args.input)?, OutputConfig::from(&args.output));
    let threads = config::threads(args.threads);
    let job = Job { input: &input, output: &output, frame: None, threads, slow: Some("searching") };
    let print = Answers { tell, keep_columns: args.keep_columns };
    let question = Ask(study);
    let tally = match filter {
        Some(filter) => job.run_filtered(&question, &print, filter)?,
        None => job.run(&question, &print)?,
    };
    Ok(exit::code_of_proper(&tally))
}

/// How answers are printed.
struct Answers<'a, S: Study> {
    tell: &'a Tell<'a, S>,
    keep_columns: bool,
}

impl<S: Study> Print<Ask<S>> for Answers<'_, S> {
    fn found(
        &self,
        style: Style,
        place: &Place<'_>,
        Studied { found, puzzle, trailing }: Studied<'_, S::Found>,
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let told = match found {
            Ok(found) => (self.tell)(found, &puzzle),
            Err(unfit) => {
                let status = unfit.status();
                return style.refuse(place, status, JsonAnswer::new(status), unfit.to_string(), chunk);
            }
        };
        if style.json {
            let columns = self.keep_columns.then(|| columns_text(trailing));
            let answer = JsonAnswer {
                found: Some(told.found),
                exact: told.exact,
                columns,
                ..JsonAnswer::new(Status::Ok)
            };
            json_answer(chunk, place, answer);
            return Some(Status::Ok);
        }
        let start = chunk.answers.len();
        chunk.answers.extend_from_slice(told.found.join(" ").as_bytes());
        if told.is_cut {
            chunk.answers.extend_from_slice(b" +");
        }
        if self.keep_columns {
            let mut answer = chunk.answers.split_off(start);
            keep_columns(&mut answer, trailing, Format::Line);
            chunk.answers.append(&mut answer);
        } else {
            chunk.answers.push(b'\n');
        }
        Some(Status::Ok)
    }
}

/// A board on one line.
fn line(board: &[u8; 81]) -> String {
    board.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// The puzzle with the givens of these cells only, for each set of cells.
fn given_in(puzzle: &[u8; 81], sets: &[Cells]) -> Vec<String> {
    sets.iter().map(|cells| line(&farandole::setter::restrict(puzzle, *cells))).collect()
}

/// The names of cells with commas between.
fn names(cells: Cells) -> String {
    let names: Vec<String> = (0..81)
        .filter(|cell| cells >> cell & 1 == 1)
        .filter_map(|cell| Cell::new(cell).map(|cell| cell.name(9).to_string()))
        .collect();
    names.join(",")
}

/// How many sets there are of each size.
fn sizes(sets: &[Cells]) -> Vec<String> {
    let of_size = |size: u32| sets.iter().filter(|set| set.count_ones() == size).count();
    (4..=16)
        .map(|size| (size, of_size(size)))
        .filter(|(_, count)| *count > 0)
        .map(|(size, count)| format!("{size}:{count}"))
        .collect()
}
