//! Bounds on a diagonal.
//!
//! # What it is
//! A little killer clue is the sum of the digits on a diagonal. The clue minus the least possible sum of the other cells is
//! an upper bound of each cell. The clue minus their greatest possible sum is a lower bound.
//!
//! # How to spot it
//! Start with short diagonals, and with clues close to the least or the greatest possible sum. Cells in the same box
//! must differ: two of them are at least 1 + 2 and at most 8 + 9. Come back when cells of the diagonal are filled.
//!
//! # Why it holds
//! Replace the other cells by their least candidates. If the sum is then already too great, every other choice is worse. With
//! the greatest candidates, the same holds in the other direction.
//!
//! # Nearest mistakes
//! Cells of a diagonal may be equal if they are in different boxes. The direction of the arrow matters: a clue at a corner
//! of the grid is ambiguous without it.
//!
//! # Example
//! Three cells of a diagonal have the sum 24, and two of them are in the same box. Those two are at most 8 + 9, so the third
//! is at least 7.

use crate::practice::definition::Definition;
use crate::variant::{Reason, Technique};

pub(in crate::practice) const DEFINITION: Definition = Definition {
    technique: Technique::Constraint,
    kinds: &["LittleKiller"],
    has_reason: |reason| matches!(reason, Reason::Sum { .. } | Reason::Sides { .. }),
};
