//! Depth-first search on bitboards, one per digit, with naked and hidden singles and locked candidates, up to 16x16.
//!
//! A board has a bit for each cell: whether the digit may stand there. A placement removes the cell from all other boards
//! and the peers of the cell from its own. Naked singles are the cells on exactly one board; a carry-save addition of the
//! boards finds them for all cells at a time. For every digit and house the places are one AND. A single place is a hidden
//! single. A cell that is a peer of all places loses the digit, which covers locked candidates of any two
//! houses. When nothing follows any more, a cell with the fewest candidates is tried with each.
//!
//! ```text
//! board of digit 1   word 0: cells 0 to 63   word 1: cells 64 to 127   ...
//! board of digit 2   ...
//! ```
//!
//! Each geometry needs two tables of such masks. They are cheap to build, since in a file of jigsaws each puzzle may bring
//! its own geometry.

use crate::End;
use crate::limits::Run;
use core::array;
use core::ops::ControlFlow;
use farandole_puzzle::{Cell, DigitSet, Geometry, Puzzle};
use std::sync::Arc;

/// The largest size.
const LARGEST: usize = 16;
/// The bits of a set of houses.
const MOST_HOUSES: usize = 64;

/// A set of cells.
type Cells<const W: usize> = [u64; W];

#[inline(always)]
fn and<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    array::from_fn(|word| one[word] & other[word])
}

#[inline(always)]
fn and_not<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    array::from_fn(|word| one[word] & !other[word])
}

#[inline(always)]
fn or<const W: usize>(one: &Cells<W>, other: &Cells<W>) -> Cells<W> {
    array::from_fn(|word| one[word] | other[word])
}

#[inline(always)]
fn is_empty<const W: usize>(cells: &Cells<W>) -> bool {
    cells.iter().fold(0, |all, word| all | word) == 0
}

/// Whether there are two cells or more.
#[inline(always)]
fn is_several<const W: usize>(cells: &Cells<W>) -> bool {
    let (mut any, mut several) = (0, 0);
    for word in cells {
        several |= any & word;
        any |= word;
    }
    several | any & any.wrapping_sub(1) != 0
}

#[inline(always)]
fn first<const W: usize>(cells: &Cells<W>) -> Option<usize> {
    let word = cells.iter().position(|word| *word != 0)?;
    Some(64 * word + cells[word].trailing_zeros() as usize)
}

/// Takes the first cell out.
#[inline(always)]
fn pop<const W: usize>(cells: &mut Cells<W>) -> Option<usize> {
    let cell = first(cells)?;
    cells[cell / 64] &= cells[cell / 64] - 1;
    Some(cell)
}

/// The numbers of the bits that are set, from the lowest.
#[inline(always)]
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

/// A contradiction: a cell without candidates, or a digit without a place in a house.
struct DeadEnd;

/// The masks of a geometry.
#[derive(Debug)]
struct Masks<const W: usize> {
    geometry: Option<Arc<Geometry>>,
    /// The houses of N cells, and how many there are.
    houses: [Cells<W>; MOST_HOUSES],
    count: usize,
    /// For each cell the cells of all its houses.
    seen: Vec<Cells<W>>,
    /// For each cell the houses of N cells it is in.
    houses_of: Vec<u64>,
    /// `seen` and `houses_of` for rows and columns alone, which geometries of one size share.
    lines: (Vec<Cells<W>>, Vec<u64>),
}

impl<const W: usize> Default for Masks<W> {
    fn default() -> Self {
        Self {
            geometry: None,
            houses: [[0; W]; MOST_HOUSES],
            count: 0,
            seen: Vec::new(),
            houses_of: Vec::new(),
            lines: (Vec::new(), Vec::new()),
        }
    }
}

