//! The exact cover form of a puzzle, for counts and estimates.
//!
//! Each candidate is an option. It contains an item for its cell, and an item for its digit in each
//! house of the cell. The items of houses with N cells are primary, because such a house contains
//! every digit. The items of smaller houses are secondary.

use crate::geometry_tables::GeometryTables;
use farandole_cover::Problem;
use farandole_puzzle::{Cell, ClassicPuzzle, Digit, DigitSet};

/// Returns the exact cover form of the open part of a puzzle. It has no items for filled cells or
/// for digits that a house contains, and no options for candidates that the givens exclude. The
/// givens must not clash.
pub(crate) fn open_problem(tables: &GeometryTables, puzzle: &ClassicPuzzle) -> Problem {
    let givens = puzzle.givens();
    let open: Vec<Cell> =
        (0..tables.cell_count()).filter(|cell| givens[*cell] == 0).filter_map(Cell::new).collect();
    let given = |house: usize| {
        let cells = tables.houses.get(house).iter().map(|cell| givens[*cell as usize]);
        cells.filter_map(Digit::new).collect::<DigitSet>()
    };
    let all = DigitSet::all(tables.size);
    let lacking: Vec<DigitSet> = (0..tables.houses.len()).map(|house| all - given(house)).collect();
    let mut builder = Problem::builder();
    let fits = "a few tens of thousands of items are far below the limit";
    let mut next_cell = builder.primary_unnamed(open.len() as u32).expect(fits);
    // Secondary items must follow the primary ones.
    let mut items_of: Vec<Vec<u32>> = vec![Vec::new(); lacking.len()];
    for is_full in [true, false] {
        for (house, lacking) in lacking.iter().enumerate().filter(|(house, _)| tables.full[*house] == is_full)
        {
            let count = lacking.len() as u32;
            let items =
                if is_full { builder.primary_unnamed(count) } else { builder.secondary_unnamed(count) };
            items_of[house] = items.expect(fits).collect();
        }
    }
    let item = |house: u16, digit: usize| {
        let below = lacking[house as usize] & DigitSet::all(digit);
        items_of[house as usize][below.len()]
    };
    let mut items = Vec::new();
    for (cell, cell_item) in open.iter().zip(&mut next_cell) {
        let houses = tables.houses_of.get(cell.index());
        let candidates =
            houses.iter().fold(puzzle.allowed(*cell), |set, house| set & lacking[*house as usize]);
        for digit in candidates.iter().map(|digit| digit.index()) {
            items.clear();
            items.push(cell_item);
            items.extend(houses.iter().map(|house| item(*house, digit)));
            builder.option(&items).expect("an option has each of its items once");
        }
    }
    builder.build()
}
