//! `farandole cover solve`: prints solutions.

use super::answer::{Answers, JsonCover, Show, exit_code, summarize};
use super::files::checkpoint;
use super::search::{Job, Sink};
use super::source::{Limits, Prepared, Source, threads, write_out};
use super::symmetry;
use crate::args::CoverSolveArgs;
use crate::exit::Failure;
use farandole::cover::draw::Board;
use farandole::cover::{Diagram, End, Goal, Heuristic, Learner, Stats, Step, Symmetries};
use std::num::NonZeroU64;
use std::ops::ControlFlow;

/// The sink that prints solutions.
struct List<'a> {
    source: &'a Source,
    prepared: &'a Prepared,
    answers: Answers,
    limit: u64,
    found: u64,
}

impl Sink for List<'_> {
    fn solution(&mut self, options: &[u32]) -> Result<ControlFlow<()>, Failure> {
        let options = self.prepared.restore(options);
        self.answers.solution(&self.source.problem, &options, None)?;
        self.found += 1;
        Ok(if self.found >= self.limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn bytes(&mut self) -> Result<u64, Failure> {
        self.answers.flush()?;
        Ok(self.answers.bytes)
    }
}

// long: each combination of options is a separate case
pub(super) fn run(args: &CoverSolveArgs) -> Result<u8, Failure> {
    let limits = Limits::new(&args.input);
    let source = Source::open(args.input.file.as_deref(), &args.input.format)?;
    let limit = if args.all { args.limit.map_or(u64::MAX, NonZeroU64::get) } else { 1 };
    let show = Show::new(&args.input, args.numbers);
    if args.draw.is_some() {
        return drawing(args, &source, &limits);
    }
    if args.first {
        return first(args, &source, &limits);
    }
    if let Some(path) = &args.search.zdd {
        let diagram = source.keep_diagram(path, &limits)?;
        return from_diagram(args, &source, diagram.as_ref(), limit, &limits);
    }
    if source.diagram.is_some() {
        return from_diagram(args, &source, source.diagram.as_ref(), limit, &limits);
    }
    let symmetries = match &args.symmetry {
        None => None,
        Some(path) => match symmetry::read(path, &source, &limits)? {
            None => return from_diagram(args, &source, None, limit, &limits),
            symmetries => symmetries,
        },
    };
    let mut prepared = Prepared::new(&source, &args.search, args.seed)?;
    if let Some(symmetries) = &symmetries {
        symmetry::set(symmetries, &mut prepared, &source)?;
    }
    let order = symmetries.as_ref().map_or(1, Symmetries::order);
    let (print, heuristic, seed) = (prepared.problem.fingerprint(), args.search.heuristic, args.seed);
    let task =
        format!("solve {print:016x} {heuristic:?} seed {seed:?} limit {limit} symmetries {order} {show:?}");
    if args.search.resume.is_some() && args.output.is_none() {
        return Err(Failure::Usage("--resume requires --output FILE for the solutions".into()));
    }
    let (keeper, state) = checkpoint(&args.search, task)?;
    let answers = match &args.output {
        Some(path) if args.search.resume.is_some() => Answers::resumed(show, path, state.bytes)?,
        path => Answers::new(show, path.as_deref())?,
    };
    let waiting: usize = state.parts.iter().map(|part| part.found.len()).sum();
    let found = state.stats.solutions - waiting as u64;
    let mut list = List { source: &source, prepared: &prepared, answers, limit, found };
    let (threads, quiet) = (threads(&args.search, &limits, &prepared.problem), args.input.quiet);
    let threads = if limit == 1 { 1 } else { threads };
    let (end, stats) = if list.found < limit {
        let job = Job { prepared: &prepared, wanted: Goal::All, threads, limits: &limits, quiet };
        job.run(state, keeper, &mut list)?
    } else {
        (End::LimitReached, state.stats)
    };
    let count = JsonCover {
        count: Some(list.found.into()),
        exact: Some(end == End::Exhausted),
        nodes: Some(stats.nodes),
        updates: Some(stats.updates),
        piece: source.piece.as_deref(),
        ..JsonCover::default()
    };
    list.answers.end(end, list.found == 0, Some(count).filter(|_| args.all || list.found == 0))?;
    list.answers.finish()?;
    summarize_list(args, &limits, list.found, stats);
    Ok(exit_code(end))
}

/// Prints the cost of a list, if requested.
fn summarize_list(args: &CoverSolveArgs, limits: &Limits, found: u64, stats: Stats) {
    let what = format!("{found} solutions; {} nodes, {} updates", stats.nodes, stats.updates);
    summarize(&args.input, limits.start, &what);
}

/// Lists the solutions of a diagram without a search. Returns `None` if the limits did not suffice
/// to build the diagram.
fn from_diagram(
    args: &CoverSolveArgs,
    source: &Source,
    diagram: Option<&Diagram>,
    limit: u64,
    limits: &Limits,
) -> Result<u8, Failure> {
    let mut answers = Answers::new(Show::new(&args.input, args.numbers), args.output.as_deref())?;
    let mut found = 0;
    let mut end = End::BudgetSpent;
    if let Some(diagram) = diagram {
        let flow = diagram.each_solution(|options| {
            if found == limit {
                return ControlFlow::Break(Ok(End::LimitReached));
            }
            if found % 1024 == 0 && limits.is_over() {
                return ControlFlow::Break(Ok(End::Cancelled));
            }
            found += 1;
            match answers.solution(&source.problem, options, None) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err(error)),
            }
        });
        end = match flow {
            ControlFlow::Continue(()) => End::Exhausted,
            ControlFlow::Break(end) => end?,
        };
    }
    let count =
        JsonCover { count: Some(found.into()), exact: Some(end == End::Exhausted), ..JsonCover::default() };
    answers.end(end, found == 0, Some(count).filter(|_| args.all || found == 0))?;
    answers.finish()?;
    summarize(&args.input, limits.start, &format!("{found} solutions"));
    Ok(exit_code(end))
}

