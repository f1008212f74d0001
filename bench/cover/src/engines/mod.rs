//! The solvers, each with the same interface.

mod plain;
mod python;

use std::time::Duration;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Spec, c, mc, x};
use farandole_cover::{Config, Learner, Method, Problem, Search, cheapest, format};
use xcov::ExactCoverProblem;

/// The task of an engine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Counts the solutions, up to a limit.
    Count,
    /// Finds the least cost.
    Least,
    /// Returns 1 if there is a solution, else 0.
    First,
}

/// The answer of an engine.
pub struct Answer {
    /// The result, or `None` if the engine gave up.
    pub number: Option<u64>,
    /// The time that the engine measured itself, if it did.
    pub time: Option<Duration>,
}

impl From<u64> for Answer {
    fn from(number: u64) -> Self {
        Self { number: Some(number), time: None }
    }
}

/// Runs the task with these options selected, up to the limit.
pub type Run<'a> = Box<dyn FnMut(&[u32], u64) -> Answer + 'a>;

/// Prepares a solver for a problem. Returns `None` if the solver does not support it.
pub type Prepare = for<'a> fn(&'a Problem) -> Option<Run<'a>>;

/// An engine with its capabilities.
pub struct Engine {
    pub name: &'static str,
    pub task: Task,
    pub prepare: Prepare,
    /// True if the engine can select options without rebuilding the problem.
    pub selects: bool,
}

const fn engine(name: &'static str, task: Task, prepare: Prepare) -> Engine {
    Engine { name, task, prepare, selects: false }
}

const fn selecting(name: &'static str, prepare: Prepare) -> Engine {
    Engine { name, task: Task::Count, prepare, selects: true }
}

pub const ENGINES: [Engine; 12] = [
    selecting("farandole bits", bits),
    selecting("farandole links", links),
    selecting("plain dlx", plain),
    selecting("plain dlx built anew", plain_anew),
    engine("crate dlx", Task::Count, dlx),
    engine("crate xcov", Task::Count, xcov),
    engine("miniexact", Task::Count, |problem| python::prepare("miniexact", problem)),
    engine("xcover", Task::Count, |problem| python::prepare("xcover", problem)),
    engine("farandole least", Task::Least, least),
    engine("highs", Task::Least, |problem| python::prepare("highs", problem)),
    engine("farandole first", Task::First, first),
    engine("cadical", Task::First, |problem| python::prepare("cadical", problem)),
];

/// Finds the least cost. The measured time includes everything from the problem to the solution.
fn least(problem: &Problem) -> Option<Run<'_>> {
    Some(Box::new(|_, _| {
        let answer = cheapest(problem, 1, None, &Config::new()).expect("small");
        Answer { number: answer.best.first().map(|best| best.0 as u64), time: None }
    }))
}

fn first(problem: &Problem) -> Option<Run<'_>> {
    Some(Box::new(|_, _| {
        let first = Learner::new(problem).expect("small").run(&Config::new());
        u64::from(first.solution.is_some()).into()
    }))
}

fn bits(problem: &Problem) -> Option<Run<'_>> {
    ours(problem, Method::Bitset)
}

fn links(problem: &Problem) -> Option<Run<'_>> {
    ours(problem, Method::DancingLinks)
}

fn ours(problem: &Problem, method: Method) -> Option<Run<'_>> {
    let mut search = Search::with_method(problem, method).ok()?;
    Some(Box::new(move |selected, limit| {
        search.reset();
        for &option in selected {
            search.select(option).expect("givens that don't clash");
        }
        search.count(limit, &Config::new()).solutions.into()
    }))
}

fn plain(problem: &Problem) -> Option<Run<'_>> {
    if problem.has_colors() || problem.has_multiplicities() {
        return None;
    }
    let mut plain = plain::Plain::new(problem);
    Some(Box::new(move |selected, limit| plain.count(selected, limit).into()))
}

/// Builds a new matrix for each puzzle, as most published programs do.
fn plain_anew(problem: &Problem) -> Option<Run<'_>> {
    if problem.has_colors() || problem.has_multiplicities() {
        return None;
    }
    Some(Box::new(move |selected, limit| plain::Plain::new(problem).count(selected, limit).into()))
}

/// Prepares the dlx crate with its fastest features, from the text of the problem.
fn dlx(problem: &Problem) -> Option<Run<'_>> {
    let mut text = String::new();
    format::write_knuth(problem, &mut text).ok()?;
    let spec = Spec::new(&text, false).ok()?;
    if problem.has_multiplicities() {
        Some(count_all(mc::Problem::from_spec(&spec).ok()?))
    } else if problem.has_colors() {
        Some(count_all(c::Problem::from_spec(&spec).ok()?))
    } else {
        Some(count_all(x::Problem::from_spec(&spec, dlx::OptOrder::Seq).ok()?))
    }
}

fn count_all<'a, P: dlx::Solve + 'a>(mut problem: P) -> Run<'a> {
    Box::new(move |_, limit| {
        let mut solver = dlx::Solver::new(&mut problem);
        let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
        ((0..limit).take_while(|_| solver.next_solution(&mut chooser)).count() as u64).into()
    })
}

/// Prepares the xcov crate. It numbers items from 1.
fn xcov(problem: &Problem) -> Option<Run<'_>> {
    if problem.has_colors() || problem.has_multiplicities() {
        return None;
    }
    Some(Box::new(move |_, limit| {
        let primary = problem.primary_items() as usize;
        let mut builder = xcov::DlxBuilder::new(primary, problem.items() as usize - primary);
        for option in 0..problem.options() {
            let mut items: Vec<usize> =
                problem.option(option).iter().map(|&item| item as usize + 1).collect();
            items.sort_unstable();
            builder.add_option(&items);
        }
        let mut search = xcov::MrvExactCoverSearch::new(builder.build());
        ((0..limit).take_while(|_| search.search()).count() as u64).into()
    }))
}
