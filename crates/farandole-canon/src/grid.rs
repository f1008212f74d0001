//! The min-lex form of solution grids: the least of the images of a grid, read as a string of 81 digits.
//!
//! The first row of the form is 123456789, so a form begins with a pair of rows of one band. For such a pair let `t`
//! be the permutation of columns that sends each column to the one where the first row holds the digit that the second
//! row has there. An arrangement of columns conjugates `t`, and the second row of the image is the conjugate. There are
//! 12,096 such permutations in 15 orbits under the 1,296 arrangements; a table gives for each of them its rank among
//! the orbits and the arrangements that reach the least member. Only pairs of the least rank are written out, row by
//! row, until a row is greater than the best so far. Arrangements that end equal are the automorphisms.
//!
//! Cost: 36 look-ups and 13.7 arrangements a grid in the mean.
//!
//! Source: the forms are those of forum.enjoysudoku.com, thread t30325; the table of orbits is our own.

use crate::Form;
use crate::board::{ORDERS, board_of};
use crate::symmetry::Symmetry;
use alloc::vec;
use alloc::vec::Vec;

/// Arrangements of nine columns: 6 orders of stacks times 6 orders of columns in each of three stacks.
const ARRANGEMENTS: usize = 1296;
/// Keys of permutations: ordered triples of 6 columns for two stacks, and the order of the last three.
const KEYS: usize = 120 * 120 * 6;

/// The table of pairs of rows.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    /// By key of a permutation: where its arrangements begin in `lists`; permutations of a lower rank come first.
    starts: Vec<u16>,
    /// Indices of arrangements, by permutation.
    lists: Vec<u16>,
    /// For each orbit the end of its part of `lists` and the length of each of its lists.
    orbits: Vec<(u16, u16)>,
    /// The least permutation of each orbit.
    least: Vec<[u8; 9]>,
    /// The arrangements: for each column of the image the column of the source.
    arrangements: Vec<[u8; 9]>,
    /// Their inverses, 1-based: for each column of the source its digit in the first row of the image.
    names: Vec<[u8; 16]>,
    /// Parts of a key: by stack and by three columns of the other two stacks.
    triples: Vec<[u16; 3]>,
}

fn arrangement(number: usize) -> [u8; 9] {
    let stacks = ORDERS[number / 216];
    let inside = [ORDERS[number / 36 % 6], ORDERS[number / 6 % 6], ORDERS[number % 6]];
    core::array::from_fn(|place| 3 * stacks[place / 3] + inside[place / 3][place % 3])
}

/// For each column of the source its place in an arrangement, from 1.
fn names(arrangement: &[u8; 9]) -> [u8; 16] {
    let mut names = [0; 16];
    for (place, col) in arrangement.iter().enumerate() {
        names[*col as usize & 15] = place as u8 + 1;
    }
    names
}

/// The parts of the keys of permutations; see [`key`].
fn triples() -> Vec<[u16; 3]> {
    let mut table = vec![[0; 3]; 9 * 9 * 9];
    for stack in 0..3_u8 {
        let mut number = 0;
        let others = || (0..9_u8).filter(move |col| col / 3 != stack);
        for a in others() {
            for b in others().filter(|b| *b != a) {
                for c in others().filter(|c| *c != a && *c != b) {
                    table[index(a, b, c)][stack as usize] = number;
                    number += 1;
                }
            }
        }
    }
    table
}

#[inline]
const fn index(a: u8, b: u8, c: u8) -> usize {
    (a as usize * 9 + b as usize) * 9 + c as usize
}

impl Tables {
    pub(crate) fn new() -> Self {
        let mut tables = Self {
            starts: vec![u16::MAX; KEYS],
            lists: Vec::new(),
            orbits: Vec::new(),
            least: Vec::new(),
            arrangements: (0..ARRANGEMENTS).map(arrangement).collect(),
            names: (0..ARRANGEMENTS).map(|number| names(&arrangement(number))).collect(),
            triples: triples(),
        };
        let mut permutation = [0; 9];
        tables.visit_permutations(&mut permutation, 0);
        tables
    }

    /// Visits in rising order the permutations that a pair of rows can have; each that has no list yet is the
    /// least of its orbit, which is then filled in.
    fn visit_permutations(&mut self, permutation: &mut [u8; 9], place: usize) {
        if place == 9 {
            if self.starts[self.key(permutation)] == u16::MAX {
                self.fill_orbit(permutation);
            }
            return;
        }
        for col in (0..9).filter(|col| *col as usize / 3 != place / 3) {
            if !permutation[..place].contains(&col) {
                permutation[place] = col;
                self.visit_permutations(permutation, place + 1);
            }
        }
    }

