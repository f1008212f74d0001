//! The data of a partition: cells, labels and flags.

use super::super::cell_set::CellSet;

/// The flag's bit for cells in one region.
pub(crate) const TOGETHER: u16 = 0b01;

/// The most cells of a region: it repeats no value.
pub(super) const LARGEST: usize = 16;

/// The flag's bit for cells in different regions.
pub(crate) const APART: u16 = 0b10;

/// Two cells of the grid and the cell of the network that says whether they are in one region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    /// The cells' numbers in the grid.
    pub(crate) cells: [u16; 2],
    /// The cell of the flag: [`TOGETHER`] or [`APART`].
    pub(crate) flag: u16,
    /// Whether the cells share an edge.
    pub(crate) adjacent: bool,
}

/// What labels mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Labels {
    /// Nothing but the regions: they are numbered by their first cells.
    Interchangeable,
    /// Other rules read them.
    Meant,
}

/// A cell's value tells how many cells of a list are in the region of a cell of the grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RegionCount {
    /// The cell with the value.
    pub(crate) control: u16,
    /// The value with bit `count + shift` stands for that count.
    pub(crate) shift: i32,
    /// The cell of the grid.
    pub(crate) center: u16,
    /// The cells of the grid that are counted; one listed twice counts twice.
    pub(crate) others: Box<[u16]>,
}

/// The regions of a grid.
#[derive(Clone, Debug)]
pub(crate) struct Partition {
    pub(super) cells: Box<[u16]>,
    /// For each cell of the grid: its value's cell, and its label's.
    pub(super) values: Box<[u16]>,
    pub(super) labels: Box<[u16]>,
    pub(super) pairs: Box<[Pair]>,
    pub(super) counts: Box<[RegionCount]>,
    /// For each cell of the grid: its neighbours.
    neighbours: Box<[CellSet<2>]>,
    /// How many cells a region has.
    pub(super) size: u32,
    /// The values, if each region holds all of them.
    pub(super) full: Option<u16>,
    pub(super) meaning: Labels,
}

impl Partition {
    /// From the cells of values and labels of at most 256 grid cells, and the pairs with flags: all neighbours, and
    /// others. `all` are all values.
    pub(crate) fn new(
        values: &[u16],
        labels: &[u16],
        pairs: &[Pair],
        size: u32,
        all: u16,
        meaning: Labels,
    ) -> Self {
        let mut neighbours = vec![CellSet::default(); values.len()];
        for pair in pairs.iter().filter(|pair| pair.adjacent) {
            let [a, b] = pair.cells;
            neighbours[usize::from(a)].insert(usize::from(b));
            neighbours[usize::from(b)].insert(usize::from(a));
        }
        let mut cells = [values, labels].concat();
        cells.extend(pairs.iter().map(|pair| pair.flag));
        cells.sort_unstable();
        Self {
            cells: cells.into(),
            values: values.into(),
            labels: labels.into(),
            pairs: pairs.into(),
            counts: Box::default(),
            neighbours: neighbours.into(),
            size,
            full: (all.count_ones() == size).then_some(all),
            meaning,
        }
    }

    /// With values that tell how many cells are in a region. Each cell that is counted has a flag with the other one.
    pub(crate) fn with_counts(self, counts: Vec<RegionCount>) -> Self {
        let mut cells = self.cells.to_vec();
        cells.extend(counts.iter().map(|it| it.control));
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), counts: counts.into(), ..self }
    }

    /// The neighbours of a cell.
    #[inline]
    pub(super) fn neighbours_of<const W: usize>(&self, cell: usize) -> CellSet<W> {
        self.neighbours[cell].first_words()
    }
}
