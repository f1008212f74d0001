//! All proper puzzles with a number of givens in a grid, found as hitting sets of its unavoidable
//! sets, chute by chute.
//!
//! A puzzle is proper if and only if it has a given in each unavoidable set. The search fills the
//! three bands or the three stacks, one chute after another. A [`view`] fixes the order of the
//! chutes and the number of givens of each, and each puzzle belongs to exactly one view. Inside a
//! chute, the cells of the smallest set without a given are tried one after another. Once tried, a
//! cell is dead: it gets no given in the later branches, so no set of cells is tried twice.
//! Disjoint sets bound the number of givens still needed. The kernel tests the puzzles that hit all
//! known sets, in bulk. If it finds another solution, the cells that differ are a new unavoidable
//! set.
//!
//! Performs badly for more than the smallest possible number of givens: each additional given takes about
//! thirty times as long.
//!
//! Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", arXiv 1201.0749, for
//! hitting sets, dead givens and disjoint sets; the researchers "blue" and G. Penet ("champagne"),
//! forum.enjoysudoku.com, for chutes by numbers of givens.

mod search;
mod view;

use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, Ordering};

use farandole_kernel::{Config, End, Isa, each_solution};

use crate::batched_queries::{NEVER, QuerySequence, run_batched};
use crate::board::{Cells, Grid, difference, masks, restrict};
use crate::unavoidable::unavoidable_sets;
use search::Search;
use view::{Start, View, chute_cells, views};

/// Largest size of unavoidable sets that are collected before the search.
const SET_SIZE: u32 = 12;
/// Maximum number of sets kept, small ones first. Keeping every set, and sorting all of them for
/// each start, takes most of the time (docs/experiments/2026-11-22-generator.md).
const SETS: usize = 1000;
/// Maximum number of sets kept that have no cell in some chute.
const PAIR_SETS: usize = 2000;
/// Number of solutions to examine for one that differs from the grid in few cells.
const OTHERS: u32 = 30;
/// Number of starts in a step.
const STARTS: usize = 256;

/// A search for all proper puzzles with a number of givens among some cells of a grid, in steps
/// that can be run separately.
///
/// ```
/// use farandole_kernel::Isa;
/// use farandole_research::{Recipe, Scan, givens};
///
/// // A minimal puzzle contains itself and no smaller proper puzzle.
/// let made = Recipe::default().attempts(Isa::detect(), 1, 0..1).0[0];
/// let cells = givens(&made.puzzle);
/// for less in 0..2 {
///     let mut scan = Scan::new(Isa::detect(), &made.solution, cells, cells.count_ones() - less);
///     let found = scan.run(0..scan.steps());
///     assert_eq!(found, if less == 0 { vec![cells] } else { vec![] });
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Scan {
    isa: Isa,
    grid: Grid,
    views: Vec<View>,
    /// The first step of each view, followed by the number of all steps.
    first_step: Vec<u64>,
    /// Known unavoidable sets.
    sets: Vec<Cells>,
    /// Larger known unavoidable sets that have no cell in some chute.
    pair_sets: Vec<Cells>,
}

impl Scan {
    /// Prepares the search for puzzles of `givens` givens in the cells `within` of a solution grid.
    ///
    /// Cost: about ten milliseconds.
    pub fn new(isa: Isa, grid: &Grid, within: Cells, givens: u32) -> Self {
        Self::new_until(isa, grid, within, givens, &NEVER)
    }

    /// Prepares the search as [`new`](Self::new) does. If `stop` is set before the end, the search
    /// lacks steps and must not be used.
    pub(crate) fn new_until(isa: Isa, grid: &Grid, within: Cells, givens: u32, stop: &AtomicBool) -> Self {
        let sets = unavoidable_sets(grid, SET_SIZE, stop);
        let views = views(&sets, within, givens, stop);
        let mut first_step = vec![0];
        for view in &views {
            let before = first_step[first_step.len() - 1];
            first_step.push(before + view.starts.len().div_ceil(STARTS) as u64);
        }
        Self { isa, grid: *grid, views, first_step, sets, pair_sets: Vec::new() }
    }

    /// Returns the number of steps.
    pub fn steps(&self) -> u64 {
        self.first_step[self.views.len()]
    }

    /// Runs these steps, a range of `0..steps()`, and returns the cells of the puzzles found, in
    /// ascending order. Each puzzle is found in exactly one step.
    ///
    /// Cost: all steps for 17 givens in a full grid take a few seconds; each additional given takes
    /// about thirty times as long.
    pub fn run(&mut self, steps: Range<u64>) -> Vec<Cells> {
        self.run_until(steps, &NEVER).unwrap_or_default()
    }

    /// Runs steps as [`run`](Self::run) does. Returns `None` if `stop` is set before the end; the
    /// results are then lost.
    pub(crate) fn run_until(&mut self, steps: Range<u64>, stop: &AtomicBool) -> Option<Vec<Cells>> {
        let mut found = Vec::new();
        for step in steps.start..steps.end.min(self.steps()) {
            self.step(step, stop, &mut found);
        }
        found.sort_unstable();
        (!stop.load(Ordering::Relaxed)).then_some(found)
    }

