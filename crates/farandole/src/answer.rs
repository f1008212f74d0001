//! Answers, and the methods of [`Config`] that return them.

use crate::config::Config;
use crate::convert::ToPuzzle;
use crate::error::{Error, ErrorKind};
use crate::pipeline::BATCH;
use core::fmt;
use core::sync::atomic::AtomicBool;
use farandole_formats::{Format, WriteConfig, write_grid};
use farandole_puzzle::{ClassicPuzzle, Grid, check};
use farandole_solve::{Answer as EngineAnswer, End, Report, Solver, Unsupported};
use rayon::prelude::*;
use std::borrow::Cow;

/// The answer for one puzzle: the first solution, if there is one, and a report of the search.
///
/// Its text is that solution, one row per line, or the reason why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    puzzle: ClassicPuzzle,
    first: Option<Grid>,
    report: Report,
}

/// The result of an [`Answer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Outcome<'a> {
    /// The puzzle has no solution.
    None,
    /// The puzzle has exactly one solution, which is this one.
    Unique(&'a Grid),
    /// The puzzle has several solutions; this is the first one found.
    Several(&'a Grid),
    /// The search ended too early to decide; this is the solution found so far, if any.
    Undecided(Option<&'a Grid>),
}

impl Answer {
    /// Returns the result.
    pub fn outcome(&self) -> Outcome<'_> {
        match (&self.first, self.report.solutions, self.report.end) {
            (Some(grid), 2.., _) => Outcome::Several(grid),
            (Some(grid), _, End::Exhausted) => Outcome::Unique(grid),
            (None, _, End::Exhausted) => Outcome::None,
            (first, _, _) => Outcome::Undecided(first.as_ref()),
        }
    }

    /// Returns the solution if it is the only one.
    pub fn unique(&self) -> Option<&Grid> {
        match self.outcome() {
            Outcome::Unique(grid) => Some(grid),
            _ => None,
        }
    }

    /// Returns the first solution found. It has been checked against the rules.
    pub const fn first(&self) -> Option<&Grid> {
        self.first.as_ref()
    }

    /// Returns the puzzle.
    pub const fn puzzle(&self) -> &ClassicPuzzle {
        &self.puzzle
    }

    /// Returns the report of the search.
    pub const fn report(&self) -> &Report {
        &self.report
    }

    fn new(puzzle: ClassicPuzzle, found: Result<(Option<Grid>, Report), Unsupported>) -> Result<Self, Error> {
        let (first, report) = found.map_err(ErrorKind::Unsupported)?;
        match first.as_ref().map(|grid| check::check(&puzzle, grid.digits())) {
            Some(Err(violation)) => Err(ErrorKind::Wrong(report.plan.engine, violation).into()),
            _ => Ok(Self { puzzle, first, report }),
        }
    }

    /// Returns the text of a grid, one row per line.
    fn rows(&self, grid: &Grid) -> String {
        let mut text = Vec::new();
        if write_grid(&mut text, &self.puzzle, grid, &WriteConfig::new(Format::Grid), 0).is_err() {
            // The format lacks symbols for the digits of large grids.
            let rows = grid.digits().chunks(grid.size());
            let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
            return rows.map(row).collect::<Vec<_>>().join("\n");
        }
        String::from_utf8_lossy(&text).trim_end().to_owned()
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome() {
            Outcome::None => match self.puzzle.clash() {
                Some(clash) => write!(f, "no solution: {clash}"),
                None => f.write_str("no solution"),
            },
            Outcome::Unique(grid) => f.write_str(&self.rows(grid)),
            Outcome::Several(grid) => write!(f, "several solutions, one of them:\n{}", self.rows(grid)),
            Outcome::Undecided(Some(grid)) => {
                write!(f, "at least one solution:\n{}", self.rows(grid))
            }
            Outcome::Undecided(None) => f.write_str("undecided"),
        }
    }
}

/// The number of solutions of a puzzle. Its text is the number, followed by `+` if there may be
/// more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Report of the search; the number is in [`Report::solutions`].
    pub report: Report,
}

impl Count {
    /// Returns the number of solutions counted.
    pub const fn solutions(&self) -> u64 {
        self.report.solutions
    }

    /// Returns true if the puzzle has no further solutions.
    pub fn is_exact(&self) -> bool {
        self.report.end == End::Exhausted
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.solutions(), if self.is_exact() { "" } else { "+" })
    }
}

impl Config {
    /// Solves a puzzle; see [`solve`](crate::solve()).
    ///
    /// # Errors
    /// If the text is not a puzzle, or the engine does not support it.
    pub fn solve<P: ToPuzzle + ?Sized>(&self, puzzle: &P) -> Result<Answer, Error> {
        let puzzle = puzzle.to_puzzle()?.into_owned();
        let found = self.solver().race(&puzzle, &self.search(), self.racers);
        Answer::new(puzzle, found)
    }

    /// Solves a puzzle as [`solve`](Self::solve) does, but ends with
    /// [`End::Cancelled`](farandole_solve::End::Cancelled) soon after a flag is set.
    ///
    /// # Errors
    /// The same as [`solve`](Self::solve).
    pub fn solve_until<P: ToPuzzle + ?Sized>(&self, puzzle: &P, stop: &AtomicBool) -> Result<Answer, Error> {
        let puzzle = puzzle.to_puzzle()?.into_owned();
        let search = farandole_solve::Config { cancel: Some(stop), ..self.search() };
        let found = self.solver().race(&puzzle, &search, self.racers);
        Answer::new(puzzle, found)
    }

    /// Counts the solutions of a puzzle up to the limit; see [`count`](crate::count()).
    ///
    /// # Errors
    /// If the text is not a puzzle, or the engine does not support it.
    pub fn count<P: ToPuzzle + ?Sized>(&self, puzzle: &P) -> Result<Count, Error> {
        let puzzle = puzzle.to_puzzle()?;
        let report = self.solver().count(&puzzle, &self.search()).map_err(ErrorKind::Unsupported)?;
        Ok(Count { report })
    }

    /// Solves many puzzles on the threads of the current rayon pool; see [`solve_many`](crate::solve_many()).
    pub fn solve_many<P: ToPuzzle + Sync>(&self, puzzles: &[P]) -> Vec<Result<Answer, Error>> {
        let threads = rayon::current_num_threads();
        let size = puzzles.len().div_ceil(threads).clamp(1, BATCH);
        let batches = puzzles
            .par_chunks(size)
            .map_init(|| self.solver(), |solver, batch| self.solve_batch(solver, batch));
        batches.flatten_iter().collect()
    }

    fn solve_batch<P: ToPuzzle>(&self, solver: &mut Solver, batch: &[P]) -> Vec<Result<Answer, Error>> {
        let puzzles: Vec<_> = batch.iter().map(ToPuzzle::to_puzzle).collect();
        let read = puzzles.iter().flatten().map(|puzzle| &**puzzle);
        let mut found = solver.solve_batch(read, &self.search()).into_iter();
        let answer = |puzzle: Result<Cow<'_, ClassicPuzzle>, Error>| {
            let puzzle = puzzle?.into_owned();
            let found = found.next().expect("an answer for each puzzle");
            Answer::new(puzzle, found.map(|EngineAnswer { first, report }| (first, report)))
        };
        puzzles.into_iter().map(answer).collect()
    }
}
