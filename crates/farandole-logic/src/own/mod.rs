//! The scale of Farandole: an order of techniques designed for people, and solution paths without
//! needless steps.
//!
//! The scales of Sudoku Explainer and HoDoKu depend on the search order of these programs. In this scale, the
//! techniques that a person notices first come first, and forcing nets come last. A path consists of the
//! easiest steps, without those that no later step needs. Among equally easy steps, those near the last change
//! come first. An [`Order`] may add techniques or leave some out.

mod groups;
mod lean;
mod minutes;
mod nets;
mod order;
mod rating;
mod search;
mod singles;

pub use minutes::{Timed, time};
pub use order::{Order, OrderError, difficulty};
pub(crate) use rating::first_step;
pub use rating::{Config, Rating, explain, steps};
