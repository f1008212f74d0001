//! Import settings: the size limit, and the treatment of parts that are not clearly rules.

use crate::editor::counter::Counter;
use crate::editor::meanings::Meanings;

/// Maximum length of a text in bytes, both packed and unpacked.
pub const LIMIT: usize = 2 << 20;

/// The treatment of parts of a text that are not clearly rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ImportConfig {
    /// The treatment of drawings that belong to no constraint.
    pub drawings: Drawings,
    /// The treatment of rules that the text mentions and no constraint covers.
    pub rules: Rules,
    /// The treatment of f-puzzles lines in conventional colours.
    pub colours: Colours,
    /// The engine that verifies the meanings of drawings. Without an engine, only drawings with
    /// exactly known dimensions are recognized.
    pub counter: Option<Counter>,
    /// Decisions about groups of drawings, keyed by the ids of the proposal. They have an effect
    /// only with a [`counter`](Self::counter).
    pub meanings: Meanings,
    /// The evidence required for a reading of drawings. It has an effect only with a
    /// [`counter`](Self::counter).
    pub accept: Acceptance,
}

/// The evidence required for a reading of drawings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Acceptance {
    /// Exactly one solution, equal to the stored solution if the text contains one, or a user's
    /// decision about every group.
    #[default]
    Confirmed,
    /// No evidence: the most plausible reading is returned with a warning.
    Proposed,
}

/// Treatment of drawings that belong to no constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Drawings {
    /// Refuses the puzzle, because a drawing may be a rule.
    #[default]
    Refuse,
    /// Treats them as decoration: the import lists and drops them.
    Ignore,
}

/// Treatment of rules that the rules text mentions and no constraint covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rules {
    /// Warns.
    #[default]
    Warn,
    /// Refuses the puzzle.
    Refuse,
}

/// Treatment of lines in conventional colours that have no key of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colours {
    /// Treats them as ordinary drawings.
    #[default]
    Draw,
    /// Reads them as the constraints that the colours represent.
    Read,
}
