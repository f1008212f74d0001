//! The result of a run: the report of a search, and the answer for one puzzle.

use crate::engine::kernel;
use crate::plan::{BatchPlan, Plan};
use crate::{Counters, End, Stage, Stages};
use farandole_puzzle::{Clash, Grid};

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
    /// A contradiction visible without search. If there is one, there are no solutions and no
    /// engine ran.
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

    /// Returns the report for an answer of the kernel, for callers that pass it classic 9x9 puzzles
    /// in bulk; see [`Plan::for_batch`].
    ///
    /// The clash is not included, because it requires a second look at the puzzle
    /// ([`ClassicPuzzle::clash`](farandole_puzzle::ClassicPuzzle::clash)).
    pub fn of_batch(batch: &BatchPlan, answer: &farandole_kernel::Answer) -> Self {
        let (solutions, end) = kernel::end(answer, batch.limit());
        Self {
            solutions,
            end,
            counters: kernel::counters(answer.counters),
            plan: batch.plan(),
            stages: Stages::only(Stage::Kernel),
            clash: None,
        }
    }
}
