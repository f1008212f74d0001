//! True candidates and redundant givens: the candidates that occur in some solution, and the givens
//! that follow from the others.
//!
//! The kernel processes classic 9x9 puzzles together. For any other puzzle, each query is a search:
//! "Is there a solution in which this cell has one of these digits?" The answer "no" restricts the
//! puzzle for all later queries. A single incremental solver with assumptions is slower: see
//! `docs/experiments/2026-11-22-true-candidates.md`.

use crate::batch::{Batch, BatchAnswer};
use crate::engine::MOST_ROWS;
use crate::{Config, End, Finding, Solver, Unsupported};
use farandole_kernel as kernel;
use farandole_puzzle::{Cell, ClassicPuzzle, Digit, DigitSet, Grid};
use std::sync::Arc;

impl Solver {
    /// Returns the true candidates of each puzzle: the digits that each cell (row-major) has in
    /// some solution. The budget applies to each search. The limit has no effect.
    ///
    /// Cost: one search for a proper puzzle, otherwise at most one more for each candidate.
    ///
    /// ```
    /// use farandole_puzzle::{Geometry, ClassicPuzzle};
    /// use farandole_solve::{Config, Engine, Solver};
    ///
    /// let givens = [1, 2, 3, 4, 3, 4, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0];
    /// let puzzle = ClassicPuzzle::new(Geometry::boxes(4, 2, 2).unwrap().into(), &givens).unwrap();
    /// let found = Solver::new(Engine::Auto).true_candidates(&[puzzle], &Config::default());
    /// let sets = found[0].clone().unwrap().found.unwrap();
    /// assert_eq!((sets[0].len(), sets[8].len()), (1, 2));
    /// ```
    pub fn true_candidates(
        &mut self,
        puzzles: &[ClassicPuzzle],
        config: &Config<'_>,
    ) -> Vec<Result<Finding<Vec<DigitSet>>, Unsupported>> {
        let config = Config { limit: 1, ..*config };
        let (batch, slots) = self.collect(puzzles, &config);
        let answers = batch.map_or_else(Vec::new, |batch| batch.true_candidates());
        let each = slots.into_iter().map(|(number, puzzle)| {
            let Some(number) = number else { return self.search_candidates(puzzle, &config) };
            let answer = &answers[number];
            let exact = answer.end == kernel::End::Exhausted;
            let none = exact && answer.masks == [0; 81];
            let sets = || answer.masks.map(|mask| DigitSet::from_bits(mask.into())).to_vec();
            Ok(Finding { found: (!none).then(sets), exact, nodes: answer.counters.guesses })
        });
        each.collect()
    }

    /// Returns the redundant givens of each puzzle, row-major. A given is redundant if its removal
    /// adds no solution. A proper puzzle without redundant givens is minimal. The budget applies to
    /// each search. The limit has no effect.
    ///
    /// Cost: one search for each given, and one more.
    ///
    /// ```
    /// use farandole_puzzle::{Geometry, ClassicPuzzle};
    /// use farandole_solve::{Config, Engine, Solver};
    ///
    /// let givens = [1, 2, 3, 4, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1];
    /// let puzzle = ClassicPuzzle::new(Geometry::boxes(4, 2, 2).unwrap().into(), &givens).unwrap();
    /// let found = Solver::new(Engine::Auto).redundant_givens(&[puzzle], &Config::default());
    /// assert!(found[0].clone().unwrap().exact);
    /// ```
    pub fn redundant_givens(
        &mut self,
        puzzles: &[ClassicPuzzle],
        config: &Config<'_>,
    ) -> Vec<Result<Finding<Vec<Cell>>, Unsupported>> {
        let config = Config { limit: 1, ..*config };
        let (mut batch, slots) = self.collect(puzzles, &config);
        let answers = batch.as_mut().map_or_else(Vec::new, |batch| {
            batch.solve(None);
            batch.redundant_givens()
        });
        let each = slots.into_iter().map(|(number, puzzle)| {
            let solved = number.and_then(|number| batch.as_ref()?.answer(number).zip(answers.get(number)));
            let Some((solved, answer)) = solved else { return self.search_redundant(puzzle, &config) };
            let BatchAnswer { report, .. } = solved;
            let unsolved = report.end == End::BudgetSpent;
            let redundant = || cells(puzzle).filter(|cell| answer.cells >> cell.index() & 1 == 1).collect();
            Ok(Finding {
                found: (report.solutions > 0 || unsolved).then(redundant),
                exact: answer.end != kernel::End::BudgetSpent && !unsolved,
                nodes: answer.counters.guesses + report.counters.nodes,
            })
        });
        each.collect()
    }

