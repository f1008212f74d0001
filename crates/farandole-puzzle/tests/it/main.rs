//! The integration tests of the crate as one program, because every program has to be linked and contains generic code of the
//! libraries. A filter selects the tests of a file: `cargo test -p farandole-puzzle --test it condition_kinds::`.

mod condition_kinds;
mod constraint_kinds;
mod constraint_marks;
mod constraint_scope;
mod formula;
mod iss_text;
mod schroedinger;
mod styles;
