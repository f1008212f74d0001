//! The scale of Sudoku Explainer 1.2.1: ER, EP, ED.
//!
//! The techniques are tried in a fixed order; the first deduction of the first that has one is applied, until the grid
//! is full. ER is the greatest difficulty met, EP the greatest up to the first placement, ED that of the first step.
//!
//! Source: Nicolas Juillerat, Sudoku Explainer 1.2.1 (order, numbers, tie-breaks).

use super::singles::Singles;
use crate::model::{Deduction, Technique};
use crate::model::{Marks, State};
use crate::se::chains::{self, Level};
use crate::se::techniques::locked::Form;
use crate::se::techniques::xy_wing::Pivot;
use crate::se::techniques::{
    aligned, bug, fish, hidden_set, locked, naked_set, single, unique_loop, xy_wing,
};
use core::ops::ControlFlow;

/// A difficulty in tenths: 72 stands for 7.2.
pub type Tenths = u16;

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
    /// The budget is spent; the numbers are lower bounds.
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
}

/// Rates a state; the state itself is not changed.
///
/// Gives what [`explain`] gives, but without writing out singles.
pub fn rate(state: &State, budget: Budget) -> Rating {
    quick(state, budget).unwrap_or_else(|| run(state, budget, |_, _, _| {}))
}

/// Every step of the way, with its difficulty and the reasons inside of chains, and the rating.
pub fn explain(state: &State, budget: Budget) -> (Rating, Vec<(Tenths, Deduction)>) {
    let mut steps = Vec::new();
    let mut namer = chains::Namer::new();
    let rating = run(state, budget, |state, tenths, deduction| {
        let mut deduction = deduction.clone();
        namer.name(&state.marks, &mut deduction);
        steps.push((tenths, deduction));
    });
    (rating, steps)
}

