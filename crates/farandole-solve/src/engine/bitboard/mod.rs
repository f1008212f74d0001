//! Depth-first search on bitboards, one per digit, with naked and hidden singles and locked candidates, up to 16x16.
//!
//! A board has a bit for each cell: whether the digit may stand there. A placement removes the cell from all other boards
//! and the peers of the cell from its own. Naked singles are the cells on exactly one board; a carry-save addition of the
//! boards finds them for all cells at a time. For every digit and house the places are one AND. A single place is a hidden
//! single. A cell that is a peer of all places loses the digit, which covers locked candidates of any two
//! houses. When nothing follows any more, a cell with the fewest candidates is tried with each.
//!
//! ```text
//! board of digit 1   word 0: cells 0 to 63   word 1: cells 64 to 127   ...
//! board of digit 2   ...
//! ```
//!
//! Each geometry needs two tables of such masks. They are cheap to build, since in a file of jigsaws each puzzle may bring
//! its own geometry. [`HousesOnly`] have them without a geometry: any pairs of cells may differ.

mod cells;
mod masks;
mod stack;
mod state;

use crate::End;
use cells::{LARGEST, MOST_HOUSES};
use core::ops::ControlFlow;
use farandole_csp::HousesOnly;
use farandole_puzzle::{Geometry, Puzzle};
use farandole_search::SearchContext;
use stack::{Grid, Stack};

/// A search on [`HousesOnly`] that can pause.
#[derive(Debug)]
pub(crate) struct BoardSearch {
    grid: Grid,
    stack: AnyStack,
}

/// The stack that fits.
#[derive(Debug)]
enum AnyStack {
    /// At most 128 cells.
    Small(Box<Stack<2>>),
    Large(Box<Stack<4>>),
}

impl BoardSearch {
    /// A search that has not begun; `None` if there are more than 256 cells or 64 houses.
    pub(crate) fn new(boards: &HousesOnly<'_>) -> Option<Self> {
        let grid = Grid { size: boards.count, cells: boards.domains.len(), low: boards.low };
        if boards.houses.len() > MOST_HOUSES {
            return None;
        }
        let stack = match grid.cells {
            0..=128 => AnyStack::Small(Box::new(Stack::of(boards))),
            129..=256 => AnyStack::Large(Box::new(Stack::of(boards))),
            _ => return None,
        };
        Some(Self { grid, stack })
    }

    /// Goes on until the run has this many nodes. Whether everything was searched.
    pub(crate) fn turn(&mut self, until: u64, run: &mut SearchContext<'_>) -> ControlFlow<End, bool> {
        match &mut self.stack {
            AnyStack::Small(stack) => stack.turn(self.grid, until, run),
            AnyStack::Large(stack) => stack.turn(self.grid, until, run),
        }
    }

    /// The values of the last solution by cell.
    pub(crate) fn last(&self) -> &[u8] {
        match &self.stack {
            AnyStack::Small(stack) => &stack.digits,
            AnyStack::Large(stack) => &stack.digits,
        }
    }
}

/// The engine with its buffers.
#[derive(Debug, Default)]
pub(crate) struct Bitboard {
    /// Up to 11x11.
    small: Stack<2>,
    large: Stack<4>,
}

impl Bitboard {
    /// Whether such a grid can be searched: up to 16x16, at most 64 houses, and all regions have N cells.
    pub(crate) fn fits(geometry: &Geometry) -> bool {
        geometry.size() <= LARGEST && geometry.house_count() <= MOST_HOUSES && geometry.misfit().is_none()
    }

    /// Searches a puzzle whose geometry [fits](Self::fits). Clashes of givens are dead ends like others.
    pub(crate) fn search(&mut self, puzzle: &Puzzle, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        if puzzle.geometry().cell_count() <= 128 {
            self.small.search(puzzle, run)
        } else {
            self.large.search(puzzle, run)
        }
    }
}
