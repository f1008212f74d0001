//! Bit sets: the available options as one set, and for each option the set of options compatible
//! with it.
//!
//! Choosing an option is `available &= compatible[option]`. Colors are part of the compatibility
//! and cost nothing extra. Each level of the search has its own copy of the set and of the item
//! lengths, so nothing is ever undone, and a restart is free. An option that leaves the set lowers
//! the lengths of its items. The shortest item is found by a vector operation over all lengths.
//!
//! Performs badly on problems of more than some thousand options: the compatibility matrix takes
//! `options * options / 8` bytes, and every node reads a whole row of it, however few options are
//! left.

mod frames;
mod steps;

pub(crate) use frames::Bitset;
