//! The text formats of HoDoKu, shared by the programs.

pub mod effect;
pub mod library;
