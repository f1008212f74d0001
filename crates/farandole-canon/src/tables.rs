//! Orbit table of pairs of rows under arrangements of columns.
//!
//! Two rows of a band define a permutation `t` of the columns: if the second row has a digit in column `c`,
//! the first row has it in column `t(c)`. `t` maps no column into its own stack. There are 12,096 such
//! permutations. The 1,296 arrangements of columns act on them by conjugation, with 15 orbits. For each
//! permutation and its inverse, the table has the arrangements that map it to the least member of its orbit.
//!
//! Building the table takes 4.5 million instructions, as many as the forms of 750 grids.
//!
//! A single grid is therefore slow. Callers keep one [`Canon`](crate::Canon) for many boards.

use crate::board::ORDERS;
use alloc::vec;
use alloc::vec::Vec;

/// Number of arrangements of nine columns: 6 orders of stacks times 6 orders of columns in each of three stacks.
const ARRANGEMENTS: usize = 1296;
/// Number of keys of permutations. A key consists of an ordered triple of 6 columns for each of the first two
/// stacks, and the order of the last three columns. Only 12,096 of the keys occur, but computing a key takes
/// three lookups and no search.
const KEYS: usize = 120 * 120 * 6;

/// An arrangement of columns. Arrays have 16 entries because masking an index with 15 then removes
/// the bounds check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrangement {
    /// For each of the nine columns of the image, the column of the source.
    pub(crate) cols: [u8; 16],
    /// For each column of the source, the new name of its digit in the first row: its column in the image,
    /// counted from 1.
    pub(crate) names: [u8; 16],
}

impl Arrangement {
    /// Returns the arrangement with this number, whose four digits in base 6 are the orders.
    fn new(number: usize) -> Self {
        let stacks = ORDERS[number / 216];
        let inside = [ORDERS[number / 36 % 6], ORDERS[number / 6 % 6], ORDERS[number % 6]];
        let (mut cols, mut names) = ([0; 16], [0; 16]);
        for place in 0..9 {
            let col = 3 * stacks[place / 3] + inside[place / 3][place % 3];
            cols[place] = col;
            names[col as usize] = place as u8 + 1;
        }
        Self { cols, names }
    }
}

/// The starts of the lists of arrangements for a permutation and for its inverse.
///
/// Lists are grouped by orbit, and orbits are in the order of their least members. A start in an earlier
/// orbit therefore means a lexicographically smaller second row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    pub(crate) start: u16,
    pub(crate) inverse: u16,
}

impl Pair {
    /// The entry of a permutation that maps a column into its own stack.
    pub(crate) const NONE: Self = Self { start: u16::MAX, inverse: u16::MAX };
}

/// The part of the list of arrangements that belongs to one orbit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Orbit {
    /// The least permutation.
    pub(crate) least: [u8; 9],
    /// The end of the part.
    pub(crate) end: u16,
    /// Number of arrangements per permutation (the order of its stabilizer).
    length: u16,
}

/// The orbit table.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// The entry of each permutation, indexed by its key.
    pairs: Vec<Pair>,
    /// Indices in `arrangements`, grouped by permutation.
    lists: Vec<u16>,
    pub(crate) orbits: Vec<Orbit>,
    arrangements: Vec<Arrangement>,
    /// Summands of a key, indexed by stack and by the [`index`] of the three columns.
    triples: Vec<[u32; 1024]>,
}

/// Returns the index of three columns.
#[inline]
const fn index(a: u8, b: u8, c: u8) -> usize {
    (a as usize * 9 + b as usize) * 9 + c as usize
}

/// Returns the images of the nine columns.
fn first_nine(images: &[u8; 16]) -> &[u8; 9] {
    images.first_chunk().expect("16 entries")
}

/// Builds the summands of keys. In the first two stacks, a column in its own stack makes every key too large.
fn triples() -> Vec<[u32; 1024]> {
    let mut table = vec![[KEYS as u32; 1024]; 3];
    for stack in 0..2 {
        let mut number = 0;
        let others = || (0..9_u8).filter(move |col| col / 3 != stack);
        for a in others() {
            for b in others().filter(|b| *b != a) {
                for c in others().filter(|c| *c != a && *c != b) {
                    table[stack as usize][index(a, b, c)] = number * [720, 6][stack as usize];
                    number += 1;
                }
            }
        }
    }
    // The other columns determine the set of columns of the last stack, so only its order matters.
    for (triple, order) in table[2].iter_mut().enumerate().take(729) {
        let (a, b, c) = (triple / 81, triple / 9 % 9, triple % 9);
        *order = 2 * (u32::from(a > b) + u32::from(a > c)) + u32::from(b > c);
    }
    table
}

impl Tables {
    /// Builds the table.
    pub(crate) fn new() -> Self {
        let mut tables = Self {
            // Six of seven keys keep `NONE`, which `pair` reports as a box with a digit twice.
            pairs: vec![Pair::NONE; KEYS],
            lists: Vec::with_capacity(15 * ARRANGEMENTS),
            orbits: Vec::with_capacity(15),
            arrangements: (0..ARRANGEMENTS).map(Arrangement::new).collect(),
            triples: triples(),
        };
        let mut inverses = Vec::with_capacity(12_096);
        // Columns can be arranged so that the second row begins with 456 or 457, so every orbit has such a
        // member.
        // Ascending order of the permutations makes the first member found the least of its orbit, and starts
        // of orbits compare like their second rows.
        for third in [5, 6] {
            let mut permutation = [3, 4, third, 0, 0, 0, 0, 0, 0];
            tables.visit(&mut permutation, 3, &mut inverses);
        }
        // The lists are complete now; enter where those of the inverses begin.
        for (key, inverse) in inverses {
            tables.pairs[key as usize].inverse = tables.pairs[inverse as usize].start;
        }
        tables
    }

