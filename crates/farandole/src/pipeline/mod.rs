//! From files to checked answers: read, cut into records, parse, answer, check, tally.

pub mod batch;
pub mod input;
pub mod records;
