//! The state of a sweep search: the missing digits of each house, and the list of open cells.

use super::table::NO_HOUSE;
use super::word::Word;

/// One word per house. The last entry belongs to `NO_HOUSE`.
pub(super) type ByHouse<W> = [W; 256];

/// A conflict: a cell without candidates, or a house without a cell for a digit.
pub(super) struct DeadEnd;

/// An empty cell with its houses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open<W, const K: usize> {
    /// The digits that the puzzle allows, except those eliminated as locked candidates.
    pub(super) allowed: W,
    pub(super) cell: u16,
    // Copying the houses into the list reduced the instructions of a run on 9x9 jigsaws from 70 to
    // 57 million (docs/experiments/2026-11-21-search.md).
    pub(super) houses: [u8; K],
}

/// The state of a search node.
#[derive(Clone, Debug)]
pub(super) struct State<W, const K: usize> {
    /// The missing digits of each house.
    pub(super) lacking: ByHouse<W>,
    pub(super) open: Vec<Open<W, K>>,
    /// The digit of each cell, or 0 for an empty cell.
    pub(super) digits: Vec<u8>,
    /// The index in `open` of the cell to branch on, and its untried digits in `untried`.
    pub(super) choice: usize,
    pub(super) untried: W,
}

impl<W: Word, const K: usize> Default for State<W, K> {
    fn default() -> Self {
        Self { lacking: [W::EMPTY; 256], open: Vec::new(), digits: Vec::new(), choice: 0, untried: W::EMPTY }
    }
}

impl<W: Word, const K: usize> State<W, K> {
    /// Copies the other state without the open cell at index `place`, and returns that cell.
    pub(super) fn copy_without(&mut self, other: &Self, place: usize, houses: usize) -> Open<W, K> {
        self.lacking[..houses].copy_from_slice(&other.lacking[..houses]);
        self.lacking[NO_HOUSE as usize] = other.lacking[NO_HOUSE as usize];
        self.open.clear();
        self.open.extend_from_slice(&other.open[..place]);
        self.open.extend_from_slice(&other.open[place + 1..]);
        self.digits.clone_from(&other.digits);
        other.open[place]
    }
}

impl<W: Word, const K: usize> Open<W, K> {
    /// Returns the allowed digits that are missing in all houses of the cell.
    #[inline(always)]
    pub(super) fn candidates(&self, lacking: &ByHouse<W>) -> W {
        self.houses.iter().fold(self.allowed, |set, house| set & lacking[*house as usize])
    }
}

/// Removes a placed digit from the missing digits of the houses of its cell.
#[inline(always)]
pub(super) fn take<W: Word, const K: usize>(lacking: &mut ByHouse<W>, houses: [u8; K], bit: W) {
    // Empty slots of the cell refer to the entry of `NO_HOUSE`, which must always contain all
    // digits.
    let all = lacking[NO_HOUSE as usize];
    for house in houses {
        lacking[house as usize] &= !bit;
    }
    lacking[NO_HOUSE as usize] = all;
}

/// Working memory of propagation. Only `needed` and `sets` retain valid contents between calls.
#[derive(Debug)]
pub(super) struct Scratch<W> {
    /// The digits that each house must contain: all digits in a house of N cells, none in a smaller
    /// one.
    pub(super) needed: ByHouse<W>,
    pub(super) once: ByHouse<W>,
    pub(super) twice: ByHouse<W>,
    /// The candidates at the last fixpoint, in the order of `open`.
    pub(super) sets: Vec<W>,
    /// For each crossing, the candidates of its cells. A later step overwrites them with the
    /// candidates to eliminate.
    pub(super) crossings: Vec<W>,
}

impl<W: Word> Default for Scratch<W> {
    fn default() -> Self {
        let empty = [W::EMPTY; 256];
        Self { needed: empty, once: empty, twice: empty, sets: Vec::new(), crossings: Vec::new() }
    }
}