impl<const W: usize> Masks<W> {
    /// Builds the masks of this geometry, unless they are there.
    fn set(&mut self, geometry: &Arc<Geometry>) {
        if self.geometry.as_ref().is_some_and(|known| Arc::ptr_eq(known, geometry)) {
            return;
        }
        let (size, cells) = (geometry.size(), geometry.cell_count());
        let mut houses = geometry.houses();
        if self.lines.0.len() != cells {
            self.count = 0;
            self.seen = vec![[0; W]; cells];
            self.houses_of = vec![0; cells];
            houses.by_ref().take(2 * size).for_each(|line| self.add(size, line.cells));
            self.lines = (self.seen.clone(), self.houses_of.clone());
        } else {
            self.count = 2 * size;
            self.seen.clone_from(&self.lines.0);
            self.houses_of.clone_from(&self.lines.1);
            houses.nth(2 * size - 1);
        }
        houses.for_each(|house| self.add(size, house.cells));
        self.geometry = Some(geometry.clone());
    }

    fn add(&mut self, size: usize, cells: &[Cell]) {
        let mut mask = [0; W];
        for cell in cells {
            mask[cell.index() / 64] |= 1 << (cell.index() % 64);
        }
        let is_full = cells.len() == size;
        let bit = if is_full { 1 << self.count } else { 0 };
        for cell in cells {
            let seen = &mut self.seen[cell.index()];
            *seen = or(seen, &mask);
            self.houses_of[cell.index()] |= bit;
        }
        if is_full {
            self.houses[self.count] = mask;
            self.count += 1;
        }
    }

    fn house(&self, house: usize) -> &Cells<W> {
        &self.houses[house % MOST_HOUSES]
    }
}

/// A state of the search.
#[derive(Clone, Copy, Debug)]
struct State<const W: usize> {
    /// By digit; boards above N are empty. A filled cell is on one board.
    boards: [Cells<W>; LARGEST],
    /// The cells not filled.
    open: Cells<W>,
    /// By digit the houses of N cells that lack it.
    lacking: [u64; LARGEST],
    /// The boards as they were when they were last searched for hidden singles, and for locked candidates. Boards that have
    /// not changed since are skipped.
    searched: [Cells<W>; LARGEST],
    unlocked: [Cells<W>; LARGEST],
    /// The cell to branch on and the digits not tried there yet.
    cell: usize,
    untried: u16,
}

