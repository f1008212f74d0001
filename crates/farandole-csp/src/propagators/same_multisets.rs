//! Lists of cells that hold equal multisets of values, by bounds of the number of occurrences of each value.
//!
//! The algorithm intersects the bounds of each value over all lists. The counts of all values add up to the
//! length of a list, which tightens the bounds. The result is then propagated in each list.
//!
//! Cost: two passes over all cells for the bounds of all values, then one pass per list and value whose bounds
//! are too wide. The propagator considers only counts, so it prunes little while most values can occur in most
//! cells.

use super::count::{Allowed, Places};
use crate::model::masks::{Contradiction, Masks};
use crate::model::peers::Peers;
use crate::propagators::propagator::{Cost, Propagator};

/// Lists of cells. Each value occurs equally often in every list.
#[derive(Clone, Debug)]
pub(crate) struct SameMultisets {
    cells: Box<[u16]>,
    lists: Box<[Places]>,
    /// The length of each list, counting repeated cells.
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

impl Propagator for SameMultisets {
    // A run passes over each list twice, and again for each value whose bounds are too wide.
    const COST: Cost = Cost::Expensive;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        // The intersection starts with no lower and no upper bound.
        let mut common = [(0, u32::MAX); 16];
        for list in &self.lists {
            let of_list = list.all_bounds(masks);
            for ((low, high), (min, max)) in common.iter_mut().zip(of_list) {
                // The count of a value is the same in every list.
                (*low, *high) = ((*low).max(min), (*high).min(max));
            }
        }
        // The counts of all values add up to the length of a list, so this length must be within the sums of
        // the bounds.
        let least: u32 = common.iter().map(|(low, _)| low).sum();
        let most: u32 = common.iter().map(|(_, high)| high).sum();
        if least > self.length || most < self.length {
            return Err(Contradiction);
        }
        let allowed = common.map(|(low, high)| {
            // The other values fill at most `most - high` cells of a list, so this value fills at least the
            // rest. Likewise, the other values fill at least `least - low` cells.
            let low_by_others = (self.length + high).saturating_sub(most);
            Allowed::Range(low.max(low_by_others), high.min(self.length + low - least))
        });
        let mut changed = false;
        for list in &self.lists {
            // The bounds are computed once per pass. Changes by this pass affect the next one.
            let of_list = list.all_bounds(masks);
            for (place, ((min, max), allowed)) in of_list.into_iter().zip(allowed).enumerate() {
                // A value whose bounds are within the allowed range needs no pass over the list.
                if !allowed.covers(min, max) {
                    changed |= list.keep(1 << place, allowed, masks)?;
                }
            }
        }
        Ok(changed)
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
