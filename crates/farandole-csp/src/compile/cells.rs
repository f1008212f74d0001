//! Helpers for lists of cells.

use crate::compile::builder::Builder;
use farandole_puzzle::Cell;

/// A sum that no cells can reach. Greater targets are reduced to it, so that arithmetic on sums
/// does not overflow.
// It exceeds every sum of the largest board, and two thousand times this number fit into 32 bits.
pub(super) const UNREACHABLE: u32 = 1 << 20;

/// Returns the indices of the cells in the network.
pub(super) fn numbers(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|cell| cell.index() as u16).collect()
}

/// Returns true if a cell is listed twice.
pub(super) fn repeats(cells: &[u16]) -> bool {
    cells.iter().enumerate().any(|(at, cell)| cells[..at].contains(cell))
}

/// Returns a function that returns true if two cells are known to differ.
pub(super) fn cells_differ(builder: &Builder) -> impl Fn(u16, u16) -> bool + use<> {
    let peers = builder.peers();
    move |a, b| peers.differ(a, b)
}
