//! Depth-first search with naked and hidden singles and locked candidates, which are found by
//! sweeps over the open cells.
//!
//! The engine is used for grids that are too large for [`bitboard`](super::bitboard), and to
//! enumerate solutions in a fixed order.
//!
//! The state is small: the missing digits of each house, and a list of the open cells. The
//! candidates of a cell are the digits that are missing in all its houses, except those that were
//! eliminated. A placement therefore changes only a few words. When no [singles] remain, [locked
//! candidates](locked) are eliminated. At a fixpoint, the search branches on the first cell with
//! the fewest candidates, lowest digit first. A guess copies the state.
//!
//! In nearly empty grids, a guess is expensive, because every sweep visits all open cells. There,
//! [`singles`](super::singles) is faster.
//!
//! Digit sets are words of 16, 32 or 64 bits, depending on N.
//!
//! ```text
//! lacking  house 0  house 1  ...  house 254   none     one word each; "none" fills the unused slots of a
//! open     cell 4 with its houses, cell 7 ...          cell with fewer houses than slots
//! ```
//!
//! The order of the solutions depends only on the puzzle. The position of a solution in that order
//! is the list of the digits guessed on the path to it.

mod locked;
mod singles;
mod stack;
mod state;
mod table;
mod word;

use crate::End;
use core::ops::ControlFlow;
use farandole_puzzle::ClassicPuzzle;
use farandole_search::SearchContext;
pub(crate) use stack::Astray;
use stack::Stack;
pub(crate) use table::Tables;

/// The sweep engine with its buffers and the table of the most recent geometry.
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

/// Calls a method of the stack with the word size and slot count of the table.
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
    /// Returns the tables, which report whether a geometry fits.
    pub(crate) fn tables(&mut self) -> &mut Tables {
        &mut self.tables
    }

    /// Searches a puzzle. Its geometry must fit and its givens must not clash.
    pub(crate) fn search(&mut self, puzzle: &ClassicPuzzle, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        run.open_node()?;
        let table = self.tables.get(puzzle.geometry());
        dispatch!(self, table, load(table, puzzle));
        while self.advance(run)? {
            run.found(self.digits())?;
        }
        ControlFlow::Continue(())
    }

    /// Starts a listing at the first solution, or after the solution at the end of a path. The
    /// geometry must fit, and the givens must not clash.
    ///
    /// # Errors
    /// Returns [`Astray`] if the path does not lead to a solution.
    pub(crate) fn start(&mut self, puzzle: &ClassicPuzzle, after: Option<&[u8]>) -> Result<(), Astray> {
        let table = self.tables.get(puzzle.geometry());
        dispatch!(self, table, load(table, puzzle));
        match after {
            Some(path) => dispatch!(self, table, resume(table, path)),
            None => Ok(()),
        }
    }

    /// Searches for the next solution of the started puzzle. Returns true if there is one.
    pub(crate) fn advance(&mut self, run: &mut SearchContext<'_>) -> ControlFlow<End, bool> {
        let Some(table) = self.tables.last() else { return ControlFlow::Continue(false) };
        dispatch!(self, table, advance(table, run))
    }

    /// Returns the digits of the most recent solution, by cell.
    pub(crate) fn digits(&self) -> &[u8] {
        let Some(table) = self.tables.last() else { return &[] };
        dispatch!(self, table, digits())
    }

    /// Writes the digits guessed on the path to the most recent solution into `path`, starting at
    /// the root.
    pub(crate) fn path(&self, path: &mut Vec<u8>) {
        let Some(table) = self.tables.last() else { return };
        dispatch!(self, table, path(path));
    }
}
