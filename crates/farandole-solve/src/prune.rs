//! Naked and hidden singles, and branching on a cell with the fewest candidates.
//!
//! Each cell has its set of candidates as a word. A cell with one candidate takes it from its peers; in
//! every house of N cells, a digit with one cell left goes there, and one with none is a dead end. When nothing
//! follows any more, the first cell with the fewest candidates is tried with each. Changed sets
//! are remembered on a trail and put back on the way up.

use crate::End;
use crate::run::Run;
use crate::shape::Shape;
use core::ops::ControlFlow;
use farandole_puzzle::{Cell, Puzzle};

/// Buffers, kept from puzzle to puzzle.
#[derive(Debug, Default)]
pub(crate) struct Prune {
    candidates: Vec<u64>,
    /// Cells with one candidate that their peers have not heard of.
    singles: Vec<u16>,
    /// Full houses in which a set changed since they were looked at, and whether a house is in that list.
    dirty: Vec<u16>,
    is_dirty: Vec<bool>,
    /// Changed cells with what they had before.
    trail: Vec<(u16, u64)>,
    branches: Vec<Branch>,
    digits: Vec<u8>,
    updates: u64,
}

#[derive(Debug)]
struct Branch {
    cell: u16,
    untried: u64,
    /// Length of the trail before the branch.
    mark: u32,
}

/// A cell without candidates or a digit without a place.
struct DeadEnd;

impl Prune {
    pub(crate) fn search(&mut self, shape: &Shape, puzzle: &Puzzle, run: &mut Run<'_>) -> ControlFlow<End> {
        run.open_node()?;
        self.updates = 0;
        let mut alive = self.load(shape, puzzle).and_then(|()| self.propagate(shape));
        loop {
            let (end, branch) = match alive {
                Err(DeadEnd) => {
                    run.dead_end();
                    (ControlFlow::Continue(()), None)
                }
                Ok(()) => match self.choose() {
                    Some(cell) => (ControlFlow::Continue(()), Some(cell)),
                    None => (self.solution(run), None),
                },
            };
            run.counters.updates = self.updates;
            end?;
            if let Some(cell) = branch {
                let (untried, mark) = (self.candidates[cell], self.trail.len() as u32);
                self.branches.push(Branch { cell: cell as u16, untried, mark });
            }
            alive = loop {
                let Some(branch) = self.branches.last_mut() else { return ControlFlow::Continue(()) };
                let (cell, mark) = (branch.cell, branch.mark as usize);
                let bit = branch.untried & branch.untried.wrapping_neg();
                branch.untried ^= bit;
                let is_guess = branch.untried != 0;
                for (cell, old) in self.trail.drain(mark..).rev() {
                    self.candidates[cell as usize] = old;
                }
                if bit == 0 {
                    self.branches.pop();
                    continue;
                }
                run.open_node()?;
                run.guess(is_guess);
                break self.narrow(shape, cell as usize, bit).and_then(|()| self.propagate(shape));
            };
        }
    }

    /// Starts from the puzzle's own candidates.
    fn load(&mut self, shape: &Shape, puzzle: &Puzzle) -> Result<(), DeadEnd> {
        self.trail.clear();
        self.branches.clear();
        self.forget_queues();
        self.candidates.clear();
        self.candidates.resize(shape.cell_count(), shape.all);
        self.is_dirty.clear();
        self.is_dirty.extend_from_slice(&shape.full);
        self.dirty.extend((0..shape.houses.len() as u16).filter(|house| shape.full[*house as usize]));
        for index in 0..shape.cell_count() {
            let allowed = Cell::new(index).map_or(shape.all, |cell| puzzle.allowed(cell).bits());
            self.narrow(shape, index, allowed)?;
        }
        self.trail.clear();
        Ok(())
    }

    fn forget_queues(&mut self) {
        self.singles.clear();
        self.dirty.drain(..).for_each(|house| self.is_dirty[house as usize] = false);
    }

    /// Takes from a cell all candidates but `keep`.
    #[inline]
    fn narrow(&mut self, shape: &Shape, cell: usize, keep: u64) -> Result<(), DeadEnd> {
        let old = self.candidates[cell];
        let new = old & keep;
        if new == old {
            return Ok(());
        }
        self.updates += 1;
        self.trail.push((cell as u16, old));
        self.candidates[cell] = new;
        if new & new.wrapping_sub(1) == 0 {
            if new == 0 {
                return Err(DeadEnd);
            }
            self.singles.push(cell as u16);
        }
        for house in shape.houses_of.get(cell) {
            if shape.full[*house as usize] && !self.is_dirty[*house as usize] {
                self.is_dirty[*house as usize] = true;
                self.dirty.push(*house);
            }
        }
        Ok(())
    }

    fn propagate(&mut self, shape: &Shape) -> Result<(), DeadEnd> {
        let result = self.propagate_queued(shape);
        if result.is_err() {
            self.forget_queues();
        }
        result
    }

    fn propagate_queued(&mut self, shape: &Shape) -> Result<(), DeadEnd> {
        loop {
            while let Some(cell) = self.singles.pop() {
                let bit = self.candidates[cell as usize];
                for peer in shape.peers.get(cell as usize) {
                    self.narrow(shape, *peer as usize, !bit)?;
                }
            }
            let Some(house) = self.dirty.pop() else { return Ok(()) };
            self.is_dirty[house as usize] = false;
            self.hidden_singles(shape, house as usize)?;
        }
    }

    fn hidden_singles(&mut self, shape: &Shape, house: usize) -> Result<(), DeadEnd> {
        let cells = shape.houses.get(house);
        let (mut once, mut twice) = (0, 0);
        for cell in cells {
            let set = self.candidates[*cell as usize];
            twice |= once & set;
            once |= set;
        }
        if once != shape.all {
            return Err(DeadEnd);
        }
        let hidden = once & !twice;
        for cell in cells {
            let set = self.candidates[*cell as usize] & hidden;
            if set & set.wrapping_sub(1) != 0 {
                return Err(DeadEnd);
            }
            if set != 0 {
                self.narrow(shape, *cell as usize, set)?;
            }
        }
        Ok(())
    }

    /// The first cell with the fewest candidates, two at least; `None` when every cell has one.
    fn choose(&self) -> Option<usize> {
        let mut best = (u32::MAX, None);
        for (cell, set) in self.candidates.iter().enumerate() {
            let count = set.count_ones();
            if count > 1 && count < best.0 {
                best = (count, Some(cell));
                if count == 2 {
                    break;
                }
            }
        }
        best.1
    }

    fn solution(&mut self, run: &mut Run<'_>) -> ControlFlow<End> {
        self.digits.clear();
        self.digits.extend(self.candidates.iter().map(|set| set.trailing_zeros() as u8 + 1));
        run.found(&self.digits)
    }
}
