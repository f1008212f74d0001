//! Positions: a puzzle with a person's digits and pencil marks.

use super::Scale;
use super::answer::{Hint, Path, Problem, Reach, Solutions, Step};
use super::variant::VariantPosition;
use crate::cancel::Limited;
use crate::user_grid::UserGrid;
use crate::variant::State;
use core::fmt;
use core::ops::ControlFlow;
use farandole_puzzle::Puzzle;

/// A puzzle with a person's digits and pencil marks.
#[derive(Clone, Debug)]
pub enum Position {
    /// A position in a classic 9x9 puzzle.
    Classic(Box<UserGrid>),
    /// A position in a variant.
    Variant(Box<VariantPosition>),
}

/// The reason why no technique is known for a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoTechniques {
    /// The puzzle is neither a variant nor a classic 9x9 puzzle.
    NotClassic,
    /// A cell of the variant may hold two values.
    TwoValues,
}

impl fmt::Display for NoTechniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotClassic => "expected a classic 9x9 puzzle",
            Self::TwoValues => "steps with Schroedinger cells are not supported",
        })
    }
}

impl core::error::Error for NoTechniques {}

impl Position {
    /// Creates the position of a puzzle without progress.
    ///
    /// # Errors
    /// If no technique is known for the puzzle.
    pub fn of_puzzle(puzzle: &Puzzle) -> Result<Self, NoTechniques> {
        Self::new(puzzle, &[], &[])
    }

    /// Creates a position. `digits` are the values that a person has entered, by cell; `marks` are
    /// masks of pencil marks, by cell, with 0 for a cell without any. Cells beyond the end of a
    /// list, and digits that are not values of the puzzle, count as empty. Cells with a given keep
    /// it.
    ///
    /// ```
    /// use farandole_logic::hint::Position;
    /// use farandole_puzzle::Puzzle;
    /// use farandole_puzzle::format::iss;
    ///
    /// let puzzle = Puzzle::from(iss::read(".Shape~4x4.Cage~3~R1C1~R1C2").unwrap());
    /// let position = Position::new(&puzzle, &[Some(1)], &[0, 0b0110]).unwrap();
    /// assert!(position.to_string().ends_with(".~R1C1_1.~R1C2_2.~R1C3_2_3_4.~R1C4_2_3_4.~R2C1_2_3_4.~R2C2_2_3_4.~R3C1_2_3_4.~R4C1_2_3_4"), "{position}");
    /// ```
    ///
    /// # Errors
    /// If no technique is known for the puzzle.
    pub fn new(puzzle: &Puzzle, digits: &[Option<u8>], marks: &[u16]) -> Result<Self, NoTechniques> {
        match puzzle {
            Puzzle::Classic(puzzle) => {
                let mut grid = UserGrid::of_puzzle(puzzle).ok_or(NoTechniques::NotClassic)?;
                for cell in (0..81).filter(|cell| puzzle.givens()[*cell] == 0) {
                    let digit = digits.get(cell).copied().flatten();
                    grid.placed[cell] = digit.filter(|digit| *digit <= 9).unwrap_or(0);
                    let marks = marks.get(cell).copied().filter(|marks| *marks != 0);
                    grid.marks[cell] = marks.map(|marks| marks & 0x1ff).or(grid.marks[cell]);
                }
                Ok(grid.into())
            }
            Puzzle::Variant(variant) => Ok(VariantPosition::new(variant, digits, marks)?.into()),
        }
    }

    /// Returns the problems of the position.
    pub fn problems(&self, solutions: &Solutions) -> Vec<Problem> {
        match self {
            Self::Classic(grid) => grid.problems(solutions),
            Self::Variant(position) => position.problem(solutions).into_iter().collect(),
        }
    }

    /// Returns the problems of the position, or the next steps on a scale. A bare
    /// [`Budget`](se::Budget) selects the scale of Sudoku Explainer.
    ///
    /// The cost is that of one step of a rating; see [`Budget`](se::Budget).
    pub fn hint<'a>(
        self,
        solutions: &Solutions,
        reach: Reach,
        limits: impl Into<Limited<'a, Scale>>,
    ) -> Hint {
        match self {
            Self::Classic(grid) => grid.hint(solutions, reach, limits),
            Self::Variant(position) => position.hint(solutions, reach, limits.into().map(Scale::work)),
        }
    }

    /// Returns the solution path. `each` receives every step as it is found, until it returns
    /// `Break`. HoDoKu's last technique, brute force, takes its digits from the solution.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use farandole_logic::hint::{Position, Scale, Solutions};
    /// use farandole_logic::PathOutcome;
    /// use farandole_puzzle::Puzzle;
    /// use farandole_puzzle::format::iss;
    ///
    /// let puzzle = Puzzle::from(iss::read(".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R2C3_1.~R4C4_1").unwrap());
    /// let position = Position::of_puzzle(&puzzle).unwrap();
    /// let path = position.explain(&Solutions::Unknown, Scale::se(None), |_| ControlFlow::Continue(())).unwrap();
    /// assert_eq!(path.rating.outcome(), PathOutcome::Solved);
    /// ```
    ///
    /// # Errors
    /// Returns the problems of the position, if it has any.
    pub fn explain<'a>(
        self,
        solutions: &Solutions,
        limits: impl Into<Limited<'a, Scale>>,
        each: impl FnMut(&Step) -> ControlFlow<()>,
    ) -> Result<Path, Hint> {
        match self {
            Self::Classic(grid) => grid.explain(solutions, limits, each),
            Self::Variant(position) => position.explain(solutions, limits.into().map(Scale::work), each),
        }
    }

    /// Returns the state of a variant; `None` for a classic puzzle.
    pub(crate) fn variant_state(&self) -> Option<&State> {
        match self {
            Self::Classic(_) => None,
            Self::Variant(position) => Some(&position.state),
        }
    }
}

impl From<UserGrid> for Position {
    fn from(grid: UserGrid) -> Self {
        Self::Classic(Box::new(grid))
    }
}

impl From<VariantPosition> for Position {
    fn from(position: VariantPosition) -> Self {
        Self::Variant(Box::new(position))
    }
}

impl From<State> for Position {
    fn from(state: State) -> Self {
        VariantPosition::from(state).into()
    }
}
