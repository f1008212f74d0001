//! Partners at a dot.
//!
//! # What it is
//! The digits at a white dot are consecutive. At a black dot, one is twice the other. A digit is possible in a cell at a
//! dot only if the other cell can hold one of its partners.
//!
//! # How to spot it
//! Eliminate 5, 7 and 9 from cells at black dots first, because they have no partner. Then look at rows of dots: the cell
//! in the middle needs two partners, and these must differ if the outer cells see each other. Come back to a
//! dot when one of its cells loses a candidate.
//!
//! # Why it holds
//! If the cell were d, the other cell would have to be one of the few partners of d. If none of them is left there, or
//! if two cells would need the same one, the cell is not d.
//!
//! # Nearest mistakes
//! Cells without a dot may be consecutive too, unless the rules exclude it. The pair 1 and 2 fits a white dot and a
//! black one.
//!
//! # Example
//! Black dots connect r1c1, r1c2 and r1c3. r1c2 has two different partners, so it is 2 or 4: only these digits have two.

use crate::practice::definition::Definition;
use crate::variant::{Reason, Technique};

pub(in crate::practice) const DEFINITION: Definition = Definition {
    technique: Technique::Constraint,
    kinds: &["WhiteDot", "BlackDot"],
    has_reason: |reason| matches!(reason, Reason::Sequence(_) | Reason::Repeat(..) | Reason::Bare(_)),
};
