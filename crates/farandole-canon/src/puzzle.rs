//! Min-lex form of puzzles, by partition refinement row by row (canonical labelling).
//!
//! The search is breadth-first over the rows of the image. A state consists of the rows chosen so
//! far, the order of stacks and columns as far as givens determine it, and the names of digits.
//! Each state is extended by every row that may come next. Only states with the least row are kept.
//!
//! Columns without a given so far are interchangeable. Zeros come first, so these columns are the
//! left ones of their stack, and stacks without a given are the left ones of the board. Digits are
//! named in order of appearance. Rows are compared by the names of their digits, not by their
//! patterns of givens, because the least string does not always have the least pattern.
//!
//! The pattern of a row under a state is looked up in small tables. A row with fewer leading zeros
//! than the best so far is rejected early.
//!
//! Cost: puzzles of 17 givens have two to three states in the first four rows and one after that, about 9,000
//! instructions in all. The number of states grows with the number of images that tie: a board with the
//! same digit in all cells has 3.4 million. Attempts to make it faster are in
//! docs/experiments/2026-11-22-canonical-forms.md.
//!
//! Source: refinement as in canonical labelling, B. McKay, "Practical graph isomorphism" (1981).

use crate::board::{Board, ORDERS, board_of};
use crate::form::Form;
use crate::stack::{LEADING, PATTERN, PLACED, Placed, SWAPPED, Stack, count, order_index};
use crate::state::{State, shift};
use crate::symmetry::Symmetry;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};

/// Number of states extended between two checks of the stop flag, which takes about 0.1 ms.
// The flag is checked once per block, not per state. Puzzles have few states, so only boards with
// many automorphisms reach the end of a block.
const STATES_PER_LOOK: usize = 1024;

/// The position of the chosen stack if none has been chosen. Stacks have positions 0 to 2.
// With this value, the comparison with `AT` needs no `Option`.
const NONE: usize = 3;

/// The states of the search. Buffers are reused from board to board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arena {
    states: Vec<State>,
    next: Vec<State>,
    /// Indices of states, each with the set of rows that may extend it.
    candidates: Vec<(u32, u16)>,
}

/// A step that extends states by one row.
struct Step<'a> {
    /// The cells of the row, four bits each.
    cells: u64,
    /// The set of columns with givens in the row.
    mask: u16,
    /// Number of stacks that had no given before this row.
    free_stacks: usize,
    /// The least row so far, four bits per cell.
    least: u64,
    next: &'a mut Vec<State>,
}

impl Arena {
    /// Returns the min-lex form of a board with values up to 9, given together with its transpose.
    /// Returns `None` if `stop` is set before the form is found.
    pub(crate) fn form(&mut self, boards: &[Board; 2], stop: &AtomicBool) -> Option<Form> {
        self.states.clear();
        // The image may start from rows or from columns.
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
        // The loop terminates: `take_row` advances by one row, and if `take_rows` stops at a tie,
        // it sets `is_tied`, which forces `take_row` next.
        let (mut place, mut is_tied) = (0, false);
        while place < 9 {
            // The usual case: one state is left and its columns are fixed, so the remaining rows
            // need no states. If two rows tie, the next row is found with states.
            if let ([state], false) = (&mut self.states[..], is_tied)
                && state.has_fixed_columns()
            {
                place += state.take_rows(&boards[usize::from(state.transpose)], &mut words[place..]);
                is_tied = true;
                continue;
            }
            words[place] = self.take_row(boards, place, stop)?;
            place += 1;
            is_tied = false;
        }
        // All states have the same image. The first one gives the form, and each other state gives
        // an automorphism.
        let Some(first) = self.states.first() else { return Some(Form::IDENTITY) };
        // Each state represents several symmetries if lines or stacks have no givens.
        let automorphisms =
            self.states.len() as u32 * first.multiplicity(&boards[usize::from(first.transpose)]);
        Some(Form { board: board_of(&words), symmetry: first.symmetry(), automorphisms })
    }

