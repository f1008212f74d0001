//! Outlines of regions: borders between cells of different regions, merged into long lines.

use crate::scene::Point;
use farandole_puzzle::{Cell, Geometry};

/// Thin lines between cells, and thick lines between regions and around the grid. The side of a
/// cell is 1.
pub(crate) struct Lines {
    pub(crate) thin: Vec<(Point, Point)>,
    pub(crate) thick: Vec<(Point, Point)>,
}

impl Lines {
    pub(crate) fn of(geometry: &Geometry) -> Self {
        let size = geometry.size();
        Self::between(size, size, |row, col| {
            Cell::at(row, col, size).and_then(|cell| geometry.region_of(cell))
        })
    }

    /// Returns the lines of a grid. `region` returns the region at a row and column.
    pub(crate) fn between<T: PartialEq>(
        rows: usize,
        cols: usize,
        region: impl Fn(usize, usize) -> T,
    ) -> Self {
        let mut lines = Self { thin: Vec::new(), thick: Vec::new() };
        for at in 0..=cols {
            let down = |i: usize| at == 0 || at == cols || region(i, at - 1) != region(i, at);
            lines.add(rows, down, |i| (at as f64, i as f64));
        }
        for at in 0..=rows {
            let across = |i: usize| at == 0 || at == rows || region(at - 1, i) != region(at, i);
            lines.add(cols, across, |i| (i as f64, at as f64));
        }
        lines
    }

    /// Adds a line across the grid, split into maximal segments of one kind.
    fn add(&mut self, size: usize, is_thick: impl Fn(usize) -> bool, point: impl Fn(usize) -> Point) {
        let mut from = 0;
        for i in 1..=size {
            if i == size || is_thick(i) != is_thick(from) {
                let lines = if is_thick(from) { &mut self.thick } else { &mut self.thin };
                lines.push((point(from), point(i)));
                from = i;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_and_crooked_regions_have_their_borders() {
        let classic = Lines::of(&Geometry::classic());
        assert_eq!((classic.thin.len(), classic.thick.len()), (12, 8));
        let crooked = Lines::of(&Geometry::irregular(3, b"aababbccc").unwrap());
        assert!(crooked.thick.contains(&((2.0, 0.0), (2.0, 1.0))));
        assert!(crooked.thick.contains(&((1.0, 1.0), (1.0, 2.0))));
        assert!(!crooked.thick.contains(&((1.0, 0.0), (1.0, 1.0))));
        let latin = Lines::of(&Geometry::latin(4).unwrap());
        assert_eq!((latin.thin.len(), latin.thick.len()), (6, 4));
    }
}
