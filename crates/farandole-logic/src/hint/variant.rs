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
    /// [`Position::hint`](super::Position::hint). If there are several solutions, the steps hold in all of them, and this
    /// is reported as a problem only if there are no steps. The budget limits the number of searches for a
    /// technique.
    pub fn hint<'a>(self, solutions: &Solutions, reach: Reach, limits: impl Into<Limited<'a, u64>>) -> Hint {
        let problem = self.problem(solutions);
        if let Some(problem) = problem.clone().filter(|it| !is_unfinished(it)) {
            return self.with_problem(problem);
        }
        let found = next_steps(&self.state, reach, limits.into());
        match problem {
            Some(problem) if !matches!(found, Found::Steps { .. }) => self.with_problem(problem),
            _ => Hint { position: self.into(), found },
        }
    }

    /// Returns the solution path; see [`Position::explain`](super::Position::explain). If there are several solutions,
    /// the path ends when nothing more follows for all of them, and this is a problem only if there are no steps.
    ///
    /// # Errors
    /// Returns the problem of the position, if it has one.
    pub fn explain<'a>(
        self,
        solutions: &Solutions,
        limits: impl Into<Limited<'a, u64>>,
        mut each: impl FnMut(&Step) -> ControlFlow<()>,
    ) -> Result<Path, Hint> {
        let problem = self.problem(solutions);
        if let Some(problem) = problem.clone().filter(|it| !is_unfinished(it)) {
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
        match problem {
            Some(problem) if steps.is_empty() => Err(self.with_problem(problem)),
            _ => Ok(Path { start: self.into(), steps, rating: PathRating::Variant(outcome) }),
        }
    }

    /// Returns the hint that reports a problem. Conflicting constraints are those of the variant
    /// that was solved.
    fn with_problem(self, problem: Problem) -> Hint {
        let position = Self { state: State::new(&self.restated), ..self };
        Hint { position: position.into(), found: Found::Problems(vec![problem]) }
    }
}

/// Returns true if steps may be searched for in spite of the problem: no technique for variants assumes that there is
/// only one solution, so the steps hold in all of them.
const fn is_unfinished(problem: &Problem) -> bool {
    matches!(problem, Problem::SeveralSolutions { .. })
}

fn next_steps(state: &State, reach: Reach, limits: Limited<'_, u64>) -> Found {
    if state.is_solved() {
        return Found::Solved;
    }
    let has_budget = limits.budget != u64::MAX;
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
        return Found::Stuck { stale, has_budget };
    }
    let steps = steps.into_iter().map(|step| Step::variant(state.clone(), step));
    Found::Steps { stale, steps: steps.collect() }
}
