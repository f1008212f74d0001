//! Checks of the rows of a table: finished grids against the rules, other puzzles for a unique
//! solution.

use super::search::Searcher;
use super::{Cells, Rows, Run, Table};
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
    let brief = (table.size == 9).then(|| judge_classic(table.rows.row(number)?, table.cells, number, grids));
    if let Some(status) = brief.flatten() {
        return status;
    }
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

/// Judges a classic puzzle of one byte per cell. Returns `None` for any other row.
fn judge_classic(row: &[u8], cells: Cells, number: usize, grids: &[u8]) -> Option<Status> {
    let row: &[u8; 81] = row.try_into().ok()?;
    let grid: &[u8; 81] = grids.get(81 * number..81 * (number + 1))?.try_into().ok()?;
    let mut is_known = true;
    let givens = row.map(|byte| {
        let byte = if cells == Cells::Numbers && byte <= 9 { byte + b'0' } else { byte };
        is_known &= byte.is_ascii_digit() || byte == b'.';
        byte
    });
    // Numbers above 9 do not become digits.
    let fits = check::fits_classic(&givens, &grid.map(|number| number.saturating_add(b'0')));
    is_known.then_some(if fits { Status::Ok } else { Status::Wrong })
}
