//! Techniques from players' forums that are on neither scale, simplest first.

mod order;
mod techniques;

pub(crate) use order::{all, metadata};
