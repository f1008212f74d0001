//! Min-lex form of solution grids, by table lookup of row pairs and refinement row by row.
//!
//! The first row of the form is 123456789, so a form starts with an ordered pair of rows of one
//! band (or of columns of one stack), and its second row is the least of an orbit of such pairs
//! (see [`Tables`]). All 36 ordered pairs are looked up, two at a time, because the reversed pair
//! has the inverse permutation. The pairs in the least orbit give a list of arrangements. It is
//! reduced to the arrangements with the least third row, then to those with the least fourth row,
//! and so on. The remaining arrangements correspond to the automorphisms.
//!
//! The fourth row starts with 2, because the first row of the first box is 123. It is therefore
//! found by lookup.
//!
//! Cost: 18 lookups and on average 13.7 arrangements per grid; most arrangements are rejected
//! within three cells. The worst case is the grid with 648 automorphisms, for which 648
//! arrangements remain at the end.
//!
//! Source: the forms are those of forum.enjoysudoku.com, thread t30325; the table of orbits is our own.

use crate::form::Form;
use crate::symmetry::Symmetry;
use crate::tables::{Arrangement, Pair, Tables};
use alloc::vec::Vec;

/// Index of the first column of a board in [`Lines`]; the rows come before it.
// A power of two above 9: a bit test gives the orientation of a line, and XOR exchanges the two.
const COLUMNS: u8 = 16;

/// Rows and columns of a board. The arrays have 32 entries because masking an index with 31 then
/// removes the bounds check.
pub(crate) struct Lines {
    /// The nine digits of each line: rows at indices 0 to 8, columns at indices 16 to 24.
    cells: [[u8; 16]; 32],
    /// For each line, as in `cells`, the position of each digit (index 1 to 9), or `u8::MAX` if it is missing.
    places: [[u8; 16]; 32],
}

impl Lines {
    /// Lines without digits.
    // Missing digits are at `u8::MAX`, so that `is_full` finds them by OR alone.
    const BLANK: Self = Self { cells: [[0; 16]; 32], places: [[u8::MAX; 16]; 32] };

    /// Loads a grid. Returns `None` if a line lacks a digit.
    #[inline]
    fn fill(&mut self, grid: &[u8; 81]) -> Option<()> {
        // A single test rejects all values that exceed the tables.
        if grid.iter().fold(0, |all, digit| all | digit) > 15 {
            return None;
        }
        for (row, digits) in grid.as_chunks::<9>().0.iter().enumerate() {
            for (col, digit) in digits.iter().enumerate() {
                let digit = digit & 15;
                self.cells[row][col] = digit;
                self.cells[16 + col][row] = digit;
                self.places[row][digit as usize] = col as u8;
                self.places[16 + col][digit as usize] = row as u8;
            }
        }
        // This checks rows and columns. Boxes are checked by `pairs`.
        let is_full = (0..9).all(|line| self.is_full(line) && self.is_full(COLUMNS + line));
        is_full.then_some(())
    }

    /// Loads the rows of a band. Returns `None` if a row lacks a digit.
    pub(crate) fn of_band(band: &[u8; 27]) -> Option<Self> {
        if band.iter().any(|digit| *digit > 15) {
            return None;
        }
        let mut lines = Self::BLANK;
        for (row, digits) in band.as_chunks::<9>().0.iter().enumerate() {
            for (col, digit) in digits.iter().enumerate() {
                lines.cells[row][col] = *digit;
                lines.places[row][*digit as usize & 15] = col as u8;
            }
        }
        (0..3).all(|line| lines.is_full(line)).then_some(lines)
    }

    /// Returns true if a line has all nine digits.
    #[inline]
    fn is_full(&self, line: u8) -> bool {
        let places = &self.places[line as usize & 31];
        // A missing digit has position `u8::MAX`.
        places[1..10].iter().fold(0, |all, place| all | place) < 16
    }

    /// Returns the digits of a line.
    #[inline]
    fn cells(&self, line: u8) -> &[u8; 16] {
        &self.cells[line as usize & 31]
    }

    /// Returns the positions of the digits of a line.
    #[inline]
    fn places(&self, line: u8) -> &[u8; 16] {
        &self.places[line as usize & 31]
    }

