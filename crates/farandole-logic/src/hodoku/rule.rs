//! What HoDoKu's order of techniques is made of: a rule is a place in the order, with its finder.

use crate::model::Technique;
use crate::model::visit::Visitor;
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// How hard a puzzle is in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Singles only, score up to 800.
    Easy,
    /// Locked candidates and small sets, score up to 1000.
    Medium,
    /// Score up to 1600.
    Hard,
    /// Score up to 1800.
    Unfair,
    /// All others.
    Extreme,
}

impl Level {
    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Unfair => "Unfair",
            Self::Extreme => "Extreme",
        }
    }

    /// The greatest score of a puzzle of this level.
    pub const fn greatest(self) -> u32 {
        match self {
            Self::Easy => 800,
            Self::Medium => 1000,
            Self::Hard => 1600,
            Self::Unfair => 1800,
            Self::Extreme => u32::MAX,
        }
    }

    /// This level, or the next one whose greatest score is not below the score.
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

/// A place in the order of the techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number that orders the techniques.
    pub index: u16,
    /// The level of puzzles that need it.
    pub level: Level,
    /// What each step adds to the score.
    pub score: u32,
    /// Whether the default options use it.
    pub enabled: bool,
    /// What is searched for at this place; the first stands for all.
    pub techniques: &'static [Technique],
}

/// Which of HoDoKu's two sets of options holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// Those for solving, which the scale uses.
    Solve,
    /// The wider ones for listing all steps.
    All,
}

/// On how much of the grid a pattern of a technique rests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Span {
    /// The places of one digit.
    Digit,
    /// The candidates of one house, or of two.
    House,
    /// More than that.
    Grid,
}

/// Reports uses of a technique, the one that the scale applies first in front. A finder of several techniques may report
/// all of them.
pub(crate) type Find = fn(&View<'_>, Technique, Scope, Visitor<'_>) -> ControlFlow<()>;

/// Techniques that HoDoKu searches for together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    pub(crate) techniques: &'static [Technique],
    pub(crate) span: Span,
    pub(crate) find: Find,
    /// The place in the order; `None` for what is only listed.
    pub(crate) entry: Option<Entry>,
}

impl Rule {
    /// A rule without a place in the order.
    pub(crate) const fn new(techniques: &'static [Technique], span: Span, find: Find) -> Self {
        Self { techniques, span, find, entry: None }
    }

    /// With a place in the order, on by default.
    pub(crate) const fn at(self, index: u16, level: Level, score: u32) -> Self {
        Self {
            entry: Some(Entry { index, level, score, enabled: true, techniques: self.techniques }),
            ..self
        }
    }

    /// With a place in the order, off by default.
    pub(crate) const fn off(self, index: u16, level: Level, score: u32) -> Self {
        Self {
            entry: Some(Entry { index, level, score, enabled: false, techniques: self.techniques }),
            ..self
        }
    }
}
