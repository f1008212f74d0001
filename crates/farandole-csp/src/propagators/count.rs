//! The number of occurrences of values among cells: the "among" constraint. Cells that must differ from each
//! other form cliques.
//!
//! A clique holds a value at most once, so it contributes at most one occurrence. The algorithm computes bounds
//! of the count (Beldiceanu and Contejean). It then removes a value from a clique if no allowed count is
//! possible with it, and requires the value in the clique if no allowed count is possible without it.
//!
//! Cost: one pass over the cells per counted value. Each value is treated alone, so the propagator misses
//! conflicts between values that compete for the same cells.
//!
//! Source: Beldiceanu, Contejean, "Introducing global constraints in CHIP", Mathematical and
//! Computer Modelling 20 (1994).

use super::value_sets::sets_of_sum;
use crate::model::masks::{Contradiction, Masks};
use crate::model::peers::Peers;
use crate::propagators::propagator::{Cost, Propagator};

/// The allowed numbers of occurrences of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Allowed {
    /// From the first number to the second, inclusive.
    Range(u32, u32),
    /// Zero or exactly this number.
    NoneOr(u32),
}

impl Allowed {
    /// Returns true if some count from `min` to `max` is allowed.
    #[inline]
    fn meets(self, min: u32, max: u32) -> bool {
        match self {
            // The intervals `min..=max` and `low..=high` intersect.
            Self::Range(low, high) => min.max(low) <= max.min(high),
            // Either zero or `count` is within the bounds.
            Self::NoneOr(count) => min <= max && (min == 0 || (min <= count && count <= max)),
        }
    }

    /// Returns true if every count from `min` to `max` is in the allowed range. Returns false for each
    /// [`Allowed::NoneOr`].
    #[inline]
    pub(crate) fn covers(self, min: u32, max: u32) -> bool {
        // `SameMultisets`, the only caller, passes ranges only.
        matches!(self, Self::Range(low, high) if low <= min && max <= high)
    }
}

/// Groups of cells. A group is either a clique, which holds a value at most once, or a single cell that is
/// listed several times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Places {
    // Groups are adjacent ranges of one list, so a pass over all groups reads memory sequentially.
    /// All cells without duplicates, ordered by group.
    cells: Box<[u16]>,
    /// For each group, its end in `cells` and its weight. The weight is the number of occurrences that the
    /// group counts if it holds the value.
    groups: Box<[(u16, u32)]>,
    /// For each group, the cells that are peers of all its cells.
    outside: Box<[Box<[u16]>]>,
}

impl Places {
    /// Groups the cells of `line` greedily into cliques. A cell that is listed n times forms a group of its own
    /// with weight n.
    pub(crate) fn new(line: &[u16], peers: &Peers) -> Self {
        let mut rest = line.to_vec();
        rest.sort_unstable();
        let (mut cells, mut groups, mut outside) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(&first) = rest.first() {
            let weight = rest.iter().filter(|&&cell| cell == first).count() as u32;
            // A cell that is listed several times counts several times, so it cannot share a clique. Other
            // cliques are built greedily from the first cell, because a partition into the fewest cliques is
            // NP-hard.
            let mut group = vec![first];
            if weight == 1 {
                for &cell in &rest[1..] {
                    let once = rest.iter().filter(|&&other| other == cell).count() == 1;
                    if once && group.iter().all(|&other| peers.differ(other, cell)) {
                        group.push(cell);
                    }
                }
            }
            rest.retain(|cell| !group.contains(cell));
            cells.extend_from_slice(&group);
            groups.push((cells.len() as u16, weight));
            // If the clique must hold a value, the common peers of its cells cannot hold it.
            let around = peers.of(first).filter(|&cell| group.iter().all(|&other| peers.differ(other, cell)));
            outside.push(around.collect());
        }
        Self { cells: cells.into(), groups: groups.into(), outside: outside.into() }
    }

    /// Returns the cells without duplicates.
    pub(crate) fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// Returns the cells and the weight of each group.
    fn groups(&self) -> impl Iterator<Item = (&[u16], u32)> {
        self.groups.iter().scan(0, |start, &(end, weight)| {
            let group = &self.cells[usize::from(*start)..usize::from(end)];
            *start = end;
            Some((group, weight))
        })
    }

    /// Returns the least and the greatest possible number of occurrences of one value, given by its bit.
    #[inline]
    pub(crate) fn bounds(&self, value: u16, masks: &Masks<'_>) -> (u32, u32) {
        let (mut min, mut max) = (0, 0);
        for (group, weight) in self.groups() {
            match GroupState::of(group, value, masks) {
                GroupState::Taken => {
                    min += weight;
                    max += weight;
                }
                GroupState::Open(_) => max += weight,
                GroupState::Free => {}
            }
        }
        (min, max)
    }

