//! The numbers of a rating, on the scale of Sudoku Explainer, HoDoKu or Berthier, or in minutes.

use crate::minutes::Minutes;
use crate::model::Technique;
use crate::{hodoku, se, variant, whips};
use core::fmt;

/// The numbers of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// A rating on the scale of Sudoku Explainer, in tenths.
    Se {
        /// The greatest difficulty of all steps.
        er: se::Tenths,
        /// The greatest difficulty up to the first digit placed.
        ep: se::Tenths,
        /// The difficulty of the first step.
        ed: se::Tenths,
        /// Number of steps.
        steps: u32,
        /// The technique of the first step with the greatest difficulty, if there is a step.
        hardest: Option<Technique>,
    },
    /// A rating on the scale of HoDoKu.
    Hodoku {
        /// The sum of the scores of all steps.
        score: u32,
        /// The level.
        level: hodoku::Level,
        /// Number of steps.
        steps: u32,
        /// The technique of the first step that has the highest level and, within it, the greatest
        /// score, if there is a step.
        hardest: Option<Technique>,
    },
    /// A W or B rating of Berthier.
    Chains {
        /// The kind of chains.
        kind: whips::Kind,
        /// The length of the longest chain, or 0 if singles are enough.
        length: u8,
        /// Number of steps.
        steps: u32,
    },
    /// The expected time of an experienced solver.
    Minutes {
        /// The time.
        minutes: Minutes,
        /// Number of steps.
        steps: u32,
        /// For classic puzzles, the technique of the first step with the greatest difficulty, if singles are not
        /// enough.
        hardest: Option<Technique>,
    },
}

impl From<se::Rating> for Numbers {
    fn from(rating: se::Rating) -> Self {
        let se::Rating { er, ep, ed, steps, hardest, .. } = rating;
        // If the rating ended before the first placement, the greatest difficulty so far is a lower
        // bound of EP.
        Self::Se { er, ep: if ep == 0 { er } else { ep }, ed, steps, hardest }
    }
}

impl From<hodoku::Rating> for Numbers {
    fn from(rating: hodoku::Rating) -> Self {
        let hodoku::Rating { score, level, steps, hardest, .. } = rating;
        Self::Hodoku { score, level, steps, hardest }
    }
}

impl From<variant::Rating> for Numbers {
    fn from(rating: variant::Rating) -> Self {
        Self::Minutes { minutes: rating.minutes, steps: rating.steps, hardest: None }
    }
}

impl Numbers {
    /// Returns the number of steps.
    pub const fn steps(&self) -> u32 {
        match self {
            Self::Se { steps, .. }
            | Self::Hodoku { steps, .. }
            | Self::Chains { steps, .. }
            | Self::Minutes { steps, .. } => *steps,
        }
    }

    /// Returns the hardest technique on the solution path.
    pub const fn hardest(&self) -> Option<Technique> {
        match self {
            Self::Se { hardest, .. } | Self::Hodoku { hardest, .. } | Self::Minutes { hardest, .. } => {
                *hardest
            }
            Self::Chains { length: 0, .. } => None,
            Self::Chains { kind, .. } => Some(kind.technique()),
        }
    }
}

impl fmt::Display for Numbers {
    /// Writes `ER EP ED`, the score and the level, the letter and the length, or the minutes with their range and
    /// a word. In the alternate form, for lower bounds, the minutes have no range.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Se { er, ep, ed, .. } => {
                let [er, ep, ed] = [er, ep, ed].map(|tenths| f64::from(*tenths) / 10.0);
                write!(f, "{er:.1} {ep:.1} {ed:.1}")
            }
            Self::Hodoku { score, level, .. } => write!(f, "{score} {}", level.name()),
            Self::Chains { kind, length, .. } => write!(f, "{}{length}", kind.letter()),
            Self::Minutes { minutes, .. } => minutes.fmt(f),
        }
    }
}
