//! The integration tests of the crate as one program, because every program has to be linked and contains generic code of the
//! libraries. A filter selects the tests of a file: `cargo test -p farandole-csp --test it conditions::`.

mod conditions;
mod lines;
mod proofs;
