//! Overlapping grids: several 9x9 Sudokus that share boxes, in well-known layouts.
//!
//! The first grid of the layout becomes the grid of the variant. The cells of the others are extra
//! cells, and their rows, columns and boxes are constraints.

use crate::Cell;
use crate::board::{Group, GroupSize, Shape};
use crate::constraint::{AllDifferent, Constraint, Given};
use crate::variant::Variant;
use alloc::string::String;
use alloc::vec::Vec;

/// Defines the layouts. Each row has the documentation, the name, and the 0-based rows and columns of the
/// upper left cells of the grids.
macro_rules! layouts {
    ($($(#[$doc:meta])* $layout:ident: $name:literal, [$($grid:expr),+ $(,)?];)+) => {
        /// A layout of overlapping grids.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Layout {
            $($(#[$doc])* $layout,)+
        }

        impl Layout {
            /// All layouts.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$layout),+];

            /// Returns the name in lower case.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$layout => $name,)+ }
            }

            /// Returns the 0-based rows and columns of the upper left cells of the grids.
            pub const fn grids(self) -> &'static [(usize, usize)] {
                match self { $(Self::$layout => &[$($grid),+],)+ }
            }
        }
    };
}

layouts! {
    /// Four grids in 12x12, offset by three rows or columns.
    Butterfly: "butterfly", [(0, 0), (0, 3), (3, 0), (3, 3)];
    /// Nine grids in 27x27; the centres of all boxes form a tenth grid.
    Clueless: "clueless", [(0, 0), (0, 9), (0, 18), (9, 0), (9, 9), (9, 18), (18, 0), (18, 9), (18, 18)];
    /// Nine grids in 27x27; their middle boxes form a tenth grid.
    Clueless2: "clueless-2", [(0, 0), (0, 9), (0, 18), (9, 0), (9, 9), (9, 18), (18, 0), (18, 9), (18, 18)];
    /// Two grids that share four boxes.
    Doubledoku: "doubledoku", [(0, 0), (3, 3)];
    /// A grid and four others: above, below, to the left and to the right. Each of them shares six
    /// boxes with it.
    Flower: "flower", [(0, 3), (3, 0), (3, 3), (3, 6), (6, 3)];
    /// Three grids above, three below and two between them.
    Gattai8: "gattai-8", [(0, 0), (0, 12), (0, 24), (6, 6), (6, 18), (12, 0), (12, 12), (12, 24)];
    /// Four grids and one that shares a box with each of them.
    Samurai: "samurai", [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
    /// Two grids that share two boxes.
    Sensei: "sensei", [(0, 0), (6, 3)];
    /// Eleven grids in two rows of four, with three between them.
    Shogun: "shogun", [
        (0, 0), (0, 12), (0, 24), (0, 36), (6, 6), (6, 18), (6, 30), (12, 0), (12, 12), (12, 24), (12, 36),
    ];
    /// Four grids in a ring.
    Sohei: "sohei", [(0, 6), (6, 0), (6, 12), (12, 6)];
    /// Thirteen grids: three rows of three, with two rows of two between them.
    Sumo: "sumo", [
        (0, 0), (0, 12), (0, 24), (6, 6), (6, 18), (12, 0), (12, 12), (12, 24), (18, 6), (18, 18), (24, 0),
        (24, 12), (24, 24),
    ];
    /// Three grids, each of which shares boxes with the two others.
    Tridoku: "tridoku", [(0, 3), (3, 6), (6, 0)];
    /// Two grids that share a box.
    Twodoku: "twodoku", [(0, 0), (6, 6)];
    /// A middle grid and four around it. Each of the four shares one box with the next one, and two
    /// boxes with the middle grid.
    Windmill: "windmill", [(0, 3), (3, 12), (6, 6), (9, 0), (12, 9)];
    /// Two grids, and one below them that shares a box with each.
    Wing: "wing", [(0, 0), (0, 12), (6, 6)];
}

const SIDE: usize = 9;
/// The name of the group of extra cells in constraint text.
const GROUP: &str = "VS";

impl Layout {
    /// Returns the layout whose cells the variant has. Recognizes variants that
    /// [`Overlapping::new`] built, or that were read from their constraint text.
    pub fn of(variant: &Variant) -> Option<Self> {
        let [group] = variant.board().groups() else { return None };
        let layout = Self::ALL.into_iter().find(|layout| layout.name() == group.label)?;
        let (rows, cols) = layout.size();
        let count = (0..rows * cols).filter(|at| layout.has_cell(at / cols, at % cols)).count();
        let fits = group.prefix == GROUP && variant.cell_count() == count;
        (fits && variant.shape() == Shape::CLASSIC).then_some(layout)
    }

    /// Returns true if texts must name the layout, because another layout has the same size and may
    /// contain all its cells.
    const fn is_named(self) -> bool {
        matches!(self, Self::Clueless2 | Self::Doubledoku | Self::Flower | Self::Tridoku | Self::Twodoku)
    }

    /// Returns the numbers of rows and columns.
    pub fn size(self) -> (usize, usize) {
        let last =
            |side: fn(&(usize, usize)) -> usize| self.grids().iter().map(side).max().unwrap_or(0) + SIDE;
        (last(|grid| grid.0), last(|grid| grid.1))
    }

    /// Returns true if there is a cell in this 0-based row and column.
    pub fn has_cell(self, row: usize, col: usize) -> bool {
        let within = |start: usize, at: usize| (start..start + SIDE).contains(&at);
        self.grids().iter().any(|(top, left)| within(*top, row) && within(*left, col))
    }

    /// Returns the positions of the cells of each house, including the additional houses of the
    /// layout.
    fn houses(self) -> Vec<Vec<(usize, usize)>> {
        let mut houses = Vec::new();
        let mut push = |at: &dyn Fn(usize, usize) -> (usize, usize)| {
            for i in 0..SIDE {
                houses.push((0..SIDE).map(|k| at(i, k)).collect());
                houses.push((0..SIDE).map(|k| at(k, i)).collect());
                houses.push((0..SIDE).map(|k| at(i / 3 * 3 + k / 3, i % 3 * 3 + k % 3)).collect());
            }
        };
        for (top, left) in self.grids() {
            push(&|row, col| (top + row, left + col));
        }
        match self {
            Self::Clueless => push(&|row, col| (3 * row + 1, 3 * col + 1)),
            Self::Clueless2 => {
                let middle = |at: usize| at / 3 * SIDE + 3 + at % 3;
                push(&|row, col| (middle(row), middle(col)));
            }
            _ => {}
        }
        houses
    }
}

/// A puzzle of overlapping grids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlapping {
    variant: Variant,
    layout: Layout,
    /// The cell at each position, row by row.
    cells: Vec<Option<Cell>>,
}

impl Overlapping {
    /// Creates a puzzle with this layout and these givens. A given is a 0-based row, a 0-based
    /// column and a digit from 1 to 9.
    ///
    /// Returns `None` if the position of a given is not a cell, or if its value is not a digit.
    pub fn new(layout: Layout, givens: &[(usize, usize, u8)]) -> Option<Self> {
        let (rows, cols) = layout.size();
        let (top, left) = layout.grids()[0];
        let mut cells: Vec<Option<Cell>> = Vec::with_capacity(rows * cols);
        let mut next = SIDE * SIDE;
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            let inside = (top..top + SIDE).contains(&row) && (left..left + SIDE).contains(&col);
            cells.push(if inside {
                Some(Cell::within((row - top) * SIDE + col - left))
            } else if layout.has_cell(row, col) {
                next += 1;
                Some(Cell::within(next - 1))
            } else {
                None
            });
        }
        let at = |row: usize, col: usize| *cells.get(row * cols + col).filter(|_| col < cols)?;
        let house = |positions: Vec<(usize, usize)>| {
            let cells = positions.into_iter().filter_map(|(row, col)| at(row, col)).collect();
            Constraint::from(AllDifferent { cells })
        };
        // The board already provides the houses of the first grid.
        let mut constraints: Vec<Constraint> =
            layout.houses().into_iter().skip(3 * SIDE).map(house).collect();
        let values = Shape::CLASSIC.values();
        for (row, col, digit) in givens {
            let given = Given { cell: at(*row, *col)?, mask: values.mask(*digit) };
            constraints.push(Some(given).filter(|given| given.mask != 0)?.into());
        }
        let size = GroupSize::Count(next - SIDE * SIDE);
        let group = Group { prefix: GROUP.into(), label: layout.name().into(), size };
        let variant = Variant::new(Shape::CLASSIC, alloc::vec![group], constraints).ok()?;
        Some(Self { variant, layout, cells })
    }

    /// Returns the puzzle as a variant.
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Returns the layout.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the cell of the variant in this 0-based row and column, or `None` if there is none.
    pub fn cell(&self, row: usize, col: usize) -> Option<Cell> {
        let cols = self.layout.size().1;
        *self.cells.get(row * cols + col).filter(|_| col < cols)?
    }

    /// Prints the values of all cells as a text. `values` is indexed by cell of the variant. Cells
    /// whose value is 0 or missing are printed as empty.
    pub fn write(&self, values: &[u8]) -> String {
        let (rows, cols) = self.layout.size();
        let name = if self.layout.is_named() { self.layout.name() } else { "" };
        let mut text = String::from(alloc::format!("{rows} {cols} {name}").trim_end());
        text.push('\n');
        for row in self.cells.chunks(cols) {
            for (col, cell) in row.iter().enumerate() {
                let value = cell
                    .and_then(|cell| values.get(cell.index()).copied())
                    .filter(|value| (1..=9).contains(value));
                text.push_str(if col == 0 { "" } else { " " });
                text.push(value.map_or('-', |value| char::from(b'0' + value)));
            }
            text.push('\n');
        }
        text
    }
}
