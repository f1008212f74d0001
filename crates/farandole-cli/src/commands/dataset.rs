//! `farandole generate --dataset`: puzzles in shards for machine learning, one per class, with a
//! manifest.
//!
//! A puzzle is assigned to the training or the test part by a hash of the class of its solution. The parts
//! therefore share neither a puzzle nor a solution up to symmetry.

use super::delivery::{Delivery, out_of_patience};
use crate::args::GenerateArgs;
use crate::exit::{self, Failure};
use crate::messages::shown;
use crate::output::{json_line, write_file};
use crate::progress::ProgressLine;
use farandole::canon::Canon;
use farandole::json::{Bound, JsonRating, SCHEMA};
use farandole::kernel::{Answer, Config, Isa, solve_batch};
use farandole::research::DatasetPart;
use farandole::research::generate::{Attempts, Generated, Order, Progress, run as make};
use serde::Serialize;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The file that marks the directory of a dataset as in use until it is complete.
const CLAIM: &str = "unfinished";

/// The fields of a row, in the order of the columns.
const COLUMNS: [&str; 7] = ["class", "puzzle", "solution", "givens", "rating", "guesses", "weight"];

// long: the steps of one run, from its claim of the directory to its summary
pub(crate) fn run<A: Attempts<Output = Generated>>(
    args: &GenerateArgs,
    order: &Order,
    attempts: &A,
    folder: &Path,
) -> Result<u8, Failure> {
    let at = |error| Failure::io(shown(folder), error);
    fs::create_dir_all(folder).map_err(at)?;
    let not_empty = || Failure::Usage(format!("--dataset {}: expected an empty directory", shown(folder)));
    // If two runs start at the same time, only one can create this file.
    let claim = folder.join(CLAIM);
    match File::create_new(&claim) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(not_empty()),
        created => drop(created.map_err(|error| Failure::io(shown(&claim), error))?),
    }
    let released = || fs::remove_file(&claim).map_err(|error| Failure::io(shown(&claim), error));
    if fs::read_dir(folder).map_err(at)?.nth(1).is_some() {
        released()?;
        return Err(not_empty());
    }
    Delivery::of(args).report_seed();
    let mut writer = Writer::new(args, folder);
    let (start, line) = (Instant::now(), ProgressLine::new(args.quiet));
    let (mut failure, mut rows, mut last_row) = (None, 0, start);
    let is_out_of_patience = |last: Instant| order.patience.is_some_and(|most| last.elapsed() >= most);
    let mut take = |made: Generated| {
        failure = writer.add(&made).err();
        if writer.rows() > rows {
            (rows, last_row) = (writer.rows(), Instant::now());
        }
        let is_enough = rows == args.count || is_out_of_patience(last_row);
        if failure.is_some() || is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    line.show_time("generating");
    let mut watch = |progress: &Progress| {
        let rate = progress.made as f64 / start.elapsed().as_secs_f64().max(1e-9);
        line.set_message(format!("{} of {} puzzles, {rate:.1} per second", progress.made, args.count));
        ControlFlow::Continue(())
    };
    // Repeated classes are not counted, so the number of puzzles to generate is not known in
    // advance.
    let endless = Order { count: if args.count == 0 { 0 } else { u64::MAX }, ..order.clone() };
    let progress = make(&endless, attempts, &mut take, &mut watch);
    line.finish();
    if let Some(failure) = failure {
        released()?;
        return Err(failure);
    }
    let progress = progress.map_err(|error| Failure::io("threads", error))?;
    let repeated = progress.made - rows;
    let finished = writer.finish(progress.tries);
    released()?;
    finished?;
    if args.summary || rows < args.count {
        warn!(
            "{rows} of {} puzzles from {} attempts; {repeated} more belonged to repeated classes",
            args.count, progress.tries
        );
    }
    if rows < args.count
        && let Some(patience) = order.patience.filter(|_| is_out_of_patience(last_row))
    {
        warn!("{}", out_of_patience(patience));
    }
    Ok(if rows < args.count { exit::UNDECIDED } else { exit::DONE })
}

/// A puzzle of the dataset.
#[derive(Serialize)]
struct Row {
    /// The min-lex form of the puzzle.
    class: String,
    puzzle: String,
    solution: String,
    givens: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<JsonRating>,
    /// Number of cells on which the bulk search branched to prove that the solution is unique.
    guesses: u64,
    /// The number of minimal puzzles that the puzzle represents, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
}

impl Row {
    /// Returns the fields separated by commas. No field contains a comma.
    fn csv(&self) -> String {
        let rating = self.rating.as_ref().map(|rating| match (rating.er, rating.score) {
            (Some(er), _) => format!("{er:.1}"),
            (None, score) => score.map(|score| score.to_string()).unwrap_or_default(),
        });
        let Self { class, puzzle, solution, givens, guesses, weight, .. } = self;
        let rating = rating.unwrap_or_default();
        let weight = weight.map(|weight| format!("{weight:.6e}")).unwrap_or_default();
        format!("{class},{puzzle},{solution},{givens},{rating},{guesses},{weight}\n")
    }
}

