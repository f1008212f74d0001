//! Hidden singles by counters: how many places each value of a house still has, and where they are.
//!
//! A counter has four bits, all counters of a house are one word, and a cell that loses several values changes a word by one
//! subtraction. A house is looked at again only when one of its values is down to its last place.

use super::queue::PerCell;
use crate::model::masks::Contradiction;
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::hidden_single::HiddenSingle;
use crate::propagators::propagator::Propagator;

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

/// The cells that can have each value, the counters of all houses of a network, and the houses that wait.
#[derive(Debug)]
pub(crate) struct PlaceCounts<'n> {
    houses: Vec<&'n HiddenSingle>,
    /// The houses of each cell by number.
    of_cell: PerCell<u16>,
    /// The cells of each house as a bit set.
    sets: Vec<u64>,
    /// How many words such a set has.
    words: usize,
    /// By house and value the places of the value but one, a word for each house; then by value the cells that can have it.
    state: Vec<u64>,
    /// Houses in which a value came down to its last place.
    queue: Vec<u16>,
    /// By house: these values.
    single: Vec<u16>,
}

impl<'n> PlaceCounts<'n> {
    /// The houses of a network that hold every value. Nothing is counted yet.
    pub(crate) fn new(network: &'n Network) -> Self {
        let houses: Vec<&HiddenSingle> =
            network
                .propagators
                .iter()
                .filter_map(|propagator| {
                    if let AnyPropagator::HiddenSingle(house) = propagator { Some(house) } else { None }
                })
                .collect();
        let words = network.peers.words();
        let mut sets = vec![0; houses.len() * words];
        for (house, set) in houses.iter().zip(sets.chunks_mut(words)) {
            house.cells().iter().for_each(|&cell| set[usize::from(cell / 64)] |= 1 << (cell % 64));
        }
        let cells = network.domains.len();
        Self {
            of_cell: PerCell::of_scopes(houses.iter().map(|house| house.cells()), cells),
            sets,
            words,
            state: vec![0; houses.len() + words * usize::from(network.count)],
            queue: Vec::with_capacity(houses.len()),
            single: vec![0; houses.len()],
            houses,
        }
    }

    /// Counts the places within masks.
    ///
    /// # Errors
    /// If a value has no place in a house.
    pub(crate) fn count(&mut self, all: &[u16]) -> Result<(), Contradiction> {
        let (counters, places) = self.state.split_at_mut(self.houses.len());
        places.fill(0);
        for (cell, &mask) in all.iter().enumerate() {
            each_bit(mask, |value| places[value * self.words + cell / 64] |= 1 << (cell % 64));
        }
        for (house, more) in self.houses.iter().zip(counters) {
            let (mut sum, mut union) = (0_u64, 0);
            for &cell in house.cells() {
                let mask = all[usize::from(cell)];
                union |= mask;
                sum = sum.wrapping_add(spread(mask));
            }
            if house.values() & !union != 0 {
                return Err(Contradiction);
            }
            *more = sum.wrapping_sub(spread(house.values()));
        }
        Ok(())
    }

    /// What was counted, to be set again with [`set`](Self::set).
    pub(crate) fn counters(&self) -> &[u64] {
        &self.state
    }

    /// Sets what was counted to what it was.
    pub(crate) fn set(&mut self, counters: &[u64]) {
        self.state.copy_from_slice(counters);
    }

    /// By value the cells that can have it, bit sets one after another.
    #[inline]
    pub(crate) fn all_places(&self) -> &[u64] {
        &self.state[self.houses.len()..]
    }

    /// The cells that can have a value, by its place from 0, as a bit set.
    #[inline]
    pub(crate) fn places(&self, value: usize) -> &[u64] {
        &self.all_places()[value * self.words..][..self.words]
    }

    /// The first cell of a house that can have a value, by its place from 0.
    #[inline]
    pub(crate) fn place(&self, house: u16, value: usize) -> Result<u16, Contradiction> {
        let set = &self.sets[usize::from(house) * self.words..][..self.words];
        let places = set.iter().zip(self.places(value)).map(|(set, places)| set & places);
        let (at, word) = (0_u16..).zip(places).find(|(_, word)| *word != 0).ok_or(Contradiction)?;
        Ok(at * 64 + word.trailing_zeros() as u16)
    }

