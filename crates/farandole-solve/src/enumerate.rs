//! Listing all solutions in a fixed order, from any place in it.

use crate::engine::sweep::Astray;
use crate::limits::Run;
use crate::{Config, Counters, End, Engine, Reason, Report, Route, Solver};
use core::fmt;
use core::ops::ControlFlow;
use farandole_puzzle::Puzzle;

/// A place in the order of a puzzle's solutions: just behind one of them.
///
/// A few tens of bytes at any depth. Behind the same position of the same puzzle always come the same solutions, on
/// every machine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    path: Vec<u8>,
    solutions: u64,
}

impl Position {
    /// A position from its parts, as they were told by [`path`](Self::path) and [`solutions`](Self::solutions).
    /// Whether it belongs to a puzzle is seen when a listing starts there.
    pub fn new(path: Vec<u8>, solutions: u64) -> Self {
        Self { path, solutions }
    }

    /// The digits (1 up to N) that were tried on the way to the solution, the first choice first.
    pub fn path(&self) -> &[u8] {
        &self.path
    }

    /// How many solutions there are up to here.
    pub const fn solutions(&self) -> u64 {
        self.solutions
    }
}

/// Why a puzzle can't be listed from a position.
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
    /// Visits the solutions in their fixed order, from the first or from behind a position, each with the position
    /// behind it. [`Config::limit`] and the report count the solutions before the start, too. The engine asked for
    /// does not matter; memory does not grow with the number of solutions.
    ///
    /// Solutions come by singles and guesses without learning, so the next one can take long where few guesses lead
    /// to a solution.
    ///
    /// # Errors
    /// If the position is not one of this puzzle, or the puzzle has more than 255 houses or a cell in more than 6.
    pub fn list(
        &mut self,
        puzzle: &Puzzle,
        config: &Config<'_>,
        behind: Option<&Position>,
        visit: &mut dyn FnMut(&[u8], &Position) -> ControlFlow<()>,
    ) -> Result<Report, ListError> {
        let route = Route { engine: Engine::Search, reason: Reason::Listing };
        let mut position = behind.cloned().unwrap_or_default();
        let report = Report {
            solutions: position.solutions,
            end: End::Exhausted,
            counters: Counters::default(),
            route,
            clash: puzzle.clash(),
        };
        let table = self.tables.get(puzzle.geometry());
        if !table.fits() {
            return Err(ListError { kind: Kind::Houses });
        }
        if report.clash.is_some() {
            return if behind.is_some() { Err(ListError { kind: Kind::Astray }) } else { Ok(report) };
        }
        self.sweep
            .start(table, puzzle, behind.map(Position::path))
            .map_err(|Astray| ListError { kind: Kind::Astray })?;
        if position.solutions >= config.limit {
            return Ok(Report { end: End::LimitReached, ..report });
        }
        let mut ignore = |_: &[u8]| ControlFlow::Continue(());
        let mut run = Run::new(config, &mut ignore);
        run.solutions = position.solutions;
        let sweep = &mut self.sweep;
        let mut all = || -> ControlFlow<End> {
            run.open_node()?;
            while sweep.advance(table, &mut run)? {
                sweep.path(table, &mut position.path);
                position.solutions += 1;
                let end = run.found(&[]);
                if visit(sweep.digits(table), &position).is_break() {
                    return ControlFlow::Break(End::Stopped);
                }
                end?;
            }
            ControlFlow::Continue(())
        };
        let end = all().break_value().unwrap_or(End::Exhausted);
        Ok(Report { solutions: run.solutions, end, counters: run.counters, ..report })
    }
}
