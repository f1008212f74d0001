//! Neighbours on a whispers line.
//!
//! # What it is
//! Neighbours on a German whispers line differ by at least 5. So 5 is never on the line, and its digits are low (1 to 4)
//! and high (6 to 9) in turn. Each digit also limits its neighbours: next to 4 is only 9, next to 3 only 8 or 9.
//!
//! # How to spot it
//! Eliminate 5 from the line. Find one cell that is known to be low or high and carry this along the line, cell by cell.
//! Then look at the cells that can only be 3, 4, 6 or 7, because their neighbours have few candidates, and at
//! neighbours of the same cell that see each other, because they must differ.
//!
//! # Why it holds
//! If a cell were d, its neighbour would be at most d - 5 or at least d + 5. If neither is left for the neighbour, the
//! cell is not d.
//!
//! # Nearest mistakes
//! Cells that touch without being neighbours on the line are not related. The two neighbours of a cell may be equal if
//! they do not see each other.
//!
//! # Example
//! r1c1, r1c2 and r1c3 are on a line in this order, and r1c2 is low. It cannot be 4: r1c1 and r1c3 would both be 9.

use crate::practice::definition::Definition;
use crate::variant::{Reason, Technique};

pub(in crate::practice) const DEFINITION: Definition = Definition {
    technique: Technique::Constraint,
    kinds: &["Whisper"],
    has_reason: |reason| matches!(reason, Reason::Sequence(_) | Reason::Repeat(..) | Reason::Bare(_)),
};
