//! States of the search for the min-lex form of a puzzle: partially labelled boards, as in canonical
//! labelling.
//!
//! Copying a state takes a fifth of the time of an extension, because it waits for single bytes
//! that have just been written. States packed in three words avoid the wait but take 8 % more
//! instructions, which is no faster (docs/experiments/2026-11-22-canonical-forms.md).

use crate::board::Board;
use crate::stack::Stack;
use crate::symmetry::Symmetry;

/// The rows, columns and names determined so far. States are copied for every extension and are
/// therefore small (32 bytes).
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    /// The rows chosen, four bits each, with the last one in the lowest bits.
    pub(crate) rows: u64,
    /// The new names of digits, four bits each, starting with digit 0. A name is 0 if the digit has none yet.
    pub(crate) names: u64,
    /// The set of rows not chosen yet.
    pub(crate) left: u16,
    /// True if the image starts from the columns of the board.
    pub(crate) transpose: bool,
    /// Number of names in use.
    pub(crate) named: u8,
    /// Number of stacks that have had no given. They are the left ones.
    pub(crate) free_stacks: u8,
    /// The stacks by position in the image.
    pub(crate) stacks: [Stack; 3],
}

/// Returns the shift of the cells of a stack in the word of a row.
pub(crate) const fn shift(at: usize) -> u32 {
    // The first stack is in the highest bits, so words compare like strings. A stack has three
    // cells of four bits.
    24 - 12 * at as u32
}

impl State {
    /// Returns the rows of the band of the last chosen row.
    pub(crate) const fn band(&self) -> u16 {
        0b111 << (3 * ((self.rows & 15) / 3))
    }

    /// Returns true if no two columns are interchangeable any more.
    #[inline]
    pub(crate) fn has_fixed_columns(&self) -> bool {
        self.free_stacks < 2 && self.stacks.iter().all(|stack| stack.free() < 2)
    }

    /// Repeatedly appends the least row that may come next, if the columns are fixed. Writes the words of the
    /// rows to `words` and returns their number. Stops early if several rows have the same least word.
    pub(crate) fn take_rows(&mut self, board: &Board, words: &mut [u64]) -> usize {
        // With fixed columns, each source column has a fixed position in the word.
        let mut shifts = [0; 16];
        for (at, stack) in self.stacks.iter().enumerate() {
            for (col, above) in stack.order().into_iter().zip([8, 4, 0]) {
                shifts[usize::from(stack.first + col) & 15] = shift(at) + above;
            }
        }
        // The image still has the digits of the source. Names depend on the chosen row and are
        // assigned later.
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
            // `words` ends with the ninth row, so the distance from its end gives the positions at
            // which bands begin.
            let mut rows = if begins_band { self.left } else { self.left & self.band() };
            let (mut least, mut chosen, mut is_tied) = (u64::MAX, 0, false);
            // The names are saved, because trying a row names its digits, and all rows but one are discarded.
            let (names, named) = (self.names, self.named);
            let mut after = (names, named);
            // The test by leading zeros is sound because names are never 0: a cell is 0 in the word exactly
            // if it is 0 in the image.
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
                // Each row starts with the names given by earlier rows.
                (self.names, self.named) = (names, named);
                let word = self.name_all(image);
                // A greater word does not end a tie; a lesser one does.
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

    /// Replaces the digits of a row by their names, first cell highest, and names new ones.
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

    /// Returns a sort key for the contribution of a stack without fixed columns to the row: the
    /// ranks of its cells in ascending order. `cells` are the cells of the stack, four bits each.
    pub(crate) fn key(&self, cells: u64) -> u16 {
        let rank = |col: u64| self.rank(cells >> (4 * col) & 15);
        // Minimum and maximum sort three ranks without branches.
        let (a, b, c) = (rank(0), rank(1), rank(2));
        let (low, high) = (a.min(b), a.max(b));
        let (first, rest) = (low.min(c), low.max(c));
        u16::from(first) << 8 | u16::from(high.min(rest)) << 4 | u16::from(high.max(rest))
    }

    /// Returns 0 for an empty cell, the name of a named digit, or 15 for a digit without a name. New names
    /// are greater than all known ones.
    #[inline]
    pub(crate) fn rank(&self, digit: u64) -> u8 {
        let name = (self.names >> (4 * digit)) as u8 & 15;
        if digit != 0 && name == 0 { 15 } else { name }
    }

    /// Returns the name of a digit. Assigns one if necessary.
    #[inline]
    pub(crate) fn name(&mut self, digit: u64) -> u64 {
        // Branch-free, because half of the names are new and a branch would be mispredicted often.
        let name = self.names >> (4 * digit) & 15;
        self.named += u8::from(name == 0);
        let new = if name == 0 { u64::from(self.named) } else { 0 };
        self.names |= new << (4 * digit);
        name | new
    }

    /// Returns the three cells of a stack in this order, four bits each, with the first one in the
    /// highest bits. Names new digits.
    #[inline]
    pub(crate) fn write(&mut self, cells: u64, cols: [u8; 3]) -> u64 {
        cols.into_iter().fold(0, |word, col| {
            let digit = cells >> (4 * col) & 15;
            word << 4 | if digit == 0 { 0 } else { self.name(digit) }
        })
    }

    /// Returns the number of symmetries that a final state represents, that is, the permutations of
    /// lines and stacks without givens.
    pub(crate) fn multiplicity(&self, board: &Board) -> u32 {
        // Numbers of orders of up to three interchangeable things.
        const FACTORIALS: [u32; 4] = [1, 1, 2, 6];
        let mut blank_bands = 0;
        let mut orders = FACTORIALS[self.free_stacks as usize & 3];
        for stack in &self.stacks {
            orders *= FACTORIALS[stack.free() as usize];
        }
        for band in board.masks[..9].chunks(3) {
            let empty = band.iter().filter(|mask| **mask == 0).count();
            // Blank bands are also interchangeable.
            blank_bands += usize::from(empty == 3);
            orders *= FACTORIALS[empty];
        }
        orders * FACTORIALS[blank_bands]
    }

    /// Returns the symmetry of a final state.
    pub(crate) fn symmetry(&self) -> Symmetry {
        // Each new row shifts the others up, so the first chosen row is the highest of nine.
        let rows = core::array::from_fn(|place| (self.rows >> (32 - 4 * place)) as u8 & 15);
        let cols = core::array::from_fn(|place| {
            let stack = self.stacks[place / 3];
            stack.first + stack.order()[place % 3]
        });
        let mut names: [u8; 10] = core::array::from_fn(|digit| (self.names >> (4 * digit)) as u8 & 15);
        // Digits that the board lacks get the remaining names.
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
