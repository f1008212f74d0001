//! Attempts at puzzles with clues whose ratings are in a range.

use super::attempts::SingleAttempts;
use super::rating_test::NumberRange;
use crate::variants::{MadeVariant, NoPuzzle, VariantRecipe};
use farandole_logic::PathOutcome;
use farandole_logic::cancel::{Limited, until};
use farandole_logic::variant::{Rating, State, Technique, Walk, rate_up_to};
use farandole_puzzle::variant::Variant;
use std::sync::atomic::AtomicBool;

/// The required difficulty of a variant, on Farandole's own scale.
#[derive(Clone, Debug)]
pub struct VariantRatingTest {
    /// The difficulty of the hardest step, in tenths.
    pub rating: NumberRange,
    /// A technique that the solution path must contain.
    pub technique: Option<Technique>,
    /// Maximum number of technique searches of a rating.
    pub budget: u64,
}

impl VariantRatingTest {
    /// Returns the rating of a variant with one solution if its solution path is complete and meets
    /// the requirements. Also returns `None` if `stop` is set before the rating is complete.
    pub fn rate_until(&self, variant: &Variant, stop: &AtomicBool) -> Option<Rating> {
        let watch = &until(stop);
        let limits = Limited { budget: self.budget, observer: Some(watch) };
        let state = State::new(variant);
        let rating = rate_up_to(&state, limits, *self.rating.end())?;
        let fits = rating.outcome == PathOutcome::Solved && self.rating.contains(&rating.hardest);
        let has = |technique| {
            Walk::new(state.clone(), limits).to_end().0.iter().any(|it| it.1.technique == technique)
        };
        (fits && self.technique.is_none_or(has)).then_some(rating)
    }
}

/// A generated puzzle with clues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedVariant {
    /// The puzzle, with its solution and the number of the attempt that made it.
    pub made: MadeVariant,
    /// The rating, if the puzzle was rated.
    pub rating: Option<Rating>,
}

/// Attempts at puzzles with clues.
#[derive(Clone, Debug)]
pub struct VariantAttempts {
    /// Requirements for the puzzles.
    pub recipe: VariantRecipe,
    /// Random seed; the same seed always generates the same puzzles.
    pub seed: u64,
    /// Requirements for the rating.
    pub test: Option<VariantRatingTest>,
}

impl SingleAttempts for VariantAttempts {
    type Output = GeneratedVariant;

    fn attempt(&self, number: u64, stop: &AtomicBool) -> Result<GeneratedVariant, &'static str> {
        let made = self.recipe.attempt_until(self.seed, number, stop).map_err(NoPuzzle::name)?;
        let rating = match &self.test {
            Some(test) => Some(test.rate_until(&made.variant, stop).ok_or("rating")?),
            None => None,
        };
        Ok(GeneratedVariant { made, rating })
    }
}

/// A puzzle with the fewest clues for its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FewestVariant {
    /// The puzzle, with its solution and the number of the attempt that made it.
    pub made: MadeVariant,
    /// A lower bound on the number of clues. It equals the number of clues if the result is proved.
    pub lower_bound: usize,
}

/// Attempts at puzzles with the fewest clues; see [`VariantRecipe::fewest_until`]. An attempt that
/// is stopped returns its best puzzle so far.
#[derive(Clone, Debug)]
pub struct FewestAttempts {
    /// Requirements for the puzzles.
    pub recipe: VariantRecipe,
    /// Random seed; the same seed always generates the same puzzles.
    pub seed: u64,
}

impl SingleAttempts for FewestAttempts {
    type Output = FewestVariant;

    fn attempt(&self, number: u64, stop: &AtomicBool) -> Result<FewestVariant, &'static str> {
        let (made, lower_bound) =
            self.recipe.fewest_until(self.seed, number, stop).map_err(NoPuzzle::name)?;
        Ok(FewestVariant { made, lower_bound })
    }
}
