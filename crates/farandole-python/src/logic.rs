//! Hints, solution paths and ratings of one grid, in the JSON form of the command line.

use crate::error;
use crate::interrupt::{self, abandonable, briefly};
use farandole::convert::ToPuzzle;
use farandole::hint::{Position, ToPosition, solutions_of};
use farandole::json::{self, Hint, JsonRating, Path, Step, Verdict};
use farandole::logic::cancel::{Limited, until};
use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{Found, Guide, Reach, Solutions};
use farandole::logic::own::{self, Order, OrderError};
use farandole::logic::{PathOutcome, Scale, ScaleBudget};
use farandole::pipeline::Status;
use farandole::rating::{rate_any, rate_until};
use farandole::search::Alarm;
use farandole::verdict::{Judge, Limits};
use farandole::{Config, Error, Rating};
use farandole_draw::{Theme, position_scene, step_scene, svg};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::to_string;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// Returns the scale with this name.
pub(crate) fn scale_of(name: &str) -> PyResult<Scale> {
    Scale::by_name(name).ok_or_else(|| error::unknown("scale", name, &Scale::NAMES))
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

/// The settings of a search for steps.
struct StepConfig {
    guide: StepGuide,
    budget: Option<u64>,
    time: Option<Duration>,
}

enum StepGuide {
    Own(Order),
    Scale(Scale),
}

/// The ids of the techniques to use, one per line, and those to leave out, separated by commas.
type Techniques = (Option<String>, Option<String>);
/// The budget, and the time limit for each position in seconds.
type StepLimits = (Option<u64>, Option<f64>);

impl StepConfig {
    /// An order or exclusions require the scale of Farandole.
    fn new(scale: &str, techniques: &Techniques, (budget, time): StepLimits) -> PyResult<Self> {
        let order = order_of(techniques)?;
        let guide = match Scale::by_name(scale).filter(|scale| Guide::of(*scale, budget).is_some()) {
            _ if scale == "farandole" => StepGuide::Own(order),
            Some(scale) if *techniques == (None, None) => StepGuide::Scale(scale),
            Some(_) => {
                return Err(PyValueError::new_err(
                    "order and without: expected the scale \"farandole\"; the order of others is fixed",
                ));
            }
            None => return Err(error::unknown("scale", scale, &["farandole", "se", "hodoku"])),
        };
        Ok(Self { guide, budget, time: time.map(Duration::from_secs_f64) })
    }

    fn guide(&self, budget: Option<u64>) -> Guide<'_> {
        match &self.guide {
            StepGuide::Scale(scale) => Guide::of(*scale, budget).expect("the scale has an order"),
            StepGuide::Own(order) => Guide::own(order, budget),
        }
    }

    /// Returns the budget of a brief search if it is below the requested one. Only classic positions have one,
    /// because the solutions of a variant may take long.
    fn brief(&self, position: &Position) -> Option<u64> {
        let scale = match self.guide {
            StepGuide::Scale(scale) => scale,
            StepGuide::Own(_) => Scale::Minutes,
        };
        let most = BRIEF[scale as usize];
        let is_less = self.budget.is_none_or(|budget| budget > most);
        (is_less && matches!(position, Position::Classic(_))).then_some(most)
    }

    /// Finds the solutions of a position, then calls a function with them, the limits of its work, and the flag
    /// that ends it.
    fn run<T>(
        &self,
        position: &Position,
        budget: Option<u64>,
        stop: &AtomicBool,
        work: impl FnOnce(&Solutions, Limited<'_, Guide<'_>>, &dyn Fn() -> ControlFlow<()>) -> T,
    ) -> Result<T, Error> {
        let alarm = Alarm::after(self.time);
        let going = || match stop.load(Ordering::Relaxed) || alarm.is_over() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let solutions = solutions_of(position, &Config::default(), Some(alarm.flag().unwrap_or(stop)))?;
        let observer = |_| going();
        let limits = Limited { budget: self.guide(budget), observer: Some(&observer) };
        Ok(work(&solutions, limits, &going))
    }
}

