//! Rule of 45.
//!
//! # What it is
//! The digits of a row, column or box add up to 45. The cages that lie inside it take part of this sum. The remaining
//! cells inside (*innies*) have the rest. If cages stick out instead, the cells outside (*outies*) have the excess.
//!
//! # How to spot it
//! Look for a house that the cages cover except for one or two cells, or that they leave by one or two cells. If there
//! is none, take two or three adjacent rows or columns together: their total is 90 or 135. Add the sums of the cages
//! first, and count the cells afterwards.
//!
//! # Why it holds
//! Each house contains the digits 1 to 9 once, and 1 + 2 + ... + 9 = 45. The sums of the cages are known, so the sum of
//! the other cells is the difference.
//!
//! # Nearest mistakes
//! Every cell counts exactly once. A cage that is partly outside counts with its whole sum, and the cells outside are
//! then subtracted. Two innies may have the same digit if they do not see each other.
//!
//! # Example
//! The cages in box 1 have the sums 10, 12 and 17 and cover eight of its cells. The ninth cell is 45 - 39 = 6.

use crate::practice::definition::Definition;
use crate::variant::Technique;

pub(in crate::practice) const DEFINITION: Definition =
    Definition { technique: Technique::RuleOf45, kinds: &["Cage"], has_reason: |_| true };
