//! Vector instructions: dispatch by processor, item lengths in lanes, and options as bit sets.

pub(crate) mod cpu;
pub(crate) mod lanes;
pub(crate) mod sets;
