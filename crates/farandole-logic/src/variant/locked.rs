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

/// The values that a fact must contain, while its cells have certain candidates.
#[derive(Clone, Default)]
pub(super) struct Needed {
    candidates: Vec<u16>,
    /// The values that were tested, and those of them that the fact must contain.
    tested: u16,
    needed: u16,
}

/// Finds values that a constraint must contain, and eliminates them from the cells that see all their places.
/// `nodes` is the maximum number of nodes in a layer of a graph. `known` holds the results of earlier tests, by fact.
pub(super) fn locked_in_constraints(
    state: &State,
    network: &Network,
    nodes: usize,
    known: &mut Vec<Needed>,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let values = state.variant().board().values();
    known.resize_with(network.single.len(), Needed::default);
    for (fact, known) in network.facts[network.single.clone()].iter().zip(known) {
        let Some(part) = &fact.part else { continue };
        let candidates: Vec<u16> = fact.cells.iter().map(|cell| state.candidates(*cell)).collect();
        if known.candidates != candidates {
            *known = Needed { candidates, ..Needed::default() };
        }
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
            if known.tested & bit == 0 {
                let masks: Vec<u16> = known.candidates.iter().map(|mask| mask & !bit).collect();
                let is_needed = masks.contains(&0)
                    || part.supported(state, &masks, nodes).masks().is_some_and(|masks| masks.contains(&0));
                known.tested |= bit;
                known.needed |= if is_needed { bit } else { 0 };
            }
            if known.needed & bit != 0 {
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
