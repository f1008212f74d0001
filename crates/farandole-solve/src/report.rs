//! The result of a run: the report of a search, and the answer for one puzzle.

use crate::engine::kernel;
use crate::plan::Plan;
use crate::{Counters, End, Stage, Stages};
use farandole_puzzle::{Clash, ClassicPuzzle, Grid};

/// The report of the search of one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// The number of solutions found, at most [`Config::limit`](crate::Config::limit).
    pub solutions: u64,
    /// The reason why the run ended.
    pub end: End,
    /// The work done.
    pub counters: Counters,
    /// The plan that was followed.
    pub plan: Plan,
    /// The stages that ran, a subset of [`Plan::stages`]; empty if nothing was searched.
    pub stages: Stages,
    /// A contradiction that is visible without a search. In this case there are no solutions, and
    /// no engine ran.
    pub clash: Option<Clash>,
}

/// The answer for one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The first solution found.
    pub first: Option<Grid>,
    /// The report of the search.
    pub report: Report,
}

impl Report {
    /// Returns the report of a run without a search: no solutions, no work.
    pub(crate) fn unsearched(plan: Plan, end: End) -> Self {
        let counters = Counters::default();
        Self { solutions: 0, end, counters, plan, stages: Stages::NONE, clash: None }
    }

    /// Converts an answer of the kernel to the report of a search with this limit. The report
    /// contains no clash, because finding one requires a second pass over the puzzle.
    #[inline]
    pub(crate) fn of_kernel(plan: Plan, limit: u64, answer: &farandole_kernel::Answer) -> Self {
        let (solutions, end) = kernel::end(answer, limit);
        let counters = kernel::counters(answer.counters);
        let stages = Stages::only(Stage::Kernel);
        Self { solutions, end, counters, plan, stages, clash: None }
    }
}

impl Answer {
    /// Converts an answer of the kernel, with the first solution in ASCII, to an answer for the
    /// puzzle. Adds the clash if there is no solution.
    pub(crate) fn of_kernel(puzzle: &ClassicPuzzle, first: Option<&[u8; 81]>, report: Report) -> Self {
        let unsolved = report.solutions == 0 && report.end != End::Cancelled;
        if let Some(clash) = if unsolved { puzzle.clash() } else { None } {
            let report = Report::unsearched(report.plan, End::Exhausted);
            return Self { first: None, report: Report { clash: Some(clash), ..report } };
        }
        let digits = |grid: &[u8; 81]| grid.iter().map(|symbol| symbol - b'0').collect();
        Self { first: first.and_then(|grid| Grid::new(9, digits(grid)).ok()), report }
    }
}
