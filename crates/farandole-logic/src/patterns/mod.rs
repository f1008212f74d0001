//! Patterns that finders of several techniques build on.

pub(crate) mod links;
pub(crate) mod view;