    /// Returns the [`bounds`](Self::bounds) of every value, by bit index.
    pub(crate) fn all_bounds(&self, masks: &Masks<'_>) -> [(u32, u32); 16] {
        let mut bounds = [(0, 0); 16];
        for (group, weight) in self.groups() {
            let (mut can, mut taken) = (0_u16, 0_u16);
            for &cell in group {
                let mask = masks.get(cell);
                // The cells of a group differ, so a value counts once, however many cells can hold it. One pass
                // serves all values: with one pass per value, `SameMultisets` took 112,000 instructions per run
                // (docs/experiments/2026-11-23-small-variants.md).
                can |= mask;
                taken |= if mask & (mask - 1) == 0 { mask } else { 0 };
            }
            while can != 0 {
                let place = can.trailing_zeros() as usize;
                bounds[place].0 += weight * u32::from(taken >> place & 1);
                bounds[place].1 += weight;
                can &= can - 1;
            }
        }
        bounds
    }

    /// Decides open groups: a group receives the value if every allowed count requires this, and loses the
    /// value if every allowed count forbids it. Returns true if a mask changed.
    ///
    /// # Errors
    ///
    /// Returns [`Contradiction`] if no allowed count is possible.
    pub(crate) fn keep(
        &self,
        value: u16,
        allowed: Allowed,
        masks: &mut Masks<'_>,
    ) -> Result<bool, Contradiction> {
        // Each call computes the bounds again, since propagators have no state.
        let (min, max) = self.bounds(value, masks);
        if !allowed.meets(min, max) {
            return Err(Contradiction);
        }
        let mut changed = false;
        // No group is open.
        if min == max {
            return Ok(false);
        }
        for ((group, weight), outside) in self.groups().zip(&self.outside) {
            // A group that holds the value, or cannot hold it, is already decided.
            let GroupState::Open(only) = GroupState::of(group, value, masks) else { continue };
            // If this group held the value, no allowed count would be possible, so the group loses the value.
            if !allowed.meets(min + weight, max) {
                for &cell in group {
                    changed |= masks.remove(cell, value)?;
                }
            } else if !allowed.meets(min, max - weight) {
                // If this group did not hold the value, no allowed count would be possible, so the group must
                // hold it. If only one of its cells can, the value is placed there.
                if let Some(cell) = only {
                    changed |= masks.keep(cell, value)?;
                }
                // The common peers of the group lose the value, even if the cell that holds it is not known
                // yet.
                for &cell in outside {
                    changed |= masks.remove(cell, value)?;
                }
            }
        }
        Ok(changed)
    }
}

/// The state of a group with respect to a value.
enum GroupState {
    /// A cell is fixed to the value.
    Taken,
    /// No cell can have the value.
    Free,
    /// Some cells can have the value. The payload is the cell if there is exactly one.
    Open(Option<u16>),
}

impl GroupState {
    #[inline]
    fn of(group: &[u16], value: u16, masks: &Masks<'_>) -> Self {
        let mut state = Self::Free;
        for &cell in group {
            let mask = masks.get(cell);
            if mask & value == 0 {
                continue;
            }
            if mask & !value == 0 {
                return Self::Taken;
            }
            state = match state {
                // With two or more possible cells, none of them is reported.
                Self::Free => Self::Open(Some(cell)),
                _ => Self::Open(None),
            };
        }
        state
    }
}

/// Some values, or sets of values, with the allowed number of occurrences of each among cells.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    places: Places,
    /// Pairs of the mask of a value, or of a set of values, and the allowed counts.
    values: Box<[(u16, Allowed)]>,
}

impl Count {
    /// Builds the propagator from the cells, and pairs of a mask and the allowed counts. A mask of several values
    /// requires groups of one cell.
    pub(crate) fn new(places: Places, values: &[(u16, Allowed)]) -> Self {
        Self { places, values: values.into() }
    }
}

impl Propagator for Count {
    // A run makes one pass over the cells per counted value. This is cheaper than value sets or automata,
    // and more expensive than pairs.
    const COST: Cost = Cost::Medium;

    fn cells(&self) -> &[u16] {
        self.places.cells()
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // Placing one value removes others from the same cell, so the loop repeats until no mask changes.
        loop {
            let mut changed = false;
            for &(value, allowed) in &self.values {
                changed |= self.places.keep(value, allowed, masks)?;
            }
            if !changed {
                return Ok(());
            }
        }
    }
}

/// Counting circles: each value n that occurs among the cells occurs exactly n times. The distinct values that
/// occur therefore add up to the number of cells, so only sets of values with this sum are possible. For
/// example, four cells hold either 1, 3, 3 and 3, or four times the value 4.
///
/// Cost: one test of all cells per possible set. It is slow at first if many sets have the required sum.
#[derive(Clone, Debug)]
pub(crate) struct Circles {
    places: Places,
    low: u32,
    /// The sets of values whose sum is the number of cells.
    sets: Box<[u16]>,
}

impl Circles {
    /// Builds the propagator for the cells of a network with `count` values, from `low` to `low + count - 1`.
    pub(crate) fn new(places: Places, low: u8, count: u8) -> Self {
        let low = u32::from(low);
        let total: u32 = places.groups().map(|(cells, weight)| cells.len() as u32 * weight).sum();
        let of_size = |size: u32| sets_of_sum(count, low as u8, size, total);
        // Few sets have the required sum, so they are listed once. The value 0 would have to occur 0 times, so
        // sets that contain it are dropped.
        let sets = (0..=u32::from(count)).flat_map(of_size).copied().filter(|set| set & 1 >> low == 0);
        Self { places, low, sets: sets.collect() }
    }

