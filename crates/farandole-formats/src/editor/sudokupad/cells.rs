//! Lists of cells of SudokuPad: pairs of 0-based numbers.

use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::json::Json;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;

/// Returns the cell given by a pair of 0-based numbers.
pub(crate) fn cell_of(board: &Board, json: &Json) -> Option<Cell> {
    match json.list()? {
        [row, col] => board.at(usize::try_from(row.integer()?).ok()?, usize::try_from(col.integer()?).ok()?),
        _ => None,
    }
}

/// Parses a list of at least one cell. Returns `None` after reporting an entry that is not
/// understood.
pub(super) fn cell_list(
    place: Place<'_>,
    value: Option<&Json>,
    builder: &mut ImportBuilder<'_>,
) -> Option<Vec<Cell>> {
    let list = value.and_then(Json::list).filter(|list| !list.is_empty());
    let cells = list.and_then(|list| list.iter().map(|json| cell_of(builder.board, json)).collect());
    if cells.is_none() {
        builder.fail(place, What::Missing { expected: "a list of cells of the grid" });
    }
    cells
}
