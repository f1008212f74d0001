//! Rejection of requests that no attempt can fulfil.
//!
//! Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", Experimental Mathematics 23
//! (2014), for the least number of givens. No minimal 9x9 puzzle with more than 40 givens is known, according
//! to forum.enjoysudoku.com, "High clue tamagotchis". This is not proved.

use core::fmt;
use core::ops::RangeInclusive;

use crate::general::{GeneralRecipe, Layout};
use crate::pattern::{PatternSymmetry, may_be_proper};
use crate::recipe::Recipe;
use crate::result::Minimal;
use farandole_puzzle::ClassicPuzzle;
use farandole_solve::{Config, End, Engine, Solver};

/// Smallest number of givens of a proper 9x9 puzzle.
const FEWEST: u32 = 17;
/// Largest known number of givens of a minimal 9x9 puzzle.
const MOST_MINIMAL: u32 = 40;

/// Maximum number of nodes of the search for a grid.
const BUDGET: u64 = 10_000;

/// The reason why no attempt can make the requested puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecipeError(Kind);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// The window ends below the least number of givens of a proper 9x9 puzzle.
    BelowSeventeen,
    /// The window ends below the least number of digits in a proper puzzle of this size.
    TooFewDigits(u32),
    /// The window begins above the number of cells.
    TooManyCells(u32),
    /// The window begins above the largest known minimal 9x9 puzzle.
    NotMinimal,
    /// The window begins above the largest possible number of givens of a minimal puzzle of this
    /// size.
    FullLines(u32),
    /// No number in the window is a sum of sizes of orbits. Contains the nearest numbers that are.
    Symmetry(PatternSymmetry, Vec<u32>),
    /// No grid satisfies all houses.
    NoGrid(u32),
    /// The number of cells of the pattern is outside the window.
    PatternSize(u32),
    /// No puzzle with this pattern is proper.
    Pattern,
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::BelowSeventeen => {
                write!(f, "a 9x9 puzzle with exactly one solution has at least {FEWEST} givens")
            }
            Kind::TooFewDigits(size) => write!(
                f,
                "a {size}x{size} puzzle with exactly one solution has at least {} givens: two digits that do not \
                 occur could be exchanged",
                size - 1
            ),
            Kind::TooManyCells(size) => write!(f, "a {size}x{size} grid has {} cells", size * size),
            Kind::NotMinimal => write!(f, "no minimal 9x9 puzzle with more than {MOST_MINIMAL} givens is known"),
            Kind::FullLines(size) => write!(
                f,
                "a minimal {size}x{size} puzzle has at most {} givens: in a full row each given follows from the others",
                size * (size - 1)
            ),
            Kind::Symmetry(symmetry, near) => {
                let near: Vec<String> = near.iter().map(u32::to_string).collect();
                write!(
                    f,
                    "symmetry {} allows no such number of givens; the nearest are {}",
                    symmetry.name(),
                    near.join(" and ")
                )
            }
            Kind::NoGrid(size) => write!(f, "no {size}x{size} grid satisfies all these regions and diagonals"),
            Kind::PatternSize(cells) => write!(f, "the pattern has {cells} cells"),
            Kind::Pattern => f.write_str(
                "no puzzle with this pattern has exactly one solution: it has fewer than 17 cells, or two empty \
                 lines in a band or stack, which could be exchanged",
            ),
        }
    }
}

impl core::error::Error for RecipeError {}

/// Returns the sizes of unions of orbits.
fn sums(symmetry: PatternSymmetry, size: usize) -> Vec<u32> {
    let mut can = vec![false; size * size + 1];
    can[0] = true;
    for orbit in symmetry.orbits_of(size) {
        // In descending order, so that each orbit is used at most once.
        for sum in (orbit.len()..can.len()).rev() {
            can[sum] |= can[sum - orbit.len()];
        }
    }
    (0..).zip(can).filter(|(_, can)| *can).map(|(sum, _)| sum).collect()
}

