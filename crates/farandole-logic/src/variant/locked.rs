//! Values that a constraint must contain. A cell that sees every possible place for such a value cannot hold
//! it. Example: a cage of two cells with the sum 4 contains 1 and 3, so neither value can be in a cell that
//! sees both.

use super::candidate::Candidate;
use super::houses::seen_by_all;
use super::network::Network;
use super::state::State;
use super::step::{Deduction, Technique, Visitor};
use crate::model::Role;
use core::ops::ControlFlow;
use farandole_puzzle::Cell;

/// Finds values that a constraint must contain, and eliminates them from the cells that see all their places.
/// `nodes` is the maximum number of nodes in a layer of a graph.
pub(super) fn locked_in_constraints(
    state: &State,
    network: &Network,
    nodes: usize,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let values = state.variant().board().values();
    for fact in &network.facts[network.single.clone()] {
        let Some(part) = &fact.part else { continue };
        for value in values.iter() {
            let bit = state.bit(value);
            let cells: Vec<Cell> =
                fact.cells.iter().copied().filter(|cell| state.candidates(*cell) & bit != 0).collect();
            if cells.len() < 2 {
                continue;
            }
            let seen: Vec<Candidate> = seen_by_all(state, &cells, value)
                .into_iter()
                .filter(|it| !state.is_placed(it.cell))
                .collect();
            if seen.is_empty() {
                continue;
            }
            let masks: Vec<u16> = fact.cells.iter().map(|cell| state.candidates(*cell) & !bit).collect();
            let is_needed = masks.contains(&0)
                || part.supported(state, &masks, nodes).masks().is_some_and(|masks| masks.contains(&0));
            if is_needed {
                let mut step = Deduction::new(Technique::LockedInConstraint);
                step.constraints.clone_from(&fact.constraints);
                step.name(Role::Core, cells.iter().map(|cell| Candidate { cell: *cell, value }));
                let open = fact.cells.iter().filter(|cell| !state.is_placed(**cell));
                let others = open.flat_map(|cell| state.candidates_of(*cell)).filter(|it| it.value != value);
                step.name(Role::Support, others);
                step.eliminations = seen;
                visit(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}