    fn fill_orbit(&mut self, least: &[u8; 9]) {
        let mut members: Vec<(usize, u16)> = (0..ARRANGEMENTS)
            .map(|number| {
                // The permutation that this arrangement turns into the least one.
                let order = &self.arrangements[number];
                let mut source = [0; 9];
                for place in 0..9 {
                    source[order[place] as usize] = order[least[place] as usize];
                }
                (self.key(&source), number as u16)
            })
            .collect();
        members.sort_unstable();
        for (key, number) in &members {
            if self.starts[*key] == u16::MAX {
                self.starts[*key] = self.lists.len() as u16;
            }
            self.lists.push(*number);
        }
        let length = members.iter().take_while(|(key, _)| *key == members[0].0).count();
        self.least.push(*least);
        self.orbits.push((self.lists.len() as u16, length as u16));
    }

    /// The key of a permutation that leaves no column in its stack.
    #[inline]
    fn key(&self, permutation: &[u8]) -> usize {
        let &[a, b, c, d, e, f, g, h, i, ..] = permutation else { return 0 };
        let first = self.triples[index(a, b, c)][0] as usize;
        let second = self.triples[index(d, e, f)][1] as usize;
        // The columns of the last three are known by now; their order is told by two comparisons.
        let third = (usize::from(g > h) + usize::from(g > i)) * 2 + usize::from(h > i);
        (first * 120 + second) * 6 + third
    }

    /// Visits each symmetry that leads to the min-lex form, and gives the form; `None` if the board is not a grid.
    pub(crate) fn minimize(
        &self,
        grid: &[u8; 81],
        visit: &mut dyn FnMut(&dyn Fn() -> Symmetry),
    ) -> Option<[u8; 81]> {
        if !is_grid(grid) {
            return None;
        }
        let search = Search { tables: self, boards: both(grid) };
        let mut best = search.run();
        visit(&|| search.symmetry(&best.first));
        for candidate in &best.others {
            visit(&|| search.symmetry(candidate));
        }
        best.rows[0] = 0x1_2345_6789;
        best.rows[1] = search.frame(&best.first).word(best.first.second);
        Some(board_of(&best.rows))
    }

    /// The form of a band: 27 digits, row by row; `None` where a row or box has a digit twice.
    pub(crate) fn band(&self, band: &[u8; 27]) -> Option<BandForm> {
        let mut cells = [0; 81];
        cells[..27].copy_from_slice(band);
        let houses = |house: usize, cell: usize| [cell / 9 == house, cell % 9 / 3 == house];
        for house in 0..3 {
            for kind in 0..2 {
                let in_house = band.iter().enumerate().filter(|(cell, _)| houses(house, *cell)[kind]);
                if in_house.fold(0, |set, (_, digit)| set | bit(*digit)) != ALL_DIGITS {
                    return None;
                }
            }
        }
        let search = Search { tables: self, boards: both(&cells) };
        let pairs = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
        let start = |(first, second)| search.pair(&search.boards[0], first, second);
        let least = pairs.into_iter().map(start).min()?;
        let &(end, length) = self.orbits.iter().find(|(end, _)| least < *end)?;
        let mut form = BandForm { second: u64::MAX, third: u64::MAX, automorphisms: 0 };
        for pair in pairs {
            let from = start(pair);
            if from >= end {
                continue;
            }
            for &arrangement in &self.lists[from as usize..(from + length) as usize] {
                let candidate = Candidate { transpose: false, first: pair.0, second: pair.1, arrangement };
                let frame = search.frame(&candidate);
                let (second, third) = (frame.word(pair.1), frame.word(3 - pair.0 - pair.1));
                if (second, third) < (form.second, form.third) {
                    form = BandForm { second, third, automorphisms: 0 };
                }
                form.automorphisms += u32::from((second, third) == (form.second, form.third));
            }
        }
        Some(form)
    }

    /// The least second rows, one of each orbit: for each column the one where the first row has its digit.
    pub(crate) fn second_rows(&self) -> impl Iterator<Item = [u8; 9]> + '_ {
        self.least.iter().copied()
    }

    /// The form with the first symmetry that reaches it and the number of automorphisms.
    pub(crate) fn form(&self, grid: &[u8; 81]) -> Option<Form> {
        let (mut symmetry, mut automorphisms) = (None, 0);
        let board = self.minimize(grid, &mut |found| {
            symmetry.get_or_insert_with(found);
            automorphisms += 1;
        })?;
        Some(Form { board, symmetry: symmetry?, automorphisms })
    }
}

