//! The scale of Sudoku Explainer 1.2.1: ER, EP, ED.
//!
//! The techniques are tried in a fixed order; the first deduction of the first that has one is applied, until the grid
//! is full. ER is the greatest difficulty met, EP the greatest up to the first placement, ED that of the first step.
//!
//! Source: Nicolas Juillerat, Sudoku Explainer 1.2.1 (order, numbers, tie-breaks).

use super::chains::{Namer, Search};
use super::cursor::Cursor;
use super::order::tenths;
use super::singles::Singles;
use crate::about::Tenths;
use crate::model::{Deduction, State, Technique};
use crate::watch::Watched;
use core::ops::ControlFlow;

/// How much work a rating may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The hardest kind of technique to try, by the tenths it starts at; `u16::MAX` for all.
    pub hardest: Tenths,
    /// How many assertions chains may visit in all; `u64::MAX` for no bound.
    pub visits: u64,
}

impl Budget {
    /// No bound at all.
    pub const NONE: Self = Self { hardest: Tenths::MAX, visits: u64::MAX };
}

/// What became of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The grid is full; the numbers are the rating.
    Solved,
    /// No technique of the scale finds anything; the scale says 20.0 for that.
    Stuck,
    /// A cell has no candidate left: the puzzle has no solution.
    Contradiction,
    /// The budget is spent, or the watch or whoever takes the steps has broken off; the numbers are lower bounds.
    BudgetSpent,
}

/// A rating on the scale of Sudoku Explainer 1.2.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The greatest difficulty met.
    pub er: Tenths,
    /// The greatest difficulty up to the first placement; 0 when there was none.
    pub ep: Tenths,
    /// The difficulty of the first step; 0 when there was none.
    pub ed: Tenths,
    /// How it ended; unless `Solved`, the numbers are lower bounds.
    pub outcome: Outcome,
    /// How many steps were applied.
    pub steps: u32,
    /// The technique of the first step of the greatest difficulty; `None` when there was no step.
    pub hardest: Option<Technique>,
}

/// Rates a state; the state itself is not changed.
///
/// Gives what [`explain`] gives, but without writing out singles.
pub fn rate<'a>(state: &State, bounds: impl Into<Watched<'a, Budget>>) -> Rating {
    let bounds = bounds.into();
    let each = |_: &State, _, _: &Deduction| ControlFlow::Continue(());
    quick(state, bounds).unwrap_or_else(|| run(state, bounds, each))
}

/// Every step of the way, with its difficulty and the reasons inside of chains, and the rating.
pub fn explain<'a>(
    state: &State,
    bounds: impl Into<Watched<'a, Budget>>,
) -> (Rating, Vec<(Tenths, Deduction)>) {
    let mut steps = Vec::new();
    let rating = explain_each(state, bounds, |tenths, deduction| {
        steps.push((tenths, deduction));
        ControlFlow::Continue(())
    });
    (rating, steps)
}

/// What [`explain`] gives, step by step as they are found, until `each` breaks off.
pub fn explain_each<'a>(
    state: &State,
    bounds: impl Into<Watched<'a, Budget>>,
    mut each: impl FnMut(Tenths, Deduction) -> ControlFlow<()>,
) -> Rating {
    let mut namer = Namer::new();
    run(state, bounds.into(), |state, tenths, deduction| {
        let mut deduction = deduction.clone();
        namer.name(&state.marks, &mut deduction);
        each(tenths, deduction)
    })
}

/// Rates with singles in bulk; `None` where the grid contradicts itself, which leaves the numbers to the order.
///
/// What singles fill does not depend on their order: a single stays one until it is placed. So only the hardest kind
/// matters that is needed, and kinds below the difficulty met so far need not be told apart.
fn quick(state: &State, bounds: Watched<'_, Budget>) -> Option<Rating> {
    let Budget { visits, hardest } = bounds.budget;
    let mut search = Search::new(visits, bounds.watch);
    let mut state = state.clone();
    let mut rating = Rating { er: 0, ep: 0, ed: 0, outcome: Outcome::Solved, steps: 0, hardest: None };
    let mut cursor = Cursor::new(&mut search);
    let mut singles = Singles::of(&state.marks);
    loop {
        while let Some((difficulty, cell, digit)) = singles.next(&state.marks, rating.er) {
            rating.note(difficulty, single(difficulty), true);
            cursor.search.step();
            state.digits[cell] = digit as u8 + 1;
            singles.place(&mut state.marks, cell, digit);
        }
        if singles.contradicts(&state) {
            return None;
        }
        if state.is_solved() {
            return Some(rating);
        }
        let Some(deduction) = cursor.beyond_hidden(&state, hardest) else {
            rating.outcome = without_deduction(hardest, cursor.search);
            return Some(rating);
        };
        cursor.search.step();
        rating.note(tenths(&deduction), deduction.technique, !deduction.placements.is_empty());
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

const fn without_deduction(hardest: Tenths, search: &Search<'_>) -> Outcome {
    if search.is_spent() || hardest != Tenths::MAX { Outcome::BudgetSpent } else { Outcome::Stuck }
}

impl Rating {
    /// Takes the next step into account.
    fn note(&mut self, difficulty: Tenths, technique: Technique, places: bool) {
        if difficulty > self.er {
            self.er = difficulty;
            self.hardest = Some(technique);
        }
        if self.ep == 0 {
            if self.ed == 0 {
                self.ed = self.er;
            }
            if places {
                self.ep = self.er;
            }
        }
        self.steps += 1;
    }
}

/// The single of this difficulty.
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
    bounds: Watched<'_, Budget>,
    mut each: impl FnMut(&State, Tenths, &Deduction) -> ControlFlow<()>,
) -> Rating {
    let Budget { visits, hardest } = bounds.budget;
    let mut search = Search::new(visits, bounds.watch);
    let mut state = state.clone();
    let mut rating = Rating { er: 0, ep: 0, ed: 0, outcome: Outcome::Solved, steps: 0, hardest: None };
    let mut cursor = Cursor::new(&mut search);
    while !state.is_solved() {
        if (0..81).any(|cell| state.digits[cell] == 0 && state.marks.cand[cell] == 0) {
            rating.outcome = Outcome::Contradiction;
            return rating;
        }
        let Some(deduction) = cursor.next(&state, hardest) else {
            rating.outcome = without_deduction(hardest, cursor.search);
            return rating;
        };
        cursor.search.step();
        let difficulty = tenths(&deduction);
        rating.note(difficulty, deduction.technique, !deduction.placements.is_empty());
        if each(&state, difficulty, &deduction).is_break() {
            rating.outcome = Outcome::BudgetSpent;
            return rating;
        }
        state.apply(&deduction);
    }
    rating
}
