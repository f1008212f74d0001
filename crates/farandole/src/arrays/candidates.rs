//! True candidates of the puzzles of a table: for each cell, the digits that occur there in some
//! solution.

use super::{Cells, Rows, Run, Table};
use crate::config::Config;
use crate::pipeline::{Status, guarded};
use farandole_kernel as kernel;
use farandole_puzzle::{ClassicPuzzle, DigitSet};
use farandole_solve::{Plan, Solver};

/// Number of puzzles in a chunk. It is smaller than for solving because each puzzle takes dozens of
/// searches.
const CHUNK: usize = 256;

/// The digits that occur in each cell in some solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// One mask for each cell of each row, with bit `digit - 1` set for every digit that some
    /// solution has there. All masks of a puzzle without a solution are 0.
    pub masks: Vec<u16>,
    /// [`Status::Ok`], `None`, `GaveUp` (more digits may be possible), `Unreadable`, `Failed`, or
    /// `Unsupported` for sizes above 16.
    pub status: Vec<Status>,
}

/// Finds the true candidates of each puzzle. Of the configuration, only the engine, the instruction
/// set and the budget of each search are used.
pub fn candidates<R: Rows + ?Sized>(table: &Table<'_, R>, config: &Config, run: &Run<'_>) -> Candidates {
    let (count, cells) = (table.rows.len(), (table.size * table.size).max(1));
    let mut found = Candidates { masks: vec![0; count * cells], status: vec![Status::GaveUp; count] };
    let rows = count.div_ceil(run.threads.get()).clamp(1, CHUNK);
    let chunks = found.status.chunks_mut(rows).zip(found.masks.chunks_mut(rows * cells)).enumerate();
    run.each(
        chunks,
        || config.solver(),
        |solver, (number, (status, masks))| {
            // The stop flag is read between groups of this many rows.
            let step = if table.size == 9 { 32 } else { 1 };
            for (k, (status, masks)) in
                status.chunks_mut(step).zip(masks.chunks_mut(step * cells)).enumerate()
            {
                if run.is_stopped() {
                    return;
                }
                ask(table, number * rows + k * step, config, solver, (status, masks));
            }
        },
    );
    found
}

/// Fills in the masks and statuses of as many rows as there are statuses.
fn ask<R: Rows + ?Sized>(
    table: &Table<'_, R>,
    first: usize,
    config: &Config,
    solver: &mut Solver,
    (status, masks): (&mut [Status], &mut [u16]),
) {
    let cells = masks.len() / status.len().max(1);
    let search = farandole_solve::Config { limit: 1, ..config.search() };
    let plan = Plan::for_batch(config.engine, &search);
    let mut batch = Vec::new();
    for (index, (status, masks)) in status.iter_mut().zip(masks.chunks_mut(cells)).enumerate() {
        if plan.is_some()
            && let Some(allowed) = plain(table, first + index)
        {
            batch.push((index, allowed));
            continue;
        }
        *status = alone(table, first + index, config, solver, masks);
    }
    let Some(plan) = plan else { return };
    let allowed: Vec<[u16; 81]> = batch.iter().map(|(_, allowed)| *allowed).collect();
    let mut answers = vec![kernel::Candidates::default(); allowed.len()];
    let kernel_config = plan.kernel_config();
    let found = guarded(|| kernel::true_candidates(config.isa, &kernel_config, &allowed, &mut answers));
    if found.is_err() {
        // Search the rows one by one, so that only the row that panics fails.
        for (index, _) in batch {
            let masks = &mut masks[index * cells..(index + 1) * cells];
            status[index] = alone(table, first + index, config, solver, masks);
        }
        return;
    }
    for ((index, _), answer) in batch.into_iter().zip(&answers) {
        status[index] = match answer.end {
            kernel::End::BudgetSpent => Status::GaveUp,
            _ if answer.masks == [0; 81] => Status::None,
            _ => Status::Ok,
        };
        let masks = &mut masks[index * cells..(index + 1) * cells];
        masks.iter_mut().zip(answer.masks).for_each(|(to, mask)| *to = mask);
    }
}

/// Returns the candidates of a classic 9x9 row of 81 bytes.
fn plain<R: Rows + ?Sized>(table: &Table<'_, R>, number: usize) -> Option<[u16; 81]> {
    let row: &[u8; 81] = table.rows.row(number).filter(|_| table.size == 9)?.try_into().ok()?;
    let mut allowed = [0x1ff; 81];
    for (mask, byte) in allowed.iter_mut().zip(row) {
        match *byte {
            b'1'..=b'9' => *mask = 1 << (byte - b'1'),
            1..=9 if table.cells == Cells::Numbers => *mask = 1 << (byte - 1),
            b'.' | b'0' | b'_' | b'*' | b'-' | b'?' => {}
            0 if table.cells == Cells::Numbers => {}
            _ => return None,
        }
    }
    Some(allowed)
}

/// Searches one row under a guard. A panic costs only this row and the solver's buffers.
fn alone<R: Rows + ?Sized>(
    table: &Table<'_, R>,
    number: usize,
    config: &Config,
    solver: &mut Solver,
    masks: &mut [u16],
) -> Status {
    let status = guarded(|| match table.puzzle(number) {
        Ok(puzzle) => ask_alone(solver, puzzle, &config.search(), masks),
        Err(_) => Status::Unreadable,
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