/// Finds any solution by conflict learning.
fn first(args: &CoverSolveArgs, source: &Source, limits: &Limits) -> Result<u8, Failure> {
    let prepared = Prepared::without_search(source, &args.search, args.seed)?;
    if prepared.problem.has_multiplicities() {
        let mut prepared = prepared.with_search(source, &args.search)?;
        prepared.search.set_heuristic(Heuristic::Conflicts, &prepared.problem);
        return first_met(args, source, prepared, limits);
    }
    let mut learner = Learner::new(&prepared.problem).map_err(|error| source.unsupported(error))?;
    let first = limits.run(|config| learner.run(config));
    let mut answers = Answers::new(Show::new(&args.input, args.numbers), args.output.as_deref())?;
    if let Some(options) = &first.solution {
        answers.solution(&source.problem, &prepared.restore(options), None)?;
    }
    answers.end(first.end, first.solution.is_none(), None)?;
    answers.finish()?;
    summarize(
        &args.input,
        limits.start,
        &format!("{} guesses, {} conflicts", first.guesses, first.conflicts),
    );
    Ok(exit_code(first.end))
}

/// Finds the first solution in the order of the search.
fn first_met(
    args: &CoverSolveArgs,
    source: &Source,
    mut prepared: Prepared,
    limits: &Limits,
) -> Result<u8, Failure> {
    let search = &mut prepared.search;
    let step = limits.run(|config| search.step(config));
    let end = match step {
        Step::Solution => End::LimitReached,
        Step::End(end) => end,
    };
    let nodes = search.stats().nodes;
    let mut answers = Answers::new(Show::new(&args.input, args.numbers), args.output.as_deref())?;
    if step == Step::Solution {
        let options = search.solution().to_vec();
        answers.solution(&source.problem, &prepared.restore(&options), None)?;
    }
    answers.end(end, step == Step::End(End::Exhausted), None)?;
    answers.finish()?;
    summarize(&args.input, limits.start, &format!("{nodes} nodes"));
    Ok(exit_code(end))
}

/// Draws the first solution.
fn drawing(args: &CoverSolveArgs, source: &Source, limits: &Limits) -> Result<u8, Failure> {
    let board = Board::new(&source.problem)
        .map_err(|error| Failure::Unreadable(format!("{}: --draw: {error}", source.name)))?;
    let mut prepared = Prepared::new(source, &args.search, args.seed)?;
    let search = &mut prepared.search;
    let mut solution = None;
    let end = limits.run(|config| {
        let mut solutions = search.solutions(*config);
        solution = solutions.next();
        solutions.end()
    });
    let text = match (&solution, end) {
        (Some(options), _) => board.svg(&source.problem, &prepared.restore(options)),
        (None, Some(End::Exhausted)) => "!none\n".into(),
        (None, _) => "!gave up\n".into(),
    };
    write_out(args.output.as_deref(), text.as_bytes())?;
    Ok(exit_code(end.unwrap_or(End::LimitReached)))
}
