//! Clues outside the grid.

use super::element::{Element, value};
use super::places;
use crate::editor::diagnostic::What;
use crate::editor::diagonals;
use farandole_puzzle::board::LineEnd;
use farandole_puzzle::constraint::{Constraint, NumberedRoom, Sandwich, Skyscraper, XSum};

const KEYS: &[&str] = &["value", "outerCell", "diagonal"];

/// Adds a constraint for each clue next to the grid.
fn each(element: &mut Element<'_, '_, '_>, make: impl Fn(LineEnd, u32) -> Constraint) {
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
                    element.add(make(end, number));
                }
            }
        }
    }
}

/// Reads sandwiches. The side of the clue does not matter.
pub(super) fn sandwich(element: &mut Element<'_, '_, '_>) {
    each(element, |end, sum| Sandwich { sum, line: end.line }.into());
}

pub(super) fn x_sum(element: &mut Element<'_, '_, '_>) {
    each(element, |place, clue| XSum { place, clue }.into());
}

pub(super) fn skyscraper(element: &mut Element<'_, '_, '_>) {
    each(element, |place, clue| Skyscraper { place, clue }.into());
}

pub(super) fn numbered_room(element: &mut Element<'_, '_, '_>) {
    each(element, |place, clue| NumberedRoom { place, clue }.into());
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
