//! Cooperative cancellation: whoever waits for a rating looks in on it, and may end it.
//!
//! A budget bounds the work, which is the same on every machine. A clock, a key that was pressed or a line of progress
//! belong to the caller: a [`Watch`] is asked every few thousand units of work whether it goes on.
//!
//! ```
//! use core::ops::ControlFlow;
//! use farandole_logic::watch::{Effort, Watched};
//! use farandole_logic::{State, se};
//! use std::time::{Duration, Instant};
//!
//! let line = b"98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";
//! let state = State::from_line(line).expect("81 bytes without a clash");
//! let end = Instant::now() + Duration::from_millis(1);
//! let watch = |_: Effort| if Instant::now() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
//! let rating = se::rate(&state, Watched { budget: se::Budget::NONE, watch: Some(&watch) });
//! assert_eq!(rating.outcome, se::Outcome::BudgetSpent);
//! ```

use core::ops::ControlFlow;

/// How far a rating is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Effort {
    /// How many steps were found.
    pub steps: u32,
    /// The work, in the unit of the budget of the scale.
    pub work: u64,
}

/// A function that hears how far a rating is, and may break it off.
pub type Watch<'a> = &'a dyn Fn(Effort) -> ControlFlow<()>;

/// A budget, and who looks in on the work. Functions that take one take a bare budget too.
#[derive(Clone, Copy)]
pub struct Watched<'a, B> {
    /// The budget.
    pub budget: B,
    /// Who looks in. When it breaks off, the work ends as if the budget were spent.
    pub watch: Option<Watch<'a>>,
}

impl<B> From<B> for Watched<'_, B> {
    fn from(budget: B) -> Self {
        Self { budget, watch: None }
    }
}
