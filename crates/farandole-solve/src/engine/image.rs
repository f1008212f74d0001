//! Images of the cyclic pattern grid: a solution for a large grid with few givens, by min-conflicts
//! local search over the exchanges of its rows and columns.
//!
//! The pattern grid is `row key + column key` modulo N, if each digit stands for a class of equal
//! sums. Exchanges of lines within a chute, and of chutes, permute the keys and keep every house. The
//! givens hold after a renaming of the digits if two of them have equal sums exactly if their digits
//! are equal. Pairs for which this fails are conflicts. A move exchanges lines or chutes of a given in
//! conflict.
//!
//! Depth-first searches and clause learning rarely fill such grids above 36x36, because a wrong guess
//! shows only after hundreds of others. With more than about N givens, few puzzles have an image as a
//! solution. The search proves nothing if it finds none.
//!
//! Source: S. Minton et al., "Minimizing conflicts", Artificial Intelligence 58 (1992).

use super::relabel;
use crate::End;
use core::ops::ControlFlow;
use farandole_cover::Random;
use farandole_puzzle::{BoxShape, ClassicPuzzle, HouseKind, Regions};
use farandole_search::SearchContext;

/// Least number of rows. The other stages fill smaller grids.
const LEAST_SIZE: usize = 17;
/// Number of moves after each start.
const MOVES: usize = 1000;
/// Maximum number of comparisons of two givens, which take a few seconds. With 30 givens, 26 of 28 grids
/// of 36x36 and 49x49 were solved within a fifth of them.
const WORK: usize = 1 << 31;
/// One in this many moves is random, which leaves local minima. More random moves find fewer images.
const NOISE: u32 = 30;

/// Returns true if the solution may be an image of the pattern grid, and the images under renaming
/// suffice for this number of solutions.
pub(crate) fn is_possible(puzzle: &ClassicPuzzle, limit: u64) -> bool {
    let is_line = |kind| matches!(kind, HouseKind::Row(_) | HouseKind::Col(_) | HouseKind::Box(_));
    let size = puzzle.size();
    size >= LEAST_SIZE
        && puzzle.restrictions().is_none()
        && (1..=size).contains(&puzzle.given_count())
        && puzzle.geometry().houses().all(|house| is_line(house.kind))
        && limit <= relabel::relabellings(free_digits(puzzle).len())
}

