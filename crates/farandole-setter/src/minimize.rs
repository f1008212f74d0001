//! Minimal puzzles inside of puzzles: one in a random order of removal, or all of them.
//!
//! All of them come from a depth-first search over the redundant givens of a puzzle: one goes, or it stays for good. What is
//! redundant after a given has gone was redundant before, so the sets only shrink. Each minimal puzzle is met once.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

use farandole_kernel::{Config, End, Isa, Redundancy, redundant_givens};

use crate::board::{Cells, Grid, givens, members, restrict};
use crate::random::Random;
use crate::reduce::Reduction;
use crate::walks::{NEVER, Walk, run_walks};

/// A puzzle with its only solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proper {
    /// A number that tells it apart.
    pub number: u64,
    /// Digits, 0 for empty cells, row-major.
    pub puzzle: [u8; 81],
    /// The solution.
    pub solution: Grid,
}

/// For each proper puzzle the cells of the givens of one minimal puzzle in it: they go in a random order, by the stream
/// of the seed that has the puzzle's number, unless they are needed. Givens in `keep` stay anyway.
///
/// Cost: one or two microseconds for each given.
///
/// ```
/// use farandole_kernel::Isa;
/// use farandole_setter::{Proper, Recipe, givens, minimize};
///
/// let made = Recipe::default().attempts(Isa::detect(), 1, 0..4).0;
/// let full = |solution| Proper { number: 0, puzzle: solution, solution };
/// let grids: Vec<_> = made.iter().map(|made| full(made.solution)).collect();
/// let minimal = minimize(Isa::detect(), &grids, 7, 0);
/// assert!(minimal.iter().all(|cells| cells.count_ones() < 40));
/// let again = Proper { number: 1, puzzle: made[0].puzzle, solution: made[0].solution };
/// assert_eq!(minimize(Isa::detect(), &[again], 7, 0), [givens(&made[0].puzzle)]);
/// ```
pub fn minimize(isa: Isa, puzzles: &[Proper], seed: u64, keep: Cells) -> Vec<Cells> {
    let mut found = vec![0; puzzles.len()];
    let mut places = 0..puzzles.len();
    let mut begin = || {
        let place = places.next()?;
        let Proper { number, puzzle, solution } = puzzles[place];
        let given = givens(&puzzle);
        let mut units: Vec<Cells> = members(given & !keep).map(|cell| 1 << cell).collect();
        Random::new(seed, number).shuffle(&mut units);
        // What stays anyway is the last to go, and comes back.
        units.extend(members(given & keep).map(|cell| 1 << cell));
        let decided = (given & !keep).count_ones() as usize;
        Some(One { place, reduction: Reduction::new(solution, units).only_first(decided) })
    };
    run_walks(isa, u64::MAX, &NEVER, &mut begin, &mut |one: One| found[one.place] = one.reduction.cells());
    found
}

/// A reduction and the place of its result.
struct One {
    place: usize,
    reduction: Reduction,
}

impl Walk for One {
    fn ask(&mut self, masks: &mut [u16; 81]) -> bool {
        self.reduction.ask(masks)
    }
    fn solution(&mut self, grid: &[u8; 81]) -> ControlFlow<()> {
        self.reduction.solution(grid)
    }
    fn answered(&mut self, end: End) {
        self.reduction.answered(end);
    }
}

/// All minimal puzzles in a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinimalPuzzles {
    /// The cells of their givens.
    pub found: Vec<Cells>,
    /// Whether there are no more.
    pub is_complete: bool,
}

/// How many puzzles are asked about together.
const TOGETHER: usize = 64;
/// For each puzzle of the limit, so many puzzles on the way to minimal ones are looked at before the search gives up.
const STATES: usize = 100;
/// How many are looked at however low the limit is.
const FEWEST_STATES: usize = 10_000;

/// All minimal puzzles whose givens are among those of a proper puzzle, up to `limit`, in a fixed order. Gives
/// up early where many ways lead to nothing, as in full grids.
///
/// Cost: grows fast with the number of redundant givens; some milliseconds up to ten.
///
/// ```
/// use farandole_kernel::Isa;
/// use farandole_setter::minimal_puzzles;
///
/// let line = b"530070000600195000098000060800060003400803001700020006060000280000419005000080079";
/// let all = minimal_puzzles(Isa::detect(), &line.map(|symbol| symbol - b'0'), 1000);
/// assert!(all.found.iter().all(|cells| cells.count_ones() < 30));
/// assert!(!all.found.is_empty());
/// ```
pub fn minimal_puzzles(isa: Isa, puzzle: &[u8; 81], limit: usize) -> MinimalPuzzles {
    minimal_puzzles_until(isa, puzzle, limit, &NEVER)
}

/// As [`minimal_puzzles`], until `stop` is set.
pub fn minimal_puzzles_until(isa: Isa, puzzle: &[u8; 81], limit: usize, stop: &AtomicBool) -> MinimalPuzzles {
    let mut found = Vec::new();
    // Givens that are left, and those that stay for good.
    let mut open: Vec<(Cells, Cells)> = vec![(givens(puzzle), 0)];
    let mut left = limit.saturating_mul(STATES).max(FEWEST_STATES);
    while !open.is_empty() && found.len() < limit && left > 0 && !stop.load(Ordering::Relaxed) {
        let now = open.split_off(open.len().saturating_sub(TOGETHER));
        left = left.saturating_sub(now.len());
        let boards: Vec<[u8; 81]> =
            now.iter().map(|(cells, _)| restrict(puzzle, *cells).map(|digit| digit + b'0')).collect();
        let mut answers = vec![Redundancy::default(); boards.len()];
        redundant_givens(isa, &Config::default(), &boards, &mut answers);
        for ((cells, stay), answer) in now.iter().zip(answers).rev() {
            if answer.cells == 0 {
                found.push(*cells);
                continue;
            }
            // With all that are redundant bound to stay, nothing below is minimal: they stay redundant only if nothing goes.
            let free = answer.cells & !stay;
            let mut held = *stay;
            let start = open.len();
            for cell in members(free) {
                open.push((cells & !(1 << cell), held));
                held |= 1 << cell;
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

    /// All minimal puzzles by trying all sets of redundant givens.
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
            // Five more givens.
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
            // One of them, in a random order, with and without a given that has to stay.
            for (seed, keep) in [(1, 0), (2, 0), (3, givens(&puzzle) & !givens(&made.puzzle))] {
                let one = minimize(
                    Isa::detect(),
                    &[Proper { number: 9, puzzle, solution: made.solution }],
                    seed,
                    keep,
                )[0];
                assert!(keep & !one == 0 && (keep != 0 || set.contains(&one)));
            }
        }
    }
}
