//! The min-lex form of puzzles: the least of all images of a board, read as a string with 0 for empty cells.
//!
//! Breadth-first over the rows of the image. A state is a way to place the rows so far: which rows, the order of stacks
//! and columns as far as givens fix it, the names of digits. Each state is extended by every row that may come next; the
//! states with the least row stay. Columns without a given so far are interchangeable; they are the left ones of
//! their stack, for zeros come first, and stacks without a given are the left ones of the board. Names are given to
//! digits in the order in which they appear. A row is compared with its names, not by its pattern of givens: the least
//! string does not always have the least pattern.
//!
//! The pattern of a row under a state follows from small tables, and a row with fewer leading zeros than the best so far
//! is left at once. Puzzles of 17 givens have two to three states in the first four rows and one below.
//!
//! Source: refinement row by row as in canonical labelling, B. McKay, "Practical graph isomorphism" (1981).

use crate::board::{Board, ORDERS, board_of};
use crate::form::Form;
use crate::symmetry::Symmetry;
use alloc::vec::Vec;

/// Rows, columns and names as far as they are fixed.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Rows placed, four bits each, the last one lowest.
    rows: u64,
    /// New names of digits, four bits each from digit 0 on; 0 where there is none yet.
    names: u64,
    /// Set of rows not placed yet.
    left: u16,
    transpose: bool,
    /// How many names are taken.
    named: u8,
    /// How many stacks, the left ones, have had no given.
    free_stacks: u8,
    /// By place.
    stacks: [Stack; 3],
}

/// A stack at its place: which it is, and its columns.
#[derive(Clone, Copy, Debug)]
struct Stack {
    /// Its first column.
    first: u8,
    /// Index in [`ORDERS`], of which the free columns, the left ones, may still be permuted; below, in two bits, how many
    /// columns are free: have had no given.
    config: u8,
}

impl Stack {
    const fn order(self) -> [u8; 3] {
        ORDERS[self.config as usize >> 2]
    }

    const fn free(self) -> u8 {
        self.config & 3
    }

    /// The set of its columns in a set of columns.
    #[inline]
    const fn part(self, mask: u16) -> usize {
        (mask >> self.first & 7) as usize
    }
}

/// How many members a set of three has.
#[inline]
const fn count(set: usize) -> u32 {
    0b1110_1001_1001_0100_u32 >> (2 * set) & 3
}

/// What becomes of a stack with givens in some columns.
#[derive(Clone, Copy)]
struct Placed {
    /// The pattern of its cells, the left one highest.
    pattern: u8,
    /// The stack afterwards: free columns with givens come last, and are not free any more.
    config: u8,
    /// How many of the free columns have givens.
    givens: u8,
    /// Where the only given comes, as a shift of four bits a cell.
    shift: u8,
}

/// By [`Stack::config`] and set of columns with givens; the first index is masked to 32.
const PLACED: [[Placed; 8]; 32] = placed();

const fn placed() -> [[Placed; 8]; 32] {
    let mut table = [[Placed { pattern: 0, config: 0, givens: 0, shift: 0 }; 8]; 32];
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
        let (mut pattern, mut shift, mut place) = (0, 0, 0);
        while place < 3 {
            if set >> cols[place] & 1 == 1 {
                pattern |= 4 >> place;
                shift = 4 * (2 - place as u8);
            }
            place += 1;
        }
        let config = order_index(cols[0], cols[1]) << 2 | (free as u8 - givens);
        table[order * 4 + free][set] = Placed { pattern, config, givens, shift };
        index += 1;
    }
    table
}

/// By set of columns with givens: the number of leading zeros of the image of a row while nothing is fixed.
const LEADING: [u8; 512] = leading();

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

/// Index in [`ORDERS`] by the first two of three columns.
const fn order_index(first: u8, second: u8) -> u8 {
    2 * first + (second > 3 - first - second) as u8
}

/// States, kept from board to board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arena {
    states: Vec<State>,
    next: Vec<State>,
    /// Indices of states with the rows that may extend them.
    candidates: Vec<(u32, u8)>,
}

