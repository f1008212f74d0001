//! The min-lex form of solution grids: the least of the images of a grid, read as a string of 81 digits.
//!
//! The first row of the form is 123456789, so a form begins with a pair of rows of one band, and its second row is the
//! least of an orbit of such pairs (see [`Tables`]). All 36 ordered pairs are looked up, two at a time, for the permutation
//! of a pair in the other order is the inverse. Of the arrangements of the pairs of the least orbit those stay that make
//! the third row least, then the fourth, and so on. Arrangements that stay to the end are the automorphisms.
//!
//! The fourth row begins with 2: the first box has 1, 2 and 3 in its first row. So it is found without comparing.
//!
//! Cost: 18 look-ups and 13.7 arrangements a grid in the mean; most of these end in the first three cells.
//!
//! Source: the forms are those of forum.enjoysudoku.com, thread t30325; the table of orbits is our own.

use crate::form::Form;
use crate::symmetry::Symmetry;
use crate::tables::{Arrangement, Pair, Tables};
use alloc::vec::Vec;

/// The columns of a board follow its rows in [`Lines`], from this number on.
const COLUMNS: u8 = 16;

/// Rows and columns of a board; a mask of 31 bounds their numbers.
pub(crate) struct Lines {
    /// By line: its nine digits.
    cells: [[u8; 16]; 32],
    /// By line and digit: its place.
    places: [[u8; 16]; 32],
}

impl Lines {
    /// No digits.
    const BLANK: Self = Self { cells: [[0; 16]; 32], places: [[u8::MAX; 16]; 32] };

    /// Takes the digits of a grid; `None` where a line lacks one.
    #[inline]
    fn fill(&mut self, grid: &[u8; 81]) -> Option<()> {
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
        let is_full = (0..9).all(|line| self.is_full(line) && self.is_full(COLUMNS + line));
        is_full.then_some(())
    }

    /// The rows of a band; `None` where one lacks a digit.
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

    /// Whether a line has all digits.
    #[inline]
    fn is_full(&self, line: u8) -> bool {
        let places = &self.places[line as usize & 31];
        places[1..10].iter().fold(0, |all, place| all | place) < 16
    }

    #[inline]
    fn cells(&self, line: u8) -> &[u8; 16] {
        &self.cells[line as usize & 31]
    }

    #[inline]
    fn places(&self, line: u8) -> &[u8; 16] {
        &self.places[line as usize & 31]
    }

    /// The digits of a line in the image, one at each of nine places.
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

    /// A line of the image, four bits a digit, the first one highest.
    #[inline]
    pub(crate) fn word(&self, first: u8, line: u8, order: &Arrangement) -> u64 {
        let digit = self.image(first, line, order);
        (0..9).fold(0, |word, at| word << 4 | digit(at))
    }

    /// The pairs of three lines: 01, 02, 12; `None` where a box has a digit twice.
    #[inline]
    pub(crate) fn pairs(&self, tables: &Tables, line: u8) -> Option<[Pair; 3]> {
        let [a, b, c] = [line, line + 1, line + 2];
        let [ab, ac, bc] = [(a, b), (a, c), (b, c)]
            .map(|(first, second)| tables.pair(self.places(first), self.cells(second)));
        (ab != Pair::NONE && ac != Pair::NONE && bc != Pair::NONE).then_some([ab, ac, bc])
    }
}

/// The lines of a band in the order of the image.
type Top = [u8; 3];

/// The starts of the six orders of three lines that begin at this one.
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

/// A way to begin: the first and second line, and an arrangement of the cells of lines.
#[derive(Clone, Copy)]
struct Candidate {
    first: u8,
    second: u8,
    arrangement: u16,
}

/// A search for the candidates that lead to the min-lex form of a grid.
pub(crate) struct Search<'a> {
    tables: &'a Tables,
    lines: Lines,
    candidates: Vec<Candidate>,
}

impl<'a> Search<'a> {
    /// A search that has not run.
    #[inline]
    pub(crate) fn new(tables: &'a Tables) -> Self {
        Self { tables, lines: Lines::BLANK, candidates: Vec::with_capacity(16) }
    }

