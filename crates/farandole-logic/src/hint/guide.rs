//! The scales whose order of techniques hints follow.

use crate::cancel::Limited;
use crate::{hodoku, own, se};

/// The rating scale whose order of techniques a hint follows. Variants have only one order, and the
/// number in the budget limits the number of technique searches.
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

/// The order of techniques that hints and paths follow, either of a rating scale or designed for
/// people.
#[derive(Clone, Copy, Debug)]
pub enum Guide<'a> {
    /// The order of a rating scale.
    Scale(Scale),
    /// An order on the scale of Farandole.
    Own(own::Config<'a>),
}

impl Guide<'_> {
    /// Returns the limit on the work, in the unit of the order.
    pub const fn work(self) -> u64 {
        match self {
            Self::Scale(scale) => scale.work(),
            Self::Own(config) => config.searches,
        }
    }
}

impl<'a> Guide<'a> {
    /// Returns an order on the scale of Farandole with a limit on searches, or without a limit.
    pub fn own(order: &'a own::Order, searches: Option<u64>) -> Self {
        Self::Own(own::Config { order, searches: searches.unwrap_or(u64::MAX) })
    }
}

impl From<Scale> for Limited<'_, Guide<'_>> {
    fn from(scale: Scale) -> Self {
        Guide::Scale(scale).into()
    }
}

impl From<se::Budget> for Limited<'_, Guide<'_>> {
    fn from(budget: se::Budget) -> Self {
        Guide::Scale(budget.into()).into()
    }
}

impl<'a> From<Limited<'a, Scale>> for Limited<'a, Guide<'a>> {
    fn from(limits: Limited<'a, Scale>) -> Self {
        limits.map(Guide::Scale)
    }
}
