//! The steps that belong to a topic, as data.

use crate::variant::{Reason, Technique};

/// The steps that belong to a topic.
pub(super) struct Definition {
    pub(super) technique: Technique,
    /// The names of the constraints on which the steps are based, as in constraint text.
    pub(super) kinds: &'static [&'static str],
    /// Returns true if a reason for an elimination belongs to the topic.
    pub(super) has_reason: fn(&Reason) -> bool,
}
