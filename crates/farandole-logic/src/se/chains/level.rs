//! The families of chains, and the work limit of a search for chains.

use crate::cancel::{Observer, RatingProgress};

/// A family of chains, in the order in which the scale tries them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    /// Single chains: cycles, and chains from a candidate to its own negation.
    Loops,
    /// Contradictions of a true candidate through the links in its houses.
    Nishio,
    /// Cell chains and region chains.
    Multiple,
    /// Dynamic chains: level 0 without nested techniques, level 1 with simple techniques, higher
    /// levels with nested chains.
    Dynamic(u8),
}

impl Level {
    pub(crate) const ALL: &[Self] = &[
        Self::Loops,
        Self::Nishio,
        Self::Multiple,
        Self::Dynamic(0),
        Self::Dynamic(1),
        Self::Dynamic(2),
        Self::Dynamic(3),
        Self::Dynamic(4),
        Self::Dynamic(5),
    ];

    /// Returns the minimum difficulty of the family, in tenths.
    pub(crate) const fn base(self) -> u16 {
        match self {
            Self::Loops => 65,
            Self::Nishio => 75,
            Self::Multiple => 80,
            Self::Dynamic(nesting) => 85 + 5 * nesting as u16,
        }
    }

    /// Returns true if chains of this family take eliminated candidates into account.
    pub(super) const fn remembers(self) -> bool {
        matches!(self, Self::Nishio | Self::Dynamic(_))
    }
}

/// Number of visits between two calls of the observer, which take at most a millisecond.
const VISITS_PER_CHECK: u64 = 1 << 14;

/// Number of visits that take as long as one search for nested chains. Such a search itself counts
/// only a few visits.
const VISITS_PER_NESTED_SEARCH: u64 = VISITS_PER_CHECK / 4;

/// The remaining work. It drops to 0 if the observer stops the rating.
pub(crate) struct Meter<'a> {
    pub(super) left: u64,
    budget: u64,
    /// The observer is called again when `left` falls below this number.
    check_below: u64,
    observer: Option<Observer<'a>>,
    steps: u32,
}

impl<'a> Meter<'a> {
    /// Creates a meter with a limit on visits. The observer is called at the first visit.
    pub(super) fn new(visits: u64, observer: Option<Observer<'a>>) -> Self {
        let check_below = if observer.is_some() { visits } else { 0 };
        Self { left: visits, budget: visits, check_below, observer, steps: 0 }
    }

    /// Subtracts visits, and calls the observer if it is due.
    #[inline]
    pub(super) fn spend(&mut self, visits: usize) {
        self.left = self.left.saturating_sub(visits as u64);
        if self.left < self.check_below {
            self.check();
        }
    }

    /// Records a search for nested chains, after which the observer is called earlier. Returns true
    /// if there is work left.
    pub(super) fn nested(&mut self) -> bool {
        if self.observer.is_some() && self.left > 0 {
            self.check_below = self.check_below.saturating_add(VISITS_PER_NESTED_SEARCH);
            self.spend(0);
        }
        self.left > 0
    }

    pub(super) const fn step(&mut self) {
        self.steps += 1;
    }

    #[cold]
    fn check(&mut self) {
        self.check_below = self.left.saturating_sub(VISITS_PER_CHECK);
        let progress = RatingProgress { steps: self.steps, work: self.budget - self.left };
        if self.observer.is_some_and(|observer| observer(progress).is_break()) {
            (self.left, self.check_below) = (0, 0);
        }
    }
}