fn position_of(text: &str) -> PyResult<Position> {
    text.to_position().map_err(|error| error::of_puzzle(&error, None))
}

/// Serializes a value as JSON.
pub(crate) fn to_json(value: &impl serde::Serialize) -> PyResult<String> {
    to_string(value).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Returns the next step from a grid, or the mistakes in it, as JSON.
#[pyfunction]
pub(crate) fn hint(
    py: Python<'_>,
    text: &str,
    scale: &str,
    techniques: Techniques,
    depth: &str,
    every: bool,
    limits: StepLimits,
) -> PyResult<String> {
    let depth = match depth {
        "where" => Depth::Where,
        "what" => Depth::What,
        "why" => Depth::Why,
        _ => return Err(error::unknown("depth", depth, &["where", "what", "why"])),
    };
    let reach = if every { Reach::Easiest } else { Reach::First };
    let (position, config) = (position_of(text)?, StepConfig::new(scale, &techniques, limits)?);
    let next = move |position: &Position, config: &StepConfig, budget, stop: &AtomicBool| {
        config.run(position, budget, stop, |solutions, limits, _| {
            position.clone().hint(solutions, reach, limits)
        })
    };
    let brief = config
        .brief(&position)
        .map(|budget| briefly(py, |stop| next(&position, &config, Some(budget), stop)));
    let hint = match brief {
        Some(Ok(hint)) if !matches!(hint.found, Found::Stuck { .. }) => Ok(hint),
        _ => abandonable(py, move |stop| next(&position, &config, config.budget, stop))?,
    };
    to_json(&Hint::new(&hint.map_err(|error| error::of_puzzle(&error, None))?, depth))
}

/// Judges moves in a grid, each as JSON.
#[pyfunction]
pub(crate) fn judge(
    py: Python<'_>,
    text: &str,
    moves: &str,
    techniques: Techniques,
    most: Option<f64>,
    limits: StepLimits,
) -> PyResult<Vec<String>> {
    let (budget, time) = limits;
    let (position, techniques) = (position_of(text)?, order_of(&techniques)?);
    let claims = position.moves(moves).map_err(|error| PyValueError::new_err(format!("moves: {error}")))?;
    let time = time.map(Duration::from_secs_f64);
    let verdicts = abandonable(py, move |stop| {
        let alarm = Alarm::after(time);
        let stop = alarm.flag().unwrap_or(stop);
        let judge = Judge::new(position, &Config::default(), Some(stop))?;
        let config = own::Config { order: &techniques, searches: budget.unwrap_or(u64::MAX) };
        let most = most.unwrap_or_else(|| judge.position().usual_difficulty());
        let watch = until(stop);
        let limits = Limited { budget: Limits { config, most }, observer: Some(&watch) };
        let verdict = |claim| Ok(Verdict::new(judge.position(), &judge.verdict(claim, limits, Some(stop))?));
        claims.into_iter().map(verdict).collect::<Result<Vec<_>, Error>>()
    })?;
    let verdicts = verdicts.map_err(|error: Error| error::of_puzzle(&error, None))?;
    verdicts.iter().map(to_json).collect()
}

/// Returns the solution path from each grid as JSON, or the mistakes in the grid if it has no path. A grid
/// that cannot be read has an exception in its place.
#[pyfunction]
pub(crate) fn explain<'py>(
    py: Python<'py>,
    texts: Vec<String>,
    scale: &str,
    techniques: Techniques,
    limits: StepLimits,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyList>> {
    let config = StepConfig::new(scale, &techniques, limits)?;
    if let [text] = &texts[..]
        && let Ok(position) = position_of(text)
        && let Some(budget) = config.brief(&position)
    {
        let (path, is_over) = briefly(py, |stop| path_of(&position, &config, Some(budget), stop));
        if is_over {
            return interrupt::list(py, [entry(py, path)?]);
        }
    }
    let threads = interrupt::threads(threads)?.get().min(texts.len().max(1));
    let paths = abandonable(py, move |stop| {
        let found: Vec<OnceLock<_>> = texts.iter().map(|_| OnceLock::new()).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|it| *it < texts.len())
                && !stop.load(Ordering::Relaxed)
            {
                let position = texts[number].to_position();
                let path = position.and_then(|position| path_of(&position, &config, config.budget, stop).0);
                found[number].get_or_init(|| path);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        found.into_iter().filter_map(OnceLock::into_inner).collect::<Vec<_>>()
    })?;
    interrupt::list(py, paths.into_iter().map(|path| entry(py, path)).collect::<PyResult<Vec<_>>>()?)
}

/// Returns a path as a string, or the exception of its grid.
fn entry(py: Python<'_>, path: Result<String, Error>) -> PyResult<Py<PyAny>> {
    match path {
        Ok(path) => Ok(path.into_pyobject(py)?.into_any().unbind()),
        Err(error) => Ok(error::of_puzzle(&error, None).into_value(py).into_any()),
    }
}

/// Returns the path from a position as JSON. The flag is true unless the budget was spent.
fn path_of(
    position: &Position,
    config: &StepConfig,
    budget: Option<u64>,
    stop: &AtomicBool,
) -> (Result<String, Error>, bool) {
    let path = config.run(position, budget, stop, |solutions, limits, going| {
        position.clone().explain(solutions, limits, |_| going())
    });
    match path {
        Ok(Ok(path)) => (Ok(written(&Path::from(&path))), path.rating.outcome() != PathOutcome::BudgetSpent),
        Ok(Err(problems)) => (Ok(written(&Hint::new(&problems, Depth::Why))), true),
        Err(error) => (Err(error), true),
    }
}

/// Serializes an answer, which has no maps with keys other than strings.
fn written(answer: &impl serde::Serialize) -> String {
    to_string(answer).expect("answers can be written as JSON")
}

/// Rates one puzzle of any kind. Returns its status, its rating in words, and its rating as JSON if there is
/// one.
#[pyfunction]
pub(crate) fn rate_one(
    py: Python<'_>,
    text: &str,
    scale: &str,
    limits: StepLimits,
) -> PyResult<(&'static str, String, Option<String>)> {
    let (budget, time) = limits;
    let scale = scale_of(scale)?;
    let puzzle = text.to_puzzle().map_err(|error| error::of_puzzle(&error, None))?.into_owned();
    let (brief, is_open) = brief_scale(scale, budget);
    let time = time.map(Duration::from_secs_f64);
    let rating = match puzzle.classic() {
        Some(puzzle) => briefly(py, |stop| rate_until(brief, puzzle, stop)),
        None => Ok(Rating::NotClassic),
    };
    let rating = match rating {
        Ok(Rating::NotClassic) => None,
        Ok(Rating::GaveUp(_)) if is_open => None,
        rating => Some(rating),
    };
    let rating = match rating {
        Some(rating) => rating,
        None => abandonable(py, move |stop| {
            let alarm = Alarm::after(time);
            rate_any(scale.within(budget), &puzzle, alarm.flag().unwrap_or(stop))
        })?,
    };
    let rating = rating.map_err(|error| error::of_puzzle(&error, None))?;
    let bound = if rating.status() == Status::Rated { json::Bound::Exact } else { json::Bound::Lower };
    let form = match &rating {
        Rating::Variant(rating) => Some(JsonRating::of_variant(rating, bound, budget)),
        rating => rating.numbers().map(|numbers| JsonRating::new(numbers, bound, budget)),
    };
    Ok((rating.status().name(), rating.to_string(), form.as_ref().map(to_json).transpose()?))
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
