//! Contradictions that are visible without any technique.

use super::state::State;
use super::step::End;

/// Returns every visible contradiction: cells without a candidate, then values without a possible cell in a
/// house that must hold every value.
pub(super) fn ends(state: &State) -> impl Iterator<Item = End> {
    let variant = state.variant();
    let cells = state.cells().filter(|cell| state.candidates(*cell) == 0).map(End::Cell);
    let range = variant.board().values();
    let full = variant.houses().iter().enumerate().filter(|(_, house)| variant.is_full(house));
    let houses = full.flat_map(move |(number, house)| {
        let covered = house.cells.iter().fold(0, |covered, cell| covered | state.candidates(*cell));
        range.values_of(range.all() & !covered).map(move |value| End::House(number, value))
    });
    cells.chain(houses)
}

/// Returns the first visible contradiction, or `None` if there is none.
pub(super) fn end_of(state: &State) -> Option<End> {
    ends(state).next()
}
