//! Unavoidable sets of two digits and of two lines: cycles of permutations, found without search.
//!
//! Where two digits fill the same rows, columns and boxes in different cells, they can be exchanged. Where two rows of a band
//! hold the same digits in some columns, they can be exchanged there; so can two columns of a stack.
//!
//! Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", arXiv 1201.0749.

use crate::board::{Cells, Grid};

/// Larger sets only take time.
const MOST_CELLS: u32 = 20;

/// Keeps a set among others, small ones first: few cells tell more often that a puzzle is not proper.
pub(crate) fn keep_small(sets: &mut Vec<Cells>, set: Cells) {
    if set.count_ones() <= MOST_CELLS {
        let place = sets.partition_point(|known| known.count_ones() <= set.count_ones());
        sets.insert(place, set);
    }
}

/// Calls `visit` with each such set; one of four cells may be both kinds and comes once.
pub(crate) fn each_quick_set(grid: &Grid, visit: &mut impl FnMut(Cells)) {
    let places = Places::new(grid);
    for first in 1..=9 {
        for second in first + 1..=9 {
            two_digits(&places, first, second, visit);
        }
    }
    for pair in [(0, 1), (0, 2), (1, 2)] {
        for chute in [0, 3, 6] {
            let (one, other) = (chute + pair.0, chute + pair.1);
            two_lines(
                |line, place| grid[9 * line + place],
                one,
                other,
                |line, place| 9 * line + place,
                visit,
            );
            two_lines(
                |line, place| grid[9 * place + line],
                one,
                other,
                |line, place| 9 * place + line,
                visit,
            );
        }
    }
}

/// Where each digit stands.
struct Places {
    /// By digit and row.
    col: [[u8; 9]; 10],
    /// By digit and column.
    row_in_col: [[u8; 9]; 10],
    /// By digit and box.
    row_in_box: [[u8; 9]; 10],
}

impl Places {
    fn new(grid: &Grid) -> Self {
        let mut places = Self { col: [[0; 9]; 10], row_in_col: [[0; 9]; 10], row_in_box: [[0; 9]; 10] };
        for (row, line) in grid.as_chunks::<9>().0.iter().enumerate() {
            for (col, digit) in line.iter().enumerate() {
                let digit = usize::from(*digit).min(9);
                places.col[digit][row] = col as u8;
                places.row_in_col[digit][col] = row as u8;
                places.row_in_box[digit][row / 3 * 3 + col / 3] = row as u8;
            }
        }
        places
    }
}

fn two_digits(places: &Places, first: usize, second: usize, visit: &mut impl FnMut(Cells)) {
    // Rows are linked where a column or a box has the first digit in one and the second in the other.
    let mut links = [0_u16; 9];
    let mut link = |one: usize, other: u8| {
        links[one] |= 1 << other;
        links[usize::from(other).min(8)] |= 1 << one;
    };
    for row in 0..9 {
        let col = usize::from(places.col[first][row]).min(8);
        link(row, places.row_in_col[second][col]);
        link(row, places.row_in_box[second][row / 3 * 3 + col / 3]);
    }
    let mut left = 0x1ff_u16;
    while left != 0 {
        let (mut rows, mut new) = (0_u16, left & left.wrapping_neg());
        while new != 0 {
            rows |= new;
            let mut reached = 0;
            while new != 0 {
                reached |= links[new.trailing_zeros() as usize & 15];
                new &= new - 1;
            }
            new = reached & !rows;
        }
        left &= !rows;
        let mut cells = 0;
        while rows != 0 {
            let row = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            cells |= 1 << (9 * row + usize::from(places.col[first][row]));
            cells |= 1 << (9 * row + usize::from(places.col[second][row]));
        }
        visit(cells);
    }
}

fn two_lines(
    digit: impl Fn(usize, usize) -> u8,
    one: usize,
    other: usize,
    cell: impl Fn(usize, usize) -> usize,
    visit: &mut impl FnMut(Cells),
) {
    let mut place_in_one = [0_u8; 10];
    for place in 0..9 {
        place_in_one[usize::from(digit(one, place)).min(9)] = place as u8;
    }
    let mut left = 0x1ff_u16;
    while left != 0 {
        let (mut cells, mut length) = (0, 0);
        let mut place = left.trailing_zeros() as usize;
        while left >> place & 1 != 0 {
            left &= !(1 << place);
            cells |= 1 << cell(one, place) | 1 << cell(other, place);
            length += 1;
            place = usize::from(place_in_one[usize::from(digit(other, place)).min(9)]);
        }
        // Two places hold two digits: found already.
        if length > 2 {
            visit(cells);
        }
    }
}
