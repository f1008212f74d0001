//! Answers about variants, each solution checked.

use super::error::{VariantError, VariantErrorKind};
use crate::config::Config;
use farandole_puzzle::variant::{Variant, check};
use farandole_solve::{VariantReport, VariantSolver};

/// What a run says of one variant: the first solution, if there is one, and how the search went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantAnswer {
    /// The values of all cells by cell. They have been checked.
    pub first: Option<Vec<u8>>,
    /// How the search went.
    pub report: VariantReport,
}

/// Solves a variant; the limit of the configuration says how many solutions are looked for.
///
/// # Errors
/// If the engine has no rule for a constraint.
pub fn solve(variant: &Variant, config: &Config) -> Result<VariantAnswer, VariantError> {
    let solver = VariantSolver::new(variant).map_err(VariantErrorKind::Unknown)?;
    let (first, report) = solver.first(&config.search());
    if let Some(Err(broken)) = first.as_ref().map(|values| check(variant, values)) {
        return Err(VariantErrorKind::Wrong(broken).into());
    }
    Ok(VariantAnswer { first, report })
}
