//! Cell sets of one geometry: the houses, and the cells that share a house with each cell.

use super::cells::{Cells, MOST_HOUSES, or};
use core::array;
use farandole_csp::HousesOnly;
use farandole_puzzle::{Cell, Geometry};
use std::sync::Arc;

/// The masks of one geometry.
#[derive(Debug)]
pub(super) struct Masks<const W: usize> {
    geometry: Option<Arc<Geometry>>,
    /// The houses of N cells. The first `count` entries are in use.
    pub(super) houses: [Cells<W>; MOST_HOUSES],
    pub(super) count: usize,
    /// The union of the houses of each cell, or its peers if the masks were built from
    /// [`HousesOnly`].
    pub(super) seen: Vec<Cells<W>>,
    /// The houses of N cells that contain each cell. Bit `h` is house `h`.
    pub(super) houses_of: Vec<u64>,
    /// `seen` and `houses_of` for rows and columns only. All geometries of one size share them.
    lines: (Vec<Cells<W>>, Vec<u64>),
}

impl<const W: usize> Default for Masks<W> {
    fn default() -> Self {
        Self {
            geometry: None,
            houses: [[0; W]; MOST_HOUSES],
            count: 0,
            seen: Vec::new(),
            houses_of: Vec::new(),
            lines: (Vec::new(), Vec::new()),
        }
    }
}

impl<const W: usize> Masks<W> {
    /// Builds the masks of a variant that has no geometry.
    pub(super) fn of(boards: &HousesOnly<'_>) -> Self {
        let cells = boards.domains.len();
        let row = |cell: usize| array::from_fn(|word| boards.peers[cell].get(word).copied().unwrap_or(0));
        let mut masks = Self {
            seen: (0..cells).map(row).collect(),
            houses_of: vec![0; cells],
            count: boards.houses.len(),
            ..Self::default()
        };
        for (at, house) in boards.houses.iter().enumerate() {
            for &cell in *house {
                masks.houses[at][usize::from(cell / 64)] |= 1 << (cell % 64);
                masks.houses_of[usize::from(cell)] |= 1 << at;
            }
        }
        masks
    }

    /// Builds the masks of `geometry` unless they are already loaded.
    pub(super) fn set(&mut self, geometry: &Arc<Geometry>) {
        if self.geometry.as_ref().is_some_and(|known| Arc::ptr_eq(known, geometry)) {
            return;
        }
        let (size, cells) = (geometry.size(), geometry.cell_count());
        let mut houses = geometry.houses();
        // The jigsaws of a file differ only in their regions, so rows and columns are reused.
        if self.lines.0.len() != cells {
            self.count = 0;
            self.seen = vec![[0; W]; cells];
            self.houses_of = vec![0; cells];
            houses.by_ref().take(2 * size).for_each(|line| self.add(size, line.cells));
            self.lines = (self.seen.clone(), self.houses_of.clone());
        } else {
            self.count = 2 * size;
            self.seen.clone_from(&self.lines.0);
            self.houses_of.clone_from(&self.lines.1);
            houses.nth(2 * size - 1);
        }
        houses.for_each(|house| self.add(size, house.cells));
        self.geometry = Some(geometry.clone());
    }

    fn add(&mut self, size: usize, cells: &[Cell]) {
        let mut mask = [0; W];
        for cell in cells {
            mask[cell.index() / 64] |= 1 << (cell.index() % 64);
        }
        let is_full = cells.len() == size;
        let bit = if is_full { 1 << self.count } else { 0 };
        for cell in cells {
            let seen = &mut self.seen[cell.index()];
            *seen = or(seen, &mask);
            self.houses_of[cell.index()] |= bit;
        }
        if is_full {
            self.houses[self.count] = mask;
            self.count += 1;
        }
    }

    pub(super) fn house(&self, house: usize) -> &Cells<W> {
        &self.houses[house % MOST_HOUSES]
    }
}
