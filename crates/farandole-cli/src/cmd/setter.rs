//! `farandole candidates`, `backbone` and `redundant`: what a setter asks about each puzzle.

use crate::args::{CandidatesArgs, QuestionArgs};
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::{self, Failure};
use crate::output::{Style, json_answer};
use crate::run::{Frame, Job, Print};
use farandole::Finding;
use farandole::format::{Dialect, Entry, Format, WriteConfig, write_puzzle};
use farandole::json::{self, JsonAnswer};
use farandole::pipeline::{Chunk, Place, Status};
use farandole::{Cell, Clash, Digit, DigitSet, Puzzle, RedundantGivens, TrueCandidates};
use std::convert::Infallible;

pub(crate) fn candidates(args: &CandidatesArgs) -> Result<u8, Failure> {
    let input = InputConfig::new(&args.input)?;
    let output = OutputConfig::from(&args.output);
    let to = config::to(args.to.as_deref())?;
    if let Some(format) = to.filter(|format| !format.descriptor().holds_candidates) {
        let name = format.name();
        return Err(Failure::Usage(format!(
            "--to {name}: expected a format of candidates: pencilmark, candidates"
        )));
    }
    let frame = to.filter(|_| !output.json).map(WriteConfig::new);
    let threads = config::threads(args.run.threads);
    let job =
        Job { input: &input, output: &output, frame: frame.as_ref().map(Frame::new), threads, slow: None };
    let question = TrueCandidates(config::search(&args.run, 1)?);
    Ok(exit::code(&job.run(&question, &Candidates { to })?))
}

pub(crate) fn backbone(args: &QuestionArgs) -> Result<u8, Failure> {
    let (input, output) = (InputConfig::new(&args.input)?, OutputConfig::from(&args.output));
    let threads = config::threads(args.run.threads);
    let job = Job { input: &input, output: &output, frame: None, threads, slow: None };
    let question = TrueCandidates(config::search(&args.run, 1)?);
    Ok(exit::code(&job.run(&question, &Backbone)?))
}

pub(crate) fn redundant(args: &QuestionArgs) -> Result<u8, Failure> {
    let (input, output) = (InputConfig::new(&args.input)?, OutputConfig::from(&args.output));
    let threads = config::threads(args.run.threads);
    let job = Job { input: &input, output: &output, frame: None, threads, slow: None };
    let question = RedundantGivens(config::search(&args.run, 1)?);
    Ok(exit::code(&job.run(&question, &Redundant)?))
}

pub(crate) fn why(args: &QuestionArgs) -> Result<u8, Failure> {
    let (input, output) = (InputConfig::new(&args.input)?, OutputConfig::from(&args.output));
    let threads = config::threads(args.run.threads);
    let job = Job { input: &input, output: &output, frame: None, threads, slow: None };
    let question = Clash(config::search(&args.run, 1)?);
    Ok(exit::code(&job.run(&question, &Clashes)?))
}

/// How clashes are printed.
struct Clashes;

impl Print<Clash> for Clashes {
    fn found(&self, _: Style, _: &Place<'_>, never: Infallible, _: &mut Chunk) -> Option<Status> {
        match never {}
    }
}

/// The format in which the candidates of a puzzle are shown: one line where the puzzle is one.
fn marks_format(dialect: &Dialect) -> Format {
    if dialect.is_one_line() { Format::Pencilmark } else { Format::Candidates }
}

/// How candidates are printed.
struct Candidates {
    to: Option<Format>,
}

