//! Constructive disjunction: at least one branch holds, and a value that every branch removes is
//! removed.
//!
//! The propagator runs each branch to a fixpoint on a copy of the masks and ignores branches that
//! fail. The new mask of a cell is the union of its masks over the remaining branches.
//!
//! Cost: one copy of all masks and one inner fixpoint per branch and pass, so it is slow on large
//! boards with many branches. It prunes little while two dissimilar branches remain possible.
//!
//! Source: Van Hentenryck, Saraswat, Deville, "Design, implementation, and evaluation of the
//! constraint language cc(FD)", Journal of Logic Programming 37 (1998).

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// The constraints of one branch.
#[derive(Clone, Debug)]
pub(crate) struct Branch<R> {
    /// Cells with the mask that each is restricted to.
    pub(crate) restrictions: Vec<(u16, u16)>,
    /// Pairs of cells that must not both hold the same value of a mask. They include the pairs of
    /// the whole network.
    pub(crate) differing: Vec<([u16; 2], u16)>,
    /// The propagators of the branch.
    pub(crate) propagators: Vec<R>,
}

impl<R> Default for Branch<R> {
    fn default() -> Self {
        Self { restrictions: Vec::new(), differing: Vec::new(), propagators: Vec::new() }
    }
}

impl<R: Propagator> Branch<R> {
    /// Propagates the branch to a fixpoint.
    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // Restrictions come first: they narrow the masks that pairs and propagators read, and cost one AND
        // each.
        for &(cell, mask) in &self.restrictions {
            masks.keep(cell, mask)?;
        }
        // Differing pairs and propagators take turns until a whole round changes nothing. Masks only lose
        // values, so this ends.
        loop {
            let mut changed = false;
            for &([a, b], values) in &self.differing {
                changed |= keep_apart(a, b, values, masks)? | keep_apart(b, a, values, masks)?;
            }
            for propagator in &self.propagators {
                propagator.propagate(masks)?;
                // The branch has no queue: few propagators are in it, and each runs once per round. Changed
                // cells are drained only to find out if there were any.
                while masks.next_changed().is_some() {
                    changed = true;
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }
}

/// If the cell `fixed` has one candidate, and that is in `values`, removes it from `other`.
#[inline]
fn keep_apart(fixed: u16, other: u16, values: u16, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
    let mask = masks.get(fixed);
    if mask.is_power_of_two() { masks.remove(other, mask & values) } else { Ok(false) }
}

/// A disjunction of branches.
#[derive(Clone, Debug)]
pub(crate) struct AnyOf<R> {
    cells: Box<[u16]>,
    branches: Box<[Branch<R>]>,
}

// Every run tests all branches in order. The propagator stores nothing, so the search and the explanations
// can run it on any masks.
impl<R: Propagator> AnyOf<R> {
    /// Builds the disjunction. Without branches, it has no solution.
    pub(crate) fn new(branches: Vec<Branch<R>>) -> Self {
        let mut cells = Vec::new();
        for branch in &branches {
            cells.extend(branch.restrictions.iter().map(|(cell, _)| *cell));
            cells.extend(branch.differing.iter().flat_map(|(pair, _)| *pair));
            cells.extend(branch.propagators.iter().flat_map(|propagator| propagator.cells().iter().copied()));
        }
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), branches: branches.into() }
    }

