//! The number of solutions that contain each true candidate, up to a limit.
//!
//! Up to a small limit, the numbers are those of a list of solutions. A search is added for each candidate that the list
//! does not contain often enough. Each solution contains a candidate of every cell, so the searches for a few
//! candidates also serve most others.

use crate::engine::MOST_ROWS;
use crate::true_candidates::{cells, with_only};
use crate::{Config, End, Finding, Report, Solver, Unsupported};
use core::ops::ControlFlow;
use farandole_puzzle::{ClassicPuzzle, DigitSet};
use std::collections::{BTreeMap, HashSet};

/// Maximum limit up to which solutions are listed. Above it, the list would need too much memory.
pub const LISTED: u64 = 64;

/// The values that each cell has in some solution, in ascending order, each with the number of
/// solutions that contain it.
pub type CandidateCounts = Vec<Vec<(u8, u64)>>;

impl Solver {
    /// Returns the true candidates of each cell, row-major, each with the number of solutions that
    /// contain it, up to [`limit`](Config::limit). The budget applies to each search.
    ///
    /// Cost: that of [`true_candidates`](Self::true_candidates), and at most one count per true candidate. Up to the
    /// limit [`LISTED`], most candidates need no count.
    ///
    /// # Errors
    /// Returns the errors of [`run`](Self::run).
    ///
    /// ```
    /// use farandole_puzzle::{Geometry, ClassicPuzzle};
    /// use farandole_solve::{Config, Engine, Solver};
    ///
    /// let givens = [1, 2, 3, 4, 3, 4, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0];
    /// let puzzle = ClassicPuzzle::new(Geometry::boxes(4, 2, 2).unwrap().into(), &givens).unwrap();
    /// let config = Config { limit: 10, ..Config::default() };
    /// let counts = Solver::new(Engine::Auto).candidate_counts(&puzzle, &config).unwrap().found.unwrap();
    /// assert_eq!((&counts[0][..], &counts[8][..]), (&[(1, 4)][..], &[(2, 2), (4, 2)][..]));
    /// ```
    pub fn candidate_counts(
        &mut self,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
    ) -> Result<Finding<CandidateCounts>, Unsupported> {
        let truths = self.true_candidates(core::slice::from_ref(puzzle), config).remove(0)?;
        let Finding { found, mut exact, mut nodes } = truths;
        let Some(sets) = found else { return Ok(Finding { found: None, exact, nodes }) };
        if config.limit <= LISTED {
            let masks: Vec<u64> = sets.iter().map(|set| set.bits()).collect();
            let mut solutions = Vec::new();
            let added = add_solutions(
                &masks,
                1,
                config.limit,
                &mut solutions,
                &mut |masks: &[u64], visit: Visit<'_>| self.run(&with_masks(puzzle, masks), config, visit),
            )?;
            let found = Some(candidate_counts(&solutions, config.limit));
            return Ok(Finding { found, exact: exact && added.exact, nodes: nodes + added.nodes });
        }
        let mut counts = Vec::with_capacity(sets.len());
        for (cell, set) in cells(puzzle).zip(sets) {
            let mut of_cell = Vec::with_capacity(set.len());
            for digit in set.iter() {
                let fixed = with_only(puzzle, puzzle.givens(), cell, DigitSet::only(digit));
                let report = self.count(&fixed, config)?;
                nodes += report.counters.nodes;
                exact &= !matches!(report.end, End::BudgetSpent | End::Cancelled);
                of_cell.push((digit.get(), report.solutions));
            }
            counts.push(of_cell);
        }
        Ok(Finding { found: Some(counts), exact, nodes })
    }
}

/// The callback of a search, which receives each solution.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>;

/// Restricts the digits of each cell to those of its mask.
pub(crate) fn with_masks(puzzle: &ClassicPuzzle, masks: &[u64]) -> ClassicPuzzle {
    let sets: Vec<DigitSet> = masks.iter().copied().map(DigitSet::from_bits).collect();
    puzzle.clone().with_restrictions(&sets).expect("a set for each cell")
}

