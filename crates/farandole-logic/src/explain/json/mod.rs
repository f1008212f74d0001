//! Explanations as serializable types, for JSON. This is the only module that uses serde (feature
//! `serde`).
//!
//! Identifiers of techniques, roles, states and problems are stable. While [`SCHEMA`] stays the
//! same, fields are only added. Cells are `r1c1`, candidates `r1c1=5`, houses `row 1`, `column 1`,
//! `box 1`. Difficulties are decimal numbers (7.2), not tenths.

mod step;
mod verdict;

pub use step::{Inference, PathNode, PatternCandidate, Step};
pub use verdict::Verdict;

use super::english::{self as en, Depth};
use super::hints;
use crate::hint::{self, Found, PathRating, Texts};
use crate::se::Tenths;
use serde::{Deserialize, Serialize};

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// A step of a solution path, with its text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PathStep {
    /// The number of the step, from 1.
    pub number: usize,
    /// The difficulty on the scale of the path.
    pub difficulty: f64,
    /// The grid before the step, as printed by [`UserGrid`](crate::UserGrid).
    pub state: String,
    /// English text: the technique, its effect and why it holds.
    pub text: String,
    /// The step as data.
    #[serde(flatten)]
    pub step: Step,
}

/// A complete solution path.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Path {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The rating scale: `farandole`, `se` or `hodoku`; `order` for a variant.
    pub scale: String,
    /// The version of the program that defines the scale.
    pub scale_version: String,
    /// The initial grid, as printed by [`UserGrid`](crate::UserGrid).
    pub puzzle: String,
    /// `solved`, `stuck`, `no-solution` or `gave-up`. Unless it is `solved`, the ratings are lower
    /// bounds.
    pub outcome: String,
    /// On the scale of Sudoku Explainer, the greatest difficulty of any step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub er: Option<f64>,
    /// On the scale of Sudoku Explainer, the greatest difficulty up to the first placement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ep: Option<f64>,
    /// On the scale of Sudoku Explainer, the difficulty of the first step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ed: Option<f64>,
    /// On the scale of HoDoKu, the sum of the scores of all steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// On the scale of HoDoKu, the level: `Easy`, `Medium`, `Hard`, `Unfair` or `Extreme`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// On the scale of Farandole, the greatest difficulty of any step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hardest: Option<u16>,
    /// On the scale of Farandole, the sum of the difficulties of all steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u32>,
    /// The steps, in order.
    pub steps: Vec<PathStep>,
}

/// Converts tenths to the usual decimal number, for example 72 to 7.2.
pub fn quoted(tenths: Tenths) -> f64 {
    f64::from(tenths) / 10.0
}

impl From<&hint::Path> for Path {
    fn from(path: &hint::Path) -> Self {
        let steps = path.steps.iter().zip(1..).map(|(step, number)| PathStep {
            number,
            difficulty: match step {
                hint::Step::Classic(step) => step.difficulty.unwrap_or_default(),
                hint::Step::Variant(step) => f64::from(step.deduction.technique as u8 + 1),
            },
            state: step.state_text(),
            text: step.text(Depth::Why),
            step: step.into(),
        });
        let (scale, version) = match path.rating {
            PathRating::Se(_) => ("se", "1.2.1"),
            PathRating::Hodoku(_) => ("hodoku", "2.2"),
            PathRating::Own(_) => ("farandole", "1"),
            PathRating::Variant(_) => ("variant", "1"),
        };
        let converted = Self {
            schema: SCHEMA,
            scale: scale.to_owned(),
            scale_version: version.to_owned(),
            puzzle: path.start.to_string(),
            outcome: path.rating.outcome().id().to_owned(),
            steps: steps.collect(),
            ..Self::default()
        };
        match path.rating {
            PathRating::Se(rating) => {
                let [er, ep, ed] = [rating.er, rating.ep, rating.ed].map(|tenths| Some(quoted(tenths)));
                Self { er, ep, ed, ..converted }
            }
            PathRating::Hodoku(rating) => {
                let level = Some(rating.level.name().to_owned());
                Self { score: Some(rating.score), level, ..converted }
            }
            PathRating::Own(rating) => {
                let (hardest, total) = (Some(rating.hardest), Some(rating.total));
                Self { hardest, total, ..converted }
            }
            PathRating::Variant(_) => converted,
        }
    }
}

