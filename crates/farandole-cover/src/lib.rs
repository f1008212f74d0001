//! General exact cover, in Knuth's vocabulary.
#![no_std]
#![forbid(unsafe_code)]
