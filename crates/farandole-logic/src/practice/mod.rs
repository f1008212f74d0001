//! Exercises: positions in which a technique is the next step, and the assessment of answers.
//!
//! ```
//! use farandole_logic::practice::{Claim, Exercise, Verdict};
//! use farandole_logic::Technique;
//!
//! let exercise = Exercise::number(Technique::XWing, 0).unwrap();
//! let (_, deduction) = exercise.steps().next().unwrap();
//! let claims: Vec<Claim> = deduction.eliminations.iter().map(|it| Claim::Not(*it)).collect();
//! assert!(matches!(exercise.assess(&claims), Verdict::Complete(_)));
//! assert_eq!(Claim::parse("r1c2<>5").unwrap()[0].to_string(), "r1c2<>5");
//! ```

mod exercise;

pub use crate::claim::{Claim, ClaimError};
pub use exercise::{Exercise, Verdict};
