//! The candidates of a small killer, and their propagation: fixed cells, hidden singles, cages.

use super::rules::{CELLS, Cage, Cells, Rules, SINGLE, VALUES, each};
use crate::model::masks::Contradiction;
use crate::propagators::cage::{lone, once_and_twice, try_set};

/// The candidates of a small killer, and the queues of changes that are not propagated yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// The candidates of each cell.
    pub(super) masks: [u16; CELLS],
    /// The possible cells of each value.
    places: [Cells; VALUES],
    /// Fixed cells whose value is still to be removed from their peers.
    fixed: Cells,
    /// Houses and cages with a changed cell, as bit sets.
    houses: u64,
    cages: u64,
}

/// Returns a 64-bit word with the lowest `count` bits, at most 64.
fn ones(count: usize) -> u64 {
    u64::MAX.checked_shr(64 - count as u32).unwrap_or(0)
}

impl State {
    /// Returns the state before propagation, in which every rule is queued. Returns an error if a cell has no
    /// candidate.
    pub(super) fn new(rules: &Rules) -> Result<Self, Contradiction> {
        let (houses, cages) = (ones(rules.houses.len()), ones(rules.cages.len()));
        let all = Cells::MAX >> (Cells::BITS as usize - rules.domains.len());
        let mut places = [0; VALUES];
        places[..rules.full.count_ones() as usize].fill(all);
        let mut state = Self { masks: [rules.full; CELLS], places, fixed: 0, houses, cages };
        // Most cells have all candidates, so that the others lose some instead.
        rules.domains.iter().enumerate().try_for_each(|(cell, &mask)| state.keep(rules, cell, mask))?;
        Ok(state)
    }

    /// Queues cages that were added to the rules, and applies new domains.
    pub(super) fn extend(&mut self, rules: &Rules, earlier: usize) -> Result<(), Contradiction> {
        self.cages |= ones(rules.cages.len()) & !ones(earlier);
        rules.domains.iter().enumerate().try_for_each(|(cell, &mask)| self.keep(rules, cell, mask))
    }

    /// Intersects the candidates of a cell with a mask.
    #[inline]
    pub(super) fn keep(&mut self, rules: &Rules, cell: usize, mask: u16) -> Result<(), Contradiction> {
        let old = self.masks[cell];
        let new = old & mask;
        if new == old {
            return Ok(());
        }
        if new == 0 {
            return Err(Contradiction);
        }
        self.masks[cell] = new;
        self.houses |= rules.houses_of[cell];
        self.cages |= rules.cages_of[cell];
        let bit = SINGLE[cell];
        if new.is_power_of_two() {
            self.fixed |= bit;
        }
        let mut lost = old & !new;
        while lost != 0 {
            self.places[lost.trailing_zeros() as usize] &= !bit;
            lost &= lost - 1;
        }
        Ok(())
    }

    /// Removes a value, given by its index, from a set of cells.
    #[inline]
    fn remove(&mut self, rules: &Rules, value: usize, cells: Cells) -> Result<(), Contradiction> {
        let mut losing = cells & self.places[value];
        while losing != 0 {
            self.keep(rules, losing.trailing_zeros() as usize, !(1 << value))?;
            losing &= losing - 1;
        }
        Ok(())
    }

