//! Hidden singles by counters: how many places each value of a house still has.
//!
//! A counter has four bits, all counters of a house are one word, and a cell that loses several values changes a word by one
//! subtraction. A house is looked at again only when one of its values is down to its last place.

use super::masks::Dead;
use super::network::Network;
use super::rules::Rule;
use super::rules::places::Places;
use super::wiring::PerCell;
use crate::engine::variant::filter::Filter;

/// The lowest bit of every counter.
const ONES: u64 = 0x1111_1111_1111_1111;

/// For eight values, the lowest bits of their counters.
const SPREAD: [u32; 256] = {
    let mut spread = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[mask] |= ((mask as u32 >> bit) & 1) << (4 * bit);
            bit += 1;
        }
        mask += 1;
    }
    spread
};

/// The lowest bits of the counters of these values.
#[inline]
fn spread(values: u16) -> u64 {
    let [low, high] = values.to_le_bytes();
    u64::from(SPREAD[usize::from(low)]) | u64::from(SPREAD[usize::from(high)]) << 32
}

/// The lowest bits of the counters that are 0.
#[inline]
fn zeros(counters: u64) -> u64 {
    let pairs = counters | counters >> 1;
    !(pairs | pairs >> 2) & ONES
}

/// The counters of all houses of a network, and the houses that wait.
#[derive(Debug)]
pub(crate) struct PlaceCounts<'n> {
    houses: Vec<&'n Places>,
    /// The houses of each cell by number.
    of_cell: PerCell<u16>,
    /// By house and value: the places of the value but one.
    more: Vec<u64>,
    /// Houses in which a value came down to its last place.
    waiting: Vec<u16>,
    /// By house: these values.
    single: Vec<u16>,
}

impl<'n> PlaceCounts<'n> {
    /// The houses of a network that hold every value. The counters are not set yet.
    pub(crate) fn new(network: &'n Network) -> Self {
        let houses: Vec<&Places> = network
            .rules
            .iter()
            .filter_map(|rule| if let Rule::Places(house) = rule { Some(house) } else { None })
            .collect();
        let mut of_cell = vec![Vec::new(); network.domains.len()];
        for (number, house) in (0..).zip(&houses) {
            house.cells().iter().for_each(|&cell| of_cell[usize::from(cell)].push(number));
        }
        Self {
            of_cell: PerCell::new(of_cell.into_iter()),
            more: vec![0; houses.len()],
            waiting: Vec::with_capacity(houses.len()),
            single: vec![0; houses.len()],
            houses,
        }
    }

    /// Counts the places within masks.
    ///
    /// # Errors
    /// If a value has no place in a house.
    pub(crate) fn count(&mut self, all: &[u16]) -> Result<(), Dead> {
        for (house, more) in self.houses.iter().zip(&mut self.more) {
            let (mut sum, mut union) = (0_u64, 0);
            for &cell in house.cells() {
                let mask = all[usize::from(cell)];
                union |= mask;
                sum = sum.wrapping_add(spread(mask));
            }
            if house.values() & !union != 0 {
                return Err(Dead);
            }
            *more = sum.wrapping_sub(spread(house.values()));
        }
        Ok(())
    }

    /// The counters, to be set again with [`set`](Self::set).
    pub(crate) fn counters(&self) -> &[u64] {
        &self.more
    }

    /// Sets the counters to what they were.
    pub(crate) fn set(&mut self, counters: &[u64]) {
        self.more.copy_from_slice(counters);
    }

    /// All houses with values that have one place wait.
    pub(crate) fn wake_all(&mut self) {
        for (house, &more) in (0..).zip(&self.more) {
            wait(house, zeros(more), &mut self.waiting, &mut self.single);
        }
    }

    /// Of the houses of a cell, those with values that have one place wait.
    pub(crate) fn wake_of(&mut self, cell: u16) {
        for &house in self.of_cell.of(cell) {
            wait(house, zeros(self.more[usize::from(house)]), &mut self.waiting, &mut self.single);
        }
    }

    /// Tells that a cell lost values. Whether each of them still has a place in each house.
    #[inline]
    pub(crate) fn lose(&mut self, cell: u16, values: u16) -> Result<(), Dead> {
        let lost = spread(values);
        for &house in self.of_cell.of(cell) {
            let more = &mut self.more[usize::from(house)];
            if zeros(*more) & lost != 0 {
                return Err(Dead);
            }
            *more -= lost;
            wait(house, zeros(*more) & lost, &mut self.waiting, &mut self.single);
        }
        Ok(())
    }

    /// A house that waits, and its values that came down to one place.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(&'n Places, u16)> {
        let house = usize::from(self.waiting.pop()?);
        Some((self.houses[house], core::mem::take(&mut self.single[house])))
    }

    /// No house waits any more.
    pub(crate) fn clear(&mut self) {
        while self.next().is_some() {}
    }
}

/// Adds the values of these counters to those for which a house waits.
#[inline]
fn wait(house: u16, mut counters: u64, waiting: &mut Vec<u16>, single: &mut [u16]) {
    if counters == 0 {
        return;
    }
    let single = &mut single[usize::from(house)];
    if *single == 0 {
        waiting.push(house);
    }
    while counters != 0 {
        *single |= 1 << (counters.trailing_zeros() / 4);
        counters &= counters - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::variant::builder::Builder;

    /// Two houses of four cells that share two.
    fn network() -> Network {
        let mut builder = Builder::new(6, 1, 4);
        builder.distinct(&[0, 1, 2, 3]);
        builder.distinct(&[2, 3, 4, 5]);
        builder.build()
    }

    #[test]
    fn a_house_waits_when_a_value_has_one_place_left() {
        let network = network();
        let mut counts = PlaceCounts::new(&network);
        assert_eq!(counts.count(&network.domains), Ok(()));
        for cell in [0, 1] {
            assert_eq!(counts.lose(cell, 0b0101), Ok(()));
            assert!(counts.next().is_none());
        }
        assert_eq!(counts.lose(2, 0b0001), Ok(()));
        assert_eq!(
            counts.next().map(|(house, values)| (house.cells(), values)),
            Some((&[0, 1, 2, 3][..], 0b0001))
        );
        assert!(counts.next().is_none());
        assert_eq!(counts.lose(3, 0b0001), Err(Dead));
    }

    #[test]
    fn counters_after_losses_are_those_of_the_masks() {
        for size in [4, 16] {
            let mut builder = Builder::new(size, 1, size as u8);
            builder.distinct(&(0..size as u16).collect::<Vec<_>>());
            let network = builder.build();
            let mut counts = PlaceCounts::new(&network);
            let mut masks = network.domains.clone();
            assert_eq!(counts.count(&masks), Ok(()));
            for cell in 1..size {
                assert_eq!(counts.lose(cell as u16, masks[cell] & 0b1001), Ok(()));
                masks[cell] &= !0b1001;
                let told = counts.counters().to_vec();
                assert_eq!(counts.count(&masks), Ok(()));
                assert_eq!(counts.counters(), told);
            }
            assert_eq!(counts.count(&vec![1; size]), Err(Dead));
        }
    }
}
