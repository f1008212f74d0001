//! Cycle switches: solutions of a large grid with few givens, by local search over solved grids.
//!
//! Two rows of a band hold the same digits in the columns of a cycle. A switch exchanges the two rows in these columns.
//! Every house keeps its digits, since both cells of a column are in the same box. Columns of a stack are switched alike.
//! The search starts from shuffled cyclic pattern grids, in which cycles are short. A move brings the digit of a violated
//! given to its cell, by at most two switches, and is more likely the fewer givens it violates.
//!
//! Depth-first searches and clause learning rarely fill such grids above 36x36, because a wrong guess
//! shows only after hundreds of others. Of grids up to 64x64 with random givens, those with up to 3N givens (N rows) were
//! solved within a second, and those with 4N were not. The search proves nothing if it finds no solution.
//!
//! Source: I. M. Wanless, "Cycle switches in Latin squares", Graphs and Combinatorics 20 (2004).

use crate::End;
use core::hash::BuildHasher;
use core::ops::ControlFlow;
use farandole_cover::Random;
use farandole_puzzle::{BoxShape, ClassicPuzzle, HouseKind, Regions};
use farandole_search::SearchContext;
use rustc_hash::FxBuildHasher;
use std::collections::HashSet;

/// Least number of rows. The other stages fill smaller grids.
const LEAST_SIZE: usize = 17;
/// Maximum number of givens per row.
const MOST_GIVENS: usize = 3;
/// Maximum number of bytes of the solutions, which are kept until there are as many as wanted.
const MEMORY: u64 = 1 << 27;
/// Maximum number of moves of a search, which take about a second.
const MOVES: usize = 1_500_000;
/// Number of moves between restarts: a constant, and a number per given. Grids whose cycles have become long are rarely
/// solved later.
const MOVES_OF_START: (usize, usize) = (1000, 20);
/// A move that violates k more givens is made with probability 1/`NOISE`^k.
const NOISE: u32 = 4;
/// Number of switches that are tried for each further solution.
const TRIALS: u64 = 200;

/// Returns true if the search is likely to find this number of solutions.
pub(crate) fn is_possible(puzzle: &ClassicPuzzle, limit: u64) -> bool {
    let is_line = |kind| matches!(kind, HouseKind::Row(_) | HouseKind::Col(_) | HouseKind::Box(_));
    let size = puzzle.size();
    size >= LEAST_SIZE
        && limit <= MEMORY / (size * size) as u64
        && puzzle.restrictions().is_none()
        && (1..=MOST_GIVENS * size).contains(&puzzle.given_count())
        && puzzle.geometry().houses().all(|house| is_line(house.kind))
}

/// Visits as many solutions as the limit allows. Returns `Continue`, without any visit, if fewer were found.
pub(crate) fn search(puzzle: &ClassicPuzzle, run: &mut SearchContext<'_>) -> ControlFlow<End> {
    let Some(mut grid) = Grid::new(puzzle) else { return ControlFlow::Continue(()) };
    let mut random = Random::new(run.config.seed);
    let moves = MOVES_OF_START.0 + MOVES_OF_START.1 * grid.givens.len();
    for _ in 0..MOVES / moves {
        run.open_node()?;
        grid.shuffle(&mut random);
        for _ in 0..moves {
            run.poll()?;
            if grid.violated == 0 {
                for found in grid.others(run.config.limit, &mut random) {
                    run.found(&found)?;
                }
                return ControlFlow::Continue(());
            }
            grid.improve(&mut random);
        }
    }
    ControlFlow::Continue(())
}

/// An exchange of two lines of an axis (0: rows, 1: columns) along the cycle through a line of the other axis.
#[derive(Clone, Copy)]
struct Switch {
    axis: usize,
    lines: [usize; 2],
    start: usize,
}

