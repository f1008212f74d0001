//! Operations about steps: hints and solution paths, each step with its drawing.

use super::pictures::{Part, parts};
use crate::answer::{Answer, Refusal};
use crate::board::Board;
use crate::puzzle::Puzzle;
use farandole::Scale;
use farandole::json;
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{Found, Hint, Path, Reach};
use farandole_draw::Pattern;
use serde::{Deserialize, Serialize};

/// How much a hint reveals.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DepthName {
    Where,
    What,
    #[default]
    Why,
}

/// A difficulty scale.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ScaleName {
    #[default]
    Se,
    Hodoku,
}

/// The number of steps that a hint lists.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ReachName {
    #[default]
    First,
    Easiest,
}

/// A request for steps. Variants have no scale.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepRequest {
    pub(crate) board: Board,
    #[serde(default)]
    depth: DepthName,
    #[serde(default)]
    scale: ScaleName,
    #[serde(default)]
    reach: ReachName,
    /// Budget of the search for steps.
    #[serde(default)]
    pub(crate) budget: Option<u64>,
    /// Budget of the search for mistakes in a variant, which precedes the search for steps.
    #[serde(default)]
    pub(crate) check: Option<u64>,
}

impl StepRequest {
    pub(crate) const fn depth(&self) -> Depth {
        match self.depth {
            DepthName::Where => Depth::Where,
            DepthName::What => Depth::What,
            DepthName::Why => Depth::Why,
        }
    }

    pub(crate) const fn reach(&self) -> Reach {
        match self.reach {
            ReachName::First => Reach::First,
            ReachName::Easiest => Reach::Easiest,
        }
    }

    /// Returns the scale with the budget. The unit is that of the option `--budget` of the command
    /// line.
    pub(crate) fn scale(&self) -> Scale {
        self.scale.with(self.budget)
    }
}

impl ScaleName {
    /// Returns the scale with a budget.
    pub(crate) fn with(self, budget: Option<u64>) -> Scale {
        match self {
            Self::Se => Scale::se(budget),
            Self::Hodoku => Scale::hodoku(budget),
        }
    }
}

/// The drawing of a step, with the grid that it applies to.
#[derive(Serialize)]
pub(crate) struct Drawing {
    /// The digits before the step; 0 for empty cells.
    digits: Vec<u8>,
    /// The candidates before the step; 0 for cells with a digit.
    sets: Vec<u64>,
    /// The cells of its houses and constraints, below the lines of the grid.
    below: Vec<Part>,
    /// Its candidates and links, above all others.
    above: Vec<Part>,
}

impl Drawing {
    pub(crate) fn new(digits: Vec<u8>, sets: Vec<u64>, pattern: &Pattern) -> Self {
        Self { digits, sets, below: parts(&pattern.below), above: parts(&pattern.above) }
    }
}

/// The answer to a request for a hint or a path, with the drawing of each step. A hint that does not
/// reveal its steps has no drawings.
#[derive(Serialize)]
struct Drawn<T> {
    #[serde(flatten)]
    told: T,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    drawings: Vec<Drawing>,
}

fn told<P: Puzzle>(hint: &Hint, depth: Depth) -> Answer {
    let drawings = match &hint.found {
        Found::Steps { steps, .. } if depth == Depth::Why => steps.iter().filter_map(P::drawing).collect(),
        _ => Vec::new(),
    };
    Answer::json(&Drawn { told: json::Hint::new(hint, depth), drawings })
}

pub(crate) fn hint<P: Puzzle>(puzzle: &P, request: &StepRequest) -> Result<Answer, Refusal> {
    Ok(told::<P>(&puzzle.hint(request)?, request.depth()))
}

pub(crate) fn explain<P: Puzzle>(puzzle: &P, request: &StepRequest) -> Result<Answer, Refusal> {
    Ok(match puzzle.explain(request)? {
        Ok(path) => {
            let Path { steps, .. } = &path;
            let drawings = steps.iter().filter_map(P::drawing).collect();
            Answer::json(&Drawn { told: json::Path::from(&path), drawings })
        }
        Err(problems) => told::<P>(&problems, Depth::Why),
    })
}
