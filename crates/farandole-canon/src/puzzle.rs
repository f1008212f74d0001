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

use crate::Form;
use crate::board::{Board, ORDERS, board_of};
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
    source: u8,
    /// Index in [`ORDERS`], of which the free columns, the left ones, may still be permuted.
    order: u8,
    /// How many columns have had no given.
    free: u8,
}

/// Pattern of three cells, the left one highest, by order, number of free columns and set of columns with givens.
const PATTERNS: [[[u8; 8]; 4]; 6] = patterns();

const fn patterns() -> [[[u8; 8]; 4]; 6] {
    let mut table = [[[0; 8]; 4]; 6];
    let mut index = 0;
    while index < 6 * 4 * 8 {
        let (order, free, set) = (index / 32, index / 8 % 4, index % 8);
        let (mut pattern, mut loose, mut place) = (0, 0, 0);
        while place < 3 {
            let has_given = set >> ORDERS[order][place] & 1;
            if place < free {
                loose += has_given;
            } else {
                pattern |= has_given << (2 - place);
            }
            place += 1;
        }
        // The givens of free columns stand at the right end of these.
        table[order][free][set] = (pattern | ((1 << loose) - 1) << (3 - free)) as u8;
        index += 1;
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
}

/// The extension of states by one row.
struct Step<'a> {
    /// The rows of the orientation at hand.
    board: &'a Board,
    row: usize,
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
            let stacks = [0, 1, 2].map(|source| Stack { source, order: 0, free: 3 });
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
            self.next.clear();
            let mut step =
                Step { board: &boards[0], row: 0, free_stacks: 3, least: u64::MAX, next: &mut self.next };
            for state in &self.states {
                step.board = &boards[usize::from(state.transpose)];
                step.extend(state, place);
            }
            *word = step.least;
            core::mem::swap(&mut self.states, &mut self.next);
        }
        let Some(first) = self.states.first() else { return Form::IDENTITY };
        let automorphisms =
            self.states.len() as u32 * multiplicity(first, &boards[usize::from(first.transpose)]);
        Form { board: board_of(&words), symmetry: symmetry(first), automorphisms }
    }
}

