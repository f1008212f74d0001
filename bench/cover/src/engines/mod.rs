//! The solvers, each behind the same call.

mod plain;
mod python;

use std::time::Duration;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Spec, c, mc, x};
use farandole_cover::{
    Control, Ending, Keep, Learner, Method, Problem, Random, Search, cheapest, format, reduce,
};
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

const fn counts(name: &'static str, prepare: Prepare, selects: bool) -> Engine {
    Engine { name, task: Task::Count, prepare, selects }
}

pub const ENGINES: [Engine; 14] = [
    counts("farandole bits", bits, true),
    counts("farandole links", links, true),
    counts("plain dlx", plain, true),
    counts("plain dlx built anew", plain_anew, true),
    counts("crate dlx", dlx, false),
    counts("crate xcov", xcov, false),
    counts("miniexact", |problem| python::prepare("miniexact", problem), false),
    counts("xcover", |problem| python::prepare("xcover", problem), false),
    Engine { name: "farandole least", task: Task::Least, prepare: least, selects: false },
    Engine {
        name: "highs",
        task: Task::Least,
        prepare: |problem| python::prepare("highs", problem),
        selects: false,
    },
    Engine { name: "farandole first", task: Task::First, prepare: first, selects: false },
    Engine { name: "farandole two first", task: Task::First, prepare: first_of_two, selects: false },
    Engine { name: "farandole first, pre", task: Task::First, prepare: first_reduced, selects: false },
    Engine {
        name: "cadical",
        task: Task::First,
        prepare: |problem| python::prepare("cadical", problem),
        selects: false,
    },
];

/// The time is that of everything from the problem to the solution.
fn least(problem: &Problem) -> Option<Run<'_>> {
    Some(Box::new(|_, _| {
        let answer = cheapest(problem, 1, &Control::new()).expect("small");
        Answer { number: answer.best.first().map(|best| best.0 as u64), time: None }
    }))
}

fn first(problem: &Problem) -> Option<Run<'_>> {
    Some(Box::new(|_, _| {
        let first = Learner::new(problem).expect("small").run(&Control::new());
        u64::from(first.solution.is_some()).into()
    }))
}

/// Two of them in turns, each longer than the last, the second one with the options in another order.
fn first_of_two(problem: &Problem) -> Option<Run<'_>> {
    Some(Box::new(|_, _| {
        let mut order: Vec<u32> = (0..problem.options()).collect();
        Random::new(0).shuffle(&mut order);
        let other = problem.reordered(&order);
        let mut learners = [problem, &other].map(|problem| Learner::new(problem).expect("small"));
        let mut budget = 100;
        loop {
            for learner in &mut learners {
                let first = learner.run(&Control::new().budget(budget));
                if first.ending != Ending::BudgetSpent {
                    return u64::from(first.solution.is_some()).into();
                }
            }
            budget += budget / 2;
        }
    }))
}

/// With preprocessing, which is part of the time.
fn first_reduced(problem: &Problem) -> Option<Run<'_>> {
    Some(Box::new(|_, _| {
        let reduced = reduce(problem, Keep::Best, 1 << 30).expect("short names");
        let first = Learner::new(&reduced.problem).expect("small").run(&Control::new());
        u64::from(first.solution.is_some()).into()
    }))
}

fn bits(problem: &Problem) -> Option<Run<'_>> {
    ours(problem, Method::Bits)
}

fn links(problem: &Problem) -> Option<Run<'_>> {
    ours(problem, Method::Links)
}

fn ours(problem: &Problem, method: Method) -> Option<Run<'_>> {
    let mut search = Search::with_method(problem, method).ok()?;
    Some(Box::new(move |selected, limit| {
        search.reset();
        for &option in selected {
            search.select(option).expect("givens that don't clash");
        }
        search.count(limit, &Control::new()).solutions.into()
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
