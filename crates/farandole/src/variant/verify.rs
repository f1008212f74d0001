//! The engine that verifies the meanings of an editor's drawings: counts grids up to two.

use core::ops::ControlFlow;
use farandole_formats::editor::{Counted, Counter};
use farandole_puzzle::variant::Variant;
use farandole_search::{Config, End};
use farandole_solve::PuzzleSolver;

/// Counts the grids of a variant with the engine that solves it.
pub const COUNTER: Counter = Counter(count);

fn count(variant: &Variant, nodes: u64) -> Counted {
    let Ok(solver) = PuzzleSolver::new(variant) else { return Counted::Undecided };
    let mut grids: Vec<Vec<u8>> = Vec::new();
    let config = Config { limit: 2, budget: nodes, ..Config::default() };
    let cells = variant.board().grid_count();
    let report = solver.run_grids(&config, &mut |values| {
        grids.push(values[..cells].to_vec());
        ControlFlow::Continue(())
    });
    match (report.map(|report| report.end), grids.pop()) {
        (_, Some(_)) if !grids.is_empty() => Counted::Several,
        (Ok(End::Exhausted), Some(grid)) => Counted::One(grid),
        (Ok(End::Exhausted), None) => Counted::None,
        _ => Counted::Undecided,
    }
}
