//! Tables of a geometry that every general engine needs, built once and kept for the puzzles that share it.

use farandole_puzzle::{DigitSet, Geometry};
use std::sync::Arc;

/// Lists of small numbers, one after another in one buffer.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    items: Vec<u16>,
}

impl Lists {
    pub(crate) fn new() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }

    pub(crate) fn push(&mut self, items: impl IntoIterator<Item = u16>) {
        self.items.extend(items);
        self.starts.push(self.items.len() as u32);
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub(crate) fn get(&self, list: usize) -> &[u16] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

/// Houses, peers and their inverses as plain numbers.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) geometry: Arc<Geometry>,
    /// N.
    pub(crate) size: usize,
    /// The bits of digits 1 to N.
    pub(crate) all: u64,
    /// The cells of each house.
    pub(crate) houses: Lists,
    /// The houses of each cell.
    pub(crate) houses_of: Lists,
    /// The other cells of a cell's houses, in rising order.
    pub(crate) peers: Lists,
    /// Whether a house has N cells, and so holds every digit.
    pub(crate) full: Vec<bool>,
}

impl Shape {
    fn new(geometry: Arc<Geometry>) -> Self {
        let (size, cells) = (geometry.size(), geometry.cell_count());
        let mut houses = Lists::new();
        let mut houses_of = vec![Vec::new(); cells];
        for (h, house) in geometry.houses().enumerate() {
            houses.push(house.cells.iter().map(|cell| cell.index() as u16));
            for cell in house.cells {
                houses_of[cell.index()].push(h as u16);
            }
        }
        let mut peers = Lists::new();
        let mut last_seen_from = vec![u16::MAX; cells];
        let mut found: Vec<u16> = Vec::new();
        for (cell, house_list) in houses_of.iter().enumerate() {
            found.clear();
            last_seen_from[cell] = cell as u16;
            for peer in house_list.iter().flat_map(|house| houses.get(*house as usize)) {
                if last_seen_from[*peer as usize] != cell as u16 {
                    last_seen_from[*peer as usize] = cell as u16;
                    found.push(*peer);
                }
            }
            found.sort_unstable();
            peers.push(found.iter().copied());
        }
        let mut by_cell = Lists::new();
        houses_of.into_iter().for_each(|list| by_cell.push(list));
        let full = (0..houses.len()).map(|house| houses.get(house).len() == size).collect();
        let all = DigitSet::all(size).bits();
        Self { geometry, size, all, houses, houses_of: by_cell, peers, full }
    }

    /// N * N.
    pub(crate) fn cell_count(&self) -> usize {
        self.size * self.size
    }
}

/// The shapes used last, newest first, so that a file that mixes a few geometries builds each once.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    kept: Vec<Arc<Shape>>,
}

impl Shapes {
    const KEPT: usize = 8;

    pub(crate) fn get(&mut self, geometry: &Arc<Geometry>) -> Arc<Shape> {
        let same = |shape: &Arc<Shape>| Arc::ptr_eq(&shape.geometry, geometry) || shape.geometry == *geometry;
        match self.kept.iter().position(same) {
            Some(0) => {}
            Some(place) => self.kept[..=place].rotate_right(1),
            None => {
                self.kept.truncate(Self::KEPT - 1);
                self.kept.insert(0, Arc::new(Shape::new(geometry.clone())));
            }
        }
        self.kept[0].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::Diagonal;

    #[test]
    fn peers_are_the_cells_that_share_a_house() {
        let geometry = Arc::new(Geometry::classic().with_diagonal(Diagonal::Anti));
        let shape = Shape::new(geometry.clone());
        for cell in 0..81 {
            let together = |other: &u16| {
                let has = |house: &[farandole_puzzle::Cell], cell| house.iter().any(|c| c.index() == cell);
                *other as usize != cell
                    && geometry.houses().any(|h| has(h.cells, cell) && has(h.cells, *other as usize))
            };
            assert_eq!(shape.peers.get(cell), (0..81).filter(together).collect::<Vec<u16>>());
        }
        assert_eq!(shape.full, [true; 28]);
    }

    #[test]
    fn equal_geometries_share_a_shape_and_old_ones_go() {
        let mut shapes = Shapes::default();
        let first = shapes.get(&Arc::new(Geometry::classic()));
        assert!(Arc::ptr_eq(&first, &shapes.get(&Arc::new(Geometry::classic()))));
        for size in 1..=Shapes::KEPT {
            shapes.get(&Arc::new(Geometry::latin(size).unwrap()));
        }
        assert_eq!(shapes.kept.len(), Shapes::KEPT);
        assert!(!Arc::ptr_eq(&first, &shapes.get(&Arc::new(Geometry::classic()))));
    }
}
