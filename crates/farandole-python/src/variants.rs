//! Generation and completion of variants.

use crate::error;
use crate::interrupt::abandonable;
use crate::interrupt::threads;
use farandole::puzzle::board::Shape;
use farandole::puzzle::format::iss;
use farandole::puzzle::variant::Variant;
use farandole::research::generate::{
    Attempts, FewestAttempts, FewestVariant, GeneratedVariant, Order, PATIENCE, VariantAttempts, run as make,
};
use farandole::research::variants::{Base, Preset, Template, VariantRatingTest, VariantRecipe};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The properties of the variants to generate, and the limits of the run.
#[derive(FromPyObject)]
pub(crate) struct VariantRequest {
    /// The name of a preset, if `text` is absent.
    kind: String,
    size: usize,
    /// A puzzle with placeholders.
    text: Option<String>,
    fewest: bool,
    count: u64,
    seed: u64,
    givens: Option<(usize, usize)>,
    clues: Option<(usize, usize)>,
    rating: Option<(u32, u32)>,
    minimal: Option<bool>,
    budget: u64,
    tries: Option<u64>,
    seconds: Option<f64>,
    threads: Option<usize>,
}

/// Constraint text, the values of the solution, number of the attempt, numbers of givens and of other
/// clues, rating in tenths, lower bound of the number of clues.
type Made = (String, Vec<u8>, u64, usize, usize, Option<u32>, Option<usize>);

impl VariantRequest {
    fn recipe(&self) -> PyResult<VariantRecipe> {
        let recipe = match &self.text {
            Some(text) => {
                let read = |text: &str| match farandole::variant::read(text) {
                    Ok(entry) => Ok(entry.puzzle),
                    Err(error) => Err(error.to_string()),
                };
                Template::read(text, &read).map_err(error::misfit)?.recipe()
            }
            None => {
                let names = Preset::ALL.map(Preset::name);
                let preset =
                    Preset::by_name(&self.kind).ok_or_else(|| error::unknown("kind", &self.kind, &names))?;
                let base = if preset.is_irregular() {
                    Base::RandomRegions(self.size)
                } else {
                    let shape = Shape::square(self.size).map_err(error::misfit)?;
                    Base::Fixed(Variant::new(shape, Vec::new(), Vec::new()).map_err(error::misfit)?.into())
                };
                preset.recipe(base)
            }
        };
        let recipe = VariantRecipe {
            givens: self.givens.map_or(recipe.givens.clone(), |(least, most)| least..=most),
            clues: self.clues.map_or(recipe.clues.clone(), |(least, most)| least..=most),
            is_minimal: self.minimal == Some(true),
            budget: self.budget,
            ..recipe
        };
        recipe.check().map_err(error::misfit)?;
        Ok(recipe)
    }
}

/// The variants, the number of attempts, and the numbers of rejected attempts by reason.
type Generation = (Vec<Made>, u64, Vec<(&'static str, u64)>);

/// Generates variants in numbered attempts.
#[pyfunction]
pub(crate) fn generate_variants(py: Python<'_>, request: VariantRequest) -> PyResult<Generation> {
    let recipe = request.recipe()?;
    let tries = request.tries.unwrap_or(u64::MAX);
    let order = Order {
        count: request.count,
        tries: if request.fewest && recipe.is_determined() { 1 } else { tries },
        time: request.seconds.map(|time| Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX)),
        patience: if request.seconds.is_none() { Some(PATIENCE) } else { None },
        threads: request.threads.map(|count| threads(Some(count))).transpose()?,
    };
    let seed = request.seed;
    let any = match (request.rating, request.minimal) {
        (None, None) => VariantRatingTest::for_people(),
        (Some(_), None) => VariantRatingTest::without_cases(),
        _ => VariantRatingTest::any(),
    };
    let rating = request.rating.map_or(any.rating.clone(), |(least, most)| least..=most);
    let test = VariantRatingTest { rating, ..any };
    let test = (test != VariantRatingTest::any()).then_some(test);
    let (all, progress) = if request.fewest {
        collect(py, order, FewestAttempts { recipe, seed }, |FewestVariant { made, lower_bound }| {
            let text = iss::write(&made.variant);
            (text, made.solution, made.attempt, made.givens, made.clues, None, Some(lower_bound))
        })?
    } else {
        collect(py, order, VariantAttempts { recipe, seed, test }, |GeneratedVariant { made, rating }| {
            let (text, rating) = (iss::write(&made.variant), rating.map(|rating| rating.hardest));
            (text, made.solution, made.attempt, made.givens, made.clues, rating, None)
        })?
    };
    Ok((all, progress.tries, progress.rejected.iter().collect()))
}

/// Makes attempts without the interpreter lock.
fn collect<A: Attempts + Send + 'static>(
    py: Python<'_>,
    order: Order,
    attempts: A,
    convert: fn(A::Output) -> Made,
) -> PyResult<(Vec<Made>, farandole::research::generate::Progress)> {
    let (all, progress) = abandonable(py, move |stop| {
        let mut all = Vec::new();
        let going =
            || if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let take = &mut |made| {
            all.push(convert(made));
            going()
        };
        let progress = make(&order, &attempts, take, &mut |_| going());
        (all, progress)
    })?;
    Ok((all, progress.map_err(|error| PyOSError::new_err(error.to_string()))?))
}
