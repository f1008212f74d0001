//! The requirements for puzzles with clues, and the puzzles that attempts make.

use super::clues::ClueKind;
use crate::pattern::PatternSymmetry;
use core::ops::RangeInclusive;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// Number of kinds that a puzzle mixes if [`VariantRecipe::mix`] is set.
pub(super) const MIXED: usize = 3;

/// The requirements for puzzles with clues.
#[derive(Clone, Debug)]
pub struct VariantRecipe {
    /// The board and the constraints that every puzzle has.
    pub base: Base,
    /// Constraints with numbers to be chosen, and constraints that may be left out.
    pub blanks: Vec<Blank>,
    /// Clues to be placed.
    pub placed: Vec<PlacedClues>,
    /// True if each puzzle has only some of the kinds in `placed`, chosen at random.
    pub mix: bool,
    /// Accepted numbers of givens, without those of the base. Givens up to the least number may be
    /// redundant.
    pub givens: RangeInclusive<usize>,
    /// Accepted numbers of clues that are not givens, without those of the base.
    pub clues: RangeInclusive<usize>,
    /// True if no clue may be redundant. Otherwise the clues are those of a typical published puzzle, and only
    /// redundant givens are removed.
    pub is_minimal: bool,
    /// The symmetry of random regions, cages, lines and givens. Clues whose positions depend on the values, such as dots,
    /// need not be symmetric. If it is `None`, the regions, cages, lines and sums of diagonals are symmetric about as often
    /// as in published puzzles, unless clues must not be redundant.
    pub symmetry: Option<PatternSymmetry>,
    /// Maximum number of search nodes per uniqueness query.
    pub budget: u64,
}

/// The board of a puzzle.
#[derive(Clone, Debug)]
pub enum Base {
    /// The same board and constraints in each attempt.
    Fixed(Box<Variant>),
    /// Random connected regions of a grid of this size, different in each attempt.
    RandomRegions(usize),
}

/// A constraint with several choices, not all of which hold in a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blank {
    /// The choices, each a list of constraints that belong together.
    pub choices: Vec<Vec<Constraint>>,
    /// True if the constraint may be left out.
    pub is_optional: bool,
}

/// Clues of one kind to be placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedClues {
    /// The kind.
    pub kind: ClueKind,
    /// Range of the number of such clues in a puzzle.
    pub count: RangeInclusive<usize>,
}

/// The reason why an attempt made no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPuzzle {
    /// No solution was found, or the solution violates a constraint with a number to be chosen.
    NoSolution,
    /// There was no room for the requested clues.
    NoPlace,
    /// The maximum number of clues and givens leaves several solutions.
    SeveralSolutions,
    /// A search exceeded its budget.
    Budget,
    /// The number of givens is not accepted.
    Givens,
    /// The number of clues is not accepted.
    Clues,
    /// No change of the clues leads to the required difficulty.
    Rating,
    /// There are more clues to choose from than the search for the fewest allows.
    TooManyClues,
    /// The attempt was cancelled.
    Cancelled,
}

impl NoPuzzle {
    /// Returns the reason in a few words, for a summary.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoSolution => "no solution for the constraints",
            Self::NoPlace => "no place for the clues",
            Self::SeveralSolutions => "several solutions",
            Self::Budget => "the search budget",
            Self::Givens => "number of givens",
            Self::Clues => "number of clues",
            Self::Rating => "rating",
            Self::TooManyClues => "too many clues to choose from",
            Self::Cancelled => "cancellation",
        }
    }
}

/// A puzzle that an attempt made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeVariant {
    /// The index of the attempt.
    pub attempt: u64,
    /// The puzzle.
    pub variant: Variant,
    /// The values of all cells in the only solution of the puzzle.
    pub solution: Vec<u8>,
    /// Number of givens, without those of the base.
    pub givens: usize,
    /// Number of clues that are not givens, without those of the base.
    pub clues: usize,
    /// Number of search nodes of the attempt.
    pub nodes: u64,
}

impl VariantRecipe {
    /// Returns a recipe for minimal puzzles without givens.
    pub const fn new(base: Base, placed: Vec<PlacedClues>) -> Self {
        Self {
            base,
            blanks: Vec::new(),
            placed,
            mix: false,
            givens: 0..=0,
            clues: 0..=usize::MAX,
            is_minimal: true,
            symmetry: Some(PatternSymmetry::None),
            budget: 2000,
        }
    }
}