    /// Extends all states by the least row and returns its word, or `None` if `stop` is set.
    #[inline]
    fn take_row(&mut self, boards: &[Board; 2], place: usize, stop: &AtomicBool) -> Option<u64> {
        self.find_candidates(boards, place);
        self.next.clear();
        // `least` starts above every word, so the first row is always accepted.
        let mut step = Step { cells: 0, mask: 0, free_stacks: 3, least: u64::MAX, next: &mut self.next };
        for some in self.candidates.chunks(STATES_PER_LOOK) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            for &(index, mut rows) in some {
                let state = &self.states[index as usize];
                let board = &boards[usize::from(state.transpose)];
                while rows != 0 {
                    step.extend(state, board, rows.trailing_zeros() as u8);
                    rows &= rows - 1;
                }
            }
        }
        let least = step.least;
        core::mem::swap(&mut self.states, &mut self.next);
        Some(least)
    }

    /// Returns the symmetries found for the last form, one for each class under permutations of lines without
    /// givens.
    pub(crate) fn symmetries(&self) -> impl Iterator<Item = Symmetry> + '_ {
        self.states.iter().map(State::symmetry)
    }

    /// Finds the rows whose image has the most leading zeros. No other row can be least.
    #[inline]
    fn find_candidates(&mut self, boards: &[Board; 2], place: usize) {
        self.candidates.clear();
        // The last row of a band is forced, so nothing is compared.
        if let ([state], 2) = (&self.states[..], place % 3) {
            self.candidates.push((0, state.left & state.band()));
            return;
        }
        let mut most = 0;
        for (index, state) in self.states.iter().enumerate() {
            let transpose = usize::from(state.transpose);
            // Processing rows together is faster for all nine rows. For the one or two remaining
            // rows of a band, it took more instructions.
            let (zeros, rows) = if place.is_multiple_of(3) && state.free_stacks < 3 {
                best_rows_by_columns(&boards[transpose], &boards[1 - transpose], state)
            } else {
                best_rows(&boards[transpose], state, place)
            };
            // Fewer leading zeros mean a greater word, so candidates of earlier states are discarded.
            if zeros > most {
                most = zeros;
                self.candidates.clear();
            }
            if zeros == most {
                self.candidates.push((index as u32, rows));
            }
        }
    }
}

/// Returns the largest number of leading zeros among the images of the rows that may come next, and the rows
/// that have it.
#[inline]
fn best_rows(board: &Board, state: &State, place: usize) -> (usize, u16) {
    let begins_band = place.is_multiple_of(3);
    let mut rows = if begins_band { state.left } else { state.left & state.band() };
    let empty = rows & board.empty;
    // A row without givens is least.
    if empty != 0 {
        return (9, one_of_each(empty));
    }
    // With one set of rows per number of leading zeros, a single pass finds both the maximum and
    // its rows.
    let (mut most, mut sets) = (0, [0; 16]);
    while rows != 0 {
        let row = rows.trailing_zeros() as usize & 15;
        rows &= rows - 1;
        let mask = board.masks[row];
        let zeros = if state.free_stacks == 3 {
            usize::from(LEADING[mask as usize & 511])
        } else {
            leading_zeros(state, mask)
        };
        sets[zeros & 15] |= 1 << row;
        most = most.max(zeros);
    }
    (most, sets[most & 15])
}

/// Returns the result of [`best_rows`] for the first row of a band, if some stack has had a given.
/// Processes all rows at once, one column of their images after another.
///
/// Columns that may still be exchanged are sorted separately in each row, by a sorting network
/// whose comparators are AND and OR on sets of rows. A second network sorts two stacks without
/// givens so far. After the first sort, the columns of a stack represent its number of givens in
/// unary.
#[inline]
fn best_rows_by_columns(board: &Board, columns: &Board, state: &State) -> (usize, u16) {
    let empty = state.left & board.empty;
    if empty != 0 {
        return (9, one_of_each(empty));
    }
    // The columns of the image are sets of rows: bit `r` is set if row `r` has a given there. They
    // are the masks of the transposed board.
    let mut places = state.stacks.map(|stack| {
        let [a, b, c] = stack.order().map(|col| columns.masks[usize::from(stack.first + col) & 15]);
        match stack.free() {
            // With at most one free column, there is nothing to exchange.
            0 | 1 => [a, b, c],
            2 => [a & b, a | b, c],
            _ => [a & b & c, a & b | a & c | b & c, a | b | c],
        }
    });
    if state.free_stacks > 1 {
        let [first, second, _] = &mut places;
        for (first, second) in first.iter_mut().zip(second) {
            (*first, *second) = (*first & *second, *first | *second);
        }
    }
    // Drop the rows with a given, column by column, until none is left.
    let mut rows = state.left;
    for (zeros, set) in places.into_iter().flatten().enumerate() {
        if rows & !set == 0 {
            return (zeros, rows);
        }
        rows &= !set;
    }
    (9, rows)
}

