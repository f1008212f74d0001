//! Diagonals of little killer clues.

use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, LittleKiller, Sum};

/// Returns the cells on a straight walk from a position outside the grid. `step` is -1, 0 or 1 per
/// row and column.
pub(crate) fn walk(board: &Board, start: (i32, i32), step: (i32, i32)) -> Vec<Cell> {
    let at = |k: i32| {
        let (row, col) = (start.0 + k * step.0, start.1 + k * step.1);
        board.at(usize::try_from(row).ok()?, usize::try_from(col).ok()?)
    };
    if at(0).is_some() {
        return Vec::new();
    }
    (1..).map_while(at).collect()
}

/// Returns the position outside the grid from which a clue points along exactly these cells, and
/// the step of the diagonal.
pub(crate) fn clue_of(board: &Board, cells: &[Cell]) -> Option<((i32, i32), (i32, i32))> {
    let mut wanted = cells.to_vec();
    wanted.sort_unstable();
    let (rows, cols) = (board.shape().rows() as i32, board.shape().cols() as i32);
    let mut starts = (-1..=rows).flat_map(|row| (-1..=cols).map(move |col| (row, col)));
    starts.find_map(|start| {
        let points_along = |step: &(i32, i32)| {
            let mut found = walk(board, start, *step);
            found.sort_unstable();
            found == wanted
        };
        let step = [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().find(points_along)?;
        Some((start, step))
    })
}

/// Returns the constraint that the cells of a diagonal have this sum.
pub(crate) fn little_killer(sum: u32, cells: &[Cell], board: &Board) -> Constraint {
    let mut wanted = cells.to_vec();
    wanted.sort_unstable();
    let named = board.grid().find_map(|start| {
        let mut clue = Constraint::from(LittleKiller { start, sum });
        clue.normalize(board).ok()?;
        let mut found = clue.cells(board);
        found.sort_unstable();
        (found == wanted).then_some(clue)
    });
    // The text language has no name for a diagonal of a single corner cell.
    let terms = || cells.iter().map(|cell| (*cell, 1)).collect();
    named.unwrap_or_else(|| Sum { sum: i32::try_from(sum).unwrap_or(i32::MAX), terms: terms() }.into())
}
