//! Minimal puzzles inside a puzzle: either one, by removal in random order, or all.
//!
//! A depth-first search over the redundant givens finds all minimal puzzles, each once. Each given
//! is either removed or kept for good. A given that is redundant after a removal was redundant
//! before it, so the sets of redundant givens only shrink.
//!
//! Performs badly for puzzles with many redundant givens, such as full grids: nearly all branches
//! lead to redundant givens that must stay.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

use farandole_kernel::{Config, End, Isa, Redundancy, redundant_givens};

use crate::batched_queries::{NEVER, QuerySequence, run_batched};
use crate::board::{Cells, Grid, givens, members, restrict};
use crate::random::Random;
use crate::reduce::Reduction;

/// A puzzle with its only solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProperPuzzle {
    /// A number that identifies the puzzle and selects its random stream.
    pub number: u64,
    /// Digits, 0 for empty cells, row-major.
    pub puzzle: [u8; 81],
    /// The solution.
    pub solution: Grid,
}

/// Returns the cells of the givens of one minimal puzzle inside each proper puzzle. Givens are
/// removed in a random order unless they are needed. Puzzle k uses random stream k of the seed.
/// Givens in `keep` always stay.
///
/// Cost: one or two microseconds per given.
///
/// ```
/// use farandole_kernel::Isa;
/// use farandole_research::{ProperPuzzle, Recipe, givens, minimize};
///
/// let made = Recipe::default().attempts(Isa::detect(), 1, 0..4).0;
/// let full = |solution| ProperPuzzle { number: 0, puzzle: solution, solution };
/// let grids: Vec<_> = made.iter().map(|made| full(made.solution)).collect();
/// let minimal = minimize(Isa::detect(), &grids, 7, 0);
/// assert!(minimal.iter().all(|cells| cells.count_ones() < 40));
/// let again = ProperPuzzle { number: 1, puzzle: made[0].puzzle, solution: made[0].solution };
/// assert_eq!(minimize(Isa::detect(), &[again], 7, 0), [givens(&made[0].puzzle)]);
/// ```
pub fn minimize(isa: Isa, puzzles: &[ProperPuzzle], seed: u64, keep: Cells) -> Vec<Cells> {
    let mut found = vec![0; puzzles.len()];
    let mut indices = 0..puzzles.len();
    let mut begin = || {
        let index = indices.next()?;
        let ProperPuzzle { number, puzzle, solution } = puzzles[index];
        let given = givens(&puzzle);
        let mut units: Vec<Cells> = members(given & !keep).map(|cell| 1 << cell).collect();
        Random::new(seed, number).shuffle(&mut units);
        // Givens to keep are last in the order, outside the part that may be removed.
        units.extend(members(given & keep).map(|cell| 1 << cell));
        let decided = (given & !keep).count_ones() as usize;
        Some(IndexedReduction { index, reduction: Reduction::new(solution, units).only_first(decided) })
    };
    run_batched(isa, u64::MAX, &NEVER, &mut begin, &mut |indexed: IndexedReduction| {
        found[indexed.index] = indexed.reduction.cells()
    });
    found
}

/// A reduction and the index of its result.
struct IndexedReduction {
    index: usize,
    reduction: Reduction,
}

impl QuerySequence for IndexedReduction {
    fn next_query(&mut self, masks: &mut [u16; 81]) -> bool {
        self.reduction.next_query(masks)
    }
    fn solution(&mut self, grid: &[u8; 81]) -> ControlFlow<()> {
        self.reduction.solution(grid)
    }
    fn query_ended(&mut self, end: End) {
        self.reduction.query_ended(end);
    }
}

/// All minimal puzzles inside a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinimalPuzzles {
    /// The cells of their givens.
    pub found: Vec<Cells>,
    /// True if these are all minimal puzzles.
    pub is_complete: bool,
}

/// Number of puzzles in one query to the kernel.
const BATCH: usize = 64;
/// Number of puzzles examined per requested result before the search gives up.
const STATES_PER_RESULT: usize = 100;
/// Smallest number of puzzles examined before the search gives up, however low the limit.
const MIN_STATES: usize = 10_000;

/// Returns all minimal puzzles whose givens are among those of a proper puzzle, up to `limit`, in a
/// fixed order. Gives up early if many branches lead to no result, as in full grids.
///
/// Cost: grows fast with the number of redundant givens; a few milliseconds for up to ten.
///
/// ```
/// use farandole_kernel::Isa;
/// use farandole_research::minimal_puzzles;
///
/// let line = b"530070000600195000098000060800060003400803001700020006060000280000419005000080079";
/// let all = minimal_puzzles(Isa::detect(), &line.map(|symbol| symbol - b'0'), 1000);
/// assert!(all.found.iter().all(|cells| cells.count_ones() < 30));
/// assert!(!all.found.is_empty());
/// ```
pub fn minimal_puzzles(isa: Isa, puzzle: &[u8; 81], limit: usize) -> MinimalPuzzles {
    minimal_puzzles_until(isa, puzzle, limit, &NEVER)
}

