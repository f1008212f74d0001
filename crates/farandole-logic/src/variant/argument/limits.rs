//! The limits of arguments.

/// The kinds of arguments that are sought.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Reach {
    /// One condition cannot hold.
    One,
    /// Conclusions from other conditions may come first.
    Several,
    /// Many conclusions and cases may come first. Such arguments take long to find, so they only replace exhaustion.
    Long,
}

/// The limits of arguments with conclusions.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Maximum number of eliminations for which such an argument is sought.
    pub(super) claims: usize,
    /// Maximum number of eliminations for which an argument with cases is sought.
    pub(super) split: usize,
    /// Maximum number of conclusions between the assumption and the condition that cannot hold.
    pub(super) inferences: usize,
    /// Maximum number of rounds of conclusions. Each round starts from the cells that the last one changed.
    pub(super) rounds: usize,
    /// Maximum number of conclusions before they are shortened.
    pub(super) found: usize,
    /// Maximum number of cells whose values are distinguished, one after the other.
    pub(super) cells: usize,
    /// Maximum number of values of such a cell.
    pub(super) values: u32,
}

impl Reach {
    pub(super) const fn limits(self) -> Limits {
        match self {
            Self::One | Self::Several => {
                Limits { claims: 12, split: 4, inferences: 3, rounds: 3, found: 24, cells: 4, values: 3 }
            }
            Self::Long => {
                Limits { claims: 60, split: 12, inferences: 6, rounds: 6, found: 48, cells: 12, values: 4 }
            }
        }
    }
}
