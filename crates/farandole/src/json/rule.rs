//! Kinds of constraints in JSON.

use farandole_puzzle::constraint::About;
use serde::Serialize;

/// A kind of constraint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JsonRule {
    /// The name in texts.
    pub name: &'static str,
    /// The arguments in texts.
    pub arguments: &'static str,
    /// When it holds.
    pub meaning: String,
    /// What happens in special cases.
    pub details: String,
    /// A small picture in characters.
    pub picture: &'static str,
}

impl From<About> for JsonRule {
    fn from(about: About) -> Self {
        Self {
            name: about.name(),
            arguments: about.arguments(),
            meaning: about.meaning(),
            details: about.details(),
            picture: about.picture(),
        }
    }
}
