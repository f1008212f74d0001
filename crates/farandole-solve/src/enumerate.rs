//! Lists all solutions in a fixed order, starting at any position.
//!
//! The sweep engine performs the search; its order depends only on the puzzle. A position consists
//! of the digits tried on the path to a solution. To resume a search, the engine descends along
//! this path.

use crate::engine::sweep::Astray;
use crate::plan::Plan;
use crate::{Config, End, Report, Solver};
use core::fmt;
use core::ops::ControlFlow;
use farandole_puzzle::ClassicPuzzle;
use farandole_search::SearchContext;

/// A position in the order of a puzzle's solutions, directly after one of them.
///
/// A position takes a few tens of bytes at any depth. After the same position of the same puzzle,
/// the solutions are the same on every machine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    path: Vec<u8>,
    solutions: u64,
}

impl Position {
    /// Returns the position with these parts, as returned by [`path`](Self::path) and
    /// [`solutions`](Self::solutions). A listing that starts there first checks that the position
    /// belongs to the puzzle.
    pub fn new(path: Vec<u8>, solutions: u64) -> Self {
        Self { path, solutions }
    }

    /// Returns the digits (1 to N) tried on the path to the solution, starting at the root.
    pub fn path(&self) -> &[u8] {
        &self.path
    }

    /// Returns the number of solutions up to this position.
    pub const fn solutions(&self) -> u64 {
        self.solutions
    }
}

/// The reason why the solutions of a puzzle cannot be listed from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListError {
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Astray,
    Houses,
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            Kind::Astray => "the position is not one of this puzzle",
            Kind::Houses => "more than 255 houses, or a cell in more than 6",
        })
    }
}

impl core::error::Error for ListError {}

impl Solver {
    /// Visits the solutions in their fixed order, from the first one or after a position. Calls
    /// `visit` with each solution and the position directly after it. [`Config::limit`] and the
    /// report include the solutions before the start. The engine of the solver has no effect.
    /// Memory does not grow with the number of solutions.
    ///
    /// The search does not learn. If few guesses lead to a solution, finding the next one can take
    /// long.
    ///
    /// ```
    /// use farandole_puzzle::{Geometry, ClassicPuzzle};
    /// use farandole_solve::{Config, Engine, Solver};
    /// use std::ops::ControlFlow;
    ///
    /// let blank = ClassicPuzzle::new(Geometry::boxes(4, 2, 2).unwrap().into(), &[0; 16]).unwrap();
    /// let mut solver = Solver::new(Engine::Auto);
    /// let all = Config { limit: u64::MAX, ..Config::default() };
    /// let mut after = None;
    /// let report = solver.list(&blank, &all, None, &mut |_, position| {
    ///     after = Some(position.clone());
    ///     if position.solutions() == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!(report.unwrap().solutions, 100);
    /// let mut others = 0;
    /// solver.list(&blank, &all, after.as_ref(), &mut |_, _| {
    ///     others += 1;
    ///     ControlFlow::Continue(())
    /// }).unwrap();
    /// assert_eq!(others, 188);
    /// ```
    ///
    /// # Errors
    /// Returns an error if the position does not belong to this puzzle, or if the puzzle has more
    /// than 64 rows, more than 255 houses or a cell in more than 6.
    pub fn list(
        &mut self,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
        after: Option<&Position>,
        visit: &mut dyn FnMut(&[u8], &Position) -> ControlFlow<()>,
    ) -> Result<Report, ListError> {
        let plan = Plan::for_list();
        let mut position = after.cloned().unwrap_or_default();
        let unsearched = Report {
            solutions: position.solutions,
            clash: puzzle.clash(),
            ..Report::unsearched(plan, End::Exhausted)
        };
        let sweep = &mut self.general.sweep;
        if !sweep.tables().get(puzzle.geometry()).fits() {
            return Err(ListError { kind: Kind::Houses });
        }
        if unsearched.clash.is_some() {
            return if after.is_some() { Err(ListError { kind: Kind::Astray }) } else { Ok(unsearched) };
        }
        sweep.start(puzzle, after.map(Position::path)).map_err(|Astray| ListError { kind: Kind::Astray })?;
        if position.solutions >= config.limit {
            return Ok(Report { end: End::LimitReached, ..unsearched });
        }
        let mut ignore = |_: &[u8]| ControlFlow::Continue(());
        let mut run = SearchContext::new(config, &mut ignore);
        run.solutions = position.solutions;
        let mut all = || -> ControlFlow<End> {
            run.open_node()?;
            while sweep.advance(&mut run)? {
                sweep.path(&mut position.path);
                position.solutions += 1;
                let end = run.found(&[]);
                if visit(sweep.digits(), &position).is_break() {
                    return ControlFlow::Break(End::Stopped);
                }
                end?;
            }
            ControlFlow::Continue(())
        };
        let end = all().break_value().unwrap_or(End::Exhausted);
        let (solutions, counters) = (run.solutions, run.counters);
        Ok(Report { solutions, end, counters, stages: plan.stages, ..unsearched })
    }
}
