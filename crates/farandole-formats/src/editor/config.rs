//! Import settings: how much is read, and what happens to parts that are not clearly rules.

use crate::editor::counter::Counter;
use crate::editor::meanings::Meanings;

/// Maximum length of a text in bytes, both packed and unpacked.
pub const LIMIT: usize = 2 << 20;

/// How an import treats parts of a text that are not clearly rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ImportConfig {
    /// How to treat drawings that belong to no constraint.
    pub drawings: Drawings,
    /// How to treat rules that the text mentions and no constraint covers.
    pub rules: Rules,
    /// How to treat f-puzzles lines in colours that setters have agreed on.
    pub colours: Colours,
    /// The engine that verifies the meanings of drawings. Without one, only drawings of exactly
    /// known measures are read.
    pub counter: Option<Counter>,
    /// Decisions about groups of drawings, by the ids of the proposal. They have an effect only with a
    /// [`counter`](Self::counter).
    pub meanings: Meanings,
    /// The readings of drawings that are returned. This applies with a [`counter`](Self::counter).
    pub accept: Acceptance,
}

/// The evidence that a reading of drawings needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Acceptance {
    /// Exactly one solution, which is the stored one if the text contains one; or a decision of the
    /// user about every group.
    #[default]
    Confirmed,
    /// None: the most plausible reading is returned with a warning.
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

/// Meaning of lines in agreed colours that have no key of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colours {
    /// Treats them as ordinary drawings.
    #[default]
    Draw,
    /// Reads them as the constraints that the colours represent.
    Read,
}
