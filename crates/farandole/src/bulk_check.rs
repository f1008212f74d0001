//! Bulk checker: verifies solutions of classic 9x9 puzzles, one byte per cell in vectors of 32
//! bytes.
//!
//! Each of the digits 1 to 8 is one bit, and 9 is zero. The exclusive or of the nine bytes of a
//! house is 0xff if and only if each of the digits 1 to 8 occurs exactly once: each bit must then
//! be set an odd number of times, and eight odd numbers with a sum of at most 9 are all 1. The
//! ninth cell is then empty or contains a 9. Empty cells are tested separately.
//!
//! On processors without AVX2 the tables of [`check::fits_classic`] need fewer instructions.

#[cfg(target_arch = "x86_64")]
use fearless_simd::{Level, Simd};

use farandole_puzzle::check;

/// Stores true for each puzzle whose first solution obeys the rules, and for each puzzle without a
/// solution.
pub(crate) fn check_grids<'a>(
    grids: impl Iterator<Item = (&'a [u8; 81], Option<&'a [u8; 81]>)>,
    fits: &mut Vec<bool>,
) {
    fits.clear();
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = Level::try_detect().and_then(Level::as_avx2) {
        // This is a loop because the closure of an iterator may be compiled without the vector
        // instructions.
        return avx2.vectorize(
            #[inline(always)]
            || {
                for (puzzle, grid) in grids {
                    fits.push(match grid {
                        Some(grid) => fits_rules(puzzle, grid),
                        None => true,
                    });
                }
            },
        );
    }
    fits.extend(grids.map(|(puzzle, grid)| grid.is_none_or(|grid| check::fits_classic(puzzle, grid))));
}

/// Two byte masks. In the first, the byte at the first cell of every row is 0xff; in the second,
/// the byte at the first cell of every box.
#[cfg(any(target_arch = "x86_64", test))]
static FIRST: ([u8; 96], [u8; 96]) = {
    let (mut rows, mut boxes) = ([0; 96], [0; 96]);
    let mut k = 0;
    while k < 9 {
        rows[9 * k] = 0xff;
        boxes[27 * (k / 3) + 3 * (k % 3)] = 0xff;
        k += 1;
    }
    (rows, boxes)
};

/// Returns true if a grid in ASCII obeys the rules and keeps the givens. Every loop processes whole
/// vectors, so the arrays are longer than 81 bytes. The remaining bytes represent empty cells in
/// the puzzle and nines in the grid.
#[cfg(any(target_arch = "x86_64", test))]
#[inline(always)]
fn fits_rules(givens: &[u8; 81], grid: &[u8; 81]) -> bool {
    let (mut given, mut digits) = ([b'.'; 96], [b'9'; 96]);
    given[..81].copy_from_slice(givens);
    digits[..81].copy_from_slice(grid);
    let mut bits = [0_u8; 128];
    for (bits, digit) in bits.iter_mut().zip(digits) {
        let bit = |of: u8| if digit == b'1' + of { 1 << of } else { 0 };
        *bits = bit(0) | bit(1) | bit(2) | bit(3) | bit(4) | bit(5) | bit(6) | bit(7);
    }
    // Rows are read as 16-byte words because compilers do not vectorize byte loops of this shape
    // everywhere. The cells after the ninth do not matter.
    let mut cols = 0;
    for row in 0..9 {
        let (head, _) = bits[9 * row..].split_first_chunk().expect("more than 16 bytes");
        cols ^= u128::from_le_bytes(*head);
    }
    let mut three = [0_u8; 128];
    for k in 0..96 {
        three[k] = bits[k] ^ bits[k + 1] ^ bits[k + 2];
    }
    let mut wrong = 0;
    for k in 0..96 {
        let row = three[k] ^ three[k + 3] ^ three[k + 6];
        let square = three[k] ^ three[k + 9] ^ three[k + 18];
        wrong |= (!row & FIRST.0[k]) | (!square & FIRST.1[k]);
        wrong |= if bits[k] == 0 { digits[k] ^ b'9' } else { 0 };
        wrong |= if given[k].wrapping_sub(b'1') < 9 { given[k] ^ digits[k] } else { 0 };
    }
    wrong == 0 && !cols << 56 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &[u8; 81] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn both(givens: &[u8; 81], grid: &[u8; 81]) -> bool {
        let fits = fits_rules(givens, grid);
        assert_eq!(fits, check::fits_classic(givens, grid), "{}", String::from_utf8_lossy(grid));
        let mut judged = Vec::new();
        check_grids([(givens, Some(grid)), (givens, None)].into_iter(), &mut judged);
        assert_eq!(judged, [fits, true]);
        fits
    }

    #[test]
    fn judgements_are_those_of_the_other_checker() {
        let givens = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert!(both(givens, SOLVED));
        for cell in 0..81 {
            for byte in 0..=255 {
                let mut changed = *SOLVED;
                changed[cell] = byte;
                assert_eq!(both(givens, &changed), byte == SOLVED[cell]);
                let mut given = [b'.'; 81];
                given[cell] = byte;
                assert_eq!(both(&given, SOLVED), !(b'1'..=b'9').contains(&byte) || byte == SOLVED[cell]);
            }
            for other in 0..81 {
                let mut swapped = *SOLVED;
                swapped.swap(cell, other);
                assert_eq!(both(&[b'.'; 81], &swapped), swapped == *SOLVED);
            }
        }
    }

    #[test]
    fn every_house_is_looked_at() {
        // Exchanging two rows or columns within a band or a stack keeps a grid correct. Any other
        // exchange only breaks boxes.
        for (one, two) in (0..9).flat_map(|one| (0..9).map(move |two| (one, two))) {
            let at = |line: usize| {
                if line == one {
                    two
                } else if line == two {
                    one
                } else {
                    line
                }
            };
            let rows: [u8; 81] = core::array::from_fn(|cell| SOLVED[at(cell / 9) * 9 + cell % 9]);
            let cols: [u8; 81] = core::array::from_fn(|cell| SOLVED[cell / 9 * 9 + at(cell % 9)]);
            assert!([rows, cols].iter().all(|grid| both(&[b'.'; 81], grid) == (one / 3 == two / 3)));
        }
        // A wrong digit in place of a nine: some house contains all of 1 to 8 and one of them
        // twice.
        for digit in b'1'..=b'8' {
            let same = SOLVED.map(|cell| if cell == b'9' { digit } else { cell });
            assert!(!both(&[b'.'; 81], &same));
            assert!(!both(&[b'.'; 81], &[digit; 81]));
        }
        assert!(!both(&[b'.'; 81], &[b'9'; 81]) && !both(&[b'.'; 81], &[b'.'; 81]));
    }

    #[test]
    fn random_grids_are_judged_alike() {
        let mut random = farandole_research::Random::new(1, 0);
        for _ in 0..20_000 {
            let mut grid = *SOLVED;
            for _ in 0..random.below(4) {
                grid[random.below(81) as usize] = b'0' + random.below(11) as u8;
            }
            both(&[b'.'; 81], &grid);
        }
    }
}
