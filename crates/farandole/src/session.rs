//! A puzzle that is being edited: answers about the present state reuse those about earlier states.
//!
//! If an edit only adds constraints, impossible candidates stay impossible, and the list of all solutions stays
//! complete after those that break a new constraint are removed. Known solutions that the checker accepts are kept
//! after any edit, and an undo restores all that was known.

use crate::config::Config;
use crate::error::{Error, ErrorKind};
use crate::hint::{Hint, Position, solutions_of};
use core::ops::ControlFlow;
use farandole_logic::hint::{Guide, Reach, Solutions};
use farandole_puzzle::Puzzle;
use farandole_puzzle::variant::Variant;
use farandole_solve::{
    CandidateCounts, Config as Search, End, Engine, Finding, KnownCandidates, LISTED, PuzzleSolver,
    candidate_counts,
};
use std::collections::HashSet;

/// Number of earlier states that are kept, for undo.
const STATES: usize = 64;
/// Number of earlier states whose solutions are tried on a new state. Older states rarely have others.
const TRIED: usize = 4;
/// Maximum number of solutions that a state keeps.
const KEPT: usize = 4096;

/// A puzzle that changes, with the results of earlier states.
///
/// Every query has the limits of a search: `limit` (solutions), `budget` (nodes), and `cancel`, a flag that another
/// thread may set. A query that ends early keeps the solutions that it found.
///
/// ```
/// use farandole::Session;
/// use farandole::convert::ToPuzzle;
/// use farandole::engines::{Config, End};
///
/// let read = |text: &str| text.to_puzzle().map(|puzzle| puzzle.into_owned());
/// let mut session = Session::new(read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4")?);
/// let two = Config { limit: 2, ..Config::default() };
/// assert_eq!(session.count(&two)?.end, End::LimitReached);
/// session.update(read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Thermo~R3C4~R3C3~R3C2~R3C1.~R2C1_3~R4C1_2")?);
/// assert_eq!(session.count(&two)?.solutions, 1);
/// # Ok::<(), farandole::Error>(())
/// ```
#[derive(Debug)]
pub struct Session {
    state: State,
    /// The engine for the present state, once a query has needed it.
    solver: Option<PuzzleSolver>,
    /// Earlier states, the latest last.
    earlier: Vec<State>,
}

/// The number of solutions that a session found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolutionCount {
    /// Number of solutions, at most the limit.
    pub solutions: u64,
    /// The reason why the count ended. [`End::Exhausted`] means that there are no other solutions.
    pub end: End,
}

/// A state of the puzzle and what is known about it.
#[derive(Debug)]
struct State {
    puzzle: Puzzle,
    /// Different solutions that the checker accepts.
    solutions: Vec<Vec<u8>>,
    /// True if there are no other solutions.
    is_complete: bool,
    /// For each cell, the mask of the values that may be true; empty if unknown.
    possible: Vec<u64>,
    /// True if all these values are true.
    is_exact: bool,
    /// The greatest limit for which the solutions give the counts of all candidates.
    counted: u64,
    /// The number of all solutions, if a count has ended.
    total: Option<u64>,
}

impl State {
    fn new(puzzle: Puzzle) -> Self {
        Self {
            puzzle,
            solutions: Vec::new(),
            is_complete: false,
            possible: Vec::new(),
            is_exact: false,
            counted: 0,
            total: None,
        }
    }

    /// Returns false if two searches may represent a solution in different ways, so that lists must not be merged.
    fn is_listed(&self) -> bool {
        !self.puzzle.variant().is_some_and(Variant::has_labels)
    }

