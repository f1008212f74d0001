//! Puzzles into lanes and lanes out of them.

use crate::layout::{ALL, FLAT, Flat, Grid, MASK_OF_BYTE, UNREADABLE, transposed};

/// Where [`Flat`] keeps whether rows and columns are exchanged; no cell lies there.
const TURNED: usize = 81;

/// Puts a puzzle of bytes into one lane.
///
/// # Errors
///
/// The position of the first byte that is neither a digit nor an empty sign; the lane then holds nonsense.
#[inline]
pub(crate) fn load_bytes<const L: usize>(to: &mut Grid<L>, lane: usize, puzzle: &[u8; 81]) -> Result<(), u8> {
    if lane >= L {
        return Ok(());
    }
    let mut seen = 0;
    for (cell, &byte) in to.0.iter_mut().zip(puzzle) {
        let mask = MASK_OF_BYTE[byte as usize];
        seen |= mask;
        cell[lane] = mask;
    }
    if seen & UNREADABLE == 0 {
        return Ok(());
    }
    let bad = puzzle.iter().position(|&byte| MASK_OF_BYTE[byte as usize] == UNREADABLE);
    Err(bad.unwrap_or(0) as u8)
}

/// Puts a puzzle of candidate masks into one lane.
///
/// # Errors
///
/// The position of the first mask with a bit above the ninth; the lane then holds nonsense.
#[inline]
pub(crate) fn load_masks<const L: usize>(
    to: &mut Grid<L>,
    lane: usize,
    puzzle: &[u16; 81],
) -> Result<(), u8> {
    if lane >= L {
        return Ok(());
    }
    let mut seen = 0;
    for (cell, &mask) in to.0.iter_mut().zip(puzzle) {
        seen |= mask;
        cell[lane] = mask;
    }
    if seen & !ALL == 0 {
        return Ok(());
    }
    let bad = puzzle.iter().position(|&mask| mask & !ALL != 0);
    Err(bad.unwrap_or(0) as u8)
}

/// Opens every cell of a lane that has nothing to do.
pub(crate) fn park<const L: usize>(to: &mut Grid<L>, lane: usize) {
    for cell in &mut to.0 {
        if let Some(mask) = cell.get_mut(lane) {
            *mask = ALL;
        }
    }
}

/// Copies one lane out, with a note whether its rows and columns are exchanged.
#[inline]
pub(crate) fn copy_out<const L: usize>(from: &Grid<L>, lane: usize, turned: bool) -> Flat {
    let mut flat = Flat([0; FLAT]);
    if lane >= L {
        return flat;
    }
    for (mask, cell) in flat.0.iter_mut().zip(&from.0) {
        *mask = cell[lane];
    }
    flat.0[TURNED] = u16::from(turned);
    flat
}

/// Copies one lane in; returns whether its rows and columns are exchanged.
#[inline]
pub(crate) fn copy_in<const L: usize>(to: &mut Grid<L>, lane: usize, flat: &Flat) -> bool {
    if lane >= L {
        return false;
    }
    for (cell, &mask) in to.0.iter_mut().zip(&flat.0) {
        cell[lane] = mask;
    }
    flat.0[TURNED] != 0
}

/// The digits of a solved lane, `b'1'..=b'9'`, row-major.
#[inline]
pub(crate) fn digits<const L: usize>(from: &Grid<L>, lane: usize, turned: bool) -> [u8; 81] {
    let mut grid = [0; 81];
    if lane >= L {
        return grid;
    }
    if turned {
        for (i, digit) in grid.iter_mut().enumerate() {
            *digit = b'1' + from.0[transposed(i)][lane].trailing_zeros() as u8;
        }
    } else {
        for (digit, cell) in grid.iter_mut().zip(&from.0) {
            *digit = b'1' + cell[lane].trailing_zeros() as u8;
        }
    }
    grid
}
