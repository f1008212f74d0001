//! `farandole candidates` and `farandole redundant`: what a setter asks about each puzzle.

use crate::args::{CandidatesArgs, RedundantArgs, RunArgs};
use crate::bulk::{self, Chunk, Context};
use crate::config::{self, InputConfig, OutputConfig};
use crate::exit::Failure;
use crate::output::{JsonAnswer, json_line};
use farandole::Unsupported;
use farandole::format::{Dialect, Entry, Format, Parser, WriteConfig, write_puzzle};
use farandole::pipeline::records::Piece;
use farandole::puzzle::{Cell, DigitSet, Puzzle};
use farandole::setter::{Setter, Told};

pub(crate) fn candidates(args: &CandidatesArgs) -> Result<u8, Failure> {
    let output = OutputConfig::from(&args.output);
    let to = args.to.as_deref().map(config::format).transpose()?;
    if let Some(format) = to.filter(|format| !matches!(format, Format::Pencilmark | Format::Candidates)) {
        let name = format.name();
        return Err(Failure::Usage(format!(
            "--to {name}: expected a format of candidates: pencilmark, candidates"
        )));
    }
    let frame = to.filter(|_| !output.json).map(WriteConfig::new);
    let input = InputConfig::new(&args.input)?;
    let make = workers(&args.run)?;
    let threads = args.run.threads;
    let tally =
        bulk::run(&input, &output, frame.as_ref(), threads, make, |context, worker, piece, chunk| {
            let format = to.unwrap_or_else(|| marks_format(context.dialect));
            let print = |entry: &Entry, ordinal, sets: Vec<DigitSet>| {
                let marked =
                    entry.puzzle.clone().with_restrictions(&sets).map_err(|error| error.to_string())?;
                let write = WriteConfig { symbols: entry.symbols.clone(), ..WriteConfig::new(format) };
                let mut text = Vec::new();
                write_puzzle(&mut text, &marked, &write, ordinal).map_err(|error| error.to_string())?;
                Ok(text)
            };
            worker.ask(context, piece, chunk, Setter::true_candidates, print);
        })?;
    Ok(tally.exit_code())
}

pub(crate) fn redundant(args: &RedundantArgs) -> Result<u8, Failure> {
    let (input, output) = (InputConfig::new(&args.input)?, OutputConfig::from(&args.output));
    let make = workers(&args.run)?;
    let tally = bulk::run(&input, &output, None, args.run.threads, make, |context, worker, piece, chunk| {
        let print = |entry: &Entry, _, cells: Vec<Cell>| {
            let names: Vec<String> =
                cells.iter().map(|cell| cell.name(entry.puzzle.size()).to_string()).collect();
            let text = if names.is_empty() { "minimal".into() } else { names.join(" ") };
            Ok((text + "\n").into_bytes())
        };
        worker.ask(context, piece, chunk, Setter::redundant_givens, print);
    })?;
    Ok(tally.exit_code())
}

/// The format in which the candidates of a puzzle are shown: one line where the puzzle is one.
fn marks_format(dialect: &Dialect) -> Format {
    if dialect.is_one_line() { Format::Pencilmark } else { Format::Candidates }
}

struct Worker {
    parser: Parser,
    setter: Setter,
}

/// What makes the workers for an input.
fn workers(args: &RunArgs) -> Result<impl Fn(&Context<'_>) -> Worker, Failure> {
    let question = config::question(args, 1)?;
    Ok(move |context: &Context<'_>| Worker {
        parser: context.dialect.parser(),
        setter: Setter::new(question.engine, question.isa, question.budget),
    })
}

impl Worker {
    /// Asks about every puzzle of a piece and prints what `print` makes of the answers.
    fn ask<T>(
        &mut self,
        context: &Context<'_>,
        piece: &Piece<'_>,
        chunk: &mut Chunk,
        question: impl Fn(&mut Setter, &[Puzzle]) -> Vec<Result<Told<T>, Unsupported>>,
        print: impl Fn(&Entry, u64, T) -> Result<Vec<u8>, String>,
    ) {
        let entries: Vec<_> = piece.records().map(|(_, record)| self.parser.parse(record)).collect();
        let puzzles: Vec<Puzzle> = entries.iter().flatten().map(|entry| entry.puzzle.clone()).collect();
        let mut answers = question(&mut self.setter, &puzzles).into_iter();
        for (entry, (ordinal, record)) in entries.iter().zip(piece.records()) {
            let line = record.line;
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) if context.unreadable(error, chunk).is_break() => return,
                Err(_) => continue,
            };
            let told = match answers.next().expect("an answer for each puzzle") {
                Ok(told) => told,
                Err(unsupported) => {
                    context.unsupported(line, &unsupported, chunk);
                    continue;
                }
            };
            chunk.tally.records += 1;
            chunk.tally.nodes += told.nodes;
            let ordinal = if context.json { 0 } else { context.base + ordinal };
            let (status, text) = match told.found {
                None => {
                    chunk.tally.without_solution += 1;
                    let why = entry.puzzle.clash().map_or_else(String::new, |clash| format!(": {clash}"));
                    ("none", Err(format!("no solution{why}")))
                }
                Some(_) if !told.exact => {
                    chunk.tally.undecided += 1;
                    ("gave up", Err(format!("gave up a search; {} nodes in all", told.nodes)))
                }
                Some(found) => ("unprintable", print(entry, ordinal, found)),
            };
            let answer =
                JsonAnswer { nodes: Some(told.nodes), ..JsonAnswer::bare(context.source, line, status) };
            match text {
                Ok(text) if context.json => {
                    let text = String::from_utf8_lossy(&text).trim_end().to_owned();
                    json_line(&mut chunk.out, &JsonAnswer { status: "ok", found: Some(text), ..answer });
                }
                Ok(text) => chunk.out.extend_from_slice(&text),
                Err(detail) => context.refuse(answer, detail, chunk),
            }
        }
    }
}
