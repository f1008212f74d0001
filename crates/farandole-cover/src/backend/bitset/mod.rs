//! Bit sets: the available options as one set, and for each option the set of options compatible
//! with it.
//!
//! Choosing an option is `available &= compatible[option]`. Colors are part of the compatibility and have no
//! extra cost. Each level of the search has its own copy of the set of available options and of the item
//! lengths, so nothing is ever undone, and a restart is free. When an option is removed from the set, the
//! lengths of its items decrease by 1. The shortest item is found by vector operations over all lengths.
//!
//! Bit sets are slow on problems with more than a few thousand options: the compatibility matrix takes
//! `options * options / 8` bytes, and every node reads a whole row of the matrix, however few options are
//! available.

mod frames;
mod steps;

pub(crate) use frames::Bitset;
