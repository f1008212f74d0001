//! Cages in lane form: distinct cells whose values form one of a list of sets.
//!
//! Each set is tested against the masks of all cells, as in the scalar propagator `propagators/cage.rs`. The
//! values that are in all remaining sets are required. A required value is placed if only one cell can hold it.
//! Otherwise it is removed from the cells that see all its possible cells.
//!
//! Cost: a few operations per cell for each set that fits in some lane. The rule is slow for large cages with
//! many candidates.

use super::LaneRule;
use crate::lanes::pool::Lanes;
use farandole_kernel::Vectors;

/// Distinct cells, and the value sets that they can hold.
#[derive(Clone, Debug)]
pub(in crate::lanes) struct Cage {
    pub(in crate::lanes) cells: Box<[u16]>,
    pub(in crate::lanes) sets: Box<[u16]>,
    /// The cells outside of the cage that see at least two of its cells. They are grouped by the cells that
    /// they do not see, where bit i represents cell i of the cage.
    pub(in crate::lanes) near: Vec<(u16, Vec<u16>)>,
}

/// A cage of `K` cells.
pub(in crate::lanes) struct Cells<'a, const K: usize>(pub(in crate::lanes) &'a Cage);

/// The candidates of a cage that remain with the sets that fit.
struct Kept<V, const K: usize> {
    cells: [V; K],
    /// The values that are in all sets that fit.
    required: V,
    /// The values that are in at least one set that fits.
    any: V,
}

impl<const K: usize> Cells<'_, K> {
    /// Returns the candidates that remain with the sets that fit these masks.
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

    /// Removes required values from the cells that see all possible cells of these values.
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
        // In lanes in which no set fits, no value is required.
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
