//! What a run answers: the report of a search, and the answer for one puzzle.

use crate::engine::kernel;
use crate::plan::{BatchPlan, Plan};
use crate::{Counters, End, Stage, Stages};
use farandole_puzzle::{Clash, Grid};

/// How the search of one puzzle went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many solutions were found, at most [`Config::limit`](crate::Config::limit).
    pub solutions: u64,
    /// Why the run stopped.
    pub end: End,
    /// The work done.
    pub counters: Counters,
    /// The plan that was followed.
    pub plan: Plan,
    /// The stages that really ran, a subset of [`Plan::stages`]; empty when nothing was searched.
    pub stages: Stages,
    /// A contradiction that is visible without search; then there are no solutions and no engine ran.
    pub clash: Option<Clash>,
}

/// What is said of one puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The first solution found.
    pub first: Option<Grid>,
    /// How the search went.
    pub report: Report,
}

impl Report {
    /// The report of a run that did not search: no solutions, no work.
    pub(crate) fn unsearched(plan: Plan, end: End) -> Self {
        let counters = Counters::default();
        Self { solutions: 0, end, counters, plan, stages: Stages::NONE, clash: None }
    }

    /// The report that belongs to an answer of the kernel, for callers that hand it plain 9x9 puzzles in bulk; see
    /// [`Plan::for_batch`].
    ///
    /// The clash is left out: it takes a second look at the puzzle ([`Puzzle::clash`](farandole_puzzle::Puzzle::clash)).
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
