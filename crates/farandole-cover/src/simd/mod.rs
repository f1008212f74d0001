//! Vector instructions: dispatch by processor, item lengths in vector lanes, and options as bit sets.

pub(crate) mod cpu;
pub(crate) mod lanes;
pub(crate) mod sets;
