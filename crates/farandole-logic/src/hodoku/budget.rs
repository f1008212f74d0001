//! Work limits of a rating on HoDoKu's scale.

/// Work limits of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Maximum number of technique searches. After every step except a single, the search starts
    /// again with the easiest technique. A technique is not counted if nothing relevant to it has
    /// changed.
    pub searches: u64,
    /// The last position of HoDoKu's order to search, as an [`Entry::index`](super::Entry::index).
    /// `u16::MAX` allows all techniques and brute force. If a rating needs a later technique, it
    /// ends as if the searches were spent.
    pub hardest: u16,
}

impl Budget {
    /// No limits.
    pub const NONE: Self = Self { searches: u64::MAX, hardest: u16::MAX };
}
