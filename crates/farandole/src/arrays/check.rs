//! Checks of the rows of a table: finished grids against the rules, other puzzles for a unique
//! solution.

use super::search::Searcher;
use super::{Rows, Run, Table};
use crate::config::BATCH;
use crate::config::Config;
use crate::pipeline::{Status, guarded};
use farandole_puzzle::check;

/// Checks each row.
///
/// Without `grids`, a finished grid is [`Status::Ok`] if it obeys the rules and [`Status::Wrong`]
/// if not. Any other puzzle is [`Status::Ok`] if it has exactly one solution, and otherwise
/// [`Status::None`] or [`Status::Several`].
///
/// With `grids`, which contains N * N numbers per row, nothing is searched. A row is [`Status::Ok`]
/// if the grid of the same row solves it, and otherwise [`Status::Wrong`]. A row without a grid is
/// [`Status::Wrong`].
pub fn check<R: Rows + ?Sized>(
    table: &Table<'_, R>,
    config: &Config,
    run: &Run<'_>,
    grids: Option<&[u8]>,
) -> Vec<Status> {
    let mut status = vec![Status::GaveUp; table.rows.len()];
    let rows = status.len().div_ceil(run.threads.get()).clamp(1, BATCH);
    let proper = Config { limit: 2, ..*config };
    run.each(
        status.chunks_mut(rows).enumerate(),
        || Searcher::new(&proper),
        |searcher, (number, chunk)| {
            let first = number * rows;
            if let Some(grids) = grids {
                for (index, status) in chunk.iter_mut().enumerate() {
                    *status = guarded(|| judge(table, first + index, grids)).unwrap_or(Status::Failed);
                }
                return;
            }
            let range = first..first + chunk.len();
            searcher.search(table, range, run.stop, |index, found| {
                chunk[index] = match found.status() {
                    Status::Solved => Status::Ok,
                    // A full grid without a solution breaks a rule. A puzzle with empty cells
                    // merely has no solution.
                    Status::None if is_finished(table, first + index) => Status::Wrong,
                    status => status,
                };
            });
        },
    );
    status
}

fn is_finished<R: Rows + ?Sized>(table: &Table<'_, R>, number: usize) -> bool {
    table.puzzle(number).is_ok_and(|puzzle| puzzle.given_count() == puzzle.geometry().cell_count())
}

fn judge<R: Rows + ?Sized>(table: &Table<'_, R>, number: usize, grids: &[u8]) -> Status {
    let Ok(puzzle) = table.puzzle(number) else { return Status::Unreadable };
    let cells = table.size * table.size;
    match grids.get(number * cells..(number + 1) * cells) {
        Some(grid) if check::check(&puzzle, grid).is_ok() => Status::Ok,
        _ => Status::Wrong,
    }
}
