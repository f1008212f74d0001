//! Cooperative cancellation and progress reporting for ratings.
//!
//! A budget limits the work, which is the same on every machine. Clocks, key presses and progress
//! output are the responsibility of the caller. A rating calls its [`Observer`] every few thousand
//! units of work and stops if it returns `Break`.
//!
//! ```
//! use core::ops::ControlFlow;
//! use farandole_logic::cancel::{Limited, RatingProgress};
//! use farandole_logic::{PathOutcome, State, se};
//! use std::time::{Duration, Instant};
//!
//! let line = b"98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2";
//! let state = State::from_line(line).expect("81 bytes without a clash");
//! let end = Instant::now() + Duration::from_millis(1);
//! let observer = |_: RatingProgress| if Instant::now() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
//! let rating = se::rate(&state, Limited { budget: se::Budget::NONE, observer: Some(&observer) });
//! assert_eq!(rating.outcome, PathOutcome::BudgetSpent);
//! ```

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

/// Progress of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct RatingProgress {
    /// Number of steps found.
    pub steps: u32,
    /// The work done, in the unit of the scale's budget.
    pub work: u64,
}

/// A callback that receives the progress of a rating and may stop it.
pub type Observer<'a> = &'a dyn Fn(RatingProgress) -> ControlFlow<()>;

/// A budget with an optional callback. Functions that accept this type also accept a bare budget.
#[derive(Clone, Copy)]
pub struct Limited<'a, B> {
    /// The budget.
    pub budget: B,
    /// The callback. If it returns `Break`, the rating ends as if the budget were spent.
    pub observer: Option<Observer<'a>>,
}

/// Returns a callback that stops a rating when a flag is set.
pub fn until(stop: &AtomicBool) -> impl Fn(RatingProgress) -> ControlFlow<()> + '_ {
    |_| if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

impl<'a, B> Limited<'a, B> {
    /// Converts the budget and keeps the callback.
    pub fn map<C>(self, convert: impl FnOnce(B) -> C) -> Limited<'a, C> {
        Limited { budget: convert(self.budget), observer: self.observer }
    }
}

impl<B> From<B> for Limited<'_, B> {
    fn from(budget: B) -> Self {
        Self { budget, observer: None }
    }
}
