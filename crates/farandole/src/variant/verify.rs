//! The engine that verifies the meanings of an editor's drawings: counts grids up to two.

use core::ops::ControlFlow;
use farandole_formats::editor::{Counted, Counter};
use farandole_puzzle::variant::Variant;
use farandole_search::{Config, End};
use farandole_solve::{PuzzleSolver, Report, Unsupported};

/// The function that counts the grids of a variant, up to two, with the engine for variants.
pub const COUNTER: Counter = Counter(count);

/// Counts solutions first, which is faster than counting grids. Two solutions with the same grid
/// differ only in extra cells, so they do not prove that there are two grids.
fn count(variant: &Variant, nodes: u64) -> Counted {
    let Ok(solver) = PuzzleSolver::new(variant) else { return Counted::Undecided };
    let config = Config { limit: 2, budget: nodes, ..Config::default() };
    let cells = variant.board().grid_count();
    counted(cells, |visit| solver.run(&config, visit))
        .or_else(|| counted(cells, |visit| solver.run_grids(&config, visit)))
        .unwrap_or(Counted::Undecided)
}

/// Returns the result of a search for two solutions, or `None` if both have the same grid.
fn counted(
    cells: usize,
    search: impl FnOnce(&mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> Result<Report, Unsupported>,
) -> Option<Counted> {
    let mut grids: Vec<Vec<u8>> = Vec::new();
    let report = search(&mut |values| {
        grids.push(values[..cells].to_vec());
        ControlFlow::Continue(())
    });
    let end = report.map(|report| report.end);
    match (grids.as_slice(), end) {
        ([one, two], _) => (one != two).then_some(Counted::Several),
        ([one], Ok(End::Exhausted)) => Some(Counted::One(one.clone())),
        ([], Ok(End::Exhausted)) => Some(Counted::None),
        _ => Some(Counted::Undecided),
    }
}