/// The extension of states by one row.
struct Step<'a> {
    /// The cells of the row, four bits each, and the set of columns with givens.
    cells: u64,
    mask: u16,
    /// How many stacks had no given before this row.
    free_stacks: usize,
    /// The least row so far, four bits a cell.
    least: u64,
    next: &'a mut Vec<State>,
}

impl Arena {
    /// The min-lex form of a board of values up to 9.
    pub(crate) fn form(&mut self, boards: &[Board; 2]) -> Form {
        self.states.clear();
        for transpose in [false, true] {
            let stacks = [0, 3, 6].map(|first| Stack { first, config: 3 });
            self.states.push(State {
                rows: 0,
                names: 0,
                left: 0x1ff,
                transpose,
                named: 0,
                free_stacks: 3,
                stacks,
            });
        }
        let mut words = [0; 9];
        for (place, word) in words.iter_mut().enumerate() {
            self.find_candidates(boards, place);
            self.next.clear();
            let mut step = Step { cells: 0, mask: 0, free_stacks: 3, least: u64::MAX, next: &mut self.next };
            for &(index, row) in &self.candidates {
                let state = &self.states[index as usize];
                step.extend(state, &boards[usize::from(state.transpose)], row);
            }
            *word = step.least;
            core::mem::swap(&mut self.states, &mut self.next);
        }
        let Some(first) = self.states.first() else { return Form::IDENTITY };
        let automorphisms =
            self.states.len() as u32 * multiplicity(first, &boards[usize::from(first.transpose)]);
        Form { board: board_of(&words), symmetry: symmetry(first), automorphisms }
    }

    /// The symmetries that the last form was reached by, one for each class under orders of lines without givens.
    pub(crate) fn symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        self.states.iter().map(symmetry)
    }

    /// Finds the rows whose image has the most leading zeros.
    #[inline]
    fn find_candidates(&mut self, boards: &[Board; 2], place: usize) {
        self.candidates.clear();
        if let ([state], 2) = (&self.states[..], place % 3) {
            // The last row of a band.
            let band = state.left & (0b111 << (3 * ((state.rows & 15) / 3)));
            self.candidates.push((0, band.trailing_zeros() as u8));
            return;
        }
        let mut most = 0;
        for (index, state) in self.states.iter().enumerate() {
            let board = &boards[usize::from(state.transpose)];
            each_row(board, state, place, |row, zeros| {
                if zeros > most {
                    most = zeros;
                    self.candidates.clear();
                }
                if zeros == most {
                    self.candidates.push((index as u32, row as u8));
                }
            });
        }
    }
}

/// Calls `visit` with each row that may come next and the number of leading zeros of its image.
#[inline]
fn each_row(board: &Board, state: &State, place: usize, mut visit: impl FnMut(usize, u32)) {
    let begins_band = place.is_multiple_of(3);
    let mut rows =
        if begins_band { state.left } else { state.left & (0b111 << (3 * ((state.rows & 15) / 3))) };
    // Of the rows of a band without givens, and of the bands without givens, one stands for all.
    let (mut empty_bands, mut has_blank_band) = (0_u8, false);
    while rows != 0 {
        let row = rows.trailing_zeros() as usize;
        rows &= rows - 1;
        let mask = board.masks[row & 15];
        if mask == 0 {
            let band = row / 3;
            let is_blank = begins_band && board.masks[3 * band..3 * band + 3] == [0; 3];
            if empty_bands >> band & 1 != 0 || (is_blank && has_blank_band) {
                continue;
            }
            empty_bands |= 1 << band;
            has_blank_band |= is_blank;
        }
        let zeros =
            if place == 0 { u32::from(LEADING[mask as usize & 511]) } else { leading_zeros(state, mask) };
        visit(row, zeros);
    }
}

/// The number of leading zeros of the image of a row with givens in these columns.
#[inline]
fn leading_zeros(state: &State, mask: u16) -> u32 {
    let [mut a, mut b, mut c] =
        state.stacks.map(|stack| u32::from(PLACED[stack.config as usize & 31][stack.part(mask)].pattern));
    if state.free_stacks > 1 {
        (a, b) = (a.min(b), a.max(b));
        if state.free_stacks > 2 {
            (b, c) = (b.min(c), b.max(c));
            (a, b) = (a.min(b), a.max(b));
        }
    }
    (a << 6 | b << 3 | c).leading_zeros() - 23
}

