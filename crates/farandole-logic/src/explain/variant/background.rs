//! The rules of the whole board, such as anti-knight, because of which two cells see each other.

use crate::variant::State;
use farandole_puzzle::Cell;

/// Returns the house that contains both cells, as an index, if there is one. Houses of constraints come last.
pub(super) fn common_house(state: &State, one: Cell, two: Cell) -> Option<usize> {
    let houses = state.variant().houses();
    houses.iter().position(|it| it.cells.contains(&one) && it.cells.contains(&two))
}

/// For pairs of cells that have no common house and cannot both hold the value, returns the indices of the
/// constraints that forbid it, in ascending order.
pub(super) fn background(state: &State, pairs: &[(Cell, Cell)], value: u8) -> Vec<usize> {
    let variant = state.variant();
    let range = variant.board().values();
    let mut apart: Vec<(Cell, Cell)> = pairs.to_vec();
    apart.retain(|(one, two)| common_house(state, *one, *two).is_none());
    if apart.is_empty() {
        return Vec::new();
    }
    let mut used = Vec::new();
    for (number, constraint) in variant.constraints().iter().enumerate() {
        let unequal = constraint.unequal_pairs(variant.board());
        let before = apart.len();
        apart.retain(|(one, two)| {
            !unequal.iter().any(|(first, second, mask)| {
                ((first, second) == (one, two) || (second, first) == (one, two))
                    && mask & range.mask(value) != 0
            })
        });
        if apart.len() < before {
            used.push(number);
        }
    }
    used
}