    /// Returns a function that computes the digit at each of the nine positions of the image of `line`, if
    /// the image of `first` is the first row.
    #[inline]
    pub(crate) fn image<'a>(
        &'a self,
        first: u8,
        line: u8,
        order: &'a Arrangement,
    ) -> impl Fn(usize) -> u64 + 'a {
        let (cells, places) = (self.cells(line), self.places(first));
        move |at| {
            let digit = cells[order.cols[at] as usize & 15];
            u64::from(order.names[places[digit as usize & 15] as usize & 15])
        }
    }

    /// Returns the image of a line as a word, with four bits per digit and the first digit in the
    /// highest bits. Words compare like strings.
    #[inline]
    pub(crate) fn word(&self, first: u8, line: u8, order: &Arrangement) -> u64 {
        let digit = self.image(first, line, order);
        // Words are compared instead of arrays: one comparison of 64 bits decides.
        (0..9).fold(0, |word, at| word << 4 | digit(at))
    }

    /// Returns the table entries for the pairs 01, 02 and 12 of the three lines from `line`, or
    /// `None` if a digit occurs twice in a box.
    #[inline]
    pub(crate) fn pairs(&self, tables: &Tables, line: u8) -> Option<[Pair; 3]> {
        let [a, b, c] = [line, line + 1, line + 2];
        let [ab, ac, bc] = [(a, b), (a, c), (b, c)]
            .map(|(first, second)| tables.pair(self.places(first), self.cells(second)));
        (ab != Pair::NONE && ac != Pair::NONE && bc != Pair::NONE).then_some([ab, ac, bc])
    }
}

/// The three lines of a band in the order of the image.
type Top = [u8; 3];

/// Returns the six orders of three lines that begin at `line`, each with its start in the list of
/// arrangements.
#[inline]
pub(crate) fn orders(line: u8, [ab, ac, bc]: [Pair; 3]) -> [(u16, Top); 6] {
    let [a, b, c] = [line, line + 1, line + 2];
    [
        (ab.start, [a, b, c]),
        (ab.inverse, [b, a, c]),
        (ac.start, [a, c, b]),
        (ac.inverse, [c, a, b]),
        (bc.start, [b, c, a]),
        (bc.inverse, [c, b, a]),
    ]
}

/// The beginning of a form: the first two lines, and the arrangement of the cells of a line.
#[derive(Clone, Copy)]
struct Candidate {
    first: u8,
    second: u8,
    arrangement: u16,
}

/// The search for the candidates that lead to the min-lex form of a grid.
pub(crate) struct Search<'a> {
    tables: &'a Tables,
    lines: Lines,
    candidates: Vec<Candidate>,
}

impl<'a> Search<'a> {
    /// Returns a search that has not run.
    #[inline]
    pub(crate) fn new(tables: &'a Tables) -> Self {
        // A list on the heap, since an array for 648 candidates would have to be cleared for each grid.
        Self { tables, lines: Lines::BLANK, candidates: Vec::with_capacity(16) }
    }

    /// Finds the candidates, at least one. Returns `None` if the board is not a solution grid.
    #[inline]
    pub(crate) fn run(&mut self, grid: &[u8; 81]) -> Option<()> {
        self.lines.fill(grid)?;
        let mut starts = [[(0, [0; 3]); 6]; 6];
        let mut least = u16::MAX;
        // The least start over all ordered pairs determines the second row.
        for (chute, orders_of) in starts.iter_mut().enumerate() {
            let line = if chute < 3 { 3 * chute as u8 } else { COLUMNS + 3 * (chute as u8 - 3) };
            *orders_of = orders(line, self.lines.pairs(self.tables, line)?);
            least = orders_of.iter().fold(least, |least, (start, _)| least.min(*start));
        }
        let orbit = self.tables.orbit(least)?;
        let mut best = u64::MAX;
        for (start, top) in starts.as_flattened() {
            // No start precedes the least orbit, so this selects its members.
            if *start < orbit.end {
                self.try_list(*top, self.tables.list(*start, orbit), &mut best);
            }
        }
        // The remaining rows matter only if several candidates are left.
        self.keep_least(|search, candidate| search.word(candidate, search.fourth(candidate)));
        for place in 4..9 {
            self.keep_least(|search, candidate| search.word(candidate, search.rows(candidate)[place]));
        }
        Some(())
    }

    /// Tries the arrangements of a list and keeps those with the least third row.
    #[inline]
    fn try_list(&mut self, [first, second, third]: Top, list: &[u16], best: &mut u64) {
        for &arrangement in list {
            let order = self.tables.arrangement(arrangement);
            let digit = self.lines.image(first, third, order);
            // Most arrangements are rejected by their first three cells.
            let head = digit(0) << 8 | digit(1) << 4 | digit(2);
            if head > *best >> 24 {
                continue;
            }
            let word = (3..9).fold(head, |word, at| word << 4 | digit(at));
            if word <= *best {
                // A strictly lesser row discards all candidates so far.
                if word < *best {
                    *best = word;
                    self.candidates.clear();
                }
                self.candidates.push(Candidate { first, second, arrangement });
            }
        }
    }