    fn step(&mut self, step: u64, stop: &AtomicBool, found: &mut Vec<Cells>) {
        let number = self.first_step.partition_point(|first| *first <= step) - 1;
        let view = &self.views[number];
        let begin = (step - self.first_step[number]) as usize * STARTS;
        let starts: &[Start] = &view.starts[begin..view.starts.len().min(begin + STARTS)];
        let isa = self.isa;
        let grid = &self.grid;
        let mut other = |cells: Cells| second_solution(isa, grid, cells);
        let mut search = Search::new(view, &self.sets, &self.pair_sets, stop, &mut other);
        for start in starts {
            search.start(*start);
        }
        // Sets found in this step reject puzzles of later steps.
        let (leaves, new) = search.into_results();
        let is_pair = |set: &Cells| (0..6).any(|chute| set & chute_cells(chute) == 0);
        self.pair_sets.extend(new.iter().filter(|set| is_pair(set)));
        self.sets.extend(new.iter().filter(|set| !is_pair(set)));
        let mut leaves = leaves.into_iter();
        let grid = &self.grid;
        let mut begin = || leaves.next().map(|cells| Test { grid, cells, is_submitted: false, other: 0 });
        let sets = &mut self.sets;
        run_batched(self.isa, u64::MAX, stop, &mut begin, &mut |test: Test<'_>| {
            if test.other == 0 {
                found.push(test.cells);
            } else {
                sets.push(test.other);
            }
        });
        for (sets, most) in [(&mut self.sets, SETS), (&mut self.pair_sets, PAIR_SETS)] {
            sets.sort_unstable_by_key(|set| (set.count_ones(), *set));
            sets.dedup();
            sets.truncate(most);
        }
    }
}

/// Returns the cells in which another solution of the puzzle with these givens differs from the
/// grid, if there is another solution. Prefers a small set.
fn second_solution(isa: Isa, grid: &Grid, cells: Cells) -> Option<Cells> {
    let (mut best, mut seen) = (0, 0);
    let mut board = [0; 81];
    masks(&restrict(grid, cells), &mut board);
    each_solution(isa, &Config::default(), &board, &mut |other| {
        best = difference(grid, other);
        if best == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if best == 0 {
        return None;
    }
    // Solutions that differ inside these cells may give smaller sets.
    masks(&restrict(grid, !best), &mut board);
    each_solution(isa, &Config::default(), &board, &mut |other| {
        let set = difference(grid, other);
        if set != 0 && set.count_ones() < best.count_ones() {
            best = set;
        }
        seen += 1;
        if seen < OTHERS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Some(best)
}

/// The query that tests whether a puzzle is proper.
struct Test<'a> {
    grid: &'a Grid,
    cells: Cells,
    is_submitted: bool,
    /// The cells in which another solution differs, or 0 if there is none.
    other: Cells,
}

impl QuerySequence for Test<'_> {
    fn next_query(&mut self, board: &mut [u16; 81]) -> bool {
        masks(&restrict(self.grid, self.cells), board);
        !core::mem::replace(&mut self.is_submitted, true)
    }

    fn solution(&mut self, other: &[u8; 81]) -> ControlFlow<()> {
        self.other = difference(self.grid, other);
        if self.other == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn query_ended(&mut self, _: End) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{ALL_CELLS, members};
    use crate::{Recipe, givens};

    fn grid(text: &str) -> Grid {
        core::array::from_fn(|cell| text.as_bytes()[cell] - b'0')
    }

    fn all(grid: &Grid, within: Cells, givens: u32) -> Vec<Cells> {
        let mut scan = Scan::new(Isa::detect(), grid, within, givens);
        scan.run(0..scan.steps())
    }

    #[test]
    fn the_grid_with_one_17_has_it_and_no_16() {
        let solution =
            grid("286537941541982736379614258917358624452176893863429517625743189194865372738291465");
        let puzzle =
            grid("000000041500900000070600000000350600402000000800000000000040080090000300030000000");
        assert_eq!(all(&solution, ALL_CELLS, 16), []);
        assert_eq!(all(&solution, ALL_CELLS, 17), [givens(&puzzle)]);
    }

    /// Returns all proper puzzles with `left` more givens in these cells, by testing each set.
    fn by_trial(chosen: Cells, cells: &[usize], left: usize, sets: &mut Vec<Cells>) {
        if left == 0 {
            sets.push(chosen);
        } else if cells.len() >= left {
            by_trial(chosen | 1 << cells[0], &cells[1..], left - 1, sets);
            by_trial(chosen, &cells[1..], left, sets);
        }
    }

    #[test]
    fn minimal_parts_agree_with_brute_force() {
        let isa = Isa::detect();
        let mut counts = [0; 4];
        for (number, made) in (0..).zip(Recipe::default().attempts(isa, 41, 0..3).0) {
            let mut random = crate::Random::new(8, number);
            let mut within = givens(&made.puzzle);
            let least = within.count_ones();
            while within.count_ones() < least + 4 {
                within |= 1 << random.below(81);
            }
            let cells: Vec<usize> = members(within).collect();
            for less in 1..4 {
                let size = least + 3 - less;
                let mut sets = Vec::new();
                by_trial(0, &cells, size as usize, &mut sets);
                sets.retain(|set| second_solution(isa, &made.solution, *set).is_none());
                sets.sort_unstable();
                assert_eq!(all(&made.solution, within, size), sets);
                counts[less as usize] += sets.len();
            }
        }
        assert!(counts[1] > 0 && counts[3] > 0, "{counts:?}");
    }
}
