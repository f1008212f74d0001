//! Ends of a sandwich.
//!
//! # What it is
//! A sandwich clue is the sum of the digits between 1 and 9 in its line. The sum limits how many cells lie between them,
//! and with that the places of 1 and 9.
//!
//! # How to spot it
//! Start with the lines with the smallest and greatest sums: with 0, the ends touch, and with 35, they are at both ends of
//! the line. For other sums, find the least and greatest number of digits that have this sum. Then try each place
//! of the 1 and look for a 9 at such a distance.
//!
//! # Why it holds
//! One pair of places is the true one. A place for 1 is impossible if for each place of the 9, the cells between them
//! cannot have the sum, or the other cells cannot hold the other digits.
//!
//! # Nearest mistakes
//! The 9 may come before the 1. The digits 1 and 9 do not count themselves, so the digits between them are 2 to 8.
//!
//! # Example
//! A clue of 8 is one digit (8) or two ({2, 6} or {3, 5}). So the ends are two or three cells apart.

use crate::practice::definition::Definition;
use crate::variant::{Reason, Technique};

pub(in crate::practice) const DEFINITION: Definition = Definition {
    technique: Technique::Constraint,
    kinds: &["Sandwich"],
    has_reason: |reason| matches!(reason, Reason::Sandwich(_) | Reason::Homeless(_)),
};
