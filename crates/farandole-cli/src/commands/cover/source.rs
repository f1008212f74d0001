//! Problems as read, and their preparation for a search.

use crate::args::{CoverFormatArgs, CoverInputArgs, CoverSearchArgs, HeuristicName};
use crate::exit::Failure;
use crate::messages::shown;
use crate::output::{print, write_file};
use farandole::cover::checkpoint::PieceLabel;
use farandole::cover::{
    Config, Diagram, DiagramBuilder, End, Heuristic, Keep, Problem, Random, Reduced, Search, Unsupported,
    format::{self, ParseError, ParseErrorKind, Reading, WarningKind},
    reduce,
};
use farandole::format::{Dialect, ReadConfig};
use farandole::pipeline::Input;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Work limit of preprocessing, in entries of options.
const PRE_WORK: u64 = 2_000_000_000;

/// Maximum number of bytes of a memo table before entries are evicted.
pub(super) const MEMORY: usize = 1 << 30;

/// Maximum length of a text after decompression. The problem built from it takes several times as
/// much memory.
const MOST_TEXT: u64 = 1 << 27;

/// A problem as read.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) problem: Problem,
    /// The diagram of all solutions, if the input was a diagram.
    pub(super) diagram: Option<Diagram>,
    /// The first comment, if it marks the problem as a part of a split.
    pub(super) piece: Option<String>,
}

/// Returns true if the first record of a text is a Sudoku puzzle of size 4 or more.
fn is_puzzle(text: &[u8]) -> bool {
    let Ok(dialect) = Dialect::detect(text, &ReadConfig::default()) else { return false };
    let first = dialect.records(text).next().map(|record| dialect.parser().parse_classic(record));
    first.is_some_and(|entry| entry.is_ok_and(|entry| entry.puzzle.size() >= 4))
}

/// Returns the end of a message about a text with two readings: the option that chooses one of them.
fn choice(one: Reading, other: Option<Reading>) -> String {
    match other.map(|other| other.format).filter(|&other| other != one.format) {
        Some(other) => format!("; choose with --from {} or --from {}", one.format.name(), other.name()),
        None => String::new(),
    }
}

impl Source {
    pub(super) fn open(file: Option<&Path>, format: &CoverFormatArgs) -> Result<Self, Failure> {
        let path = file.unwrap_or(Path::new("-"));
        let name = shown(path).to_string();
        let text = read(path, &name)?;
        let is_detected = format.from.is_none();
        if is_detected && Diagram::is_text(&text) {
            let (diagram, problem) = Diagram::read(&text).map_err(|error| {
                Failure::Unreadable(format!("{name}:{}:{}: {error}", error.line(), error.column()))
            })?;
            return Ok(Self { name, problem, diagram: Some(diagram), piece: None });
        }
        if is_detected && let Some(json) = format::recognise_json(&text) {
            let problem = format::parse_json(json).map_err(|error| {
                Failure::Unreadable(format!("{name}:{}:{}: {error}", error.line(), error.column()))
            })?;
            return Ok(Self { problem, name, diagram: None, piece: None });
        }
        let parsed = format::parse(&text, format.from).map_err(|error| {
            let item = item_at_fault(&text, error).map(|item| format!(": {item}")).unwrap_or_default();
            let other = match error.kind() {
                ParseErrorKind::Ambiguous { first, second } => choice(first, Some(second)),
                _ if is_puzzle(&text) => {
                    "; the input looks like Sudoku puzzles, which `farandole solve` reads".into()
                }
                _ => String::new(),
            };
            Failure::Unreadable(format!("{name}:{}:{}: {error}{item}{other}", error.line(), error.column()))
        })?;
        for warning in &parsed.warnings {
            let choice = match warning.kind {
                WarningKind::Reading { taken, other } => choice(taken, other),
                _ => String::new(),
            };
            warn!("{name}:{}:{}: warning: {warning}{choice}", warning.line, warning.column);
        }
        if parsed.problem.options() == 0 {
            let is_sudoku = parsed.problem.item_name(0).len() == 81;
            let hint =
                if is_sudoku { "; for a Sudoku, use `farandole count` or `farandole solve`" } else { "" };
            warn!("{name}:1:1: warning: items, but no options{hint}");
        }
        let piece = PieceLabel::find(&text).map(ToOwned::to_owned);
        Ok(Self { name, problem: parsed.problem, diagram: None, piece })
    }

