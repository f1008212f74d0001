//! Helpers for lists of cells.

use farandole_puzzle::Cell;

/// Returns the indices of the cells in the network.
pub(super) fn numbers(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|cell| cell.index() as u16).collect()
}

/// Returns true if a cell is listed twice.
pub(super) fn repeats(cells: &[u16]) -> bool {
    cells.iter().enumerate().any(|(at, cell)| cells[..at].contains(cell))
}