impl<const W: usize> State<W> {
    fn new(masks: &Masks<W>, puzzle: &Puzzle) -> Result<Self, DeadEnd> {
        let (size, cells) = (puzzle.size(), puzzle.givens().len());
        let open = array::from_fn(|word| DigitSet::all(cells.saturating_sub(64 * word)).bits());
        let houses = DigitSet::all(masks.count).bits();
        let mut state = Self {
            boards: array::from_fn(|digit| if digit < size { open } else { [0; W] }),
            open,
            lacking: array::from_fn(|digit| if digit < size { houses } else { 0 }),
            searched: [[0; W]; LARGEST],
            unlocked: [[0; W]; LARGEST],
            cell: 0,
            untried: 0,
        };
        if puzzle.restrictions().is_some() {
            for cell in (0..cells).filter_map(Cell::new) {
                let allowed = puzzle.allowed(cell).bits();
                for digit in (0..size).filter(|digit| allowed & 1 << digit == 0) {
                    state.boards[digit][cell.index() / 64] &= !(1 << (cell.index() % 64));
                }
            }
        }
        let mut given = [[0; W]; LARGEST];
        for (cell, digit) in puzzle.givens().iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let digit = (*digit as usize - 1) % LARGEST;
            if !state.may_place(digit, cell) {
                return Err(DeadEnd);
            }
            given[digit][cell / 64] |= 1 << (cell % 64);
            state.boards[digit] = and_not(&state.boards[digit], &masks.seen[cell]);
            state.lacking[digit] &= !masks.houses_of[cell];
            state.open[cell / 64] &= !(1 << (cell % 64));
        }
        for (board, given) in state.boards.iter_mut().zip(&given) {
            *board = or(&and(board, &state.open), given);
        }
        Ok(state)
    }

    #[inline(always)]
    fn may_place(&self, digit: usize, cell: usize) -> bool {
        self.boards[digit][cell / 64] & 1 << (cell % 64) != 0
    }

    #[inline(always)]
    fn place(&mut self, masks: &Masks<W>, size: usize, digit: usize, cell: usize) {
        let (word, bit) = (cell / 64, 1 << (cell % 64));
        self.boards[..size].iter_mut().for_each(|board| board[word] &= !bit);
        self.boards[digit] = and_not(&self.boards[digit], &masks.seen[cell]);
        self.boards[digit][word] |= bit;
        self.open[word] &= !bit;
        self.lacking[digit] &= !masks.houses_of[cell];
    }

    /// Propagates to a fixed point.
    fn settle(&mut self, masks: &Masks<W>, size: usize) -> Result<(), DeadEnd> {
        loop {
            let filled = self.place_naked(masks, size)? || self.place_hidden(masks, size)?;
            if !filled && (is_empty(&self.open) || !self.drop_locked(masks, size)) {
                return Ok(());
            }
        }
    }

    /// Fills the cells with one candidate; whether there were any.
    fn place_naked(&mut self, masks: &Masks<W>, size: usize) -> Result<bool, DeadEnd> {
        let (mut once, mut twice) = ([0; W], [0; W]);
        for board in &self.boards[..size] {
            twice = or(&twice, &and(&once, board));
            once = or(&once, board);
        }
        if !is_empty(&and_not(&self.open, &once)) {
            return Err(DeadEnd);
        }
        let singles = and_not(&self.open, &twice);
        for (word, singles) in singles.iter().enumerate() {
            for cell in bits(*singles).map(|place| 64 * word + place) {
                // A cell filled before may have taken the candidate.
                let digit = (0..size).find(|digit| self.may_place(*digit, cell)).ok_or(DeadEnd)?;
                self.place(masks, size, digit, cell);
            }
        }
        Ok(!is_empty(&singles))
    }

    /// Fills the only places of digits in houses of N cells; whether there were any.
    fn place_hidden(&mut self, masks: &Masks<W>, size: usize) -> Result<bool, DeadEnd> {
        let mut found = false;
        for digit in 0..size {
            if core::mem::replace(&mut self.searched[digit], self.boards[digit]) == self.boards[digit] {
                continue;
            }
            let mut houses = self.lacking[digit];
            while houses != 0 {
                let house = houses.trailing_zeros() as usize;
                houses &= houses - 1;
                let places = and(&self.boards[digit], masks.house(house));
                if !is_several(&places) {
                    let cell = first(&places).ok_or(DeadEnd)?;
                    self.place(masks, size, digit, cell);
                    houses &= self.lacking[digit];
                    found = true;
                }
            }
        }
        Ok(found)
    }

    /// Drops a digit where a cell sees all its places in a house of N cells; whether it did so anywhere.
    fn drop_locked(&mut self, masks: &Masks<W>, size: usize) -> bool {
        let mut found = false;
        for digit in 0..size {
            if core::mem::replace(&mut self.unlocked[digit], self.boards[digit]) == self.boards[digit] {
                continue;
            }
            for house in bits(self.lacking[digit]) {
                let places = and(&self.boards[digit], masks.house(house));
                let mut seen = and_not(&self.boards[digit], &places);
                'places: for (word, places) in places.iter().enumerate() {
                    for place in bits(*places) {
                        seen = and(&seen, &masks.seen[64 * word + place]);
                        if is_empty(&seen) {
                            break 'places;
                        }
                    }
                }
                if !is_empty(&seen) {
                    self.boards[digit] = and_not(&self.boards[digit], &seen);
                    found = true;
                }
            }
        }
        found
    }

    /// Chooses the first cell with the fewest candidates.
    fn choose(&mut self, size: usize) {
        let mut at_least = [[0; W]; 4];
        for board in &self.boards[..size] {
            for k in (1..4).rev() {
                at_least[k] = or(&at_least[k], &and(&at_least[k - 1], board));
            }
            at_least[0] = or(&at_least[0], board);
        }
        let few = [2, 3].into_iter().find_map(|k| first(&and_not(&self.open, &at_least[k])));
        let candidates = |cell: &usize| (0..size).filter(|digit| self.may_place(*digit, *cell)).count();
        let mut open = self.open;
        let cells = core::iter::from_fn(|| pop(&mut open));
        self.cell = few.or_else(|| cells.min_by_key(candidates)).unwrap_or(0);
        self.untried = (0..size)
            .filter(|digit| self.may_place(*digit, self.cell))
            .fold(0, |untried, digit| untried | 1 << digit);
    }

    fn filled(&self) -> u64 {
        self.open.iter().map(|word| u64::from(word.count_zeros())).sum()
    }
}

