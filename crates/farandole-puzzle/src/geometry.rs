//! The geometry of a puzzle: its size and its houses.
//!
//! ```
//! use farandole_puzzle::{Diagonal, Geometry};
//!
//! let geometry = Geometry::boxes(6, 2, 3).unwrap().with_diagonal(Diagonal::Main);
//! assert_eq!((geometry.size(), geometry.house_count()), (6, 19));
//! assert!(Geometry::classic().is_classic());
//! ```

use crate::{Cell, Diagonal, House, HouseKind, MAX_SIZE};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// The number of rows and columns of cells in a box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoxShape {
    /// Height in cells.
    pub box_rows: usize,
    /// Width in cells.
    pub box_cols: usize,
}

impl BoxShape {
    /// Returns the usual boxes of an N x N puzzle: as square as possible, and not taller than wide.
    /// For example, boxes of a 6x6 puzzle have 2 rows and 3 columns.
    ///
    /// Returns `None` for 0, for 1 and for primes, because their boxes would have a single row.
    pub fn usual(size: usize) -> Option<Self> {
        let box_rows = (2..size)
            .take_while(|rows| rows * rows <= size)
            .filter(|rows| size.is_multiple_of(*rows))
            .last()?;
        Some(Self { box_rows, box_cols: size / box_rows })
    }
}

/// The division of the grid into boxes or regions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Regions {
    /// No regions: a Latin square.
    None,
    /// Equal rectangular boxes.
    Boxes(BoxShape),
    /// Irregular regions. The array contains the 0-based region number of each cell, row-major.
    /// Regions are numbered in order of first appearance.
    Irregular(Box<[u16]>),
}

/// The size of a puzzle and its houses. The houses are rows, columns, boxes or regions, diagonals,
/// and extra regions, in this order.
///
/// Regions of a wrong size are allowed, because they occur in files. Such a puzzle has no solution,
/// and [`ClassicPuzzle::clash`](crate::ClassicPuzzle::clash) reports the region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    size: usize,
    regions: Regions,
    kinds: Vec<HouseKind>,
    /// House `h` has the cells `cells[starts[h]..starts[h + 1]]`.
    starts: Vec<usize>,
    cells: Vec<Cell>,
}

impl Geometry {
    /// Returns the 9x9 grid with 3x3 boxes.
    pub fn classic() -> Self {
        Self::build(9, Regions::Boxes(BoxShape { box_rows: 3, box_cols: 3 }))
    }

    /// Creates an N x N grid with boxes of this height and width in cells.
    ///
    /// # Errors
    /// Returns an error if `size` is not 1 to 225, or if `box_rows * box_cols` is not `size`.
    pub fn boxes(size: usize, box_rows: usize, box_cols: usize) -> Result<Self, GeometryError> {
        check_size(size)?;
        if box_rows.checked_mul(box_cols) != Some(size) {
            return Err(GeometryError { kind: GeometryErrorKind::BoxShape { size, box_rows, box_cols } });
        }
        Ok(Self::build(size, Regions::Boxes(BoxShape { box_rows, box_cols })))
    }

    /// Creates an N x N grid that has only rows and columns.
    ///
    /// # Errors
    /// Returns an error if `size` is not 1 to 225.
    pub fn latin(size: usize) -> Result<Self, GeometryError> {
        check_size(size)?;
        Ok(Self::build(size, Regions::None))
    }

    /// Creates the usual geometry of an N x N grid, with the boxes of [`BoxShape::usual`]. There
    /// are no boxes if N is 1 or a prime.
    ///
    /// # Errors
    /// Returns an error if `size` is not 1 to 225.
    pub fn usual(size: usize) -> Result<Self, GeometryError> {
        match BoxShape::usual(size) {
            Some(shape) => Self::boxes(size, shape.box_rows, shape.box_cols),
            None => Self::latin(size),
        }
    }

    /// Creates an N x N grid with irregular regions. Cells with equal labels form a region; the
    /// labels are arbitrary.
    ///
    /// # Errors
    /// Returns an error if `size` is not 1 to 225, or if there are not `size * size` labels.
    pub fn irregular<L: PartialEq>(size: usize, labels: &[L]) -> Result<Self, GeometryError> {
        check_size(size)?;
        if labels.len() != size * size {
            return Err(GeometryError {
                kind: GeometryErrorKind::MapLength { found: labels.len(), expected: size * size },
            });
        }
        let mut firsts: Vec<&L> = Vec::new();
        let mut last = 0;
        let map = labels.iter().map(|label| {
            // Most cells are in the same region as the previous cell.
            if firsts.get(last).is_none_or(|first| *first != label) {
                let known = firsts.iter().position(|first| *first == label);
                last = known.unwrap_or_else(|| {
                    firsts.push(label);
                    firsts.len() - 1
                });
            }
            last as u16
        });
        let map = map.collect();
        Ok(Self::build(size, Regions::Irregular(map)))
    }

