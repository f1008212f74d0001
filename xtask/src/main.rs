//! Project chores: `cargo xtask <task>`.
#![forbid(unsafe_code)]
fn main() {}