    /// Transfers what is known about earlier states, the latest first.
    fn learn<'a>(&mut self, earlier: impl Iterator<Item = &'a Self> + Clone) {
        if !self.is_listed() {
            return;
        }
        let weaker =
            || earlier.clone().filter(|state| state.is_listed() && self.puzzle.adds_to(&state.puzzle));
        let fits = |values: &&Vec<u8>| self.puzzle.check(values).is_ok();
        if let Some(complete) = weaker().find(|state| state.is_complete) {
            self.solutions = complete.solutions.iter().filter(fits).cloned().collect();
            self.is_complete = true;
            return;
        }
        let mut possible = Vec::new();
        for state in weaker().filter(|state| !state.possible.is_empty()) {
            if possible.is_empty() {
                possible.clone_from(&state.possible);
            }
            possible.iter_mut().zip(&state.possible).for_each(|(mask, other)| *mask &= other);
        }
        let tried = earlier.take(TRIED).filter(|state| state.is_listed());
        let all: HashSet<&Vec<u8>> = tried.flat_map(|state| &state.solutions).collect();
        let mut solutions: Vec<Vec<u8>> = all.into_iter().filter(fits).cloned().collect();
        // The order of a set differs between runs.
        solutions.sort_unstable();
        solutions.truncate(KEPT);
        (self.possible, self.solutions) = (possible, solutions);
    }

    /// Adds a solution that an engine found, after the checker has accepted it.
    fn add(&mut self, values: Vec<u8>) -> Result<(), Error> {
        self.puzzle.check(&values).map_err(|violation| ErrorKind::Wrong(Engine::Auto, violation))?;
        if self.is_listed() && self.solutions.len() < KEPT && !self.solutions.contains(&values) {
            self.solutions.push(values);
        }
        Ok(())
    }

    /// Returns the mask of a value, as engines represent it.
    fn bit(&self, value: u8) -> u64 {
        match &self.puzzle {
            Puzzle::Classic(_) => 1 << (value - 1),
            Puzzle::Variant(variant) => variant.board().values().mask(value).into(),
        }
    }

    /// Returns the mask of the values that each cell has in the known solutions.
    fn seen(&self) -> Vec<u64> {
        let mut masks = vec![0; self.puzzle.cell_count()];
        for values in &self.solutions {
            masks.iter_mut().zip(values).for_each(|(mask, value)| *mask |= self.bit(*value));
        }
        masks
    }

    /// Returns known solutions that together contain every candidate of all known solutions.
    fn covering(&self) -> Vec<Vec<u8>> {
        let mut seen = vec![0; self.puzzle.cell_count()];
        let mut covering = Vec::new();
        for values in &self.solutions {
            let bits: Vec<u64> = values.iter().map(|value| self.bit(*value)).collect();
            if bits.iter().zip(&seen).any(|(bit, seen)| bit & !seen != 0) {
                seen.iter_mut().zip(&bits).for_each(|(seen, bit)| *seen |= bit);
                covering.push(values.clone());
            }
        }
        covering
    }
}

impl Session {
    /// Starts a session. Nothing is searched until the first query.
    pub fn new(puzzle: Puzzle) -> Self {
        Self { state: State::new(puzzle), solver: None, earlier: Vec::new() }
    }

