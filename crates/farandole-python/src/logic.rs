//! Hints, solution paths and ratings of one grid, in the JSON of the command line.

use crate::error;
use crate::interrupt::{abandonable, briefly};
use farandole::json::{Advice, JsonRating, Path, Step};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{Reach, Solutions, advise};
use farandole::logic::{UserGrid, hodoku, se};
use farandole::{Rating, Scale, ToUserGrid, sheet_solutions};
use farandole_draw::{Theme, captioned, svg};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::to_string;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// Returns the scale with this name and budget.
pub(crate) fn scale_of(name: &str, budget: Option<u64>) -> PyResult<Scale> {
    let budget = budget.unwrap_or(u64::MAX);
    match name {
        "se" => Ok(Scale::Se(se::Budget { visits: budget, ..se::Budget::NONE })),
        "hodoku" => Ok(Scale::Hodoku(hodoku::Budget { searches: budget, ..hodoku::Budget::NONE })),
        _ => Err(error::unknown("scale", name, &["se", "hodoku"])),
    }
}

/// Budget of a brief rating: visits of chains for Sudoku Explainer, then searches for HoDoKu.
const VISITS: u64 = 50_000;
const SEARCHES: u64 = 300;

/// Returns the scale with the budget of a brief rating. The flag is true if the brief budget is
/// below the requested one, so that a rating that was given up remains undecided.
pub(crate) fn brief_scale(name: &str, budget: Option<u64>) -> PyResult<(Scale, bool)> {
    let most = if name == "se" { VISITS } else { SEARCHES };
    let budget = budget.unwrap_or(u64::MAX);
    Ok((scale_of(name, Some(budget.min(most)))?, budget > most))
}

fn sheet_of(text: &str) -> PyResult<UserGrid> {
    text.to_user_grid().map_err(|error| error::of_puzzle(&error, None))
}

/// Serializes a value as JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> PyResult<String> {
    to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Returns the next step from a grid, or the mistakes in it, as JSON.
#[pyfunction]
pub(crate) fn hint(
    py: Python<'_>,
    text: &str,
    scale: &str,
    depth: &str,
    every: bool,
    budget: Option<u64>,
) -> PyResult<String> {
    let depth = match depth {
        "where" => Depth::Where,
        "what" => Depth::What,
        "why" => Depth::Why,
        _ => return Err(error::unknown("depth", depth, &["where", "what", "why"])),
    };
    let reach = if every { Reach::Easiest } else { Reach::First };
    let (sheet, scale) = (sheet_of(text)?, scale_of(scale, budget)?);
    let advice = abandonable(py, move |_| {
        let advice = advise(&sheet, &sheet_solutions(&sheet), reach, scale);
        Advice::new(&sheet, &advice, depth, scale)
    })?;
    json(&advice)
}

/// Returns the solution path from a grid as JSON, or the mistakes in the grid if it has no path.
#[pyfunction]
pub(crate) fn explain(py: Python<'_>, text: &str, scale: &str, budget: Option<u64>) -> PyResult<String> {
    let (sheet, scale) = (sheet_of(text)?, scale_of(scale, budget)?);
    let path = abandonable(py, move |stop| {
        let solutions = sheet_solutions(&sheet);
        let going =
            || if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let (Some(state), Solutions::One(solution)) = (sheet.state(), &solutions) else {
            let advice = advise(&sheet, &solutions, Reach::First, scale);
            return to_string(&Advice::new(&sheet, &advice, Depth::Why, scale));
        };
        to_string(&match scale {
            Scale::Se(budget) => {
                let mut steps = Vec::new();
                let rating = se::explain_each(&state, budget, |tenths, step| {
                    steps.push((tenths, step));
                    going()
                });
                Path::se(&state, rating, &steps)
            }
            Scale::Hodoku(budget) => {
                let mut steps = Vec::new();
                let rating = hodoku::explain_each(&state, Some(solution), budget, |step| {
                    steps.push(step);
                    going()
                });
                Path::hodoku(&state, rating, &steps)
            }
        })
    })?;
    path.map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Rates one puzzle. Returns its status, its rating in words, and its rating as JSON if there is
/// one.
#[pyfunction]
pub(crate) fn rate_one(
    py: Python<'_>,
    text: String,
    scale: &str,
    budget: Option<u64>,
) -> PyResult<(&'static str, String, Option<String>)> {
    let (name, scale) = (scale, scale_of(scale, budget)?);
    let (brief, is_open) = brief_scale(name, budget)?;
    let rating = match briefly(py, |stop| farandole::rate_until(brief, &text, stop)) {
        Ok(Rating::GaveUp(_)) if is_open => {
            abandonable(py, move |stop| farandole::rate_until(scale, &text, stop))?
        }
        rating => rating,
    };
    let rating = rating.map_err(|error| error::of_puzzle(&error, None))?;
    let bound = match rating {
        Rating::Rated(_) => farandole::json::Bound::Exact,
        _ => farandole::json::Bound::Lower,
    };
    let numbers = rating.numbers().map(|numbers| json(&JsonRating::new(numbers, bound, budget)));
    Ok((rating.status().name(), rating.to_string(), numbers.transpose()?))
}

/// Draws a grid as SVG, with a step if there is one (as JSON).
#[pyfunction]
pub(crate) fn draw(state: &str, step: Option<&str>, caption: String) -> PyResult<String> {
    let sheet = sheet_of(state)?;
    let state = sheet.state().ok_or_else(|| error::misfit("two peers have the same digit"))?;
    let step = match step {
        None => None,
        Some(text) => {
            let step: Step = serde_json::from_str(text).map_err(error::misfit)?;
            Some(step.deduction().ok_or_else(|| error::misfit("the step contains unknown names"))?)
        }
    };
    Ok(svg::write(&captioned(&(&state, step.as_ref(), caption)), Theme::Light))
}
