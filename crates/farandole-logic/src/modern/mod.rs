//! Techniques from players' forums that are on neither scale, simplest first.

mod order;
pub(crate) mod techniques;

pub(crate) use order::all;
