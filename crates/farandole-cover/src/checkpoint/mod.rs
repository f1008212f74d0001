//! Long runs: problems split into several.

pub(crate) mod split;
