//! Answers for variants, with every solution checked.

use super::error::{VariantError, VariantErrorKind};
use crate::config::{Config, Counted};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_puzzle::variant::{Variant, check};
use farandole_solve::{PuzzleSolver, Report};

/// The answer for one variant: the first solution, if there is one, and a report of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantAnswer {
    /// The values of all cells in cell order. They have been checked.
    pub first: Option<Vec<u8>>,
    /// Report of the search.
    pub report: Report,
}

/// Returns the engine for a variant.
pub(crate) fn solver(variant: &Variant, config: &Config) -> Result<PuzzleSolver, VariantError> {
    Ok(config.solver().prepare(variant)?)
}

/// Solves a variant. The limit of the configuration is the number of solutions to search for. With
/// more than one of [`Config::racers`], long searches run as a race of several searches, and the
/// first to finish provides the answer.
///
/// # Errors
/// If the engine does not support the variant.
pub fn solve(variant: &Variant, config: &Config) -> Result<VariantAnswer, VariantError> {
    solve_until(variant, config, None)
}

/// Solves a variant as [`solve`] does, but ends with
/// [`End::Cancelled`](farandole_solve::End::Cancelled) soon after a flag is set.
///
/// # Errors
/// The same as [`solve`].
pub fn solve_until(
    variant: &Variant,
    config: &Config,
    stop: Option<&AtomicBool>,
) -> Result<VariantAnswer, VariantError> {
    let search = farandole_solve::Config { cancel: stop, ..config.search() };
    let solver = solver(variant, config)?;
    let (first, report) = match config.counted {
        Counted::Solutions => solver.race(&search, config.racers)?,
        Counted::Grids => {
            let mut first = None;
            let report = solver.run_grids(&search, &mut |values| {
                first.get_or_insert_with(|| values.to_vec());
                ControlFlow::Continue(())
            })?;
            (first, report)
        }
    };
    if let Some(Err(broken)) = first.as_ref().map(|values| check(variant, values)) {
        return Err(VariantErrorKind::Wrong(broken).into());
    }
    Ok(VariantAnswer { first, report })
}