/// Rejects windows without a size that the symmetry allows.
fn check_symmetry(
    symmetry: PatternSymmetry,
    size: usize,
    window: &RangeInclusive<u32>,
) -> Result<(), RecipeError> {
    let sums = sums(symmetry, size);
    if sums.iter().any(|sum| window.contains(sum)) {
        return Ok(());
    }
    let below = sums.iter().rev().find(|sum| *sum < window.start());
    let above = sums.iter().find(|sum| *sum > window.end());
    let near = below.into_iter().chain(above).copied().collect();
    Err(RecipeError(Kind::Symmetry(symmetry, near)))
}

impl Recipe {
    /// Checks that some attempt may succeed, as far as this can be decided without an attempt.
    /// Cost: microseconds.
    ///
    /// ```
    /// use farandole_research::Recipe;
    ///
    /// assert!(Recipe::default().check().is_ok());
    /// let error = Recipe { givens: 10..=10, ..Recipe::default() }.check().unwrap_err();
    /// assert_eq!(error.to_string(), "a 9x9 puzzle with exactly one solution has at least 17 givens");
    /// ```
    ///
    /// # Errors
    /// The reason why no attempt can succeed.
    pub fn check(&self) -> Result<(), RecipeError> {
        let refuse = |kind| Err(RecipeError(kind));
        let (least, most) = (*self.givens.start(), *self.givens.end());
        if least > 81 {
            return refuse(Kind::TooManyCells(9));
        }
        if most < FEWEST {
            return refuse(Kind::BelowSeventeen);
        }
        // Without symmetry each orbit is a single cell.
        let is_minimal = match self.minimal {
            Minimal::Yes => true,
            Minimal::Orbits => self.symmetry == PatternSymmetry::None && self.pattern.is_none(),
            Minimal::No => false,
        };
        if is_minimal && least > MOST_MINIMAL {
            return refuse(Kind::NotMinimal);
        }
        if let Some(cells) = self.pattern {
            let count = cells.count_ones();
            return match count {
                _ if !may_be_proper(cells) => refuse(Kind::Pattern),
                _ if !self.givens.contains(&count) => refuse(Kind::PatternSize(count)),
                _ if self.minimal == Minimal::Yes && count > MOST_MINIMAL => refuse(Kind::NotMinimal),
                _ => Ok(()),
            };
        }
        let most = if is_minimal { most.min(MOST_MINIMAL) } else { most };
        check_symmetry(self.symmetry, 9, &(least.max(FEWEST)..=most))
    }
}

