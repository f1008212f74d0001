//! Constraint kinds in JSON.

use farandole_puzzle::constraint::KindInfo;
use serde::Serialize;

/// A constraint kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JsonConstraintKind {
    /// The name in constraint text.
    pub name: &'static str,
    /// The arguments in constraint text.
    pub arguments: &'static str,
    /// The condition that the constraint imposes.
    pub meaning: String,
    /// Special cases.
    pub details: String,
    /// A small picture in text characters.
    pub picture: &'static str,
}

impl From<KindInfo> for JsonConstraintKind {
    fn from(about: KindInfo) -> Self {
        Self {
            name: about.name(),
            arguments: about.arguments(),
            meaning: about.meaning(),
            details: about.details(),
            picture: about.picture(),
        }
    }
}
