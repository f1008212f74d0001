//! How much work a rating on HoDoKu's scale may take.

/// How much work a rating may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// How many times a technique is looked for. Every step but a single begins again with the easiest technique, but
    /// a technique that has nothing new to look at is not counted.
    pub searches: u64,
    /// The last place of HoDoKu's order that is looked at, an [`Entry::index`](super::Entry::index); `u16::MAX` for all, and
    /// for brute force. A rating that needs what comes later ends as if the searches were spent.
    pub hardest: u16,
}

impl Budget {
    /// No bound.
    pub const NONE: Self = Self { searches: u64::MAX, hardest: u16::MAX };
}
