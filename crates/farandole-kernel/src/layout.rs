//! Structure-of-arrays layout of puzzles in lanes, and the constant tables derived from it.
//!
//! ```text
//!            lane 0  lane 1  lane 2 ...           one cell of one lane is a u16:
//! cell  0  [ puzzle | puzzle | puzzle ... ]
//! cell  1  [   5    |   0    |   7    ... ]         15 ......... 9 8 7 6 5 4 3 2 1 0
//!   ...                                             [ always zero ]9 8 7 6 5 4 3 2 1   <- digit
//! cell 80  [        |        |        ... ]
//! ```
//!
//! A *band* is 27 consecutive cells. Its *triads* are the nine groups of three cells that a line and a box of
//! the band share. Columns are never addressed: a half sweep reads cell `9 * r + c` and writes cell `9 * c +
//! r` of a second grid, so the next half sweep finds columns where rows were. The same code propagates both.

/// Expands `$body` nine times with `$i` a constant from 0 to 8: a loop that is certain to be unrolled.
// A constant index makes each address a constant offset from one pointer.
macro_rules! nine {
    ($i:ident, $body:block) => {
        nine!($i, $body, 0 1 2 3 4 5 6 7 8)
    };
    ($i:ident, $body:block, $($n:literal)*) => {
        $({
            const $i: usize = $n;
            $body
        })*
    };
}
pub(crate) use nine;

/// The set of all nine digits.
pub(crate) const ALL: u16 = 0x1ff;

/// Sum of all masks of a solved grid: nine lines of 511. The sum of any 81 masks is at most 81 * 511, which
/// fits a `u16`.
pub(crate) const SOLVED_SUM: u16 = 9 * ALL;

/// Candidates of 81 cells, row-major or transposed, for `L` lanes.
#[derive(Clone)]
#[repr(C, align(64))]
// Structure of arrays: the same cell of all lanes is one vector, so a half sweep needs no shuffles. With this
// alignment no AVX-512 load crosses a cache line.
pub(crate) struct Grid<const L: usize>(pub(crate) [[u16; L]; 81]);

impl<const L: usize> Grid<L> {
    /// Returns a grid in which every cell of every lane is open. Propagation never changes a lane in this
    /// state.
    // Every house of an open grid allows all digits in all places, so no step eliminates anything and the
    // lane never counts as empty, full or lacking a digit.
    pub(crate) const fn open() -> Self {
        Self([[ALL; L]; 81])
    }
}

/// The 27 cells of three consecutive lines, for `L` lanes.
pub(crate) type Band<const L: usize> = [[u16; L]; 27];

/// One value per lane.
// 16 bits suffice for the sum of 81 masks (see `SOLVED_SUM`), so sums are accumulated and compared in the
// same lanes as masks.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct PerLane<const L: usize>(pub(crate) [u16; L]);

/// The state of one lane: 81 masks, padded with zeros to a whole number of vectors. The search stores its own
/// notes in the padding.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Snapshot(pub(crate) [u16; SNAPSHOT_LEN]);

/// Length of [`Snapshot`]: 81 rounded up to a multiple of 32, the number of lanes in the widest vector.
pub(crate) const SNAPSHOT_LEN: usize = 96;

/// Copies one lane out, with rows and columns exchanged if `TRANSPOSED`.
#[inline(always)]
pub(crate) fn copy_out<const L: usize, const TRANSPOSED: bool>(from: &Grid<L>, lane: usize) -> Snapshot {
    let mut snapshot = Snapshot([0; SNAPSHOT_LEN]);
    // Never true; the check removes the bounds checks below.
    if lane >= L {
        return snapshot;
    }
    for (line, masks) in snapshot.0.as_chunks_mut::<9>().0.iter_mut().enumerate().take(9) {
        // Unrolled, so that all 81 addresses are constant offsets from one pointer.
        nine!(I, { masks[I] = from.0[if TRANSPOSED { I * 9 + line } else { line * 9 + I }][lane] });
    }
    snapshot
}

/// Marks an unreadable byte in [`MASK_OF_BYTE`]. It is above the nine digit bits, so the `or` of 81 masks
/// shows whether any byte was unreadable.
pub(crate) const UNREADABLE: u16 = 0x8000;

