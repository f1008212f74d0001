//! The model of exact cover: problems, their names, and problems derived from other problems.

pub(crate) mod builder;
mod names;
pub(crate) mod problem;
pub(crate) mod transform;
