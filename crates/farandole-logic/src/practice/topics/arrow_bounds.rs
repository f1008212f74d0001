//! Bounds on an arrow.
//!
//! # What it is
//! The digits along an arrow add up to the digit in its circle. The least possible sum of the line is a lower bound of the
//! circle, and the circle minus the least sum of the other cells is an upper bound of each cell of the line.
//!
//! # How to spot it
//! Look at the arrows with the most cells, and at those whose cells see each other: three different digits add up to at
//! least 6. Then look at arrows whose circle has lost its large digits, because no cell of the line can be as great as
//! the circle.
//!
//! # Why it holds
//! Replace each of the other cells by its least candidate. If the sum is then already greater than the circle can be,
//! every other choice is worse. With the greatest candidates, the same holds in the other direction.
//!
//! # Nearest mistakes
//! Cells of an arrow may be equal if they do not see each other, so two of them may both be 1. Cells that see each other
//! need different digits, even if the arrow leaves the box.
//!
//! # Example
//! Three cells of one box point to a circle. They are at least 1 + 2 + 3, so the circle is at least 6. Each of the three
//! is at most 9 - 1 - 2 = 6.

use crate::practice::definition::Definition;
use crate::variant::{Reason, Technique};

pub(in crate::practice) const DEFINITION: Definition = Definition {
    technique: Technique::Constraint,
    kinds: &["Arrow"],
    has_reason: |reason| {
        matches!(
            reason,
            Reason::Sum { .. } | Reason::Sides { .. } | Reason::NoSum { .. } | Reason::Unequal { .. }
        )
    },
};
