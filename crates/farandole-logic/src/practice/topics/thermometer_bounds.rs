//! Bounds on a thermometer.
//!
//! # What it is
//! Digits increase from the bulb of a thermometer to its tip. A cell with three cells before it is at least 4, and a
//! cell with three cells after it is at most 6.
//!
//! # How to spot it
//! Start with the longest thermometers, because each of their cells has few candidates. Count the cells before a cell,
//! and those after it. Later, start from a cell whose bounds are narrower: a cell that is at least 5 makes the next
//! one at least 6.
//!
//! # Why it holds
//! Each step along the line adds at least 1. The cells before a cell need different smaller digits, and the cells after
//! it need different greater ones.
//!
//! # Nearest mistakes
//! Count cells, not lines between cells: the bulb of a thermometer of five cells is at most 5, because four cells follow
//! it. On a slow thermometer, neighbours may be equal, and this technique does not apply.
//!
//! # Example
//! A thermometer runs from r1c1 to r1c5. Two cells follow r1c3, so it is at most 7. Two cells precede it, so it is at
//! least 3.

use crate::practice::definition::Definition;
use crate::variant::{Reason, Technique};

pub(in crate::practice) const DEFINITION: Definition = Definition {
    technique: Technique::Constraint,
    kinds: &["Thermo"],
    has_reason: |reason| matches!(reason, Reason::Run { .. } | Reason::Sequence(_)),
};
