//! The operations.

pub(crate) mod cover;
pub(crate) mod pictures;
pub(crate) mod steps;
pub(crate) mod texts;
pub(crate) mod values;
