//! The peers of each cell: a symmetric bit matrix.

use std::sync::Arc;

/// Number of words that are filled at once. Four words hold a grid of 256 cells.
const CHUNK: usize = 4;

/// The peers of each cell, as a bit matrix. Clones share it until one of them changes (copy on
/// write).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Peers {
    words: usize,
    // Rows of all cells in one vector: a row is a slice, and clones of a network share it.
    bits: Arc<Vec<u64>>,
}

impl Peers {
    /// Returns a matrix without pairs, for this many cells.
    pub(crate) fn new(cells: usize) -> Self {
        let words = cells.div_ceil(64);
        Self { words, bits: Arc::new(vec![0; words * cells]) }
    }

    /// Makes two cells peers of each other. A cell is not its own peer.
    pub(crate) fn insert(&mut self, a: u16, b: u16) {
        self.insert_pairs(core::iter::once((a, b)));
    }

    /// Inserts several pairs; see [`insert`](Self::insert).
    pub(crate) fn insert_pairs(&mut self, pairs: impl Iterator<Item = (u16, u16)>) {
        // Copies the matrix once if it is shared, for all pairs.
        let (words, bits) = (self.words, Arc::make_mut(&mut self.bits));
        for (a, b) in pairs.filter(|(a, b)| a != b) {
            bits[usize::from(a) * words + usize::from(b / 64)] |= 1 << (b % 64);
            bits[usize::from(b) * words + usize::from(a / 64)] |= 1 << (a % 64);
        }
    }

    pub(crate) fn insert_all(&mut self, cells: &[u16]) {
        let bits = Arc::make_mut(&mut self.bits);
        for from in (0..self.words).step_by(CHUNK) {
            let mut set = [0_u64; CHUNK];
            let near = cells.iter().filter(|&&cell| (from..from + CHUNK).contains(&usize::from(cell / 64)));
            near.for_each(|&cell| set[usize::from(cell / 64) - from] |= 1 << (cell % 64));
            // Fills whole words, which includes the bit of the cell itself. That bit is cleared at the
            // end.
            for &cell in cells {
                let row = &mut bits[usize::from(cell) * self.words..][..self.words];
                row[from..].iter_mut().zip(&set).for_each(|(word, more)| *word |= more);
            }
        }
        for &cell in cells {
            bits[usize::from(cell) * self.words + usize::from(cell / 64)] &= !(1 << (cell % 64));
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }

    #[inline]
    pub(crate) const fn words(&self) -> usize {
        self.words
    }

    #[inline]
    pub(crate) fn differ(&self, a: u16, b: u16) -> bool {
        self.row(a)[usize::from(b / 64)] >> (b % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn row(&self, cell: u16) -> &[u64] {
        &self.bits[usize::from(cell) * self.words..][..self.words]
    }

    /// Returns true if no two of these cells can hold the same value.
    pub(crate) fn is_clique(&self, cells: &[u16]) -> bool {
        cells.iter().enumerate().all(|(at, &a)| cells[at + 1..].iter().all(|&b| self.differ(a, b)))
    }

    /// Returns the peers of a cell in ascending order.
    pub(crate) fn of(&self, cell: u16) -> impl Iterator<Item = u16> + '_ {
        self.row(cell).iter().zip(0_u16..).flat_map(|(&word, at)| {
            let mut rest = word;
            core::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as u16;
                    rest &= rest - 1;
                    at * 64 + bit
                })
            })
        })
    }
}
