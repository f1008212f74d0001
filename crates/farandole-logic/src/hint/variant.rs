//! Hints and solution paths of variants.

use super::answer::{Found, Hint, Path, PathRating, Problem, Reach, Solutions, Step};
use super::position::VariantPosition;
use crate::cancel::Limited;
use crate::model::PathOutcome;
use crate::variant::{State, Walk};
use core::ops::ControlFlow;

impl VariantPosition {
    /// Returns the problem of the position. Its digits and pencil marks are part of the puzzle that
    /// was solved, so a mistake among them leaves no solution.
    pub fn problem(&self, solutions: &Solutions) -> Option<Problem> {
        match solutions {
            Solutions::None(conflict) => Some(Problem::NoSolution { conflict: conflict.clone() }),
            Solutions::Several(two) => Some(Problem::several(two)),
            Solutions::One(_) | Solutions::Excluded | Solutions::Unknown => None,
        }
    }

    /// Returns the problem of the position, or the next steps; see
    /// [`Position::hint`](super::Position::hint). The budget limits the number of searches for a
    /// technique.
    pub fn hint<'a>(self, solutions: &Solutions, reach: Reach, limits: impl Into<Limited<'a, u64>>) -> Hint {
        if let Some(problem) = self.problem(solutions) {
            return self.with_problem(problem);
        }
        let found = next_steps(&self.state, reach, limits.into());
        Hint { position: self.into(), found }
    }

    /// Returns the solution path; see [`Position::explain`](super::Position::explain).
    ///
    /// # Errors
    /// Returns the problem of the position, if it has one.
    pub fn explain<'a>(
        self,
        solutions: &Solutions,
        limits: impl Into<Limited<'a, u64>>,
        mut each: impl FnMut(&Step) -> ControlFlow<()>,
    ) -> Result<Path, Hint> {
        if let Some(problem) = self.problem(solutions) {
            return Err(self.with_problem(problem));
        }
        let mut walk = Walk::new(self.state.clone(), limits);
        let mut steps = Vec::new();
        let outcome = loop {
            let before = walk.state().clone();
            match walk.step() {
                Ok(deduction) => steps.push(Step::variant(before, deduction)),
                Err(outcome) => break outcome,
            }
            if steps.last().is_some_and(|step| each(step).is_break()) {
                break PathOutcome::BudgetSpent;
            }
        };
        Ok(Path { start: self.into(), steps, rating: PathRating::Variant(outcome) })
    }

    /// Returns the hint that reports a problem. Conflicting constraints are those of the variant
    /// that was solved.
    fn with_problem(self, problem: Problem) -> Hint {
        let position = Self { state: State::new(&self.restated), ..self };
        Hint { position: position.into(), found: Found::Problems(vec![problem]) }
    }
}

fn next_steps(state: &State, reach: Reach, limits: Limited<'_, u64>) -> Found {
    if state.is_solved() {
        return Found::Solved;
    }
    let mut walk = Walk::new(state.clone(), limits);
    let steps = match reach {
        Reach::Easiest => walk.all(),
        Reach::First => match walk.step() {
            Ok(step) => vec![step],
            Err(PathOutcome::Contradiction) => {
                return Found::Problems(vec![Problem::NoSolution { conflict: Vec::new() }]);
            }
            Err(_) => Vec::new(),
        },
    };
    let stale = Vec::new();
    if steps.is_empty() {
        return Found::Stuck { stale };
    }
    let steps = steps.into_iter().map(|step| Step::variant(state.clone(), step));
    Found::Steps { stale, steps: steps.collect() }
}
