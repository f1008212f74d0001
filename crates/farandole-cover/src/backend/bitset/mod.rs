//! Bit sets: the available options as one set, and for each option the set of those that may stand beside it.
//!
//! To choose an option is `available &= compatible[option]`, and colors cost nothing, as they are part of what is
//! compatible. Each level of the search has its own copy of the set and of the item lengths, so nothing is ever
//! undone, and to start anew costs nothing. For each option that leaves the set the lengths of its items are
//! lowered; finding the shortest is a vector operation over all of them.
//!
//! The matrix takes `options * options / 8` bytes, so this is for problems of some thousand options.

mod frames;
mod steps;

pub(crate) use frames::Bitset;
