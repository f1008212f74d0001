//! Resumable depth-first search on bitboards.

use super::cells::{bits, is_empty};
use super::masks::Masks;
use super::state::{DeadEnd, State};
use crate::End;
use core::ops::ControlFlow;
use farandole_csp::HousesOnly;
use farandole_puzzle::ClassicPuzzle;
use farandole_search::SearchContext;

/// The dimensions of the problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// Number of values.
    pub(super) size: usize,
    pub(super) cells: usize,
    /// The least value.
    pub(super) low: u8,
}

/// A search with boards of `W` words.
#[derive(Debug, Default)]
pub(super) struct Stack<const W: usize> {
    masks: Masks<W>,
    /// The state of the current node.
    state: State<W>,
    /// The ancestors that have untried digits, from the root.
    states: Vec<State<W>>,
    /// The values of the most recent solution, by cell.
    pub(super) digits: Vec<u8>,
}

impl<const W: usize> Stack<W> {
    /// Creates a search at the root.
    pub(super) fn of(boards: &HousesOnly<'_>) -> Self {
        let masks = Masks::of(boards);
        Self { state: State::of(&masks, boards), masks, ..Self::default() }
    }

    pub(super) fn search(&mut self, puzzle: &ClassicPuzzle, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        self.masks.set(puzzle.geometry());
        self.states.clear();
        run.open_node()?;
        let grid = Grid { size: puzzle.size(), cells: puzzle.givens().len(), low: 1 };
        match State::new(&self.masks, puzzle) {
            Ok(state) => self.state = state,
            Err(DeadEnd) => {
                run.dead_end();
                return ControlFlow::Continue(());
            }
        }
        self.turn(grid, u64::MAX, run).map_continue(|_| ())
    }

    /// Continues with the current state until `run` has opened `until` nodes. Returns true if the
    /// search is complete.
    pub(super) fn turn(
        &mut self,
        grid: Grid,
        until: u64,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End, bool> {
        let size = grid.size;
        while run.counters.nodes < until {
            let before = self.state.filled();
            let settled = self.state.propagate(&self.masks, size);
            run.counters.updates += self.state.filled() - before;
            match settled {
                Err(DeadEnd) => run.dead_end(),
                Ok(()) if is_empty(&self.state.open) => {
                    self.read_digits(grid);
                    run.found(&self.digits)?;
                }
                Ok(()) => {
                    self.state.choose(size);
                    self.states.push(self.state);
                }
            }
            let Some(top) = self.states.last_mut() else { return ControlFlow::Continue(true) };
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
        ControlFlow::Continue(false)
    }

    fn read_digits(&mut self, grid: Grid) {
        self.digits.clear();
        self.digits.resize(grid.cells, 0);
        for (board, digit) in self.state.boards.iter().zip(grid.low..) {
            for (word, part) in board.iter().enumerate() {
                bits(*part).for_each(|place| self.digits[64 * word + place] = digit);
            }
        }
    }
}
