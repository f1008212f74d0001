//! Cages in lane form: distinct cells whose values form one of a list of sets.
//!
//! Each set is tested against the masks of all cells, as in the scalar propagator `propagators/cage.rs`.
//! Values of all remaining sets are required: a value is placed if one cell is left for it, and removed from
//! the cells that see all its possible cells.
//!
//! Cost: a few operations per cell for each set that fits in some lane. It performs badly for large cages
//! with wide masks.

use super::LaneRule;
use crate::lanes::pool::Lanes;
use farandole_kernel::Vectors;

/// Distinct cells and the sets of their values.
#[derive(Clone, Debug)]
pub(in crate::lanes) struct Cage {
    pub(in crate::lanes) cells: Box<[u16]>,
    pub(in crate::lanes) sets: Box<[u16]>,
    /// Cells outside of the cage that see two or more of its cells, by the cells that they do not see: bit
    /// i represents cell i of the cage.
    pub(in crate::lanes) near: Vec<(u16, Vec<u16>)>,
}

/// A cage of `K` cells.
pub(in crate::lanes) struct Cells<'a, const K: usize>(pub(in crate::lanes) &'a Cage);

/// The candidates of a cage that the sets that fit leave.
struct Kept<V, const K: usize> {
    cells: [V; K],
    /// Values of all sets that fit.
    required: V,
    /// Values of any set that fits.
    any: V,
}

impl<const K: usize> Cells<'_, K> {
    /// Returns what the sets leave of the masks.
    #[inline(always)]
    fn fit<S: Vectors>(&self, s: S, masks: &[S::V; K]) -> Kept<S::V, K> {
        let zero = s.splat(0);
        let union = masks.iter().fold(zero, |union, &mask| s.or(union, mask));
        let all = s.splat(u16::MAX);
        let mut kept = Kept { cells: [zero; K], required: all, any: zero };
        for &set in &*self.0.sets {
            let set = s.splat(set);
            let missing = s.without(set, union);
            let mut fits = s.except(s.meets(all, all), s.meets(missing, missing));
            if s.lanes(fits) == 0 {
                continue;
            }
            let (mut parts, mut singles) = ([zero; K], [zero; K]);
            let (mut fixed, mut equal) = (zero, zero);
            for at in 0..K {
                parts[at] = s.and(masks[at], set);
                fits = s.both(fits, s.meets(parts[at], parts[at]));
                singles[at] = s.single(parts[at]);
                equal = s.or(equal, s.and(fixed, singles[at]));
                fixed = s.or(fixed, singles[at]);
            }
            fits = s.except(fits, s.meets(equal, equal));
            for at in 0..K {
                let part = s.without(parts[at], s.without(fixed, singles[at]));
                kept.cells[at] = s.or(kept.cells[at], s.keep(fits, part));
            }
            kept.required = s.and(kept.required, s.select(fits, set, all));
            kept.any = s.or(kept.any, s.keep(fits, set));
        }
        kept
    }

    /// Removes required values from the cells that see all their possible cells.
    #[inline(always)]
    fn exclude<S: Vectors>(&self, lanes: &mut Lanes<'_, S>, required: S::V, kept: &[S::V; K]) {
        let s = lanes.s;
        for (unseen, peers) in &self.0.near {
            let mut gone = required;
            for (at, &kept) in kept.iter().enumerate() {
                if unseen >> at & 1 == 1 {
                    gone = s.without(gone, kept);
                }
            }
            if s.lanes(s.meets(gone, gone)) == 0 {
                continue;
            }
            for &peer in peers {
                let old = lanes.get(peer);
                lanes.put(peer, old, s.without(old, gone));
            }
        }
    }
}

impl<const K: usize> LaneRule for Cells<'_, K> {
    #[inline(always)]
    fn apply<S: Vectors>(&self, lanes: &mut Lanes<'_, S>) {
        let s = lanes.s;
        let Some(cells) = self.0.cells.first_chunk::<K>() else { return };
        let masks = cells.map(|cell| lanes.get(cell));
        let kept = self.fit(s, &masks);
        lanes.require(s.meets(kept.any, kept.any));
        // Lanes without a set would count every value as required.
        let required = s.and(kept.required, kept.any);
        let (mut once, mut twice) = (s.splat(0), s.splat(0));
        for &mask in &kept.cells {
            twice = s.or(twice, s.and(once, mask));
            once = s.or(once, mask);
        }
        let missing = s.without(required, once);
        lanes.forbid(s.meets(missing, missing));
        let single = s.without(required, twice);
        for ((&cell, &old), &mask) in cells.iter().zip(&masks).zip(&kept.cells) {
            let placed = s.lowest(s.and(mask, single));
            lanes.put(cell, old, s.select(s.meets(placed, placed), placed, mask));
        }
        if s.lanes(s.meets(required, required)) != 0 {
            self.exclude(lanes, required, &kept.cells);
        }
    }
}
