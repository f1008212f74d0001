//! Stacks of a board whose columns are fixed as far as givens demand, and what becomes of them row by row: small tables.

use crate::board::ORDERS;

/// A stack at its place: which it is, and its columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stack {
    /// Its first column.
    pub(crate) first: u8,
    /// Index in [`ORDERS`], of which the free columns, the left ones, may still be permuted; below, in two bits, how many
    /// columns are free: have had no given.
    pub(crate) config: u8,
}

impl Stack {
    pub(crate) const fn order(self) -> [u8; 3] {
        ORDERS[self.config as usize >> 2]
    }

    pub(crate) const fn free(self) -> u8 {
        self.config & 3
    }

    /// The set of its columns in a set of columns.
    #[inline]
    pub(crate) const fn part(self, mask: u16) -> usize {
        (mask >> self.first & 7) as usize
    }
}

/// How many members a set of three has.
#[inline]
pub(crate) const fn count(set: usize) -> u32 {
    0b1110_1001_1001_0100_u32 >> (2 * set) & 3
}

/// What becomes of a stack with givens in some columns.
#[derive(Clone, Copy)]
pub(crate) struct Placed {
    /// The stack afterwards: free columns with givens come last, and are not free any more.
    pub(crate) config: u8,
    /// How many of the free columns have givens.
    pub(crate) givens: u8,
    /// Where the only given comes, as a shift of four bits a cell.
    pub(crate) shift: u8,
}

/// By [`Stack::config`] and set of columns with givens; the first index is masked to 32.
pub(crate) const PLACED: [[Placed; 8]; 32] = placed();

const fn placed() -> [[Placed; 8]; 32] {
    let mut table = [[Placed { config: 0, givens: 0, shift: 0 }; 8]; 32];
    let mut index = 0;
    while index < 6 * 4 * 8 {
        let (order, free, set) = (index / 32, index / 8 % 4, index % 8);
        let (mut cols, mut length, mut givens) = (ORDERS[order], 0, 0);
        // A stable partition of the free columns.
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
        let (mut shift, mut place) = (0, 0);
        while place < 3 {
            if set >> cols[place] & 1 == 1 {
                shift = 4 * (2 - place as u8);
            }
            place += 1;
        }
        let config = order_index(cols[0], cols[1]) << 2 | (free as u8 - givens);
        table[order * 4 + free][set] = Placed { config, givens, shift };
        index += 1;
    }
    table
}

/// As [`PLACED`], the pattern of the cells of the stack, the left one highest.
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

/// By set of columns with givens: the number of leading zeros of the image of a row while nothing is fixed.
pub(crate) const LEADING: [u8; 512] = leading();

const fn leading() -> [u8; 512] {
    let mut table = [9; 512];
    let mut mask = 1;
    while mask < 512 {
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

/// By place, 0 or 1, and index in [`ORDERS`]: the index of the order with this place and the next one exchanged.
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

/// Index in [`ORDERS`] by the first two of three columns.
pub(crate) const fn order_index(first: u8, second: u8) -> u8 {
    2 * first + (second > 3 - first - second) as u8
}
