//! Partners at an X or a V.
//!
//! # What it is
//! The digits at an X add up to 10, and those at a V add up to 5. Each digit has exactly one partner, so one cell
//! determines the other.
//!
//! # How to spot it
//! Eliminate 5 from cells at an X, and 5 to 9 from cells at a V. Then compare the candidates of the two cells pair by pair.
//! Each time a cell loses a digit, the other cell loses its partner.
//!
//! # Why it holds
//! If the cell were d, the other cell would be 10 - d or 5 - d. If this digit is not left there, the cell is not d.
//!
//! # Nearest mistakes
//! Cells without a letter may also add up to 5 or 10, unless the rules exclude it. At an X, 5 is impossible because the
//! two cells see each other.
//!
//! # Example
//! There is an X between r1c1 and r1c2, and r1c2 cannot be 3. Then r1c1 is not 7.

use crate::practice::definition::Definition;
use crate::variant::Technique;

pub(in crate::practice) const DEFINITION: Definition =
    Definition { technique: Technique::Constraint, kinds: &["X", "V"], has_reason: |_| true };