impl<const W: usize> Default for State<W> {
    fn default() -> Self {
        Self {
            boards: [[0; W]; LARGEST],
            open: [0; W],
            lacking: [0; LARGEST],
            searched: [[0; W]; LARGEST],
            unlocked: [[0; W]; LARGEST],
            cell: 0,
            untried: 0,
        }
    }
}

/// The search for boards of `W` words.
#[derive(Debug, Default)]
struct Stack<const W: usize> {
    masks: Masks<W>,
    /// The state being worked on.
    state: State<W>,
    /// States with digits to try, from the root.
    states: Vec<State<W>>,
    digits: Vec<u8>,
}

impl<const W: usize> Stack<W> {
    fn search(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> ControlFlow<End> {
        let size = puzzle.size();
        self.masks.set(puzzle.geometry());
        self.states.clear();
        run.open_node()?;
        match State::new(&self.masks, puzzle) {
            Ok(state) => self.state = state,
            Err(DeadEnd) => {
                run.dead_end();
                return ControlFlow::Continue(());
            }
        }
        loop {
            let before = self.state.filled();
            let settled = self.state.settle(&self.masks, size);
            run.counters.updates += self.state.filled() - before;
            match settled {
                Err(DeadEnd) => run.dead_end(),
                Ok(()) if is_empty(&self.state.open) => {
                    self.read_digits(puzzle.givens().len());
                    run.found(&self.digits)?;
                }
                Ok(()) => {
                    self.state.choose(size);
                    self.states.push(self.state);
                }
            }
            let Some(top) = self.states.last_mut() else { return ControlFlow::Continue(()) };
            run.open_node()?;
            let digit = top.untried.trailing_zeros() as usize;
            top.untried &= top.untried - 1;
            run.guess(top.untried != 0);
            self.state = *top;
            if top.untried == 0 {
                self.states.pop();
            }
            self.state.place(&self.masks, size, digit, self.state.cell);
        }
    }

    fn read_digits(&mut self, cells: usize) {
        self.digits.clear();
        self.digits.resize(cells, 0);
        for (board, digit) in self.state.boards.iter().zip(1..) {
            for (word, part) in board.iter().enumerate() {
                bits(*part).for_each(|place| self.digits[64 * word + place] = digit);
            }
        }
    }
}

/// The engine with its buffers.
#[derive(Debug, Default)]
pub(crate) struct Bitboard {
    /// Up to 11x11.
    small: Stack<2>,
    large: Stack<4>,
}

impl Bitboard {
    /// Whether such a grid can be searched: up to 16x16, at most 64 houses, and all regions have N cells.
    pub(crate) fn fits(geometry: &Geometry) -> bool {
        geometry.size() <= LARGEST && geometry.house_count() <= MOST_HOUSES && geometry.misfit().is_none()
    }

    /// Searches a puzzle whose geometry [fits](Self::fits). Clashes of givens are dead ends like others.
    pub(crate) fn search(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> ControlFlow<End> {
        if puzzle.geometry().cell_count() <= 128 {
            self.small.search(puzzle, run)
        } else {
            self.large.search(puzzle, run)
        }
    }
}