/// Nine rows of nine cells; 16 of each, so that a mask bounds an index.
type Rows = [[u8; 16]; 16];

/// A board as it is and transposed.
fn both(cells: &[u8; 81]) -> [Rows; 2] {
    let mut boards = [[[0; 16]; 16]; 2];
    for (row, line) in cells.chunks_exact(9).enumerate() {
        for (col, digit) in line.iter().enumerate() {
            boards[0][row & 15][col & 15] = *digit;
            boards[1][col & 15][row & 15] = *digit;
        }
    }
    boards
}

/// One way to begin: two rows of a band, the first and the second of the image, and an arrangement of columns.
#[derive(Clone, Copy, Default)]
struct Candidate {
    transpose: bool,
    first: u8,
    second: u8,
    arrangement: u16,
}

struct Best {
    /// The rows of the best image from the third on, four bits a digit, the first one highest.
    rows: [u64; 9],
    /// The candidates that lead there.
    first: Candidate,
    others: Vec<Candidate>,
}

struct Search<'a> {
    tables: &'a Tables,
    boards: [Rows; 2],
}

/// What a candidate fixes: columns and names of digits.
struct Frame<'a> {
    board: &'a Rows,
    cols: &'a [u8; 9],
    labels: [u8; 16],
}

impl Frame<'_> {
    /// A row of the image, four bits a digit, the first one highest.
    #[inline]
    fn word(&self, row: u8) -> u64 {
        let cells = &self.board[row as usize & 15];
        let label = |col: &u8| u64::from(self.labels[cells[*col as usize & 15] as usize & 15]);
        self.cols.iter().fold(0, |word, col| word << 4 | label(col))
    }

    /// The first cell of a row of the image.
    #[inline]
    fn head(&self, row: u8) -> u8 {
        self.labels[self.board[row as usize & 15][self.cols[0] as usize & 15] as usize & 15]
    }

    /// The rows of a band by their first cells.
    #[inline]
    fn sorted(&self, band: u8) -> [u8; 3] {
        let key = |row: u8| self.head(row) << 4 | row;
        let (a, b, c) = (key(3 * band), key(3 * band + 1), key(3 * band + 2));
        let (low, high) = (a.min(b), a.max(b));
        let (first, rest) = (low.min(c), low.max(c));
        [first, high.min(rest), high.max(rest)].map(|key| key & 15)
    }

    /// The rows of the other two bands: bands and rows by their first cells.
    #[inline]
    fn lower_rows(&self, band: u8) -> [u8; 6] {
        let (mut one, mut other) = (self.sorted((band + 1) % 3), self.sorted((band + 2) % 3));
        if self.head(other[0]) < self.head(one[0]) {
            core::mem::swap(&mut one, &mut other);
        }
        [one[0], one[1], one[2], other[0], other[1], other[2]]
    }
}

