//! Hints and solution paths from any [`Position`]: a classic puzzle or a variant, with a person's
//! digits and pencil marks.
//!
//! [`Position::hint`] returns the next step, and [`Position::explain`] returns all steps. Both
//! first compare the position with its solutions. If it has mistakes, they report these and return
//! no steps. The caller supplies the solutions, because this crate does not search for them.
//!
//! ```
//! use farandole_logic::hint::{Found, Position, Reach, Solutions};
//! use farandole_logic::{UserGrid, se::Budget};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let mut grid = UserGrid::parse(line).unwrap();
//! let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
//! let solutions = Solutions::One(solution.bytes().map(|byte| byte - b'0').collect());
//! let hint = Position::from(grid.clone()).hint(&solutions, Reach::First, Budget::NONE);
//! assert!(matches!(hint.found, Found::Steps { .. }));
//! grid.placed[2] = 1;
//! let hint = Position::from(grid).hint(&solutions, Reach::First, Budget::NONE);
//! assert_eq!(hint.to_string(), "The digit in r1c3 is wrong: no solution has 1 there.");
//! ```

mod answer;
mod classic;
mod guide;
mod position;
mod texts;
mod variant;
mod verdict;

pub use answer::{
    ClassicStep, Found, Hint, Path, PathRating, Problem, Reach, Solutions, StaleMark, Step, VariantStep,
};
pub use classic::every;
pub use guide::Guide;
pub use position::{NoTechniques, Position, VariantPosition};
pub use texts::Texts;
pub use verdict::{Limits, Move, Reason, Ruling, Truth, Verdict};

use crate::cancel::Limited;
use core::ops::ControlFlow;

impl Position {
    /// Returns the problems of the position, or the next steps on a scale. A bare
    /// [`Budget`](crate::se::Budget) selects the scale of Sudoku Explainer.
    ///
    /// Cost: one step of a rating; see [`Budget`](crate::se::Budget).
    pub fn hint<'a>(
        self,
        solutions: &Solutions,
        reach: Reach,
        limits: impl Into<Limited<'a, Guide<'a>>>,
    ) -> Hint {
        match self {
            Self::Classic(grid) => grid.hint(solutions, reach, limits),
            Self::Variant(position) => position.hint(solutions, reach, limits.into().map(Guide::work)),
        }
    }

    /// Returns the solution path. `each` receives every step as it is found, until it returns
    /// `Break`. HoDoKu's last technique, brute force, takes its digits from the solution.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use farandole_logic::hint::{Position, Solutions};
    /// use farandole_logic::{PathOutcome, se::Budget};
    /// use farandole_puzzle::Puzzle;
    /// use farandole_puzzle::format::iss;
    ///
    /// let text = ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R1C1_1~R1C3_3~R2C3_1~R3C1_2~R4C4_1";
    /// let puzzle = Puzzle::from(iss::read(text).unwrap());
    /// let position = Position::of_puzzle(&puzzle).unwrap();
    /// let path = position.explain(&Solutions::Unknown, Budget::NONE, |_| ControlFlow::Continue(())).unwrap();
    /// assert_eq!(path.rating.outcome(), PathOutcome::Solved);
    /// ```
    ///
    /// # Errors
    /// Returns the problems of the position, if it has any.
    pub fn explain<'a>(
        self,
        solutions: &Solutions,
        limits: impl Into<Limited<'a, Guide<'a>>>,
        each: impl FnMut(&Step) -> ControlFlow<()>,
    ) -> Result<Path, Hint> {
        match self {
            Self::Classic(grid) => grid.explain(solutions, limits, each),
            Self::Variant(position) => position.explain(solutions, limits.into().map(Guide::work), each),
        }
    }
}
