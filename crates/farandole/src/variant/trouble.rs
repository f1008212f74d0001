//! Errors in a variant that a user is working on, which the advice about it relies on.

use super::answer::solver;
use super::error::VariantError;
use crate::config::Config;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_logic::hint::variant::Trouble;
use farandole_puzzle::Cell;
use farandole_puzzle::variant::Variant;
use farandole_solve::{End, conflicting_constraints};

/// Determines whether a variant is improper: whether it has no solution, or several. Returns `None`
/// if it has exactly one, or if the budget of the configuration does not suffice to decide.
///
/// If a variant has no solution, a minimal conflicting set of constraints is searched for.
///
/// ```
/// use farandole::logic::hint::variant::Trouble;
/// use farandole::variant;
///
/// let text = ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C2~R1C2~R1C1";
/// let found = variant::trouble_of(&variant::read(text)?.variant, &farandole::Config::default())?;
/// assert_eq!(found, Some(Trouble::NoSolution(vec![0, 1])));
/// # Ok::<(), farandole::variant::VariantError>(())
/// ```
///
/// # Errors
/// If the engine does not support a constraint.
pub fn trouble_of(variant: &Variant, config: &Config) -> Result<Option<Trouble>, VariantError> {
    trouble_until(variant, config, &AtomicBool::new(false))
}

/// Does the same as [`trouble_of`], but also returns `None` if a flag is set before the search has
/// ended.
///
/// # Errors
/// If the engine does not support a constraint.
pub fn trouble_until(
    variant: &Variant,
    config: &Config,
    stop: &AtomicBool,
) -> Result<Option<Trouble>, VariantError> {
    let search = farandole_solve::Config { limit: 2, cancel: Some(stop), ..config.search() };
    let mut found: Vec<Vec<u8>> = Vec::new();
    let report = solver(variant, config)?.run(&search, &mut |values| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    })?;
    Ok(match &found[..] {
        [one, other, ..] => {
            let differ = |cell: &Cell| one[cell.index()] != other[cell.index()];
            let cells = variant.board().cells().filter(differ);
            let both = |cell: Cell| (cell, [one[cell.index()], other[cell.index()]]);
            Some(Trouble::SeveralSolutions(cells.map(both).collect()))
        }
        [] if report.end == End::Exhausted => {
            let clash = conflicting_constraints(variant, &search)?;
            Some(Trouble::NoSolution(clash.map_or_else(Vec::new, |finding| finding.constraints)))
        }
        _ => None,
    })
}