    pub(super) fn propagate(&mut self, rules: &Rules) -> Result<(), Contradiction> {
        loop {
            // Cages change many cells, and houses are cheap, so houses wait until no cage is queued.
            if self.fixed != 0 {
                let cell = self.fixed.trailing_zeros() as usize;
                self.fixed &= self.fixed - 1;
                self.remove(rules, self.masks[cell].trailing_zeros() as usize, rules.peers[cell])?;
            } else if self.cages != 0 {
                self.filter(rules, self.cages.trailing_zeros() as usize)?;
            } else if self.houses != 0 {
                let house = self.houses.trailing_zeros() as usize;
                self.houses &= self.houses - 1;
                self.hidden_singles(rules, house)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Places the values that have a single possible cell in a house.
    fn hidden_singles(&mut self, rules: &Rules, house: usize) -> Result<(), Contradiction> {
        let (cells, set) = &rules.houses[house];
        let (mut once, mut twice, mut fixed) = (0, 0, 0);
        for &cell in &cells[..rules.full.count_ones() as usize] {
            let mask = self.masks[usize::from(cell)];
            twice |= once & mask;
            once |= mask;
            // The sign bit is set if the mask has a single bit. Without a branch or a population count, a pass over
            // the house takes half as many instructions.
            let rest = mask & mask.wrapping_sub(1);
            fixed |= mask & (rest.wrapping_sub(1).cast_signed() >> 15).cast_unsigned();
        }
        if once != rules.full {
            return Err(Contradiction);
        }
        let mut single = once & !twice & !fixed;
        while single != 0 {
            let value = single.trailing_zeros() as usize;
            single &= single - 1;
            // If two values have the same cell, placing the first one leaves no cell for the second one.
            let place = self.places[value] & set;
            if place == 0 {
                return Err(Contradiction);
            }
            self.keep(rules, place.trailing_zeros() as usize, 1 << value)?;
        }
        Ok(())
    }

    /// Removes the candidates of a cage that are in no value set, and the values that all remaining sets contain
    /// from the common peers of their cells.
    fn filter(&mut self, rules: &Rules, number: usize) -> Result<(), Contradiction> {
        let cage = &rules.cages[number];
        let required = match &cage.cells[..usize::from(cage.len)] {
            &[one, two] => self.pair(rules, usize::from(one), usize::from(two), cage.sum)?,
            cells if cells.len() <= 8 => self.sets::<8>(rules, cells, cage)?,
            cells => self.sets::<16>(rules, cells, cage)?,
        };
        // The cage is at a fixpoint, so its own changes so far need no second run. Required values may.
        self.cages &= !(1 << number);
        self.require(rules, required, cage)
    }

    /// Filters a cage of two cells: each value needs the difference between it and the sum in the other cell.
    /// Returns the values that both cells together must hold.
    fn pair(&mut self, rules: &Rules, one: usize, two: usize, sum: i32) -> Result<u16, Contradiction> {
        // Reversing a mask maps the index i to 15 - i, and the partner of the index i is sum - 2 - i.
        let partners = |mask: u16| match sum {
            3..=17 => mask.reverse_bits() >> (17 - sum),
            _ => 0,
        };
        self.keep(rules, one, partners(self.masks[two]))?;
        self.keep(rules, two, partners(self.masks[one]))?;
        let both = self.masks[one] | self.masks[two];
        let is_fixed = self.masks[one].is_power_of_two();
        Ok(if (both & (both - 1)).is_power_of_two() && !is_fixed { both } else { 0 })
    }

    /// Filters a cage of up to `LANES` cells, as `propagators/cage.rs` does. Returns the values that every
    /// remaining set contains and that are not placed.
    fn sets<const LANES: usize>(
        &mut self,
        rules: &Rules,
        cells: &[u8],
        cage: &Cage,
    ) -> Result<u16, Contradiction> {
        let mut here = [0; LANES];
        loop {
            here.iter_mut().zip(cells).for_each(|(mask, &cell)| *mask = self.masks[usize::from(cell)]);
            let (mut kept, mut required, mut any) = ([0; LANES], u16::MAX, 0);
            for (sets, mut left) in cage.sets.meeting_all(&here[..cells.len()]) {
                while left != 0 {
                    let set = sets[left.trailing_zeros() as usize];
                    left &= left - 1;
                    if try_set(set, &here, &mut kept) {
                        required &= set;
                        any |= set;
                    }
                }
            }
            if any == 0 {
                return Err(Contradiction);
            }
            if kept == here {
                // Fixed values have already been removed from their peers.
                return Ok(required & !once_and_twice(&lone(&here)).0);
            }
            for (&cell, &kept) in cells.iter().zip(&kept) {
                self.keep(rules, usize::from(cell), kept)?;
            }
        }
    }

    /// Applies the values that every remaining set of a cage contains.
    fn require(&mut self, rules: &Rules, mut values: u16, cage: &Cage) -> Result<(), Contradiction> {
        while values != 0 {
            let value = values.trailing_zeros() as usize;
            values &= values - 1;
            let places = self.places[value] & cage.set;
            if places == 0 {
                return Err(Contradiction);
            }
            if places.is_power_of_two() {
                self.keep(rules, places.trailing_zeros() as usize, 1 << value)?;
                continue;
            }
            let common = each(places).fold(Cells::MAX, |all, cell| all & rules.peers[cell]);
            self.remove(rules, value, common)?;
        }
        Ok(())
    }
}