    /// All houses with values that have one place wait.
    pub(crate) fn wake_all(&mut self) {
        for house in 0..self.houses.len() as u16 {
            wait(house, self.lone(house), &mut self.queue, &mut self.single);
        }
    }

    /// Of the houses of a cell, those with values that have one place wait.
    pub(crate) fn wake_of(&mut self, cell: u16) {
        for &house in self.of_cell.of(cell) {
            wait(house, self.lone(house), &mut self.queue, &mut self.single);
        }
    }

    /// The lowest bits of the counters of the values that have one place in a house.
    fn lone(&self, house: u16) -> u64 {
        let house = usize::from(house);
        zeros(self.state[house]) & spread(self.houses[house].values())
    }

    /// Tells that a cell lost values. Whether each of them still has a place in each house.
    #[inline(always)]
    pub(crate) fn lose(&mut self, cell: u16, values: u16) -> Result<(), Contradiction> {
        let places = &mut self.state[self.houses.len() + usize::from(cell / 64)..];
        each_bit(values, |value| places[value * self.words] &= !(1 << (cell % 64)));
        let lost = spread(values);
        for &house in self.of_cell.of(cell) {
            let more = &mut self.state[usize::from(house)];
            if zeros(*more) & lost != 0 {
                return Err(Contradiction);
            }
            *more -= lost;
            wait(house, zeros(*more) & lost, &mut self.queue, &mut self.single);
        }
        Ok(())
    }

    /// As [`lose`](Self::lose), for one value, by its place from 0.
    #[inline]
    pub(crate) fn lose_one(&mut self, cell: u16, value: usize) -> Result<(), Contradiction> {
        self.state[self.houses.len() + usize::from(cell / 64) + value * self.words] &= !(1 << (cell % 64));
        for &house in self.of_cell.of(cell) {
            let more = &mut self.state[usize::from(house)];
            match *more >> (4 * value) & 15 {
                0 => return Err(Contradiction),
                1 => add(house, 1 << value, &mut self.queue, &mut self.single),
                _ => {}
            }
            *more -= 1 << (4 * value);
        }
        Ok(())
    }

    /// A fixed cell and its value are no place to look for any more.
    #[inline]
    pub(crate) fn placed(&mut self, cell: u16, value: u16) {
        self.of_cell.of(cell).iter().for_each(|&house| self.single[usize::from(house)] &= !value);
    }

    /// A house that waits, and its values that came down to one place; it may have none left.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(u16, u16)> {
        let house = self.queue.pop()?;
        Some((house, core::mem::take(&mut self.single[usize::from(house)])))
    }

    /// No house waits any more.
    pub(crate) fn clear(&mut self) {
        while self.next().is_some() {}
    }
}

/// The places of the values of a mask, from 0.
#[inline]
fn each_bit(mut mask: u16, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

/// Adds the values of these counters to those for which a house waits.
#[inline]
fn wait(house: u16, mut counters: u64, queue: &mut Vec<u16>, single: &mut [u16]) {
    let mut values = 0;
    while counters != 0 {
        values |= 1 << (counters.trailing_zeros() / 4);
        counters &= counters - 1;
    }
    if values != 0 {
        add(house, values, queue, single);
    }
}

/// Adds some values to those for which a house waits.
#[inline]
fn add(house: u16, values: u16, queue: &mut Vec<u16>, single: &mut [u16]) {
    let single = &mut single[usize::from(house)];
    if *single == 0 {
        queue.push(house);
    }
    *single |= values;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::builder::Builder;

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
        assert_eq!(counts.next(), Some((0, 0b0001)));
        assert!(counts.next().is_none());
        assert_eq!((counts.place(0, 0), counts.places(0)), (Ok(3), &[0b11_1000][..]));
        assert_eq!(counts.lose(3, 0b0001), Err(Contradiction));
        assert_eq!(counts.place(0, 0), Err(Contradiction));
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
            assert_eq!(counts.count(&vec![1; size]), Err(Contradiction));
        }
    }
}
