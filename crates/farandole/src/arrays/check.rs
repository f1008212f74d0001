//! Checks of the rows of a table: finished grids against the rules, other puzzles for a unique
//! solution.

use super::search::Searcher;
use super::{Cells, Rows, Run, Table};
use crate::bulk_check::check_grids;
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
                for (number, status) in chunk.chunks_mut(JUDGED).enumerate() {
                    judge_rows(table, first + JUDGED * number, grids, status);
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

/// Number of classic rows that are judged together, so that their copies remain in the cache.
const JUDGED: usize = 64;

/// Judges the rows from `first` on, and stores a status for each.
fn judge_rows<R: Rows + ?Sized>(table: &Table<'_, R>, first: usize, grids: &[u8], status: &mut [Status]) {
    let classic = |number: usize| {
        (table.size == 9).then(|| classic_row(table.rows.row(number)?, table.cells, number, grids)).flatten()
    };
    let rows: Vec<_> = (first..first + status.len()).map(classic).collect();
    let mut fits = Vec::with_capacity(rows.len());
    check_grids(rows.iter().flatten().map(|(givens, grid)| (givens, Some(grid))), &mut fits);
    let mut fits = fits.into_iter();
    for (index, (row, status)) in rows.iter().zip(status).enumerate() {
        *status = match row.as_ref().and_then(|_| fits.next()) {
            Some(true) => Status::Ok,
            Some(false) => Status::Wrong,
            None => guarded(|| judge(table, first + index, grids)).unwrap_or(Status::Failed),
        };
    }
}

fn judge<R: Rows + ?Sized>(table: &Table<'_, R>, number: usize, grids: &[u8]) -> Status {
    let puzzle = match table.puzzle(number) {
        Ok(puzzle) => puzzle,
        Err(error) => return error.status(),
    };
    let cells = table.size * table.size;
    match grids.get(number * cells..(number + 1) * cells) {
        Some(grid) if check::check(&puzzle, grid).is_ok() => Status::Ok,
        _ => Status::Wrong,
    }
}

/// Returns a classic puzzle of one byte per cell and its grid, both in ASCII. Returns `None` for any other row.
fn classic_row(row: &[u8], cells: Cells, number: usize, grids: &[u8]) -> Option<([u8; 81], [u8; 81])> {
    let row: &[u8; 81] = row.try_into().ok()?;
    let grid: &[u8; 81] = grids.get(81 * number..81 * (number + 1))?.try_into().ok()?;
    let offset = |byte: u8| if cells == Cells::Numbers && byte <= 9 { byte + b'0' } else { byte };
    let givens = row.map(offset);
    let unknown =
        givens.iter().fold(0, |found, byte| found | u8::from(!(byte.is_ascii_digit() || *byte == b'.')));
    // Numbers above 9 do not become digits.
    (unknown == 0).then(|| (givens, grid.map(|number| number.saturating_add(b'0'))))
}
