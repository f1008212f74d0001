//! Depth-first search with naked and hidden singles and locked candidates, found by sweeps over the open cells.
//!
//! For grids too large for [`bitboard`](super::bitboard), and for enumeration in a fixed order.
//!
//! The state is small: for each house the digits it still lacks, and a list of the open cells. The candidates of a
//! cell are what all its houses lack, without what was removed there, so that a placement changes a few words and nothing
//! else. When [singles] are done, [locked candidates](locked) are removed. When nothing follows any more, the first cell
//! with the fewest candidates is tried with each, lowest digit first, on a copy of the state.
//!
//! Sets of digits are words of 16, 32 or 64 bits, as N needs.
//!
//! ```text
//! lacking  house 0  house 1  ...  house 254   none     one word each; "none" stands where a cell has
//! open     cell 4 with its houses, cell 7 ...          fewer houses than slots
//! ```
//!
//! The order of the solutions depends on the puzzle alone. The digits tried on the way to a solution are its position in
//! that order.

mod locked;
mod singles;
mod stack;
mod state;
mod table;
mod word;

use crate::End;
use core::ops::ControlFlow;
use farandole_puzzle::Puzzle;
use farandole_search::SearchContext;
pub(crate) use stack::Astray;
use stack::Stack;
pub(crate) use table::Tables;

/// The engine with its buffers and the table of the most recent geometry.
#[derive(Debug, Default)]
pub(crate) struct Sweep {
    tables: Tables,
    small: Stack<u16, 3>,
    small_wide: Stack<u16, 6>,
    medium: Stack<u32, 3>,
    medium_wide: Stack<u32, 6>,
    large: Stack<u64, 3>,
    large_wide: Stack<u64, 6>,
}

/// Calls a method of the stack that suits the table.
macro_rules! dispatch {
    ($self:ident, $table:ident, $method:ident($($argument:expr),*)) => {
        match ($table.size(), $table.slots()) {
            (..=16, ..=3) => $self.small.$method($($argument),*),
            (..=16, _) => $self.small_wide.$method($($argument),*),
            (17..=32, ..=3) => $self.medium.$method($($argument),*),
            (17..=32, _) => $self.medium_wide.$method($($argument),*),
            (_, ..=3) => $self.large.$method($($argument),*),
            (_, _) => $self.large_wide.$method($($argument),*),
        }
    };
}

impl Sweep {
    /// The tables, to ask whether a geometry fits.
    pub(crate) fn tables(&mut self) -> &mut Tables {
        &mut self.tables
    }

    /// Searches a puzzle without clash whose geometry fits.
    pub(crate) fn search(&mut self, puzzle: &Puzzle, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        run.open_node()?;
        let table = self.tables.get(puzzle.geometry());
        dispatch!(self, table, load(table, puzzle));
        while self.advance(run)? {
            run.found(self.digits())?;
        }
        ControlFlow::Continue(())
    }

    /// Starts from a puzzle without clash whose geometry fits, or after the solution at the end of a path.
    pub(crate) fn start(&mut self, puzzle: &Puzzle, after: Option<&[u8]>) -> Result<(), Astray> {
        let table = self.tables.get(puzzle.geometry());
        dispatch!(self, table, load(table, puzzle));
        match after {
            Some(path) => dispatch!(self, table, resume(table, path)),
            None => Ok(()),
        }
    }

    /// Searches for the next solution of the puzzle that was started; whether there is one.
    pub(crate) fn advance(&mut self, run: &mut SearchContext<'_>) -> ControlFlow<End, bool> {
        let Some(table) = self.tables.last() else { return ControlFlow::Continue(false) };
        dispatch!(self, table, advance(table, run))
    }

    /// The digits of the solution just found.
    pub(crate) fn digits(&self) -> &[u8] {
        let Some(table) = self.tables.last() else { return &[] };
        dispatch!(self, table, digits())
    }

    /// The path to the solution just found: the digits tried, from the root.
    pub(crate) fn path(&self, path: &mut Vec<u8>) {
        let Some(table) = self.tables.last() else { return };
        dispatch!(self, table, path(path));
    }
}
