//! The houses of each cell in slots, and the crossings of houses.
//!
//! Tables are cheap to build, because every jigsaw in a file may have its own geometry.

use core::cell::OnceCell;
use farandole_puzzle::Geometry;
use std::sync::Arc;

/// The entry of an empty slot. Indices of houses are less than this.
pub(super) const NO_HOUSE: u8 = 255;
/// Maximum number of houses of a cell.
const SLOTS: usize = 6;

/// The houses of each cell, by slot.
///
/// The houses in a slot do not share cells. The first slot contains the rows, the second the
/// columns, and the third the boxes or regions. Every further house is assigned to the first slot
/// that is free in all its cells.
///
/// ```text
///          slot 0  slot 1  slot 2  slot 3 ...
/// cell 0   row     col     region  NO_HOUSE
/// cell 1   row     col     region  diagonal
/// ```
#[derive(Debug)]
pub(crate) struct Table {
    geometry: Arc<Geometry>,
    /// For each cell in row-major order, the house of the cell in each slot, or `NO_HOUSE`.
    houses_of: Vec<[u8; SLOTS]>,
    /// Number of slots in use, or 0 if the geometry has too many houses or needs too many slots.
    slots: usize,
    /// For each house, true if it has N cells and therefore contains every digit.
    full: Vec<bool>,
    crossings: OnceCell<Vec<Crossings>>,
}

/// The crossings of the houses of two slots. A crossing consists of the cells that have the same
/// house in each of the two slots.
#[derive(Debug)]
pub(super) struct Crossings {
    /// The two houses of each crossing. An entry is `NO_HOUSE` if the cells have no house in that
    /// slot.
    pub(super) houses: Vec<(u8, u8)>,
    /// For each cell, the index in `houses` of the crossing that contains it.
    pub(super) of: Vec<u16>,
}

/// A cache of one table, for the most recent geometry.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    last: Option<Table>,
}

impl Tables {
    /// Returns the most recently requested table.
    pub(super) fn last(&self) -> Option<&Table> {
        self.last.as_ref()
    }

    /// Returns the table of a geometry.
    pub(crate) fn get(&mut self, geometry: &Arc<Geometry>) -> &Table {
        let is_known = |table: &Table| Arc::ptr_eq(&table.geometry, geometry);
        if !self.last.as_ref().is_some_and(is_known) {
            self.last = None;
        }
        self.last.get_or_insert_with(|| Table::new(geometry.clone()))
    }
}

impl Table {
    fn new(geometry: Arc<Geometry>) -> Self {
        let mut table = Self {
            houses_of: vec![[NO_HOUSE; SLOTS]; geometry.cell_count()],
            slots: 0,
            full: geometry.houses().map(|house| house.cells.len() == geometry.size()).collect(),
            crossings: OnceCell::new(),
            geometry,
        };
        table.slots = table.fill().unwrap_or(0);
        table
    }

    /// Assigns a slot to every house. Returns the number of slots in use, or `None` if there are
    /// too many rows, houses or slots.
    fn fill(&mut self) -> Option<usize> {
        if self.geometry.size() > 64 {
            return None;
        }
        let mut slots = 0;
        for (number, house) in self.geometry.houses().enumerate() {
            let number = u8::try_from(number).ok().filter(|number| *number != NO_HOUSE)?;
            let is_free =
                |slot: &usize| house.cells.iter().all(|cell| self.houses_of[cell.index()][*slot] == NO_HOUSE);
            let slot = (0..SLOTS).find(is_free)?;
            house.cells.iter().for_each(|cell| self.houses_of[cell.index()][slot] = number);
            slots = slots.max(slot + 1);
        }
        Some(slots)
    }

    /// Returns the size N.
    pub(crate) fn size(&self) -> usize {
        self.geometry.size()
    }

    /// Returns true if the engine supports the geometry: at most 64 rows, 255 houses and 6 slots.
    pub(crate) const fn fits(&self) -> bool {
        self.slots > 0
    }

    /// Returns the number of slots in use.
    pub(super) const fn slots(&self) -> usize {
        self.slots
    }