/// A solved grid.
struct Grid {
    size: usize,
    /// Number of rows of a band and of columns of a stack.
    heights: [usize; 2],
    digits: Vec<u8>,
    /// For each row and digit, the column of the digit, and for each column and digit, its row.
    places: [Vec<u8>; 2],
    /// The given of each cell, or 0.
    wanted: Vec<u8>,
    /// The cells of the givens.
    givens: Vec<usize>,
    /// Number of givens with another digit in the grid.
    violated: usize,
}

impl Grid {
    fn new(puzzle: &ClassicPuzzle) -> Option<Self> {
        let size = puzzle.size();
        let heights = match *puzzle.geometry().regions() {
            Regions::Boxes(BoxShape { box_rows, box_cols }) => [box_rows, box_cols],
            Regions::None => [size, 1],
            Regions::Irregular(_) => return None,
        };
        let wanted = puzzle.givens().to_vec();
        let givens: Vec<usize> = (0..wanted.len()).filter(|cell| wanted[*cell] != 0).collect();
        // No given is violated before the first digit is set.
        let digits = wanted.clone();
        let places = [vec![0; wanted.len()], vec![0; wanted.len()]];
        Some(Self { size, heights, digits, places, wanted, givens, violated: 0 })
    }

    /// Fills the grid with a shuffled pattern, whose digits are named so that many givens hold.
    fn shuffle(&mut self, random: &mut Random) {
        let (size, [rows, cols]) = (self.size, self.heights);
        // Rows of a band differ by multiples of the width of a box, as in the cyclic pattern.
        let row_keys: Vec<usize> = (0..size).map(|row| cols * (row % rows) + row / rows).collect();
        let mut keys = [row_keys, (0..size).collect()];
        for (keys, height) in keys.iter_mut().zip(self.heights) {
            shuffle_lines(keys, height, random);
        }
        let class = |cell: usize| (keys[0][cell / size] + keys[1][cell % size]) % size;
        let mut names = vec![0; size];
        let mut is_used = vec![false; size + 1];
        for cell in &self.givens {
            let (name, digit) = (&mut names[class(*cell)], self.wanted[*cell]);
            if *name == 0 && !is_used[usize::from(digit)] {
                *name = digit;
                is_used[usize::from(digit)] = true;
            }
        }
        let free = (1..=size as u8).filter(|digit| !is_used[usize::from(*digit)]);
        names.iter_mut().filter(|name| **name == 0).zip(free).for_each(|(name, digit)| *name = digit);
        (0..size * size).for_each(|cell| self.set([cell / size, cell % size], names[class(cell)]));
    }

    fn set(&mut self, [row, col]: [usize; 2], digit: u8) {
        let (cell, index) = (row * self.size + col, usize::from(digit) - 1);
        let wanted = self.wanted[cell];
        if wanted != 0 {
            self.violated += usize::from(digit != wanted);
            self.violated -= usize::from(self.digits[cell] != wanted);
        }
        self.digits[cell] = digit;
        self.places[0][row * self.size + index] = col as u8;
        self.places[1][col * self.size + index] = row as u8;
    }

    /// Exchanges two lines along a cycle. The same switch undoes it.
    fn switch(&mut self, Switch { axis, lines: [one, other], start }: Switch) {
        let size = self.size;
        let at = |line: usize, across: usize| if axis == 0 { [line, across] } else { [across, line] };
        let digit = |digits: &[u8], [row, col]: [usize; 2]| digits[row * size + col];
        let first = digit(&self.digits, at(one, start));
        let mut across = start;
        loop {
            let (here, there) =
                (digit(&self.digits, at(one, across)), digit(&self.digits, at(other, across)));
            let next = self.places[axis][one * size + usize::from(there) - 1];
            self.set(at(one, across), there);
            self.set(at(other, across), here);
            if there == first {
                return;
            }
            across = next.into();
        }
    }

