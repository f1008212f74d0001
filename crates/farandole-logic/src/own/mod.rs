//! The scale of Farandole: an order of techniques made for people, and solution paths without
//! needless steps.
//!
//! Sudoku Explainer and HoDoKu define their scales by what their programs find first. This scale
//! orders techniques by what a person notices first, and searches forcing nets last. A path takes
//! the easiest steps, leaves out those that no later step needs, and continues where the last step
//! has changed the grid. An [`Order`] may name other techniques, or leave some out.

mod groups;
mod lean;
mod nets;
mod order;
mod rating;
mod search;
mod singles;

pub use groups::GROUPS;
pub use order::{DIFFICULTIES, Order, OrderError, difficulty};
pub use rating::{Config, Rating, explain, steps};
