//! Depth-first search with naked and hidden singles and the minimum-remaining-values heuristic.
//!
//! This engine (`prune`) and [`backtrack`](super::backtrack) (`dfs`) are the original systems, with
//! which the other engines are compared.
//!
//! An *item* is a cell, or a digit in a house of N cells. It must be satisfied by exactly one
//! choice. The choices of a cell are its candidates. The choices of a digit in a house are the
//! cells for the digit. Each item has a counter of its choices. Eliminating a candidate takes a few
//! decrements, and an item whose counter reaches one is a single. At a fixpoint, the search
//! branches on the first item with the fewest choices; cells precede houses. Changes are recorded
//! on a trail, and backtracking reverts them.
//!
//! ```text
//! left    cell 0 .. cell N*N-1    house 0: digit 1 .. digit N    house 1 ...
//!         1 when satisfied        255 in houses of fewer than N cells
//! ```
//!
//! In a nearly empty grid, a node is much cheaper than with [`sweep`](super::sweep), because most
//! of the grid remains unchanged. If at least half of the cells are given, sweeps are faster: they
//! fill an easy 25x25 grid with half the instructions. The engine does not learn. Of 500 empty 9x9
//! jigsaw layouts, it does not solve 323 within 20,000 nodes
//! (`docs/experiments/2026-11-21-engines.md`).
//!
//! Source: Haralick, Elliott, "Increasing tree search efficiency for constraint satisfaction
//! problems", Artificial Intelligence 14 (1980), for branching on the fewest choices.

use crate::End;
use crate::geometry_tables::GeometryTables;
use core::fmt::Debug;
use core::ops::ControlFlow;
use farandole_puzzle::{Cell, ClassicPuzzle, Digit, DigitSet};
use farandole_search::SearchContext;

/// The counter of a digit in a house of fewer than N cells. Such a house need not contain the
/// digit, so there is no item.
const NO_ITEM: u8 = u8::MAX;

/// A set of digits, or of places in a house, by their indices.
pub(crate) trait Indices: Copy + Default + PartialEq + Debug {
    fn of(digits: DigitSet) -> Self;
    fn only(index: usize) -> Self;
    fn has(self, index: usize) -> bool;
    fn union(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn len(self) -> usize;
    /// Returns the lowest index of a set that is not empty.
    fn lowest(self) -> usize;
}

impl Indices for u64 {
    fn of(digits: DigitSet) -> Self {
        digits.bits()
    }

    fn only(index: usize) -> Self {
        1 << index
    }

    fn has(self, index: usize) -> bool {
        self >> index & 1 != 0
    }

    fn union(self, other: Self) -> Self {
        self | other
    }

    fn without(self, other: Self) -> Self {
        self & !other
    }

    fn len(self) -> usize {
        self.count_ones() as usize
    }

    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }
}

/// Sets of a grid of more than 64 rows.
impl Indices for DigitSet {
    fn of(digits: DigitSet) -> Self {
        digits
    }

    fn only(index: usize) -> Self {
        Digit::new(index as u8 + 1).map_or(Self::EMPTY, Self::only)
    }

    fn has(self, index: usize) -> bool {
        Digit::new(index as u8 + 1).is_some_and(|digit| self.contains(digit))
    }

    fn union(self, other: Self) -> Self {
        self | other
    }

    fn without(self, other: Self) -> Self {
        self - other
    }

    fn len(self) -> usize {
        Self::len(self)
    }

    fn lowest(self) -> usize {
        Self::lowest(self).map_or(0, Digit::index)
    }
}

/// The singles engine with its buffers, for sets in one word, or in several for large grids.
#[derive(Debug, Default)]
pub(crate) struct Singles<S = u64> {
    candidates: Vec<S>,
    filled: Vec<bool>,
    /// The digits in the filled cells of each house.
    placed: Vec<S>,
    /// Number of choices of each item.
    left: Vec<u8>,
    /// The queue of items that have one choice left.
    singles: Vec<u32>,
    /// The trail. An eliminated candidate is `cell * 256 + digit - 1`. A placement additionally has
    /// the bit `PLACED`.
    trail: Vec<u32>,
    branches: Vec<Branch<S>>,
    digits: Vec<u8>,
    updates: u64,
}

