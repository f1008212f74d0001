//! Verdicts on moves as serializable types.

use super::{HintStep, Problem, SCHEMA};
use crate::explain::english::Depth;
use crate::explain::verdict::claim;
use crate::hint::{self, Position, Reason};
use serde::{Deserialize, Serialize};

/// A verdict on a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The move, as `r1c2=5` or `r1c2<>5`.
    #[serde(rename = "move")]
    pub claim: String,
    /// `justified`, `not-yet-justified`, `contradicts`, `undecided`, `no-solution` or `unknown`.
    pub verdict: String,
    /// The greatest difficulty of the steps, on Farandole's scale or that of variants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<f64>,
    /// The values of the cell in the known solutions, at most two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<u8>,
    /// English text, with the steps.
    pub text: String,
    /// The steps that show the move, or that refute it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<HintStep>,
    /// The problems of a position without solutions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub troubles: Vec<Problem>,
}

impl Verdict {
    /// Converts a verdict on a move in this position.
    pub fn new(position: &Position, verdict: &hint::Verdict) -> Self {
        let steps = match &verdict.reason {
            Some(Reason::Steps(steps)) => &steps[..],
            _ => &[],
        };
        let variant = position.variant_texts();
        Self {
            schema: SCHEMA,
            claim: claim(position, verdict.claim),
            verdict: verdict.ruling.name().to_owned(),
            difficulty: verdict.difficulty,
            values: verdict.values.clone(),
            text: verdict.text(position),
            steps: steps.iter().map(|step| HintStep::new(step, Depth::Why)).collect(),
            troubles: verdict.problems.iter().map(|it| Problem::new(variant, it, Depth::Why)).collect(),
        }
    }
}
