//! Depth-first search with a stack of states. It can resume from the path to a solution.

use super::locked::drop_locked;
use super::singles::place_singles;
use super::state::{DeadEnd, Open, Scratch, State, take};
use super::table::{NO_HOUSE, Table};
use super::word::Word;
use crate::End;
use core::ops::ControlFlow;
use farandole_puzzle::{Cell, ClassicPuzzle, DigitSet};
use farandole_search::SearchContext;

/// The error for a path that does not lead to a solution of the puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Astray;

/// A search for one word size and number of house slots per cell.
#[derive(Debug)]
pub(super) struct Stack<W, const K: usize> {
    /// The states from the root to the current one, followed by unused buffers.
    states: Vec<State<W, K>>,
    /// Number of guesses on the current path, which is the index of the current state.
    depth: usize,
    scratch: Scratch<W>,
    /// Number of cells filled since the counters were last updated.
    placed: u64,
    step: Step,
}

/// The next action of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// Propagate the current state.
    Descend,
    /// Backtrack, and try the next digit of the most recent branch.
    Back,
}

impl<W: Word, const K: usize> Default for Stack<W, K> {
    fn default() -> Self {
        Self { states: Vec::new(), depth: 0, scratch: Scratch::default(), placed: 0, step: Step::Descend }
    }
}

impl<W: Word, const K: usize> Stack<W, K> {
    /// Loads a puzzle whose givens do not clash.
    pub(super) fn load(&mut self, table: &Table, puzzle: &ClassicPuzzle) {
        let all = W::new(DigitSet::all(table.size()).bits());
        self.depth = 0;
        self.placed = 0;
        self.step = Step::Descend;
        if self.states.is_empty() {
            self.states.push(State::default());
        }
        let state = &mut self.states[0];
        state.lacking[..table.full().len()].fill(all);
        state.lacking[NO_HOUSE as usize] = all;
        state.open.clear();
        state.digits.clear();
        state.digits.extend_from_slice(puzzle.givens());
        for (needed, full) in self.scratch.needed.iter_mut().zip(table.full()) {
            *needed = if *full { all } else { W::EMPTY };
        }
        let restricted = puzzle.restrictions().is_some();
        for ((cell, given), houses) in puzzle.givens().iter().enumerate().zip(table.houses_of()) {
            if *given != 0 {
                take(&mut state.lacking, houses, W::new(1 << (given - 1)));
                continue;
            }
            let allowed = if restricted {
                Cell::new(cell).map_or(all, |cell| W::new(puzzle.allowed(cell).bits()))
            } else {
                all
            };
            state.open.push(Open { allowed, cell: cell as u16, houses });
        }
    }

    /// Searches for the next solution. Returns true if there is one.
    pub(super) fn advance(&mut self, table: &Table, run: &mut SearchContext<'_>) -> ControlFlow<End, bool> {
        loop {
            if self.step == Step::Back {
                let Some(parent) = self.depth.checked_sub(1) else { return ControlFlow::Continue(false) };
                let untried = self.states[parent].untried;
                if untried == W::EMPTY {
                    self.depth = parent;
                    continue;
                }
                run.open_node()?;
                run.guess(!untried.is_at_most_one());
                self.descend(table, W::new(1 << untried.lowest()));
            }
            self.step = Step::Back;
            let alive = self.propagate(table);
            run.counters.updates += core::mem::take(&mut self.placed);
            match alive {
                Err(DeadEnd) => run.dead_end(),
                Ok(()) if self.states[self.depth].open.is_empty() => return ControlFlow::Continue(true),
                Ok(()) => self.branch(),
            }
        }
    }

    /// Tries a digit of the most recent branch.
    fn descend(&mut self, table: &Table, bit: W) {
        let (above, here) = self.states.split_at_mut(self.depth);
        let (parent, state) = (&mut above[self.depth - 1], &mut here[0]);
        parent.untried &= !bit;
        let Open { cell, houses, .. } = state.copy_without(parent, parent.choice, table.full().len());
        state.digits[cell as usize] = bit.lowest() as u8 + 1;
        take(&mut state.lacking, houses, bit);
    }

    /// Opens a branch on the first cell with the fewest candidates.
    fn branch(&mut self) {
        let state = &mut self.states[self.depth];
        let mut fewest = u32::MAX;
        for (place, set) in self.scratch.sets.iter().enumerate() {
            if set.len() < fewest {
                fewest = set.len();
                (state.choice, state.untried) = (place, *set);
                if fewest == 2 {
                    break;
                }
            }
        }
        self.depth += 1;
        if self.states.len() == self.depth {
            self.states.push(State::default());
        }
    }

    /// Propagates to a fixpoint: singles first, and locked candidates when no singles remain.
    fn propagate(&mut self, table: &Table) -> Result<(), DeadEnd> {
        loop {
            let state = &mut self.states[self.depth];
            while place_singles(state, &mut self.scratch, table.full().len(), &mut self.placed)? {}
            if state.open.is_empty() || !drop_locked(state, &mut self.scratch, table)? {
                return Ok(());
            }
        }
    }

    /// Follows a path of guessed digits to the solution at its end.
    ///
    /// # Errors
    /// Returns [`Astray`] if a digit of the path is not a candidate, or if the path does not end at
    /// a solution.
    pub(super) fn resume(&mut self, table: &Table, path: &[u8]) -> Result<(), Astray> {
        for digit in path {
            self.propagate(table).map_err(|DeadEnd| Astray)?;
            if self.states[self.depth].open.is_empty() {
                return Err(Astray);
            }
            self.branch();
            let state = &mut self.states[self.depth - 1];
            let bits = state.untried.bits();
            let bit = 1_u64.checked_shl(u32::from(*digit).wrapping_sub(1)).unwrap_or(0);
            if bits & bit == 0 {
                return Err(Astray);
            }
            state.untried = W::new(bits & !(bit - 1));
            self.descend(table, W::new(bit));
        }
        let solved = self.propagate(table).is_ok() && self.states[self.depth].open.is_empty();
        self.step = Step::Back;
        if solved { Ok(()) } else { Err(Astray) }
    }

    /// Returns the digits of the current state, by cell.
    pub(super) fn digits(&self) -> &[u8] {
        &self.states[self.depth].digits
    }

    /// Writes the digits guessed on the current path into `path`, starting at the root.
    pub(super) fn path(&self, path: &mut Vec<u8>) {
        path.clear();
        let branches = self.states[..=self.depth].windows(2);
        path.extend(branches.map(|pair| {
            let [above, below] = pair else { return 0 };
            below.digits[above.open[above.choice].cell as usize]
        }));
    }
}
