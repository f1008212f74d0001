//! A puzzle that is either classic or a variant.
//!
//! ```
//! use farandole_puzzle::format::iss;
//! use farandole_puzzle::{ClassicPuzzle, Puzzle};
//!
//! let classic: ClassicPuzzle = "1.....2..3.....4".parse().unwrap();
//! let variant = iss::read(".Shape~4x4.AntiKnight").unwrap();
//! let puzzles = [Puzzle::from(classic), Puzzle::from(variant)];
//! assert_eq!(puzzles.each_ref().map(Puzzle::cell_count), [16, 16]);
//! assert!(puzzles[0].classic().is_some() && puzzles[1].classic().is_none());
//! ```

use crate::check::{self, Violation};
use crate::constraint::Constraint;
use crate::variant::{self, Variant, VariantViolation};
use crate::{Cell, ClassicPuzzle};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// A puzzle: a classic one, with only houses and givens, or a variant with any constraints.
///
/// Classic puzzles have up to 64 rows and their own engines. Variants have up to 16 values, extra
/// cells and constraints. The two models are separate, because a common model would make the
/// classic engines slower and larger for features that they do not use. All code that reads, solves
/// or prints puzzles accepts this type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Puzzle {
    /// A classic puzzle.
    Classic(ClassicPuzzle),
    /// A variant.
    Variant(Variant),
}

impl Puzzle {
    /// Returns the puzzle if it is classic. A variant that has only houses and candidates is still
    /// a variant; see [`Variant::to_puzzle`].
    pub const fn classic(&self) -> Option<&ClassicPuzzle> {
        match self {
            Self::Classic(puzzle) => Some(puzzle),
            Self::Variant(_) => None,
        }
    }

    /// Returns the puzzle if it is a variant.
    pub const fn variant(&self) -> Option<&Variant> {
        match self {
            Self::Classic(_) => None,
            Self::Variant(variant) => Some(variant),
        }
    }

    /// Returns the number of cells, including extra cells.
    pub fn cell_count(&self) -> usize {
        match self {
            Self::Classic(puzzle) => puzzle.geometry().cell_count(),
            Self::Variant(variant) => variant.cell_count(),
        }
    }
}

impl Puzzle {
    /// Returns true if this puzzle has the board and all constraints and givens of `earlier`, and possibly more. Each
    /// of its solutions is then a solution of `earlier` as well. Puzzles of different kinds are not compared.
    ///
    /// ```
    /// use farandole_puzzle::{ClassicPuzzle, Puzzle};
    ///
    /// let puzzle = |text: &str| Puzzle::from(text.parse::<ClassicPuzzle>().unwrap());
    /// assert!(puzzle("1.....2..3.....4").adds_to(&puzzle("1.....2.........")));
    /// assert!(!puzzle("1.....2.........").adds_to(&puzzle("2...............")));
    /// ```
    pub fn adds_to(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (Self::Classic(now), Self::Classic(earlier)) => {
                let cells = (0..now.geometry().cell_count()).filter_map(Cell::new);
                now.geometry() == earlier.geometry()
                    && cells.into_iter().all(|cell| (now.allowed(cell) - earlier.allowed(cell)).is_empty())
            }
            (Self::Variant(now), Self::Variant(earlier)) => now.adds_to(earlier),
            _ => false,
        }
    }

    /// Returns the rules in words: that of the houses, and the meaning of each kind of constraint, once. Which cells and
    /// values the constraints have is not included.
    ///
    /// ```
    /// use farandole_puzzle::Puzzle;
    /// use farandole_puzzle::format::iss;
    ///
    /// let puzzle = Puzzle::from(iss::read(".Shape~4x4.AntiKnight.~R1C1_1").unwrap());
    /// assert!(puzzle.rules()[1].contains("knight"));
    /// assert_eq!(puzzle.rules().len(), 2);
    /// ```
    pub fn rules(&self) -> Vec<String> {
        let constraints = self.variant().map_or(&[][..], Variant::constraints);
        let stated = constraints.iter().filter(|it| !matches!(it, Constraint::Given(_)));
        let houses = "Place the digits so that each row, each column and each outlined region contains every digit once.";
        let mut rules = vec![houses.to_owned()];
        for rule in stated.map(|it| it.about().meaning()) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// Checks the values of all cells, in cell order, against the rules.
    ///
    /// # Errors
    /// Returns the first violation.
    pub fn check(&self, values: &[u8]) -> Result<(), PuzzleViolation> {
        match self {
            Self::Classic(puzzle) => check::check(puzzle, values).map_err(PuzzleViolation::Classic),
            Self::Variant(variant) => variant::check(variant, values).map_err(PuzzleViolation::Variant),
        }
    }
}

/// A violation of the rules of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleViolation {
    /// A violation of a classic puzzle.
    Classic(Violation),
    /// A violation of a variant.
    Variant(VariantViolation),
}

impl From<Violation> for PuzzleViolation {
    fn from(violation: Violation) -> Self {
        Self::Classic(violation)
    }
}

impl From<VariantViolation> for PuzzleViolation {
    fn from(broken: VariantViolation) -> Self {
        Self::Variant(broken)
    }
}

impl fmt::Display for PuzzleViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Classic(violation) => violation.fmt(f),
            Self::Variant(broken) => broken.fmt(f),
        }
    }
}

impl core::error::Error for PuzzleViolation {}

impl From<ClassicPuzzle> for Puzzle {
    fn from(puzzle: ClassicPuzzle) -> Self {
        Self::Classic(puzzle)
    }
}

impl From<Variant> for Puzzle {
    fn from(variant: Variant) -> Self {
        Self::Variant(variant)
    }
}

impl<P: Clone + Into<Self>> From<&P> for Puzzle {
    /// Clones the puzzle.
    fn from(puzzle: &P) -> Self {
        puzzle.clone().into()
    }
}