/// Adds solutions to a list until it contains each candidate as often as the limit requires, or has all solutions with
/// it. `masks` are the true candidates, and bit 0 represents the value `low`. `run` searches for the solutions in which
/// the value of each cell is in its mask, up to the limit.
pub(crate) fn add_solutions(
    masks: &[u64],
    low: usize,
    limit: u64,
    solutions: &mut Vec<Vec<u8>>,
    mut run: impl FnMut(&[u64], Visit<'_>) -> Result<Report, Unsupported>,
) -> Result<Finding<()>, Unsupported> {
    let mut tally = Tally { counts: vec![[0; WIDTH]; masks.len()], known: HashSet::new() };
    solutions.iter().for_each(|values| _ = tally.add(values));
    let mut finding = Finding { found: Some(()), exact: true, nodes: 0 };
    for cell in 0..masks.len() {
        for index in (0..u64::BITS).filter(|index| masks[cell] >> index & 1 == 1) {
            if u64::from(tally.counts[cell][low + index as usize]) >= limit {
                continue;
            }
            let mut only = masks.to_vec();
            only[cell] = 1 << index;
            let report = run(&only, &mut |values| {
                if tally.add(values) {
                    solutions.push(values.to_vec());
                }
                ControlFlow::Continue(())
            })?;
            finding.nodes += report.counters.nodes;
            finding.exact &= !matches!(report.end, End::BudgetSpent | End::Cancelled);
            if report.end == End::Cancelled {
                return Ok(finding);
            }
        }
    }
    Ok(finding)
}

/// Number of values in a table: 0 and those of the largest grids with true candidates.
const WIDTH: usize = MOST_ROWS + 1;

/// Solutions, and the number of them that contain each value in each cell.
struct Tally {
    counts: Vec<[u32; WIDTH]>,
    known: HashSet<Vec<u8>>,
}

impl Tally {
    /// Adds a solution. Returns false if it is already known.
    fn add(&mut self, values: &[u8]) -> bool {
        let is_new = self.known.insert(values.to_vec());
        if is_new {
            let cells = self.counts.iter_mut().zip(values);
            cells.for_each(|(of_cell, value)| of_cell[usize::from(*value)] += 1);
        }
        is_new
    }
}

/// Counts the solutions of a list that contain each candidate, up to a limit.
///
/// ```
/// use farandole_solve::candidate_counts;
///
/// let solutions = [vec![1, 2], vec![2, 1], vec![2, 3]];
/// assert_eq!(candidate_counts(&solutions, 5), [vec![(1, 1), (2, 2)], vec![(1, 1), (2, 1), (3, 1)]]);
/// ```
pub fn candidate_counts(solutions: &[Vec<u8>], limit: u64) -> CandidateCounts {
    let cells = solutions.first().map_or(0, Vec::len);
    let of_cell = |cell: usize| {
        let mut counts = BTreeMap::new();
        solutions.iter().for_each(|values| *counts.entry(values[cell]).or_insert(0) += 1);
        counts.into_iter().map(|(value, count): (u8, u64)| (value, count.min(limit))).collect()
    };
    (0..cells).map(of_cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, PuzzleSolver};
    use core::ops::ControlFlow;
    use farandole_puzzle::format::iss;
    use farandole_puzzle::variant::Variant;

    /// Returns the counts of a list of all solutions.
    fn listed(variant: &Variant, limit: u64) -> CandidateCounts {
        let mut counts = vec![vec![0_u64; 17]; variant.cell_count()];
        let all = Config { limit: u64::MAX, ..Config::default() };
        let listed = PuzzleSolver::new(variant).unwrap().run(&all, &mut |values| {
            values.iter().zip(&mut counts).for_each(|(value, counts)| counts[usize::from(*value)] += 1);
            ControlFlow::Continue(())
        });
        assert_eq!(listed.unwrap().end, End::Exhausted);
        let some = |counts: Vec<u64>| {
            (0..)
                .zip(counts)
                .filter(|one| one.1 > 0)
                .map(|(value, count)| (value, count.min(limit)))
                .collect()
        };
        counts.into_iter().map(some).collect()
    }

    #[test]
    fn counts_are_those_of_all_solutions_up_to_the_limit() {
        for text in [
            ".Shape~4x4.~R1C1_1",
            ".Shape~4x4.Thermo~R1C1~R1C2~R2C2",
            ".Shape~4x4~0-3.Cage~3~R1C1~R2C2~R3C3",
            ".Shape~3x3~4~Raw.Sum~5~R1C1~R1C3.AntiConsecutive",
        ] {
            let variant = iss::read(text).unwrap();
            for limit in [1, 3, u64::MAX] {
                let config = Config { limit, ..Config::default() };
                let counted = PuzzleSolver::new(&variant).unwrap().candidate_counts(&config).unwrap();
                assert_eq!((counted.exact, counted.found), (true, Some(listed(&variant, limit))), "{text}");
            }
        }
        let puzzle = iss::read(".Shape~4x4.~R1C1_1").unwrap().to_puzzle().unwrap();
        let config = Config { limit: 40, ..Config::default() };
        let counted = Solver::new(Engine::Auto).candidate_counts(&puzzle, &config).unwrap();
        assert_eq!(counted.found, Some(listed(&iss::read(".Shape~4x4.~R1C1_1").unwrap(), 40)));
    }

    #[test]
    fn no_solution_has_no_counts() {
        let none = iss::read(".Shape~4x4.Cage~1~R1C1~R1C2").unwrap();
        let finding = PuzzleSolver::new(&none).unwrap().candidate_counts(&Config::default()).unwrap();
        assert_eq!((finding.found, finding.exact), (None, true));
    }
}
