//! The two kinds of chains of CSP-variables.

use crate::model::Technique;

/// The kind of chains on which a rating is based.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Whips: each variable continues from the value before it. The W rating.
    Whip,
    /// Braids: each variable continues from the target or any value before it. The B rating.
    Braid,
}

impl Kind {
    /// Returns the letter of the rating.
    pub const fn letter(self) -> char {
        match self {
            Self::Whip => 'W',
            Self::Braid => 'B',
        }
    }

    /// Returns the technique.
    pub const fn technique(self) -> Technique {
        match self {
            Self::Whip => Technique::Whip,
            Self::Braid => Technique::Braid,
        }
    }
}
