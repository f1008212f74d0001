//! Cells as bit sets: bit `9 * row + column` of 128.

/// Digits 1 to 9 of a solution grid, row-major.
pub type Grid = [u8; 81];

/// A set of cells: bit `9 * row + column`, 0-based.
pub type Cells = u128;

/// All 81 cells.
pub const ALL_CELLS: Cells = (1 << 81) - 1;

/// Pairs of lines of one chute.
pub(crate) const PAIRS: [(usize, usize); 9] =
    [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)];

/// All candidates of a cell.
pub(crate) const OPEN: u16 = 0x1ff;

/// Returns the members of a set in ascending order.
pub(crate) fn members(mut set: u128) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            first
        })
    })
}

/// Returns the puzzle with the digits of a grid in these cells and 0 elsewhere.
///
/// ```
/// let puzzle = farandole_research::restrict(&[7; 81], 0b101);
/// assert_eq!(puzzle[..4], [7, 0, 7, 0]);
/// ```
pub fn restrict(grid: &Grid, cells: Cells) -> [u8; 81] {
    let mut puzzle = [0; 81];
    for cell in members(cells & ALL_CELLS) {
        puzzle[cell] = grid[cell];
    }
    puzzle
}

/// Returns the cells with givens.
///
/// ```
/// let mut puzzle = [0; 81];
/// puzzle[2] = 9;
/// assert_eq!(farandole_research::givens(&puzzle), 0b100);
/// ```
pub fn givens(puzzle: &[u8; 81]) -> Cells {
    puzzle.iter().enumerate().fold(0, |set, (cell, digit)| set | u128::from(*digit != 0) << cell)
}

/// Returns the cells in which two grids differ. The second grid is ASCII, as the kernel writes it.
#[inline]
pub(crate) fn difference(grid: &Grid, ascii: &[u8; 81]) -> Cells {
    let mut bytes = [0_u8; 88];
    for ((byte, digit), symbol) in bytes.iter_mut().zip(grid).zip(ascii) {
        *byte = u8::from(*digit != symbol.wrapping_sub(b'0'));
    }
    let mut set = 0;
    for (group, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        // Each byte is 0 or 1; the product gathers the eight bits in the highest byte.
        let bits = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        set |= u128::from(bits) << (8 * group);
    }
    set
}

/// Writes the candidates of a puzzle that consists of digits, with 0 for empty cells.
#[inline]
pub(crate) fn masks(puzzle: &[u8; 81], masks: &mut [u16; 81]) {
    for (mask, digit) in masks.iter_mut().zip(puzzle) {
        *mask = if *digit == 0 { OPEN } else { 1 << (digit - 1) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_name_their_cells() {
        let grid = core::array::from_fn(|cell| (cell % 9 + 1) as u8);
        let mut other = grid.map(|digit| digit + b'0');
        for cell in [0, 7, 8, 63, 64, 80] {
            other[cell] = b'0' + grid[cell] % 9 + 1;
        }
        assert!(members(difference(&grid, &other)).eq([0, 7, 8, 63, 64, 80]));
    }
}