    /// Returns the failure for a problem that the requested search does not support.
    pub(super) fn unsupported(&self, error: Unsupported) -> Failure {
        Failure::Unreadable(format!("{}: {error}", self.name))
    }

    /// Builds a diagram of all solutions. Returns `None` if the limits did not suffice.
    pub(super) fn draw_up(&self, limits: &Limits) -> Result<Option<Diagram>, Failure> {
        let mut builder =
            DiagramBuilder::new(&self.problem, MEMORY).map_err(|error| self.unsupported(error))?;
        Ok(match limits.run(|config| builder.run(config)) {
            End::Exhausted => builder.into_diagram(),
            _ => None,
        })
    }

    /// Builds a diagram and writes it to a file. Returns `None` if the limits did not suffice.
    pub(super) fn keep_diagram(&self, path: &Path, limits: &Limits) -> Result<Option<Diagram>, Failure> {
        let Some(diagram) = self.draw_up(limits)? else { return Ok(None) };
        let mut text = String::new();
        diagram
            .write(&self.problem, &mut text)
            .map_err(|error| Failure::Unreadable(format!("{}: {error}", self.name)))?;
        write_file(path, text.as_bytes())?;
        Ok(Some(diagram))
    }
}

/// Reads the whole input and decompresses it.
fn read(path: &Path, name: &str) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let input = if path.as_os_str() == "-" { Input::stdin() } else { Input::open(path) };
    let read = input.and_then(|input| input.take(MOST_TEXT + 1).read_to_end(&mut text));
    read.map_err(|error| Failure::io(name, error))?;
    if text.len() as u64 > MOST_TEXT {
        return Err(Failure::Unreadable(format!(
            "{name}: expected at most {} MiB of text after decompression",
            MOST_TEXT >> 20
        )));
    }
    Ok(text)
}

/// Returns the item to which an error refers, if there is one.
fn item_at_fault(text: &[u8], error: ParseError) -> Option<&str> {
    let about_item = matches!(
        error.kind(),
        ParseErrorKind::UnknownItem
            | ParseErrorKind::DuplicateItem
            | ParseErrorKind::DuplicateName
            | ParseErrorKind::ColorOnPrimary
    );
    let line = text.split(|&b| b == b'\n').nth(error.line() as usize - 1).filter(|_| about_item)?;
    let line = std::str::from_utf8(line).ok()?.trim_start_matches('\u{feff}');
    let (at, _) = line.char_indices().nth(error.column() as usize - 1)?;
    let word = line[at..].split_whitespace().next()?;
    Some(short(word.split(':').next().unwrap_or(word)))
}

/// Maximum number of characters of a name that a message repeats.
const MOST_SHOWN: usize = 60;

/// Returns the beginning of a name.
fn short(name: &str) -> &str {
    name.char_indices().nth(MOST_SHOWN).map_or(name, |(end, _)| &name[..end])
}

/// Writes to a file, or to standard output if there is no path.
pub(super) fn write_out(path: Option<&Path>, text: &[u8]) -> Result<(), Failure> {
    match path {
        Some(path) => write_file(path, text),
        None => print(text),
    }
}

/// Returns a problem in Knuth's format.
pub(super) fn knuth_text(problem: &Problem) -> Result<String, Failure> {
    let mut text = String::new();
    format::write_knuth(problem, &mut text).map_err(|error| Failure::Unreadable(error.to_string()))?;
    Ok(text)
}

/// A problem as searched, with a map of its options to those of the problem as read.
pub(super) struct Prepared<S = Search> {
    pub(super) problem: Problem,
    pub(super) search: S,
    reduced: Option<Reduced>,
    order: Option<Vec<u32>>,
}

impl Prepared<()> {
    /// Reduces and shuffles the problem as requested, without preparing a search.
    pub(super) fn without_search(
        source: &Source,
        args: &CoverSearchArgs,
        seed: Option<u64>,
    ) -> Result<Self, Failure> {
        let order = seed.map(|seed| {
            let mut order: Vec<u32> = (0..source.problem.options()).collect();
            Random::new(seed).shuffle(&mut order);
            order
        });
        let mut problem =
            order.as_ref().map_or_else(|| source.problem.clone(), |order| source.problem.reordered(order));
        let mut reduced = None;
        if args.pre {
            let smaller = smaller(source, &problem, Keep::All)?;
            problem = smaller.problem.clone();
            reduced = Some(smaller);
        }
        Ok(Self { problem, search: (), reduced, order })
    }

