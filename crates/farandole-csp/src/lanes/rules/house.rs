//! Houses of at most nine cells in lane form: naked and hidden singles.

use super::LaneRule;
use crate::lanes::pool::Lanes;
use farandole_kernel::Vectors;

/// Maximum number of cells.
pub(in crate::lanes) const SIZE: usize = 9;

/// Distinct cells among which each value of a mask occurs.
#[derive(Clone, Debug)]
pub(in crate::lanes) struct House {
    pub(in crate::lanes) cells: Box<[u16]>,
    pub(in crate::lanes) values: u16,
}

impl LaneRule for &House {
    #[inline(always)]
    fn apply<S: Vectors>(&self, lanes: &mut Lanes<'_, S>) {
        let s = lanes.s;
        let zero = s.splat(0);
        let (mut once, mut twice, mut fixed, mut equal) = (zero, zero, zero, zero);
        let (mut masks, mut singles) = ([zero; SIZE], [zero; SIZE]);
        for ((mask, single), &cell) in masks.iter_mut().zip(&mut singles).zip(&*self.cells) {
            *mask = lanes.get(cell);
            *single = s.single(*mask);
            equal = s.or(equal, s.and(fixed, *single));
            fixed = s.or(fixed, *single);
            twice = s.or(twice, s.and(once, *mask));
            once = s.or(once, *mask);
        }
        let missing = s.without(s.splat(self.values), once);
        let wrong = s.or(equal, missing);
        lanes.forbid(s.meets(wrong, wrong));
        let hidden = s.and(s.without(once, s.or(twice, fixed)), s.splat(self.values));
        for ((&mask, &single), &cell) in masks.iter().zip(&singles).zip(&*self.cells) {
            let open = s.without(mask, s.without(fixed, single));
            let placed = s.lowest(s.and(open, hidden));
            lanes.put(cell, mask, s.select(s.meets(placed, placed), placed, open));
        }
    }
}
