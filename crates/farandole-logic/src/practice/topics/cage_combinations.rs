//! Combinations of a cage.
//!
//! # What it is
//! The digits of a cage differ and add up to its sum. Only a few sets of digits do this, and some of them need a digit
//! that the cells no longer have. A digit that is in none of the remaining sets can be eliminated from the cage.
//!
//! # How to spot it
//! Start with the cages whose sum is close to the least or the greatest possible one, because they have the fewest sets:
//! two cells with 3, 4, 16 or 17, three cells with 6, 7, 23 or 24. Come back to a cage each time one of its cells
//! loses a candidate, and cross out the sets that need this digit.
//!
//! # Why it holds
//! One of the sets is the true one. A digit outside all of them would make the sum wrong or repeat a digit.
//!
//! # Nearest mistakes
//! A set must fit into the cells as a whole. In a cage of two cells with the sum 8, the set {3, 5} is impossible if
//! neither cell can be 3, even if both can be 5. The digits of two different cages may be equal.
//!
//! # Example
//! Two cells with the sum 4 are 1 and 3: {2, 2} would repeat a digit.

use crate::practice::definition::Definition;
use crate::variant::{Reason, Technique};

pub(in crate::practice) const DEFINITION: Definition = Definition {
    technique: Technique::Constraint,
    kinds: &["Cage"],
    has_reason: |reason| matches!(reason, Reason::Combinations),
};
