//! Patterns shared by the finders of several techniques: subsets, links, almost locked sets,
//! rectangles and templates.

pub(crate) mod almost_locked;
pub(crate) mod closure;
pub(crate) mod grid;
pub(crate) mod links;
pub(crate) mod parts;
pub(crate) mod rectangles;
pub(crate) mod subsets;
pub(crate) mod templates;
pub(crate) mod view;
pub(crate) mod walk;
