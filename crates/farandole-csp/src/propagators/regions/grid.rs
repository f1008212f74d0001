//! The data of a partition: cells, labels, flags and clues.

use crate::propagators::cell_set::CellSet;

/// The bit of a flag for cells in the same region. A flag is a cell with two values, so that propagators treat
/// it like other cells.
pub(crate) const TOGETHER: u16 = 0b01;

/// Maximum number of cells in a region, since a region repeats no value.
pub(super) const LARGEST: usize = 16;

/// The bit of a flag for cells in different regions.
pub(crate) const APART: u16 = 0b10;

/// Two cells of the grid and their flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    /// The indices of the two cells in the grid.
    pub(crate) cells: [u16; 2],
    /// The network cell of the flag, whose values are the bits [`TOGETHER`] and [`APART`].
    pub(crate) flag: u16,
    /// True if the cells share an edge.
    pub(crate) adjacent: bool,
}

/// The meaning of labels.
// Interchangeable labels are restricted to one numbering (see `number`). Labels with a meaning must not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Labels {
    /// Labels only identify regions, which are numbered by their first cells.
    Interchangeable,
    /// Labels have a meaning, since other propagators read them.
    Meant,
}

/// A clue: the value of a control cell is the number of listed cells that are in the region of a grid cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RegionCount {
    /// The network index of the control cell.
    pub(crate) control: u16,
    /// The difference between a bit index of the control cell and the count that the bit represents.
    pub(crate) shift: i32,
    /// The grid cell whose region is counted.
    pub(crate) center: u16,
    /// The counted grid cells. A cell that is listed twice counts twice.
    pub(crate) others: Box<[u16]>,
}

/// A clue: the value of a control cell is the number of different regions of some grid cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RegionVariety {
    /// The network index of the control cell.
    pub(crate) control: u16,
    /// The difference between a bit index of the control cell and the count that the bit represents.
    pub(crate) shift: i32,
    /// The grid cells, fewer than 16.
    pub(crate) cells: Box<[u16]>,
}

/// A clue: the value of a control cell is the total length of the runs along some arms from a grid cell. The
/// run of an arm consists of its cells before the first cell in another region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RegionRun {
    /// The network index of the control cell.
    pub(crate) control: u16,
    /// The difference between a bit index of the control cell and the total length, without the start, that the bit
    /// represents.
    pub(crate) shift: i32,
    /// The grid cell at which the arms start.
    pub(crate) start: u16,
    /// The cells of each arm in order, without the start. No cell is in two arms.
    pub(crate) arms: Box<[Box<[u16]>]>,
}

/// Clues about the regions of a grid. Other propagators enforce them too, so the partition may use them only in
/// part.
#[derive(Clone, Default, Debug)]
pub(crate) struct Clues {
    /// The counts of cells. Each counted cell has a flag with the center.
    pub(crate) counts: Vec<RegionCount>,
    pub(crate) varieties: Vec<RegionVariety>,
    pub(crate) runs: Vec<RegionRun>,
}

// Values, labels and neighbours are parallel arrays, because most loops read one of them for all cells.
/// The regions of a grid, as a propagator.
#[derive(Clone, Debug)]
pub(crate) struct RegionPartition {
    pub(super) cells: Box<[u16]>,
    /// For each grid cell, the network cell that holds its value (`values`) or its label (`labels`).
    pub(super) values: Box<[u16]>,
    pub(super) labels: Box<[u16]>,
    pub(super) pairs: Box<[Pair]>,
    pub(super) counts: Box<[RegionCount]>,
    pub(super) varieties: Box<[RegionVariety]>,
    pub(super) runs: Box<[RegionRun]>,
    /// The neighbours of each grid cell.
    neighbours: Box<[CellSet<2>]>,
    /// The number of cells in a region.
    pub(super) size: u32,
    /// The mask of all values, if each region holds all of them.
    pub(super) full: Option<u16>,
    pub(super) meaning: Labels,
}

impl RegionPartition {
    /// Builds the propagator. `values` and `labels` are the network cells of at most 256 grid cells. `pairs`
    /// are the pairs with flags: all neighbours, and possibly others. `size` is the number of cells in a
    /// region, and `all` is the mask of all values.
    pub(crate) fn new(
        values: &[u16],
        labels: &[u16],
        pairs: &[Pair],
        size: u32,
        all: u16,
        meaning: Labels,
    ) -> Self {
        // Neighbours are sets, so that flood fills operate on whole words.
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
            // A region with as many cells as there are values holds each value. A smaller region may omit
            // values, so no value has to be placed in it.
            full: (all.count_ones() == size).then_some(all),
            meaning,
        }
    }

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

    #[inline]
    pub(super) fn neighbours_of<const W: usize>(&self, cell: usize) -> CellSet<W> {
        self.neighbours[cell].first_words()
    }
}
