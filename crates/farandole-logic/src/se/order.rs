//! The techniques of Sudoku Explainer: their difficulties, their finders and the search order. The
//! order determines the next deduction of the scale in a state.
//!
//! Source: Nicolas Juillerat, Sudoku Explainer 1.2.1 (order, tie-breaks).

use super::chains::{Level, ReasonFinder, Search, kinds};
use super::difficulty::{Difficulty, Tenths};
use super::negative_cache::{FailedHouses, FailedState};
use super::techniques::locked::{self, Form};
use super::techniques::xy_wing::{self, Pivot};
use super::techniques::{aligned, bug, fish, hidden_set, naked_set, single, unique_loop};
use crate::cancel::Observer;
use crate::model::{Deduction, State, Technique};
use crate::techniques::techniques;
use core::ops::ControlFlow;

macro_rules! difficulties {
    ($($name:ident: $id:literal, $title:literal, $needs:ident, $doc:literal,
        se $se:literal $(+ $rise:path)?, own $own:literal, page $page:literal,
        why $why:expr $(, note $note:literal)?;)+) => {
        /// Returns the difficulty of a technique on this scale.
        pub(crate) const fn difficulty(technique: Technique) -> Difficulty {
            match technique {
                $(Technique::$name => Difficulty::fixed($se)$(.rising($rise))?,)+
            }
        }
    };
}

techniques!(difficulties);

/// Returns the difficulty of a deduction on this scale, in tenths, or 0 if its technique is not on
/// the scale.
pub fn tenths(deduction: &Deduction) -> Tenths {
    difficulty(deduction.technique).of(deduction)
}

/// Returns every deduction of a technique of this scale, or `None` for techniques of other scales.
/// `nesting` is the nesting level of dynamic chains. The list is empty if the observer stops the
/// search for chains.
pub(crate) fn every(
    state: &State,
    technique: Technique,
    nesting: u8,
    observer: Option<Observer<'_>>,
) -> Option<Vec<Deduction>> {
    use Technique as T;
    let marks = &state.marks;
    let level = match technique {
        T::XCycle | T::YCycle | T::ForcingXChain | T::XyCycle | T::ForcingChain => Some(Level::Loops),
        T::Nishio => Some(Level::Nishio),
        T::CellChains | T::RegionChains => Some(Level::Multiple),
        T::DynamicCell | T::DynamicRegion | T::DynamicContradiction | T::DynamicDouble => {
            Some(Level::Dynamic(nesting))
        }
        _ => None,
    };
    if let Some(level) = level {
        let mut found = Search::new(u64::MAX, observer).all(marks, level);
        let mut reason_finder = ReasonFinder::new();
        found.retain(|deduction| deduction.technique == technique);
        found.iter_mut().for_each(|deduction| reason_finder.add_reasons(marks, deduction));
        return Some(found);
    }
    let mut found = Vec::new();
    let mut take = |deduction: Deduction| {
        if deduction.technique == technique {
            found.push(deduction);
        }
        ControlFlow::Continue(())
    };
    let _ = match technique {
        T::FullHouse | T::HiddenSingleBox | T::HiddenSingleLine => single::hidden(marks, &mut take),
        T::NakedSingle => single::naked(marks, &mut take),
        T::DirectPointing | T::DirectClaiming => locked::find(marks, Form::Direct, &mut take),
        T::Pointing | T::Claiming => locked::find(marks, Form::Plain, &mut take),
        T::DirectHiddenPair => hidden_set::find(marks, 2, Form::Direct, &mut take),
        T::DirectHiddenTriplet => hidden_set::find(marks, 3, Form::Direct, &mut take),
        T::HiddenPair => hidden_set::find(marks, 2, Form::Plain, &mut take),
        T::HiddenTriplet => hidden_set::find(marks, 3, Form::Plain, &mut take),
        T::HiddenQuad => hidden_set::find(marks, 4, Form::Plain, &mut take),
        T::NakedPair => naked_set::find(marks, 2, &mut take),
        T::NakedTriplet => naked_set::find(marks, 3, &mut take),
        T::NakedQuad => naked_set::find(marks, 4, &mut take),
        T::XWing => fish::find(marks, 2, &mut take),
        T::Swordfish => fish::find(marks, 3, &mut take),
        T::Jellyfish => fish::find(marks, 4, &mut take),
        T::XyWing => xy_wing::find(marks, Pivot::Two, &mut take),
        T::XyzWing => xy_wing::find(marks, Pivot::Three, &mut take),
        T::UniqueLoop1 | T::UniqueLoop2 | T::UniqueLoop3Naked | T::UniqueLoop3Hidden | T::UniqueLoop4 => {
            unique_loop::find(marks, &mut take)
        }
        T::Bug1 | T::Bug2 | T::Bug3 | T::Bug4 => bug::find(marks, &mut take),
        T::AlignedPair => aligned::pairs(marks, u128::MAX, &mut take),
        T::AlignedTriplet => aligned::triplets(marks, u128::MAX, &mut take),
        _ => return None,
    };
    Some(found)
}

/// Returns the deduction that the scale applies in this state, or `None` if there is none up to the
/// difficulty `hardest`.
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

    /// Returns the deduction that the scale applies in this state, or `None` if there is none up to the
    /// difficulty `hardest`.
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