    /// Visits in ascending order the permutations that begin with the first `place` entries. A permutation
    /// without a list is the least of its orbit, whose lists are then built.
    fn visit(&mut self, permutation: &mut [u8; 9], place: usize, inverses: &mut Vec<(u32, u32)>) {
        if place == 9 {
            // Earlier orbits have filled the entries of all their members.
            if self.pairs[self.key(permutation)].start == u16::MAX {
                self.fill_orbit(permutation, inverses);
            }
            return;
        }
        for col in (0..9).filter(|col| *col as usize / 3 != place / 3) {
            if !permutation[..place].contains(&col) {
                permutation[place] = col;
                self.visit(permutation, place + 1, inverses);
            }
        }
    }

    /// Builds the lists of an orbit, and records the keys of its members with those of their inverses.
    fn fill_orbit(&mut self, least: &[u8; 9], inverses: &mut Vec<(u32, u32)>) {
        let least_key = self.key(least) as u32;
        let keys: Vec<u32> = self.arrangements.iter().map(|order| self.member(least, order)).collect();
        // All stabilizers in an orbit have the same order, so all lists have the same length.
        let length = keys.iter().filter(|key| **key == least_key).count();
        let begin = self.lists.len();
        self.lists.resize(begin + ARRANGEMENTS, 0);
        // The number of arrangements in the list of each member so far. The arrangements of a
        // member are scattered over the keys.
        let mut counts = vec![0; ARRANGEMENTS / length];
        let mut members = 0;
        for (number, key) in keys.into_iter().enumerate() {
            // The first arrangement that maps a member to the least permutation reserves the list of the
            // member.
            let key = key as usize;
            if self.pairs[key].start == u16::MAX {
                self.pairs[key].start = (begin + members * length) as u16;
                inverses.push((key as u32, self.inverse(least, &self.arrangements[number])));
                members += 1;
            }
            let start = self.pairs[key].start as usize;
            let count = &mut counts[(start - begin) / length];
            self.lists[start + *count] = number as u16;
            *count += 1;
        }
        let end = self.lists.len() as u16;
        self.orbits.push(Orbit { least: *least, end, length: length as u16 });
    }

    /// Returns the key of the permutation that an arrangement maps to the least one.
    fn member(&self, least: &[u8; 9], order: &Arrangement) -> u32 {
        let mut images = [0; 16];
        for (from, col) in order.cols.into_iter().zip(least) {
            // Conjugation: both the columns and their images are renamed.
            images[from as usize & 15] = order.cols[*col as usize & 15];
        }
        self.key(first_nine(&images)) as u32
    }

    /// Returns the key of the inverse of that permutation.
    fn inverse(&self, least: &[u8; 9], order: &Arrangement) -> u32 {
        let mut images = [0; 16];
        for (from, col) in order.cols.into_iter().zip(least) {
            images[order.cols[*col as usize & 15] as usize & 15] = from;
        }
        self.key(first_nine(&images)) as u32
    }

    /// Returns the key of a permutation. If it maps a column into its own stack, the key is out of range or
    /// that of an empty entry.
    #[inline]
    fn key(&self, &[a, b, c, d, e, f, g, h, i]: &[u8; 9]) -> usize {
        let [first, second, third] = &self.triples[..] else { return KEYS };
        (first[index(a, b, c) & 1023] + second[index(d, e, f) & 1023] + third[index(g, h, i) & 1023]) as usize
    }

    /// Returns the entry for two rows, given the positions of the digits in the first row and the
    /// digits of the second.
    #[inline]
    pub(crate) fn pair(&self, places: &[u8; 16], second: &[u8; 16]) -> Pair {
        let permutation = core::array::from_fn(|col| places[second[col] as usize & 15]);
        // `NONE` means that a box has a digit twice, so this lookup also checks the boxes.
        self.pairs.get(self.key(&permutation)).copied().unwrap_or(Pair::NONE)
    }

    /// Returns the orbit that a start belongs to.
    #[inline]
    pub(crate) fn orbit(&self, start: u16) -> Option<&Orbit> {
        self.orbits.iter().find(|orbit| start < orbit.end)
    }

    /// Returns the arrangements at this start, by number.
    #[inline]
    pub(crate) fn list(&self, start: u16, orbit: &Orbit) -> &[u16] {
        &self.lists[start as usize..(start + orbit.length) as usize]
    }

    /// Returns the arrangement with this number.
    #[inline]
    pub(crate) fn arrangement(&self, number: u16) -> &Arrangement {
        &self.arrangements[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_rows_have_15_orbits() {
        let tables = Tables::new();
        assert_eq!(tables.orbits.len(), 15);
        // Orbit-stabilizer theorem: the sizes of the orbits add up to the number of permutations.
        let pairs = tables.pairs.iter().filter(|pair| **pair != Pair::NONE).count();
        let sizes = tables.orbits.iter().map(|orbit| ARRANGEMENTS / usize::from(orbit.length));
        assert_eq!((pairs, sizes.sum::<usize>()), (12_096, 12_096));
    }
}
