//! The search order of Sudoku Explainer: finds the deduction that the scale applies next in a
//! state.
//!
//! Source: Nicolas Juillerat, Sudoku Explainer 1.2.1 (order, tie-breaks).

use super::chains::{Level, Search};
use super::negative_cache::{FailedHouses, FailedState};
use super::techniques::locked::{self, Form};
use super::techniques::xy_wing::{self, Pivot};
use super::techniques::{aligned, bug, fish, hidden_set, naked_set, single, unique_loop};
use crate::metadata::Tenths;
use crate::model::{Deduction, State};
use core::ops::ControlFlow;

/// Returns the deduction that the scale applies in this state, or `None` if there is none within
/// `hardest`.
pub(crate) fn next(state: &State, hardest: Tenths, search: &mut Search<'_>) -> Option<Deduction> {
    StepSearch::new(search).next(state, hardest)
}

/// The search for the next step, with negative caches that last for one puzzle.
pub(super) struct StepSearch<'a, 's> {
    pub(super) search: &'a mut Search<'s>,
    locked: FailedHouses,
    hidden: [FailedHouses; 2],
    pairs: FailedState,
    triplets: FailedState,
}

impl<'a, 's> StepSearch<'a, 's> {
    pub(super) const fn new(search: &'a mut Search<'s>) -> Self {
        Self {
            search,
            locked: FailedHouses::NEVER,
            hidden: [FailedHouses::NEVER; 2],
            pairs: FailedState::NEVER,
            triplets: FailedState::NEVER,
        }
    }

    pub(super) fn next(&mut self, state: &State, hardest: Tenths) -> Option<Deduction> {
        let mut found = None;
        let _ = single::hidden(&state.marks, &mut |deduction: Deduction| {
            found = Some(deduction);
            ControlFlow::Break(())
        });
        found.or_else(|| self.beyond_hidden(state, hardest))
    }

    /// Returns the deduction that the scale applies in a state without hidden singles.
    pub(super) fn beyond_hidden(&mut self, state: &State, hardest: Tenths) -> Option<Deduction> {
        let marks = &state.marks;
        let mut found = None;
        let mut take = |deduction: Deduction| {
            found = Some(deduction);
            ControlFlow::Break(())
        };
        let open = self.locked.open(marks);
        let sets = locked::Sets::of(marks, open);
        self.locked.record(marks, open, sets.houses());
        let _ = (|| {
            sets.find(marks, Form::Direct, &mut take)?;
            let hidden_pairs = self.hidden[0].hidden_sets(marks, 2);
            hidden_pairs.find(marks, Form::Direct, &mut take)?;
            single::naked(marks, &mut take)?;
            let hidden_triplets = self.hidden[1].hidden_sets(marks, 3);
            hidden_triplets.find(marks, Form::Direct, &mut take)?;
            sets.find(marks, Form::Plain, &mut take)?;
            naked_set::find(marks, 2, &mut take)?;
            fish::find(marks, 2, &mut take)?;
            hidden_pairs.find(marks, Form::Plain, &mut take)?;
            naked_set::find(marks, 3, &mut take)?;
            fish::find(marks, 3, &mut take)?;
            hidden_triplets.find(marks, Form::Plain, &mut take)?;
            xy_wing::find(marks, Pivot::Two, &mut take)?;
            xy_wing::find(marks, Pivot::Three, &mut take)?;
            unique_loop::find(marks, &mut take)?;
            naked_set::find(marks, 4, &mut take)?;
            fish::find(marks, 4, &mut take)?;
            hidden_set::find(marks, 4, Form::Plain, &mut take)?;
            bug::find(marks, &mut take)?;
            aligned::pairs(marks, self.pairs.changed(marks), &mut take)?;
            self.pairs.record(marks);
            ControlFlow::Continue(())
        })();
        if found.is_some() {
            return found;
        }
        for level in Level::ALL {
            if level.base() > hardest {
                return None;
            }
            if *level == Level::Nishio {
                let mut take = |deduction: Deduction| {
                    found = Some(deduction);
                    ControlFlow::Break(())
                };
                let _ = aligned::triplets(marks, self.triplets.changed(marks), &mut take);
                if found.is_some() {
                    return found;
                }
                self.triplets.record(marks);
            }
            let found = self.search.best(marks, *level);
            if found.is_some() || self.search.is_spent() {
                return found;
            }
        }
        None
    }
}