/// The manifest, which is written next to the shards.
#[derive(Serialize)]
struct Manifest<'a> {
    schema: u32,
    version: &'static str,
    seed: u64,
    /// Number of attempts. The attempts are numbered from 0.
    attempts: u64,
    columns: [&'static str; 7],
    /// The canonical form that defines a class, and the property that assigns puzzles to parts.
    class: &'static str,
    parted_by: &'static str,
    parts: &'a [Part],
}

/// A part of the dataset: training or test.
#[derive(Serialize)]
struct Part {
    name: &'static str,
    puzzles: u64,
    /// The sum of the weights, if puzzles have weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
    /// The names of the files and their numbers of puzzles.
    shards: Vec<(String, u64)>,
    #[serde(skip)]
    rows: Vec<u8>,
    #[serde(skip)]
    rows_here: u64,
}

impl Part {
    const fn new(name: &'static str) -> Self {
        Self { name, puzzles: 0, weight: None, shards: Vec::new(), rows: Vec::new(), rows_here: 0 }
    }
}

struct Writer<'a> {
    args: &'a GenerateArgs,
    folder: PathBuf,
    canon: Canon,
    seen: HashSet<[u8; 81]>,
    /// Training and test.
    parts: [Part; 2],
}

impl<'a> Writer<'a> {
    fn new(args: &'a GenerateArgs, folder: &Path) -> Self {
        let parts = ["train", "test"].map(Part::new);
        Self { args, folder: folder.to_owned(), canon: Canon::new(), seen: HashSet::new(), parts }
    }

    fn rows(&self) -> u64 {
        self.parts.iter().map(|part| part.puzzles).sum()
    }

    /// Adds a puzzle if its class is new.
    fn add(&mut self, made: &Generated) -> Result<(), Failure> {
        let digits = |cells: &[u8]| <[u8; 81]>::try_from(cells).ok();
        let boards = digits(made.puzzle.givens()).zip(digits(made.solution.digits()));
        let forms = boards
            .and_then(|(board, grid)| Some((board, self.canon.puzzle(&board)?, self.canon.grid(&grid)?)));
        let Some((board, form, grid)) = forms else {
            return Err(Failure::Usage("--dataset: only classic 9x9 puzzles are supported".into()));
        };
        if !self.seen.insert(form.board) {
            return Ok(());
        }
        let row = Row {
            class: form.to_string(),
            puzzle: board
                .iter()
                .map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) })
                .collect(),
            solution: made.solution.digits().iter().map(|digit| char::from(b'0' + digit)).collect(),
            givens: made.puzzle.given_count(),
            rating: made.rating.as_ref().map(|numbers| JsonRating::new(numbers, Bound::Exact, None)),
            guesses: guesses(&board),
            weight: made.weight,
        };
        let test = DatasetPart::of(&grid.board, self.args.test_share) == DatasetPart::Test;
        let number = usize::from(test);
        let part = &mut self.parts[number];
        part.puzzles += 1;
        part.rows_here += 1;
        if let Some(weight) = made.weight {
            *part.weight.get_or_insert(0.0) += weight;
        }
        if self.args.json {
            json_line(&mut part.rows, &row);
        } else {
            part.rows.extend_from_slice(row.csv().as_bytes());
        }
        if part.rows_here == self.args.shard.get() { self.write_shard(number) } else { Ok(()) }
    }

    /// Writes the buffered rows of a part.
    fn write_shard(&mut self, number: usize) -> Result<(), Failure> {
        let part = &mut self.parts[number];
        let ending = if self.args.json { "ndjson" } else { "csv" };
        let name = format!("{}-{:05}.{ending}", part.name, part.shards.len());
        let head = if self.args.json { String::new() } else { COLUMNS.join(",") + "\n" };
        write_file(&self.folder.join(&name), &[head.as_bytes(), &part.rows].concat())?;
        part.shards.push((name, part.rows_here));
        (part.rows_here, part.rows) = (0, Vec::new());
        Ok(())
    }

    /// Writes the buffered rows and the manifest.
    fn finish(mut self, attempts: u64) -> Result<(), Failure> {
        for number in 0..self.parts.len() {
            if self.parts[number].rows_here > 0 {
                self.write_shard(number)?;
            }
        }
        let manifest = Manifest {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            seed: self.args.seed.unwrap_or_default(),
            attempts,
            columns: COLUMNS,
            class: "min-lex form of the puzzle",
            parted_by: "class of the solution",
            parts: &self.parts,
        };
        let mut text = Vec::new();
        json_line(&mut text, &manifest);
        write_file(&self.folder.join("manifest.json"), &text)
    }
}

/// Returns the number of branches that the bulk search makes on a puzzle.
fn guesses(board: &[u8; 81]) -> u64 {
    let mut answers = [Answer::default()];
    let two = Config { limit: 2, ..Config::default() };
    solve_batch(Isa::detect(), &two, &[board.map(|digit| digit + b'0')], &mut answers);
    answers[0].counters.guesses
}
