//! The state of a search node: boards, placements, singles, locked candidates and the branching
//! heuristic.

use super::cells::{Cells, LARGEST, and, and_not, bits, first, is_empty, is_several, or, pop};
use super::masks::Masks;
use core::array;
use farandole_csp::HousesOnly;
use farandole_puzzle::{Cell, ClassicPuzzle, DigitSet};

/// A conflict: a cell without candidates, or a house without a cell for a digit.
pub(super) struct DeadEnd;

/// The state of a search node. A guess copies it, so that backtracking needs no trail.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const W: usize> {
    /// The board of each digit. Boards above N are empty. A filled cell is on exactly one board.
    pub(super) boards: [Cells<W>; LARGEST],
    /// The cells that are not filled.
    pub(super) open: Cells<W>,
    /// For each digit, the houses of N cells that do not contain it.
    lacking: [u64; LARGEST],
    /// The boards at the most recent searches for hidden singles (`searched`) and for locked
    /// candidates (`unlocked`). Boards that have not changed since are skipped.
    searched: [Cells<W>; LARGEST],
    unlocked: [Cells<W>; LARGEST],
    /// The cell to branch on, and its untried digits in `untried`.
    pub(super) cell: usize,
    pub(super) untried: u16,
}

impl<const W: usize> State<W> {
    /// Creates the root state. All cells are open, including those with one candidate.
    pub(super) fn of(masks: &Masks<W>, boards: &HousesOnly<'_>) -> Self {
        let houses = DigitSet::all(masks.count).bits();
        let mut state = Self { ..Self::default() };
        for (cell, &domain) in boards.domains.iter().enumerate() {
            let (word, bit) = (cell / 64, 1 << (cell % 64));
            state.open[word] |= bit;
            bits(domain.into()).for_each(|value| state.boards[value][word] |= bit);
        }
        state.lacking[..boards.count].fill(houses);
        state
    }

    pub(super) fn new(masks: &Masks<W>, puzzle: &ClassicPuzzle) -> Result<Self, DeadEnd> {
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
    pub(super) fn place(&mut self, masks: &Masks<W>, size: usize, digit: usize, cell: usize) {
        let (word, bit) = (cell / 64, 1 << (cell % 64));
        self.boards[..size].iter_mut().for_each(|board| board[word] &= !bit);
        self.boards[digit] = and_not(&self.boards[digit], &masks.seen[cell]);
        self.boards[digit][word] |= bit;
        self.open[word] &= !bit;
        self.lacking[digit] &= !masks.houses_of[cell];
    }

    /// Propagates to a fixpoint.
    pub(super) fn propagate(&mut self, masks: &Masks<W>, size: usize) -> Result<(), DeadEnd> {
        loop {
            // Eliminating locked candidates when no singles remain reduces the nodes to a first
            // solution from 8.1 to 1.4 on newspaper 9x9 jigsaws, and from 28 to 6 on generated ones
            // (docs/experiments/2026-11-21-search.md).
            let filled = self.place_naked(masks, size)? || self.place_hidden(masks, size)?;
            if !filled && (is_empty(&self.open) || !self.drop_locked(masks, size)) {
                return Ok(());
            }
        }
    }

    /// Fills the cells that have one candidate. Returns true if there were any.
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
                // An earlier placement in this loop may have removed the only candidate of the
                // cell.
                let digit = (0..size).find(|digit| self.may_place(*digit, cell)).ok_or(DeadEnd)?;
                self.place(masks, size, digit, cell);
            }
        }
        Ok(!is_empty(&singles))
    }

    /// Fills each cell that is the only one for a digit in a house of N cells. Returns true if
    /// there were any.
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

    /// Eliminates each digit from the cells whose peers include all cells for the digit in some
    /// house of N cells. Returns true if anything was eliminated.
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

    /// Selects the first cell with the fewest candidates.
    pub(super) fn choose(&mut self, size: usize) {
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

    pub(super) fn filled(&self) -> u64 {
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
