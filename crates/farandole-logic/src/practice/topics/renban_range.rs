//! Range of a renban line.
//!
//! # What it is
//! A renban line of n cells holds n consecutive digits in any order. All its digits lie in a range of n digits, so two of
//! them differ by at most n - 1.
//!
//! # How to spot it
//! Look for a cell of the line with few candidates: every digit that is n or more away from all of them can be eliminated
//! from the other cells. Then list the ranges that are left. A range is impossible if one of its digits has no place on the
//! line, or if a cell of the line can hold none of its digits.
//!
//! # Why it holds
//! The line holds one of the ranges completely. A digit outside all ranges that are left is not on the line. A digit that
//! all of them contain is on it.
//!
//! # Nearest mistakes
//! Neighbours on the line need not be consecutive. Long lines contain the digits in the middle: five cells always
//! include 5, but four cells need not.
//!
//! # Example
//! A line has three cells, and one of them is 7 or 8. The others are at least 5, because 4 and 7 are too far apart.

use crate::practice::definition::Definition;
use crate::variant::{Reason, Technique};

pub(in crate::practice) const DEFINITION: Definition = Definition {
    technique: Technique::Constraint,
    kinds: &["Renban"],
    has_reason: |reason| matches!(reason, Reason::Sets(_) | Reason::OutOfReach(_)),
};
