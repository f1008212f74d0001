//! `farandole cover count`: counts the solutions.

use super::answer::{Answers, JsonCover, Show, exit_code, summarize};
use super::files::{MemoKeeper, StateFile, checkpoint};
use super::progress::Progress;
use super::search::{Job, Sink};
use super::source::{Limits, MEMORY, Prepared, Source, threads};
use super::symmetry;
use crate::args::{CoverCountArgs, CoverSearchArgs};
use crate::exit::Failure;
use crate::output::write_file;
use farandole::cover::checkpoint::{MemoFile, State};
use farandole::cover::{Config, Counter, Diagram, End, Goal, Part, Prover, Race, Stats, Symmetries, race};
use farandole::json::JsonCount;
use std::ops::ControlFlow;
use std::path::Path;

/// Number of nodes after which the share of recurring subproblems decides between memoization and
/// search.
const TRIAL: u64 = 1 << 20;
/// Memoization pays if at least one subproblem in this many was already known.
const WORTH: u64 = 64;
/// Number of nodes between readings of the clock.
const STRIDE: u64 = 1 << 14;

/// A sink that ignores solutions, which are counted elsewhere.
struct Nothing;

impl Sink for Nothing {
    fn solution(&mut self, _: &[u32]) -> Result<ControlFlow<()>, Failure> {
        Ok(ControlFlow::Continue(()))
    }

    fn bytes(&mut self) -> Result<u64, Failure> {
        Ok(0)
    }
}

/// The result of counting.
struct Counted {
    count: String,
    end: End,
    nodes: Option<u64>,
    updates: Option<u64>,
}

pub(super) fn run(args: &CoverCountArgs) -> Result<u8, Failure> {
    let limits = Limits::new(&args.input);
    let source = Source::open(args.input.file.as_deref(), &args.input.format)?;
    let counted = count(args, &source, &limits)?;
    let decided = matches!(counted.end, End::Exhausted | End::LimitReached);
    if !decided {
        // The count is printed nevertheless. It is a lower bound, as the exit code shows.
        warn!(
            "{}: gave up after {}",
            source.name,
            farandole::answer::counted(counted.nodes.unwrap_or(0), "node")
        );
    }
    let mut answers = Answers::new(Show::new(&args.input, false), None)?;
    answers.count(JsonCover {
        status: if decided { "counted" } else { "gave up" },
        count: Some(JsonCount::from_decimal(&counted.count)),
        exact: Some(counted.end == End::Exhausted),
        nodes: counted.nodes,
        updates: counted.updates,
        piece: source.piece.as_deref(),
        ..JsonCover::default()
    })?;
    answers.finish()?;
    summarize(&args.input, limits.start, &format!("{} nodes", counted.nodes.unwrap_or(0)));
    Ok(exit_code(counted.end))
}

fn count(args: &CoverCountArgs, source: &Source, limits: &Limits) -> Result<Counted, Failure> {
    if let Some(path) = &args.search.zdd {
        let kept = source.keep_diagram(path, limits)?;
        return Ok(kept.map_or_else(
            || Counted { count: "0".into(), end: End::BudgetSpent, nodes: limits.budget, updates: None },
            |diagram| by_diagram(&diagram),
        ));
    }
    if let Some(path) = &args.proof {
        return proved(path, source, limits);
    }
    searched(args, source, limits)
}

/// Counts by a search, or by one search per symmetry.
fn searched(args: &CoverCountArgs, source: &Source, limits: &Limits) -> Result<Counted, Failure> {
    let symmetries = match &args.symmetry {
        None => None,
        Some(path) => match symmetry::read(path, source, limits)? {
            None => {
                return Ok(Counted { count: "0".into(), end: End::Cancelled, nodes: None, updates: None });
            }
            symmetries => symmetries,
        },
    };
    if let Some(symmetries) = &symmetries
        && !(args.list || args.limit.is_some() || args.search.resume.is_some())
        && !source.problem.has_multiplicities()
    {
        let counted = limits.run(|config| symmetries.count(&source.problem, MEMORY, config));
        let (count, end) = counted.map_err(|error| source.unsupported(error))?;
        let count = count.map_or_else(|| "0".to_owned(), |count| count.to_string());
        return Ok(Counted { count, end, nodes: None, updates: None });
    }
    if let Some(diagram) = source.diagram.as_ref().filter(|_| symmetries.is_none()) {
        return Ok(by_diagram(diagram));
    }
    let mut prepared = Prepared::new(source, &args.search, None)?;
    if let Some(symmetries) = &symmetries {
        symmetry::set(symmetries, &mut prepared, source)?;
    }
    if let Some(limit) = args.limit {
        return Ok(up_to(&mut prepared, limit.get(), limits, args.input.quiet));
    }
    // With limits, a search is used: if a search is cut off, it provides a lower bound, which memoization
    // does not provide.
    let free = limits.budget.is_none() && limits.end.is_none() && !args.list && symmetries.is_none();
    let resume = args.search.resume.as_deref();
    let threads = threads(&args.search, limits, &prepared.problem);
    let order = symmetries.as_ref().map_or(1, Symmetries::order);
    let (print, heuristic) = (prepared.problem.fingerprint(), args.search.heuristic);
    let task = format!("count {print:016x} {heuristic:?} symmetries {order}");
    let mut begin = None;
    if free
        && resume.is_none_or(MemoFile::may_be)
        && let Ok(counter) = Counter::new(&prepared.problem, MEMORY)
    {
        let raced = match resume {
            Some(path) => by_memo(counter, &prepared, path, &args.search, args.input.quiet)?,
            None => raced(counter, &prepared, threads, args.input.quiet),
        };
        match raced {
            Raced::Counted(counted) => return Ok(counted),
            Raced::Rest(stats, parts) => begin = Some(State { stats, parts, ..State::fresh(task.clone()) }),
        }
    }
    let (keeper, state) = match begin {
        Some(state) => (StateFile::new(&args.search)?, state),
        None => checkpoint(&args.search, task)?,
    };
    let job = Job { prepared: &prepared, wanted: Goal::Count, threads, limits, quiet: args.input.quiet };
    let (end, stats) = job.run(state, keeper, &mut Nothing)?;
    Ok(visited(end, stats))
}

