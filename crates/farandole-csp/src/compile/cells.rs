//! Lists of cells as the network numbers them.

use crate::compile::builder::Builder;
use farandole_puzzle::Cell;

/// A sum that no cells have; greater ones are cut to it, so that sums of sums fit.
pub(super) const UNREACHABLE: u32 = 1 << 20;

/// The numbers of cells.
pub(super) fn numbers(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|cell| cell.index() as u16).collect()
}

/// Whether a cell is listed twice.
pub(super) fn repeats(cells: &[u16]) -> bool {
    cells.iter().enumerate().any(|(at, cell)| cells[..at].contains(cell))
}

/// Which cells differ in all values.
pub(super) fn cells_differ(builder: &Builder) -> impl Fn(u16, u16) -> bool + use<> {
    let peers = builder.peers();
    move |a, b| peers.differ(a, b)
}