    /// Returns the values that must occur and those that can occur. Each value is tested alone.
    fn possible(&self, masks: &Masks<'_>) -> (u16, u16) {
        // One pass over the cells computes the bounds of all values.
        let (mut must, mut can) = (0, 0);
        for ((min, max), place) in self.places.all_bounds(masks).into_iter().zip(0_u32..) {
            let (value, wanted) = (1 << place, place + self.low);
            can |= if max > 0 && min <= wanted && wanted <= max { value } else { 0 };
            must |= if min > 0 { value } else { 0 };
        }
        (must, can)
    }
}

impl Propagator for Circles {
    // A run tests all cells once per set, so the cheaper `Count` runs first.
    const COST: Cost = Cost::Expensive;

    fn cells(&self) -> &[u16] {
        self.places.cells()
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let (must, can) = self.possible(masks);
        let (mut union, mut common) = (0, u16::MAX);
        for &set in &self.sets {
            // A set fits if it contains all required values, contains only possible values, and has a value for
            // each cell.
            if must & !set == 0
                && set & !can == 0
                && self.places.cells().iter().all(|&cell| masks.get(cell) & set != 0)
            {
                union |= set;
                common &= set;
            }
        }
        let mut changed = false;
        for &cell in self.places.cells() {
            changed |= masks.keep(cell, union)?;
        }
        let mut rest = union;
        while rest != 0 {
            let value = rest & rest.wrapping_neg();
            rest &= rest - 1;
            let wanted = value.trailing_zeros() + self.low;
            // A value in all remaining sets must occur, exactly `wanted` times. A value in only some of them
            // may be absent.
            let least =
                if common & value != 0 { Allowed::Range(wanted, wanted) } else { Allowed::NoneOr(wanted) };
            changed |= self.places.keep(value, least, masks)?;
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{
        Strength, compare, compare_among, compare_within, distinct, line, peers_of, propagate,
    };

    fn times(values: &[u8], value: u8) -> u32 {
        values.iter().filter(|&&other| other == value).count() as u32
    }

    #[test]
    fn one_value_is_counted_exactly() {
        for allowed in [Allowed::Range(1, 2), Allowed::NoneOr(3), Allowed::Range(4, 9)] {
            let propagator = Count::new(Places::new(&line(5), &Peers::new(5)), &[(0b10, allowed)]);
            compare(&propagator, 4, Strength::Exact, |v| allowed.meets(times(v, 1), times(v, 1)));
        }
    }

    #[test]
    fn several_values_and_repeated_cells_are_counted() {
        let places = Places::new(&[0, 1, 1, 2, 3], &Peers::new(4));
        let propagator = Count::new(places, &[(0b1, Allowed::Range(2, 2)), (0b10, Allowed::NoneOr(3))]);
        let holds = |v: &[u8]| {
            let list = [v[0], v[1], v[1], v[2], v[3]];
            times(&list, 0) == 2 && [0, 3].contains(&times(&list, 1))
        };
        compare(&propagator, 3, Strength::Sound, holds);
    }

    #[test]
    fn a_clique_holds_a_value_once() {
        let places = Places::new(&line(5), &peers_of(5, &[&[0, 1, 2], &[3, 4]]));
        let propagator = Count::new(places, &[(0b100, Allowed::Range(2, 2))]);
        let given = |v: &[u8]| distinct(&v[..3]) && distinct(&v[3..]);
        compare_within(&propagator, 5, Strength::Sound, given, |v| times(v, 2) == 2);
    }

    #[test]
    fn a_clique_that_must_hold_a_value_takes_it_from_what_differs_from_it() {
        let places = Places::new(&[0, 1, 3, 4], &peers_of(6, &[&[0, 1, 2], &[3, 4, 5]]));
        let propagator = Count::new(places, &[(0b10, Allowed::Range(2, 2))]);
        let given = |v: &[u8]| distinct(&v[..3]) && distinct(&v[3..]);
        let counted = |v: &[u8]| times(&[v[0], v[1], v[3], v[4]], 1) == 2;
        compare_among(6, &propagator, 4, Strength::Sound, given, counted);
        let mut all = [0b1111; 6];
        propagate(&propagator, &mut all).unwrap();
        assert_eq!((all[2], all[5]), (0b1101, 0b1101));
    }

    #[test]
    fn circles_hold_how_often_they_occur() {
        for (cells, low) in [(1, 1), (3, 1), (4, 1), (6, 1), (4, 0), (5, 0)] {
            let places = Places::new(&line(cells), &Peers::new(cells.into()));
            let propagator = Circles::new(places, low, 4);
            let holds = |v: &[u8]| v.iter().all(|&value| times(v, value) == u32::from(value + low));
            compare(&propagator, 4, Strength::Sound, holds);
        }
    }
}
