//! Compiles renban lines.

use super::cells::{numbers, repeats};
use crate::compile::builder::Builder;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// Compiles kinds that are lines.
pub(super) fn compile(constraint: &Constraint, _board: &Board, builder: &mut Builder) -> bool {
    let Constraint::Renban(renban) = constraint else { return false };
    renban_line(&numbers(&renban.cells), builder);
    true
}

/// Requires different, consecutive values, in any order. The sets of values are all windows of as many
/// values as there are cells, such as 123, 234 and 345 for three cells.
fn renban_line(cells: &[u16], builder: &mut Builder) {
    if repeats(cells) || cells.len() > usize::from(builder.count()) {
        return builder.impossible();
    }
    let size = cells.len() as u32;
    let windows =
        (0..=u32::from(builder.count()) - size).map(|start| (((1_u32 << size) - 1) << start) as u16);
    let windows: Vec<u16> = windows.collect();
    builder.one_of(cells, &windows);
}
