//! The rating scale of Sudoku Explainer 1.2.1: ER, EP and ED.
//!
//! Until the grid is full, the techniques are tried in a fixed order, and the first deduction found
//! is applied. ER is the greatest difficulty of any step, EP is the greatest difficulty up to the
//! first placement, and ED is the difficulty of the first step.
//!
//! Source: Nicolas Juillerat, Sudoku Explainer 1.2.1 (order, numbers, tie-breaks).

use super::chains::{ReasonFinder, Search};
use super::difficulty::Tenths;
use super::order::StepSearch;
use super::order::tenths;
use super::singles::Singles;
use crate::cancel::Limited;
use crate::model::{Deduction, PathOutcome, State, Technique};
use core::ops::ControlFlow;

/// Work limits of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The hardest technique family to try, by its minimum difficulty in tenths; `u16::MAX` for
    /// all.
    pub hardest: Tenths,
    /// Maximum number of assertions that chain searches may visit in total; `u64::MAX` for no
    /// limit.
    pub visits: u64,
}

impl Budget {
    /// No limits.
    pub const NONE: Self = Self { hardest: Tenths::MAX, visits: u64::MAX };
}

/// A rating on the scale of Sudoku Explainer 1.2.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The greatest difficulty of any step.
    pub er: Tenths,
    /// The greatest difficulty up to the first placement, or 0 if there was none.
    pub ep: Tenths,
    /// The difficulty of the first step, or 0 if there was none.
    pub ed: Tenths,
    /// The outcome. Unless it is `Solved`, the numbers are lower bounds.
    pub outcome: PathOutcome,
    /// Number of steps applied.
    pub steps: u32,
    /// The technique of the first step with the greatest difficulty, or `None` if there was no step.
    pub hardest: Option<Technique>,
}

/// Rates a state without changing it.
///
/// The result is the same as that of [`explain`]. It is faster because singles are not recorded as
/// deductions.
pub fn rate<'a>(state: &State, bounds: impl Into<Limited<'a, Budget>>) -> Rating {
    let bounds = bounds.into();
    let each = |_: &State, _, _: &Deduction| ControlFlow::Continue(());
    quick(state, bounds).unwrap_or_else(|| run(state, bounds, each))
}

/// Rates a state, and returns every step with its difficulty and the reasons inside chains.
pub fn explain<'a>(
    state: &State,
    bounds: impl Into<Limited<'a, Budget>>,
) -> (Rating, Vec<(Tenths, Deduction)>) {
    let mut steps = Vec::new();
    let rating = explain_each(state, bounds, |tenths, deduction| {
        steps.push((tenths, deduction));
        ControlFlow::Continue(())
    });
    (rating, steps)
}

/// Rates a state like [`explain`], but reports each step as it is found, until `each` returns
/// `Break`.
pub(crate) fn explain_each<'a>(
    state: &State,
    bounds: impl Into<Limited<'a, Budget>>,
    mut each: impl FnMut(Tenths, Deduction) -> ControlFlow<()>,
) -> Rating {
    let mut reason_finder = ReasonFinder::new();
    run(state, bounds.into(), |state, tenths, deduction| {
        let mut deduction = deduction.clone();
        reason_finder.add_reasons(&state.marks, &mut deduction);
        each(tenths, deduction)
    })
}

/// Rates a state, placing singles in bulk. Returns `None` if the grid has a contradiction, because
/// the rating then depends on the order of steps.
///
/// The order of singles does not affect the digits that they place, because a single remains a
/// single until it is placed. Only the hardest required kind of single affects the rating. Kinds
/// below the current difficulty need not be distinguished.
fn quick(state: &State, bounds: Limited<'_, Budget>) -> Option<Rating> {
    let Budget { visits, hardest } = bounds.budget;
    let mut search = Search::new(visits, bounds.observer);
    let mut state = state.clone();
    let mut rating = Rating { er: 0, ep: 0, ed: 0, outcome: PathOutcome::Solved, steps: 0, hardest: None };
    let mut step_search = StepSearch::new(&mut search);
    let mut singles = Singles::of(&state.marks);
    loop {
        while let Some((difficulty, cell, digit)) = singles.next(&state.marks, rating.er) {
            rating.record(difficulty, single(difficulty), true);
            step_search.search.step();
            state.digits[cell] = digit as u8 + 1;
            singles.place(&mut state.marks, cell, digit);
        }
        if singles.contradicts(&state) {
            return None;
        }
        if state.is_solved() {
            return Some(rating);
        }
        let Some(deduction) = step_search.beyond_hidden(&state, hardest) else {
            rating.outcome = without_deduction(hardest, step_search.search);
            return Some(rating);
        };
        step_search.search.step();
        rating.record(tenths(&deduction), deduction.technique, !deduction.placements.is_empty());
        if let ([], [placement]) = (&deduction.eliminations[..], &deduction.placements[..]) {
            let (cell, digit) = (placement.cell(), placement.digit() as usize - 1);
            state.digits[cell] = placement.digit();
            singles.place(&mut state.marks, cell, digit);
        } else {
            state.apply(&deduction);
            singles = Singles::of(&state.marks);
        }
    }
}

/// Returns the outcome of a path on which no deduction was found.
const fn without_deduction(hardest: Tenths, search: &Search<'_>) -> PathOutcome {
    if search.is_spent() || hardest != Tenths::MAX { PathOutcome::BudgetSpent } else { PathOutcome::Stuck }
}

impl Rating {
    fn record(&mut self, difficulty: Tenths, technique: Technique, is_placement: bool) {
        if difficulty > self.er {
            self.er = difficulty;
            self.hardest = Some(technique);
        }
        if self.ep == 0 {
            if self.ed == 0 {
                self.ed = self.er;
            }
            if is_placement {
                self.ep = self.er;
            }
        }
        self.steps += 1;
    }
}

const fn single(difficulty: Tenths) -> Technique {
    match difficulty {
        ..=10 => Technique::FullHouse,
        11..=12 => Technique::HiddenSingleBox,
        13..=15 => Technique::HiddenSingleLine,
        _ => Technique::NakedSingle,
    }
}

fn run(
    state: &State,
    bounds: Limited<'_, Budget>,
    mut each: impl FnMut(&State, Tenths, &Deduction) -> ControlFlow<()>,
) -> Rating {
    let Budget { visits, hardest } = bounds.budget;
    let mut search = Search::new(visits, bounds.observer);
    let mut state = state.clone();
    let mut rating = Rating { er: 0, ep: 0, ed: 0, outcome: PathOutcome::Solved, steps: 0, hardest: None };
    let mut step_search = StepSearch::new(&mut search);
    while !state.is_solved() {
        if (0..81).any(|cell| state.digits[cell] == 0 && state.marks.cand[cell] == 0) {
            rating.outcome = PathOutcome::Contradiction;
            return rating;
        }
        let Some(deduction) = step_search.next(&state, hardest) else {
            rating.outcome = without_deduction(hardest, step_search.search);
            return rating;
        };
        step_search.search.step();
        let difficulty = tenths(&deduction);
        rating.record(difficulty, deduction.technique, !deduction.placements.is_empty());
        if each(&state, difficulty, &deduction).is_break() {
            rating.outcome = PathOutcome::BudgetSpent;
            return rating;
        }
        state.apply(&deduction);
    }
    rating
}
