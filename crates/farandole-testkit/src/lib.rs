//! What the workspace's tests compare with and feed on: a naive oracle, random puzzles, symmetries.
//!
//! For tests only; nothing here is fast, and nothing here shares code with an engine.
#![forbid(unsafe_code)]

pub mod oracle;
pub mod random;
pub mod rup;
pub mod strategy;
pub mod symmetry;

pub use oracle::{count_solutions, solutions};
pub use random::Random;
