//! View of skyscrapers.
//!
//! # What it is
//! Each digit is the height of a building, and a building hides the lower ones after it. The clue is the number of
//! buildings that can be seen from its end of the line. It bounds the height of each building near the clue.
//!
//! # How to spot it
//! Start with great clues: with the clue n, the first building is at most 10 - n, the second at most 11 - n, and so on. A clue
//! of 1 means that the first building is 9. Then find the nearest place for the 9, because nothing after it is seen.
//!
//! # Why it holds
//! Each visible building is higher than those before it. A high building near the clue leaves too few greater heights, so
//! too few buildings would be seen. Buildings that must increase up to the 9 may be too many.
//!
//! # Nearest mistakes
//! Hidden buildings do not count, but they take up cells. The 9 is always visible.
//!
//! # Example
//! The clue is 4. If the first building were 7, only 7, 8 and 9 could be seen. So it is at most 6.

use crate::practice::definition::Definition;
use crate::variant::{Reason, Technique};

pub(in crate::practice) const DEFINITION: Definition = Definition {
    technique: Technique::Constraint,
    kinds: &["Skyscraper"],
    has_reason: |reason| matches!(reason, Reason::Visible { is_sum: false, .. }),
};
