//! Import settings: the size limit, the decisions of the user, and the required evidence.

use crate::editor::counter::Counter;
use crate::editor::meanings::Meanings;
use crate::editor::programs::ProgramRunner;

/// Maximum length of a text in bytes, both packed and unpacked.
pub const LIMIT: usize = 2 << 20;

/// The decisions about parts of a text that are not clearly rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ImportConfig {
    /// The engine that verifies the meanings of drawings. Without an engine, a reading is accepted
    /// if the rules or the known styles of editors state the meaning of every drawing.
    pub counter: Option<Counter>,
    /// The engine that runs the programs of custom constraints. Without an engine, only their names suggest what they
    /// mean.
    pub programs: Option<ProgramRunner>,
    /// Decisions about groups of drawings, keyed by the ids of the proposal.
    pub meanings: Meanings,
    /// The evidence required for a reading of drawings.
    pub accept: Acceptance,
}

/// The evidence required for a reading of drawings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Acceptance {
    /// Exactly one solution, equal to the stored solution if the text contains one, or a user's
    /// decision about every group.
    Confirmed,
    /// The rules or the styles of the drawings name every meaning, and neither the rules nor the stored
    /// solution contradict it. A reading that is not confirmed is returned with warnings that state the meanings.
    /// A puzzle without a stored solution may be unfinished. Of such a puzzle, drawings without a name and sentences
    /// that are not understood are left out, with a warning each.
    #[default]
    Proposed,
    /// Like `Proposed`, but drawings and sentences are also left out of a puzzle that contains its solution. Its author
    /// may have set a part of it only. What the rest excludes remains excluded, but it usually has more solutions.
    Partial,
}
