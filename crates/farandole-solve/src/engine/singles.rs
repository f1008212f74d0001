//! Naked and hidden singles, and branching on whatever has the fewest choices.
//!
//! An *item* is what must come true in exactly one way: a cell, whose choices are its candidates, or a digit in a house
//! of N cells, whose choices are its places. Every item knows how many choices it has left, so a candidate that goes
//! costs a few decrements, and a single is seen when a number reaches one. When nothing follows any more, the first item
//! with the fewest choices is tried with each: cells first, then houses. What went is remembered on a trail and put
//! back on the way up.
//!
//! ```text
//! left    cell 0 .. cell N*N-1    house 0: digit 1 .. digit N    house 1 ...
//!         1 when settled          255 in houses of fewer than N cells
//! ```
//!
//! Where a grid is nearly empty, this does much less for a node than sweeps do: most of the grid stays as it is.

use crate::End;
use crate::geometry_tables::GeometryTables;
use crate::limits::Run;
use core::ops::ControlFlow;
use farandole_puzzle::{Cell, DigitSet, Puzzle};

/// Number of choices for an item that is none: a digit need not stand in a house of fewer than N cells.
const NO_ITEM: u8 = u8::MAX;

/// Buffers, kept from puzzle to puzzle.
#[derive(Debug, Default)]
pub(crate) struct Singles {
    candidates: Vec<u64>,
    filled: Vec<bool>,
    /// The digits that each house has in filled cells.
    placed: Vec<u64>,
    /// By item.
    left: Vec<u8>,
    /// Items that came down to one choice and were not looked at yet.
    singles: Vec<u32>,
    /// Candidates that went, as `cell * 64 + index of the digit`, and those placed, the same plus `PLACED`.
    trail: Vec<u32>,
    branches: Vec<Branch>,
    digits: Vec<u8>,
    updates: u64,
}

/// The largest number of candidates is 64 in each of 4096 cells.
const PLACED: u32 = 1 << 18;

#[derive(Debug)]
struct Branch {
    item: u32,
    /// The digits of the cell, or the places in the house, that were not tried.
    untried: u64,
    /// Length of the trail before the branch.
    mark: u32,
}

/// A cell without candidates or a digit without a place.
struct DeadEnd;

