//! Variant troubles: what the search contributes to advice about a variant that a person is working on.

use super::answer::solver;
use super::error::VariantError;
use crate::config::Config;
use core::ops::ControlFlow;
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
    let config = Config { limit: 2, ..*config };
    let mut found: Vec<Vec<u8>> = Vec::new();
    let report = solver(variant, &config)?.list(&config.search(), &mut |values| {
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
            let clash = clashing_constraints(variant, &config.search())?;
            Some(Trouble::NoSolution(clash.map_or_else(Vec::new, |finding| finding.constraints)))
        }
        _ => None,
    })
}
