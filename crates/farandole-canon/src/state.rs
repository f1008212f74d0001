//! States of the search for the min-lex form of a puzzle: partly labelled boards, as in canonical labelling.

use crate::board::Board;
use crate::stack::Stack;
use crate::symmetry::Symmetry;

/// Rows, columns and names as far as they are fixed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    /// Rows placed, four bits each, the last one lowest.
    pub(crate) rows: u64,
    /// New names of digits, four bits each from digit 0 on; 0 where there is none yet.
    pub(crate) names: u64,
    /// Set of rows not placed yet.
    pub(crate) left: u16,
    pub(crate) transpose: bool,
    /// How many names are taken.
    pub(crate) named: u8,
    /// How many stacks, the left ones, have had no given.
    pub(crate) free_stacks: u8,
    /// By place.
    pub(crate) stacks: [Stack; 3],
}

/// Where the cells of a stack stand in a row.
pub(crate) const fn shift(at: usize) -> u32 {
    24 - 12 * at as u32
}

impl State {
    /// The rows of the band placed last.
    pub(crate) const fn band(&self) -> u16 {
        0b111 << (3 * ((self.rows & 15) / 3))
    }

    /// Whether no columns can change places any more.
    #[inline]
    pub(crate) fn has_fixed_columns(&self) -> bool {
        self.free_stacks < 2 && self.stacks.iter().all(|stack| stack.free() < 2)
    }

    /// Takes the least row of those that may come next, again and again, where the columns are fixed; writes their words, and
    /// gives their number. It ends early where several rows have the same word.
    pub(crate) fn take_rows(&mut self, board: &Board, words: &mut [u64]) -> usize {
        let mut shifts = [0; 16];
        for (at, stack) in self.stacks.iter().enumerate() {
            for (col, above) in stack.order().into_iter().zip([8, 4, 0]) {
                shifts[usize::from(stack.first + col) & 15] = shift(at) + above;
            }
        }
        let image = |row: usize| {
            let (mut image, mut mask, cells) = (0, board.masks[row], board.rows[row]);
            while mask != 0 {
                let col = mask.trailing_zeros() as usize & 15;
                mask &= mask - 1;
                image |= (cells >> (4 * col) & 15) << (shifts[col] & 63);
            }
            image
        };
        let end = words.len();
        for (taken, word) in words.iter_mut().enumerate() {
            let begins_band = (end - taken).is_multiple_of(3);
            let mut rows = if begins_band { self.left } else { self.left & self.band() };
            let (mut least, mut chosen, mut is_tied) = (u64::MAX, 0, false);
            let (names, named) = (self.names, self.named);
            let mut after = (names, named);
            let mut most = 0;
            while rows != 0 {
                let row = rows.trailing_zeros() as usize & 15;
                rows &= rows - 1;
                let image = image(row);
                // A row with fewer leading zeros is greater, whatever the names.
                let zeros = image.leading_zeros() >> 2;
                if zeros < most {
                    continue;
                }
                most = zeros;
                (self.names, self.named) = (names, named);
                let word = self.name_all(image);
                is_tied = word == least || (is_tied && word > least);
                if word < least {
                    (least, chosen, after) = (word, row, (self.names, self.named));
                }
            }
            (self.names, self.named) = (names, named);
            if is_tied {
                return taken;
            }
            (self.names, self.named) = after;
            self.rows = self.rows << 4 | chosen as u64;
            self.left &= !(1 << chosen);
            *word = least;
        }
        end
    }

    /// Names the digits of a row, the first cell highest.
    #[inline]
    fn name_all(&mut self, mut image: u64) -> u64 {
        let mut word = 0;
        while image != 0 {
            let above = 60 - (image.leading_zeros() & 60);
            let digit = image >> above;
            image ^= digit << above;
            word |= self.name(digit) << above;
        }
        word
    }

    /// What a stack without fixed columns adds to the row, as a number that sorts alike: its names in rising order,
    /// 15 for each new one. The cells are those of the stack, four bits each.
    pub(crate) fn key(&self, cells: u64) -> u16 {
        let rank = |col: u64| self.rank(cells >> (4 * col) & 15);
        let (a, b, c) = (rank(0), rank(1), rank(2));
        let (low, high) = (a.min(b), a.max(b));
        let (first, rest) = (low.min(c), low.max(c));
        u16::from(first) << 8 | u16::from(high.min(rest)) << 4 | u16::from(high.max(rest))
    }

    /// 0 for an empty cell, the name of a digit, 15 for one without a name.
    #[inline]
    pub(crate) fn rank(&self, digit: u64) -> u8 {
        let name = (self.names >> (4 * digit)) as u8 & 15;
        if digit != 0 && name == 0 { 15 } else { name }
    }

    /// The name of a digit, a new one if it has none.
    #[inline]
    pub(crate) fn name(&mut self, digit: u64) -> u64 {
        // Without a jump, for half of the names are new.
        let name = self.names >> (4 * digit) & 15;
        self.named += u8::from(name == 0);
        let new = if name == 0 { u64::from(self.named) } else { 0 };
        self.names |= new << (4 * digit);
        name | new
    }

    /// The three cells of a stack in this order, four bits each, the first one highest. Gives names to new digits.
    #[inline]
    pub(crate) fn write(&mut self, cells: u64, cols: [u8; 3]) -> u64 {
        cols.into_iter().fold(0, |word, col| {
            let digit = cells >> (4 * col) & 15;
            word << 4 | if digit == 0 { 0 } else { self.name(digit) }
        })
    }

    /// How many symmetries it stands for at the end: orders of lines and stacks without givens.
    pub(crate) fn multiplicity(&self, board: &Board) -> u32 {
        const FACTORIALS: [u32; 4] = [1, 1, 2, 6];
        let mut blank_bands = 0;
        let mut orders = FACTORIALS[self.free_stacks as usize & 3];
        for stack in &self.stacks {
            orders *= FACTORIALS[stack.free() as usize];
        }
        for band in board.masks[..9].chunks(3) {
            let empty = band.iter().filter(|mask| **mask == 0).count();
            blank_bands += usize::from(empty == 3);
            orders *= FACTORIALS[empty];
        }
        orders * FACTORIALS[blank_bands]
    }

    /// The symmetry that it stands for at the end.
    pub(crate) fn symmetry(&self) -> Symmetry {
        let rows = core::array::from_fn(|place| (self.rows >> (32 - 4 * place)) as u8 & 15);
        let cols = core::array::from_fn(|place| {
            let stack = self.stacks[place / 3];
            stack.first + stack.order()[place % 3]
        });
        let mut names: [u8; 10] = core::array::from_fn(|digit| (self.names >> (4 * digit)) as u8 & 15);
        let mut named = self.named;
        for name in &mut names[1..] {
            if *name == 0 {
                named += 1;
                *name = named;
            }
        }
        Symmetry::from_parts(self.transpose, rows, cols, names)
    }
}
