//! A board as rows of four bits a cell, in one orientation.

/// The orders of three things, in rising order.
pub(crate) const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Rows of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    /// By row: its cells, four bits each, the first one lowest.
    pub(crate) rows: [u64; 9],
    /// By row: the set of columns with givens.
    pub(crate) masks: [u16; 9],
}

impl Board {
    /// A board of 81 values up to 9, as it is and transposed.
    pub(crate) fn both(cells: &[u8; 81]) -> [Self; 2] {
        let mut boards = [Self { rows: [0; 9], masks: [0; 9] }; 2];
        for (row, line) in cells.chunks_exact(9).enumerate() {
            for (col, &digit) in line.iter().enumerate() {
                let is_given = u16::from(digit != 0);
                boards[0].rows[row] |= u64::from(digit) << (4 * col);
                boards[0].masks[row] |= is_given << col;
                boards[1].rows[col] |= u64::from(digit) << (4 * row);
                boards[1].masks[col] |= is_given << row;
            }
        }
        boards
    }
}

/// The board whose rows these words are, four bits a cell, the first cell highest.
pub(crate) fn board_of(words: &[u64; 9]) -> [u8; 81] {
    let mut board = [0; 81];
    for (cells, word) in board.chunks_exact_mut(9).zip(words) {
        for (place, cell) in cells.iter_mut().enumerate() {
            *cell = (word >> (32 - 4 * place)) as u8 & 15;
        }
    }
    board
}
