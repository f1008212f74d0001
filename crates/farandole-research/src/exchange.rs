//! Exchanges between two lines of a solution: cycles of the permutation that maps one line to the
//! other.
//!
//! If two rows of a band contain the same digits in some columns, these can be exchanged. The same
//! holds for two columns of a stack. If none of the cells is given, the result is another solution
//! of the same puzzle.
//!
//! Source: unavoidable sets of two lines, G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue
//! Sudoku", arXiv 1201.0749.

use crate::board::{Cells, PAIRS};

/// The cells of the first column, for each set of rows.
const COLUMN: [Cells; 512] = {
    let mut cells = [0; 512];
    let mut rows = 1;
    while rows < 512_usize {
        cells[rows] = cells[rows & (rows - 1)] | 1 << (9 * rows.trailing_zeros());
        rows += 1;
    }
    cells
};

/// Positions of two lines whose digits can be exchanged.
#[derive(Clone, Copy)]
pub(crate) struct Exchange {
    pub(crate) cells: Cells,
    /// The pair of lines, as an index into [`PAIRS`].
    pair: u8,
    is_of_columns: bool,
    /// The columns of two rows, or the rows of two columns, as bits.
    positions: u16,
}

impl Exchange {
    /// Returns the pairs of cells that exchange their digits.
    pub(crate) fn pairs(self) -> impl Iterator<Item = (usize, usize)> {
        let (one, other) = PAIRS[usize::from(self.pair)];
        let mut positions = self.positions;
        core::iter::from_fn(move || {
            let position = positions.trailing_zeros() as usize;
            (positions != 0).then(|| {
                positions &= positions - 1;
                if self.is_of_columns {
                    (9 * position + one, 9 * position + other)
                } else {
                    (9 * one + position, 9 * other + position)
                }
            })
        })
    }
}

/// The empty cells of a puzzle, grouped by pairs of lines.
pub(crate) struct FreeLines {
    /// For each pair of rows in [`PAIRS`], the columns in which neither row has a given.
    rows: [u16; 9],
    /// For each pair of columns in [`PAIRS`], the rows in which neither column has a given.
    columns: [u16; 9],
}

impl FreeLines {
    pub(crate) fn new(puzzle: &[u8; 81]) -> Self {
        Self { rows: free_positions(puzzle), columns: free_positions(&transposed(puzzle)) }
    }

    /// Writes the exchanges that change no given to `found`. The solution has digits 0 to 8.
    pub(crate) fn exchanges(&self, grid: &[u8; 81], found: &mut Vec<Exchange>) {
        found.clear();
        each_cycle(grid, &self.rows, |pair, positions| {
            let (one, other) = PAIRS[pair];
            let columns = Cells::from(positions);
            let cells = columns << (9 * one) | columns << (9 * other);
            found.push(Exchange { cells, pair: pair as u8, is_of_columns: false, positions });
        });
        each_cycle(&transposed(grid), &self.columns, |pair, positions| {
            let (one, other) = PAIRS[pair];
            let rows = COLUMN[usize::from(positions) & 511];
            let cells = rows << one | rows << other;
            found.push(Exchange { cells, pair: pair as u8, is_of_columns: true, positions });
        });
    }
}

/// Returns the board with rows and columns exchanged.
#[inline]
fn transposed(board: &[u8; 81]) -> [u8; 81] {
    core::array::from_fn(|cell| board[cell % 9 * 9 + cell / 9])
}

fn free_positions(puzzle: &[u8; 81]) -> [u16; 9] {
    PAIRS.map(|(one, other)| {
        let free = |position: &usize| puzzle[9 * one + position] | puzzle[9 * other + position] == 0;
        (0..9).filter(free).fold(0, |set, position| set | 1 << position)
    })
}

/// Calls `visit` with each pair of rows and each minimal set of free positions in which both rows
/// have the same digits.
#[inline]
fn each_cycle(grid: &[u8; 81], free: &[u16; 9], mut visit: impl FnMut(usize, u16)) {
    let (rows, _) = grid.as_chunks::<9>();
    for (pair, ((one, other), free)) in PAIRS.into_iter().zip(free).enumerate() {
        // Arrays of 16 let a mask bound the index.
        let mut position_in_one = [0_u8; 16];
        for (position, digit) in rows[one].iter().enumerate() {
            position_in_one[usize::from(*digit) & 15] = position as u8;
        }
        let mut next = [0_u8; 16];
        for (next, digit) in next.iter_mut().zip(&rows[other]) {
            *next = position_in_one[usize::from(*digit) & 15];
        }
        let mut left = *free;
        while left != 0 {
            let (start, before) = (left.trailing_zeros() as usize & 15, left);
            let mut position = start;
            while left >> position & 1 != 0 {
                left ^= 1 << position;
                position = usize::from(next[position]) & 15;
            }
            // Only a closed cycle of free positions is an exchange; a cycle through a given is not.
            if position == start {
                visit(pair, before ^ left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{ALL_CELLS, difference, givens};
    use crate::{Recipe, restrict, unavoidable_sets};
    use farandole_kernel::Isa;

    #[test]
    fn exchanges_lead_to_other_solutions_and_no_set_of_four_cells_is_missing() {
        let mut found = Vec::new();
        for made in Recipe::default().attempts(Isa::detect(), 5, 0..20).0 {
            // Every second given is removed.
            let puzzle = restrict(&made.solution, givens(&made.puzzle) & 0x5555_5555_5555_5555_5555_5555);
            FreeLines::new(&puzzle).exchanges(&made.solution.map(|digit| digit - 1), &mut found);
            assert!(!found.is_empty());
            for exchange in &found {
                let mut other = made.solution.map(|digit| digit + b'0');
                exchange.pairs().for_each(|(one, other_cell)| other.swap(one, other_cell));
                assert_eq!(difference(&made.solution, &other), exchange.cells);
                assert_eq!(exchange.cells & givens(&puzzle), 0);
                let grid: Vec<u8> = other.iter().map(|symbol| symbol - b'0').collect();
                assert!(is_solved(&grid), "{grid:?}");
            }
            let free = |set: &&Cells| **set & givens(&puzzle) & ALL_CELLS == 0;
            for four in
                unavoidable_sets(&made.solution, 4, &crate::batched_queries::NEVER).iter().filter(free)
            {
                assert!(found.iter().any(|exchange| exchange.cells == *four), "{four:x}");
            }
        }
    }

    /// Returns true if each row, column and box has nine digits.
    fn is_solved(grid: &[u8]) -> bool {
        (0..9).all(|house| {
            let digits = |cell: fn(usize, usize) -> usize| {
                (0..9).fold(0_u16, |set, position| set | 1 << (grid[cell(house, position)] - 1)) == 0x1ff
            };
            digits(|row, col| 9 * row + col)
                && digits(|col, row| 9 * row + col)
                && digits(|box_idx, position| {
                    9 * (box_idx / 3 * 3 + position / 3) + box_idx % 3 * 3 + position % 3
                })
        })
    }
}
