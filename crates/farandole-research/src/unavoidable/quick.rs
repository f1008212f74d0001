//! Unavoidable sets of two digits and of two lines, found without search as cycles of permutations.
//!
//! If two digits fill the same rows, columns and boxes in different cells, they can be exchanged.
//! If two rows of a band contain the same digits in some columns, they can be exchanged there. The
//! same holds for two columns of a stack.
//!
//! Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", arXiv 1201.0749.

use crate::board::{Cells, Grid, PAIRS};

/// Largest size of stored sets. Larger ones take more time than they save.
const MOST_CELLS: u32 = 20;

/// Inserts a set into a list in ascending order of size, because small sets more often show that a
/// puzzle is improper.
pub(crate) fn keep_small(sets: &mut Vec<Cells>, set: Cells) {
    if set.count_ones() <= MOST_CELLS {
        let position = sets.partition_point(|known| known.count_ones() <= set.count_ones());
        sets.insert(position, set);
    }
}

/// The one-element set of each cell.
pub(crate) const ALONE: [Cells; 81] = {
    let mut sets = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        sets[cell] = 1 << cell;
        cell += 1;
    }
    sets
};

/// Calls `visit` with each set of two digits or two lines, as the union of `bits` over its cells. A set of
/// four cells may be of both kinds and is visited once.
pub(crate) fn each_quick_set(grid: &Grid, bits: &[u128; 81], visit: &mut impl FnMut(u128)) {
    let positions = Positions::new(grid, bits);
    for first in 1..=9 {
        for second in first + 1..=9 {
            two_digits(&positions, first, second, visit);
        }
    }
    for (one, other) in PAIRS {
        two_lines(grid, bits, &positions.col, |line, position| 9 * line + position, (one, other), visit);
        two_lines(
            grid,
            bits,
            &positions.row_in_col,
            |line, position| 9 * position + line,
            (one, other),
            visit,
        );
    }
}

/// The positions of each digit. The first index is the digit, from 1. Arrays of 16 let a mask bound the second index.
struct Positions {
    /// For each digit, its column in each row.
    col: [[u8; 16]; 10],
    /// For each digit, its row in each column.
    row_in_col: [[u8; 16]; 10],
    /// For each digit, its row in each box.
    row_in_box: [[u8; 16]; 10],
    /// For each digit, the entry of the parameter `bits` for its cell in each row.
    bits: [[u128; 9]; 10],
}

impl Positions {
    fn new(grid: &Grid, bits: &[u128; 81]) -> Self {
        let lines = [[0; 16]; 10];
        let mut positions = Self { col: lines, row_in_col: lines, row_in_box: lines, bits: [[0; 9]; 10] };
        let bits = bits.as_chunks::<9>().0;
        for (row, (line, bits)) in grid.as_chunks::<9>().0.iter().zip(bits).enumerate() {
            for (col, (digit, bits)) in line.iter().zip(bits).enumerate() {
                let digit = usize::from(*digit).min(9);
                positions.col[digit][row] = col as u8;
                positions.row_in_col[digit][col] = row as u8;
                positions.row_in_box[digit][row / 3 * 3 + col / 3] = row as u8;
                positions.bits[digit][row] = *bits;
            }
        }
        positions
    }
}

fn two_digits(positions: &Positions, first: usize, second: usize, visit: &mut impl FnMut(u128)) {
    // Two permutations link each row to the row that has the second digit in the column, or in the
    // box, of the first. Following each link in one direction is enough, because permutations close
    // their cycles.
    let mut links = [0_u16; 16];
    for (row, links) in links.iter_mut().enumerate().take(9) {
        let col = usize::from(positions.col[first][row]) & 15;
        let (in_column, in_box) =
            (positions.row_in_col[second][col], positions.row_in_box[second][(row / 3 * 3 + col / 3) & 15]);
        *links = 1 << (in_column & 15) | 1 << (in_box & 15);
    }
    let mut left = 0x1ff_u16;
    while left != 0 {
        let (mut rows, mut new) = (0_u16, left & left.wrapping_neg());
        let mut cells = 0;
        while new != 0 {
            let row = new.trailing_zeros() as usize & 15;
            rows |= 1 << row;
            new = (new | links[row]) & !rows;
            cells |= positions.bits[first][row.min(8)] | positions.bits[second][row.min(8)];
        }
        left &= !rows;
        visit(cells);
    }
}

fn two_lines(
    grid: &Grid,
    bits: &[u128; 81],
    positions: &[[u8; 16]; 10],
    cell: impl Fn(usize, usize) -> usize,
    (one, other): (usize, usize),
    visit: &mut impl FnMut(u128),
) {
    let mut left = 0x1ff_u16;
    while left != 0 {
        let (mut cells, mut length) = (0, 0);
        let mut position = left.trailing_zeros() as usize & 15;
        while left >> position & 1 != 0 {
            left &= !(1 << position);
            let below = cell(other, position).min(80);
            cells |= bits[cell(one, position).min(80)] | bits[below];
            length += 1;
            position = usize::from(positions[usize::from(grid[below]).min(9)][one]) & 15;
        }
        // A cycle of two positions contains two digits, so `two_digits` has visited it.
        if length > 2 {
            visit(cells);
        }
    }
}