/// Rates with singles in bulk; `None` where the grid contradicts itself, which leaves the numbers to the order.
///
/// What singles fill does not depend on their order: a single stays one until it is placed. So only the hardest kind
/// matters that is needed, and kinds below the difficulty met so far need not be told apart.
fn quick(state: &State, budget: Budget) -> Option<Rating> {
    let mut state = state.clone();
    let mut rating = Rating { er: 0, ep: 0, ed: 0, outcome: Outcome::Solved, steps: 0 };
    let mut search = chains::Search::new(budget.visits);
    let mut way = Way::new(&mut search);
    let mut singles = Singles::of(&state.marks);
    loop {
        while let Some((difficulty, cell, digit)) = singles.next(&state.marks, rating.er) {
            rating.note(difficulty, true);
            state.digits[cell] = digit as u8 + 1;
            singles.place(&mut state.marks, cell, digit);
        }
        if singles.contradicts(&state) {
            return None;
        }
        if state.is_solved() {
            return Some(rating);
        }
        let Some(deduction) = way.beyond_hidden(&state, budget.hardest) else {
            rating.outcome = without_deduction(budget, way.search);
            return Some(rating);
        };
        rating.note(tenths(&deduction), !deduction.placements.is_empty());
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

const fn without_deduction(budget: Budget, search: &chains::Search) -> Outcome {
    if search.is_spent() || budget.hardest != Tenths::MAX { Outcome::BudgetSpent } else { Outcome::Stuck }
}

impl Rating {
    /// Takes the next step into account.
    fn note(&mut self, difficulty: Tenths, places: bool) {
        self.er = self.er.max(difficulty);
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

fn run(state: &State, budget: Budget, mut each: impl FnMut(&State, Tenths, &Deduction)) -> Rating {
    let mut state = state.clone();
    let mut rating = Rating { er: 0, ep: 0, ed: 0, outcome: Outcome::Solved, steps: 0 };
    let mut search = chains::Search::new(budget.visits);
    let mut way = Way::new(&mut search);
    while !state.is_solved() {
        if (0..81).any(|cell| state.digits[cell] == 0 && state.marks.cand[cell] == 0) {
            rating.outcome = Outcome::Contradiction;
            return rating;
        }
        let Some(deduction) = way.next(&state, budget.hardest) else {
            rating.outcome = without_deduction(budget, way.search);
            return rating;
        };
        let difficulty = tenths(&deduction);
        rating.note(difficulty, !deduction.placements.is_empty());
        each(&state, difficulty, &deduction);
        state.apply(&deduction);
    }
    rating
}

/// The deduction that the scale applies in this state; `None` when it has none within `hardest`.
pub(crate) fn next(state: &State, hardest: Tenths, search: &mut chains::Search) -> Option<Deduction> {
    Way::new(search).next(state, hardest)
}

/// The way of one puzzle, with what is worth knowing about the states before.
struct Way<'a> {
    search: &'a mut chains::Search,
    locked: VainHouses,
    hidden: [VainHouses; 2],
    pairs: Vain,
    triplets: Vain,
}

/// The last state in which a technique found nothing.
struct Vain {
    cand: Option<[u16; 81]>,
}

impl Vain {
    /// The cells whose candidates have changed since, all if there was no such state.
    fn changed(&self, marks: &Marks) -> u128 {
        let Some(before) = &self.cand else { return u128::MAX };
        before
            .iter()
            .zip(&marks.cand)
            .enumerate()
            .fold(0, |set, (cell, (before, now))| set | u128::from(before != now) << cell)
    }

    const fn note(&mut self, marks: &Marks) {
        self.cand = Some(marks.cand);
    }
}

/// The places in each house when a technique that looks at one house at a time last found nothing there. Candidates only
/// go, so a house has nothing to find until one of its own does.
struct VainHouses {
    pos: [[u16; 9]; 27],
}

impl VainHouses {
    /// No places that a house can have.
    const NEVER: Self = Self { pos: [[u16::MAX; 9]; 27] };

    /// The houses in which there may be something.
    fn open(&self, marks: &Marks) -> u32 {
        let pairs = self.pos.iter().zip(&marks.pos).enumerate();
        pairs.fold(0, |set, (house, (before, now))| set | u32::from(before != now) << house)
    }

    fn hidden_sets(&mut self, marks: &Marks, size: usize) -> hidden_set::Sets {
        let open = self.open(marks);
        let sets = hidden_set::Sets::of(marks, size, open);
        self.note(marks, open, sets.houses());
        sets
    }

    /// Takes note of what was found in the houses looked at.
    const fn note(&mut self, marks: &Marks, looked_at: u32, found: u32) {
        let mut vain = looked_at & !found;
        while vain != 0 {
            let house = vain.trailing_zeros() as usize;
            vain &= vain - 1;
            self.pos[house] = marks.pos[house];
        }
    }
}

impl<'a> Way<'a> {
    const fn new(search: &'a mut chains::Search) -> Self {
        Self {
            search,
            locked: VainHouses::NEVER,
            hidden: [VainHouses::NEVER; 2],
            pairs: Vain { cand: None },
            triplets: Vain { cand: None },
        }
    }

    fn next(&mut self, state: &State, hardest: Tenths) -> Option<Deduction> {
        let mut found = None;
        let _ = single::hidden(&state.marks, &mut |deduction: Deduction| {
            found = Some(deduction);
            ControlFlow::Break(())
        });
        found.or_else(|| self.beyond_hidden(state, hardest))
    }

    /// The deduction that the scale applies in a state without hidden singles.
    fn beyond_hidden(&mut self, state: &State, hardest: Tenths) -> Option<Deduction> {
        let marks = &state.marks;
        let mut found = None;
        let mut take = |deduction: Deduction| {
            found = Some(deduction);
            ControlFlow::Break(())
        };
        let open = self.locked.open(marks);
        let sets = locked::Sets::of(marks, open);
        self.locked.note(marks, open, sets.houses());
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
            self.pairs.note(marks);
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
                self.triplets.note(marks);
            }
            let found = self.search.best(marks, *level);
            if found.is_some() || self.search.is_spent() {
                return found;
            }
        }
        None
    }
}

/// The difficulty of a deduction on this scale, in tenths; 0 for a technique that is not on it.
pub fn tenths(deduction: &Deduction) -> Tenths {
    use Technique as T;
    let chain = |base: Tenths| base + 5 * Tenths::from(deduction.extra) + surcharge(deduction.size);
    match deduction.technique {
        T::FullHouse => 10,
        T::HiddenSingleBox => 12,
        T::HiddenSingleLine => 15,
        T::DirectPointing => 17,
        T::DirectClaiming => 19,
        T::DirectHiddenPair => 20,
        T::NakedSingle => 23,
        T::DirectHiddenTriplet => 25,
        T::Pointing => 26,
        T::Claiming => 28,
        T::NakedPair => 30,
        T::XWing => 32,
        T::HiddenPair => 34,
        T::NakedTriplet => 36,
        T::Swordfish => 38,
        T::HiddenTriplet => 40,
        T::XyWing => 42,
        T::XyzWing => 44,
        T::UniqueLoop1 | T::UniqueLoop2 | T::UniqueLoop3Naked | T::UniqueLoop3Hidden | T::UniqueLoop4 => {
            unique_loop::tenths(deduction) as Tenths
        }
        T::NakedQuad => 50,
        T::Jellyfish => 52,
        T::HiddenQuad => 54,
        T::Bug1 => 56,
        T::Bug2 | T::Bug4 => 57,
        T::Bug3 => 56 + Tenths::from(deduction.extra),
        T::AlignedPair => 62,
        T::XCycle | T::YCycle => chain(65),
        T::ForcingXChain => chain(66),
        T::XyCycle | T::ForcingChain => chain(70),
        T::AlignedTriplet => 75,
        T::Nishio => chain(75),
        T::CellChains | T::RegionChains => chain(80),
        T::DynamicCell | T::DynamicRegion | T::DynamicContradiction | T::DynamicDouble => chain(85),
        _ => 0,
    }
}

/// What the length of a chain adds, in tenths; `complexity` counts its assertions.
pub(crate) fn surcharge(complexity: u32) -> Tenths {
    let length = complexity.saturating_sub(2);
    let (mut bound, mut added) = (4, 0);
    while length > bound {
        bound = if added % 2 == 0 { bound * 3 / 2 } else { bound * 4 / 3 };
        added += 1;
    }
    added
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surcharges_step_at_the_published_lengths() {
        let bounds = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048];
        for (step, bound) in bounds.into_iter().enumerate() {
            assert_eq!((surcharge(bound + 2), surcharge(bound + 3)), (step as u16, step as u16 + 1));
        }
    }
}
