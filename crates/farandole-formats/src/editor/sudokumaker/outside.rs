//! Clues outside the grid.

use super::element::{Element, value};
use super::places;
use crate::editor::diagnostic::What;
use crate::editor::diagonals;

const KEYS: &[&str] = &["value", "outerCell", "diagonal"];

/// Adds a constraint for each clue next to the grid, of the kind that has the type of the element. The
/// side of a sandwich does not matter.
pub(super) fn each(element: &mut Element<'_, '_, '_>) {
    let Some(kind) = element.kind() else { return };
    for clue in element.objects("clues", KEYS) {
        let board = element.builder.board;
        let place = value(clue, "outerCell").and_then(|it| places::outer(board, it.integer()?));
        let Some(end) = place.and_then(|place| places::line_end(board, place)) else {
            element.fail(What::Missing { expected: "a cell next to the grid" });
            continue;
        };
        if let Some(diagonal) = value(clue, "diagonal") {
            element.builder.fail_value(element.place, diagonal, "a clue for a row or column");
            continue;
        }
        match value(clue, "value") {
            None => element.ignore_blank(),
            Some(json) => {
                if let Some(number) = element.number(json) {
                    element.builder.add_clue(element.place, kind, end, number);
                }
            }
        }
    }
}

/// Reads little killers. The diagonal is positive (1) if it rises to the right, or negative (-1).
pub(super) fn little_killer(element: &mut Element<'_, '_, '_>) {
    for clue in element.objects("clues", KEYS) {
        let board = element.builder.board;
        let start = value(clue, "outerCell").and_then(|it| places::outer(board, it.integer()?));
        let steps = match value(clue, "diagonal").and_then(|it| it.integer()) {
            Some(1) => [(-1, 1), (1, -1)],
            Some(-1) => [(1, 1), (-1, -1)],
            _ => {
                element.fail(What::Missing { expected: "a diagonal, 1 or -1" });
                continue;
            }
        };
        let walks = start.into_iter().flat_map(|start| steps.map(|step| diagonals::walk(board, start, step)));
        let Some(cells) = walks.filter(|cells| !cells.is_empty()).min_by_key(Vec::len) else {
            element.fail(What::Missing { expected: "a cell outside the grid that points into it" });
            continue;
        };
        match value(clue, "value") {
            None => element.ignore_blank(),
            Some(json) => {
                if let Some(sum) = element.number(json) {
                    let constraint = diagonals::little_killer(sum, &cells, board);
                    element.add(constraint);
                }
            }
        }
    }
}