impl Step<'_> {
    /// Extends a state by a row.
    #[inline]
    fn extend(&mut self, state: &State, board: &Board, row: u8) {
        self.cells = board.rows[row as usize & 15];
        self.mask = board.masks[row as usize & 15];
        self.free_stacks = state.free_stacks as usize;
        let mut next = *state;
        next.rows = next.rows << 4 | u64::from(row);
        next.left &= !(1 << row);
        if self.mask == 0 {
            self.accept(&next, 0);
        } else {
            self.place(next, 0, 0);
        }
    }

    /// Writes out the row from a stack on, in every order of columns and stacks that makes it least.
    #[inline]
    fn place(&mut self, mut state: State, mut at: usize, mut word: u64) {
        while at < 3 {
            if at + 1 < self.free_stacks && !self.choose_stack(&mut state, at) {
                return self.place_each_stack(&state, at, word);
            }
            let stack = state.stacks[at];
            let set = stack.part(self.mask);
            word <<= 12;
            if set != 0 {
                let placed = PLACED[stack.config as usize & 31][set];
                if placed.givens > 1 {
                    return self.place_stack(&state, at, word);
                }
                state.stacks[at].config = placed.config;
                state.free_stacks = state.free_stacks.min(at as u8);
                let cells = self.cells >> (4 * stack.first);
                word |= if set & (set - 1) == 0 {
                    state.name(cells >> (4 * (set >> 1)) & 15) << placed.shift
                } else {
                    state.write(cells, state.stacks[at].order())
                };
                if word > self.least >> (24 - 12 * at) {
                    return;
                }
            }
            at += 1;
        }
        self.accept(&state, word);
    }

    /// The same, from a stack on whose predecessor had several ways.
    fn place_rest(&mut self, state: State, at: usize, word: u64) {
        self.place(state, at, word);
    }

    /// Takes a state whose row is written out if no better row is known.
    fn accept(&mut self, state: &State, word: u64) {
        if word < self.least {
            self.least = word;
            self.next.clear();
        }
        if word == self.least {
            self.next.push(*state);
        }
    }

    /// Brings the stack with the fewest givens to a place, among those that have had none before this row; false
    /// where several of them have givens, and equally many.
    #[inline]
    fn choose_stack(&self, state: &mut State, at: usize) -> bool {
        let (mut best, mut least, mut is_alone) = (at, count(state.stacks[at].part(self.mask)), true);
        for other in at + 1..self.free_stacks {
            let count = count(state.stacks[other].part(self.mask));
            if count < least {
                (best, least, is_alone) = (other, count, true);
            } else if count == least {
                is_alone = false;
            }
        }
        state.stacks.swap(at, best);
        is_alone || least == 0
    }

    /// Goes on with each stack without givens so far that may come at this place: those whose part of the row is least.
    fn place_each_stack(&mut self, state: &State, at: usize, word: u64) {
        let free = self.free_stacks;
        let mut keys = [u16::MAX; 3];
        for (key, stack) in keys.iter_mut().zip(&state.stacks).take(free).skip(at) {
            *key = state.key(self.cells >> (4 * stack.first));
        }
        let least = keys.into_iter().min();
        for (other, key) in keys.into_iter().enumerate() {
            if Some(key) == least {
                let mut state = *state;
                state.stacks.swap(at, other);
                self.place_stack(&state, at, word << 12);
            }
        }
    }

    /// Writes out a stack. Free columns: empty cells first, then known names in rising order, then new ones; equal
    /// names, which boards that break the rules have, and new ones in every order.
    fn place_stack(&mut self, state: &State, at: usize, word: u64) {
        let stack = state.stacks[at];
        let cells = self.cells >> (4 * stack.first);
        let mut cols = stack.order();
        let rank = |col: u8| state.rank(cells >> (4 * col) & 15);
        let loose = &mut cols[..stack.free() as usize];
        // Insertion sort of at most three.
        for end in 1..loose.len() {
            let mut at = end;
            while at > 0 && rank(loose[at]) < rank(loose[at - 1]) {
                loose.swap(at, at - 1);
                at -= 1;
            }
        }
        let empty = loose.iter().filter(|col| rank(**col) == 0).count();
        let end = loose.len();
        let ranks = cols.map(rank);
        let mut state = *state;
        state.free_stacks = state.free_stacks.min(at as u8);
        for order in ORDERS {
            let stays = |place: usize| order[place] as usize == place;
            let may_move = |place: usize| empty <= place && place < end;
            let ties = |place: usize| ranks[order[place] as usize] == ranks[place];
            if !(0..3).all(|place| stays(place) || (may_move(place) && ties(place))) {
                continue;
            }
            let cols = order.map(|place| cols[place as usize]);
            let mut state = state;
            state.stacks[at].config = order_index(cols[0], cols[1]) << 2 | empty as u8;
            let word = word | state.write(cells, cols);
            if word <= self.least >> (24 - 12 * at) {
                self.place_rest(state, at + 1, word);
            }
        }
    }
}