impl Step<'_> {
    /// Extends a state by each row that may come next.
    fn extend(&mut self, state: &State, place: usize) {
        let begins_band = place.is_multiple_of(3);
        let mut rows =
            if begins_band { state.left } else { state.left & (0b111 << (3 * ((state.rows & 15) / 3))) };
        // Of the rows of a band without givens, and of the bands without givens, one stands for all.
        let (mut empty_bands, mut has_blank_band) = (0_u8, false);
        while rows != 0 {
            let row = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let mask = self.board.masks[row];
            if mask == 0 {
                let band = row / 3;
                let is_blank = begins_band && self.board.masks[3 * band..3 * band + 3] == [0; 3];
                if empty_bands >> band & 1 != 0 || (is_blank && has_blank_band) {
                    continue;
                }
                empty_bands |= 1 << band;
                has_blank_band |= is_blank;
            }
            if self.bound(state, mask) > self.least {
                continue;
            }
            let state =
                State { rows: state.rows << 4 | row as u64, left: state.left & !(1 << row), ..*state };
            self.row = row;
            self.free_stacks = state.free_stacks as usize;
            self.place(&state, 0, 0);
        }
    }

    /// A lower bound on the image of a row: what its leading zeros say.
    #[inline]
    fn bound(&self, state: &State, mask: u16) -> u64 {
        let mut parts = state.stacks.map(|stack| {
            let set = mask >> (3 * stack.source) & 7;
            PATTERNS[stack.order as usize][stack.free as usize & 3][set as usize]
        });
        if state.free_stacks > 1 {
            parts[..state.free_stacks as usize].sort_unstable();
        }
        let pattern = u32::from(parts[0]) << 6 | u32::from(parts[1]) << 3 | u32::from(parts[2]);
        match pattern.checked_ilog2() {
            Some(highest) => 1 << (4 * highest),
            None => 0,
        }
    }

    /// Writes out the row from a stack on, in every order of columns and stacks that makes it least.
    fn place(&mut self, state: &State, at: usize, word: u64) {
        if at == 3 {
            if word < self.least {
                self.least = word;
                self.next.clear();
            }
            if word == self.least {
                self.next.push(*state);
            }
            return;
        }
        if word > self.least >> (36 - 12 * at) {
            return;
        }
        if at + 1 < self.free_stacks {
            return self.place_free_stacks(state, at, word);
        }
        self.place_stack(state, at, word);
    }

    /// Goes on with each stack without givens so far that may come at this place: those whose part of the row is least.
    fn place_free_stacks(&mut self, state: &State, at: usize, word: u64) {
        let free = self.free_stacks;
        let mut keys = [0; 3];
        for (key, stack) in keys.iter_mut().zip(&state.stacks).take(free).skip(at) {
            *key = self.key(state, stack.source);
        }
        let least = keys[at..free].iter().copied().min().unwrap_or(0);
        for other in at..free {
            if keys[other] == least {
                let mut state = *state;
                state.stacks.swap(at, other);
                self.place_stack(&state, at, word);
                if least == 0 {
                    // Stacks without givens are alike.
                    return;
                }
            }
        }
    }

    /// What a stack without fixed columns adds to the row, as a number that sorts alike: its names in rising order,
    /// 15 for each new one.
    fn key(&self, state: &State, source: u8) -> u16 {
        let cells = self.board.rows[self.row] >> (12 * source);
        let rank = |col: u64| self.rank(state, cells >> (4 * col) & 15);
        let (a, b, c) = (rank(0), rank(1), rank(2));
        let (low, high) = (a.min(b), a.max(b));
        let (first, rest) = (low.min(c), low.max(c));
        u16::from(first) << 8 | u16::from(high.min(rest)) << 4 | u16::from(high.max(rest))
    }

    /// 0 for an empty cell, the name of a digit, 15 for one without a name.
    #[inline]
    fn rank(&self, state: &State, digit: u64) -> u8 {
        let name = (state.names >> (4 * digit)) as u8 & 15;
        if digit != 0 && name == 0 { 15 } else { name }
    }

    /// Writes out a stack. Free columns: empty cells first, then known names in rising order, then new ones in every
    /// order.
    #[inline]
    fn place_stack(&mut self, state: &State, at: usize, word: u64) {
        let Stack { source, order, free } = state.stacks[at];
        let cells = self.board.rows[self.row] >> (12 * source) & 0xfff;
        if cells == 0 {
            return self.place(state, at + 1, word << 12);
        }
        let mut cols = ORDERS[order as usize];
        let rank = |col: u8| self.rank(state, cells >> (4 * col) & 15);
        let loose = &mut cols[..free as usize];
        // Insertion sort of at most three.
        for end in 1..loose.len() {
            let mut at = end;
            while at > 0 && rank(loose[at]) < rank(loose[at - 1]) {
                loose.swap(at, at - 1);
                at -= 1;
            }
        }
        let empty = loose.iter().filter(|col| rank(**col) == 0).count();
        let new = loose.iter().filter(|col| rank(**col) == 15).count();
        let known = loose.len() - new;
        let mut state = *state;
        state.stacks[at].free = empty as u8;
        state.free_stacks = state.free_stacks.min(at as u8);
        match new {
            3 => {
                for order in ORDERS {
                    self.write(&state, at, order, cells, word);
                }
            }
            2 => {
                self.write(&state, at, cols, cells, word);
                cols.swap(known, known + 1);
                self.write(&state, at, cols, cells, word);
            }
            _ => self.write(&state, at, cols, cells, word),
        }
    }

    /// Writes the three cells of a stack in this order, gives names, and goes on.
    #[inline]
    fn write(&mut self, state: &State, at: usize, cols: [u8; 3], cells: u64, mut word: u64) {
        let mut state = *state;
        state.stacks[at].order = order_index(cols[0], cols[1]);
        for col in cols {
            let digit = cells >> (4 * col) & 15;
            let mut name = state.names >> (4 * digit) & 15;
            if digit != 0 && name == 0 {
                state.named += 1;
                name = u64::from(state.named);
                state.names |= name << (4 * digit);
            }
            word = word << 4 | name;
        }
        self.place(&state, at + 1, word);
    }
}

/// How many symmetries a last state stands for: orders of lines and stacks without givens.
fn multiplicity(state: &State, board: &Board) -> u32 {
    const FACTORIALS: [u32; 4] = [1, 1, 2, 6];
    let mut blank_bands = 0;
    let mut orders = FACTORIALS[state.free_stacks as usize & 3];
    for stack in &state.stacks {
        orders *= FACTORIALS[stack.free as usize & 3];
    }
    for band in board.masks.chunks(3) {
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
        3 * stack.source + ORDERS[stack.order as usize][place % 3]
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
