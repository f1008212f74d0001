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
const PATTERNS: [[[u8; 8]; 4]; 8] = patterns();

const fn patterns() -> [[[u8; 8]; 4]; 8] {
    let mut table = [[[0; 8]; 4]; 8];
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

/// Free columns after a row: those with givens come last.
#[derive(Clone, Copy)]
struct Placed {
    order: u8,
    /// How many of the free columns have givens.
    givens: u8,
}

/// By order, number of free columns and set of columns with givens; indices of orders are masked to 8.
const PLACED: [[[Placed; 8]; 4]; 8] = placed();

const fn placed() -> [[[Placed; 8]; 4]; 8] {
    let mut table = [[[Placed { order: 0, givens: 0 }; 8]; 4]; 8];
    let mut index = 0;
    while index < 6 * 4 * 8 {
        let (order, free, set) = (index / 32, index / 8 % 4, index % 8);
        let (mut cols, mut count, mut givens) = (ORDERS[order], 0, 0);
        // A stable partition of the free columns.
        let mut pass = 0;
        while pass < 2 {
            let mut place = 0;
            while place < free {
                if set >> ORDERS[order][place] & 1 == pass {
                    cols[count] = ORDERS[order][place];
                    count += 1;
                    givens += pass as u8;
                }
                place += 1;
            }
            pass += 1;
        }
        table[order][free][set] = Placed { order: order_index(cols[0], cols[1]), givens };
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
    /// Indices of states with the rows that may extend them.
    candidates: Vec<(u32, u8)>,
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
            self.candidates.clear();
            let mut leading = 0;
            for (index, state) in self.states.iter().enumerate() {
                let board = &boards[usize::from(state.transpose)];
                each_row(board, state, place, |row, zeros| {
                    if zeros > leading {
                        leading = zeros;
                        self.candidates.clear();
                    }
                    if zeros == leading {
                        self.candidates.push((index as u32, row as u8));
                    }
                });
            }
            self.next.clear();
            let mut step =
                Step { board: &boards[0], row: 0, free_stacks: 3, least: u64::MAX, next: &mut self.next };
            for &(index, row) in &self.candidates {
                let state = &self.states[index as usize];
                step.board = &boards[usize::from(state.transpose)];
                step.extend(state, row);
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
        let mask = board.masks[row];
        if mask == 0 {
            let band = row / 3;
            let is_blank = begins_band && board.masks[3 * band..3 * band + 3] == [0; 3];
            if empty_bands >> band & 1 != 0 || (is_blank && has_blank_band) {
                continue;
            }
            empty_bands |= 1 << band;
            has_blank_band |= is_blank;
        }
        visit(row, leading_zeros(state, mask));
    }
}

/// The number of leading zeros of the image of a row with givens in these columns.
#[inline]
fn leading_zeros(state: &State, mask: u16) -> u32 {
    let part = |stack: &Stack| {
        let set = mask >> (3 * stack.source) & 7;
        u32::from(PATTERNS[stack.order as usize & 7][stack.free as usize & 3][set as usize])
    };
    let [mut a, mut b, mut c] = [part(&state.stacks[0]), part(&state.stacks[1]), part(&state.stacks[2])];
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
    fn extend(&mut self, state: &State, row: u8) {
        let next = State { rows: state.rows << 4 | u64::from(row), left: state.left & !(1 << row), ..*state };
        self.row = row as usize;
        self.free_stacks = state.free_stacks as usize;
        self.place(&next, 0, 0);
    }

    /// Writes out the row from a stack on, in every order of columns and stacks that makes it least.
    fn place(&mut self, state: &State, mut at: usize, mut word: u64) {
        let mut state = *state;
        while at < 3 {
            if at + 1 < self.free_stacks && !self.choose_stack(&mut state, at) {
                return self.place_each_stack(&state, at, word);
            }
            let Stack { source, order, free } = state.stacks[at];
            let set = (self.board.masks[self.row] >> (3 * source) & 7) as usize;
            word <<= 12;
            if set != 0 {
                let placed = PLACED[order as usize & 7][free as usize & 3][set];
                if placed.givens > 1 {
                    return self.place_stack(&state, at, word);
                }
                state.stacks[at] = Stack { source, order: placed.order, free: free - placed.givens };
                state.free_stacks = state.free_stacks.min(at as u8);
                word |= self.write(&mut state, source, ORDERS[placed.order as usize]);
                if word > self.least >> (24 - 12 * at) {
                    return;
                }
            }
            at += 1;
        }
        self.accept(&state, word);
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
        let count = |stack: &Stack| (self.board.masks[self.row] >> (3 * stack.source) & 7).count_ones();
        let (mut best, mut least, mut is_alone) = (at, count(&state.stacks[at]), true);
        for other in at + 1..self.free_stacks {
            let count = count(&state.stacks[other]);
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
            *key = self.key(state, stack.source);
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
    fn place_stack(&mut self, state: &State, at: usize, word: u64) {
        let Stack { source, order, free } = state.stacks[at];
        let cells = self.board.rows[self.row] >> (12 * source);
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
        let known = loose.iter().filter(|col| rank(**col) < 15).count();
        let new = loose.len() - known;
        let mut state = *state;
        state.stacks[at].free = empty as u8;
        state.free_stacks = state.free_stacks.min(at as u8);
        let mut go_on = |cols: [u8; 3]| {
            let mut state = state;
            state.stacks[at].order = order_index(cols[0], cols[1]);
            let word = word | self.write(&mut state, source, cols);
            if word <= self.least >> (24 - 12 * at) {
                self.place(&state, at + 1, word);
            }
        };
        match new {
            3 => ORDERS.into_iter().for_each(go_on),
            2 => {
                go_on(cols);
                cols.swap(known, known + 1);
                go_on(cols);
            }
            _ => go_on(cols),
        }
    }

    /// The three cells of a stack in this order, four bits each, the first one highest. Gives names to new digits.
    #[inline]
    fn write(&self, state: &mut State, source: u8, cols: [u8; 3]) -> u64 {
        let cells = self.board.rows[self.row] >> (12 * source);
        let mut word = 0;
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
        word
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
