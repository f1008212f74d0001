//! Latin squares with holes (quasigroup completion).

use alloc::format;
use alloc::vec::Vec;

use super::size::check_size;
use crate::model::builder::{BuildError, Builder};
use crate::model::problem::Problem;
use crate::random::Random;

/// Returns the problem of completing a random Latin square of order `n`, in which `holes` random cells are
/// empty. If `holes` exceeds the number of cells, all cells are empty. The original square is a solution.
///
/// Primary items: the empty cells `r1c1` and so on, then the missing symbols of rows (`r1=1` and so on) and
/// of columns (`c1=1` and so on). The problems are hardest if about 42 % of the cells are empty.
///
/// Source: M. Jacobson, P. Matthews, Generating uniformly distributed random Latin squares, Journal
/// of Combinatorial Designs 4 (1996).
///
/// # Errors
/// The problem has more than 2^30 entries.
pub fn latin(n: u32, holes: u32, random: &mut Random) -> Result<Problem, BuildError> {
    check_size(u64::from(n).checked_pow(3).and_then(|options| options.checked_mul(3)))?;
    let square = random_square(n as usize, random);
    let mut cells: Vec<u32> = (0..n * n).collect();
    random.shuffle(&mut cells);
    cells.truncate(holes as usize);
    cells.sort_unstable();
    // The items of the missing symbols of each row, and then of each column; `u32::MAX` if a symbol is not
    // missing.
    let mut missing_items = alloc::vec![u32::MAX; 2 * (n * n) as usize];
    let lines =
        |cell: u32, symbol: u32| [(cell / n * n + symbol) as usize, ((n + cell % n) * n + symbol) as usize];
    for &cell in &cells {
        lines(cell, square[cell as usize]).into_iter().for_each(|line| missing_items[line] = 0);
    }
    let mut builder = Builder::new();
    for &cell in &cells {
        builder.primary(&format!("r{}c{}", cell / n + 1, cell % n + 1))?;
    }
    for (line, item) in (0..).zip(&mut missing_items).filter(|(_, item)| **item == 0) {
        let (number, symbol) = (line / n, line % n + 1);
        let name = if number < n {
            format!("r{}={symbol}", number + 1)
        } else {
            format!("c{}={symbol}", number - n + 1)
        };
        *item = builder.primary(&name)?;
    }
    for (item, &cell) in (0..).zip(&cells) {
        for symbol in 0..n {
            let [row, column] = lines(cell, symbol).map(|line| missing_items[line]);
            if row != u32::MAX && column != u32::MAX {
                builder.option(&[item, row, column])?;
            }
        }
    }
    Ok(builder.build())
}

/// Maximum number of moves. For orders above 256, this is less than one move per cell of the cube.
const MOST_MOVES: usize = 1 << 24;

/// The positions of the ones along a line of the cube, in ascending order. There is one position, or two in a
/// line with the negative cell, and three during a move.
#[derive(Clone, Copy)]
struct Ones {
    positions: [u32; 4],
    len: usize,
}

impl Ones {
    fn positions(&self) -> &[u32] {
        &self.positions[..self.len]
    }

    fn insert(&mut self, position: usize) {
        let position = position as u32;
        let mut at = self.len;
        while at > 0 && self.positions[at - 1] > position {
            self.positions[at] = self.positions[at - 1];
            at -= 1;
        }
        self.positions[at] = position;
        self.len += 1;
    }

    fn remove(&mut self, position: usize) {
        if let Some(at) = self.positions().iter().position(|&other| other as usize == position) {
            self.positions.copy_within(at + 1.., at);
            self.len -= 1;
        }
    }
}

/// The cube of a Latin square. Its cells are the triples of row, column and symbol. A cell is 1 if the square
/// has this symbol in this row and column, otherwise 0. The sum of each line along an axis is 1. During the
/// random walk, one cell may be -1; this cell is not stored here.
struct Cube {
    n: usize,
    /// The lines along the three axes: the symbols for each row and column, the columns for each row and
    /// symbol, and the rows for each column and symbol.
    lines: [Vec<Ones>; 3],
}

impl Cube {
    /// Returns the cube of the cyclic square, in which the symbol is the sum of row and column modulo `n`.
    fn new(n: usize) -> Self {
        let line = |position: &dyn Fn(usize, usize) -> usize| {
            let one = |at| Ones { positions: [position(at / n, at % n) as u32, 0, 0, 0], len: 1 };
            (0..n * n).map(one).collect()
        };
        let next = |a, b| (a + b) % n;
        let back = |a, b| (b + n - a) % n;
        Self { n, lines: [line(&next), line(&back), line(&back)] }
    }

    /// Returns the three lines through a cell, one per axis, and the position of the cell in each of them.
    fn through(&self, [row, column, symbol]: [usize; 3]) -> [(usize, usize); 3] {
        let n = self.n;
        [(row * n + column, symbol), (row * n + symbol, column), (column * n + symbol, row)]
    }

    fn contains(&self, cell: [usize; 3]) -> bool {
        let [(line, position), ..] = self.through(cell);
        self.lines[0][line].positions().contains(&(position as u32))
    }

