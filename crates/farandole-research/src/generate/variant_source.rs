//! Attempts at puzzles with clues whose ratings are in a range.

use super::attempts::SingleAttempts;
use crate::variants::{MadeVariant, NoPuzzle, VariantRatingTest, VariantRecipe};
use farandole_logic::variant::Rating;
use std::sync::atomic::AtomicBool;

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
        let made = self.recipe.attempt_with(self.seed, number, self.test.as_ref(), stop);
        let (made, fitting) = made.map_err(NoPuzzle::name)?;
        let rating = match (&self.test, fitting) {
            (Some(test), Some(fitting)) => Some(test.rating(fitting, stop)),
            (Some(test), None) => Some(test.rate_until(&made.variant, stop).ok_or("rating")?),
            (None, _) => None,
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
