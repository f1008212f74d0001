//! The entries of HoDoKu's order of techniques. A rule combines a position in the order with a
//! finder.

use crate::model::Technique;
use crate::model::visit::Visitor;
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// The difficulty level of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Singles only; score up to 800.
    Easy,
    /// Locked candidates and small sets; score up to 1000.
    Medium,
    /// Score up to 1600.
    Hard,
    /// Score up to 1800.
    Unfair,
    /// All other puzzles.
    Extreme,
}

impl Level {
    /// Returns the name of the level.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Unfair => "Unfair",
            Self::Extreme => "Extreme",
        }
    }

    /// Returns the greatest score of a puzzle of this level.
    pub(crate) const fn greatest(self) -> u32 {
        match self {
            Self::Easy => 800,
            Self::Medium => 1000,
            Self::Hard => 1600,
            Self::Unfair => 1800,
            Self::Extreme => u32::MAX,
        }
    }

    /// Returns this level, or the next level whose greatest score is at least `score`.
    pub(super) const fn raised(self, score: u32) -> Self {
        let mut level = self;
        while score > level.greatest() {
            level = match level {
                Self::Easy => Self::Medium,
                Self::Medium => Self::Hard,
                Self::Hard => Self::Unfair,
                Self::Unfair | Self::Extreme => Self::Extreme,
            };
        }
        level
    }
}

/// A position in the order of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The sort key of HoDoKu's order.
    pub index: u16,
    /// The level of puzzles that need this technique.
    pub level: Level,
    /// The score of each step.
    pub score: u32,
    /// True if the default options use the technique.
    pub enabled: bool,
    /// The techniques searched at this position. The first one represents all of them.
    pub techniques: &'static [Technique],
}

/// The set of HoDoKu's options to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// The options for solving, which the scale uses.
    Solve,
    /// The wider options for listing all steps.
    All,
}

/// The part of the grid on which a pattern of a technique depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Span {
    /// The candidates of one digit.
    Digit,
    /// The candidates of one or two houses.
    House,
    /// The whole grid.
    Grid,
}

/// A function that reports deductions of a technique, starting with the one that the scale applies
/// first. A finder of several techniques may report all of them.
pub(crate) type Find = fn(&View<'_>, Technique, Scope, Visitor<'_>) -> ControlFlow<()>;

/// The techniques that HoDoKu searches together, with their finder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) techniques: &'static [Technique],
    pub(crate) span: Span,
    pub(crate) find: Find,
    /// The position in the order, or `None` for techniques that are only listed.
    pub(crate) entry: Option<Entry>,
}

impl Rule {
    /// Creates a rule without a position in the order.
    pub(crate) const fn new(techniques: &'static [Technique], span: Span, find: Find) -> Self {
        Self { techniques, span, find, entry: None }
    }

    /// Sets the position in the order, enabled by default.
    pub(crate) const fn at(self, index: u16, level: Level, score: u32) -> Self {
        Self {
            entry: Some(Entry { index, level, score, enabled: true, techniques: self.techniques }),
            ..self
        }
    }

    /// Sets the position in the order, disabled by default.
    pub(crate) const fn off(self, index: u16, level: Level, score: u32) -> Self {
        Self {
            entry: Some(Entry { index, level, score, enabled: false, techniques: self.techniques }),
            ..self
        }
    }
}
