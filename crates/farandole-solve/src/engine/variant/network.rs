//! The constraint network of a variant: cells with candidate masks, houses, pairs that differ, and rules.

use super::rules::Rule;
use farandole_cover::Random;
use std::sync::Arc;

/// Cells that hold different values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct House {
    /// The cells, in order, each once.
    pub(crate) cells: Vec<u16>,
    /// Whether there are as many cells as values, so that each value has a place.
    pub(crate) full: bool,
}

/// Words of a set of cells that are worked on at once.
const CHUNK: usize = 4;

/// Which cells differ from which, as a bit matrix. Copies share it until one of them changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Peers {
    words: usize,
    bits: Arc<Vec<u64>>,
}

impl Peers {
    /// No pair among this many cells.
    pub(crate) fn new(cells: usize) -> Self {
        let words = cells.div_ceil(64);
        Self { words, bits: Arc::new(vec![0; words * cells]) }
    }

    /// Notes that two cells differ. A cell is not its own peer.
    pub(crate) fn insert(&mut self, a: u16, b: u16) {
        if a != b {
            let bits = Arc::make_mut(&mut self.bits);
            bits[usize::from(a) * self.words + usize::from(b / 64)] |= 1 << (b % 64);
            bits[usize::from(b) * self.words + usize::from(a / 64)] |= 1 << (a % 64);
        }
    }

    /// Notes that all cells of a list differ.
    pub(crate) fn insert_all(&mut self, cells: &[u16]) {
        let bits = Arc::make_mut(&mut self.bits);
        for from in (0..self.words).step_by(CHUNK) {
            let mut set = [0_u64; CHUNK];
            let near = cells.iter().filter(|&&cell| (from..from + CHUNK).contains(&usize::from(cell / 64)));
            near.for_each(|&cell| set[usize::from(cell / 64) - from] |= 1 << (cell % 64));
            for &cell in cells {
                let row = &mut bits[usize::from(cell) * self.words..][..self.words];
                row[from..].iter_mut().zip(&set).for_each(|(word, more)| *word |= more);
            }
        }
        for &cell in cells {
            bits[usize::from(cell) * self.words + usize::from(cell / 64)] &= !(1 << (cell % 64));
        }
    }

    /// How many words a row has.
    #[inline]
    pub(crate) const fn words(&self) -> usize {
        self.words
    }

    /// Whether two cells differ.
    #[inline]
    pub(crate) fn differ(&self, a: u16, b: u16) -> bool {
        self.row(a)[usize::from(b / 64)] >> (b % 64) & 1 == 1
    }

    /// The peers of a cell as a bit set.
    #[inline]
    pub(crate) fn row(&self, cell: u16) -> &[u64] {
        &self.bits[usize::from(cell) * self.words..][..self.words]
    }

    /// Whether no two of these cells can hold the same value.
    pub(crate) fn is_clique(&self, cells: &[u16]) -> bool {
        cells.iter().enumerate().all(|(at, &a)| cells[at + 1..].iter().all(|&b| self.differ(a, b)))
    }

    /// The peers of a cell, in order.
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

/// Two cells that do not hold the same value, if it is one of some values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    /// The cells.
    pub(crate) cells: [u16; 2],
    /// The values.
    pub(crate) mask: u16,
}

/// Everything a search needs. Cells are numbers from 0; bit `v - low` of a mask is value `v`.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    /// Cells that are part of a solution, before the auxiliary ones.
    pub(crate) shown: usize,
    /// The least value.
    pub(crate) low: u8,
    /// How many values there are, at most 16.
    pub(crate) count: u8,
    /// The candidates of each cell, auxiliary cells too.
    pub(crate) domains: Vec<u16>,
    /// Cells that differ in every value.
    pub(crate) peers: Peers,
    /// Pairs that differ in some values only.
    pub(crate) edges: Vec<Edge>,
    /// The rules.
    pub(crate) rules: Vec<Rule>,
    /// Where the search should branch first: a weight for each cell.
    pub(crate) priority: Vec<u32>,
}

/// A cell is preferred by less than this by chance.
const PREFERENCES: u32 = 4;

impl Network {
    /// The same network, whose search prefers some cells at first, by chance.
    pub(crate) fn preferring_some(&self, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let priority = self.priority.iter().map(|weight| weight + random.below(PREFERENCES)).collect();
        Self { priority, ..self.clone() }
    }
}
