//! Puzzles, and the texts that show them.

pub(crate) mod families;
pub(crate) mod puzzles;
