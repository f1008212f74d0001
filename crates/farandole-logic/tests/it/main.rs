//! The integration tests of the crate as one program, because every program has to be linked and contains generic code of the
//! libraries. A filter selects the tests of a file: `cargo test -p farandole-logic --test it cancel::`.

mod cancel;
mod catalogue;
mod english;
mod hint;
mod json;
mod minutes;
mod modern;
mod places;
mod practice;
mod proof;
mod reasons;
mod sentences;
mod variant;
mod verify;
mod whips;
