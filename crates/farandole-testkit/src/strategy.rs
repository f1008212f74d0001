//! proptest strategies for geometries, and for puzzles with no, one and many solutions.

use crate::Random;
use crate::oracle::fitting;
use crate::random::{jigsaw, solved_grid};
use farandole_puzzle::{Cell, ClassicPuzzle, Diagonal, DigitSet, Geometry};
use proptest::prelude::*;
use std::sync::Arc;

/// Returns arbitrary geometries of this size, with boxes of any shape, no boxes, or a jigsaw,
/// sometimes with diagonals or an extra region.
pub fn geometry(size: usize) -> impl Strategy<Value = Geometry> {
    (0..6_u8, 0..8_u8, any::<u64>()).prop_map(move |(base, more, seed)| {
        let mut random = Random::new(seed);
        let mut geometry = match base {
            0 => Geometry::latin(size),
            1 | 2 => Geometry::irregular(size, &jigsaw(size, 30 * size * size, &mut random)),
            _ => {
                let heights: Vec<usize> = (1..=size).filter(|rows| size.is_multiple_of(*rows)).collect();
                let box_rows = heights[random.below(heights.len())];
                Geometry::boxes(size, box_rows, size / box_rows)
            }
        }
        .expect("these shapes exist in every size");
        if more == 1 || more == 2 {
            geometry = geometry.with_diagonal(Diagonal::Main);
        }
        if more == 2 {
            geometry = geometry.with_diagonal(Diagonal::Anti);
        }
        if more == 3 {
            let mut cells: Vec<Cell> = (0..size * size).filter_map(Cell::new).collect();
            random.shuffle(&mut cells);
            cells.truncate(1 + random.below(size));
            geometry = geometry.with_extra_region(&cells).expect("at most N cells of the grid");
        }
        geometry
    })
}

/// Returns puzzles of sizes 1 to 9 in any geometry, small enough for the oracle. About a third have
/// no solution, a third have one, and a third have several.
pub fn puzzle() -> impl Strategy<Value = ClassicPuzzle> {
    let size = prop_oneof![1..=3_usize, 4..=6_usize, 7..=9_usize];
    let geometry = size.prop_flat_map(geometry);
    (geometry, 0..100_usize, any::<u64>(), 0..8_u8, 0..8_u8).prop_map(
        |(geometry, fill, seed, spoil, restrict)| build(geometry.into(), fill, seed, spoil, restrict),
    )
}

/// Returns 9x9 puzzles with 3x3 boxes and givens from a random solved grid. Some have a wrong
/// given, and some have restrictions.
pub fn classic() -> impl Strategy<Value = ClassicPuzzle> {
    (25..100_usize, any::<u64>(), 0..8_u8, 0..8_u8).prop_map(|(fill, seed, spoil, restrict)| {
        build(Geometry::classic().into(), fill, seed, spoil, restrict)
    })
}

fn build(geometry: Arc<Geometry>, fill: usize, seed: u64, spoil: u8, restrict: u8) -> ClassicPuzzle {
    let mut random = Random::new(seed);
    let (size, cells) = (geometry.size(), geometry.cell_count());
    let grid = solved_grid(&geometry, 300, &mut random);
    // The oracle is too slow for large puzzles with fewer givens.
    let least = if size <= 6 {
        0
    } else if spoil == 0 {
        50
    } else {
        35
    };
    let fill = least + fill * (100 - least) / 100;
    let mut givens = vec![0; cells];
    match &grid {
        Some(grid) => {
            for (given, digit) in givens.iter_mut().zip(grid.digits()) {
                if random.below(100) < fill {
                    *given = *digit;
                }
            }
        }
        // No solved grid was found, and there may be none. The search stays short because many
        // cells get digits that fit.
        None => {
            let mut order: Vec<usize> = (0..cells).collect();
            random.shuffle(&mut order);
            order.truncate(cells * fill.max(60) / 100);
            let empty = ClassicPuzzle::new(geometry.clone(), &givens).expect("zeros are empty cells");
            for cell in order {
                let fits: Vec<_> = fitting(&empty, &givens, cell).collect();
                if !fits.is_empty() {
                    givens[cell] = fits[random.below(fits.len())].get();
                }
            }
        }
    }
    if spoil == 0 {
        givens[random.below(cells)] = 1 + random.below(size) as u8;
    }
    let puzzle = ClassicPuzzle::new(geometry, &givens).expect("there are N * N digits up to N");
    if restrict > 1 {
        return puzzle;
    }
    let sets: Vec<DigitSet> = (0..cells)
        .map(|cell| {
            let keep = grid.as_ref().map_or(0, |grid| 1 << (grid.digits()[cell] - 1));
            let off = if restrict == 0 { random.next() & random.next() } else { 0 };
            let off = off & random.next() & !keep & DigitSet::all(size).bits();
            DigitSet::all(size) - DigitSet::from_bits(off)
        })
        .collect();
    puzzle.with_restrictions(&sets).expect("there are N * N sets of digits up to N")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count_solutions;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    #[test]
    fn no_one_and_many_solutions_all_occur() {
        let mut runner = TestRunner::deterministic();
        let mut seen = [0; 3];
        for _ in 0..300 {
            let puzzle = puzzle().new_tree(&mut runner).unwrap().current();
            seen[count_solutions(&puzzle, 2) as usize] += 1;
        }
        assert!(seen.iter().all(|times| *times >= 30), "{seen:?}");
    }
}
