//! The scales whose order of techniques hints follow.

use crate::cancel::Limited;
use crate::{hodoku, se};

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