    /// Keeps the candidates with the least key.
    #[inline]
    fn keep_least(&mut self, key: impl Fn(&Self, Candidate) -> u64) {
        if self.candidates.len() < 2 {
            return;
        }
        let (mut best, mut kept) = (u64::MAX, 0);
        for number in 0..self.candidates.len() {
            let candidate = self.candidates[number];
            let word = key(self, candidate);
            if word < best {
                (best, kept) = (word, 0);
            }
            if word == best {
                self.candidates[kept] = candidate;
                kept += 1;
            }
        }
        self.candidates.truncate(kept);
    }

    /// Returns the image of a line under a candidate.
    #[inline]
    fn word(&self, candidate: Candidate, line: u8) -> u64 {
        self.lines.word(candidate.first, line, self.tables.arrangement(candidate.arrangement))
    }

    /// Returns the line whose image is the fourth row. Its digit in the first column is renamed to 2.
    #[inline]
    fn fourth(&self, Candidate { first, arrangement, .. }: Candidate) -> u8 {
        let [col, two, ..] = self.tables.arrangement(arrangement).cols;
        let digit = self.lines.cells(first)[two as usize & 15];
        // Find the digit in the first column of the image, which is a line of the other
        // orientation.
        let across = (first & COLUMNS) ^ COLUMNS;
        (first & COLUMNS) + self.lines.places(across + col)[digit as usize & 15]
    }

    /// Returns the lines in the order of the image. Rows and bands after the fourth row are sorted
    /// by their first cells.
    #[inline]
    fn rows(&self, candidate: Candidate) -> [u8; 9] {
        let Candidate { first, second, arrangement } = candidate;
        let order = self.tables.arrangement(arrangement);
        let base = first & COLUMNS;
        let number = |line: u8| (line - base) / 3;
        let head = |line: u8| self.lines.image(first, line, order)(0);
        let sort = |a: u8, b: u8| if head(a) < head(b) { (a, b) } else { (b, a) };
        let fourth = self.fourth(candidate);
        let (top, middle) = (base + 3 * number(first), base + 3 * number(fourth));
        let bottom = base + 3 * (3 - number(first) - number(fourth));
        // The two other lines of a band follow modulo 3.
        let after = |begin: u8, line: u8, by: u8| begin + (line - begin + by) % 3;
        let (fifth, sixth) = sort(after(middle, fourth, 1), after(middle, fourth, 2));
        // A sorting network for the three lines of the last band.
        let (a, b) = sort(bottom, bottom + 1);
        let (a, c) = sort(a, bottom + 2);
        let (b, c) = sort(b, c);
        // The lines of a band sum to `3 * top + 3`, which gives the third one.
        [first, second, 3 * top + 3 - first - second, fourth, fifth, sixth, a, b, c]
    }

    /// Returns the form.
    #[inline]
    pub(crate) fn form(&self) -> Form {
        let candidate = self.candidates[0];
        let symmetry = self.symmetry(candidate);
        let mut board = [0; 81];
        for (row, cells) in board.as_chunks_mut::<9>().0.iter_mut().enumerate() {
            let line = self.lines.cells((candidate.first & COLUMNS) + symmetry.rows()[row]);
            for (cell, col) in cells.iter_mut().zip(symmetry.cols()) {
                *cell = symmetry.name(line[*col as usize & 15]);
            }
        }
        Form { board, symmetry, automorphisms: self.candidates.len() as u32 }
    }

    /// Returns the symmetries that lead to the form.
    pub(crate) fn symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        self.candidates.iter().map(|candidate| self.symmetry(*candidate))
    }

    /// Returns the symmetry of a candidate.
    #[inline]
    fn symmetry(&self, candidate: Candidate) -> Symmetry {
        let Candidate { first, arrangement, .. } = candidate;
        let order = self.tables.arrangement(arrangement);
        let places = self.lines.places(first);
        // Digits are named so that the first row becomes 123456789.
        let mut names = [0; 10];
        for digit in 1..10 {
            names[digit] = order.names[places[digit] as usize & 15];
        }
        // The orientation bit is dropped, because the symmetry stores the orientation separately.
        let rows = self.rows(candidate).map(|line| line & (COLUMNS - 1));
        let cols = core::array::from_fn(|place| order.cols[place]);
        Symmetry::from_parts(first & COLUMNS != 0, rows, cols, names)
    }
}