    /// Finds the candidates, one or more; `None` if the board is not a grid.
    #[inline]
    pub(crate) fn run(&mut self, grid: &[u8; 81]) -> Option<()> {
        self.lines.fill(grid)?;
        let mut starts = [[(0, [0; 3]); 6]; 6];
        let mut least = u16::MAX;
        for (chute, orders_of) in starts.iter_mut().enumerate() {
            let line = if chute < 3 { 3 * chute as u8 } else { COLUMNS + 3 * (chute as u8 - 3) };
            *orders_of = orders(line, self.lines.pairs(self.tables, line)?);
            least = orders_of.iter().fold(least, |least, (start, _)| least.min(*start));
        }
        let orbit = self.tables.orbit(least)?;
        let mut best = u64::MAX;
        for (start, top) in starts.as_flattened() {
            if *start < orbit.end {
                self.try_list(*top, self.tables.list(*start, orbit), &mut best);
            }
        }
        self.keep_least(|search, candidate| search.word(candidate, search.fourth(candidate)));
        for place in 4..9 {
            self.keep_least(|search, candidate| search.word(candidate, search.rows(candidate)[place]));
        }
        Some(())
    }

    /// Takes the arrangements that make the third row least.
    #[inline]
    fn try_list(&mut self, [first, second, third]: Top, list: &[u16], best: &mut u64) {
        for &arrangement in list {
            let order = self.tables.arrangement(arrangement);
            let digit = self.lines.image(first, third, order);
            let head = digit(0) << 8 | digit(1) << 4 | digit(2);
            if head > *best >> 24 {
                continue;
            }
            let word = (3..9).fold(head, |word, at| word << 4 | digit(at));
            if word <= *best {
                if word < *best {
                    *best = word;
                    self.candidates.clear();
                }
                self.candidates.push(Candidate { first, second, arrangement });
            }
        }
    }

    /// Keeps the candidates whose key is least.
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

    #[inline]
    fn word(&self, candidate: Candidate, line: u8) -> u64 {
        self.lines.word(candidate.first, line, self.tables.arrangement(candidate.arrangement))
    }

    /// The line whose image is the fourth row: it has in the first column the digit that is renamed to 2.
    #[inline]
    fn fourth(&self, Candidate { first, arrangement, .. }: Candidate) -> u8 {
        let [col, two, ..] = self.tables.arrangement(arrangement).cols;
        let digit = self.lines.cells(first)[two as usize & 15];
        let across = (first & COLUMNS) ^ COLUMNS;
        (first & COLUMNS) + self.lines.places(across + col)[digit as usize & 15]
    }

    /// The lines in the order of the image; below the fourth, rows and bands are sorted by their first cells.
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
        let after = |begin: u8, line: u8, by: u8| begin + (line - begin + by) % 3;
        let (fifth, sixth) = sort(after(middle, fourth, 1), after(middle, fourth, 2));
        let (a, b) = sort(bottom, bottom + 1);
        let (a, c) = sort(a, bottom + 2);
        let (b, c) = sort(b, c);
        [first, second, 3 * top + 3 - first - second, fourth, fifth, sixth, a, b, c]
    }

    /// The form.
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

    /// The symmetries that lead to the form.
    pub(crate) fn symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        self.candidates.iter().map(|candidate| self.symmetry(*candidate))
    }

    #[inline]
    fn symmetry(&self, candidate: Candidate) -> Symmetry {
        let Candidate { first, arrangement, .. } = candidate;
        let order = self.tables.arrangement(arrangement);
        let places = self.lines.places(first);
        let mut names = [0; 10];
        for digit in 1..10 {
            names[digit] = order.names[places[digit] as usize & 15];
        }
        let rows = self.rows(candidate).map(|line| line & (COLUMNS - 1));
        let cols = core::array::from_fn(|place| order.cols[place]);
        Symmetry::from_parts(first & COLUMNS != 0, rows, cols, names)
    }
}
