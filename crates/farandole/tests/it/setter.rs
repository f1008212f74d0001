//! Queries of setters, compared with every solution of the puzzle and of the puzzle without each
//! given.

use farandole::engines::{Config, Engine, Solver};
use farandole::puzzle::{Cell, ClassicPuzzle, Digit, DigitSet};
use farandole_testkit::{oracle, strategy};
use proptest::prelude::*;
use std::sync::Arc;

/// Puzzles with more solutions are skipped because the oracle would take too long.
const MOST: u64 = 500;

fn compare(puzzles: &[ClassicPuzzle], engine: Engine) -> Result<(), TestCaseError> {
    let mut solver = Solver::new(engine);
    let candidates = solver.true_candidates(puzzles, &Config::default());
    let redundant = solver.redundant_givens(puzzles, &Config::default());
    for ((puzzle, candidates), redundant) in puzzles.iter().zip(candidates).zip(redundant) {
        let (candidates, redundant) = (candidates.unwrap(), redundant.unwrap());
        prop_assert!(candidates.exact && redundant.exact);
        let solutions = oracle::solutions(puzzle, MOST);
        if solutions.len() as u64 == MOST {
            continue;
        }
        prop_assert_eq!(candidates.found.is_some(), !solutions.is_empty());
        prop_assert_eq!(redundant.found.is_some(), !solutions.is_empty());
        let (Some(candidates), Some(redundant)) = (candidates.found, redundant.found) else { continue };
        for (cell, set) in candidates.iter().enumerate() {
            let seen: DigitSet =
                solutions.iter().filter_map(|grid| Digit::new(grid.digits()[cell])).collect();
            prop_assert_eq!(seen, *set);
        }
        for cell in (0..puzzle.givens().len()).filter(|cell| puzzle.givens()[*cell] != 0) {
            let mut givens = puzzle.givens().to_vec();
            givens[cell] = 0;
            let mut without = ClassicPuzzle::new(Arc::clone(puzzle.geometry()), &givens).unwrap();
            if let Some(restrictions) = puzzle.restrictions() {
                without = without.with_restrictions(restrictions).unwrap();
            }
            let more = oracle::count_solutions(&without, solutions.len() as u64 + 1) > solutions.len() as u64;
            prop_assert_eq!(redundant.contains(&Cell::new(cell).unwrap()), !more);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, ..ProptestConfig::default() })]

    #[test]
    fn any_shape(puzzles in prop::collection::vec(strategy::puzzle(), 4)) {
        compare(&puzzles, Engine::Auto)?;
    }

    #[test]
    fn classic_puzzles_and_others_mixed(
        puzzles in prop::collection::vec(prop_oneof![strategy::classic(), strategy::puzzle()], 6),
    ) {
        compare(&puzzles, Engine::Auto)?;
        compare(&puzzles, Engine::Prune)?;
    }
}

#[test]
fn a_spent_budget_is_said() {
    let puzzle = ClassicPuzzle::new(Arc::new(farandole::puzzle::Geometry::classic()), &[0; 81]).unwrap();
    for engine in [Engine::Auto, Engine::Prune] {
        let mut solver = Solver::new(engine);
        let finding = solver
            .true_candidates(std::slice::from_ref(&puzzle), &Config { budget: 1, ..Config::default() })
            .remove(0)
            .unwrap();
        assert!(!finding.exact && finding.nodes > 0);
    }
}
