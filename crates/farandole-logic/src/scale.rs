//! The rating scales, and ratings on any of them.

use crate::cancel::Limited;
use crate::model::{PathOutcome, State};
use crate::rating::Numbers;
use crate::whips::Kind;
use crate::{hodoku, own, se, whips};

/// A rating scale of classic puzzles. Minutes are also defined for variants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scale {
    /// Sudoku Explainer: ER, EP and ED.
    Se,
    /// HoDoKu: score and level.
    Hodoku,
    /// The W rating of Berthier: the length of the longest whip.
    W,
    /// The B rating of Berthier: the length of the longest braid.
    B,
    /// The expected minutes of an experienced solver.
    Minutes,
}

impl Scale {
    /// Every scale. The first two have an order of techniques.
    pub const ALL: [Self; 5] = [Self::Se, Self::Hodoku, Self::W, Self::B, Self::Minutes];

    /// The names of the scales, in the order of [`Scale::ALL`].
    pub const NAMES: [&'static str; 5] = ["se", "hodoku", "w", "b", "minutes"];

    /// Returns the stable name, for programs.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns the scale with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scale| scale.name() == name)
    }

    /// Returns the version of the program, book or model that defines the scale.
    pub const fn version(self) -> &'static str {
        ["1.2.1", "2.2", "3", "3", "1"][self as usize]
    }

    /// Describes the scale in a few words.
    pub const fn summary(self) -> &'static str {
        [
            "Sudoku Explainer 1.2.1: ER EP ED",
            "HoDoKu 2.2: score and level",
            "Length of the longest whip",
            "Length of the longest braid",
            "Expected minutes of an experienced solver",
        ][self as usize]
    }

    /// Returns the scale with a limit on the work, or without a limit.
    ///
    /// The unit of the work is an assertion visited by searches for chains (Sudoku Explainer), a
    /// search for a technique (HoDoKu, minutes), or a partial chain (W and B).
    pub fn within(self, budget: Option<u64>) -> ScaleBudget {
        ScaleBudget { scale: self, work: budget.unwrap_or(u64::MAX) }
    }
}

/// A scale with a limit on the work of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScaleBudget {
    /// The scale.
    pub scale: Scale,
    /// Maximum amount of work, in the unit of the scale; `u64::MAX` for no limit.
    pub work: u64,
}

impl From<Scale> for ScaleBudget {
    fn from(scale: Scale) -> Self {
        scale.within(None)
    }
}

impl ScaleBudget {
    /// Rates a state without changing it. Brute force, the last technique of HoDoKu, takes digits
    /// from `solution` (81 digits, row-major).
    pub fn rate(
        limits: Limited<'_, Self>,
        state: &State,
        solution: Option<&[u8; 81]>,
    ) -> (PathOutcome, Numbers) {
        let Limited { budget: Self { scale, work }, observer } = limits;
        let chains = |kind| {
            let budget = whips::Budget { partial: work, ..whips::Budget::NONE };
            let rating = whips::rate(state, kind, Limited { budget, observer });
            (rating.outcome, Numbers::Chains { kind, length: rating.length, steps: rating.steps })
        };
        match scale {
            Scale::Se => {
                let budget = se::Budget { visits: work, ..se::Budget::NONE };
                let rating = se::rate(state, Limited { budget, observer });
                (rating.outcome, rating.into())
            }
            Scale::Hodoku => {
                let budget = hodoku::Budget { searches: work, ..hodoku::Budget::NONE };
                let rating = hodoku::rate(state, solution, Limited { budget, observer });
                (rating.outcome, rating.into())
            }
            Scale::W => chains(Kind::Whip),
            Scale::B => chains(Kind::Braid),
            Scale::Minutes => {
                let own::Timed { minutes, outcome, steps, technique } =
                    own::time(state, Limited { budget: work, observer });
                (outcome, Numbers::Minutes { minutes, steps, hardest: technique })
            }
        }
    }
}

impl Numbers {
    /// Returns the scale.
    pub const fn scale(&self) -> Scale {
        match self {
            Self::Se { .. } => Scale::Se,
            Self::Hodoku { .. } => Scale::Hodoku,
            Self::Chains { kind: Kind::Whip, .. } => Scale::W,
            Self::Chains { kind: Kind::Braid, .. } => Scale::B,
            Self::Minutes { .. } => Scale::Minutes,
        }
    }
}