    /// Adds a search for all solutions.
    pub(super) fn with_search(self, source: &Source, args: &CoverSearchArgs) -> Result<Prepared, Failure> {
        let Self { problem, reduced, order, .. } = self;
        let (needed, most) = (Search::bytes(&problem) >> 20, MEMORY as u64 >> 20);
        if needed > most {
            let name = &source.name;
            return Err(Failure::Unreadable(format!(
                "{name}: a search needs {needed} MiB of memory, expected at most {most} MiB"
            )));
        }
        let mut search = Search::new(&problem).map_err(|error| source.unsupported(error))?;
        search.set_heuristic(heuristic(args.heuristic), &problem);
        Ok(Prepared { problem, search, reduced, order })
    }
}

impl Prepared {
    pub(super) fn new(source: &Source, args: &CoverSearchArgs, seed: Option<u64>) -> Result<Self, Failure> {
        Prepared::without_search(source, args, seed)?.with_search(source, args)
    }
}

impl<S> Prepared<S> {
    /// Returns, for each option, its number in the problem as read.
    pub(super) fn origins(&self) -> Vec<u32> {
        let mut options = match &self.reduced {
            Some(reduced) => reduced.options.clone(),
            None => (0..self.problem.options()).collect(),
        };
        if let Some(order) = &self.order {
            options.iter_mut().for_each(|option| *option = order[*option as usize]);
        }
        options
    }

    /// Returns a solution as option numbers of the problem as read.
    pub(super) fn restore(&self, solution: &[u32]) -> Vec<u32> {
        let mut options = match &self.reduced {
            Some(reduced) => reduced.restore(solution),
            None => solution.to_vec(),
        };
        if let Some(order) = &self.order {
            options.iter_mut().for_each(|option| *option = order[*option as usize]);
        }
        options
    }
}

/// Removes everything that the requested solutions do not need.
pub(super) fn smaller(source: &Source, problem: &Problem, keep: Keep) -> Result<Reduced, Failure> {
    reduce(problem, keep, PRE_WORK).map_err(|error| Failure::Unreadable(format!("{}: {error}", source.name)))
}

const fn heuristic(name: HeuristicName) -> Heuristic {
    match name {
        HeuristicName::Fewest => Heuristic::Leftmost,
        HeuristicName::Sharp => Heuristic::Sharp,
        HeuristicName::Conflicts => Heuristic::Conflicts,
    }
}

/// Returns the number of threads. Each thread has its own search; all searches together take no
/// more memory than a memo table.
pub(super) fn threads(args: &CoverSearchArgs, limits: &Limits, problem: &Problem) -> usize {
    // With several threads, the part of the tree searched within a budget would depend on their speed, so
    // only one thread runs.
    if limits.budget.is_some() {
        return 1;
    }
    let wanted = args.threads.or_else(|| std::thread::available_parallelism().ok());
    let most = (MEMORY as u64 / Search::bytes(problem).max(1)).max(1);
    wanted.map_or(1, usize::from).min(usize::try_from(most).unwrap_or(usize::MAX))
}

/// The limits of a search.
pub(super) struct Limits {
    pub(super) start: Instant,
    pub(super) budget: Option<u64>,
    pub(super) end: Option<Instant>,
}

impl Limits {
    pub(super) fn new(args: &CoverInputArgs) -> Self {
        let start = Instant::now();
        let end = args.time.and_then(|time| start.checked_add(time));
        Self { start, budget: args.budget, end }
    }

    pub(super) fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Runs a search with a budget and a stop flag, and sets the flag when the time limit is
    /// reached.
    pub(super) fn run<T: Send>(&self, search: impl FnOnce(&Config<'_>) -> T + Send) -> T {
        let config = self.budget.map_or(Config::new(), |nodes| Config::new().budget(nodes));
        let Some(end) = self.end else { return search(&config) };
        let flag = &AtomicBool::new(false);
        let (done, alarm) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let left = end.saturating_duration_since(Instant::now());
                if alarm.recv_timeout(left) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    flag.store(true, std::sync::atomic::Ordering::Relaxed);
                }
            });
            let answer = search(&config.cancel(flag));
            drop(done);
            answer
        })
    }
}
