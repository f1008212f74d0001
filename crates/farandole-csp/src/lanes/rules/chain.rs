//! Relations between neighbouring cells of a chain in lane form, such as whispers, thermometers, dots and
//! tables.
//!
//! The partners of a mask are the union of the partners of its values, as in the scalar propagator
//! `propagators/relation.rs`. A forward and a backward pass achieve generalized arc consistency if no cell
//! occurs twice.
//!
//! Cost: three operations per value, pair and direction.

use super::LaneRule;
use crate::lanes::pool::Lanes;
use farandole_kernel::Vectors;

/// Number of values.
pub(in crate::lanes) const VALUES: usize = 9;

/// A chain of cells in which every two neighbours hold an allowed pair of values.
#[derive(Clone, Debug)]
pub(in crate::lanes) struct Chain {
    pub(in crate::lanes) cells: Box<[u16]>,
    /// For each value of a cell, the mask of the values that it permits in the next cell.
    pub(in crate::lanes) forward: [u16; VALUES],
    /// For each value of a cell, the mask of the values that it permits in the previous cell.
    pub(in crate::lanes) backward: [u16; VALUES],
}

/// Returns the values that at least one value of a mask permits, according to the table `of`.
#[inline(always)]
fn partners<S: Vectors>(s: S, mask: S::V, of: &[u16; VALUES]) -> S::V {
    let mut union = s.splat(0);
    for (value, &partners) in of.iter().enumerate() {
        let has = s.meets(mask, s.splat(1 << value));
        union = s.or(union, s.keep(has, s.splat(partners)));
    }
    union
}

impl LaneRule for &Chain {
    #[inline(always)]
    fn apply<S: Vectors>(&self, lanes: &mut Lanes<'_, S>) {
        let s = lanes.s;
        let [first, rest @ ..] = &*self.cells else { return };
        let mut before = lanes.get(*first);
        for &cell in rest {
            let old = lanes.get(cell);
            before = s.and(old, partners(s, before, &self.forward));
            lanes.put(cell, old, before);
        }
        // The backward pass starts with the mask with which the forward pass ends.
        let mut after = before;
        for &cell in self.cells.iter().rev().skip(1) {
            let old = lanes.get(cell);
            after = s.and(old, partners(s, after, &self.backward));
            lanes.put(cell, old, after);
        }
    }
}
