//! Constructive disjunction: at least one branch holds. A candidate is removed if every branch removes it.
//!
//! The propagator runs each branch to a fixpoint on a copy of the masks, and ignores branches that fail. The
//! new mask of a cell is the union of its masks in the remaining branches. For example, if one branch leaves
//! the candidates 1 and 2 in r1c1, and the other leaves 2 and 3, r1c1 keeps 1, 2 and 3.
//!
//! Cost: one copy of all masks and one inner fixpoint per branch and pass, so a run is slow on large boards
//! with many branches. The propagator prunes little while two dissimilar branches are possible.
//!
//! Source: Van Hentenryck, Saraswat, Deville, "Design, implementation, and evaluation of the
//! constraint language cc(FD)", Journal of Logic Programming 37 (1998).

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// The constraints of one branch.
#[derive(Clone, Debug)]
pub(crate) struct Branch<R> {
    /// Pairs of a cell and the mask that it is restricted to.
    pub(crate) restrictions: Vec<(u16, u16)>,
    /// Pairs of cells, each pair with a mask. The two cells must not both hold the same value of this mask. The
    /// list includes the differing pairs of the whole network, since the engine does not run within a branch.
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
        // Restrictions come first, because they cost one AND each and narrow the masks that the other
        // constraints read.
        for &(cell, mask) in &self.restrictions {
            masks.keep(cell, mask)?;
        }
        // Differing pairs and propagators take turns until a whole round changes nothing. Masks only lose
        // candidates, so this loop ends.
        loop {
            let mut changed = false;
            for &([a, b], values) in &self.differing {
                changed |= keep_apart(a, b, values, masks)? | keep_apart(b, a, values, masks)?;
            }
            for propagator in &self.propagators {
                propagator.propagate(masks)?;
                // A branch has few propagators, so each runs once per round instead of being queued. The stack
                // of changed cells is emptied only to find out if a propagator changed a cell.
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

/// If the cell `fixed` has only one candidate, and this candidate is in `values`, removes it from the cell
/// `other`.
#[inline]
fn keep_apart(fixed: u16, other: u16, values: u16, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
    let mask = masks.get(fixed);
    if mask.is_power_of_two() { masks.remove(other, mask & values) } else { Ok(false) }
}

/// A disjunction of branches. It stores no results, so the search and the explanations can run it on any masks.
#[derive(Clone, Debug)]
pub(crate) struct AnyOf<R> {
    cells: Box<[u16]>,
    branches: Box<[Branch<R>]>,
}

impl<R: Propagator> AnyOf<R> {
    /// Builds the disjunction. A disjunction without branches has no solution.
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

    /// Adds the masks of all branches that do not fail to the masks in `union`, which is indexed like `cells`.
    fn unite(&self, masks: &mut Masks<'_>, union: &mut [u16]) -> Result<(), Contradiction> {
        // Branches run on copies of the masks, so nothing has to be undone.
        let before = masks.take_copy();
        // The buffers are borrowed, since a disjunction runs at many search nodes. Pools permit disjunctions
        // within branches.
        let mut copy = masks.take_copy();
        let mut changed = masks.scratch().take_changed(before.len());
        let mut live = false;
        for branch in &self.branches {
            // Each branch starts from the masks before the pass. Otherwise one branch would restrict another.
            copy.copy_from_slice(&before);
            let mut inner = Masks::new(&mut copy, &mut changed, masks.scratch());
            let result = branch.propagate(&mut inner);
            // A failed branch may leave changed cells on the stack, which all branches of the pass share.
            while inner.next_changed().is_some() {}
            // A failed branch contributes no candidates.
            if result.is_err() {
                continue;
            }
            live = true;
            let mut narrower = false;
            for (mask, &cell) in union.iter_mut().zip(&self.cells) {
                *mask |= copy[usize::from(cell)];
                narrower |= *mask != before[usize::from(cell)];
            }
            // The union already contains all candidates, so further branches cannot cause a removal.
            if !narrower {
                break;
            }
        }
        masks.scratch().give_masks(before);
        masks.scratch().give_masks(copy);
        masks.scratch().give_changed(changed);
        // If all branches fail, every mask of the union is 0, which fails later. A disjunction without cells
        // must fail here.
        if live { Ok(()) } else { Err(Contradiction) }
    }
}

impl<R: Propagator> Propagator for AnyOf<R> {
    // Each run copies all masks and propagates every branch, so all cheaper propagators run first.
    const COST: Cost = Cost::Heavy;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    // Smaller masks can restrict the branches further, so one pass need not reach a fixpoint.
    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let mut union = masks.scratch().take_masks(&[]);
        union.resize(self.cells.len(), 0);
        let mut result = self.unite(masks, &mut union).map(|()| false);
        for (&cell, &mask) in self.cells.iter().zip(&union) {
            // After an error, the loop continues without effect, so that the buffer is always returned to the
            // pool.
            if let Ok(changed) = result {
                result = masks.keep(cell, mask).map(|now| now | changed);
            }
        }
        masks.scratch().give_masks(union);
        result
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
