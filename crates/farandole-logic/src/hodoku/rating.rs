//! The rating scale of HoDoKu 2.2: score and level.
//!
//! Until the grid is full, the enabled techniques of [`CATALOGUE`](super::CATALOGUE) are tried in
//! order, and the first deduction found is applied. The score is the sum of the scores of all
//! steps. The level is that of the hardest technique used, raised as long as the score exceeds the
//! [greatest score](Level::greatest) of the level.
//!
//! Source: Bernhard Hobiger, HoDoKu 2.2 (order, scores, levels, default limits).

use super::budget::Budget;
use super::order::entry;
use super::rule::Level;
use super::techniques::brute_force::guess;
use super::walk::Walk;
use crate::cancel::Limited;
use crate::model::{Deduction, PathOutcome, State, Technique};
use core::ops::ControlFlow;

/// A rating on the scale of HoDoKu 2.2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The sum of the scores of all steps.
    pub score: u32,
    /// The level of the hardest technique used, raised if the score requires it.
    pub level: Level,
    /// The outcome. Unless it is `Solved`, the numbers are lower bounds.
    pub outcome: PathOutcome,
    /// Number of steps applied.
    pub steps: u32,
    /// The technique of the first step that has the highest level and, within it, the greatest
    /// score. `None` if there was no step.
    pub hardest: Option<Technique>,
}

/// Rates a state without changing it.
///
/// Brute force, the last technique, takes digits from `solution` (81 digits, row-major).
pub fn rate<'a>(
    state: &State,
    solution: Option<&[u8; 81]>,
    bounds: impl Into<Limited<'a, Budget>>,
) -> Rating {
    run(state, solution, bounds.into(), |_| ControlFlow::Continue(()))
}

/// Rates a state, and returns every step.
pub fn explain<'a>(
    state: &State,
    solution: Option<&[u8; 81]>,
    bounds: impl Into<Limited<'a, Budget>>,
) -> (Rating, Vec<Deduction>) {
    let mut steps = Vec::new();
    let rating = explain_each(state, solution, bounds, |deduction| {
        steps.push(deduction);
        ControlFlow::Continue(())
    });
    (rating, steps)
}

/// Rates a state like [`explain`], but reports each step as it is found, until `each` returns
/// `Break`.
pub fn explain_each<'a>(
    state: &State,
    solution: Option<&[u8; 81]>,
    bounds: impl Into<Limited<'a, Budget>>,
    mut each: impl FnMut(Deduction) -> ControlFlow<()>,
) -> Rating {
    run(state, solution, bounds.into(), |deduction| each(deduction.clone()))
}

fn run(
    state: &State,
    solution: Option<&[u8; 81]>,
    bounds: Limited<'_, Budget>,
    mut each: impl FnMut(&Deduction) -> ControlFlow<()>,
) -> Rating {
    let mut walk = Walk::within(state.clone(), bounds.budget);
    let mut rating =
        Rating { score: 0, level: Level::Easy, outcome: PathOutcome::Solved, steps: 0, hardest: None };
    let mut greatest = None;
    while !walk.state().is_solved() {
        let state = walk.state();
        if (0..81).any(|cell| state.digits[cell] == 0 && state.marks.cand[cell] == 0) {
            rating.outcome = PathOutcome::Contradiction;
            break;
        }
        let found = walk.step_observed(bounds.observer);
        if found.is_none() && walk.is_spent() {
            rating.outcome = PathOutcome::BudgetSpent;
            break;
        }
        let Some(deduction) = found.or_else(|| guess(walk.state(), solution?)) else {
            rating.outcome = PathOutcome::Stuck;
            rating.level = Level::Extreme;
            break;
        };
        if let Some(entry) = entry(deduction.technique) {
            rating.score += entry.score;
            rating.level = rating.level.max(entry.level);
            let rank = Some((entry.level, entry.score));
            if rank > greatest {
                greatest = rank;
                rating.hardest = Some(deduction.technique);
            }
        }
        rating.steps += 1;
        if each(&deduction).is_break() {
            rating.outcome = PathOutcome::BudgetSpent;
            break;
        }
        walk.apply(&deduction);
    }
    rating.level = rating.level.raised(rating.score);
    rating
}
