//! Variant troubles: what the search contributes to advice about a variant that a person is working on.

use super::answer::solver;
use super::error::VariantError;
use crate::config::Config;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_logic::hint::variant::Trouble;
use farandole_puzzle::Cell;
use farandole_puzzle::variant::Variant;
use farandole_solve::{End, clashing_constraints};

/// What is wrong with a variant: that it has no solution, or several. `None` where it has one, and where the budget of the
/// configuration does not suffice to tell.
///
/// Of a variant without solution a smallest set of constraints in conflict is sought.
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
/// If the engine has no rule for a constraint.
pub fn trouble_of(variant: &Variant, config: &Config) -> Result<Option<Trouble>, VariantError> {
    trouble_until(variant, config, &AtomicBool::new(false))
}

/// As [`trouble_of`]; `None` too if a flag is set before it is known.
///
/// # Errors
/// If the engine has no rule for a constraint.
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
    });
    Ok(match &found[..] {
        [one, other, ..] => {
            let differ = |cell: &Cell| one[cell.index()] != other[cell.index()];
            let cells = variant.board().cells().filter(differ);
            let both = |cell: Cell| (cell, [one[cell.index()], other[cell.index()]]);
            Some(Trouble::SeveralSolutions(cells.map(both).collect()))
        }
        [] if report.end == End::Exhausted => {
            let clash = clashing_constraints(variant, &search)?;
            Some(Trouble::NoSolution(clash.map_or_else(Vec::new, |finding| finding.constraints)))
        }
        _ => None,
    })
}
