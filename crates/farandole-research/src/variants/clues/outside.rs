//! Clues outside the grid: one for each position, with its number in the solution.

use super::canvas::Canvas;
use super::kind::ClueKind;
use farandole_puzzle::board::{End, Line, LineEnd};
use farandole_puzzle::constraint::{Constraint, LittleKiller};

/// Returns all clues of a kind.
pub(super) fn all(canvas: &Canvas<'_>, kind: ClueKind) -> Vec<Constraint> {
    let board = canvas.board;
    if kind == ClueKind::LITTLE_KILLER {
        let clue = |start| {
            // Two cells give a sum that also has a clearer form, a cage.
            let cells = Constraint::from(LittleKiller { start, sum: 0 }).cells(board);
            let sum = cells.iter().map(|cell| u32::from(canvas.value(*cell))).sum();
            (cells.len() > 2).then(|| LittleKiller { start, sum }.into())
        };
        return board.grid().filter_map(clue).collect();
    }
    let ends = [End::Start, End::Finish];
    let mut clues: Vec<Constraint> = Vec::new();
    for place in Line::all(board).flat_map(|line| ends.map(|end| LineEnd { line, end })) {
        // For sandwiches and battlefields, the clues at both ends are the same constraint.
        if let Some(mut clue) = clue(canvas, kind, place)
            && clue.normalize(board).is_ok()
            && !clues.contains(&clue)
        {
            clues.push(clue);
        }
    }
    clues
}

/// Returns the clue at the end of a line whose number the check accepts, if there is one.
fn clue(canvas: &Canvas<'_>, kind: ClueKind, place: LineEnd) -> Option<Constraint> {
    let most: i64 = place.cells(canvas.board).iter().map(|cell| i64::from(canvas.value(*cell))).sum();
    let mut clues =
        (0..=most).filter_map(|number| Constraint::of_clue(kind.name(), place, number, canvas.board).ok());
    clues.find(|clue| clue.check(canvas.board, canvas.solution).is_ok())
}
