//! Depth-first search on bitboards, one per digit, with naked singles, hidden singles and locked
//! candidates. Supports grids up to 16x16.
//!
//! The board of a digit is the set of its candidate cells. A placement removes the cell from all
//! other boards, and removes the peers of the cell from the board of the digit. Propagation has
//! three steps:
//!
//! - Naked singles are the open cells that are on exactly one board. A carry-save addition of the
//!   boards finds all of them at once.
//! - One AND yields the cells for a digit in a house. A single cell is a hidden single.
//! - A digit is eliminated from every cell whose peers include all cells for the digit in some
//!   house. These are locked candidates of any two houses.
//!
//! At a fixpoint, the search branches on the first cell with the fewest candidates and tries its
//! candidates in ascending order.
//!
//! ```text
//! board of digit 1   word 0: cells 0 to 63   word 1: cells 64 to 127   ...
//! board of digit 2   ...
//! ```
//!
//! Each geometry requires two tables of such masks. They are cheap to build, because every jigsaw
//! in a file may have its own geometry. A search on [`HousesOnly`] needs no geometry: any two cells
//! may be peers.
//!
//! The engine does not learn. Puzzles that need many guesses, such as empty jigsaws, are left to
//! [`cdcl`](super::cdcl).

mod cells;
mod masks;
mod stack;
mod state;

use crate::End;
use cells::{LARGEST, MOST_HOUSES};
use core::ops::ControlFlow;
use farandole_csp::HousesOnly;
use farandole_puzzle::{ClassicPuzzle, Geometry};
use farandole_search::SearchContext;
use stack::{Grid, Stack};

/// A resumable search on [`HousesOnly`].
#[derive(Debug)]
pub(crate) struct BoardSearch {
    grid: Grid,
    stack: AnyStack,
}

/// A stack whose word count depends on the number of cells.
#[derive(Debug)]
enum AnyStack {
    /// For up to 128 cells.
    Small(Box<Stack<2>>),
    Large(Box<Stack<4>>),
}

impl BoardSearch {
    /// Creates a search at its root. Returns `None` if there are more than 256 cells or 64 houses.
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

    /// Continues the search until `run` has opened `until` nodes. Returns true if the search is
    /// complete.
    pub(crate) fn turn(&mut self, until: u64, run: &mut SearchContext<'_>) -> ControlFlow<End, bool> {
        match &mut self.stack {
            AnyStack::Small(stack) => stack.turn(self.grid, until, run),
            AnyStack::Large(stack) => stack.turn(self.grid, until, run),
        }
    }

    /// Returns the values of the most recent solution, by cell.
    pub(crate) fn last(&self) -> &[u8] {
        match &self.stack {
            AnyStack::Small(stack) => &stack.digits,
            AnyStack::Large(stack) => &stack.digits,
        }
    }
}

/// The bitboard engine with its buffers.
#[derive(Debug, Default)]
pub(crate) struct Bitboard {
    /// The stack for grids up to 11x11.
    small: Stack<2>,
    /// The stack for larger grids.
    large: Stack<4>,
}

impl Bitboard {
    /// Returns true if the engine supports the geometry: at most 16x16, at most 64 houses, and
    /// every region has N cells.
    pub(crate) fn fits(geometry: &Geometry) -> bool {
        geometry.size() <= LARGEST && geometry.house_count() <= MOST_HOUSES && geometry.misfit().is_none()
    }

    /// Searches a puzzle whose geometry [fits](Self::fits). Clashing givens cause a conflict at the
    /// root.
    pub(crate) fn search(&mut self, puzzle: &ClassicPuzzle, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        if puzzle.geometry().cell_count() <= 128 {
            self.small.search(puzzle, run)
        } else {
            self.large.search(puzzle, run)
        }
    }
}
