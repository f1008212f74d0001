//! The number of solutions that contain each true candidate, up to a limit.

use crate::true_candidates::{cells, with_only};
use crate::{Config, End, Finding, Solver, Unsupported};
use farandole_puzzle::{ClassicPuzzle, DigitSet};

/// The values that each cell has in some solution, in ascending order, each with the number of
/// solutions that contain it.
pub type CandidateCounts = Vec<Vec<(u8, u64)>>;

impl Solver {
    /// Returns the true candidates of each cell, row-major, each with the number of solutions that
    /// contain it, up to [`limit`](Config::limit). The budget applies to each search.
    ///
    /// Cost: that of [`true_candidates`](Self::true_candidates), and one count per true candidate.
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
