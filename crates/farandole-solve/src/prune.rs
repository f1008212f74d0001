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
    /// The givens of each house.
    given: Vec<u64>,
    /// Cells with one candidate that their peers have not heard of.
    singles: Vec<u16>,
    /// The full houses in which a set changed since they were looked at, as a set.
    dirty: Vec<u64>,
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

    /// Starts from the puzzle's own candidates, less the givens of each cell's houses. The givens must not clash.
    fn load(&mut self, shape: &Shape, puzzle: &Puzzle) -> Result<(), DeadEnd> {
        self.trail.clear();
        self.branches.clear();
        self.dirty.resize(shape.house_words, 0);
        self.forget_queues();
        let givens = puzzle.givens();
        self.given.clear();
        self.given.extend((0..shape.houses.len()).map(|house| {
            let cells = shape.houses.get(house).iter().map(|cell| givens[*cell as usize]);
            cells.filter(|given| *given != 0).fold(0, |set, given| set | 1 << (given - 1))
        }));
        self.candidates.clear();
        for (index, given) in givens.iter().enumerate() {
            let allowed = Cell::new(index).map_or(shape.all, |cell| puzzle.allowed(cell).bits());
            let houses = shape.houses_of.get(index);
            let taken = houses.iter().fold(0, |set, house| set | self.given[*house as usize]);
            let set = if *given == 0 { allowed & !taken } else { allowed };
            self.candidates.push(set);
            if set == 0 {
                return Err(DeadEnd);
            }
            if *given == 0 && set.is_power_of_two() {
                self.singles.push(index as u16);
            }
        }
        for (house, full) in shape.full.iter().enumerate() {
            self.dirty[house / 64] |= u64::from(*full) << (house % 64);
        }
        Ok(())
    }

    fn forget_queues(&mut self) {
        self.singles.clear();
        self.dirty.fill(0);
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
        for (dirty, houses) in self.dirty.iter_mut().zip(shape.full_houses_of(cell)) {
            *dirty |= houses;
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
                    if self.candidates[*peer as usize] & bit != 0 {
                        self.narrow(shape, *peer as usize, !bit)?;
                    }
                }
            }
            let Some(word) = self.dirty.iter().position(|word| *word != 0) else { return Ok(()) };
            let bit = self.dirty[word].trailing_zeros() as usize;
            self.dirty[word] &= self.dirty[word] - 1;
            self.hidden_singles(shape, 64 * word + bit)?;
        }
    }

    fn hidden_singles(&mut self, shape: &Shape, house: usize) -> Result<(), DeadEnd> {
        let cells = shape.houses.get(house);
        let (mut once, mut twice, mut known) = (0, 0, 0);
        for cell in cells {
            let set = self.candidates[*cell as usize];
            twice |= once & set;
            once |= set;
            known |= if set & set.wrapping_sub(1) == 0 { set } else { 0 };
        }
        if once != shape.all {
            return Err(DeadEnd);
        }
        let hidden = once & !twice & !known;
        if hidden == 0 {
            return Ok(());
        }
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
