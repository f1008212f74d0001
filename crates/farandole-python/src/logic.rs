//! Hints, solution paths and ratings of one grid, in the JSON form of the command line.

use crate::error;
use crate::interrupt::{abandonable, briefly};
use farandole::hint::{Position, ToPosition, solutions_of};
use farandole::json::{Hint, JsonRating, Path, Step, Verdict};
use farandole::logic::cancel::{Limited, until};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{Guide, Reach};
use farandole::logic::own::{self, Order, OrderError};
use farandole::logic::{Scale, ScaleBudget};
use farandole::verdict::{Judge, Limits};
use farandole::{Config, Error, Rating};
use farandole_draw::{Theme, position_scene, step_scene, svg};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::to_string;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// Returns the scale with this name.
pub(crate) fn scale_of(name: &str) -> PyResult<Scale> {
    Scale::by_name(name).ok_or_else(|| error::unknown("scale", name, &Scale::NAMES))
}

/// Returns the guide of hints and paths with this name and budget. An order or exclusions require
/// the scale of Farandole.
fn guide_of<'a>(name: &str, order: &'a Order, is_default: bool, budget: Option<u64>) -> PyResult<Guide<'a>> {
    if name == "farandole" {
        return Ok(Guide::own(order, budget));
    }
    match Scale::by_name(name).and_then(|scale| Guide::of(scale, budget)) {
        Some(guide) if is_default => Ok(guide),
        Some(_) => Err(PyValueError::new_err(
            "order and without: expected the scale \"farandole\"; the order of others is fixed",
        )),
        None => Err(error::unknown("scale", name, &["farandole", "se", "hodoku"])),
    }
}

/// Returns the order of the given technique ids, one per line, without the excluded ones, which are
/// separated by commas.
fn order_of((order, without): &(Option<String>, Option<String>)) -> PyResult<Order> {
    let misfit = |error: OrderError| PyValueError::new_err(error.to_string());
    let order = order.as_deref().map_or_else(|| Ok(Order::default()), Order::parse).map_err(misfit)?;
    order.without(without.as_deref().unwrap_or_default()).map_err(misfit)
}

/// Budgets of a brief rating, in the order of [`Scale::ALL`]: visits of chains, searches for a
/// technique, partial chains, and searches for a technique.
const BRIEF: [u64; 5] = [50_000, 300, 5_000, 5_000, 300];

/// Returns the scale with the budget of a brief rating. The flag is true if the brief budget is
/// below the requested one. In that case, a rating that exceeds it is still undecided.
pub(crate) fn brief_scale(scale: Scale, budget: Option<u64>) -> (ScaleBudget, bool) {
    let most = BRIEF[scale as usize];
    let budget = budget.unwrap_or(u64::MAX);
    (scale.within(Some(budget.min(most))), budget > most)
}

fn position_of(text: &str) -> PyResult<Position> {
    text.to_position().map_err(|error| error::of_puzzle(&error, None))
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
    techniques: (Option<String>, Option<String>),
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
    let (position, is_default) = (position_of(text)?, techniques == (None, None));
    let techniques = order_of(&techniques)?;
    guide_of(scale, &techniques, is_default, budget)?;
    let scale = scale.to_owned();
    let hint = abandonable(py, move |stop| {
        let solutions = solutions_of(&position, &Config::default(), Some(stop))?;
        let watch = until(stop);
        let guide = guide_of(&scale, &techniques, is_default, budget)
            .unwrap_or_else(|_| Guide::own(&techniques, budget));
        let limits = Limited { budget: guide, observer: Some(&watch) };
        Ok(Hint::new(&position.hint(&solutions, reach, limits), depth))
    })?;
    json(&hint.map_err(|error: Error| error::of_puzzle(&error, None))?)
}

/// Judges moves in a grid, each as JSON.
#[pyfunction]
pub(crate) fn judge(
    py: Python<'_>,
    text: &str,
    moves: &str,
    techniques: (Option<String>, Option<String>),
    most: Option<f64>,
    budget: Option<u64>,
) -> PyResult<Vec<String>> {
    let (position, techniques) = (position_of(text)?, order_of(&techniques)?);
    let claims = position.moves(moves).map_err(|error| PyValueError::new_err(format!("moves: {error}")))?;
    let verdicts = abandonable(py, move |stop| {
        let judge = Judge::new(position, &Config::default(), Some(stop))?;
        let config = own::Config { order: &techniques, searches: budget.unwrap_or(u64::MAX) };
        let most = most.unwrap_or_else(|| judge.position().usual_difficulty());
        let watch = until(stop);
        let limits = Limited { budget: Limits { config, most }, observer: Some(&watch) };
        let verdict = |claim| Ok(Verdict::new(judge.position(), &judge.verdict(claim, limits, Some(stop))?));
        claims.into_iter().map(verdict).collect::<Result<Vec<_>, Error>>()
    })?;
    let verdicts = verdicts.map_err(|error: Error| error::of_puzzle(&error, None))?;
    verdicts.iter().map(json).collect()
}

/// Returns the solution path from a grid as JSON, or the mistakes in the grid if it has no path.
#[pyfunction]
pub(crate) fn explain(
    py: Python<'_>,
    text: &str,
    scale: &str,
    techniques: (Option<String>, Option<String>),
    budget: Option<u64>,
) -> PyResult<String> {
    let (position, is_default) = (position_of(text)?, techniques == (None, None));
    let techniques = order_of(&techniques)?;
    guide_of(scale, &techniques, is_default, budget)?;
    let scale = scale.to_owned();
    let path = abandonable(py, move |stop| {
        let solutions = solutions_of(&position, &Config::default(), Some(stop))?;
        let going = |_: &_| match stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let watch = until(stop);
        let guide = guide_of(&scale, &techniques, is_default, budget)
            .unwrap_or_else(|_| Guide::own(&techniques, budget));
        let limits = Limited { budget: guide, observer: Some(&watch) };
        Ok(match position.explain(&solutions, limits, going) {
            Ok(path) => to_string(&Path::from(&path)),
            Err(problems) => to_string(&Hint::new(&problems, Depth::Why)),
        })
    })?;
    let path = path.map_err(|error: Error| error::of_puzzle(&error, None))?;
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
    let scale = scale_of(scale)?;
    let (brief, is_open) = brief_scale(scale, budget);
    let rating = match briefly(py, |stop| farandole::rating::rate_until(brief, &text, stop)) {
        Ok(Rating::GaveUp(_)) if is_open => {
            abandonable(py, move |stop| farandole::rating::rate_until(scale.within(budget), &text, stop))?
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

/// Draws a grid as SVG, with a step (as JSON) if there is one.
#[pyfunction]
pub(crate) fn draw(state: &str, step: Option<&str>, caption: String) -> PyResult<String> {
    let position = position_of(state)?;
    let scene = match step {
        None => position_scene(&position, &caption),
        Some(text) => {
            let step: Step = serde_json::from_str(text).map_err(error::misfit)?;
            let step = step.in_position(&position);
            step.map(|step| step_scene(&step, &caption))
        }
    };
    let scene = scene.ok_or_else(|| {
        error::misfit(if matches!(&position, Position::Classic(grid) if grid.state().is_none()) {
            "two peers have the same digit"
        } else {
            "the step contains unknown names"
        })
    })?;
    Ok(svg::write(&scene, Theme::Light))
}
