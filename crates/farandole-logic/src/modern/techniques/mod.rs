//! The techniques that are on neither scale, one family per file.

pub(crate) mod bent_set;
pub(crate) mod bug_lite;
pub(crate) mod exocet;
pub(crate) mod extended_rectangle;
pub(crate) mod firework;
pub(crate) mod guardian;
mod implication;
pub(crate) mod kraken_fish;
pub(crate) mod medusa;
pub(crate) mod sector_set;
pub(crate) mod sk_loop;
pub(crate) mod tridagon;
