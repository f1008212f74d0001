//! Studies of the proper puzzles of a table, in two calls: [`proper`] selects the puzzles, and
//! [`study`] runs a query on them.

use super::search::Searcher;
use super::{Rows, Run, Table};
use crate::config::BATCH;
use crate::config::Config;
use crate::pipeline::{Panic, Status, guarded};
use core::sync::atomic::AtomicBool;
use farandole_canon::Canon;
use farandole_research::ProperPuzzle;
use farandole_research::study::Study;

/// Number of puzzles that a thread studies at a time. One puzzle takes from tens of microseconds to
/// seconds.
const STUDIED: usize = 64;

/// Returns one result per row: the classic 9x9 puzzle with its only solution, numbered by the row,
/// or the status of a row that is not such a puzzle.
pub fn proper<R: Rows + ?Sized>(table: &Table<'_, R>, run: &Run<'_>) -> Vec<Result<ProperPuzzle, Status>> {
    let mut all: Vec<Result<ProperPuzzle, Status>> = Vec::new();
    all.resize_with(table.rows.len(), || Err(Status::GaveUp));
    let worker = || Searcher::new(&Config::default());
    run.each(all.chunks_mut(BATCH).enumerate(), worker, |searcher, (number, chunk)| {
        let first = number * BATCH;
        searcher.search(table, first..first + chunk.len(), run.stop, |index, found| {
            let number = (first + index) as u64;
            chunk[index] = found.proper().map(|(puzzle, solution)| ProperPuzzle { number, puzzle, solution });
        });
    });
    all
}

/// Runs a study on each puzzle and returns the results in order. The result is `None` for a puzzle
/// that a stopped run did not reach or whose study panicked.
///
/// ```
/// use farandole::research::study::MinimizeOne;
/// use farandole::arrays::{Cells, Matrix, Run, Table, proper, study};
///
/// let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let rows = Matrix::new(text, 81).unwrap();
/// let table = Table { rows: &rows, cells: Cells::Text, size: 9 };
/// let puzzles: Vec<_> = proper(&table, &Run::alone()).into_iter().flatten().collect();
/// let found = study(&puzzles, &MinimizeOne { seed: 1, keep: 0 }, &Run::alone());
/// assert!(found[0].as_ref().is_some_and(|minimal| minimal.found[0].count_ones() < 30));
/// ```
pub fn study<S: Study>(puzzles: &[ProperPuzzle], study: &S, run: &Run<'_>) -> Vec<Option<S::Found>>
where
    S::Found: Send,
{
    let mut all: Vec<Option<S::Found>> = Vec::new();
    all.resize_with(puzzles.len(), || None);
    let chunks = all.chunks_mut(STUDIED).zip(puzzles.chunks(STUDIED));
    run.each(chunks, Canon::new, |canon, (found, puzzles)| {
        if study_some(study, canon, puzzles, run.stop, found).is_ok() {
            return;
        }
        for (found, puzzle) in found.chunks_mut(1).zip(puzzles.chunks(1)) {
            *canon = Canon::new();
            if study_some(study, canon, puzzle, run.stop, found).is_err() {
                found[0] = None;
            }
        }
    });
    all
}

/// Studies some puzzles together under one panic guard.
///
/// # Errors
/// The panic that ended the study.
fn study_some<S: Study>(
    study: &S,
    canon: &mut Canon,
    puzzles: &[ProperPuzzle],
    stop: &AtomicBool,
    found: &mut [Option<S::Found>],
) -> Result<(), Panic> {
    let all = guarded(|| study.study(canon, puzzles, stop))?;
    found.iter_mut().zip(all).for_each(|(to, found)| *to = Some(found));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A study that panics for one puzzle. All puzzles of the same call then fail.
    struct Defect;

    impl Study for Defect {
        type Found = u64;

        fn study(&self, _: &mut Canon, puzzles: &[ProperPuzzle], _: &AtomicBool) -> Vec<u64> {
            assert!(puzzles.iter().all(|proper| proper.number != 2), "a defect");
            puzzles.iter().map(|proper| proper.number).collect()
        }
    }

    #[test]
    fn a_panic_in_a_study_costs_one_puzzle() {
        let puzzles: Vec<ProperPuzzle> =
            (0..4).map(|number| ProperPuzzle { number, puzzle: [0; 81], solution: [1; 81] }).collect();
        assert_eq!(study(&puzzles, &Defect, &Run::alone()), [Some(0), Some(1), None, Some(3)]);
    }
}
