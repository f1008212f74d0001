//! Rating scales that people quote.

pub mod se;
mod singles;