    /// Returns, for each house, true if it has N cells and therefore contains every digit.
    pub(super) fn full(&self) -> &[bool] {
        &self.full
    }

    /// Returns the first `K` slots of each cell.
    #[inline(always)]
    pub(super) fn houses_of<const K: usize>(&self) -> impl Iterator<Item = [u8; K]> {
        self.houses_of.iter().map(|houses| core::array::from_fn(|slot| houses[slot]))
    }

    /// Returns the crossings of each pair of slots in which some pair of houses shares several
    /// cells.
    pub(super) fn crossings(&self) -> &[Crossings] {
        self.crossings.get_or_init(|| {
            let pairs = (0..self.slots).flat_map(|second| (0..second).map(move |first| (first, second)));
            pairs.filter_map(|(first, second)| self.crossings_of(first, second)).collect()
        })
    }

    fn crossings_of(&self, first: usize, second: usize) -> Option<Crossings> {
        if (first, second) == (0, 1) {
            return None; // A row and a column share one cell.
        }
        const UNMET: u16 = u16::MAX;
        let mut crossings = Crossings { houses: Vec::new(), of: Vec::with_capacity(self.houses_of.len()) };
        let width = self.full.len() + 1;
        let mut met = vec![UNMET; width * width];
        let mut is_wide = false;
        for houses in &self.houses_of {
            let pair = (houses[first], houses[second]);
            let place = |house: u8| usize::from(house).min(width - 1);
            let crossing = &mut met[place(pair.0) * width + place(pair.1)];
            if *crossing == UNMET {
                *crossing = crossings.houses.len() as u16;
                crossings.houses.push(pair);
            } else {
                is_wide |= pair.0 != NO_HOUSE && pair.1 != NO_HOUSE;
            }
            crossings.of.push(*crossing);
        }
        is_wide.then_some(crossings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::Diagonal;

    #[test]
    fn houses_of_a_slot_are_apart_and_no_house_is_lost() {
        let geometry =
            Arc::new(Geometry::classic().with_diagonal(Diagonal::Main).with_diagonal(Diagonal::Anti));
        let table = Table::new(geometry.clone());
        assert_eq!(table.slots(), 5);
        for cell in 0..81 {
            let mut expected: Vec<u8> = (0..29_u8)
                .zip(geometry.houses())
                .filter(|(_, house)| house.cells.iter().any(|other| other.index() == cell))
                .map(|(number, _)| number)
                .collect();
            let mut known: Vec<u8> =
                table.houses_of[cell].into_iter().filter(|house| *house != NO_HOUSE).collect();
            expected.sort_unstable();
            known.sort_unstable();
            assert_eq!(known, expected);
        }
    }

    #[test]
    fn crossings_are_the_cells_that_two_houses_share() {
        let count = |geometry: Geometry| {
            let table = Table::new(geometry.into());
            table.crossings().iter().map(|pair| pair.houses.len()).collect::<Vec<_>>()
        };
        assert_eq!(count(Geometry::classic()), [27, 27]);
        assert!(count(Geometry::latin(9).unwrap()).is_empty());
        assert_eq!(count(Geometry::boxes(6, 1, 6).unwrap()), [6]);
        // A diagonal crosses three boxes. The remaining cells of each box form a crossing of the
        // box with no house.
        assert_eq!(count(Geometry::classic().with_diagonal(Diagonal::Main)), [27, 27, 3 + 9]);
    }

    #[test]
    fn too_many_houses_do_not_fit() {
        assert!(Table::new(Geometry::boxes(64, 8, 8).unwrap().into()).fits());
        let cells: Vec<_> = (0..2).filter_map(farandole_puzzle::Cell::new).collect();
        let mut crowded = Geometry::classic();
        for _ in 0..4 {
            assert!(Table::new(crowded.clone().into()).fits() || crowded.house_count() == 30);
            crowded = crowded.with_extra_region(&cells).unwrap();
        }
        assert!(!Table::new(crowded.into()).fits());
    }
}