    /// Makes the better move for a violated given, unless it violates too many others. Otherwise, tries two random
    /// switches, which are kept if they violate no more givens.
    fn improve(&mut self, random: &mut Random) {
        let first = random.below(self.givens.len() as u32) as usize;
        let givens = (0..self.givens.len()).map(|at| self.givens[(first + at) % self.givens.len()]);
        let Some(cell) = { givens }.find(|cell| self.digits[*cell] != self.wanted[*cell]) else { return };
        let before = self.violated;
        let moves = self.moves_to(cell);
        let best = moves.iter().min_by_key(|switches| {
            switches.iter().for_each(|switch| self.switch(*switch));
            let violated = self.violated;
            switches.iter().rev().for_each(|switch| self.switch(*switch));
            violated
        });
        let best: Vec<Switch> = best.into_iter().flatten().copied().collect();
        best.iter().for_each(|switch| self.switch(*switch));
        if (before..self.violated).all(|_| random.below(NOISE) == 0) {
            return;
        }
        best.iter().rev().for_each(|switch| self.switch(*switch));
        for (axis, line) in [cell / self.size, cell % self.size].into_iter().enumerate() {
            self.switch_at_random(axis, line, random);
        }
    }

    /// Returns the moves that bring the digit of a violated given to its cell.
    fn moves_to(&self, cell: usize) -> Vec<Vec<Switch>> {
        let (size, [rows, cols]) = (self.size, self.heights);
        let (row, col, index) = (cell / size, cell % size, usize::from(self.wanted[cell]) - 1);
        let (band, stack) = (row / rows * rows, col / cols);
        let column_of = |row: usize| usize::from(self.places[0][row * size + index]);
        let from = (band..band + rows).find(|row| column_of(*row) / cols == stack).unwrap_or(row);
        let from = [from, column_of(from)];
        let by_rows = |start: usize| Switch { axis: 0, lines: [row, from[0]], start };
        let by_cols = |start: usize| Switch { axis: 1, lines: [col, from[1]], start };
        match (from[0] == row, from[1] == col) {
            (true, _) => vec![vec![by_cols(row)]],
            (_, true) => vec![vec![by_rows(col)]],
            _ => vec![vec![by_rows(from[1]), by_cols(row)], vec![by_cols(from[0]), by_rows(col)]],
        }
    }

    /// Makes a random switch in the chute of a line, unless it violates more givens. Returns true if it was made.
    fn switch_at_random(&mut self, axis: usize, line: usize, random: &mut Random) -> bool {
        let (height, before) = (self.heights[axis], self.violated);
        let mut near = || line / height * height + random.below(height as u32) as usize;
        let lines = [near(), near()];
        let switch = Switch { axis, lines, start: random.below(self.size as u32) as usize };
        if lines[0] == lines[1] {
            return false;
        }
        self.switch(switch);
        if self.violated > before {
            self.switch(switch);
            return false;
        }
        true
    }

    /// Returns as many solutions as wanted, or none. Further ones follow from this one by switches that touch no given.
    fn others(&mut self, wanted: u64, random: &mut Random) -> Vec<Box<[u8]>> {
        let mut found = vec![Box::<[u8]>::from(&*self.digits)];
        // If two solutions have the same hash, one of them is left out.
        let mut known = HashSet::from([FxBuildHasher.hash_one(&self.digits)]);
        for _ in 0..wanted.saturating_mul(TRIALS) {
            if found.len() as u64 >= wanted {
                return found;
            }
            let (axis, line) = (random.below(2) as usize, random.below(self.size as u32) as usize);
            let is_new = self.switch_at_random(axis, line, random);
            if is_new && known.insert(FxBuildHasher.hash_one(&self.digits)) {
                found.push(Box::from(&*self.digits));
            }
        }
        Vec::new()
    }
}