/// A problem of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// `clash`, `no-solution`, `several-solutions`, `excluded`, `wrong-digit` or `missing-mark`.
    pub kind: String,
    /// The cells involved. For several solutions, these are the cells in which two of them differ.
    pub cells: Vec<String>,
    /// The digit involved, if there is exactly one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digit: Option<u8>,
    /// English text.
    pub text: String,
}

impl Problem {
    fn new(variant: Option<&dyn Texts>, problem: &hint::Problem, depth: Depth) -> Self {
        let classic = |cells: &[u8]| cells.iter().map(|it| en::cell(*it)).collect();
        let (kind, cells, digit) = match problem {
            hint::Problem::Clash { digit, cells, .. } => ("clash", classic(cells), Some(*digit)),
            hint::Problem::NoSolution { conflict } => {
                // For a variant, the text names the conflicting constraints.
                let cells = if variant.is_some() { &[] } else { &conflict[..] };
                ("no-solution", cells.iter().map(|it| en::cell(*it as u8)).collect(), None)
            }
            hint::Problem::SeveralSolutions { cells } => {
                let names = cells.iter().map(|(cell, _)| hints::cell_name(variant, *cell));
                ("several-solutions", names.collect(), None)
            }
            hint::Problem::Excluded { cell } => {
                let names = cell.iter().map(|cell| hints::cell_name(variant, *cell));
                ("excluded", names.collect(), None)
            }
            hint::Problem::WrongDigit { placed, .. } => {
                ("wrong-digit", classic(&[placed.cell() as u8]), Some(placed.digit()))
            }
            hint::Problem::MissingMark { candidate } => {
                let digit = (depth == Depth::Why).then_some(candidate.digit());
                ("missing-mark", classic(&[candidate.cell() as u8]), digit)
            }
        };
        Self { kind: kind.to_owned(), cells, digit, text: hints::problem(variant, problem, depth) }
    }
}

/// The response to a hint request.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The grid, as printed by [`UserGrid`](crate::UserGrid).
    pub state: String,
    /// `trouble`, `solved`, `steps` or `stuck`.
    pub status: String,
    /// English text if the status is `solved` or `stuck`. Problems and steps have texts of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The problems of the position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<Problem>,
    /// Pencil marks whose digit is already in a peer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stale_marks: Vec<String>,
    /// The next steps, with as much detail as requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<HintStep>,
}

/// A step of a hint.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HintStep {
    /// The difficulty on the requested scale. Omitted at the level of detail `where`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<f64>,
    /// English text.
    pub text: String,
    /// The step as data. Present only at the level of detail `why`.
    #[serde(flatten)]
    pub step: Option<Step>,
}

impl Hint {
    /// Renders the hint at this level of detail.
    pub fn new(hint: &hint::Hint, depth: Depth) -> Self {
        let variant = hint.position.variant_texts();
        let is_end = matches!(hint.found, Found::Solved | Found::Stuck { .. });
        let (status, problems, stale, steps) = match &hint.found {
            Found::Problems(problems) => ("trouble", &problems[..], &[][..], &[][..]),
            Found::Solved => ("solved", &[][..], &[][..], &[][..]),
            Found::Steps { stale, steps } => ("steps", &[][..], &stale[..], &steps[..]),
            Found::Stuck { stale, .. } => ("stuck", &[][..], &stale[..], &[][..]),
        };
        Self {
            schema: SCHEMA,
            state: hint.position.to_string(),
            status: status.to_owned(),
            text: is_end.then(|| hint.text(depth).trim_end().to_owned()),
            troubles: problems.iter().map(|it| Problem::new(variant, it, depth)).collect(),
            stale_marks: stale.iter().map(|mark| mark.candidate.to_string()).collect(),
            steps: steps.iter().map(|step| HintStep::new(step, depth)).collect(),
        }
    }
}

impl HintStep {
    /// Renders a step at this level of detail.
    pub fn new(step: &hint::Step, depth: Depth) -> Self {
        Self {
            difficulty: step.difficulty().filter(|_| depth > Depth::Where),
            text: step.text(depth),
            step: (depth == Depth::Why).then(|| step.into()),
        }
    }
}
