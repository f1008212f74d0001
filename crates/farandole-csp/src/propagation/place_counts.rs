//! Hidden singles, found by counting the possible cells of each value in each house. The possible cells of each
//! value are also stored as bit sets.
//!
//! A counter has four bits, and all counters of a house share one word. If a cell loses several values, one
//! subtraction updates the word of a house. A house is examined only when a value has a single possible cell
//! left. This is slow if every change affects many overlapping houses, since each of their words has to be
//! updated.
//!
//! ```text
//! bits 63..60        bits 7..4          bits 3..0
//! value 15    ...    value 1            value 0      cells of the value, less 1
//! ```
//!
//! Counters and bit sets must be saved and restored with the masks of a pending branch. On small puzzles, they
//! take about a quarter of the search time (docs/experiments/2026-11-23-small-variants.md).

use super::queue::PerCell;
use crate::model::masks::Contradiction;
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::hidden_single::HiddenSingle;
use crate::propagators::propagator::Propagator;

/// The lowest bit of every counter.
// Four bits hold 0 to 15. This is enough for 16 cells, because a counter is one less than the number of cells.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Maps a mask of eight values to the lowest bits of their counters. Two lookups cover 16 values.
// A table of 256 words of 32 bits takes one kilobyte and stays in the cache.
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

/// Returns a word with the lowest bit of the counter of each value of a mask.
#[inline]
fn spread(values: u16) -> u64 {
    let [low, high] = values.to_le_bytes();
    u64::from(SPREAD[usize::from(low)]) | u64::from(SPREAD[usize::from(high)]) << 32
}

/// Returns a word with the lowest bit of each counter that is 0.
#[inline]
fn zeros(counters: u64) -> u64 {
    // The four bits of each counter are united in its lowest bit.
    let pairs = counters | counters >> 1;
    !(pairs | pairs >> 2) & ONES
}

/// The possible cells of each value, the counters of all houses in which values must occur, and the queue of
/// houses with hidden singles.
#[derive(Debug)]
pub(crate) struct CandidatePositions<'n> {
    houses: Vec<&'n HiddenSingle>,
    /// For each cell, the indices in `houses` of its houses.
    of_cell: PerCell<u16>,
    /// The cells of each house as a bit set, one set after another.
    sets: Vec<u64>,
    /// The number of words of a set of cells.
    words: usize,
    /// One word of counters for each house, then the bit set of possible cells for each value. With a single
    /// vector, saving and restoring is one copy.
    state: Vec<u64>,
    /// The indices in `houses` of the houses in which a value has a single possible cell left.
    queue: Vec<u16>,
    /// For each house, the values with a single possible cell that are not placed yet.
    // Values are collected per house, so that they are placed in one step.
    single: Vec<u16>,
}

