//! The families of chains, and the meter of the work they take.

use core::sync::atomic::{AtomicBool, Ordering};

/// A family of chains, in the order in which the scale tries them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    Loops,
    Nishio,
    Multiple,
    /// Dynamic chains: 0 bare, 1 with simple techniques inside, above that with chains inside.
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

    /// The difficulty that the family starts at, in tenths.
    pub(crate) const fn base(self) -> u16 {
        match self {
            Self::Loops => 65,
            Self::Nishio => 75,
            Self::Multiple => 80,
            Self::Dynamic(nesting) => 85 + 5 * nesting as u16,
        }
    }

    /// Whether candidates that are gone on the way are remembered.
    pub(super) const fn remembers(self) -> bool {
        matches!(self, Self::Nishio | Self::Dynamic(_))
    }
}

/// How much work is left: none any more when the flag is set.
pub(crate) struct Meter<'a> {
    pub(super) left: u64,
    pub(super) stop: Option<&'a AtomicBool>,
}

impl Meter<'_> {
    pub(super) fn spend(&mut self, visits: usize) {
        self.left = self.left.saturating_sub(visits as u64);
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            self.left = 0;
        }
    }
}