    /// Adds a diagonal on which digits do not repeat. Adding the same diagonal twice has no effect.
    pub fn with_diagonal(mut self, diagonal: Diagonal) -> Self {
        let kind = HouseKind::Diagonal(diagonal);
        if !self.kinds.contains(&kind) {
            let size = self.size;
            let cells = (0..size).map(|row| match diagonal {
                Diagonal::Main => row * size + row,
                Diagonal::Anti => row * size + size - 1 - row,
            });
            self.push(kind, cells);
        }
        self
    }

    /// Adds an extra region in which digits do not repeat. The order of the cells and duplicates
    /// have no effect.
    ///
    /// # Errors
    /// Returns an error if a cell is outside the grid, or if there are more than N cells, which can
    /// never all differ.
    pub fn with_extra_region(mut self, cells: &[Cell]) -> Result<Self, GeometryError> {
        let mut cells: Vec<usize> = cells.iter().map(|cell| cell.index()).collect();
        cells.sort_unstable();
        cells.dedup();
        let outside = cells.last().is_some_and(|last| *last >= self.size * self.size);
        if outside || cells.len() > self.size {
            return Err(GeometryError {
                kind: GeometryErrorKind::ExtraRegion { cells: cells.len(), outside },
            });
        }
        let number = self.kinds.iter().filter(|kind| matches!(kind, HouseKind::Extra(_))).count() as u16;
        self.push(HouseKind::Extra(number), cells.into_iter());
        Ok(self)
    }

    /// Returns N: the number of rows, of columns and of digits.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns N * N, the number of cells.
    pub const fn cell_count(&self) -> usize {
        self.size * self.size
    }

    /// Returns the division of the grid into boxes or regions.
    pub const fn regions(&self) -> &Regions {
        &self.regions
    }

    /// Returns the 0-based number of the box or region that contains a cell. Returns `None` if the
    /// grid has no boxes or regions, or if the cell is outside the grid.
    pub fn region_of(&self, cell: Cell) -> Option<usize> {
        if cell.index() >= self.cell_count() {
            return None;
        }
        match &self.regions {
            Regions::None => None,
            Regions::Boxes(shape) => Some(box_of(self.size, *shape, cell.index())),
            Regions::Irregular(map) => Some(map[cell.index()] as usize),
        }
    }

    /// Returns the number of houses.
    pub const fn house_count(&self) -> usize {
        self.kinds.len()
    }

    /// Returns all houses: N rows, N columns, the boxes or regions, the diagonals, and the extra
    /// regions. Diagonals and extra regions are in the order in which they were added.
    pub fn houses(&self) -> impl ExactSizeIterator<Item = House<'_>> {
        (0..self.kinds.len()).map(|house| self.house(house))
    }

    fn house(&self, house: usize) -> House<'_> {
        House { kind: self.kinds[house], cells: &self.cells[self.starts[house]..self.starts[house + 1]] }
    }

    /// Returns true if this is the 9x9 grid with 3x3 boxes and no further houses.
    pub fn is_classic(&self) -> bool {
        self.size == 9
            && self.regions == Regions::Boxes(BoxShape { box_rows: 3, box_cols: 3 })
            && self.house_count() == 27
    }

    /// Returns the first box or region that does not have N cells.
    pub fn misfit(&self) -> Option<House<'_>> {
        // Rows and columns come first and always have N cells. This function is called often, so it
        // does not build `House` values.
        let is_misfit = |house: &usize| {
            matches!(self.kinds[*house], HouseKind::Box(_) | HouseKind::Region(_))
                && self.starts[house + 1] - self.starts[*house] != self.size
        };
        (2 * self.size..self.kinds.len()).find(is_misfit).map(|house| self.house(house))
    }

    fn build(size: usize, regions: Regions) -> Self {
        let mut geometry = Self {
            size,
            regions,
            kinds: Vec::with_capacity(3 * size),
            starts: Vec::with_capacity(3 * size + 1),
            cells: Vec::with_capacity(3 * size * size),
        };
        geometry.starts.push(0);
        for row in 0..size {
            geometry.push(HouseKind::Row(row as u16), (0..size).map(|col| row * size + col));
        }
        for col in 0..size {
            geometry.push(HouseKind::Col(col as u16), (0..size).map(|row| row * size + col));
        }
        // A counting sort: counts the cells of each region, then writes each cell to its final
        // index.
        let boxes: Vec<u16>;
        let (region_of, kind): (&[u16], fn(u16) -> HouseKind) = match &geometry.regions {
            Regions::None => return geometry,
            Regions::Boxes(shape) => {
                boxes = (0..size * size).map(|cell| box_of(size, *shape, cell) as u16).collect();
                (&boxes, HouseKind::Box)
            }
            Regions::Irregular(map) => (map, HouseKind::Region),
        };
        let count = region_of.iter().max().map_or(0, |last| *last as usize + 1);
        let mut next = alloc::vec![0; count];
        region_of.iter().for_each(|region| next[*region as usize] += 1);
        let mut end = geometry.cells.len();
        for (region, next) in next.iter_mut().enumerate() {
            end += core::mem::replace(next, end);
            geometry.kinds.push(kind(region as u16));
            geometry.starts.push(end);
        }
        geometry.cells.resize(end, Cell::within(0));
        for (cell, region) in region_of.iter().enumerate() {
            let index = &mut next[*region as usize];
            geometry.cells[*index] = Cell::within(cell);
            *index += 1;
        }
        geometry
    }

    fn push(&mut self, kind: HouseKind, cells: impl Iterator<Item = usize>) {
        self.kinds.push(kind);
        self.cells.extend(cells.map(Cell::within));
        self.starts.push(self.cells.len());
    }
}

