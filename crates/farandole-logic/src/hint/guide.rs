//! The orders of techniques that hints follow.

use crate::cancel::Limited;
use crate::scale::Scale;
use crate::{hodoku, own, se};

/// The order of techniques that hints and paths follow: that of a rating scale, or one designed for
/// people, each with a budget. Variants have only one order, and the budget limits the number of
/// technique searches.
#[derive(Clone, Copy, Debug)]
pub enum Guide<'a> {
    /// The order of Sudoku Explainer.
    Se(se::Budget),
    /// The order of HoDoKu.
    Hodoku(hodoku::Budget),
    /// An order on the scale of Farandole.
    Own(own::Config<'a>),
}

impl<'a> Guide<'a> {
    /// Returns the order of a scale with a limit on the work, or without a limit. Returns `None` for
    /// the scales W and B, which have no order of techniques, and for minutes, which use that of Farandole.
    pub fn of(scale: Scale, budget: Option<u64>) -> Option<Self> {
        let work = budget.unwrap_or(u64::MAX);
        match scale {
            Scale::Se => Some(Self::Se(se::Budget { visits: work, ..se::Budget::NONE })),
            Scale::Hodoku => Some(Self::Hodoku(hodoku::Budget { searches: work, ..hodoku::Budget::NONE })),
            Scale::W | Scale::B | Scale::Minutes => None,
        }
    }

    /// Returns an order on the scale of Farandole with a limit on searches, or without a limit.
    pub fn own(order: &'a own::Order, searches: Option<u64>) -> Self {
        Self::Own(own::Config { order, searches: searches.unwrap_or(u64::MAX) })
    }

    /// Returns the limit on the work, in the unit of the order.
    pub const fn work(self) -> u64 {
        match self {
            Self::Se(budget) => budget.visits,
            Self::Hodoku(budget) => budget.searches,
            Self::Own(config) => config.searches,
        }
    }
}

impl From<se::Budget> for Limited<'_, Guide<'_>> {
    fn from(budget: se::Budget) -> Self {
        Guide::Se(budget).into()
    }
}