    /// Adds the masks of all branches that do not fail to `union`, which is indexed like `cells`.
    fn unite(&self, masks: &mut Masks<'_>, union: &mut [u16]) -> Result<(), Contradiction> {
        // Branches run on copies. A propagator has no state, so nothing has to be undone and branches need no
        // variables.
        let before = masks.take_copy();
        // Buffers come from the scratch memory of the caller. A disjunction runs at many nodes, and its
        // branches may contain disjunctions.
        let mut copy = masks.take_copy();
        let mut changed = masks.scratch().take_changed(before.len());
        let mut live = false;
        for branch in &self.branches {
            // A branch starts from the masks before the pass, not from the union so far; otherwise one branch
            // would restrict another.
            copy.copy_from_slice(&before);
            let mut inner = Masks::new(&mut copy, &mut changed, masks.scratch());
            let result = branch.propagate(&mut inner);
            // A failed branch may leave unread changes. All branches of the pass share the list, so it is
            // emptied here.
            while inner.next_changed().is_some() {}
            // A failed branch contributes no values. It is not recorded, so the next run tries it
            // again.
            if result.is_err() {
                continue;
            }
            live = true;
            let mut narrower = false;
            for (mask, &cell) in union.iter_mut().zip(&self.cells) {
                *mask |= copy[usize::from(cell)];
                narrower |= *mask != before[usize::from(cell)];
            }
            // The union already contains all candidates, so no value can be removed, whatever further
            // branches allow.
            if !narrower {
                break;
            }
        }
        masks.scratch().give_masks(before);
        masks.scratch().give_masks(copy);
        masks.scratch().give_changed(changed);
        // Without a live branch the union is empty as well, but a disjunction over no cells must also fail.
        if live { Ok(()) } else { Err(Contradiction) }
    }

    /// Runs the algorithm once. Returns true if a mask changed.
    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let mut union = masks.scratch().take_masks(&[]);
        union.resize(self.cells.len(), 0);
        let mut result = self.unite(masks, &mut union).map(|()| false);
        for (&cell, &mask) in self.cells.iter().zip(&union) {
            // After an error, the loop continues without effect, so that the buffer always returns to the
            // pool.
            if let Ok(changed) = result {
                result = masks.keep(cell, mask).map(|now| now | changed);
            }
        }
        masks.scratch().give_masks(union);
        result
    }
}

impl<R: Propagator> Propagator for AnyOf<R> {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // The smaller masks restrict the branches again, so one pass does not reach a fixpoint.
        while self.pass(masks)? {}
        Ok(())
    }

    fn cost(&self) -> Cost {
        // Each run copies all masks and propagates every branch, so everything cheaper runs first.
        Cost::Heavy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::AnyPropagator;
    use crate::propagators::clause::Clause;
    use crate::propagators::relation::{Pairs, Relation};
    use crate::testing::{Strength, compare};
    use std::sync::Arc;

    fn less(chain: &[u16]) -> AnyPropagator {
        Relation::new(chain, Arc::new(Pairs::new(5, |a, b| a < b))).into()
    }

    #[test]
    fn branches_are_united_exactly() {
        let branches = vec![
            Branch { restrictions: vec![(0, 0b10)], propagators: vec![less(&[1, 2])], ..Branch::default() },
            Branch { propagators: vec![less(&[2, 1, 0])], ..Branch::default() },
            Branch {
                differing: vec![([0, 1], 0b11100)],
                restrictions: vec![(2, 0b1)],
                propagators: Vec::new(),
            },
        ];
        let holds = |v: &[u8]| {
            (v[0] == 1 && v[1] < v[2])
                || (v[2] < v[1] && v[1] < v[0])
                || (v[2] == 0 && (v[0] != v[1] || v[0] < 2))
        };
        compare(&AnyOf::new(branches), 5, Strength::Sound, holds);
    }

    #[test]
    fn branches_may_have_branches() {
        let inner = AnyOf::<AnyPropagator>::new(vec![
            Branch { propagators: vec![less(&[0, 1])], ..Branch::default() },
            Branch { propagators: vec![less(&[1, 2])], ..Branch::default() },
        ]);
        let outer = AnyOf::<AnyPropagator>::new(vec![
            Branch {
                propagators: vec![inner.into(), Clause::new(&[(0, 0b11), (3, 0b1)]).into()],
                ..Branch::default()
            },
            Branch { restrictions: vec![(3, 0b10000)], ..Branch::default() },
        ]);
        let holds = |v: &[u8]| (v[3] == 4) || ((v[0] < v[1] || v[1] < v[2]) && (v[0] < 2 || v[3] == 0));
        compare(&outer, 5, Strength::Sound, holds);
    }

    #[test]
    fn without_branches_there_is_no_solution() {
        compare(&AnyOf::<AnyPropagator>::new(Vec::new()), 3, Strength::Sound, |_| false);
    }
}
