//! The data of a partition: cells, labels and flags.

use crate::propagators::cell_set::CellSet;

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
    /// Other propagators read them.
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

/// A cell's value tells how many different regions some cells of the grid are in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RegionVariety {
    /// The cell with the value.
    pub(crate) control: u16,
    /// The value with bit `count + shift` stands for that count.
    pub(crate) shift: i32,
    /// The cells of the grid, fewer than 16.
    pub(crate) cells: Box<[u16]>,
}

/// A cell's value tells how many cells of a region are in runs along arms, which begin beside a cell of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RegionRun {
    /// The cell with the value.
    pub(crate) control: u16,
    /// The value with bit `count + shift` stands for so many cells besides the first one.
    pub(crate) shift: i32,
    /// The cell of the grid at which the arms begin.
    pub(crate) start: u16,
    /// The other cells of each arm in order; no cell stands in two arms.
    pub(crate) arms: Box<[Box<[u16]>]>,
}

/// What other propagators say of the regions of a grid.
#[derive(Clone, Default, Debug)]
pub(crate) struct Clues {
    /// Each cell that is counted has a flag with the center.
    pub(crate) counts: Vec<RegionCount>,
    pub(crate) varieties: Vec<RegionVariety>,
    pub(crate) runs: Vec<RegionRun>,
}

/// The regions of a grid.
#[derive(Clone, Debug)]
pub(crate) struct RegionPartition {
    pub(super) cells: Box<[u16]>,
    /// For each cell of the grid: its value's cell, and its label's.
    pub(super) values: Box<[u16]>,
    pub(super) labels: Box<[u16]>,
    pub(super) pairs: Box<[Pair]>,
    pub(super) counts: Box<[RegionCount]>,
    pub(super) varieties: Box<[RegionVariety]>,
    pub(super) runs: Box<[RegionRun]>,
    /// For each cell of the grid: its neighbours.
    neighbours: Box<[CellSet<2>]>,
    /// How many cells a region has.
    pub(super) size: u32,
    /// The values, if each region holds all of them.
    pub(super) full: Option<u16>,
    pub(super) meaning: Labels,
}

impl RegionPartition {
    /// From the cells of values and labels of at most 256 grid cells, and the pairs with flags: all
    /// neighbours, and others. `all` are all values.
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
            varieties: Box::default(),
            runs: Box::default(),
            neighbours: neighbours.into(),
            size,
            full: (all.count_ones() == size).then_some(all),
            meaning,
        }
    }

    /// With what other propagators say of the regions.
    pub(crate) fn with_clues(self, clues: Clues) -> Self {
        let mut cells = self.cells.to_vec();
        cells.extend(clues.counts.iter().map(|it| it.control));
        cells.extend(clues.varieties.iter().map(|it| it.control));
        cells.extend(clues.runs.iter().map(|it| it.control));
        cells.sort_unstable();
        cells.dedup();
        let Clues { counts, varieties, runs } = clues;
        let (counts, varieties, runs) = (counts.into(), varieties.into(), runs.into());
        Self { cells: cells.into(), counts, varieties, runs, ..self }
    }

    /// The neighbours of a cell.
    #[inline]
    pub(super) fn neighbours_of<const W: usize>(&self, cell: usize) -> CellSet<W> {
        self.neighbours[cell].first_words()
    }
}
