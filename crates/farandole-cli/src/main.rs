//! The `farandole` command.
#![forbid(unsafe_code)]
fn main() {}