/// The bit of a placement on the trail. Candidates are smaller: 50,625 cells with 256 digits each.
const PLACED: u32 = 1 << 24;

#[derive(Debug)]
struct Branch<S> {
    item: u32,
    /// The untried digits of the cell, or the untried indices of cells in the house.
    untried: S,
    /// Length of the trail at the branch.
    mark: u32,
}

/// A conflict: a cell without candidates, or a house without a cell for a digit.
struct DeadEnd;

impl<S: Indices> Singles<S> {
    pub(crate) fn search(
        &mut self,
        tables: &GeometryTables,
        puzzle: &ClassicPuzzle,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        run.open_node()?;
        self.updates = 0;
        let mut alive = self.load(tables, puzzle).and_then(|()| self.propagate(tables));
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
                let (untried, mark) = (self.choices(tables, item), self.trail.len() as u32);
                self.branches.push(Branch { item: item as u32, untried, mark });
            }
            alive = loop {
                let Some(branch) = self.branches.last_mut() else { return ControlFlow::Continue(()) };
                let (item, mark) = (branch.item as usize, branch.mark as usize);
                let choice = branch.untried.lowest();
                let is_open = branch.untried != S::default();
                if is_open {
                    branch.untried = branch.untried.without(S::only(choice));
                }
                let is_guess = branch.untried != S::default();
                self.back_to(tables, mark);
                if !is_open {
                    self.branches.pop();
                    continue;
                }
                run.open_node()?;
                run.guess(is_guess);
                let (cell, digit) = candidate(tables, item, choice);
                break self.place(tables, cell, digit).and_then(|()| self.propagate(tables));
            };
        }
    }

    /// Loads the candidates of the puzzle, excluding the givens in the houses of each cell. The
    /// givens must not clash.
    fn load(&mut self, tables: &GeometryTables, puzzle: &ClassicPuzzle) -> Result<(), DeadEnd> {
        let (size, cells, givens) = (tables.size, tables.cell_count(), puzzle.givens());
        self.trail.clear();
        self.branches.clear();
        self.singles.clear();
        self.placed.clear();
        self.placed.extend((0..tables.houses.len()).map(|house| {
            let cells = tables.houses.get(house).iter().map(|cell| givens[*cell as usize]);
            S::of(cells.filter_map(Digit::new).collect())
        }));
        self.filled.clear();
        self.filled.extend(givens.iter().map(|given| *given != 0));
        self.candidates.clear();
        self.left.clear();
        self.left.resize(cells + tables.houses.len() * size, 0);
        for (index, given) in givens.iter().enumerate() {
            let allowed = S::of(puzzle.allowed(Cell::within(index)));
            let houses = tables.houses_of.get(index);
            let taken =
                houses.iter().fold(S::default(), |set, house| set.union(self.placed[*house as usize]));
            let set = if *given == 0 { allowed.without(taken) } else { allowed };
            self.candidates.push(set);
            self.left[index] = set.len() as u8;
            for line in tables.full_lines_of.get(index) {
                let left = &mut self.left[cells + *line as usize..][..size];
                indices(set).for_each(|digit| left[digit] += 1);
            }
        }
        for house in (0..tables.houses.len()).filter(|house| !tables.full[*house]) {
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
                    1 if !placed.has(digit) => {
                        self.singles.push((cells + house * size + digit) as u32);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Fills an empty cell with one of its candidates.
    fn place(&mut self, tables: &GeometryTables, cell: usize, digit: usize) -> Result<(), DeadEnd> {
        let bit = S::only(digit);
        self.filled[cell] = true;
        for house in tables.houses_of.get(cell) {
            let placed = &mut self.placed[*house as usize];
            *placed = placed.union(bit);
        }
        self.trail.push(PLACED + (cell << 8 | digit) as u32);
        self.updates += 1;
        self.remove_all(tables, cell, self.candidates[cell].without(bit))?;
        for peer in tables.peers.get(cell) {
            if self.candidates[*peer as usize].has(digit) {
                self.remove(tables, *peer as usize, digit)?;
            }
        }
        Ok(())
    }

    fn remove_all(&mut self, tables: &GeometryTables, cell: usize, digits: S) -> Result<(), DeadEnd> {
        indices(digits).try_for_each(|digit| self.remove(tables, cell, digit))
    }

    /// Eliminates a candidate, which must be present.
    #[inline]
    fn remove(&mut self, tables: &GeometryTables, cell: usize, digit: usize) -> Result<(), DeadEnd> {
        self.candidates[cell] = self.candidates[cell].without(S::only(digit));
        self.trail.push((cell << 8 | digit) as u32);
        let mut least = self.decrement(cell);
        for line in tables.full_lines_of.get(cell) {
            least = least.min(self.decrement(tables.cell_count() + *line as usize + digit));
        }
        if least == 0 { Err(DeadEnd) } else { Ok(()) }
    }

    #[inline]
    fn decrement(&mut self, item: usize) -> u8 {
        let left = self.left[item] - 1;
        self.left[item] = left;
        if left == 1 {
            self.singles.push(item as u32);
        }
        left
    }

    fn back_to(&mut self, tables: &GeometryTables, mark: usize) {
        self.singles.clear();
        while self.trail.len() > mark
            && let Some(step) = self.trail.pop()
        {
            let (cell, digit) = ((step & !PLACED) as usize >> 8, step as usize & 255);
            if step & PLACED != 0 {
                self.filled[cell] = false;
                for house in tables.houses_of.get(cell) {
                    let placed = &mut self.placed[*house as usize];
                    *placed = placed.without(S::only(digit));
                }
                continue;
            }
            self.candidates[cell] = self.candidates[cell].union(S::only(digit));
            self.left[cell] += 1;
            for line in tables.full_lines_of.get(cell) {
                self.left[tables.cell_count() + *line as usize + digit] += 1;
            }
        }
    }

    fn propagate(&mut self, tables: &GeometryTables) -> Result<(), DeadEnd> {
        while let Some(item) = self.singles.pop() {
            let item = item as usize;
            let is_settled = match item.checked_sub(tables.cell_count()) {
                None => self.filled[item],
                Some(line) => self.placed[line / tables.size].has(line % tables.size),
            };
            if !is_settled {
                let only = self.choices(tables, item).lowest();
                let (cell, digit) = candidate(tables, item, only);
                self.place(tables, cell, digit)?;
            }
        }
        Ok(())
    }

    /// Returns the choices of an item as a bit set: the digits of a cell, or the indices of the
    /// cells for a digit in a house.
    fn choices(&self, tables: &GeometryTables, item: usize) -> S {
        let Some(line) = item.checked_sub(tables.cell_count()) else { return self.candidates[item] };
        let (house, digit) = (line / tables.size, line % tables.size);
        let places = tables.houses.get(house).iter().enumerate();
        let places = places.filter(|(_, cell)| self.candidates[**cell as usize].has(digit));
        places.fold(S::default(), |set, (place, _)| set.union(S::only(place)))
    }

    /// Returns the first item with the fewest choices among those with two or more. Returns `None`
    /// if there is no such item.
    fn choose(&self) -> Option<usize> {
        // A counter of one wraps around to the maximum. The compiler vectorizes plain loops over
        // bytes.
        let fewest = self.left.iter().fold(NO_ITEM, |least, left| least.min(left.wrapping_sub(2)));
        if fewest >= NO_ITEM - 2 {
            return None;
        }
        self.left.iter().position(|left| *left == fewest + 2)
    }

    fn solution(&mut self, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        self.digits.clear();
        self.digits.extend(self.candidates.iter().map(|set| set.lowest() as u8 + 1));
        run.found(&self.digits)
    }
}

/// Returns the indices in a set, in ascending order.
fn indices<S: Indices>(set: S) -> impl Iterator<Item = usize> {
    let mut left = set;
    core::iter::from_fn(move || {
        let lowest = (left != S::default()).then(|| left.lowest())?;
        left = left.without(S::only(lowest));
        Some(lowest)
    })
}

/// Returns the cell and the 0-based digit of a choice for an item.
fn candidate(tables: &GeometryTables, item: usize, choice: usize) -> (usize, usize) {
    match item.checked_sub(tables.cell_count()) {
        None => (item, choice),
        Some(line) => (tables.houses.get(line / tables.size)[choice] as usize, line % tables.size),
    }
}