/// Shuffles the chutes, and the lines of each chute.
fn shuffle_lines(keys: &mut [usize], height: usize, random: &mut Random) {
    for last in (1..keys.len() / height).rev() {
        let other = random.below(last as u32 + 1) as usize;
        (0..height).for_each(|line| keys.swap(last * height + line, other * height + line));
    }
    for chute in keys.chunks_mut(height) {
        for last in (1..chute.len()).rev() {
            chute.swap(last, random.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Engine, Solver};
    use farandole_puzzle::Geometry;
    use farandole_puzzle::check::check;
    use farandole_testkit::symmetry;

    /// Returns a puzzle with this many givens of a shuffled pattern grid in which many pairs of lines
    /// were exchanged, so that they are those of no pattern grid.
    fn sparse(size: usize, count: usize, seed: u64) -> ClassicPuzzle {
        let geometry = std::sync::Arc::new(Geometry::usual(size).unwrap());
        let blank = ClassicPuzzle::new(geometry.clone(), &vec![0; size * size]).unwrap();
        let config = Config::default();
        let (grid, _) = Solver::new(Engine::Auto).first(&blank, &config).unwrap();
        let random = &mut farandole_testkit::Random::new(seed);
        let solved = ClassicPuzzle::new(geometry.clone(), grid.unwrap().digits()).unwrap();
        let mut grid = symmetry::shuffled_boxes(&solved, random).unwrap().givens().to_vec();
        let Regions::Boxes(BoxShape { box_rows, .. }) = *geometry.regions() else { panic!("boxes") };
        for _ in 0..4 * size {
            exchange_cycle(&mut grid, box_rows, random);
        }
        let changed = ClassicPuzzle::new(geometry.clone(), &vec![0; size * size]).unwrap();
        assert_eq!(check(&changed, &grid), Ok(()));
        let mut givens = vec![0; size * size];
        while givens.iter().filter(|given| **given != 0).count() < count {
            let cell = random.below(size * size);
            givens[cell] = grid[cell];
        }
        ClassicPuzzle::new(geometry, &givens).unwrap()
    }

    /// Exchanges two rows of a band in the columns of a cycle: the digits that both rows have there are
    /// the same. Every house keeps its digits.
    fn exchange_cycle(grid: &mut [u8], box_rows: usize, random: &mut farandole_testkit::Random) {
        let size = grid.len().isqrt();
        let band = random.below(size / box_rows) * box_rows;
        let (one, other) = (band + random.below(box_rows), band + random.below(box_rows));
        let mut next = (one != other).then(|| random.below(size));
        while let Some(col) = next {
            let repeated = grid[other * size + col];
            // The cycle is closed if the first digit of the row has moved away.
            next = (0..size).find(|col| grid[one * size + *col] == repeated);
            grid.swap(one * size + col, other * size + col);
        }
    }

    #[test]
    fn sparse_grids_are_solved_and_counted() {
        for (seed, size) in (0..).zip([36, 49, 64, 100, 36]) {
            for count in [1, 3, 10, 30, size, 2 * size] {
                let puzzle = sparse(size, count, seed);
                assert!(is_possible(&puzzle, 2));
                let mut found = Vec::new();
                let mut visit = |digits: &[u8]| {
                    found.push(digits.to_vec());
                    ControlFlow::Continue(())
                };
                let config = Config { limit: 2, ..Config::default() };
                let end = search(&puzzle, &mut SearchContext::new(&config, &mut visit));
                assert_eq!(end, ControlFlow::Break(End::LimitReached), "{size}: {count} givens");
                assert!(found.iter().all(|grid| check(&puzzle, grid).is_ok()) && found[0] != found[1]);
                let budget = Config { budget: 20_000, ..config };
                let report = Solver::new(Engine::Auto).count(&puzzle, &budget).unwrap();
                assert_eq!((report.solutions, report.end), (2, End::LimitReached), "{size}: {count} givens");
            }
        }
    }

    #[test]
    fn thousands_of_solutions_are_distinct() {
        let puzzle = sparse(25, 30, 7);
        let mut found = HashSet::new();
        let mut visit = |digits: &[u8]| {
            assert_eq!(check(&puzzle, digits), Ok(()));
            assert!(found.insert(digits.to_vec()));
            ControlFlow::Continue(())
        };
        let config = Config { limit: 5000, ..Config::default() };
        let end = search(&puzzle, &mut SearchContext::new(&config, &mut visit));
        assert_eq!((end, found.len()), (ControlFlow::Break(End::LimitReached), 5000));
    }
}