impl Search<'_> {
    fn run(&self) -> Best {
        // Both second rows of a first row stand side by side: each is the third row of the other.
        let mut pairs = [([0; 16], 0, Candidate::default()); 36];
        let mut least = u16::MAX;
        for (number, [one, other]) in pairs.as_chunks_mut().0.iter_mut().enumerate() {
            let (transpose, row) = (number >= 9, number as u8 % 9);
            let board = &self.boards[usize::from(transpose)];
            let places = places(&board[row as usize & 15]);
            let band = row / 3 * 3;
            for (pair, second) in [(one, band + (row + 1) % 3), (other, band + (row + 2) % 3)] {
                let permutation = permutation(board, &places, second);
                let start = self.tables.starts[self.tables.key(&permutation)];
                least = least.min(start);
                *pair = (permutation, start, Candidate { transpose, first: row, second, arrangement: 0 });
            }
        }
        let orbit = self.tables.orbits.iter().find(|(end, _)| least < *end);
        let (end, length) = orbit.copied().unwrap_or((0, 0));
        let mut best = Best { rows: [u64::MAX; 9], first: Candidate::default(), others: Vec::new() };
        for (number, (_, start, pair)) in pairs.iter().enumerate() {
            if *start < end {
                let third = &pairs[number ^ 1].0;
                for &arrangement in &self.tables.lists[*start as usize..(start + length) as usize] {
                    let word = self.third_row(arrangement, third);
                    if word <= best.rows[2] {
                        self.compare(Candidate { arrangement, ..*pair }, word, &mut best);
                    }
                }
            }
        }
        best
    }

    /// The third row of an image, four bits a digit, from the permutation that it makes with the first.
    #[inline]
    fn third_row(&self, arrangement: u16, permutation: &[u8; 16]) -> u64 {
        let names = &self.tables.names[arrangement as usize];
        let cols = &self.tables.arrangements[arrangement as usize];
        cols.iter()
            .fold(0, |word, col| word << 4 | u64::from(names[permutation[*col as usize & 15] as usize & 15]))
    }

    fn pair(&self, board: &Rows, first: u8, second: u8) -> u16 {
        let permutation = permutation(board, &places(&board[first as usize & 15]), second);
        self.tables.starts[self.tables.key(&permutation)]
    }

    fn frame(&self, candidate: &Candidate) -> Frame<'_> {
        let board = &self.boards[usize::from(candidate.transpose)];
        let cols = &self.tables.arrangements[candidate.arrangement as usize];
        let mut labels = [0; 16];
        let first = &board[candidate.first as usize & 15];
        for (place, col) in cols.iter().enumerate() {
            labels[first[*col as usize & 15] as usize & 15] = place as u8 + 1;
        }
        Frame { board, cols, labels }
    }

    /// Writes out the image of a candidate as far as it is not greater than the best, and keeps it if it is least.
    fn compare(&self, candidate: Candidate, third: u64, best: &mut Best) {
        let frame = self.frame(&candidate);
        let mut is_less = third < best.rows[2];
        best.rows[2] = third;
        for (place, row) in frame.lower_rows(candidate.first / 3).into_iter().enumerate() {
            let word = frame.word(row);
            if !is_less && word > best.rows[place + 3] {
                return;
            }
            is_less |= word < best.rows[place + 3];
            best.rows[place + 3] = word;
        }
        if is_less {
            best.first = candidate;
            best.others.clear();
        } else {
            best.others.push(candidate);
        }
    }

    fn symmetry(&self, candidate: &Candidate) -> Symmetry {
        let frame = self.frame(candidate);
        let Candidate { transpose, first, second, .. } = *candidate;
        let band = first / 3;
        let [a, b, c, d, e, f] = frame.lower_rows(band);
        let rows = [first, second, 9 * band + 3 - first - second, a, b, c, d, e, f];
        let digits = core::array::from_fn(|digit| frame.labels[digit]);
        Symmetry::from_parts(transpose, rows, *frame.cols, digits)
    }
}

/// For each column the one where the first row of a pair has the digit of the second.
#[inline]
fn permutation(board: &Rows, places: &[u8; 16], second: u8) -> [u8; 16] {
    board[second as usize & 15].map(|digit| places[digit as usize & 15])
}

/// The column of each digit of a row.
#[inline]
fn places(row: &[u8; 16]) -> [u8; 16] {
    let mut places = [0; 16];
    for col in 0..9 {
        places[row[col] as usize & 15] = col as u8;
    }
    places
}

/// The form of a band; it sorts as the strings of the forms do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct BandForm {
    /// Second and third row, four bits a digit, the first one highest.
    second: u64,
    third: u64,
    /// How many ways lead to the form.
    pub(crate) automorphisms: u32,
}

/// The set of the digits 1 to 9.
const ALL_DIGITS: u16 = 0x3fe;

/// The set of one value; empty for values of 16 and more.
fn bit(value: u8) -> u16 {
    1_u16.checked_shl(u32::from(value)).unwrap_or(0)
}

/// Whether every row, column and box has each digit once.
fn is_grid(board: &[u8; 81]) -> bool {
    let mut cols = [0_u16; 9];
    let mut is_good = true;
    for band in board.chunks_exact(27) {
        let mut in_band = [0_u16; 9];
        for row in band.chunks_exact(9) {
            let bits: [u16; 9] = core::array::from_fn(|col| if row[col] < 16 { 1 << row[col] } else { 0 });
            is_good &= bits.iter().fold(0, |set, bit| set | bit) == ALL_DIGITS;
            in_band = core::array::from_fn(|col| in_band[col] | bits[col]);
        }
        cols = core::array::from_fn(|col| cols[col] | in_band[col]);
        is_good &= in_band.chunks_exact(3).all(|stack| stack[0] | stack[1] | stack[2] == ALL_DIGITS);
    }
    is_good && cols == [ALL_DIGITS; 9]
}