/// Visits images of the pattern grid that hold the givens, up to the limit. Returns `Continue` if none
/// was found.
pub(crate) fn search(puzzle: &ClassicPuzzle, run: &mut SearchContext<'_>) -> ControlFlow<End> {
    let Some(mut image) = Image::new(puzzle) else { return ControlFlow::Continue(()) };
    let mut random = Random::new(run.config.seed);
    for _ in 0..WORK / (image.work_of_move() * MOVES) {
        run.open_node()?;
        image.shuffle(&mut random);
        for _ in 0..MOVES {
            run.poll()?;
            match image.conflict(&mut random) {
                Some(given) => image.improve(given, &mut random),
                None => return image.visit(puzzle, run),
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the digits that are not given.
fn free_digits(puzzle: &ClassicPuzzle) -> Vec<u8> {
    let mut is_given = vec![false; puzzle.size() + 1];
    puzzle.givens().iter().for_each(|given| is_given[usize::from(*given)] = true);
    (1..=puzzle.size() as u8).filter(|digit| !is_given[usize::from(*digit)]).collect()
}

/// The rows or the columns of the grid.
#[derive(Clone)]
struct Axis {
    keys: Vec<usize>,
    /// Number of lines in a chute.
    height: usize,
}

impl Axis {
    fn swap_chutes(&mut self, one: usize, other: usize) {
        for line in 0..self.height {
            self.keys.swap(one * self.height + line, other * self.height + line);
        }
    }

    fn shuffle(&mut self, random: &mut Random) {
        let chutes = self.keys.len() / self.height;
        for last in (1..chutes).rev() {
            self.swap_chutes(last, random.below(last as u32 + 1) as usize);
        }
        for chute in self.keys.chunks_mut(self.height) {
            for last in (1..chute.len()).rev() {
                chute.swap(last, random.below(last as u32 + 1) as usize);
            }
        }
    }
}

/// A given: its row, its column and its digit.
type Given = ([usize; 2], u8);

/// An exchange of two lines of an axis, or of two chutes.
#[derive(Clone, Copy)]
enum Move {
    Lines(usize, [usize; 2]),
    Chutes(usize, [usize; 2]),
}

/// An image of the pattern grid, up to the names of its digits.
struct Image {
    size: usize,
    /// Rows and columns.
    axes: [Axis; 2],
    givens: Vec<Given>,
}

impl Image {
    fn new(puzzle: &ClassicPuzzle) -> Option<Self> {
        let size = puzzle.size();
        let (rows, cols) = match *puzzle.geometry().regions() {
            Regions::Boxes(BoxShape { box_rows, box_cols }) => (box_rows, box_cols),
            Regions::None => (size, 1),
            Regions::Irregular(_) => return None,
        };
        // Rows of a band differ by multiples of the width of a box, as in the cyclic pattern.
        let row_keys = (0..size).map(|row| cols * (row % rows) + row / rows).collect();
        let axes = [Axis { keys: row_keys, height: rows }, Axis { keys: (0..size).collect(), height: cols }];
        let givens = puzzle.givens().iter().enumerate().filter(|(_, digit)| **digit != 0);
        let givens = givens.map(|(cell, digit)| ([cell / size, cell % size], *digit)).collect();
        Some(Self { size, axes, givens })
    }

    /// Returns the number of comparisons of a move: all pairs of givens for each exchange.
    fn work_of_move(&self) -> usize {
        let exchanges: usize = self.axes.iter().map(|axis| axis.height + self.size / axis.height).sum();
        exchanges * self.givens.len().pow(2)
    }

    fn shuffle(&mut self, random: &mut Random) {
        self.axes.iter_mut().for_each(|axis| axis.shuffle(random));
    }

    /// Returns the class of equal sums of a cell.
    fn class(&self, [row, col]: [usize; 2]) -> usize {
        (self.axes[0].keys[row] + self.axes[1].keys[col]) % self.size
    }

    /// Returns the number of conflicts of a given.
    fn conflicts_of(&self, (cell, digit): Given) -> usize {
        let class = self.class(cell);
        let is_conflict = |(other, found): &&Given| (self.class(*other) == class) != (*found == digit);
        self.givens.iter().filter(is_conflict).count()
    }

    /// Returns a random given in conflict.
    fn conflict(&self, random: &mut Random) -> Option<Given> {
        let mut in_conflict: Vec<Given> =
            self.givens.iter().copied().filter(|given| self.conflicts_of(*given) > 0).collect();
        let chosen = random.below(in_conflict.len() as u32) as usize;
        (!in_conflict.is_empty()).then(|| in_conflict.swap_remove(chosen))
    }

    fn apply(&mut self, exchange: Move) {
        match exchange {
            Move::Lines(axis, [one, other]) => self.axes[axis].keys.swap(one, other),
            Move::Chutes(axis, [one, other]) => self.axes[axis].swap_chutes(one, other),
        }
    }

    /// Makes the exchange of the lines or chutes of a given that leaves the fewest conflicts.
    fn improve(&mut self, (cell, _): Given, random: &mut Random) {
        let mut moves = Vec::new();
        for (axis, line) in cell.into_iter().enumerate() {
            let (height, chute) = (self.axes[axis].height, line / self.axes[axis].height);
            let lines = (chute * height..(chute + 1) * height).filter(|other| *other != line);
            moves.extend(lines.map(|other| Move::Lines(axis, [line, other])));
            let chutes = (0..self.size / height).filter(|other| *other != chute);
            moves.extend(chutes.map(|other| Move::Chutes(axis, [chute, other])));
        }
        let mut best = random.below(moves.len() as u32) as usize;
        if random.below(NOISE) > 0 {
            // Ties are broken at random, because the scan starts at a random move.
            let first = best;
            let mut least = usize::MAX;
            for number in (0..moves.len()).map(|number| (first + number) % moves.len()) {
                self.apply(moves[number]);
                let conflicts = self.givens.iter().map(|given| self.conflicts_of(*given)).sum();
                self.apply(moves[number]);
                if conflicts < least {
                    (best, least) = (number, conflicts);
                }
            }
        }
        self.apply(moves[best]);
    }

    /// Visits the grid under every assignment of the digits that are not given.
    fn visit(&self, puzzle: &ClassicPuzzle, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        let size = self.size;
        let mut names = vec![0; size];
        self.givens.iter().for_each(|(cell, digit)| names[self.class(*cell)] = *digit);
        let (free, digits) = (free_digits(puzzle), names.clone());
        let open: Vec<usize> = (0..size).filter(|class| digits[*class] == 0).collect();
        let labels: Vec<u8> = (1..=free.len() as u8).collect();
        let mut grid = vec![0; size * size];
        relabel::each(free.len(), &labels, &mut |order| {
            for (class, place) in open.iter().zip(order) {
                names[*class] = free[usize::from(*place) - 1];
            }
            for (cell, digit) in grid.iter_mut().enumerate() {
                *digit = names[self.class([cell / size, cell % size])];
            }
            run.found(&grid)?;
            run.poll()
        })
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
    /// were exchanged, so that the solution is not an image of the pattern.
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
            for count in [1, 3, 10, 30] {
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
}