    /// Adds puzzles to a batch. Returns the batch, and each puzzle with its number in the batch if
    /// it was accepted.
    fn collect<'p>(
        &self,
        puzzles: &'p [ClassicPuzzle],
        config: &Config<'_>,
    ) -> (Option<Batch>, Vec<(Option<usize>, &'p ClassicPuzzle)>) {
        let mut batch = Batch::new(self.engine(), self.isa(), config);
        let mut number = |puzzle| batch.as_mut()?.push_puzzle(puzzle);
        let slots = puzzles.iter().map(|puzzle| (number(puzzle), puzzle)).collect();
        (batch, slots)
    }

    fn search_candidates(
        &mut self,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
    ) -> Result<Finding<Vec<DigitSet>>, Unsupported> {
        // Callers represent candidates as words of 64 bits.
        if puzzle.size() > MOST_ROWS {
            return Err(Unsupported::rows(self.engine()));
        }
        let mut seen = vec![DigitSet::EMPTY; puzzle.geometry().cell_count()];
        let mut finding = Finding::NONE;
        // One search answers a proper puzzle. The kernel divides the search of one puzzle among its
        // lanes only if the limit is above 1. It is then several times as fast as a search for one
        // solution.
        let (first, report) = self.first(puzzle, &Config { limit: 2, ..*config })?;
        finding.nodes += report.counters.nodes;
        if let Some(grid) = &first {
            add_digits(&mut seen, grid.digits());
        }
        if report.end == End::Exhausted {
            return Ok(Finding { found: first.map(|_| seen), ..finding });
        }
        finding.exact = report.end == End::LimitReached;
        // The true candidates of a cell restrict all later searches.
        let mut narrowed = puzzle.clone();
        for cell in cells(puzzle) {
            loop {
                let unseen = narrowed.allowed(cell) - seen[cell.index()];
                if unseen.is_empty() {
                    break;
                }
                let asked = with_only(&narrowed, narrowed.givens(), cell, unseen);
                let exact = core::mem::replace(&mut finding.exact, true);
                let any = self.any(&asked, config, &mut finding)?;
                if any.is_none() && finding.exact {
                    narrowed = with_only(&narrowed, narrowed.givens(), cell, seen[cell.index()]);
                }
                finding.exact &= exact;
                let Some(grid) = any else { break };
                add_digits(&mut seen, grid.digits());
            }
        }
        Ok(Finding { found: Some(seen), ..finding })
    }

    fn search_redundant(
        &mut self,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
    ) -> Result<Finding<Vec<Cell>>, Unsupported> {
        let mut finding = Finding::NONE;
        if self.any(puzzle, config, &mut finding)?.is_none() && finding.exact {
            return Ok(finding);
        }
        let mut redundant = Vec::new();
        for cell in cells(puzzle) {
            let Some(given) = Digit::new(puzzle.givens()[cell.index()]) else { continue };
            let mut givens = puzzle.givens().to_vec();
            givens[cell.index()] = 0;
            let others = DigitSet::all(puzzle.size()) - DigitSet::only(given);
            let exact = core::mem::replace(&mut finding.exact, true);
            let another = self.any(&with_only(puzzle, &givens, cell, others), config, &mut finding)?;
            if another.is_none() && finding.exact {
                redundant.push(cell);
            }
            finding.exact &= exact;
        }
        Ok(Finding { found: Some(redundant), ..finding })
    }

    /// Returns a solution, if there is one, and adds the work of the search to `finding`.
    fn any<T>(
        &mut self,
        puzzle: &ClassicPuzzle,
        config: &Config<'_>,
        finding: &mut Finding<T>,
    ) -> Result<Option<Grid>, Unsupported> {
        let (grid, report) = self.first(puzzle, config)?;
        finding.nodes += report.counters.nodes;
        finding.exact &= !matches!(report.end, End::BudgetSpent | End::Cancelled);
        Ok(grid)
    }
}

