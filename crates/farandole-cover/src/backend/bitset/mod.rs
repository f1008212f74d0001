//! Bit sets: the available options as one set, and for each option the set of those that are compatible with it.
//!
//! Choosing an option is `available &= compatible[option]`. Colors cost nothing, as they are part of the
//! compatibility. Each level of the search has its own copy of the set and of the item lengths, so nothing is ever
//! undone, and a restart is free. For each option that leaves the set the lengths of its items are lowered. The
//! shortest item is found by a vector operation over all lengths.
//!
//! The compatibility matrix takes `options * options / 8` bytes, so this is for problems of some thousand options.

mod frames;
mod steps;

pub(crate) use frames::Bitset;
