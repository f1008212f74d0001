//! True candidates of the puzzles of a table: for each cell, the digits that occur there in some
//! solution.

use super::{Rows, Run, Table};
use crate::config::Config;
use crate::pipeline::{Status, guarded};
use farandole_kernel as kernel;
use farandole_puzzle::{ClassicPuzzle, DigitSet};
use farandole_solve::{Batch, Solver};
use std::ops::Range;

/// Number of puzzles in a chunk. It is smaller than for solving because each puzzle takes dozens of
/// searches.
const CHUNK: usize = 256;

/// For each cell, the digits that occur there in at least one solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// One mask for each cell of each row. Bit `digit - 1` is set if the digit occurs in the cell in some
    /// solution. All masks of a puzzle without a solution are 0.
    pub masks: Vec<u16>,
    /// [`Status::Ok`], `None`, `GaveUp` (more digits may be possible), `Unreadable`, `Failed`, or
    /// `Unsupported` for sizes above 16.
    pub status: Vec<Status>,
}

/// Finds the true candidates of each puzzle. The search uses only the engine, the instruction set and the
/// budget of the configuration.
pub fn candidates<R: Rows + ?Sized>(table: &Table<'_, R>, config: &Config, run: &Run<'_>) -> Candidates {
    let (count, cells) = (table.rows.len(), (table.size * table.size).max(1));
    let mut found = Candidates { masks: vec![0; count * cells], status: vec![Status::GaveUp; count] };
    let rows = count.div_ceil(run.threads.get()).clamp(1, CHUNK);
    let chunks = found.status.chunks_mut(rows).zip(found.masks.chunks_mut(rows * cells)).enumerate();
    let search = farandole_solve::Config { limit: 1, ..config.search() };
    run.each(
        chunks,
        || (config.solver(), Batch::new(config.engine, config.isa, &search)),
        |(solver, batch), (number, (status, masks))| {
            // The stop flag is read between groups of this many rows.
            let step = if table.size == 9 { 32 } else { 1 };
            for (k, (status, masks)) in
                status.chunks_mut(step).zip(masks.chunks_mut(step * cells)).enumerate()
            {
                if run.is_stopped() {
                    return;
                }
                let first = number * rows + k * step;
                let answers = together(table, first..first + status.len(), batch.as_mut());
                for (index, (status, masks)) in status.iter_mut().zip(masks.chunks_mut(cells)).enumerate() {
                    *status = match answers.get(index) {
                        Some(Some(answer)) => take(answer, masks),
                        _ => alone(table, first + index, config, solver, masks),
                    };
                }
            }
        },
    );
    found
}

/// Searches rows together in one batch. Returns one answer per row. An answer is `None` if the batch did
/// not accept the row. If a panic ended the search, the list is empty. Rows without an answer must be
/// searched one by one.
fn together<R: Rows + ?Sized>(
    table: &Table<'_, R>,
    rows: Range<usize>,
    batch: Option<&mut Batch>,
) -> Vec<Option<kernel::Candidates>> {
    let Some(batch) = batch else { return Vec::new() };
    batch.clear();
    let mut numbers = Vec::with_capacity(rows.len());
    table.push_rows(batch, rows, |number| numbers.push(number));
    let Ok(answers) = guarded(|| batch.true_candidates()) else { return Vec::new() };
    let is_read = |answer: &kernel::Candidates| !matches!(answer.end, kernel::End::Unreadable { .. });
    numbers.into_iter().map(|number| answers.get(number?).copied().filter(is_read)).collect()
}

/// Writes the masks of an answer and returns its status.
fn take(answer: &kernel::Candidates, masks: &mut [u16]) -> Status {
    masks.copy_from_slice(&answer.masks);
    match answer.end {
        kernel::End::BudgetSpent => Status::GaveUp,
        _ if answer.masks == [0; 81] => Status::None,
        _ => Status::Ok,
    }
}

/// Searches one row under a guard. If the search panics, only this row and the solver's buffers are lost.
fn alone<R: Rows + ?Sized>(
    table: &Table<'_, R>,
    number: usize,
    config: &Config,
    solver: &mut Solver,
    masks: &mut [u16],
) -> Status {
    let status = guarded(|| match table.puzzle(number) {
        Ok(puzzle) => ask_alone(solver, puzzle, &config.search(), masks),
        Err(error) => error.status(),
    });
    status.unwrap_or_else(|_| {
        *solver = config.solver();
        masks.fill(0);
        Status::Failed
    })
}

fn ask_alone(
    solver: &mut Solver,
    puzzle: ClassicPuzzle,
    config: &farandole_solve::Config<'_>,
    masks: &mut [u16],
) -> Status {
    if puzzle.size() > 16 {
        return Status::Unsupported;
    }
    let Some(Ok(finding)) = solver.true_candidates(&[puzzle], config).pop() else {
        return Status::Unsupported;
    };
    match &finding.found {
        Some(sets) => masks.iter_mut().zip(sets).for_each(|(to, set)| *to = DigitSet::bits(*set) as u16),
        None => return Status::None,
    }
    if finding.exact { Status::Ok } else { Status::GaveUp }
}