/// Adds the digits of a solution to the sets of digits seen in each cell.
fn add_digits(seen: &mut [DigitSet], digits: &[u8]) {
    for (set, digit) in seen.iter_mut().zip(digits) {
        *set |= Digit::new(*digit).map_or(DigitSet::EMPTY, DigitSet::only);
    }
}

/// Returns the cells of a puzzle, row-major.
pub(crate) fn cells(puzzle: &ClassicPuzzle) -> impl Iterator<Item = Cell> {
    (0..puzzle.geometry().cell_count()).filter_map(Cell::new)
}

/// Returns the puzzle with these givens, and one cell restricted to these digits.
pub(crate) fn with_only(
    puzzle: &ClassicPuzzle,
    givens: &[u8],
    cell: Cell,
    digits: DigitSet,
) -> ClassicPuzzle {
    let mut allowed = match puzzle.restrictions() {
        Some(restrictions) => restrictions.to_vec(),
        None => vec![DigitSet::all(puzzle.size()); givens.len()],
    };
    allowed[cell.index()] &= digits;
    ClassicPuzzle::new(Arc::clone(puzzle.geometry()), givens)
        .and_then(|puzzle| puzzle.with_restrictions(&allowed))
        .expect("sizes and digits are those of a puzzle")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use farandole_testkit::{oracle, strategy};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

        #[test]
        fn true_candidates_are_the_union_of_all_solutions(
            puzzle in prop_oneof![strategy::classic(), strategy::puzzle()],
        ) {
            let solutions = oracle::solutions(&puzzle, 200);
            prop_assume!(solutions.len() < 200);
            let mut sets = vec![DigitSet::EMPTY; puzzle.geometry().cell_count()];
            for grid in &solutions {
                for (set, digit) in sets.iter_mut().zip(grid.digits()) {
                    *set |= Digit::new(*digit).map_or(DigitSet::EMPTY, DigitSet::only);
                }
            }
            for engine in [Engine::Auto, Engine::Prune] {
                let answers = Solver::new(engine).true_candidates(core::slice::from_ref(&puzzle), &Config::default());
                let finding = answers[0].clone().unwrap();
                prop_assert!(finding.exact);
                prop_assert_eq!(finding.found, (!solutions.is_empty()).then(|| sets.clone()), "{}", engine);
            }
        }

        #[test]
        fn a_given_is_redundant_if_no_solution_has_another_digit_there(
            puzzle in prop_oneof![strategy::classic(), strategy::puzzle()],
        ) {
            let expected: Vec<Cell> = cells(&puzzle)
                .filter(|cell| {
                    let mut givens = puzzle.givens().to_vec();
                    let Some(given) = Digit::new(core::mem::take(&mut givens[cell.index()])) else { return false };
                    let others = DigitSet::all(puzzle.size()) - DigitSet::only(given);
                    oracle::solutions(&with_only(&puzzle, &givens, *cell, others), 1).is_empty()
                })
                .collect();
            let solved = !oracle::solutions(&puzzle, 1).is_empty();
            for engine in [Engine::Auto, Engine::Prune] {
                let answers = Solver::new(engine).redundant_givens(core::slice::from_ref(&puzzle), &Config::default());
                prop_assert_eq!(&answers[0].clone().unwrap().found, &solved.then(|| expected.clone()), "{}", engine);
            }
        }
    }
}
