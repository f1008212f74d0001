//! Answers of the pipeline for variants, with every solution checked.

use super::question::{Refusal, VariantFound, VariantOutcome};
use crate::config::Config;
use crate::variant::{VariantEntry, VariantError, VariantErrorKind, solve_until, solver};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_puzzle::variant::check;
use farandole_solve::End;

/// Searches for solutions up to the limit.
pub(crate) fn search(
    config: &Config,
    entry: &VariantEntry,
    stop: Option<&AtomicBool>,
) -> VariantOutcome<'static> {
    let answer = solve_until(&entry.puzzle, config, stop)?;
    match answer.report.end {
        End::BudgetSpent | End::Cancelled => Err(Refusal::VariantGaveUp(answer.report)),
        _ => Ok(VariantFound::Answer(answer.first, answer.report)),
    }
}

/// Checks a variant: a finished grid is checked against the rules, and any other variant is
/// searched.
pub(crate) fn judge(
    config: &Config,
    entry: &VariantEntry,
    stop: Option<&AtomicBool>,
) -> VariantOutcome<'static> {
    match own_grid(entry) {
        Some(values) => Ok(VariantFound::Grid(check(&entry.puzzle, &values))),
        None => search(config, entry, stop),
    }
}

/// Returns the values of all cells, if the text includes a solution or leaves one value per cell.
fn own_grid(entry: &VariantEntry) -> Option<Vec<u8>> {
    let variant = &entry.puzzle;
    let low = variant.board().values().low();
    let only = |mask: &u16| mask.is_power_of_two().then(|| mask.trailing_zeros() as u8 + low);
    let given: Option<Vec<u8>> = variant.domains().iter().map(only).collect();
    let included = || entry.solution.clone()?.into_iter().collect::<Option<Vec<u8>>>();
    given.or_else(included).filter(|values| values.len() == variant.cell_count())
}

/// Lists all solutions up to the limit.
pub(crate) fn list(
    config: &Config,
    entry: &VariantEntry,
    stop: Option<&AtomicBool>,
    take: &mut dyn FnMut(VariantOutcome<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let solver = match solver(&entry.puzzle, config) {
        Ok(solver) => solver,
        Err(error) => return take(Err(error.into())),
    };
    let (mut found, mut wrong, mut flow) = (0, None, ControlFlow::Continue(()));
    let search = farandole_solve::Config { cancel: stop, ..config.search() };
    let report = solver.list(&search, &mut |values| {
        wrong = check(&entry.puzzle, values).err();
        if wrong.is_some() {
            return ControlFlow::Break(());
        }
        flow = take(Ok(VariantFound::Solution(values, found)));
        found += 1;
        flow
    });
    flow?;
    let report = match report {
        Ok(report) => report,
        Err(unsupported) => return take(Err(VariantError::from(unsupported).into())),
    };
    take(match wrong {
        Some(broken) => Err(VariantError::from(VariantErrorKind::Wrong(broken)).into()),
        None if matches!(report.end, End::BudgetSpent | End::Cancelled) => {
            Err(Refusal::VariantGaveUp(report))
        }
        None => Ok(VariantFound::ListEnd(report)),
    })
}