impl Print<TrueCandidates> for Candidates {
    fn found(
        &self,
        style: Style,
        place: &Place<'_>,
        (entry, finding): (&Entry, Finding<Vec<DigitSet>>),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (sets, answer) = match split(style, place, entry, finding, chunk) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        if style.json {
            let candidates = Some(json::candidates(&sets));
            json_answer(chunk, place, JsonAnswer { candidates, ..answer });
            return Some(Status::Ok);
        }
        let format = self.to.unwrap_or_else(|| marks_format(&place.source.dialect));
        let write = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
        let marked = entry.puzzle.clone().with_restrictions(&sets).map_err(|error| error.to_string());
        let written = marked.and_then(|marked| {
            write_puzzle(&mut chunk.answers, &marked, &write, place.ordinal)
                .map_err(|error| error.to_string())
        });
        match written {
            Ok(()) => Some(Status::Ok),
            Err(error) => style.refuse(place, Status::Unprintable, answer, error, chunk),
        }
    }
}

/// How the cells that all solutions share are printed.
struct Backbone;

impl Print<TrueCandidates> for Backbone {
    fn found(
        &self,
        style: Style,
        place: &Place<'_>,
        (entry, finding): (&Entry, Finding<Vec<DigitSet>>),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (sets, answer) = match split(style, place, entry, finding, chunk) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        let digit = |set: &DigitSet| if set.len() == 1 { set.iter().next() } else { None };
        let digits: Vec<u8> = sets.iter().map(|set| digit(set).map_or(0, Digit::get)).collect();
        if style.json {
            let size = entry.puzzle.size();
            let is_new = |(cell, digit): &(usize, &u8)| **digit != 0 && entry.puzzle.givens()[*cell] == 0;
            let new = digits.iter().enumerate().filter(is_new);
            let name = |cell| Cell::new(cell).map(|cell| cell.name(size).to_string()).unwrap_or_default();
            let found = Some(new.map(|(cell, digit)| format!("{}={digit}", name(cell))).collect());
            json_answer(chunk, place, JsonAnswer { found, ..answer });
            return Some(Status::Ok);
        }
        let format = if place.source.dialect.is_one_line() { Format::Line } else { Format::Grid };
        let write = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
        let filled = Puzzle::new(entry.puzzle.geometry().clone(), &digits).map_err(|error| error.to_string());
        let written = filled.and_then(|filled| {
            write_puzzle(&mut chunk.answers, &filled, &write, place.ordinal)
                .map_err(|error| error.to_string())
        });
        match written {
            Ok(()) => Some(Status::Ok),
            Err(error) => style.refuse(place, Status::Unprintable, answer, error, chunk),
        }
    }
}

/// How redundant givens are printed.
struct Redundant;

impl Print<RedundantGivens> for Redundant {
    fn found(
        &self,
        style: Style,
        place: &Place<'_>,
        (entry, finding): (&Entry, Finding<Vec<Cell>>),
        chunk: &mut Chunk,
    ) -> Option<Status> {
        let (cells, answer) = match split(style, place, entry, finding, chunk) {
            Ok(found) => found,
            Err(status) => return Some(status),
        };
        let names = json::cell_names(&cells, entry.puzzle.size());
        if style.json {
            json_answer(chunk, place, JsonAnswer { redundant: Some(names), ..answer });
        } else {
            let text = if names.is_empty() { "minimal".into() } else { names.join(" ") };
            chunk.answers.extend_from_slice(text.as_bytes());
            chunk.answers.push(b'\n');
        }
        Some(Status::Ok)
    }
}

/// What was found, and the form of the answer; where nothing was found, says why.
fn split<'a, T>(
    style: Style,
    place: &Place<'_>,
    entry: &Entry,
    finding: Finding<T>,
    chunk: &mut Chunk,
) -> Result<(T, JsonAnswer<'a>), Status> {
    let Finding { found, exact, nodes } = finding;
    let answer = JsonAnswer { nodes: Some(nodes), ..JsonAnswer::new(Status::Ok) };
    let (status, why) = match found {
        Some(found) if exact => return Ok((found, answer)),
        Some(_) => (Status::GaveUp, format!("gave up a search; {nodes} nodes in all")),
        None => {
            let why = entry.puzzle.clash().map_or_else(String::new, |clash| format!(": {clash}"));
            (Status::None, format!("no solution{why}"))
        }
    };
    style.refuse(place, status, answer, why, chunk);
    Err(status)
}
