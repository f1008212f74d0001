//! Answers, and the methods of [`Config`] that return them.

use crate::config::BATCH;
use crate::config::{Config, Counted};
use crate::convert::ToPuzzle;
use crate::error::{Error, ErrorKind};
use crate::variant::{clash_text, grid_text};
use core::fmt;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_formats::{Format, WriteConfig, write_grid};
use farandole_puzzle::{ClassicPuzzle, Grid, Puzzle, check};
use farandole_solve::{Answer as EngineAnswer, End, Report, Solver, Unsupported};
use rayon::prelude::*;
use std::borrow::Cow;

/// The answer for one puzzle: the first solution, if there is one, and a report of the search.
///
/// A solution is a slice with the values of all cells, in cell order: row-major for classic puzzles.
/// The text of an answer is that solution, one row per line, or the reason why there is none. The
/// solution of a variant is one line of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    puzzle: Puzzle,
    first: Option<Vec<u8>>,
    report: Report,
}

/// The result of an [`Answer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Outcome<'a> {
    /// The puzzle has no solution.
    None,
    /// The puzzle has exactly this solution.
    Unique(&'a [u8]),
    /// The puzzle has several solutions. Contains the first one found.
    Several(&'a [u8]),
    /// The search ended too early to decide. Contains the solution found so far, if any.
    Undecided(Option<&'a [u8]>),
}

impl Answer {
    /// Returns the result.
    pub fn outcome(&self) -> Outcome<'_> {
        match (self.first(), self.report.solutions, self.report.end) {
            (Some(values), 2.., _) => Outcome::Several(values),
            (Some(values), _, End::Exhausted) => Outcome::Unique(values),
            (None, _, End::Exhausted) => Outcome::None,
            (first, _, _) => Outcome::Undecided(first),
        }
    }

    /// Returns the solution if it is the only one.
    pub fn unique(&self) -> Option<&[u8]> {
        match self.outcome() {
            Outcome::Unique(values) => Some(values),
            _ => None,
        }
    }

    /// Returns the first solution found. It has been checked against the rules.
    pub fn first(&self) -> Option<&[u8]> {
        self.first.as_deref()
    }

    /// Returns the first solution found as a grid, if the puzzle is a classic one.
    pub fn grid(&self) -> Option<Grid> {
        let (puzzle, values) = (self.puzzle.classic()?, self.first.clone()?);
        Grid::new(puzzle.size(), values).ok()
    }

    /// Returns the puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the report of the search.
    pub const fn report(&self) -> &Report {
        &self.report
    }

    /// Checks the solution of an answer.
    fn checked(puzzle: Puzzle, first: Option<Vec<u8>>, report: Report) -> Result<Self, Error> {
        match first.as_ref().map(|values| puzzle.check(values)) {
            Some(Err(violation)) => Err(ErrorKind::Wrong(report.plan.engine, violation).into()),
            _ => Ok(Self { puzzle, first, report }),
        }
    }

    /// Returns the text of a solution. The text for a classic puzzle has one row per line.
    fn text(&self, values: &[u8]) -> String {
        let (puzzle, grid) = match (&self.puzzle, self.grid()) {
            (Puzzle::Classic(puzzle), Some(grid)) => (puzzle, grid),
            (Puzzle::Variant(variant), _) => return grid_text(variant, values),
            (Puzzle::Classic(_), None) => return String::new(),
        };
        let mut text = Vec::new();
        if write_grid(&mut text, puzzle, &grid, &WriteConfig::new(Format::Grid), 0).is_err() {
            // The format lacks symbols for the digits of large grids.
            let rows = values.chunks(grid.size());
            let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
            return rows.map(row).collect::<Vec<_>>().join("\n");
        }
        String::from_utf8_lossy(&text).trim_end().to_owned()
    }
}

/// Returns a number with a noun, in the plural unless the number is 1.
///
/// ```
/// use farandole::answer::counted;
///
/// assert_eq!((counted(1, "node"), counted(0, "node")), ("1 node".into(), "0 nodes".into()));
/// ```
pub fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns the sentence for a puzzle without a solution. It names the contradiction between givens
/// if one is visible without a search.
pub fn no_solution_text(clash: Option<impl fmt::Display>) -> String {
    clash.map_or_else(|| "no solution".into(), |clash| format!("no solution: {clash}"))
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.outcome() {
            Outcome::None => f.write_str(&match &self.puzzle {
                Puzzle::Classic(puzzle) => no_solution_text(puzzle.clash()),
                Puzzle::Variant(variant) => no_solution_text(clash_text(variant)),
            }),
            Outcome::Unique(values) => f.write_str(&self.text(values)),
            Outcome::Several(values) => {
                write!(f, "several solutions, one of them:\n{}", self.text(values))
            }
            Outcome::Undecided(Some(values)) => write!(f, "at least one solution:\n{}", self.text(values)),
            Outcome::Undecided(None) => f.write_str("undecided"),
        }
    }
}

