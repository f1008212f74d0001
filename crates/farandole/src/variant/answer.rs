//! Answers about variants, each solution checked.

use super::error::{VariantError, VariantErrorKind};
use crate::config::{Config, Counted};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_puzzle::variant::{Variant, check};
use farandole_solve::{Engine, VariantReport, VariantSolver};

/// What a run says of one variant: the first solution, if there is one, and how the search went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantAnswer {
    /// The values of all cells by cell. They have been checked.
    pub first: Option<Vec<u8>>,
    /// How the search went.
    pub report: VariantReport,
}

/// Refuses engines that know no constraints.
pub(crate) fn check_engine(config: &Config) -> Result<(), VariantError> {
    match config.engine {
        Engine::Auto => Ok(()),
        engine => Err(VariantErrorKind::Engine(engine).into()),
    }
}

/// The engine for a variant.
pub(crate) fn solver(variant: &Variant, config: &Config) -> Result<VariantSolver, VariantError> {
    check_engine(config)?;
    Ok(VariantSolver::new(variant)?)
}

/// Solves a variant; the limit of the configuration says how many solutions are looked for. With more than one of
/// [`Config::racers`] several searches run at once where it takes long, and the first that is done answers.
///
/// # Errors
/// If the engine has no rule for a constraint, or another engine than [`Engine::Auto`] is asked for.
pub fn solve(variant: &Variant, config: &Config) -> Result<VariantAnswer, VariantError> {
    solve_until(variant, config, None)
}

/// As [`solve`]; the search ends with [`End::Cancelled`](farandole_solve::End::Cancelled) soon after a flag is set.
///
/// # Errors
/// As for [`solve`].
pub fn solve_until(
    variant: &Variant,
    config: &Config,
    stop: Option<&AtomicBool>,
) -> Result<VariantAnswer, VariantError> {
    let search = farandole_solve::Config { cancel: stop, ..config.search() };
    let solver = solver(variant, config)?;
    let (first, report) = match config.counted {
        Counted::Solutions => solver.race(&search, config.racers),
        Counted::Grids => {
            let mut first = None;
            let report = solver.run_grids(&search, &mut |values| {
                first.get_or_insert_with(|| values.to_vec());
                ControlFlow::Continue(())
            });
            (first, report)
        }
    };
    if let Some(Err(broken)) = first.as_ref().map(|values| check(variant, values)) {
        return Err(VariantErrorKind::Wrong(broken).into());
    }
    Ok(VariantAnswer { first, report })
}
