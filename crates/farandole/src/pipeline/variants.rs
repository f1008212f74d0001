//! Answers of the pipeline for variants, with every solution checked.

use super::query::{Refusal, VariantFound, VariantOutcome};
use crate::config::Config;
use crate::variant::VariantEntry;
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
    let (first, report) = config.first(&entry.puzzle, stop).map_err(Refusal::Unsupported)?;
    match (first.as_ref().map(|values| check(&entry.puzzle, values)), report.end) {
        (Some(Err(broken)), _) => Err(Refusal::Wrong(report.into(), broken.into())),
        (_, End::BudgetSpent | End::Cancelled) => Err(Refusal::GaveUp(report.into())),
        _ => Ok(VariantFound::Answer(first, report)),
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
    let solver = match config.solver().prepare(&entry.puzzle) {
        Ok(solver) => solver,
        Err(unsupported) => return take(Err(Refusal::Unsupported(unsupported))),
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
        Err(unsupported) => return take(Err(Refusal::Unsupported(unsupported))),
    };
    take(match wrong {
        Some(broken) => Err(Refusal::Wrong(report.into(), broken.into())),
        None if matches!(report.end, End::BudgetSpent | End::Cancelled) => {
            Err(Refusal::GaveUp(report.into()))
        }
        None => Ok(VariantFound::ListEnd(report)),
    })
}
