//! Lists of cells that hold equal multisets of values, by the bounds of the count of each value.
//!
//! The algorithm intersects the bounds of each value over all lists. It tightens them, since the
//! counts add up to the length of a list, and propagates the result in each list.
//!
//! Cost: one pass over all cells for the bounds of all values, then one per value whose bounds are
//! too wide. It looks at counts only, so it prunes little while most values can occur in most
//! cells.

use super::count::{Allowed, Places};
use crate::model::masks::{Contradiction, Masks};
use crate::model::peers::Peers;
use crate::propagators::propagator::{Cost, Propagator};

/// Lists in which each value occurs equally often.
#[derive(Clone, Debug)]
pub(crate) struct SameMultisets {
    cells: Box<[u16]>,
    lists: Box<[Places]>,
    /// The length of each list.
    length: u32,
}

impl SameMultisets {
    /// Builds the propagator from lists of the same length.
    pub(crate) fn new(lists: &[Vec<u16>], peers: &Peers) -> Self {
        let mut cells = lists.concat();
        cells.sort_unstable();
        cells.dedup();
        let length = lists.first().map_or(0, |list| list.len() as u32);
        let lists = lists.iter().map(|list| Places::new(list, peers)).collect();
        Self { cells: cells.into(), lists, length }
    }
}

impl SameMultisets {
    /// Runs one round. Returns true if a mask changed.
    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        // The neutral element: no lower bound, and no upper bound.
        let mut common = [(0, u32::MAX); 16];
        for list in &self.lists {
            let of_list = list.all_bounds(masks);
            for ((low, high), (min, max)) in common.iter_mut().zip(of_list) {
                // The count of a value is the same in every list.
                (*low, *high) = ((*low).max(min), (*high).min(max));
            }
        }
        // The counts of all values add up to the length of a list, so the bounds must permit this length.
        // Both sums of bounds are needed below as well.
        let least: u32 = common.iter().map(|(low, _)| low).sum();
        let most: u32 = common.iter().map(|(_, high)| high).sum();
        if least > self.length || most < self.length {
            return Err(Contradiction);
        }
        let allowed = common.map(|(low, high)| {
            // Cells that no other value can fill must hold this value.
            // The other values fill at most `most - high` cells, so at least the rest of a list has this
            // value.
            let low_by_others = (self.length + high).saturating_sub(most);
            Allowed::Range(low.max(low_by_others), high.min(self.length + low - least))
        });
        let mut changed = false;
        for list in &self.lists {
            // Bounds are computed once per round, so changes of this round affect the next one.
            let of_list = list.all_bounds(masks);
            for (place, ((min, max), allowed)) in of_list.into_iter().zip(allowed).enumerate() {
                // A value whose bounds are within the allowed range needs no further pass over the
                // list.
                if !allowed.covers(min, max) {
                    changed |= list.keep(1 << place, allowed, masks)?;
                }
            }
        }
        Ok(changed)
    }
}

impl Propagator for SameMultisets {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        while self.pass(masks)? {}
        Ok(())
    }

    fn cost(&self) -> Cost {
        // A run passes over all lists once, and again for each value whose bounds are too wide.
        Cost::Expensive
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, compare_within, distinct, peers_of};

    fn sorted(values: &[u8]) -> Vec<u8> {
        let mut values = values.to_vec();
        values.sort_unstable();
        values
    }

    #[test]
    fn lists_hold_the_same_values() {
        let propagator = SameMultisets::new(&[vec![0, 1], vec![2, 3], vec![4, 5]], &Peers::new(6));
        let holds = |v: &[u8]| sorted(&v[..2]) == sorted(&v[2..4]) && sorted(&v[..2]) == sorted(&v[4..]);
        compare(&propagator, 4, Strength::Sound, holds);
    }

    #[test]
    fn lists_without_repeats_hold_the_same_values() {
        let peers = peers_of(6, &[&[0, 1, 2], &[3, 4, 5]]);
        let propagator = SameMultisets::new(&[vec![0, 1, 2], vec![3, 4, 5]], &peers);
        let given = |v: &[u8]| distinct(&v[..3]) && distinct(&v[3..]);
        compare_within(&propagator, 5, Strength::Sound, given, |v| sorted(&v[..3]) == sorted(&v[3..]));
    }

    #[test]
    fn lists_may_share_cells() {
        let propagator = SameMultisets::new(&[vec![0, 1], vec![1, 2]], &Peers::new(3));
        compare(&propagator, 4, Strength::Sound, |v| v[0] == v[2]);
    }
}
