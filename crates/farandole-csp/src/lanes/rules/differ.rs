//! Pairs of cells that differ, in lane form: the value of a fixed cell is removed from the other cells.

use super::LaneRule;
use crate::lanes::pool::Lanes;
use farandole_kernel::Vectors;

/// A cell, and pairs of another cell and a mask. The two cells must not both hold the same value of the mask.
#[derive(Clone, Debug)]
pub(in crate::lanes) struct Differ {
    pub(in crate::lanes) cell: u16,
    pub(in crate::lanes) others: Vec<(u16, u16)>,
}

impl LaneRule for &Differ {
    #[inline(always)]
    fn apply<S: Vectors>(&self, lanes: &mut Lanes<'_, S>) {
        let s = lanes.s;
        let value = s.single(lanes.get(self.cell));
        for &(other, values) in &self.others {
            let old = lanes.get(other);
            lanes.put(other, old, s.without(old, s.and(value, s.splat(values))));
        }
    }
}
