//! The solvers, each behind the same call.

mod plain;
mod python;

use std::time::Duration;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Spec, c, mc, x};
use farandole_cover::{Config, Learner, Method, Problem, Search, cheapest, format};
use xcov::ExactCoverProblem;

/// What is asked of engines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// The number of solutions, up to a limit.
    Count,
    /// The least cost.
    Least,
    /// 1 if there is a solution, else 0.
    First,
}

/// What an engine answers.
pub struct Answer {
    /// `None` if it gave up.
    pub number: Option<u64>,
    /// The time it took, if it measured that itself.
    pub time: Option<Duration>,
}

impl From<u64> for Answer {
    fn from(number: u64) -> Self {
        Self { number: Some(number), time: None }
    }
}

/// Answers with these options selected, and up to the limit.
pub type Run<'a> = Box<dyn FnMut(&[u32], u64) -> Answer + 'a>;

/// A solver prepared for a problem, or `None` if it can't do it.
pub type Prepare = for<'a> fn(&'a Problem) -> Option<Run<'a>>;

/// What an engine can do.
pub struct Engine {
    pub name: &'static str,
    pub task: Task,
    pub prepare: Prepare,
    /// It can fix options without rebuilding the problem.
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

/// The time is that of everything from the problem to the solution.
fn least(problem: &Problem) -> Option<Run<'_>> {
    Some(Box::new(|_, _| {
        let answer = cheapest(problem, 1, &Config::new()).expect("small");
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

/// As most write-ups do it: the matrix is made for each puzzle.
fn plain_anew(problem: &Problem) -> Option<Run<'_>> {
    if problem.has_colors() || problem.has_multiplicities() {
        return None;
    }
    Some(Box::new(move |selected, limit| plain::Plain::new(problem).count(selected, limit).into()))
}

/// The problem as it is made from text, with the crate's fastest features.
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

/// The crate numbers items from 1.
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