/// The number of solutions of a puzzle. Its text is the number, followed by `+` if there may be more
/// solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Report of the search. The number is in [`Report::solutions`].
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
        self.answer(puzzle.to_puzzle()?.into_owned(), None)
    }

    /// Solves a puzzle like [`solve`](Self::solve), but ends with [`End::Cancelled`] soon after a
    /// flag is set.
    ///
    /// # Errors
    /// If the text is not a puzzle, or the engine does not support it.
    pub fn solve_until<P: ToPuzzle + ?Sized>(&self, puzzle: &P, stop: &AtomicBool) -> Result<Answer, Error> {
        self.answer(puzzle.to_puzzle()?.into_owned(), Some(stop))
    }

    fn answer(&self, puzzle: Puzzle, stop: Option<&AtomicBool>) -> Result<Answer, Error> {
        let (first, report) = self.first(&self.solver(), &puzzle, stop)?;
        Answer::checked(puzzle, first, report)
    }

    /// Returns the unchecked first solution of a puzzle and the report of the search. Uses the
    /// engine of the solver.
    pub(crate) fn first(
        &self,
        solver: &Solver,
        puzzle: impl Into<Puzzle>,
        stop: Option<&AtomicBool>,
    ) -> Result<(Option<Vec<u8>>, Report), Unsupported> {
        let search = farandole_solve::Config { cancel: stop, ..self.search() };
        let solver = solver.prepare(puzzle)?;
        if self.counted == Counted::Solutions {
            return solver.race(&search, self.racers);
        }
        let mut first = None;
        let report = solver.run_grids(&search, &mut |values| {
            first.get_or_insert_with(|| values.to_vec());
            ControlFlow::Continue(())
        })?;
        Ok((first, report))
    }

    /// Solves a classic puzzle as [`solve`](Self::solve) does. If a program calls no other function that
    /// finds solutions, its binary is smaller, because the engine for variants is not linked.
    ///
    /// # Errors
    /// If the engine does not support the puzzle.
    pub fn solve_classic(&self, puzzle: &ClassicPuzzle) -> Result<(Option<Grid>, Report), Error> {
        let (first, report) = self.solver().race(puzzle, &self.search(), self.racers)?;
        match first.as_ref().map(|grid| check::check(puzzle, grid.digits())) {
            Some(Err(violation)) => Err(ErrorKind::Wrong(report.plan.engine, violation.into()).into()),
            _ => Ok((first, report)),
        }
    }

    /// Counts the solutions of a puzzle up to the limit; see [`count`](crate::count()).
    ///
    /// # Errors
    /// If the text is not a puzzle, or the engine does not support it.
    pub fn count<P: ToPuzzle + ?Sized>(&self, puzzle: &P) -> Result<Count, Error> {
        let solver = self.solver().prepare(&*puzzle.to_puzzle()?)?;
        let report = match self.counted {
            Counted::Solutions => solver.count(&self.search())?,
            Counted::Grids => solver.run_grids(&self.search(), &mut |_| ControlFlow::Continue(()))?,
        };
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

    /// Solves the classic puzzles of a batch together, and each variant separately.
    fn solve_batch<P: ToPuzzle>(&self, solver: &mut Solver, batch: &[P]) -> Vec<Result<Answer, Error>> {
        let puzzles: Vec<_> = batch.iter().map(ToPuzzle::to_puzzle).collect();
        let classic = puzzles.iter().flatten().filter_map(|puzzle| puzzle.classic());
        let mut found = solver.solve_batch(classic, &self.search()).into_iter();
        let answer = |puzzle: Result<Cow<'_, Puzzle>, Error>| {
            let puzzle = puzzle?.into_owned();
            if puzzle.variant().is_some() {
                return self.answer(puzzle, None);
            }
            let EngineAnswer { first, report } = found.next().expect("an answer for each puzzle")?;
            Answer::checked(puzzle, first.map(|grid| grid.digits().to_vec()), report)
        };
        puzzles.into_iter().map(answer).collect()
    }
}
