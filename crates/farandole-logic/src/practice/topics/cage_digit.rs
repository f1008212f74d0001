//! Digit that a cage must contain.
//!
//! # What it is
//! All remaining sets of a cage contain the same digit, so the cage contains it. The digit can be eliminated from every
//! cell outside the cage that sees all of its possible places in the cage.
//!
//! # How to spot it
//! List the remaining sets of a cage and look for a digit that is in all of them. Then check whether its places in the
//! cage lie in one row, column or box. Cages that lie in one house are the easiest, because the digit is then locked in
//! that house.
//!
//! # Why it holds
//! One of the places holds the digit. Whichever it is, it sees the cell, which therefore cannot hold the digit.
//!
//! # Nearest mistakes
//! The cell must see every place of the digit, not just most of them. A digit that is in all sets but one proves
//! nothing until that set is excluded.
//!
//! # Example
//! Three cells of row 2 with the sum 8 are {1, 2, 5} or {1, 3, 4}. Both sets contain 1, so no other cell of row 2 is 1.

use crate::practice::definition::Definition;
use crate::variant::Technique;

pub(in crate::practice) const DEFINITION: Definition =
    Definition { technique: Technique::LockedInConstraint, kinds: &["Cage"], has_reason: |_| true };