/// Returns minimal puzzles as [`minimal_puzzles`] does, until `stop` is set.
pub(crate) fn minimal_puzzles_until(
    isa: Isa,
    puzzle: &[u8; 81],
    limit: usize,
    stop: &AtomicBool,
) -> MinimalPuzzles {
    let mut found = Vec::new();
    // The remaining givens, and those that are kept for good.
    let mut open: Vec<(Cells, Cells)> = vec![(givens(puzzle), 0)];
    let mut left = limit.saturating_mul(STATES_PER_RESULT).max(MIN_STATES);
    while !open.is_empty() && found.len() < limit && left > 0 && !stop.load(Ordering::Relaxed) {
        let batch = open.split_off(open.len().saturating_sub(BATCH));
        left = left.saturating_sub(batch.len());
        let boards: Vec<[u8; 81]> =
            batch.iter().map(|(cells, _)| restrict(puzzle, *cells).map(|digit| digit + b'0')).collect();
        let mut answers = vec![Redundancy::default(); boards.len()];
        redundant_givens(isa, &Config::default(), &boards, &mut answers);
        for ((cells, kept), answer) in batch.iter().zip(answers).rev() {
            if answer.cells == 0 {
                found.push(*cells);
                continue;
            }
            // A puzzle in which all redundant givens stay is not minimal, so there is one branch
            // per removed given.
            let free = answer.cells & !kept;
            let mut kept_now = *kept;
            let start = open.len();
            for cell in members(free) {
                open.push((cells & !(1 << cell), kept_now));
                kept_now |= 1 << cell;
            }
            open[start..].reverse();
        }
    }
    let is_complete = open.is_empty() && found.len() <= limit;
    found.truncate(limit);
    MinimalPuzzles { found, is_complete }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;
    use std::collections::HashSet;

    /// Returns all minimal puzzles by trying all sets of redundant givens.
    fn by_trial(puzzle: &[u8; 81]) -> HashSet<Cells> {
        let redundant = |cells: Cells| {
            let board = restrict(puzzle, cells).map(|digit| digit + b'0');
            let mut answers = [Redundancy::default()];
            redundant_givens(Isa::PORTABLE, &Config::default(), &[board], &mut answers);
            answers[0].cells
        };
        let mut seen = HashSet::from([givens(puzzle)]);
        let mut open = vec![givens(puzzle)];
        let mut minimal = HashSet::new();
        while let Some(cells) = open.pop() {
            let free = redundant(cells);
            if free == 0 {
                minimal.insert(cells);
            }
            open.extend(members(free).map(|cell| cells & !(1 << cell)).filter(|less| seen.insert(*less)));
        }
        minimal
    }

    #[test]
    fn all_minimal_puzzles_are_found_once() {
        let made = Recipe::default().attempts(Isa::detect(), 4, 0..6).0;
        for (number, made) in made.iter().enumerate() {
            // Five additional givens.
            let mut puzzle = made.puzzle;
            let more = (0..81).filter(|cell| made.puzzle[*cell] == 0).skip(7 * number).take(5);
            more.for_each(|cell| puzzle[cell] = made.solution[cell]);
            let all = minimal_puzzles(Isa::detect(), &puzzle, usize::MAX);
            assert!(all.is_complete);
            let set: HashSet<Cells> = all.found.iter().copied().collect();
            assert_eq!((set.len(), &set), (all.found.len(), &by_trial(&puzzle)));
            assert!(set.contains(&givens(&made.puzzle)));
            let cut = minimal_puzzles(Isa::detect(), &puzzle, 1);
            assert_eq!((cut.found.len(), cut.is_complete), (1, set.len() == 1));
            // Finds one minimal puzzle in a random order, without and with a given to keep.
            for (seed, keep) in [(1, 0), (2, 0), (3, givens(&puzzle) & !givens(&made.puzzle))] {
                let minimal = minimize(
                    Isa::detect(),
                    &[ProperPuzzle { number: 9, puzzle, solution: made.solution }],
                    seed,
                    keep,
                )[0];
                assert!(keep & !minimal == 0 && (keep != 0 || set.contains(&minimal)));
            }
        }
    }
}
