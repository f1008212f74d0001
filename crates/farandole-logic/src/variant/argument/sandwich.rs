//! Sandwiches: the places of the least and the greatest value, and the values between them.

use super::view::{View, sets_of};
use farandole_puzzle::Cell;
use farandole_puzzle::board::ValueRange;

/// Maximum number of pairs of places of the two values whose reasons are listed.
const CASES: usize = 3;

/// A line that holds every value, with the sum between the least and the greatest one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sandwich {
    pub(crate) line: Vec<Cell>,
    /// The possible values of the cells.
    pub(crate) masks: Vec<u16>,
    pub(crate) sum: u32,
    range: ValueRange,
}

/// The places of the least and the greatest value, as indices in the line.
pub(crate) type Places = (usize, usize);

impl Sandwich {
    /// Returns the sandwich with the candidates that an assumption leaves. The line must hold every value.
    pub(crate) fn new(view: &View<'_>, line: &[Cell], sum: u32) -> Self {
        let masks = line.iter().map(|cell| view.mask(*cell)).collect();
        Self { line: line.to_vec(), masks, sum, range: view.range() }
    }

    const fn first(&self, (low, high): Places) -> usize {
        if low < high { low } else { high }
    }

    pub(crate) fn inside(&self, case: Places) -> Vec<usize> {
        let (low, high) = case;
        (self.first(case) + 1..low.max(high)).collect()
    }

    pub(crate) fn outside(&self, case: Places) -> Vec<usize> {
        let (low, high) = case;
        (0..self.line.len()).filter(|at| *at < low.min(high) || *at > low.max(high)).collect()
    }

    /// Returns the masks of the least and the greatest value.
    pub(crate) fn ends(&self) -> [u16; 2] {
        [self.range.mask(self.range.low()), self.range.mask(self.range.high())]
    }

    /// Returns the pairs of places that the masks allow.
    pub(crate) fn cases(&self) -> Vec<Places> {
        let [lows, highs] = self
            .ends()
            .map(|end| (0..self.line.len()).filter(|at| self.masks[*at] & end != 0).collect::<Vec<_>>());
        let pairs = lows.iter().flat_map(|low| highs.iter().map(move |high| (*low, *high)));
        pairs.filter(|(low, high)| low != high).collect()
    }

    /// Returns the sets of different values, without the least and the greatest one, that fit into these cells
    /// of the line, as masks.
    pub(crate) fn sets(&self, places: &[usize], without: u16) -> Vec<u16> {
        let [low, high] = self.ends();
        sets_of(places.iter().map(|at| self.masks[*at] & !(low | high | without)))
    }

    pub(crate) fn total(&self, set: u16) -> u32 {
        self.range.values_of(set).map(u32::from).sum()
    }

    /// Returns the sets with the required sum that fit between the two digits.
    pub(crate) fn fillings(&self, case: Places) -> Vec<u16> {
        let mut sets = self.sets(&self.inside(case), 0);
        sets.retain(|set| self.total(*set) == self.sum);
        sets
    }

    /// Returns those of the fillings whose other digits fit into the cells outside.
    pub(crate) fn ways(&self, case: Places) -> Vec<u16> {
        let mut sets = self.fillings(case);
        sets.retain(|set| !self.sets(&self.outside(case), *set).is_empty());
        sets
    }

    /// Returns true if no places of the two values are left, and a reader can see why: there are few, or none of them
    /// encloses values with the sum.
    pub(super) fn is_wrong(&self) -> bool {
        let cases = self.cases();
        match cases.len() {
            0 => false,
            1..=CASES => cases.iter().all(|case| self.ways(*case).is_empty()),
            _ => cases.iter().all(|case| self.fillings(*case).is_empty()),
        }
    }
}
