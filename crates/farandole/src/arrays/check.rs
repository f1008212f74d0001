//! Whether all is right: finished grids judged by the rules, puzzles searched for whether they are proper.

use super::search::{PIECE, Searcher};
use super::{Rows, Run, Table};
use crate::config::Config;
use crate::pipeline::{Status, guarded};
use farandole_puzzle::check;

/// Judges each row.
///
/// Without `grids` a finished grid is [`Status::Ok`] if it obeys the rules and [`Status::Wrong`] if not. Any other puzzle is
/// [`Status::Ok`] if it has exactly one solution, else [`Status::None`] or [`Status::Several`].
///
/// With `grids`, N * N numbers for each row, nothing is searched: the row is [`Status::Ok`] if the grid of the same row
/// solves it, else [`Status::Wrong`]. A row without a grid is [`Status::Wrong`].
pub fn check<R: Rows + ?Sized>(
    table: &Table<'_, R>,
    config: &Config,
    run: &Run<'_>,
    grids: Option<&[u8]>,
) -> Vec<Status> {
    let mut status = vec![Status::GaveUp; table.rows.len()];
    let rows = status.len().div_ceil(run.threads.get()).clamp(1, PIECE);
    let proper = Config { limit: 2, ..*config };
    run.each(
        status.chunks_mut(rows).enumerate(),
        || Searcher::new(&proper),
        |searcher, (number, piece)| {
            let first = number * rows;
            if let Some(grids) = grids {
                for (place, status) in piece.iter_mut().enumerate() {
                    *status = guarded(|| judge(table, first + place, grids)).unwrap_or(Status::Failed);
                }
                return;
            }
            let range = first..first + piece.len();
            searcher.search(table, range, run.stop, |place, found| {
                piece[place] = match found.status() {
                    Status::Solved => Status::Ok,
                    // A grid without an empty cell breaks a rule, a puzzle has no solution.
                    Status::None if is_finished(table, first + place) => Status::Wrong,
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
