//! Conversion between puzzles and lanes: writes a puzzle to one lane, or reads the state of one lane.

use crate::layout::{ALL, Grid, MASK_OF_BYTE, SNAPSHOT_LEN, Snapshot, UNREADABLE, nine};
use crate::simd::Simd;

/// Loads a puzzle of bytes into one lane.
///
/// # Errors
///
/// Returns the index of the first byte that is neither a digit nor an empty-cell character. The contents of
/// the lane are then unspecified.
#[inline]
pub(crate) fn load_bytes<const L: usize>(to: &mut Grid<L>, lane: usize, puzzle: &[u8; 81]) -> Result<(), u8> {
    if lane >= L {
        return Ok(());
    }
    // One `or` over all masks replaces a check per cell. The unreadable byte is searched for only if there is
    // one.
    let mut seen = 0;
    let (lines, _) = to.0.as_chunks_mut::<9>();
    let (puzzle_lines, _) = puzzle.as_chunks::<9>();
    for (cells, bytes) in lines.iter_mut().zip(puzzle_lines) {
        nine!(I, {
            let mask = MASK_OF_BYTE[bytes[I] as usize];
            seen |= mask;
            cells[I][lane] = mask;
        });
    }
    if seen & UNREADABLE == 0 {
        return Ok(());
    }
    let bad = puzzle.iter().position(|&byte| MASK_OF_BYTE[byte as usize] == UNREADABLE);
    Err(bad.unwrap_or(0) as u8)
}

/// Loads a puzzle of candidate masks into one lane.
///
/// # Errors
///
/// Returns the index of the first mask with a bit above the ninth. The contents of the lane are then
/// unspecified.
#[inline]
pub(crate) fn load_masks<const L: usize>(
    to: &mut Grid<L>,
    lane: usize,
    puzzle: &[u16; 81],
) -> Result<(), u8> {
    write_lane(to, lane, puzzle);
    let bad = puzzle.iter().position(|&mask| mask & !ALL != 0);
    bad.map_or(Ok(()), |position| Err(position as u8))
}

/// Writes the 81 cells of a lane.
#[inline]
pub(crate) fn write_lane<const L: usize>(to: &mut Grid<L>, lane: usize, masks: &[u16; 81]) {
    if lane >= L {
        return;
    }
    let (lines, _) = to.0.as_chunks_mut::<9>();
    let (mask_lines, _) = masks.as_chunks::<9>();
    for (cells, masks) in lines.iter_mut().zip(mask_lines) {
        nine!(I, { cells[I][lane] = masks[I] });
    }
}

/// Opens every cell of an idle lane. Propagation never changes such a lane, so it is never contradictory or
/// solved.
pub(crate) fn park<const L: usize>(to: &mut Grid<L>, lane: usize) {
    for cell in &mut to.0 {
        if let Some(mask) = cell.get_mut(lane) {
            *mask = ALL;
        }
    }
}

/// Writes a saved state to one lane.
#[inline]
pub(crate) fn copy_in<const L: usize>(to: &mut Grid<L>, lane: usize, snapshot: &Snapshot) {
    if let Some(masks) = snapshot.0.first_chunk() {
        write_lane(to, lane, masks);
    }
}

/// Reads a lane whose masks sum to those of a solved grid. Writes its digits, `b'1'..=b'9'`, row-major, and
/// returns true if it is a solution.
#[inline(always)]
pub(crate) fn read_solution<S: Simd, const L: usize>(
    s: S,
    from: &Grid<L>,
    lane: usize,
    transposed: bool,
    to: &mut [u8; 81],
) -> bool {
    let mut masks = Snapshot([0; SNAPSHOT_LEN]);
    if transposed {
        s.copy_out::<L, true>(from, lane, &mut masks);
    } else {
        s.copy_out::<L, false>(from, lane, &mut masks);
    }
    write_digits(&masks, to);
    s.is_complete(&masks)
}

/// Writes single candidates as digits, `b'1'..=b'9'`.
#[inline(always)]
pub(crate) fn write_digits(masks: &Snapshot, to: &mut [u8; 81]) {
    for (digit, &mask) in to.iter_mut().zip(&masks.0) {
        // The exponent of a power of two as a float is the index of its bit. Unlike a count of trailing
        // zeros, the conversion vectorizes.
        // A mask with several bits gives the highest digit; such a grid fails `is_complete`, and its digits
        // are discarded.
        let exponent = f32::from(mask).to_bits() >> 23;
        *digit = b'1'.wrapping_add((exponent as u8).wrapping_sub(127));
    }
}
