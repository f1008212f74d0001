//! Twins: puzzles with givens in the same cells whose solutions are equal outside these cells.
//!
//! The twins of a puzzle are the other solutions of its complement, restricted to the givens. The
//! complement is the solution without the givens, taken as a puzzle.
//!
//! Performs badly for puzzles with many givens, whose complement has many solutions.
//!
//! Source: M. Dobrichev, program gridchecker, for the operation.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};

use farandole_kernel::{Answer, Config, End, Isa, each_solution, solve_batch_until};

use crate::board::{ALL_CELLS, difference, givens, masks, restrict};
use crate::minimize::ProperPuzzle;

/// The twins of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Twins {
    /// The twins with exactly one solution, in a fixed order: digits in row-major order, 0 for empty cells.
    pub found: Vec<[u8; 81]>,
    /// True if these are all twins.
    pub is_complete: bool,
}

/// Returns the twins of a proper puzzle that have exactly one solution. Stops after `limit` other
/// solutions of the complement, or if `stop` is set.
///
/// Cost: a few microseconds; more if there are many givens, because their complement has many
/// solutions.
///
/// ```
/// use farandole_kernel::Isa;
/// use farandole_research::{ProperPuzzle, Recipe, givens, twins};
///
/// let made = Recipe::default().attempts(Isa::detect(), 1, 0..1).0[0];
/// let twins = twins(Isa::detect(), &ProperPuzzle { number: 0, puzzle: made.puzzle, solution: made.solution }, 1000, &false.into());
/// assert!(twins.found.iter().all(|twin| givens(twin) == givens(&made.puzzle)));
/// ```
pub fn twins(isa: Isa, proper: &ProperPuzzle, limit: usize, stop: &AtomicBool) -> Twins {
    let ProperPuzzle { puzzle, solution, .. } = proper;
    let cells = givens(puzzle);
    let mut board = [0; 81];
    masks(&restrict(solution, ALL_CELLS & !cells), &mut board);
    let mut boards = Vec::new();
    let mut is_complete = true;
    each_solution(isa, &Config::default(), &board, &mut |grid| {
        if difference(solution, grid) == 0 {
            return ControlFlow::Continue(());
        }
        if boards.len() == limit || stop.load(Ordering::Relaxed) {
            is_complete = false;
            return ControlFlow::Break(());
        }
        boards.push(core::array::from_fn(|cell| if puzzle[cell] == 0 { b'.' } else { grid[cell] }));
        ControlFlow::Continue(())
    });
    let mut answers = vec![Answer::default(); boards.len()];
    solve_batch_until(isa, &Config { limit: 2, ..Config::default() }, &boards, &mut answers, stop);
    is_complete &= answers.iter().all(|answer| answer.end != End::Cancelled);
    let is_twin = |answer: &Answer| answer.solutions == 1 && answer.end == End::Exhausted;
    let found = boards.iter().zip(answers).filter(|(_, answer)| is_twin(answer));
    let digits = |board: &[u8; 81]| board.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' });
    Twins { found: found.map(|(board, _)| digits(board)).collect(), is_complete }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;
    use crate::batched_queries::NEVER;
    use crate::unavoidable::unavoidable_sets;

    #[test]
    fn twins_come_from_unavoidable_sets_among_the_givens_and_are_symmetric() {
        let mut with_twins = 0;
        for made in Recipe::default().attempts(Isa::detect(), 21, 0..60).0 {
            let proper = ProperPuzzle { number: 0, puzzle: made.puzzle, solution: made.solution };
            let all = twins(Isa::detect(), &proper, 1000, &NEVER);
            assert!(all.is_complete);
            let cells = givens(&made.puzzle);
            let inside =
                unavoidable_sets(&made.solution, 10, &NEVER).iter().filter(|set| *set & !cells == 0).count();
            // At least one exchange has a small set of givens; the twin may have several solutions.
            assert!(inside > 0 || all.found.len() < 4);
            with_twins += usize::from(!all.found.is_empty());
            for twin in &all.found {
                assert_ne!(*twin, made.puzzle);
                let solution: [u8; 81] =
                    core::array::from_fn(
                        |cell| if twin[cell] == 0 { made.solution[cell] } else { twin[cell] },
                    );
                let back =
                    twins(Isa::detect(), &ProperPuzzle { number: 0, puzzle: *twin, solution }, 1000, &NEVER);
                assert!(back.found.contains(&made.puzzle));
            }
            let cut = twins(Isa::detect(), &proper, 0, &NEVER);
            assert!(cut.found.is_empty());
            assert!(!cut.is_complete || all.found.is_empty());
        }
        assert!(with_twins > 0);
    }
}
