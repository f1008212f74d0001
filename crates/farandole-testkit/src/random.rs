//! Random grids and regions from a seed.

use crate::oracle::fitting;
use farandole_puzzle::{ClassicPuzzle, Geometry, Grid};
use std::sync::Arc;

/// A small random number generator. Equal seeds give equal numbers.
///
/// Source: Guy L. Steele Jr., Doug Lea, Christine H. Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014 (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `end - 1`. The distribution is slightly uneven, which does not
    /// matter in tests.
    ///
    /// # Panics
    /// Panics if `end` is 0.
    pub const fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Returns a random solved grid of this geometry, or `None` if the search finds none after trying
/// `steps` digits.
///
/// The distribution is not uniform.
pub fn solved_grid(geometry: &Arc<Geometry>, steps: u64, random: &mut Random) -> Option<Grid> {
    if geometry.misfit().is_some() {
        return None;
    }
    let puzzle = ClassicPuzzle::new(geometry.clone(), &vec![0; geometry.cell_count()]).ok()?;
    let mut digits = puzzle.givens().to_vec();
    let mut steps = steps;
    if !fill(&puzzle, &mut digits, &mut steps, random) {
        return None;
    }
    Grid::new(geometry.size(), digits).ok()
}

fn fill(puzzle: &ClassicPuzzle, digits: &mut [u8], steps: &mut u64, random: &mut Random) -> bool {
    let empty = (0..digits.len()).filter(|cell| digits[*cell] == 0);
    let Some(cell) = empty.min_by_key(|cell| fitting(puzzle, digits, *cell).count()) else { return true };
    let mut choices: Vec<_> = fitting(puzzle, digits, cell).collect();
    random.shuffle(&mut choices);
    for digit in choices {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        digits[cell] = digit.get();
        if fill(puzzle, digits, steps, random) {
            return true;
        }
    }
    digits[cell] = 0;
    false
}

/// Returns a random minimal classic puzzle in ASCII, with `.` for an empty cell. Givens are removed
/// from a random solved grid in random order. A given is kept if `is_proper` returns false without
/// it.
///
/// Most puzzles have 23 to 26 givens. Cost: 81 calls of `is_proper`.
pub fn minimal_puzzle(random: &mut Random, mut is_proper: impl FnMut(&[u8; 81]) -> bool) -> [u8; 81] {
    let geometry = Arc::new(Geometry::classic());
    let grid = loop {
        if let Some(grid) = solved_grid(&geometry, 10_000, random) {
            break grid;
        }
    };
    let mut puzzle: [u8; 81] = core::array::from_fn(|cell| b'0' + grid.digits()[cell]);
    let mut order: [usize; 81] = core::array::from_fn(|cell| cell);
    random.shuffle(&mut order);
    for cell in order {
        let given = core::mem::replace(&mut puzzle[cell], b'.');
        if !is_proper(&puzzle) {
            puzzle[cell] = given;
        }
    }
    puzzle
}

/// Returns the region number of each cell of a random jigsaw with N connected regions of N cells,
/// in row-major order.
///
/// The regions start as the rows. Cells are swapped between adjacent regions if both stay
/// connected.
pub fn jigsaw(size: usize, swaps: usize, random: &mut Random) -> Vec<u16> {
    let cells = size * size;
    let mut map: Vec<u16> = (0..cells).map(|cell| (cell / size) as u16).collect();
    for _ in 0..swaps {
        let (one, other) = (random.below(cells), random.below(cells));
        let (a, b) = (map[one], map[other]);
        if a != b {
            (map[one], map[other]) = (b, a);
            if !is_connected(&map, size, a) || !is_connected(&map, size, b) {
                (map[one], map[other]) = (a, b);
            }
        }
    }
    map
}

/// Returns true if the cells of this region are connected by their sides.
pub(crate) fn is_connected(map: &[u16], size: usize, region: u16) -> bool {
    let Some(first) = map.iter().position(|r| *r == region) else { return true };
    let mut seen = vec![false; map.len()];
    let mut open = vec![first];
    seen[first] = true;
    let mut count = 0;
    while let Some(cell) = open.pop() {
        count += 1;
        let (row, col) = (cell / size, cell % size);
        let sides = [
            (row > 0).then(|| cell - size),
            (row + 1 < size).then(|| cell + size),
            (col > 0).then(|| cell - 1),
            (col + 1 < size).then(|| cell + 1),
        ];
        for next in sides.into_iter().flatten() {
            if map[next] == region && !seen[next] {
                seen[next] = true;
                open.push(next);
            }
        }
    }
    count == map.iter().filter(|r| **r == region).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count_solutions;
    use farandole_puzzle::check::check;

    #[test]
    fn jigsaws_are_connected_even_and_irregular() {
        let map = jigsaw(9, 2000, &mut Random::new(1));
        let geometry = Geometry::irregular(9, &map).unwrap();
        assert_eq!(geometry.misfit(), None);
        assert!((0..9).all(|region| is_connected(&map, 9, region)));
        assert!(map.iter().enumerate().any(|(cell, region)| cell / 9 != *region as usize));
        assert!(!is_connected(&[0, 1, 1, 0], 2, 0));
    }

    #[test]
    fn minimal_puzzles_have_one_solution_and_no_given_to_spare() {
        let count = |line: &[u8; 81]| {
            let givens = line.map(|byte| if byte == b'.' { 0 } else { byte - b'0' });
            count_solutions(&ClassicPuzzle::new(Geometry::classic().into(), &givens).unwrap(), 2)
        };
        let puzzle = minimal_puzzle(&mut Random::new(3), |line| count(line) == 1);
        assert_eq!(count(&puzzle), 1);
        for cell in (0..81).filter(|cell| puzzle[*cell] != b'.') {
            let mut less = puzzle;
            less[cell] = b'.';
            assert_eq!(count(&less), 2);
        }
    }

    #[test]
    fn random_grids_obey_the_rules_and_differ() {
        let geometry = Arc::new(Geometry::classic());
        let empty = ClassicPuzzle::new(geometry.clone(), &[0; 81]).unwrap();
        let grids = [1, 2].map(|seed| solved_grid(&geometry, 10_000, &mut Random::new(seed)).unwrap());
        assert!(grids.iter().all(|grid| check(&empty, grid.digits()).is_ok()));
        assert_ne!(grids[0], grids[1]);
    }
}
