//! A naive oracle that finds all solutions by simple backtracking.

use farandole_puzzle::board::GridKind;
use farandole_puzzle::check::check;
use farandole_puzzle::variant::{HouseOrigin, Variant, check as check_variant};
use farandole_puzzle::{Cell, ClassicPuzzle, Digit, Grid};
use std::ops::ControlFlow;

/// Returns the number of solutions of a puzzle, at most `limit`.
pub fn count_solutions(puzzle: &ClassicPuzzle, limit: u64) -> u64 {
    solutions(puzzle, limit).len() as u64
}

/// Returns up to `limit` solutions, in order of discovery.
pub fn solutions(puzzle: &ClassicPuzzle, limit: u64) -> Vec<Grid> {
    let mut found = Vec::new();
    if limit == 0 {
        return found;
    }
    let _ = extend(puzzle, &mut puzzle.givens().to_vec(), &mut |digits| {
        // The search does not compare givens with each other, so every full grid is checked.
        if check(puzzle, digits).is_ok() {
            found.extend(Grid::new(puzzle.size(), digits.to_vec()));
        }
        if found.len() as u64 == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

/// Enumerates all fillings of the empty cells in which no new digit repeats a digit of its houses.
fn extend(
    puzzle: &ClassicPuzzle,
    digits: &mut [u8],
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let empty = (0..digits.len()).filter(|cell| digits[*cell] == 0);
    // Any order of cells is correct. The search is shortest if the cell with the fewest digits
    // comes first.
    let Some(cell) = empty.min_by_key(|cell| fitting(puzzle, digits, *cell).count()) else {
        return visit(digits);
    };
    let choices: Vec<Digit> = fitting(puzzle, digits, cell).collect();
    for digit in choices {
        digits[cell] = digit.get();
        extend(puzzle, digits, visit)?;
        digits[cell] = 0;
    }
    ControlFlow::Continue(())
}

/// Returns all solutions of a variant as values by cell. Tries all assignments of values to cells.
/// Returns `None` if this would take more than `steps` values.
///
/// Each complete assignment is checked. A branch ends early if a value repeats in a row, column or
/// box, because the checker would reject it.
pub fn variant_solutions(variant: &Variant, steps: u64) -> Option<Vec<Vec<u8>>> {
    let board = variant.board();
    let mut before = vec![Vec::new(); variant.cell_count()];
    let is_line_or_box = |origin| !matches!(origin, HouseOrigin::Constraint(_));
    if board.shape().kind() == GridKind::Sudoku {
        for house in variant.houses().iter().filter(|house| is_line_or_box(house.origin)) {
            for (at, cell) in house.cells.iter().enumerate() {
                before[cell.index()].extend(house.cells[..at].iter().map(|cell| cell.index()));
            }
        }
    }
    let values: Vec<u8> = board.values().iter().collect();
    let (mut found, mut steps) = (Vec::new(), steps);
    let mut grid = Vec::new();
    assign(variant, (&values, &before), &mut grid, &mut steps, &mut found).then_some(found)
}

/// Assigns values to the next cell and all later ones. Returns false if no steps are left.
fn assign(
    variant: &Variant,
    (values, before): (&[u8], &[Vec<usize>]),
    grid: &mut Vec<u8>,
    steps: &mut u64,
    found: &mut Vec<Vec<u8>>,
) -> bool {
    let cell = grid.len();
    if cell == variant.cell_count() {
        found.extend(check_variant(variant, grid).is_ok().then(|| grid.clone()));
        return true;
    }
    for value in values {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        if before[cell].iter().all(|other| grid[*other] != *value) {
            grid.push(*value);
            let is_done = assign(variant, (values, before), grid, steps, found);
            grid.pop();
            if !is_done {
                return false;
            }
        }
    }
    true
}

/// Returns the digits that the restriction of a cell allows and that do not occur in its houses.
pub(crate) fn fitting(puzzle: &ClassicPuzzle, digits: &[u8], cell: usize) -> impl Iterator<Item = Digit> {
    let mut allowed = Cell::new(cell).map(|cell| puzzle.allowed(cell)).unwrap_or_default();
    for house in puzzle.geometry().houses() {
        if house.cells.iter().any(|member| member.index() == cell) {
            let present = house.cells.iter().filter_map(|member| Digit::new(digits[member.index()]));
            present.for_each(|digit| allowed.remove(digit));
        }
    }
    allowed.iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::{Diagonal, Geometry};

    fn count(geometry: Geometry) -> u64 {
        let cells = geometry.cell_count();
        count_solutions(&ClassicPuzzle::new(geometry.into(), &vec![0; cells]).unwrap(), u64::MAX)
    }

    #[test]
    fn known_numbers_of_grids() {
        // Latin squares: OEIS A002860; 4x4 Sudoku: OEIS A107739; diagonal Latin squares: OEIS A274806.
        assert_eq!([1, 2, 3, 4].map(|size| count(Geometry::latin(size).unwrap())), [1, 2, 12, 576]);
        assert_eq!(count(Geometry::boxes(4, 2, 2).unwrap()), 288);
        let both = |size| {
            let latin = Geometry::latin(size).unwrap();
            count(latin.with_diagonal(Diagonal::Main).with_diagonal(Diagonal::Anti))
        };
        assert_eq!([1, 2, 3, 4, 5].map(both), [1, 0, 0, 48, 960]);
        assert_eq!(count(Geometry::irregular(2, b"abbb").unwrap()), 0);
    }

    #[test]
    fn the_limit_holds() {
        let puzzle = ClassicPuzzle::new(Geometry::latin(4).unwrap().into(), &[0; 16]).unwrap();
        assert_eq!([0, 1, 5].map(|limit| count_solutions(&puzzle, limit)), [0, 1, 5]);
    }
}
