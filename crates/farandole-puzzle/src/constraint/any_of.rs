//! Disjunctions: at least one of several lists of constraints holds.

use super::kind::{About, Documented, Origin};
use alloc::vec::Vec;

/// At least one of the branches holds.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyOf<C> {
    /// The branches, sorted; all constraints of a branch hold together. Without branches nothing satisfies it, and a
    /// branch without constraints always holds.
    pub branches: Vec<Vec<C>>,
}

impl<C> Documented for AnyOf<C> {
    const ABOUT: About = About {
        name: "Or",
        arguments: "",
        doc: "At least one of the items up to `.End` holds.\n\n\
              An item that makes several constraints is one branch, and so are the items between `.And` and `.End`. \
              Without items nothing satisfies it. Rules of the whole grid, layouts and rules about regions found \
              while solving cannot stand inside.\n\n\
              ```text\n\
              .Or .~R1C1_5 .~R1C2_5 .End\n\
              ```",
        origin: Origin::Iss,
    };
}
