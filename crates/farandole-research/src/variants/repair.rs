//! Repair of a solution whose numbers other solutions share: a local search with learned conflicts, in the manner of
//! min-conflicts.
//!
//! If all sums of a layout are still to be chosen, hardly any random solution is the only one with its sums. Another
//! solution with the same numbers differs in some cells. As long as these cells keep their values, the exchange remains
//! possible, so this is a conflict that no acceptable solution contains. Each round finds a small conflict, opens its
//! cells and some random ones, and chooses the completion that contains the fewest conflicts known so far.
//!
//! Source: S. Minton et al., "Minimizing conflicts: a heuristic repair method for constraint satisfaction and scheduling
//! problems", Artificial Intelligence 58 (1992).

use super::recipe::VariantRecipe;
use crate::random::Random;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Given};
use farandole_puzzle::variant::Variant;
use farandole_solve::{Config, End, PuzzleSolver};

/// Maximum number of rounds. Successful searches rarely need more than a third of them.
const ROUNDS: usize = 600;
/// Maximum number of other solutions of a query. The one that differs in the fewest cells is used.
const OTHERS: u64 = 8;
/// Number of attempts to make a conflict smaller, each with half of its cells.
const SHRINKING: usize = 8;
/// Number of cells that a round opens at least.
const OPEN: usize = 24;
/// Maximum number of search nodes of a query. Most queries need a few hundred.
const NODES: u64 = 20_000;
/// Maximum number of completions of the open cells that a round compares.
const COMPLETIONS: u64 = 150;

/// Values that another solution with the same numbers exchanges.
struct Conflict {
    cells: Vec<usize>,
    values: Vec<u8>,
    /// True if only two values are exchanged. Any two values can then be exchanged in the same way.
    is_swap: bool,
}

impl Conflict {
    /// Returns the values of `solution` in the cells in which `other` differs.
    fn new(solution: &[u8], other: &[u8]) -> Self {
        let cells: Vec<usize> = (0..solution.len()).filter(|at| solution[*at] != other[*at]).collect();
        let values: Vec<u8> = cells.iter().map(|at| solution[*at]).collect();
        let mut different = values.clone();
        different.sort_unstable();
        different.dedup();
        Self { cells, values, is_swap: different.len() == 2 }
    }

    fn is_in(&self, solution: &[u8]) -> bool {
        if !self.is_swap {
            return self.cells.iter().zip(&self.values).all(|(at, value)| solution[*at] == *value);
        }
        let mut cells = self.cells.iter().zip(&self.values);
        let first = solution[self.cells[0]];
        let second = cells.clone().find(|(_, value)| **value != self.values[0]).map(|(at, _)| solution[*at]);
        let expected = |value: u8| if value == self.values[0] { Some(first) } else { second };
        second != Some(first) && cells.all(|(at, value)| Some(solution[*at]) == expected(*value))
    }
}

impl VariantRecipe {
    /// Changes a solution until its numbers determine it, given the base of the puzzle, and all constraints that hold
    /// whatever the numbers are. Returns `None` after too many rounds, or if `stop` is set.
    pub(super) fn repaired(
        &self,
        (base, known): (&Variant, &Variant),
        mut solution: Vec<u8>,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> Option<Vec<u8>> {
        let grid: Vec<usize> = base.board().grid().map(Cell::index).collect();
        let mut conflicts: Vec<Conflict> = Vec::new();
        for _ in (0..ROUNDS).take_while(|_| !stop.load(Ordering::Relaxed)) {
            let (numbered, _) = self.filled(base, &solution, random).ok()?;
            let (others, is_decided) = Self::near(&numbered, &solution, &[], OTHERS, random, stop);
            let nearest = others.into_iter().map(|other| Conflict::new(&solution, &other));
            let Some(mut conflict) = nearest.min_by_key(|conflict| conflict.cells.len()) else {
                if is_decided {
                    return Some(solution);
                }
                return None;
            };
            for _ in 0..SHRINKING {
                let mut cells = conflict.cells.clone();
                random.shuffle(&mut cells);
                cells.truncate(cells.len().div_ceil(2));
                let is_fixed = |at: &&usize| !conflict.cells.contains(at) || cells.contains(at);
                let fixed: Vec<usize> = grid.iter().filter(is_fixed).copied().collect();
                let (others, _) = Self::near(&numbered, &solution, &fixed, 1, random, stop);
                if let Some(other) = others.first() {
                    conflict = Conflict::new(&solution, other);
                }
            }
            let mut closed = grid.clone();
            random.shuffle(&mut closed);
            closed.retain(|at| !conflict.cells.contains(at));
            closed.truncate(grid.len().saturating_sub(conflict.cells.len().max(OPEN)));
            conflicts.push(conflict);
            let count = |values: &[u8]| conflicts.iter().filter(|conflict| conflict.is_in(values)).count();
            let (completions, _) = Self::near(known, &solution, &closed, COMPLETIONS, random, stop);
            // Of equally good ones, a random one.
            let best = completions.into_iter().min_by_key(|values| (count(values), random.next()));
            if let Some(best) = best {
                solution = best;
            }
        }
        None
    }

    /// Returns solutions of a variant other than the given one, with which they agree in some cells. Also returns true if
    /// these are all.
    fn near(
        variant: &Variant,
        solution: &[u8],
        fixed: &[usize],
        limit: u64,
        random: &mut Random,
        stop: &AtomicBool,
    ) -> (Vec<Vec<u8>>, bool) {
        let values = variant.board().values();
        let given = |at: &usize| {
            let mask = values.mask_where(|value| value == solution[*at]);
            Cell::new(*at).map(|cell| Constraint::from(Given { cell, mask }))
        };
        let constraints =
            variant.constraints().iter().cloned().chain(fixed.iter().filter_map(given)).collect();
        let all = Variant::new(variant.shape(), variant.stated_groups(), constraints);
        let Some(solver) = all.ok().and_then(|all| PuzzleSolver::new(&all).ok()) else {
            return (Vec::new(), false);
        };
        let config = Config {
            limit: limit + 1,
            budget: NODES,
            seed: random.next(),
            cancel: Some(stop),
            ..Config::default()
        };
        let mut others = Vec::new();
        let report = solver.run(&config, &mut |found| {
            if found != solution {
                others.push(found.to_vec());
            }
            ControlFlow::Continue(())
        });
        (others, report.is_ok_and(|report| report.end == End::Exhausted))
    }
}
