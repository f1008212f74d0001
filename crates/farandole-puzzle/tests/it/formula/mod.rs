//! Compares constraints with formulas on all grids of small boards.

use farandole_puzzle::format::iss;
use farandole_puzzle::variant::{Variant, check};

/// A predicate on the values of all cells, indexed by cell.
pub(crate) type Formula = fn(&[i32]) -> bool;

/// Calls `visit` with all lists of `length` numbers from `low` to `high`.
pub(crate) fn all_lists(low: u8, high: u8, length: usize, visit: &mut dyn FnMut(&[u8])) {
    let mut list = vec![low; length];
    loop {
        visit(&list);
        let Some(place) = list.iter().rposition(|value| *value < high) else { return };
        list[place] += 1;
        list[place + 1..].fill(low);
    }
}

/// Reads a variant and checks that it is read back unchanged after printing.
pub(crate) fn variant(text: &str) -> Variant {
    let variant = iss::read(text).unwrap_or_else(|errors| panic!("{text}: {errors}"));
    let printed = iss::write(&variant);
    assert_eq!(iss::read(&printed).as_ref(), Ok(&variant), "{text}: {printed}");
    variant
}

/// Checks that the checker agrees with the formula on all grids, and that some grids pass and some do
/// not.
pub(crate) fn agrees(shape: &str, items: &str, formula: Formula) {
    let text = format!(".Shape~{shape}{items}");
    let variant = variant(&text);
    let values = variant.shape().values();
    let (mut yes, mut no) = (0, 0);
    all_lists(values.low(), values.high(), variant.cell_count(), &mut |grid| {
        let numbers: Vec<i32> = grid.iter().map(|value| i32::from(*value)).collect();
        let expected = formula(&numbers);
        assert_eq!(check(&variant, grid).is_ok(), expected, "{text}: {grid:?}");
        let board = variant.board();
        for constraint in variant.constraints() {
            if let Some(holds) = constraint.semantics(board).holds(grid, board.values()) {
                assert_eq!(holds, constraint.check(board, grid).is_ok(), "{text}: {grid:?}: {constraint:?}");
            }
        }
        if expected { yes += 1 } else { no += 1 }
    });
    assert!(yes > 0 && no > 0, "{text}: {yes} and {no}");
}