impl Singles {
    pub(crate) fn search(
        &mut self,
        shape: &GeometryTables,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
    ) -> ControlFlow<End> {
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
                    Some(item) => (ControlFlow::Continue(()), Some(item)),
                    None => (self.solution(run), None),
                },
            };
            run.counters.updates = self.updates;
            end?;
            if let Some(item) = branch {
                let (untried, mark) = (self.choices(shape, item), self.trail.len() as u32);
                self.branches.push(Branch { item: item as u32, untried, mark });
            }
            alive = loop {
                let Some(branch) = self.branches.last_mut() else { return ControlFlow::Continue(()) };
                let (item, mark) = (branch.item as usize, branch.mark as usize);
                let choice = branch.untried.trailing_zeros() as usize;
                let is_open = branch.untried != 0;
                branch.untried &= branch.untried.wrapping_sub(1);
                let is_guess = branch.untried != 0;
                self.back_to(shape, mark);
                if !is_open {
                    self.branches.pop();
                    continue;
                }
                run.open_node()?;
                run.guess(is_guess);
                let (cell, digit) = candidate(shape, item, choice);
                break self.place(shape, cell, digit).and_then(|()| self.propagate(shape));
            };
        }
    }

    /// Starts from the puzzle's own candidates, less the givens of each cell's houses. The givens must not clash.
    fn load(&mut self, shape: &GeometryTables, puzzle: &Puzzle) -> Result<(), DeadEnd> {
        let (size, cells, givens) = (shape.size, shape.cell_count(), puzzle.givens());
        self.trail.clear();
        self.branches.clear();
        self.singles.clear();
        self.placed.clear();
        self.placed.extend((0..shape.houses.len()).map(|house| {
            let cells = shape.houses.get(house).iter().map(|cell| givens[*cell as usize]);
            cells.filter(|given| *given != 0).fold(0, |set, given| set | 1 << (given - 1))
        }));
        self.filled.clear();
        self.filled.extend(givens.iter().map(|given| *given != 0));
        self.candidates.clear();
        self.left.clear();
        self.left.resize(cells + shape.houses.len() * size, 0);
        for (index, given) in givens.iter().enumerate() {
            let allowed = Cell::new(index).map_or(shape.all, |cell| puzzle.allowed(cell).bits());
            let houses = shape.houses_of.get(index);
            let taken = houses.iter().fold(0, |set, house| set | self.placed[*house as usize]);
            let set = if *given == 0 { allowed & !taken } else { allowed };
            self.candidates.push(set);
            self.left[index] = set.count_ones() as u8;
            for line in shape.full_lines_of.get(index) {
                let left = &mut self.left[cells + *line as usize..][..size];
                DigitSet::from_bits(set).iter().for_each(|digit| left[digit.index()] += 1);
            }
        }
        for house in (0..shape.houses.len()).filter(|house| !shape.full[*house]) {
            self.left[cells + house * size..][..size].fill(NO_ITEM);
        }
        let (left_of_cells, left_of_houses) = self.left.split_at(cells);
        for (cell, (left, filled)) in left_of_cells.iter().zip(&self.filled).enumerate() {
            match left {
                0 => return Err(DeadEnd),
                1 if !filled => self.singles.push(cell as u32),
                _ => {}
            }
        }
        for (house, (left, placed)) in left_of_houses.chunks_exact(size).zip(&self.placed).enumerate() {
            for (digit, left) in left.iter().enumerate() {
                match left {
                    0 => return Err(DeadEnd),
                    1 if placed & 1 << digit == 0 => {
                        self.singles.push((cells + house * size + digit) as u32);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Fills an empty cell with one of its candidates.
    fn place(&mut self, shape: &GeometryTables, cell: usize, digit: usize) -> Result<(), DeadEnd> {
        let bit = 1 << digit;
        self.filled[cell] = true;
        shape.houses_of.get(cell).iter().for_each(|house| self.placed[*house as usize] |= bit);
        self.trail.push(PLACED + (cell * 64 + digit) as u32);
        self.updates += 1;
        self.remove_all(shape, cell, self.candidates[cell] & !bit)?;
        for peer in shape.peers.get(cell) {
            if self.candidates[*peer as usize] & bit != 0 {
                self.remove(shape, *peer as usize, digit)?;
            }
        }
        Ok(())
    }

    fn remove_all(&mut self, shape: &GeometryTables, cell: usize, mut digits: u64) -> Result<(), DeadEnd> {
        while digits != 0 {
            let digit = digits.trailing_zeros() as usize;
            digits &= digits - 1;
            self.remove(shape, cell, digit)?;
        }
        Ok(())
    }

    /// Takes a candidate away that is there.
    #[inline]
    fn remove(&mut self, shape: &GeometryTables, cell: usize, digit: usize) -> Result<(), DeadEnd> {
        self.candidates[cell] &= !(1 << digit);
        self.trail.push((cell * 64 + digit) as u32);
        let mut least = self.lessen(cell);
        for line in shape.full_lines_of.get(cell) {
            least = least.min(self.lessen(shape.cell_count() + *line as usize + digit));
        }
        if least == 0 { Err(DeadEnd) } else { Ok(()) }
    }

    #[inline]
    fn lessen(&mut self, item: usize) -> u8 {
        let left = self.left[item] - 1;
        self.left[item] = left;
        if left == 1 {
            self.singles.push(item as u32);
        }
        left
    }

    fn back_to(&mut self, shape: &GeometryTables, mark: usize) {
        self.singles.clear();
        while self.trail.len() > mark
            && let Some(step) = self.trail.pop()
        {
            let (cell, digit) = ((step & !PLACED) as usize / 64, step as usize % 64);
            if step & PLACED != 0 {
                self.filled[cell] = false;
                let houses = shape.houses_of.get(cell).iter();
                houses.for_each(|house| self.placed[*house as usize] &= !(1 << digit));
                continue;
            }
            self.candidates[cell] |= 1 << digit;
            self.left[cell] += 1;
            for line in shape.full_lines_of.get(cell) {
                self.left[shape.cell_count() + *line as usize + digit] += 1;
            }
        }
    }

    fn propagate(&mut self, shape: &GeometryTables) -> Result<(), DeadEnd> {
        while let Some(item) = self.singles.pop() {
            let item = item as usize;
            let is_settled = match item.checked_sub(shape.cell_count()) {
                None => self.filled[item],
                Some(line) => self.placed[line / shape.size] >> (line % shape.size) & 1 != 0,
            };
            if !is_settled {
                let only = self.choices(shape, item).trailing_zeros() as usize;
                let (cell, digit) = candidate(shape, item, only);
                self.place(shape, cell, digit)?;
            }
        }
        Ok(())
    }

    /// The digits of a cell, or the places of a digit in a house.
    fn choices(&self, shape: &GeometryTables, item: usize) -> u64 {
        let Some(line) = item.checked_sub(shape.cell_count()) else { return self.candidates[item] };
        let (house, digit) = (line / shape.size, line % shape.size);
        let places = shape.houses.get(house).iter().enumerate();
        places.fold(0, |set, (place, cell)| set | (self.candidates[*cell as usize] >> digit & 1) << place)
    }

    /// The first item with the fewest choices, two at least; `None` when all are settled.
    fn choose(&self) -> Option<usize> {
        // One choice becomes the largest number; straight passes over bytes compile to vectors.
        let fewest = self.left.iter().fold(NO_ITEM, |least, left| least.min(left.wrapping_sub(2)));
        if fewest >= NO_ITEM - 2 {
            return None;
        }
        self.left.iter().position(|left| *left == fewest + 2)
    }

    fn solution(&mut self, run: &mut Run<'_>) -> ControlFlow<End> {
        self.digits.clear();
        self.digits.extend(self.candidates.iter().map(|set| set.trailing_zeros() as u8 + 1));
        run.found(&self.digits)
    }
}

/// The cell and the index of the digit that a choice for an item means.
fn candidate(shape: &GeometryTables, item: usize, choice: usize) -> (usize, usize) {
    match item.checked_sub(shape.cell_count()) {
        None => (item, choice),
        Some(line) => (shape.houses.get(line / shape.size)[choice] as usize, line % shape.size),
    }
}
