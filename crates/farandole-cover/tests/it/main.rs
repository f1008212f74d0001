//! The integration tests of the crate as one program, because every program has to be linked and contains generic code of the
//! libraries. A filter selects the tests of a file: `cargo test -p farandole-cover --test it brute::`.

mod brute;
mod common;
mod corpus;
mod parallel;
mod positions;
mod proof;
mod reduce;
mod symmetry;
mod text;