/// Returns the count of a search.
fn visited(end: End, stats: Stats) -> Counted {
    let (nodes, updates) = (Some(stats.nodes), Some(stats.updates));
    Counted { count: stats.solutions.to_string(), end, nodes, updates }
}

/// The outcome of counting with memoization.
enum Raced {
    Counted(Counted),
    /// A search has to count the remaining parts; the counters are those of memoization.
    Rest(Stats, Vec<Part>),
}

/// Counts by memoization and by a search at the same time, until one of them finishes or is known
/// to be the better choice.
fn raced(counter: Counter, prepared: &Prepared, threads: usize, quiet: bool) -> Raced {
    let mut progress = Progress::new(quiet);
    let raced = race(counter, prepared.search.clone(), threads, |memo, search| {
        let stats = search.stats();
        progress.show(stats.nodes + memo.nodes, stats.solutions, || search.position().remaining());
    });
    progress.finish();
    match raced {
        Race::Memo { count, nodes } => Raced::Counted(Counted {
            count: count.to_string(),
            end: End::Exhausted,
            nodes: Some(nodes),
            updates: None,
        }),
        Race::Search { position, stats } => Raced::Rest(stats, vec![Part { position, found: Vec::new() }]),
    }
}

/// Returns the count of a diagram.
fn by_diagram(diagram: &Diagram) -> Counted {
    Counted { count: diagram.count().to_string(), end: End::Exhausted, nodes: None, updates: None }
}

/// Counts, and writes a certificate if the prover produces one.
fn proved(path: &Path, source: &Source, limits: &Limits) -> Result<Counted, Failure> {
    let prover = Prover::new(&source.problem, MEMORY).map_err(|error| source.unsupported(error))?;
    let (certificate, end) = limits.run(|config| prover.run(&source.problem, config));
    let mut count = "0".to_owned();
    if let Some(certificate) = certificate {
        let line = certificate.lines().find_map(|line| line.strip_prefix("count "));
        count = line.unwrap_or_default().to_owned();
        write_file(path, certificate.as_bytes())?;
    }
    Ok(Counted { count, end, nodes: None, updates: None })
}

/// Counts with memoization and keeps the table in a file for a later run. If memoization turns out
/// not to pay, a search takes over, and its state replaces the table.
fn by_memo(
    mut counter: Counter,
    prepared: &Prepared,
    path: &Path,
    args: &CoverSearchArgs,
    quiet: bool,
) -> Result<Raced, Failure> {
    let task = format!("{:016x}", prepared.problem.fingerprint());
    let mut file = MemoKeeper::open(path, args.every, &task, &mut counter)?;
    let progress = Progress::new(quiet);
    let mut nodes = STRIDE;
    while counter.run(&Config::new().budget(nodes)) != End::Exhausted {
        let stats = counter.stats();
        if (TRIAL..TRIAL + STRIDE).contains(&stats.nodes) && stats.hits * WORTH < stats.entries {
            return Ok(Raced::Rest(Stats::default(), vec![Part::whole()]));
        }
        file.save_if_due(&counter)?;
        progress.memoized(stats);
        nodes = stats.nodes + STRIDE;
    }
    file.save(&counter)?;
    progress.finish();
    let nodes = counter.stats().nodes;
    let count = counter.into_count().map_or_else(String::new, |count| count.to_string());
    Ok(Raced::Counted(Counted { count, end: End::Exhausted, nodes: Some(nodes), updates: None }))
}

/// Counts on one thread, which stops immediately at the limit.
fn up_to(prepared: &mut Prepared, limit: u64, limits: &Limits, quiet: bool) -> Counted {
    let mut progress = Progress::new(quiet);
    let search = &mut prepared.search;
    let mut found = 0;
    let end = loop {
        let budget = (search.stats().nodes + STRIDE).min(limits.budget.unwrap_or(u64::MAX));
        let count = search.count(limit - found, &Config::new().budget(budget));
        found += count.solutions;
        let stats = search.stats();
        match count.end {
            End::BudgetSpent if limits.budget.is_some_and(|budget| stats.nodes >= budget) => {
                break End::BudgetSpent;
            }
            End::BudgetSpent if limits.is_over() => break End::Cancelled,
            End::BudgetSpent => progress.show(stats.nodes, found, || search.position().remaining()),
            end => break end,
        }
    };
    progress.finish();
    let stats = search.stats();
    Counted { count: found.to_string(), end, nodes: Some(stats.nodes), updates: Some(stats.updates) }
}