    /// Returns the puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.state.puzzle
    }

    /// Replaces the puzzle. If it is the puzzle of an earlier state, that state is restored.
    ///
    /// Cost: a check of each solution of the last states, at most some thousands.
    pub fn update(&mut self, puzzle: Puzzle) {
        if puzzle == self.state.puzzle {
            return;
        }
        self.solver = None;
        let known = self.earlier.iter().position(|state| state.puzzle == puzzle);
        let mut next = known.map_or_else(|| State::new(puzzle), |index| self.earlier.remove(index));
        if known.is_none() {
            next.learn(core::iter::once(&self.state).chain(self.earlier.iter().rev()));
        }
        self.earlier.push(core::mem::replace(&mut self.state, next));
        if self.earlier.len() > STATES {
            self.earlier.remove(0);
        }
    }

    /// Returns the engine for the puzzle.
    ///
    /// # Errors
    /// If no engine supports the puzzle.
    pub fn solver(&mut self) -> Result<&PuzzleSolver, Error> {
        if self.solver.is_none() {
            self.solver = Some(PuzzleSolver::new(&self.state.puzzle)?);
        }
        Ok(self.solver.as_ref().expect("it was created above"))
    }

    /// Returns a known solution. A count finds one if there is any.
    pub fn solution(&self) -> Option<&[u8]> {
        self.state.solutions.first().map(Vec::as_slice)
    }

    /// Counts the solutions up to the limit. The limit 2 gives the verdict: none, one or several.
    ///
    /// # Errors
    /// If no engine supports the puzzle.
    pub fn count(&mut self, config: &Search<'_>) -> Result<SolutionCount, Error> {
        let known = self.state.solutions.len() as u64;
        let total = self.state.total.or_else(|| self.state.is_complete.then_some(known));
        if let Some(solutions) = total.or((known >= config.limit).then_some(known)) {
            let end = if solutions < config.limit { End::Exhausted } else { End::LimitReached };
            return Ok(SolutionCount { solutions: solutions.min(config.limit), end });
        }
        if config.limit > LISTED {
            let report = self.solver()?.count(config)?;
            self.state.total = (report.end == End::Exhausted).then_some(report.solutions);
            return Ok(SolutionCount { solutions: report.solutions, end: report.end });
        }
        let mut found = Vec::new();
        let report = self.solver()?.run(config, &mut |values| {
            found.push(values.to_vec());
            ControlFlow::Continue(())
        })?;
        found.into_iter().try_for_each(|values| self.state.add(values))?;
        if report.end == End::Exhausted {
            self.state.total = Some(report.solutions);
            self.state.is_complete = self.state.is_listed();
        }
        Ok(SolutionCount { solutions: report.solutions, end: report.end })
    }

    /// Returns the true candidates: for each cell, the mask of the values that it has in some solution. The lowest bit
    /// represents the lowest value of the puzzle. The limit has no effect.
    ///
    /// # Errors
    /// If no engine supports the puzzle.
    pub fn true_candidates(&mut self, config: &Search<'_>) -> Result<Finding<Vec<u64>>, Error> {
        let state = &self.state;
        if state.is_complete || state.is_exact {
            let masks = if state.is_complete { state.seen() } else { state.possible.clone() };
            let is_solvable = masks.iter().any(|mask| *mask != 0);
            return Ok(Finding { found: is_solvable.then_some(masks), exact: true, nodes: 0 });
        }
        let (grids, masks) = (state.covering(), state.possible.clone());
        let finding = self.solver()?.true_candidates(config, KnownCandidates::new(&grids, &masks))?;
        let Finding { found, exact, nodes } = finding;
        let (mut masks, witnesses) =
            found.map_or_else(Default::default, |found| (found.masks, found.witnesses));
        masks.resize(self.state.puzzle.cell_count(), 0);
        witnesses.into_iter().try_for_each(|values| self.state.add(values))?;
        let is_solvable = masks.iter().any(|mask| *mask != 0);
        if exact {
            // A puzzle whose cells all have one candidate has one solution, which is listed unless the engine keeps
            // no witnesses.
            let is_one = masks.iter().all(|mask| mask.count_ones() == 1) && !self.state.solutions.is_empty();
            self.state.is_complete = self.state.is_listed() && (is_one || !is_solvable);
            (self.state.possible, self.state.is_exact) = (masks.clone(), true);
        }
        Ok(Finding { found: is_solvable.then_some(masks), exact, nodes })
    }

    /// Returns the true candidates of each cell, each with the number of solutions that contain it, up to the limit.
    /// Returns no counts if a search ended early.
    ///
    /// # Errors
    /// If no engine supports the puzzle.
    pub fn candidate_counts(&mut self, config: &Search<'_>) -> Result<Finding<CandidateCounts>, Error> {
        if config.limit > LISTED || !self.state.is_listed() {
            return Ok(self.solver()?.candidate_counts(config)?);
        }
        let Finding { found, exact, mut nodes } = self.true_candidates(config)?;
        let Some(masks) = found.filter(|_| exact) else { return Ok(Finding { found: None, exact, nodes }) };
        if !self.state.is_complete && self.state.counted < config.limit {
            let mut solutions = self.state.solutions.clone();
            let known = solutions.len();
            let added = self.solver()?.add_solutions(config, &masks, &mut solutions)?;
            nodes += added.nodes;
            for values in &solutions[known..] {
                let check = self.state.puzzle.check(values);
                check.map_err(|violation| ErrorKind::Wrong(Engine::Auto, violation))?;
            }
            if !added.exact {
                self.state.solutions = solutions;
                return Ok(Finding { found: None, exact: false, nodes });
            }
            let counts = candidate_counts(&solutions, config.limit);
            // A list that is too long to keep does not give the counts later.
            self.state.counted = if solutions.len() <= KEPT { config.limit } else { 0 };
            solutions.truncate(KEPT);
            self.state.solutions = solutions;
            return Ok(Finding { found: Some(counts), exact: true, nodes });
        }
        let counts = candidate_counts(&self.state.solutions, config.limit);
        Ok(Finding { found: Some(counts), exact: true, nodes })
    }

    /// Returns the next step from a position with entered digits and pencil marks; see [`Position::new`]. If there are
    /// several solutions, the step holds in all of them.
    ///
    /// # Errors
    /// If no engine supports the puzzle, or no techniques are known for it.
    pub fn next_step(
        &mut self,
        digits: &[Option<u8>],
        marks: &[u16],
        guide: Guide<'_>,
        config: &Search<'_>,
    ) -> Result<Hint, Error> {
        let (position, solutions) = self.position(digits, marks, config)?;
        Ok(position.hint(&solutions, Reach::First, guide))
    }

    /// Returns a position and its solutions, for steps that hold in all of them.
    ///
    /// # Errors
    /// If no engine supports the puzzle, or no techniques are known for it.
    pub fn position(
        &mut self,
        digits: &[Option<u8>],
        marks: &[u16],
        config: &Search<'_>,
    ) -> Result<(Position, Solutions), Error> {
        let mut position = Position::new(&self.state.puzzle, digits, marks)?;
        let is_bare = digits.iter().all(Option::is_none) && marks.iter().all(|mask| *mask == 0);
        if is_bare || matches!(position, Position::Classic(_)) {
            let count = self.count(&Search { limit: 2, ..*config })?;
            let mut known = self.state.solutions.iter().cloned();
            match (known.next(), known.next(), count.end) {
                (Some(one), None, End::Exhausted) => return Ok((position, Solutions::One(one))),
                (Some(one), Some(other), _) => {
                    // Some techniques for classic puzzles assume that there is only one solution.
                    if let (Position::Classic(_), Puzzle::Classic(puzzle)) = (&position, &self.state.puzzle)
                        && let Ok(variant) = Variant::from_puzzle(puzzle)
                    {
                        position = Position::new(&variant.into(), digits, marks)?;
                    }
                    if is_bare {
                        return Ok((position, Solutions::Several(Box::new([one, other]))));
                    }
                }
                _ => {}
            }
        }
        let facade = Config { budget: config.budget, ..Config::default() };
        let solutions = solutions_of(&position, &facade, config.cancel)?;
        Ok((position, solutions))
    }
}
