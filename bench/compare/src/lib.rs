//! What the programs share: the text formats of HoDoKu.

pub mod effect;
pub mod library;
