//! Human techniques for variants: singles, locked candidates, subsets, fish, eliminations by one or several
//! constraints, the rule of 45, chains and short trials.
//!
//! A [`State`] is a variant with candidates. A [`Walk`] repeatedly takes the simplest step.
//! [`prove`] proves a [`Deduction`] using only the checks of the constraints.
//! [`explain::variant`](crate::explain::variant) renders it as text. Nothing in this module
//! searches for solutions.
//!
//! ```
//! use farandole_logic::explain::variant::english;
//! use farandole_logic::variant::{State, Walk, prove};
//! use farandole_puzzle::format::iss;
//!
//! let variant = iss::read(".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R2C3_1.~R4C4_1").unwrap();
//! let start = State::new(&variant);
//! let step = Walk::new(start.clone(), u64::MAX).step().unwrap();
//! assert_eq!(prove(&start, &step), Ok(()));
//! assert_eq!(english::effect(&start, &step), "r1c1 and r1c2 can only be 1 or 2");
//! ```
//!
//! Most constraints on the whole board that relate more than two cells at once are not covered, for example
//! connected regions. The exceptions are full ranks (in part), `GlobalEntropy` and `GlobalMod`.

mod argument;
mod balance;
mod branches;
mod candidate;
mod chain;
mod combined;
mod difficulty;
mod ends;
mod equal;
mod fact;
mod facts;
mod fish;
mod forcing_chains;
mod hash;
mod houses;
mod locked;
mod network;
mod pairs;
mod rating;
mod rules;
mod run;
mod state;
mod step;
mod sums;
mod trial;
mod verify;
mod walk;

pub(crate) use argument::{
    Argument, Case, Failure, Inference, Places, Reach, Reason, Sandwich, Source, arguments, why_contained,
};
pub use candidate::Candidate;
pub use difficulty::difficulty;
pub(crate) use equal::{Difference, difference, groups};
pub use network::unused_constraints;
pub use rating::{Rating, rate};
pub use state::State;
pub use step::{Deduction, End, Technique};
pub(crate) use sums::remainder;
pub use verify::{Flaw, WORK, contradicts, prove};
pub use walk::Walk;
