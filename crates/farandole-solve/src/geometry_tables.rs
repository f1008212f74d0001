//! Tables of a geometry. Each is built once and kept in an LRU cache for puzzles with the same
//! geometry.

use crate::lru::Lru;
use farandole_puzzle::{Geometry, Regions};
use std::sync::Arc;

/// Lists of numbers, concatenated in one buffer.
#[derive(Debug, Default)]
pub(crate) struct Lists<T = u16> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Lists<T> {
    pub(crate) fn new() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }

    /// Appends a list.
    pub(crate) fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.starts.push(self.items.len() as u32);
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub(crate) fn get(&self, list: usize) -> &[T] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

impl Lists {
    /// Returns, for each of `items` numbers, the indices of the lists that contain it.
    fn inverse(&self, items: usize) -> Self {
        let mut starts = vec![0; items + 1];
        self.items.iter().for_each(|item| starts[*item as usize + 1] += 1);
        for item in 0..items {
            starts[item + 1] += starts[item];
        }
        let mut next = starts.clone();
        let mut lists = vec![0; self.items.len()];
        for list in 0..self.len() {
            for item in self.get(list) {
                let place = &mut next[*item as usize];
                lists[*place as usize] = list as u16;
                *place += 1;
            }
        }
        Self { starts, items: lists }
    }
}

/// Returns the indices of the bits that are set, from the lowest.
fn bits_of(mut bits: u64) -> impl Iterator<Item = u16> {
    core::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as u16)?;
        bits &= bits - 1;
        Some(bit)
    })
}

/// Houses, peers and their inverses as indices.
#[derive(Debug)]
pub(crate) struct GeometryTables {
    pub(crate) geometry: Arc<Geometry>,
    /// The size N.
    pub(crate) size: usize,
    /// The cells of each house.
    pub(crate) houses: Lists,
    /// The houses of each cell.
    pub(crate) houses_of: Lists,
    /// The peers of each cell, in ascending order.
    pub(crate) peers: Lists,
    /// For each house, true if it has N cells and therefore contains every digit.
    pub(crate) full: Vec<bool>,
    /// For each cell, the indices of its houses of N cells, multiplied by N.
    pub(crate) full_lines_of: Lists<u32>,
}

impl GeometryTables {
    fn new(geometry: Arc<Geometry>) -> Self {
        let (size, cells) = (geometry.size(), geometry.cell_count());
        let mut houses = Lists::new();
        for house in geometry.houses() {
            houses.push(house.cells.iter().map(|cell| cell.index() as u16));
        }
        let houses_of = houses.inverse(cells);
        // Bit sets list the peers of a cell in order and without repetition.
        let words = cells.div_ceil(64);
        let mut house_bits = vec![0_u64; houses.len() * words];
        for house in 0..houses.len() {
            for cell in houses.get(house) {
                house_bits[house * words + *cell as usize / 64] |= 1 << (cell % 64);
            }
        }
        let mut peers = Lists::new();
        for cell in 0..cells {
            let word_of = |word: usize| {
                let together = houses_of.get(cell).iter();
                let bits = together.fold(0, |bits, house| bits | house_bits[*house as usize * words + word]);
                if word == cell / 64 { bits & !(1 << (cell % 64)) } else { bits }
            };
            peers.push(
                (0..words).flat_map(|word| bits_of(word_of(word)).map(move |bit| (64 * word) as u16 + bit)),
            );
        }
        let full: Vec<bool> = (0..houses.len()).map(|house| houses.get(house).len() == size).collect();
        let mut full_lines_of = Lists::new();
        for cell in 0..cells {
            let houses = houses_of.get(cell).iter().filter(|house| full[**house as usize]);
            full_lines_of.push(houses.map(|house| u32::from(*house) * size as u32));
        }
        Self { geometry, size, houses, houses_of, peers, full, full_lines_of }
    }

    /// Returns the number of cells, N * N.
    pub(crate) fn cell_count(&self) -> usize {
        self.size * self.size
    }
}

/// An LRU cache of tables. For a file that mixes a few geometries, each table is built once.
#[derive(Debug, Default)]
pub(crate) struct GeometryCache {
    kept: Lru<(u64, Arc<GeometryTables>)>,
}

impl GeometryCache {
    /// Maximum number of tables in the cache. The cache is further bounded by the number of cells,
    /// so it contains fewer tables of large geometries.
    const KEPT: usize = 100;
    const KEPT_CELLS: usize = 32_768;

    pub(crate) fn get(&mut self, geometry: &Arc<Geometry>) -> Arc<GeometryTables> {
        if let Some((_, tables)) = self.kept.newest()
            && Arc::ptr_eq(&tables.geometry, geometry)
        {
            return tables.clone();
        }
        let hash = hash(geometry);
        let most = Self::KEPT.min(Self::KEPT_CELLS / geometry.cell_count());
        let same =
            |(known, tables): &(u64, Arc<GeometryTables>)| *known == hash && tables.geometry == *geometry;
        self.kept.get(most, same, || (hash, Arc::new(GeometryTables::new(geometry.clone())))).1.clone()
    }
}

/// Returns a hash that differs for most pairs of different geometries.
fn hash(geometry: &Geometry) -> u64 {
    let mix = |hash: u64, number: u64| (hash ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let start = mix(geometry.size() as u64, geometry.houses().count() as u64);
    match geometry.regions() {
        Regions::None => start,
        Regions::Boxes(tables) => mix(start, tables.box_rows as u64),
        Regions::Irregular(map) => map.iter().fold(start, |hash, region| mix(hash, u64::from(*region))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::Diagonal;

    #[test]
    fn peers_are_the_cells_that_share_a_house() {
        let geometry = Arc::new(Geometry::classic().with_diagonal(Diagonal::Anti));
        let tables = GeometryTables::new(geometry.clone());
        for cell in 0..81 {
            let together = |other: &u16| {
                let has = |house: &[farandole_puzzle::Cell], cell| house.iter().any(|c| c.index() == cell);
                *other as usize != cell
                    && geometry.houses().any(|h| has(h.cells, cell) && has(h.cells, *other as usize))
            };
            assert_eq!(tables.peers.get(cell), (0..81).filter(together).collect::<Vec<u16>>());
        }
        assert_eq!(tables.full, [true; 28]);
    }

    #[test]
    fn equal_geometries_share_tables_and_old_ones_are_dropped() {
        let mut cache = GeometryCache::default();
        let first = cache.get(&Arc::new(Geometry::classic()));
        assert!(Arc::ptr_eq(&first, &cache.get(&Arc::new(Geometry::classic()))));
        for size in 57..=64 {
            cache.get(&Arc::new(Geometry::latin(size).unwrap()));
        }
        assert!(!Arc::ptr_eq(&first, &cache.get(&Arc::new(Geometry::classic()))));
    }
}
