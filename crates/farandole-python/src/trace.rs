//! The steps of the search for a variant, in the JSON form of the command line.

use crate::error;
use crate::interrupt::abandonable;
use crate::logic::to_json;
use farandole::engines::Config;
use farandole::json::{JsonTraceEnd, JsonTraceStep};
use farandole::variant::{Variant, VariantTracer, step_text};
use pyo3::prelude::*;
use std::ops::ControlFlow;

/// The requested steps, and the limits of the search.
#[derive(FromPyObject)]
pub(crate) struct TraceRequest {
    /// The 1-based number of the first step.
    start: u64,
    /// Maximum number of steps; no limit if absent.
    steps: Option<u64>,
    /// Maximum number of solutions; no limit if absent.
    limit: Option<u64>,
    /// Budget in nodes.
    budget: Option<u64>,
    /// True if each step includes the candidates after it.
    candidates: bool,
}

/// Steps, each as a JSON object and in words, and the outcome of the search.
pub(crate) type Steps = (Vec<(String, String)>, String);

/// Returns the requested steps of the search for a variant.
pub(crate) fn trace(py: Python<'_>, variant: Variant, request: TraceRequest) -> PyResult<Steps> {
    let last = request.steps.map_or(u64::MAX, |steps| (request.start - 1).saturating_add(steps));
    let most = u64::MAX;
    abandonable(py, move |stop| {
        let tracer =
            VariantTracer::new(&variant).map_err(|unknown| error::of_puzzle(&unknown.into(), None))?;
        let config = Config {
            limit: request.limit.unwrap_or(most),
            budget: request.budget.unwrap_or(most),
            cancel: Some(stop),
            ..Config::default()
        };
        let (mut steps, mut number) = (Vec::new(), 0);
        let report = tracer.run(&config, &mut |step| {
            if step.number > last {
                return ControlFlow::Break(());
            }
            number = step.number;
            if number >= request.start {
                let form = JsonTraceStep::new(&variant, step);
                let form = if request.candidates { form.with_candidates(&variant, step) } else { form };
                steps.push((to_json(&form), step_text(&variant, step)));
            }
            ControlFlow::Continue(())
        });
        let steps: PyResult<Vec<_>> = steps.into_iter().map(|(form, text)| Ok((form?, text))).collect();
        Ok((steps?, to_json(&JsonTraceEnd::new(&report, number))?))
    })?
}