impl<'n> CandidatePositions<'n> {
    /// Creates the state for the houses of a network in which values must occur. It is incorrect until
    /// [`count`](Self::count) is called.
    pub(crate) fn new(network: &'n Network) -> Self {
        let houses: Vec<&HiddenSingle> =
            network
                .propagators
                .iter()
                .filter_map(|propagator| {
                    if let AnyPropagator::HiddenSingle(house) = propagator { Some(house) } else { None }
                })
                .collect();
        // A set has as many words as a row of the peer matrix.
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

    /// Computes the counters and bit sets from the masks of all cells.
    ///
    /// # Errors
    /// Returns [`Contradiction`] if a value that must occur in a house has no possible cell there.
    pub(crate) fn count(&mut self, all: &[u16]) -> Result<(), Contradiction> {
        let (counters, places) = self.state.split_at_mut(self.houses.len());
        places.fill(0);
        for (cell, &mask) in all.iter().enumerate() {
            // This takes one pass over the masks. Branches restore a copy instead.
            each_bit(mask, |value| places[value * self.words + cell / 64] |= 1 << (cell % 64));
        }
        // With 16 possible cells, a counter overflows into the next one. The final subtraction corrects this.
        for (house, more) in self.houses.iter().zip(counters) {
            let (mut sum, mut union) = (0_u64, 0);
            for &cell in house.cells() {
                let mask = all[usize::from(cell)];
                union |= mask;
                sum = sum.wrapping_add(spread(mask));
            }
            // The union of the masks is tested, because overflowing counters do not show a missing value.
            if house.values() & !union != 0 {
                return Err(Contradiction);
            }
            // A counter is one less than the number of cells, so that 16 cells fit in four bits and 0 means a
            // single possible cell.
            *more = sum.wrapping_sub(spread(house.values()));
        }
        Ok(())
    }

    /// Returns the counters and bit sets, which [`set`](Self::set) restores.
    pub(crate) fn counters(&self) -> &[u64] {
        &self.state
    }

    /// Restores the counters and bit sets.
    pub(crate) fn set(&mut self, counters: &[u64]) {
        self.state.copy_from_slice(counters);
    }

    /// Returns the bit sets of the possible cells of all values, one after another.
    #[inline]
    pub(crate) fn all_places(&self) -> &[u64] {
        &self.state[self.houses.len()..]
    }

    /// Returns the possible cells of a value, given by its index, as a bit set.
    #[inline]
    pub(crate) fn places(&self, value: usize) -> &[u64] {
        &self.all_places()[value * self.words..][..self.words]
    }

    /// Returns the first cell of a house that can have a value, given by its index. Returns [`Contradiction`]
    /// if there is none.
    #[inline]
    pub(crate) fn place(&self, house: u16, value: usize) -> Result<u16, Contradiction> {
        let set = &self.sets[usize::from(house) * self.words..][..self.words];
        let places = set.iter().zip(self.places(value)).map(|(set, places)| set & places);
        let (at, word) = (0_u16..).zip(places).find(|(_, word)| *word != 0).ok_or(Contradiction)?;
        Ok(at * 64 + word.trailing_zeros() as u16)
    }

    /// Queues all houses in which a value has only one possible cell.
    pub(crate) fn wake_all(&mut self) {
        for house in 0..self.houses.len() as u16 {
            wait(house, self.lone(house), &mut self.queue, &mut self.single);
        }
    }

    /// Queues the houses of a cell in which a value has only one possible cell.
    pub(crate) fn wake_of(&mut self, cell: u16) {
        for &house in self.of_cell.of(cell) {
            wait(house, self.lone(house), &mut self.queue, &mut self.single);
        }
    }

    /// Returns a word with the lowest bit of the counter of each value that has only one possible cell in a
    /// house.
    fn lone(&self, house: u16) -> u64 {
        let house = usize::from(house);
        zeros(self.state[house]) & spread(self.houses[house].values())
    }

    /// Updates the counters after a cell lost the values of a mask, and queues houses with new hidden singles.
    /// Returns [`Contradiction`] if a value has no possible cell left in a house.
    #[inline(always)]
    pub(crate) fn lose(&mut self, cell: u16, values: u16) -> Result<(), Contradiction> {
        // The first entry of this slice is the word of the cell in the bit set of the first value. The words
        // for the other values follow at a distance of `words`.
        let places = &mut self.state[self.houses.len() + usize::from(cell / 64)..];
        each_bit(values, |value| places[value * self.words] &= !(1 << (cell % 64)));
        let lost = spread(values);
        for &house in self.of_cell.of(cell) {
            let more = &mut self.state[usize::from(house)];
            // A counter of 0 represents a single possible cell, which is now lost.
            if zeros(*more) & lost != 0 {
                return Err(Contradiction);
            }
            *more -= lost;
            wait(house, zeros(*more) & lost, &mut self.queue, &mut self.single);
        }
        Ok(())
    }

    /// Updates the counters after a cell lost one value, given by its index; see [`lose`](Self::lose).
    #[inline]
    pub(crate) fn lose_one(&mut self, cell: u16, value: usize) -> Result<(), Contradiction> {
        // A single value needs no table lookup. With this special case, three killers take 733 instead of 782
        // million instructions (docs/experiments/2026-11-23-cages-and-turns.md).
        self.state[self.houses.len() + usize::from(cell / 64) + value * self.words] &= !(1 << (cell % 64));
        for &house in self.of_cell.of(cell) {
            let more = &mut self.state[usize::from(house)];
            // A counter is one less than the number of cells. At 0, the last possible cell is lost. At 1, a
            // single cell remains.
            match *more >> (4 * value) & 15 {
                0 => return Err(Contradiction),
                1 => add(house, 1 << value, &mut self.queue, &mut self.single),
                _ => {}
            }
            *more -= 1 << (4 * value);
        }
        Ok(())
    }

    /// Removes the value of a fixed cell from the queued values of its houses.
    #[inline]
    pub(crate) fn placed(&mut self, cell: u16, value: u16) {
        self.of_cell.of(cell).iter().for_each(|&house| self.single[usize::from(house)] &= !value);
    }

    /// Removes and returns a queued house, and the mask of its values that have at most one possible cell.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(u16, u16)> {
        let house = self.queue.pop()?;
        // `placed` removes values that were placed after they were queued, so the mask may be empty.
        Some((house, core::mem::take(&mut self.single[usize::from(house)])))
    }

    pub(crate) fn clear(&mut self) {
        while self.next().is_some() {}
    }
}

/// Calls `visit` with the index of each bit of a mask.
#[inline]
fn each_bit(mut mask: u16, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

/// Queues a house with the values of some counters, each given by its lowest bit.
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

/// Queues a house with the values of a mask.
#[inline]
fn add(house: u16, values: u16, queue: &mut Vec<u16>, single: &mut [u16]) {
    let single = &mut single[usize::from(house)];
    // A house is in the queue at most once, with all of its values.
    if *single == 0 {
        queue.push(house);
    }
    *single |= values;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::builder::Builder;

    /// Returns a network with two houses of four cells, which share two cells.
    fn network() -> Network {
        let mut builder = Builder::new(6, 1, 4);
        builder.distinct(&[0, 1, 2, 3]);
        builder.distinct(&[2, 3, 4, 5]);
        builder.build()
    }

    #[test]
    fn a_house_waits_when_a_value_has_one_place_left() {
        let network = network();
        let mut counts = CandidatePositions::new(&network);
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
            let mut counts = CandidatePositions::new(&network);
            let mut masks = network.domains.clone();
            assert_eq!(counts.count(&masks), Ok(()));
            for cell in 1..size {
                assert_eq!(counts.lose(cell as u16, masks[cell] & 0b1001), Ok(()));
                masks[cell] &= !0b1001;
                let updated = counts.counters().to_vec();
                assert_eq!(counts.count(&masks), Ok(()));
                assert_eq!(counts.counters(), updated);
            }
            assert_eq!(counts.count(&vec![1; size]), Err(Contradiction));
        }
    }
}
