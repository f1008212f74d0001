//! The state of a sweep search: the digits each house lacks, and the list of open cells.

use super::table::NO_HOUSE;
use super::word::Word;

/// One word per house; the last place stands for `NO_HOUSE`.
pub(super) type ByHouse<W> = [W; 256];

/// A contradiction: a cell without candidates, or a digit without a place in a house.
pub(super) struct DeadEnd;

/// An empty cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open<W, const K: usize> {
    /// What the puzzle allows.
    pub(super) allowed: W,
    pub(super) cell: u16,
    pub(super) houses: [u8; K],
}

/// A state of the search.
#[derive(Clone, Debug)]
pub(super) struct State<W, const K: usize> {
    /// The digits that each house lacks.
    pub(super) lacking: ByHouse<W>,
    pub(super) open: Vec<Open<W, K>>,
    /// By cell, 0 where nothing was placed.
    pub(super) digits: Vec<u8>,
    /// The place in `open` of the cell to branch on, and the digits not tried there yet.
    pub(super) choice: usize,
    pub(super) untried: W,
}

impl<W: Word, const K: usize> Default for State<W, K> {
    fn default() -> Self {
        Self { lacking: [W::EMPTY; 256], open: Vec::new(), digits: Vec::new(), choice: 0, untried: W::EMPTY }
    }
}

impl<W: Word, const K: usize> State<W, K> {
    /// Becomes the other state without the open cell at this place of its list, and returns that cell.
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
    /// The digits that all its houses lack, as far as they are allowed.
    #[inline(always)]
    pub(super) fn candidates(&self, lacking: &ByHouse<W>) -> W {
        self.houses.iter().fold(self.allowed, |set, house| set & lacking[*house as usize])
    }
}

/// Notes that a digit is placed: the houses of its cell do not lack it any more.
#[inline(always)]
pub(super) fn take<W: Word, const K: usize>(lacking: &mut ByHouse<W>, houses: [u8; K], bit: W) {
    let all = lacking[NO_HOUSE as usize];
    for house in houses {
        lacking[house as usize] &= !bit;
    }
    lacking[NO_HOUSE as usize] = all;
}

/// Working memory of propagation, without a meaning from one call to the next but for `needed` and `sets`.
#[derive(Debug)]
pub(super) struct Scratch<W> {
    /// The digits that a house must have: all of them in a house of N cells.
    pub(super) needed: ByHouse<W>,
    pub(super) once: ByHouse<W>,
    pub(super) twice: ByHouse<W>,
    /// The candidates of the open cells, by place in the list, as they were when nothing followed any more.
    pub(super) sets: Vec<W>,
    /// By crossing: the candidates of its cells, then those to remove.
    pub(super) crossings: Vec<W>,
}

impl<W: Word> Default for Scratch<W> {
    fn default() -> Self {
        let empty = [W::EMPTY; 256];
        Self { needed: empty, once: empty, twice: empty, sets: Vec::new(), crossings: Vec::new() }
    }
}
