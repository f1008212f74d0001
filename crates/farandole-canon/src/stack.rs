//! Lookup tables for stacks. A stack has an order of columns, as far as givens determine it, and
//! each row of givens refines this order.
//!
//! The tables are computed at compile time. A configuration of a stack is one of 6 orders with 0 to
//! 3 free columns, and the row has one of 8 sets of givens in it. A table of 192 entries therefore
//! replaces sorting the columns.

use crate::board::ORDERS;

/// A stack at its position in the image.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stack {
    /// The first column of the stack in the source.
    pub(crate) first: u8,
    /// Order of the columns and number of free ones, packed as `index in ORDERS << 2 | free`.
    ///
    /// The free columns have had no given so far. They are the left ones of the stack and may still be
    /// permuted.
    pub(crate) config: u8,
}

impl Stack {
    /// Returns the order of the columns, relative to the first one.
    pub(crate) const fn order(self) -> [u8; 3] {
        ORDERS[self.config as usize >> 2]
    }

    /// Returns the number of free columns, 0 to 3.
    pub(crate) const fn free(self) -> u8 {
        self.config & 3
    }

    /// Returns the part of a set of columns that is in the stack, as three bits.
    #[inline]
    pub(crate) const fn part(self, mask: u16) -> usize {
        (mask >> self.first & 7) as usize
    }
}

/// Returns the number of members of a three-bit set. The constant contains the eight results, two
/// bits each.
#[inline]
pub(crate) const fn count(set: usize) -> u32 {
    0b1110_1001_1001_0100_u32 >> (2 * set) & 3
}

/// The effect of a row on a stack.
#[derive(Clone, Copy)]
pub(crate) struct Placed {
    /// The configuration after the row. Free columns with givens are moved to the end of the free
    /// columns and become fixed.
    pub(crate) config: u8,
    /// Number of free columns with givens.
    pub(crate) givens: u8,
    /// The shift of the given in the three cells of the image, four bits per cell, if there is only one.
    pub(crate) shift: u8,
}

/// The placed row for each [`Stack::config`] and set of columns with givens. The first dimension is padded to
/// 32, so that a mask bounds the index.
pub(crate) const PLACED: [[Placed; 8]; 32] = placed();

/// Builds [`PLACED`].
const fn placed() -> [[Placed; 8]; 32] {
    let mut table = [[Placed { config: 0, givens: 0, shift: 0 }; 8]; 32];
    let mut index = 0;
    while index < 6 * 4 * 8 {
        let (order, free, set) = (index / 32, index / 8 % 4, index % 8);
        let (mut cols, mut length, mut givens) = (ORDERS[order], 0, 0);
        // A stable partition of the free columns: those without givens first, because zeros make the least
        // row.
        let mut pass = 0;
        while pass < 2 {
            let mut place = 0;
            while place < free {
                if set >> ORDERS[order][place] & 1 == pass {
                    cols[length] = ORDERS[order][place];
                    length += 1;
                    givens += pass as u8;
                }
                place += 1;
            }
            pass += 1;
        }
        // The last given found. The shift is used only if there is no other given.
        let (mut shift, mut place) = (0, 0);
        while place < 3 {
            if set >> cols[place] & 1 == 1 {
                shift = 4 * (2 - place as u8);
            }
            place += 1;
        }
        // Columns with givens stop being free. The partition has put them last among the free
        // columns, so the remaining free columns are the left ones.
        let config = order_index(cols[0], cols[1]) << 2 | (free as u8 - givens);
        table[order * 4 + free][set] = Placed { config, givens, shift };
        index += 1;
    }
    table
}

/// The pattern of givens of a stack after [`PLACED`], with the same indices. The left column is the
/// highest bit.
pub(crate) const PATTERN: [[u8; 8]; 32] = {
    let mut table = [[0; 8]; 32];
    let mut index = 0;
    while index < 6 * 4 * 8 {
        let (config, set) = (index / 8, index % 8);
        let cols = ORDERS[PLACED[config][set].config as usize >> 2];
        let mut place = 0;
        while place < 3 {
            table[config][set] |= (set >> cols[place] & 1) as u8 * (4 >> place);
            place += 1;
        }
        index += 1;
    }
    table
};

/// The number of leading zeros of the image of a row, for each set of columns with givens, while no
/// column is fixed.
pub(crate) const LEADING: [u8; 512] = leading();

/// Builds [`LEADING`].
const fn leading() -> [u8; 512] {
    let mut table = [9; 512];
    let mut mask = 1;
    while mask < 512 {
        // Empty stacks come first, followed by the stack with the fewest givens, which are in its
        // right columns.
        let (a, b, c) = (count(mask & 7), count(mask >> 3 & 7), count(mask >> 6 & 7));
        let mut empty = 0;
        let mut least = 3;
        let mut stack = 0;
        while stack < 3 {
            let givens = [a, b, c][stack];
            if givens == 0 {
                empty += 1;
            } else if givens < least {
                least = givens;
            }
            stack += 1;
        }
        table[mask] = (3 * empty + 3 - least) as u8;
        mask += 1;
    }
    table
}

/// For each position (0 or 1) and index in [`ORDERS`], the index of the order with this position and the next
/// one exchanged.
pub(crate) const SWAPPED: [[u8; 6]; 2] = {
    let mut table = [[0; 6]; 2];
    let mut order = 0;
    while order < 6 {
        let [a, b, c] = ORDERS[order];
        table[0][order] = order_index(b, a);
        table[1][order] = order_index(a, c);
        order += 1;
    }
    table
};

/// Returns the index in [`ORDERS`] of the order with these first two columns.
pub(crate) const fn order_index(first: u8, second: u8) -> u8 {
    // In lexicographic order, two orders share their first element. The other two elements sum to `3 -
    // first`, and the order that has the greater one second comes later.
    2 * first + (second > 3 - first - second) as u8
}