/// Returns representatives of the rows without givens: one per band, and one band for all bands without
/// givens.
fn one_of_each(empty: u16) -> u16 {
    // Rows without givens in one band give equal images, and so do bands without givens.
    // `multiplicity` accounts for the orders left out here.
    let (mut chosen, mut has_blank_band) = (0, false);
    for band in [0, 3, 6] {
        let rows = empty >> band & 7;
        if rows != 7 || !has_blank_band {
            // The lowest row of the band, if any.
            chosen |= (rows & rows.wrapping_neg()) << band;
        }
        has_blank_band |= rows == 7;
    }
    chosen
}

/// Returns the number of leading zeros of the image of a row with givens in these columns, if some stack has
/// had a given.
#[inline]
fn leading_zeros(state: &State, mask: u16) -> usize {
    let [mut a, mut b, c] =
        state.stacks.map(|stack| u32::from(PATTERN[stack.config as usize & 31][stack.part(mask)]));
    if state.free_stacks > 1 {
        (a, b) = (a.min(b), a.max(b));
    }
    // The pattern has nine bits of a 32-bit word. Subtract the 23 bits above them.
    (a << 6 | b << 3 | c).leading_zeros() as usize - 23
}

impl Step<'_> {
    /// Extends a state by a row.
    #[inline]
    fn extend(&mut self, state: &State, board: &Board, row: u8) {
        self.cells = board.rows[row as usize & 15];
        self.mask = board.masks[row as usize & 15];
        self.free_stacks = state.free_stacks as usize;
        // The state is copied before the row is compared: a puzzle has 12.4 extensions on average, of which 9
        // are needed anyway. An earlier rejection could save a tenth at most.
        let mut next = *state;
        next.rows = next.rows << 4 | u64::from(row);
        next.left &= !(1 << row);
        if self.mask == 0 {
            self.accept(&next, 0);
        } else {
            self.place(next, 0, 0, NONE);
        }
    }

    /// Writes the stacks of the row from position `at`, in every order of columns and stacks that
    /// can make the row least. The stack at position `chosen` is already determined.
    #[inline]
    fn place(&mut self, mut state: State, at: usize, mut word: u64, chosen: usize) {
        // The loop is unrolled to make the positions of stacks constant, which saves 9 % of the
        // instructions.
        if at == 0 && !self.place_only::<0>(&mut state, &mut word, chosen) {
            return;
        }
        if at <= 1 && !self.place_only::<1>(&mut state, &mut word, chosen) {
            return;
        }
        if at <= 2 && !self.place_only::<2>(&mut state, &mut word, chosen) {
            return;
        }
        self.accept(&state, word);
    }

    /// Writes the stack at a position. Returns false if the row cannot be least, or if there are
    /// several orders, all of which have then been followed to the end.
    #[inline(always)]
    fn place_only<const AT: usize>(&mut self, state: &mut State, word: &mut u64, chosen: usize) -> bool {
        // There are several stacks without givens so far. Pick the one that makes the row least.
        if AT + 1 < 3 && AT + 1 < self.free_stacks && AT != chosen && !self.choose_stack(state, AT) {
            self.place_each_stack(state, AT, *word);
            return false;
        }
        let stack = state.stacks[AT];
        let set = stack.part(self.mask);
        // The row has no givens here. The stack is unchanged and adds zeros.
        if set == 0 {
            return true;
        }
        let placed = PLACED[stack.config as usize & 31][set];
        if placed.givens > 1 {
            if placed.givens > 2 {
                self.place_stack(state, AT, *word);
            } else {
                self.place_two(state, AT, *word, placed);
            }
            return false;
        }
        state.stacks[AT].config = placed.config;
        state.free_stacks = state.free_stacks.min(AT as u8);
        let cells = self.cells >> (4 * stack.first);
        // The usual case is a single given, which takes a table lookup and a shift.
        let part = if set & (set - 1) == 0 {
            state.name(cells >> (4 * (set >> 1)) & 15) << placed.shift
        } else {
            state.write(cells, state.stacks[AT].order())
        };
        *word |= part << shift(AT);
        // Cells to the right only add to the word, so a greater word remains greater.
        *word <= self.least
    }

    /// Continues the row from a stack whose predecessor had several orders.
    fn place_rest(&mut self, state: State, at: usize, word: u64, chosen: usize) {
        self.place(state, at, word, chosen);
    }

    /// Keeps a state whose row is complete, unless a better row is known.
    fn accept(&mut self, state: &State, word: u64) {
        // A lesser row discards the states found so far.
        if word < self.least {
            self.least = word;
            self.next.clear();
        }
        if word == self.least {
            self.next.push(*state);
        }
    }

    /// Moves the stack with the fewest givens to a position, among those without givens before this row.
    /// Returns false if several of them tie with at least one given each.
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
        // Fewest givens first: more zeros on the left.
        state.stacks.swap(at, best);
        is_alone || least == 0
    }

    /// Continues with each of the stacks without givens so far whose part of the row is least.
    fn place_each_stack(&mut self, state: &State, at: usize, word: u64) {
        let free = self.free_stacks;
        // Stacks outside `at..free` keep the greatest key and are never chosen.
        let mut keys = [u16::MAX; 3];
        for (key, stack) in keys.iter_mut().zip(&state.stacks).take(free).skip(at) {
            *key = state.key(self.cells >> (4 * stack.first));
        }
        // Ties between equal keys cannot be decided yet, so all are followed.
        let least = keys.into_iter().min();
        for (other, key) in keys.into_iter().enumerate() {
            if Some(key) == least {
                let mut state = *state;
                state.stacks.swap(at, other);
                self.place_rest(state, at, word, at);
            }
        }
    }

    /// Writes a stack with its columns in every order that can give the least row. In free columns,
    /// empty cells come first, followed by known names in ascending order and new names. New names
    /// are tried in every order. So are equal names, which occur only on boards that violate the
    /// rules.
    fn place_stack(&mut self, state: &State, at: usize, word: u64) {
        let stack = state.stacks[at];
        let cells = self.cells >> (4 * stack.first);
        let mut cols = stack.order();
        let rank = |col: u8| state.rank(cells >> (4 * col) & 15);
        // Rows above have fixed the other columns, so only the free ones may be sorted.
        let loose = &mut cols[..stack.free() as usize];
        // Insertion sort of at most three columns.
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
        // All six orders are filtered; generating only the valid ones was not faster.
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
            let word = word | state.write(cells, cols) << shift(at);
            if word <= self.least {
                self.place_rest(state, at + 1, word, NONE);
            }
        }
    }

    /// Writes a stack with givens in two free columns. The lesser name comes first, and two new
    /// names are tried in both orders.
    fn place_two(&mut self, state: &State, at: usize, word: u64, placed: Placed) {
        let mut state = *state;
        let cells = self.cells >> (4 * state.stacks[at].first);
        let place = usize::from(placed.config & 1);
        let cols = ORDERS[usize::from(placed.config >> 2)];
        let [left, right] = [cols[place], cols[place + 1]].map(|col| state.rank(cells >> (4 * col) & 15));
        let other = SWAPPED[place][usize::from(placed.config >> 2)] << 2 | placed.config & 3;
        state.free_stacks = state.free_stacks.min(at as u8);
        // Equal ranks pass both tests.
        if left <= right {
            self.place_as(state, at, word, placed.config, cells);
        }
        if right <= left {
            self.place_as(state, at, word, other, cells);
        }
    }

    /// Writes a stack in this order and continues with the next one.
    #[inline]
    fn place_as(&mut self, mut state: State, at: usize, word: u64, config: u8, cells: u64) {
        state.stacks[at].config = config;
        let word = word | state.write(cells, state.stacks[at].order()) << shift(at);
        if word <= self.least {
            self.place_rest(state, at + 1, word, NONE);
        }
    }
}
