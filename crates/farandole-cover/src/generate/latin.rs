//! Latin squares with holes (quasigroup completion).

use alloc::format;
use alloc::vec::Vec;

use super::size::room;
use crate::model::builder::{BuildError, Builder};
use crate::model::problem::Problem;
use crate::random::Random;

/// A random Latin square of order `n` with `holes` empty cells at random places, or all cells empty if there are
/// fewer. The square that it was made from is a solution.
///
/// Primary items: empty cells `r1c1`.., and `r1=1`.., `c1=1`.. for the symbols that rows and columns lack. Instances are
/// hardest with about 42 % of the cells empty.
///
/// Source: M. Jacobson, P. Matthews, Generating uniformly distributed random Latin squares, Journal of Combinatorial
/// Designs 4 (1996).
///
/// # Errors
/// The problem has more than 2^30 entries.
pub fn latin(n: u32, holes: u32, random: &mut Random) -> Result<Problem, BuildError> {
    room(u64::from(n).checked_pow(3).and_then(|options| options.checked_mul(3)))?;
    let square = random_square(n as usize, random);
    let mut cells: Vec<u32> = (0..n * n).collect();
    random.shuffle(&mut cells);
    cells.truncate(holes as usize);
    cells.sort_unstable();
    // For each row, then each column: the item of each symbol that it lacks.
    let mut lacks = alloc::vec![u32::MAX; 2 * (n * n) as usize];
    let lines =
        |cell: u32, symbol: u32| [(cell / n * n + symbol) as usize, ((n + cell % n) * n + symbol) as usize];
    for &cell in &cells {
        lines(cell, square[cell as usize]).into_iter().for_each(|line| lacks[line] = 0);
    }
    let mut builder = Builder::new();
    for &cell in &cells {
        builder.primary(&format!("r{}c{}", cell / n + 1, cell % n + 1))?;
    }
    for (line, item) in (0..).zip(&mut lacks).filter(|(_, item)| **item == 0) {
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
            let [row, column] = lines(cell, symbol).map(|line| lacks[line]);
            if row != u32::MAX && column != u32::MAX {
                builder.option(&[item, row, column])?;
            }
        }
    }
    Ok(builder.build())
}

/// A random Latin square, row by row.
fn random_square(n: usize, random: &mut Random) -> Vec<u32> {
    // Where each pair of coordinates has its third: symbols by row and column, columns by row and symbol, rows by column
    // and symbol. One triple may be negative; those that make up for it are kept apart.
    let mut symbols: Vec<u32> = (0..n * n).map(|at| ((at / n + at % n) % n) as u32).collect();
    if n < 2 {
        return symbols;
    }
    let mut cube: Vec<i8> = alloc::vec![0; n * n * n];
    let at = |row: usize, column: usize, symbol: usize| (row * n + column) * n + symbol;
    for row in 0..n {
        for column in 0..n {
            cube[at(row, column, (row + column) % n)] = 1;
        }
    }
    let mut improper: Option<[usize; 3]> = None;
    let mut moves = 0;
    while moves < n * n * n || improper.is_some() {
        moves += 1;
        let [row, column, symbol] = improper.unwrap_or_else(|| {
            loop {
                let cell = core::array::from_fn(|_| random.below(n as u32) as usize);
                let [row, column, symbol] = cell;
                if cube[at(row, column, symbol)] == 0 {
                    return cell;
                }
            }
        });
        // Along each axis one of the ones: there are two if the cell is negative.
        let mut pick = |line: &dyn Fn(usize) -> usize| -> usize {
            let ones: Vec<usize> = (0..n).filter(|&k| cube[line(k)] == 1).collect();
            ones[random.below(ones.len() as u32) as usize]
        };
        let other_row = pick(&|k| at(k, column, symbol));
        let other_column = pick(&|k| at(row, k, symbol));
        let other_symbol = pick(&|k| at(row, column, k));
        for (r, in_row) in [(row, true), (other_row, false)] {
            for (c, in_column) in [(column, true), (other_column, false)] {
                for (s, in_symbol) in [(symbol, true), (other_symbol, false)] {
                    let sign = if in_row ^ in_column ^ in_symbol { 1 } else { -1 };
                    cube[at(r, c, s)] += sign;
                }
            }
        }
        let corner = [other_row, other_column, other_symbol];
        improper = (cube[at(other_row, other_column, other_symbol)] < 0).then_some(corner);
    }
    for (place, symbol) in symbols.iter_mut().enumerate() {
        let line = &cube[place * n..(place + 1) * n];
        *symbol = line.iter().position(|&one| one == 1).unwrap_or_default() as u32;
    }
    symbols
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
        let all: alloc::collections::BTreeSet<Vec<u32>> =
            (0..600).map(|_| random_square(3, &mut random)).collect();
        assert_eq!(all.len(), 12);
    }

    #[test]
    fn made_up_problems_have_solutions_and_come_again_for_a_seed() {
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
