//! Rating scales that people quote.

pub mod hodoku;
pub mod se;
mod singles;
