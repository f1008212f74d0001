//! Exercises: positions in which a technique is the next step, and the assessment of answers. A [`Topic`] is the
//! counterpart of a technique for variants.
//!
//! ```
//! use farandole_logic::practice::{Claim, Exercise, Verdict};
//! use farandole_logic::Technique;
//!
//! let exercise = Exercise::number(Technique::XWing, 0).unwrap();
//! assert_eq!(exercise.assess(&exercise.effects()), Verdict::Complete(0));
//! assert_eq!(Claim::parse("r1c2<>5").unwrap()[0].to_string(), "r1c2<>5");
//! ```

mod definition;
mod exercise;
mod page;
mod topic;
mod topics;

pub use crate::claim::{Claim, ClaimError};
pub use exercise::{Exercise, Verdict, effect};
pub use page::{example, markdown};
pub use topic::Topic;

/// Maximum number of technique searches for the steps of a position in a variant.
const SEARCHES: u64 = 1_000;
