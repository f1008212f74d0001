//! The smallest set of cells whose candidates, with an assumption, a condition does not allow, whatever the other cells
//! hold.

use super::condition::Source;
use super::reason::Reason;
use super::view::View;
use crate::variant::candidate::Candidate;
use crate::variant::facts::{Part, compile};
use farandole_puzzle::Cell;

/// Maximum number of cells that a reader has to keep in mind.
const CELLS: usize = 3;
/// Maximum number of nodes of a layer of a graph.
const NODES: usize = 2_000;

/// Returns the cells whose candidates do not go with the claim by one of the constraints, as indices in the variant.
pub(super) fn needed(view: &View<'_>, constraints: &[usize], claim: Candidate) -> Option<(Source, Reason)> {
    let inside = view.suppose(claim);
    constraints.iter().find_map(|number| {
        let parts = compile(view.state, &view.state.variant().constraints()[*number]);
        let part = parts.iter().filter(|it| it.cells().contains(&claim.cell)).find(|part| {
            let masks: Vec<u16> = part.cells().iter().map(|cell| inside.mask(*cell)).collect();
            is_impossible(view, part, &masks)
        })?;
        let held = fewest(&inside, part, claim)?.into_iter().map(|cell| (cell, inside.mask(cell)));
        Some((Source::Constraint(*number), Reason::Needs(held.collect())))
    })
}

/// Returns true if no values from these masks satisfy the part.
fn is_impossible(view: &View<'_>, part: &Part, masks: &[u16]) -> bool {
    masks.contains(&0) || part.supported(view.state, masks, NODES).masks().is_some_and(|it| it.contains(&0))
}

/// Returns a set of cells from which no cell can be left out, or `None` if it is too large.
fn fewest(view: &View<'_>, part: &Part, claim: Candidate) -> Option<Vec<Cell>> {
    let all = view.range().all();
    let mut masks: Vec<u16> = part.cells().iter().map(|cell| view.mask(*cell)).collect();
    let free = |cell: Cell| {
        // The values that the claim excludes at once need no candidates.
        let seen = view.state.sees(cell, claim.cell) & view.range().mask(claim.value);
        if cell == claim.cell { view.range().mask(claim.value) } else { all & !seen }
    };
    let mut order: Vec<usize> = (0..masks.len()).filter(|at| part.cells()[*at] != claim.cell).collect();
    // Cells with many candidates tell least.
    order.sort_by_key(|at| core::cmp::Reverse(masks[*at].count_ones()));
    let mut kept = Vec::new();
    for at in order {
        let cell = part.cells()[at];
        let before = core::mem::replace(&mut masks[at], free(cell));
        if before != masks[at] && !is_impossible(view, part, &masks) {
            masks[at] = before;
            kept.push(cell);
            if kept.len() > CELLS {
                return None;
            }
        }
    }
    Some(kept)
}
