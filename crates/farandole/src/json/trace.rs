//! Steps of a search in JSON.

use super::SCHEMA;
use crate::variant::{cell_names, source_text, traced_cell, values_of};
use farandole_puzzle::variant::Variant;
use farandole_solve::{CspReport, End, TraceKind, TraceStep};
use serde::Serialize;
use std::collections::BTreeMap;

/// A step of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JsonTraceStep {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The number of the step, from 1.
    pub step: u64,
    /// Number of guesses in effect.
    pub depth: usize,
    /// `guess`, `back`, `placed`, `removed`, `contradiction` or `solution`.
    pub kind: &'static str,
    /// The cell of a guess or of a placed value, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
    /// The value of a guess or placement. For a contradiction in a house, the value that has no
    /// cell left there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<u8>,
    /// The constraints, houses and sums responsible for the step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
    /// The eliminated values, by cell.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub removed: BTreeMap<String, Vec<u8>>,
    /// The remaining values of each cell, by the name of the cell, on request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<BTreeMap<String, Vec<u8>>>,
}

impl JsonTraceStep {
    /// Converts a step of the search for a variant, without candidates.
    pub fn new(variant: &Variant, step: &TraceStep<'_>) -> Self {
        let (kind, cell, value) = match step.kind {
            TraceKind::Guess { cell, value } => ("guess", Some(cell), Some(value)),
            TraceKind::Backtrack { cell, value } => ("back", Some(cell), Some(value)),
            TraceKind::Placed { cell, value } => ("placed", Some(cell), Some(value)),
            TraceKind::Contradiction { value } => ("contradiction", None, value),
            TraceKind::Solution => ("solution", None, None),
            _ => ("removed", None, None),
        };
        let values = variant.board().values();
        let eliminated =
            |&(cell, mask): &(usize, u16)| (traced_cell(variant, cell), values.values_of(mask).collect());
        Self {
            schema: SCHEMA,
            step: step.number,
            depth: step.depth,
            kind,
            cell: cell.map(|cell| traced_cell(variant, cell)),
            value,
            sources: step.sources().iter().map(|source| source_text(variant, source)).collect(),
            removed: step.removed.iter().map(eliminated).collect(),
            candidates: None,
        }
    }

    /// Adds the remaining values of each cell.
    pub fn with_candidates(self, variant: &Variant, step: &TraceStep<'_>) -> Self {
        let masks: Vec<u64> = step.masks.iter().copied().map(u64::from).collect();
        let left = cell_names(variant).into_iter().zip(values_of(variant, &masks));
        Self { candidates: Some(left.filter(|(_, values)| !values.is_empty()).collect()), ..self }
    }
}

/// The end of a search whose steps were logged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JsonTraceEnd {
    /// [`SCHEMA`].
    pub schema: u32,
    /// `exhausted`, `limit`, `budget` or `stopped`.
    pub end: &'static str,
    /// The number of the last step.
    pub steps: u64,
    /// Number of solutions found.
    pub solutions: u64,
    /// Number of search nodes.
    pub nodes: u64,
}

impl JsonTraceEnd {
    /// Returns the end of a search with this many steps.
    pub fn new(report: &CspReport, steps: u64) -> Self {
        let end = match report.end {
            End::Exhausted => "exhausted",
            End::LimitReached => "limit",
            End::BudgetSpent => "budget",
            End::Stopped | End::Cancelled => "stopped",
        };
        let (solutions, nodes) = (report.solutions, report.counters.nodes);
        Self { schema: SCHEMA, end, steps, solutions, nodes }
    }
}
