//! Attempts at puzzles: classic 9x9 puzzles in bulk, others one by one.

use super::attempts::{Attempts, Rejected, SingleAttempts};
use super::rating_test::{NumberRange, RatingTest};
use crate::general::GeneralRecipe;
use crate::importance_sampling::weighted_puzzles;
use crate::recipe::Recipe;
use crate::result::{GeneratedBoard, Minimal};
use crate::uniform::uniform_puzzles;
use farandole_kernel::Isa;
use farandole_logic::Numbers;
use farandole_puzzle::{ClassicPuzzle, Geometry, Grid};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A generated puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Generated {
    /// The number of the attempt that made the puzzle.
    pub attempt: u64,
    /// The puzzle.
    pub puzzle: ClassicPuzzle,
    /// The only solution of the puzzle.
    pub solution: Grid,
    /// The rating, if the puzzle was rated.
    pub rating: Option<Numbers>,
    /// True if each given was proved to be necessary, or `None` if minimality was not requested.
    pub is_minimal: Option<bool>,
    /// The number of minimal puzzles that this puzzle represents, if known.
    pub weight: Option<f64>,
}

/// Attempts at classic 9x9 puzzles.
#[derive(Clone, Debug)]
pub struct Classic {
    /// Requirements for the puzzles.
    pub recipe: Recipe,
    /// Random seed; the same seed always generates the same puzzles.
    pub seed: u64,
    /// The instruction set, which does not affect the puzzles.
    pub isa: Isa,
    /// Requirements for the rating.
    pub test: Option<RatingTest>,
}

impl Attempts for Classic {
    type Output = Generated;

    /// Returns several times the number of vector lanes, because some attempts need many more
    /// searches than others.
    fn together(&self) -> u64 {
        64
    }

    fn attempts(
        &self,
        numbers: Range<u64>,
        stop: &AtomicBool,
        rejected: &mut Rejected,
    ) -> Vec<(u64, Generated)> {
        let (made, failed) = self.recipe.attempts_until(self.isa, self.seed, numbers, stop);
        rejected.add("number of givens", failed.givens);
        rejected.add("a redundant given", failed.redundant);
        rejected.add("several solutions", failed.pattern);
        let geometry = Arc::new(Geometry::classic());
        let before = made.len() as u64;
        let rated = made.into_iter().filter_map(|made| {
            let rating = match &self.test {
                Some(test) => Some(test.rate_until(&made.puzzle, &made.solution, stop)?),
                None => None,
            };
            let puzzle = ClassicPuzzle::new(Arc::clone(&geometry), &made.puzzle).ok()?;
            let solution = Grid::new(9, made.solution.to_vec()).ok()?;
            let is_minimal = (self.recipe.minimal == Minimal::Yes).then_some(true);
            Some((
                made.attempt,
                Generated { attempt: made.attempt, puzzle, solution, rating, is_minimal, weight: None },
            ))
        });
        let rated: Vec<_> = rated.collect();
        // A puzzle whose rating was cancelled was not rejected.
        if !stop.load(Ordering::Relaxed) {
            rejected.add("rating", before - rated.len() as u64);
        }
        rated
    }
}

/// Attempts at puzzles of other sizes and shapes.
#[derive(Clone, Debug)]
pub struct General {
    /// Requirements for the puzzles.
    pub recipe: GeneralRecipe,
    /// Accepted numbers of givens.
    pub givens: NumberRange,
    /// Random seed; the same seed always generates the same puzzles.
    pub seed: u64,
}

impl SingleAttempts for General {
    type Output = Generated;

    fn attempt(&self, attempt: u64, stop: &AtomicBool) -> Result<Generated, &'static str> {
        let made = self.recipe.attempt_until(self.seed, attempt, stop);
        let made = made.ok_or("no grid found, or a redundant given")?;
        if !self.givens.contains(&(made.puzzle.given_count() as u32)) {
            return Err("number of givens");
        }
        let (puzzle, solution, is_minimal) = (made.puzzle, made.solution, Some(made.is_minimal));
        Ok(Generated { attempt, puzzle, solution, rating: None, is_minimal, weight: None })
    }
}

/// Attempts at minimal 9x9 puzzles with weights that allow unbiased estimates of means over all
/// minimal puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Unbiased {
    /// Random seed; the same seed always generates the same puzzles.
    pub seed: u64,
    /// The instruction set, which does not affect the puzzles.
    pub isa: Isa,
}

impl Attempts for Unbiased {
    type Output = Generated;

    fn attempts(&self, numbers: Range<u64>, stop: &AtomicBool, _: &mut Rejected) -> Vec<(u64, Generated)> {
        let geometry = Arc::new(Geometry::classic());
        let all = weighted_puzzles(self.isa, self.seed, numbers, stop).into_iter().filter_map(|weighted| {
            let puzzle = ClassicPuzzle::new(Arc::clone(&geometry), &weighted.puzzle).ok()?;
            let solution = Grid::new(9, weighted.solution.to_vec()).ok()?;
            let (attempt, weight) = (weighted.attempt, Some(weighted.weight));
            Some((
                attempt,
                Generated { attempt, puzzle, solution, rating: None, is_minimal: Some(true), weight },
            ))
        });
        all.collect()
    }
}

/// Attempts at minimal 9x9 puzzles, all of which are equally likely; see [`uniform_puzzles`].
#[derive(Clone, Debug)]
pub struct Uniform {
    /// Accepted numbers of givens.
    pub givens: NumberRange,
    /// Random seed; the same seed always generates the same puzzles.
    pub seed: u64,
    /// The instruction set, which does not affect the puzzles.
    pub isa: Isa,
}

impl Attempts for Uniform {
    type Output = Generated;

    fn attempts(&self, numbers: Range<u64>, stop: &AtomicBool, _: &mut Rejected) -> Vec<(u64, Generated)> {
        let geometry = Arc::new(Geometry::classic());
        let all = uniform_puzzles(self.isa, self.seed, self.givens.clone(), numbers, stop);
        let generated = |GeneratedBoard { attempt, puzzle, solution }: GeneratedBoard| {
            let puzzle = ClassicPuzzle::new(Arc::clone(&geometry), &puzzle).ok()?;
            let solution = Grid::new(9, solution.to_vec()).ok()?;
            let is_minimal = Some(true);
            Some((attempt, Generated { attempt, puzzle, solution, rating: None, is_minimal, weight: None }))
        };
        all.into_iter().filter_map(generated).collect()
    }
}