impl GeneralRecipe {
    /// Checks that some attempt may make a puzzle with a number of givens in this window, as far as
    /// this can be decided without an attempt.
    ///
    /// Cost: one search for a grid.
    ///
    /// # Errors
    /// The reason why no attempt can succeed.
    pub fn check(&self, givens: &RangeInclusive<u32>) -> Result<(), RecipeError> {
        let refuse = |kind| Err(RecipeError(kind));
        let size = match &self.layout {
            Layout::Fixed(geometry) => geometry.size(),
            Layout::Random(size) => *size,
        };
        let rows = size as u32;
        let (least, most) = (*givens.start(), *givens.end());
        if least > rows * rows {
            return refuse(Kind::TooManyCells(rows));
        }
        if most < rows - 1 {
            return refuse(Kind::TooFewDigits(rows));
        }
        let is_minimal = self.minimal == Minimal::Yes;
        if is_minimal && least > rows * (rows - 1) {
            return refuse(Kind::FullLines(rows));
        }
        let most = if is_minimal { most.min(rows * (rows - 1)) } else { most };
        check_symmetry(self.symmetry, size, &(least.max(rows - 1)..=most))?;
        let Layout::Fixed(geometry) = &self.layout else { return Ok(()) };
        let Ok(blank) = ClassicPuzzle::new(geometry.clone(), &vec![0; size * size]) else { return Ok(()) };
        let config = Config { budget: BUDGET, ..Config::default() };
        match Solver::new(Engine::Auto).count(&blank, &config) {
            Ok(report) if report.solutions == 0 && report.end == End::Exhausted => refuse(Kind::NoGrid(rows)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ALL_CELLS, Recipe};
    use std::sync::Arc;

    fn why(recipe: &Recipe) -> Option<Kind> {
        recipe.check().err().map(|RecipeError(kind)| kind)
    }

    #[test]
    fn impossible_recipes_are_refused_with_the_reason() {
        let window = |givens, minimal| Recipe { givens, minimal, ..Recipe::default() };
        assert_eq!(why(&window(10..=10, Minimal::Yes)), Some(Kind::BelowSeventeen));
        assert_eq!(why(&window(0..=0, Minimal::No)), Some(Kind::BelowSeventeen));
        assert_eq!(why(&window(80..=80, Minimal::Yes)), Some(Kind::NotMinimal));
        assert_eq!(why(&window(80..=80, Minimal::Orbits)), Some(Kind::NotMinimal));
        assert_eq!(why(&window(80..=80, Minimal::No)), None);
        assert_eq!(why(&window(90..=90, Minimal::No)), Some(Kind::TooManyCells(9)));
        assert_eq!(why(&window(0..=u32::MAX, Minimal::Yes)), None);
        let turned = |givens, symmetry| Recipe { givens, symmetry, ..Recipe::default() };
        let quarter = PatternSymmetry::QuarterTurn;
        assert_eq!(why(&turned(22..=23, quarter)), Some(Kind::Symmetry(quarter, vec![21, 24])));
        assert_eq!(why(&turned(22..=24, quarter)), None);
        assert_eq!(why(&turned(24..=24, PatternSymmetry::HalfTurn)), None);
        let pattern = |cells, givens| Recipe { pattern: Some(cells), givens, ..Recipe::default() };
        let thirty = ALL_CELLS & 0x1249_2492_4924_9249_2492 | 0x1ff;
        let count = u128::count_ones(thirty);
        assert_eq!(why(&pattern(thirty, 20..=20)), Some(Kind::PatternSize(count)));
        assert_eq!(why(&pattern(thirty, 0..=81)), None);
        assert_eq!(why(&pattern(0xffff, 0..=81)), Some(Kind::Pattern));
        assert_eq!(why(&pattern(ALL_CELLS, 0..=81)), Some(Kind::NotMinimal));
    }

    #[test]
    fn impossible_recipes_of_other_sizes_are_refused() {
        let geometry = Arc::new(farandole_puzzle::Geometry::boxes(4, 2, 2).unwrap());
        let recipe = GeneralRecipe {
            layout: Layout::Fixed(geometry),
            symmetry: PatternSymmetry::QuarterTurn,
            least_givens: 0,
            minimal: Minimal::Yes,
            budget: 100,
        };
        let why = |givens: RangeInclusive<u32>| recipe.check(&givens).err().map(|RecipeError(kind)| kind);
        assert_eq!(why(0..=2), Some(Kind::TooFewDigits(4)));
        assert_eq!(why(17..=20), Some(Kind::TooManyCells(4)));
        assert_eq!(why(13..=16), Some(Kind::FullLines(4)));
        assert_eq!(why(5..=7), Some(Kind::Symmetry(PatternSymmetry::QuarterTurn, vec![4, 8])));
        assert_eq!(why(0..=u32::MAX), None);
        // With both diagonals, there are grids of sizes 4 and 5, but not of sizes 2 and 3.
        for size in 2..=5 {
            let geometry = farandole_puzzle::Geometry::usual(size).unwrap();
            let geometry = geometry.with_diagonal(farandole_puzzle::Diagonal::Main);
            let geometry = geometry.with_diagonal(farandole_puzzle::Diagonal::Anti).into();
            let crossed = GeneralRecipe {
                layout: Layout::Fixed(geometry),
                symmetry: PatternSymmetry::None,
                ..recipe.clone()
            };
            let why = crossed.check(&(0..=u32::MAX)).err().map(|RecipeError(kind)| kind);
            assert_eq!(why, (size < 4).then_some(Kind::NoGrid(size as u32)));
        }
    }

    #[test]
    fn no_attempt_makes_a_rejected_puzzle() {
        // The check accepts every number of givens that attempts reach.
        for symmetry in PatternSymmetry::ALL {
            let recipe = Recipe { symmetry, minimal: Minimal::Orbits, ..Recipe::default() };
            for made in recipe.attempts(farandole_kernel::Isa::detect(), 3, 0..20).0 {
                let count = made.puzzle.iter().filter(|digit| **digit != 0).count() as u32;
                assert!(Recipe { givens: count..=count, ..recipe.clone() }.check().is_ok());
            }
        }
    }
}
