//! Vector instructions: choice by processor, item lengths in lanes, options as bit sets.

pub(crate) mod cpu;
pub(crate) mod lanes;
pub(crate) mod sets;