/// For each input byte, the candidates it allows, or [`UNREADABLE`].
pub(crate) static MASK_OF_BYTE: [u16; 256] = {
    let mut table = [UNREADABLE; 256];
    let mut digit = 0;
    while digit < 9 {
        table[b'1' as usize + digit] = 1 << digit;
        digit += 1;
    }
    let empty = *b".0_*-?";
    let mut i = 0;
    while i < empty.len() {
        table[empty[i] as usize] = ALL;
        i += 1;
    }
    table
};

/// Returns true if two cells differ and share a row, a column or a box.
pub(crate) const fn are_peers(a: usize, b: usize) -> bool {
    // Arithmetic rather than a lookup in `PEERS`, which is built from it.
    a != b && (a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3))
}

/// Bit planes of one lane: sets of cells, stored as cells 0..=63 and cells 64..=80.
///
/// Plane `d - 1` holds the open cells (two or more candidates) that allow digit `d`. The last plane,
/// [`PAIRS`], holds all cells with exactly two candidates.
pub(crate) struct Planes(pub(crate) [[u64; 2]; 10]);

/// Index of the plane of bivalue cells in [`Planes`].
pub(crate) const PAIRS: usize = 9;

/// For each cell, the set of its 20 peers: cells 0..=63, and cells 64..=80 three times, at bits 0, 20 and 40.
///
/// The copies let one population count give a cell weight 1 or 3 (see `branch.rs`). The table is valid in
/// both orientations of a grid, because transposing maps peers to peers.
pub(crate) static PEERS: [[u64; 2]; 81] = {
    let mut table = [[0; 2]; 81];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            if are_peers(a, b) && b < 64 {
                table[a][0] |= 1 << b;
            } else if are_peers(a, b) {
                // The multiplier has bits 0, 20 and 40. The copies of 17 cells do not overlap, and the
                // highest ends at bit 56.
                table[a][1] |= 0x100_0010_0001 << (b - 64);
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// Returns the `N` lanes that start at `at`. Both `at` and `L` are multiples of `N`.
#[inline(always)]
#[allow(dead_code, reason = "a target without vectors has no use for it")]
pub(crate) fn window<const N: usize, const L: usize>(lanes: &[u16; L], at: usize) -> &[u16; N] {
    const { assert!(L.is_multiple_of(N)) };
    &lanes.as_chunks().0[at / N]
}

/// Returns the `N` lanes that start at `at`, for writing. Both `at` and `L` are multiples of `N`.
#[inline(always)]
#[allow(dead_code, reason = "a target without vectors has no use for it")]
pub(crate) fn window_mut<const N: usize, const L: usize>(lanes: &mut [u16; L], at: usize) -> &mut [u16; N] {
    const { assert!(L.is_multiple_of(N)) };
    &mut lanes.as_chunks_mut().0[at / N]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the position of `cell` after rows and columns are exchanged.
    const fn transposed(cell: usize) -> usize {
        cell % 9 * 9 + cell / 9
    }

    #[test]
    fn peers_are_twenty_each_and_symmetric() {
        let is_peer =
            |a: usize, b: usize| if b < 64 { PEERS[a][0] >> b & 1 } else { PEERS[a][1] >> (b - 64) & 1 };
        for (a, peers) in PEERS.iter().enumerate() {
            assert_eq!((0..81).map(|b| is_peer(a, b)).sum::<u64>(), 20);
            let high = peers[1] & 0x1_ffff;
            assert_eq!(peers[1], high | high << 20 | high << 40);
            for b in 0..81 {
                assert_eq!(is_peer(a, b), is_peer(b, a));
                assert_eq!(is_peer(a, b), is_peer(transposed(a), transposed(b)));
            }
        }
    }

    #[test]
    fn byte_table_knows_digits_and_empty_signs_only() {
        for byte in 0..=255u8 {
            let want = match byte {
                b'1'..=b'9' => 1 << (byte - b'1'),
                b'.' | b'0' | b'_' | b'*' | b'-' | b'?' => ALL,
                _ => UNREADABLE,
            };
            assert_eq!(MASK_OF_BYTE[byte as usize], want, "byte {byte}");
        }
    }
}
