//! Access to the metadata of techniques.

use crate::metadata::Metadata;
use crate::model::{Deduction, Technique};
use crate::{hodoku, modern, se};

/// A placeholder for a technique without metadata. A test checks that every technique has metadata.
const UNKNOWN: Metadata = Metadata::new(Technique::BruteForce, "", "", nothing);

fn nothing(_: &Deduction) -> String {
    String::new()
}

/// Returns the metadata of a technique.
pub(crate) const fn metadata(technique: Technique) -> &'static Metadata {
    match (se::metadata(technique), hodoku::metadata(technique), modern::metadata(technique)) {
        (Some(metadata), _, _) | (None, Some(metadata), _) | (None, None, Some(metadata)) => metadata,
        (None, None, None) => &UNKNOWN,
    }
}

impl Technique {
    /// Returns the stable identifier, for programs.
    pub const fn id(self) -> &'static str {
        metadata(self).id
    }

    /// Returns the name shown to people.
    pub const fn title(self) -> &'static str {
        metadata(self).title
    }

    /// Returns the technique with this stable identifier.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.id() == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_has_metadata_exactly_once() {
        for technique in Technique::ALL.iter().copied() {
            assert_eq!(metadata(technique).technique, technique);
            let tables = [se::metadata(technique), hodoku::metadata(technique), modern::metadata(technique)];
            assert_eq!(tables.iter().flatten().count(), 1, "{technique:?}");
            assert_eq!(Technique::by_id(technique.id()), Some(technique));
        }
    }
}