fn box_of(size: usize, shape: BoxShape, cell: usize) -> usize {
    let (row, col) = (cell / size, cell % size);
    row / shape.box_rows * (size / shape.box_cols) + col / shape.box_cols
}

fn check_size(size: usize) -> Result<(), GeometryError> {
    if (1..=MAX_SIZE).contains(&size) {
        Ok(())
    } else {
        Err(GeometryError { kind: GeometryErrorKind::Size(size) })
    }
}

/// An invalid geometry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeometryError {
    kind: GeometryErrorKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum GeometryErrorKind {
    Size(usize),
    BoxShape { size: usize, box_rows: usize, box_cols: usize },
    MapLength { found: usize, expected: usize },
    ExtraRegion { cells: usize, outside: bool },
}

impl fmt::Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            GeometryErrorKind::Size(size) => write!(f, "size {size} is not between 1 and {MAX_SIZE}"),
            GeometryErrorKind::BoxShape { size, box_rows, box_cols } => {
                write!(f, "boxes of {box_rows} rows by {box_cols} columns do not hold {size} cells")
            }
            GeometryErrorKind::MapLength { found, expected } => {
                write!(f, "the region map has {found} cells, expected {expected}")
            }
            GeometryErrorKind::ExtraRegion { outside: true, .. } => {
                f.write_str("the extra region has a cell outside the grid")
            }
            GeometryErrorKind::ExtraRegion { cells, .. } => {
                write!(f, "the extra region has {cells} cells, more than there are digits")
            }
        }
    }
}

impl core::error::Error for GeometryError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classic_houses_are_the_27_of_the_definition() {
        let geometry = Geometry::classic();
        assert!(geometry.is_classic());
        for (h, house) in geometry.houses().enumerate() {
            let plain: Vec<usize> = (0..81)
                .filter(|cell| match h {
                    0..9 => cell / 9 == h,
                    9..18 => cell % 9 == h - 9,
                    _ => cell / 27 * 3 + cell % 9 / 3 == h - 18,
                })
                .collect();
            assert_eq!(house.cells.iter().map(|cell| cell.index()).collect::<Vec<_>>(), plain);
        }
    }

    #[test]
    fn boxes_tile_in_every_shape_and_size() {
        for size in (1..=64).chain([100, 225]) {
            for box_rows in (1..=size).filter(|rows| size % rows == 0) {
                let geometry = Geometry::boxes(size, box_rows, size / box_rows).unwrap();
                assert_eq!(geometry.house_count(), 3 * size);
                assert_eq!(geometry.misfit(), None, "{size} {box_rows}");
            }
        }
        assert!(Geometry::boxes(9, 2, 4).is_err());
        assert!(Geometry::boxes(226, 2, 113).is_err());
        assert!(Geometry::latin(0).is_err());
    }

    #[test]
    fn usual_boxes_are_wide_rather_than_tall() {
        let shape = |size| BoxShape::usual(size).map(|shape| (shape.box_rows, shape.box_cols));
        assert_eq!(shape(6), Some((2, 3)));
        assert_eq!(shape(8), Some((2, 4)));
        assert_eq!(shape(12), Some((3, 4)));
        assert_eq!(shape(16), Some((4, 4)));
        assert_eq!(shape(64), Some((8, 8)));
        assert_eq!([0, 1, 7, 13].map(shape), [None; 4]);
    }

    #[test]
    fn regions_are_numbered_by_first_appearance() {
        let geometry = Geometry::irregular(2, b"zzaa").unwrap();
        assert_eq!(geometry.regions(), &Regions::Irregular([0, 0, 1, 1].into()));
        assert_eq!(geometry.misfit(), None);
        let uneven = Geometry::irregular(2, b"zaaa").unwrap();
        assert_eq!(uneven.misfit().unwrap().kind, HouseKind::Region(0));
        assert!(Geometry::irregular(2, b"zaa").is_err());
    }

    #[test]
    fn extra_houses_come_last() {
        let geometry = Geometry::classic().with_diagonal(Diagonal::Main).with_diagonal(Diagonal::Main);
        assert_eq!(geometry.house_count(), 28);
        assert!(!geometry.is_classic());
        let last = geometry.houses().last().unwrap();
        assert_eq!(
            last.cells.iter().map(|cell| cell.index()).collect::<Vec<_>>(),
            [0, 10, 20, 30, 40, 50, 60, 70, 80]
        );
        let cells: Vec<Cell> = (0..10).filter_map(Cell::new).collect();
        assert!(Geometry::classic().with_extra_region(&cells).is_err());
        assert_eq!(Geometry::classic().with_extra_region(&cells[..4]).unwrap().house_count(), 28);
        assert!(Geometry::classic().with_extra_region(&[Cell::new(81).unwrap()]).is_err());
    }
}
