//! Symmetries: groups, their detection, and symmetry breaking.

pub(crate) mod detect;
pub(crate) mod group;
pub(crate) mod lex_leader;