    fn set(&mut self, cell: [usize; 3]) {
        let through = self.through(cell);
        self.lines.iter_mut().zip(through).for_each(|(lines, (line, position))| lines[line].insert(position));
    }

    fn clear(&mut self, cell: [usize; 3]) {
        let through = self.through(cell);
        self.lines.iter_mut().zip(through).for_each(|(lines, (line, position))| lines[line].remove(position));
    }
}

/// Returns the symbols of a random Latin square, row by row.
fn random_square(n: usize, random: &mut Random) -> Vec<u32> {
    let mut cube = Cube::new(n.max(1));
    let mut improper: Option<[usize; 3]> = None;
    let mut moves = 0;
    while n > 1 && (moves < (n * n * n).min(MOST_MOVES) || improper.is_some()) {
        moves += 1;
        // While the square is improper, the next move starts at its negative cell.
        let cell = improper.unwrap_or_else(|| {
            loop {
                let cell = core::array::from_fn(|_| random.below(n as u32) as usize);
                if !cube.contains(cell) {
                    return cell;
                }
            }
        });
        // Choose a one along an axis. There are two if the cell is negative.
        let mut pick = |axis: usize| {
            let (line, _) = cube.through(cell)[axis];
            let ones = cube.lines[axis][line].positions();
            ones[random.below(ones.len() as u32) as usize] as usize
        };
        let [other_row, other_column, other_symbol] = [pick(2), pick(1), pick(0)];
        let [row, column, symbol] = cell;
        // The move changes the eight corners of a subcube. It adds 1 to the cell and to the corners that
        // differ from it in two coordinates, and subtracts 1 from the other corners.
        if improper.is_none() {
            cube.set(cell);
        }
        for other in [
            [row, other_column, other_symbol],
            [other_row, column, other_symbol],
            [other_row, other_column, symbol],
        ] {
            cube.set(other);
        }
        for other in [[other_row, column, symbol], [row, other_column, symbol], [row, column, other_symbol]] {
            cube.clear(other);
        }
        let corner = [other_row, other_column, other_symbol];
        improper = if cube.contains(corner) {
            cube.clear(corner);
            None
        } else {
            Some(corner)
        };
    }
    cube.lines[0].iter().take(n * n).map(|ones| ones.positions[0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{random, sudoku};
    use crate::{Config, Counter, Search};
    use alloc::string::ToString;

    fn count(problem: &Problem) -> u64 {
        Search::new(problem).unwrap().count(100_000, &Config::new()).solutions
    }

    #[test]
    fn squares_have_the_known_counts() {
        // OEIS A107739, A002860.
        assert_eq!(count(&sudoku(2, 2, &[]).unwrap()), 288);
        assert_eq!(count(&sudoku(2, 2, &[1, 2, 3, 4]).unwrap()), 12);
        assert_eq!(count(&sudoku(2, 2, &[1, 1]).unwrap()), 0);
        assert_eq!(count(&sudoku(2, 2, &[5]).unwrap()), 0);
        for (n, squares) in [(0, 1), (1, 1), (2, 2), (3, 12), (4, 576)] {
            assert_eq!(count(&latin(n, u32::MAX, &mut Random::new(1)).unwrap()), squares);
        }
        let mut counter = Counter::new(&latin(5, 25, &mut Random::new(1)).unwrap(), 1 << 24).unwrap();
        counter.run(&Config::new());
        assert_eq!(counter.into_count().unwrap().to_string(), "161280");
        assert!(sudoku(100, 100, &[]).is_err() && latin(1 << 12, 9, &mut Random::new(0)).is_err());
    }

    #[test]
    fn random_squares_are_latin_and_reach_all() {
        let mut random = Random::new(7);
        for n in [3, 5, 9] {
            let square = random_square(n, &mut random);
            for line in 0..n {
                let row: alloc::collections::BTreeSet<u32> = (0..n).map(|k| square[line * n + k]).collect();
                let column: alloc::collections::BTreeSet<u32> =
                    (0..n).map(|k| square[k * n + line]).collect();
                assert_eq!((row.len(), column.len()), (n, n));
            }
        }
        // Squares of an order of about one hundred must take seconds, not minutes.
        assert_eq!(random_square(120, &mut random).len(), 14_400);
        let all: alloc::collections::BTreeSet<Vec<u32>> =
            (0..600).map(|_| random_square(3, &mut random)).collect();
        assert_eq!(all.len(), 12);
    }

    #[test]
    fn generated_problems_have_solutions_and_are_reproducible() {
        for seed in 0..20 {
            let problem = latin(8, 30, &mut Random::new(seed)).unwrap();
            assert_eq!(problem.primary_items() % 2, 0);
            assert!(count(&problem) >= 1);
            let problem = random(20, 40, 3, &mut Random::new(seed)).unwrap();
            assert_eq!(problem.options(), 47);
            assert!(count(&problem) >= 1);
            let again = random(20, 40, 3, &mut Random::new(seed)).unwrap();
            assert_eq!(problem.fingerprint(), again.fingerprint());
        }
        assert!(
            random(5, 1, 6, &mut Random::new(0)).is_err() && random(5, 1, 0, &mut Random::new(0)).is_err()
        );
    }
}
