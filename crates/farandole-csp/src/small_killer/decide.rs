//! Decides a killer with a depth-first search of few nodes, on arrays of fixed size.
//!
//! Most published killers are decided by propagation and a few guesses. For them, compiling a network takes
//! several times as long as this search, which needs no network. The search gives up after [`GUESSES`] guesses or
//! at the second solution. The killer is then compiled and searched as if this search did not exist, so its
//! first solution does not depend on this search.
//!
//! It performs badly on killers that need sums of other cells: its only derived sums are those of distinct cells.
//!
//! Measurements: `docs/experiments/2026-11-28-bulk-killers.md`.

use super::derived;
use super::rules::Rules;
use super::state::State;
use crate::model::masks::Contradiction;
use farandole_puzzle::variant::Variant;

/// Maximum number of guesses. These take about as long as compiling the network of a killer.
const GUESSES: u32 = 24;

/// The result of a search that proved that there is at most one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Decided {
    /// The candidates of each cell: one for each cell, or none if there is no solution.
    pub(crate) masks: Vec<u16>,
    /// Number of guesses.
    pub(crate) guesses: u32,
}

/// Decides a killer. Returns `None` for other variants, if there are several solutions, or if the killer needs
/// more guesses.
pub(crate) fn decide(variant: &Variant) -> Option<Decided> {
    let mut rules = Rules::of(variant)?;
    let (mut guesses, mut found) = (0, None);
    let root = State::new(&rules).and_then(|mut state| state.propagate(&rules).map(|()| state));
    if let Ok(mut state) = root {
        if open_cell(&state, rules.domains.len()).is_some() {
            // Remainders are derived only if they are needed.
            let earlier = rules.cages.len();
            derived::add(&mut rules, &state.masks);
            if state.extend(&rules, earlier).and_then(|()| state.propagate(&rules)).is_ok() {
                (guesses, found) = search(&rules, state)?;
            }
        } else {
            found = Some(state);
        }
    }
    let cells = rules.domains.len();
    let masks = found.map_or_else(|| vec![0; cells], |state| state.masks[..cells].to_vec());
    Some(Decided { masks, guesses })
}

/// Returns an open cell with the fewest candidates, or `None` if all cells are fixed.
fn open_cell(state: &State, cells: usize) -> Option<usize> {
    let open = state.masks[..cells].iter().enumerate().filter(|(_, mask)| !mask.is_power_of_two());
    open.min_by_key(|(_, mask)| mask.count_ones()).map(|(cell, _)| cell)
}

/// Searches the tree below a state at a fixpoint. Returns the number of guesses and the solution, or `None` if
/// there are several solutions or too many guesses.
fn search(rules: &Rules, root: State) -> Option<(u32, Option<State>)> {
    let (mut pending, mut found, mut guesses) = (Vec::new(), None, 0);
    let mut state: Result<State, Contradiction> = Ok(root);
    loop {
        if let Ok(node) = &mut state {
            if let Some(cell) = open_cell(node, rules.domains.len()) {
                if guesses == GUESSES {
                    return None;
                }
                guesses += 1;
                let value = node.masks[cell] & node.masks[cell].wrapping_neg();
                pending.push((*node, cell, value));
                state = follow(rules, *node, cell, value);
                continue;
            }
            if found.replace(*node).is_some() {
                return None;
            }
        }
        let Some((node, cell, value)) = pending.pop() else { return Some((guesses, found)) };
        state = follow(rules, node, cell, !value);
    }
}

/// Returns the fixpoint of a state in which a cell is restricted to these values.
fn follow(rules: &Rules, mut state: State, cell: usize, values: u16) -> Result<State, Contradiction> {
    state.keep(rules, cell, values)?;
    state.propagate(rules)?;
    Ok(state)
}
