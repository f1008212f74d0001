//! Compiles constraints in which the value of a cell is the index of another cell.

use super::cells::{cells_differ, numbers};
use crate::compile::builder::Builder;
use crate::propagators::element::{Content, Element};
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::Constraint;

/// Compiles kinds with indexing.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::Indexing(it) => {
            for &cell in &it.cells {
                let (mut entries, mut wanted) = (Vec::new(), 0);
                for value in board.values().iter() {
                    if let Some((target, value_there)) = it.target(board, cell, value) {
                        entries.push((builder.bit(value.into()), target.index() as u16));
                        wanted = builder.bit(value_there.into());
                    }
                }
                element(cell.index() as u16, &entries, Content::Values(wanted), builder);
            }
        }
        Constraint::ValueIndexing(it) => {
            let cells = numbers(&it.cells);
            let entries = entries(&cells[2..], builder);
            element(cells[1], &entries, Content::Cell(cells[0]), builder);
        }
        _ => return false,
    }
    true
}

/// Returns the masks of the values 1, 2 and so on, with the cells that they select: value 1 selects the
/// first cell. Values that are not on the board are omitted.
fn entries(cells: &[u16], builder: &Builder) -> Vec<(u16, u16)> {
    (1..).zip(cells).map(|(value, &cell)| (builder.bit(value), cell)).filter(|entry| entry.0 != 0).collect()
}

/// Requires that the first cell of a line holds the 1-based position of the cell with the given
/// value.
pub(super) fn numbered_room(line: &[u16], value: i32, builder: &mut Builder) {
    let (entries, wanted) = (entries(line, builder), builder.bit(value));
    element(line[0], &entries, Content::Values(wanted), builder);
}

fn element(index: u16, entries: &[(u16, u16)], content: Content, builder: &mut Builder) {
    let differ = cells_differ(builder);
    builder.post(Element::new(index, entries, content, differ));
}
