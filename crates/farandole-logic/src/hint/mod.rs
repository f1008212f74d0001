//! Hints and solution paths from any [`Position`]: a classic puzzle or a variant, with a person's
//! digits and pencil marks.
//!
//! [`Position::hint`] returns the next step, and [`Position::explain`] all steps. Neither gives a
//! step from a position with a mistake: both compare it with its solutions first, and report the
//! differences. The caller supplies the solutions, because this crate does not search.
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
mod position;
mod variant;

pub use answer::{
    ClassicStep, Found, Hint, Path, PathRating, Problem, Reach, Solutions, StaleMark, Step, VariantStep,
};
pub use classic::every;
pub use position::{NoTechniques, Position};
pub use variant::VariantPosition;

use crate::cancel::Limited;
use crate::{hodoku, se};
use farandole_puzzle::Cell;

/// The rating scale whose order of techniques a hint follows. Variants have only one order; for
/// them, the number in the budget limits the searches for a technique.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// The scale of Sudoku Explainer, with a budget.
    Se(se::Budget),
    /// The scale of HoDoKu, with a budget.
    Hodoku(hodoku::Budget),
}

impl Scale {
    /// Returns the scale of Sudoku Explainer with a limit on visits, or without a limit.
    pub fn se(visits: Option<u64>) -> Self {
        Self::Se(se::Budget { visits: visits.unwrap_or(u64::MAX), ..se::Budget::NONE })
    }

    /// Returns the scale of HoDoKu with a limit on searches, or without a limit.
    pub fn hodoku(searches: Option<u64>) -> Self {
        Self::Hodoku(hodoku::Budget { searches: searches.unwrap_or(u64::MAX), ..hodoku::Budget::NONE })
    }

    /// Returns the limit on the work, in the unit of the scale.
    pub const fn work(self) -> u64 {
        match self {
            Self::Se(budget) => budget.visits,
            Self::Hodoku(budget) => budget.searches,
        }
    }
}

impl From<se::Budget> for Limited<'_, Scale> {
    fn from(budget: se::Budget) -> Self {
        Scale::Se(budget).into()
    }
}

impl From<se::Budget> for Scale {
    fn from(budget: se::Budget) -> Self {
        Self::Se(budget)
    }
}

/// Returns the problem of a puzzle with these two solutions.
fn several([one, other]: &[Vec<u8>; 2]) -> Problem {
    let differ = (0..one.len()).filter(|at| one[*at] != other[*at]);
    let cells = differ.filter_map(|at| Some((Cell::new(at)?, [one[at], other[at]])));
    Problem::SeveralSolutions { cells: cells.collect() }
}