impl State {
    /// What a stack without fixed columns adds to the row, as a number that sorts alike: its names in rising order,
    /// 15 for each new one. The cells are those of the stack, four bits each.
    fn key(&self, cells: u64) -> u16 {
        let rank = |col: u64| self.rank(cells >> (4 * col) & 15);
        let (a, b, c) = (rank(0), rank(1), rank(2));
        let (low, high) = (a.min(b), a.max(b));
        let (first, rest) = (low.min(c), low.max(c));
        u16::from(first) << 8 | u16::from(high.min(rest)) << 4 | u16::from(high.max(rest))
    }

    /// 0 for an empty cell, the name of a digit, 15 for one without a name.
    #[inline]
    fn rank(&self, digit: u64) -> u8 {
        let name = (self.names >> (4 * digit)) as u8 & 15;
        if digit != 0 && name == 0 { 15 } else { name }
    }

    /// The name of a digit, a new one if it has none.
    #[inline]
    fn name(&mut self, digit: u64) -> u64 {
        let name = self.names >> (4 * digit) & 15;
        if name != 0 {
            return name;
        }
        self.named += 1;
        self.names |= u64::from(self.named) << (4 * digit);
        u64::from(self.named)
    }

    /// The three cells of a stack in this order, four bits each, the first one highest. Gives names to new digits.
    #[inline]
    fn write(&mut self, cells: u64, cols: [u8; 3]) -> u64 {
        cols.into_iter().fold(0, |word, col| {
            let digit = cells >> (4 * col) & 15;
            word << 4 | if digit == 0 { 0 } else { self.name(digit) }
        })
    }
}

/// How many symmetries a last state stands for: orders of lines and stacks without givens.
fn multiplicity(state: &State, board: &Board) -> u32 {
    const FACTORIALS: [u32; 4] = [1, 1, 2, 6];
    let mut blank_bands = 0;
    let mut orders = FACTORIALS[state.free_stacks as usize & 3];
    for stack in &state.stacks {
        orders *= FACTORIALS[stack.free() as usize];
    }
    for band in board.masks[..9].chunks(3) {
        let empty = band.iter().filter(|mask| **mask == 0).count();
        blank_bands += usize::from(empty == 3);
        orders *= FACTORIALS[empty];
    }
    orders * FACTORIALS[blank_bands]
}

fn symmetry(state: &State) -> Symmetry {
    let rows = core::array::from_fn(|place| (state.rows >> (32 - 4 * place)) as u8 & 15);
    let cols = core::array::from_fn(|place| {
        let stack = state.stacks[place / 3];
        stack.first + stack.order()[place % 3]
    });
    let mut names: [u8; 10] = core::array::from_fn(|digit| (state.names >> (4 * digit)) as u8 & 15);
    let mut named = state.named;
    for name in &mut names[1..] {
        if *name == 0 {
            named += 1;
            *name = named;
        }
    }
    Symmetry::from_parts(state.transpose, rows, cols, names)
}
