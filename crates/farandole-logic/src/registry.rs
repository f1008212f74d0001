//! From a technique to what its own file says of it, on whichever scale it is at home.

use crate::about::About;
use crate::model::{Deduction, Technique};
use crate::{hodoku, se};

/// For a technique that no file describes; a test sees to it that there is none.
const UNKNOWN: About = About::new(Technique::BruteForce, "", "", nothing);

fn nothing(_: &Deduction) -> String {
    String::new()
}

/// What the file of a technique says of it.
pub(crate) const fn about(technique: Technique) -> &'static About {
    match (se::about(technique), hodoku::about(technique)) {
        (Some(about), _) | (None, Some(about)) => about,
        (None, None) => &UNKNOWN,
    }
}

impl Technique {
    /// The stable name for machines.
    pub const fn id(self) -> &'static str {
        about(self).id
    }

    /// The name for people.
    pub const fn title(self) -> &'static str {
        about(self).title
    }

    /// The technique with this stable name.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.id() == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_is_described_once_under_its_own_name() {
        for technique in Technique::ALL.iter().copied() {
            assert_eq!(about(technique).technique, technique);
            assert!(se::about(technique).is_none() || hodoku::about(technique).is_none(), "{technique:?}");
            assert_eq!(Technique::by_id(technique.id()), Some(technique));
        }
    }
}
