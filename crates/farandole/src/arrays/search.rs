//! Searcher: reads, searches and checks one chunk of a table. The kernel solves classic 9x9 puzzles
//! in batches.

use super::judge::judge;
use super::{Cells, Rows, Table};
use crate::boards::classic_board;
use crate::config::Config;
use crate::pipeline::{Status, guarded};
use core::ops::Range;
use core::sync::atomic::AtomicBool;
use farandole_kernel as kernel;
use farandole_puzzle::{ClassicPuzzle, Grid, check};
use farandole_solve::{BatchPlan, End, Plan, Report, Solver};

/// Number of rows read before they are passed to the kernel. Their data fits into a second-level
/// cache, and few vector lanes are idle at the end of a batch.
pub(super) const CHUNK: usize = 2048;

/// Searches chunks and keeps its buffers from one chunk to the next. Each thread needs its own.
pub(super) struct Searcher {
    config: Config,
    plan: Option<BatchPlan>,
    solver: Solver,
    slots: Vec<Slot>,
    cells: Vec<[u8; 81]>,
    answers: Vec<kernel::Answer>,
    /// For each answer, whether it obeys the rules.
    fits: Vec<bool>,
}

/// The location of the answer for a row.
enum Slot {
    /// The next entry of the kernel's batch.
    Batched,
    /// A separate search, because the kernel did not accept the row or gave up.
    Alone(Box<(ClassicPuzzle, Option<Grid>, Report)>),
    /// The row has no answer.
    Refused(Status),
}

/// The result for a row.
pub(super) enum Found<'a> {
    /// A classic 9x9 puzzle in ASCII, its first solution in ASCII if there is one, and a summary of
    /// the search.
    Classic(&'a [u8; 81], Option<&'a [u8; 81]>, Brief),
    /// Any other puzzle.
    General(&'a ClassicPuzzle, Option<&'a Grid>, Brief),
    /// The row has no result.
    Refused(Status),
}

/// The parts of a search report that arrays hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brief {
    pub(super) solutions: u64,
    pub(super) end: End,
    pub(super) nodes: u64,
    /// Number of guesses; `u64::MAX` if the engine does not count them.
    pub(super) guesses: u64,
}

impl From<&Report> for Brief {
    #[inline]
    fn from(report: &Report) -> Self {
        let farandole_solve::Counters { nodes, guesses, .. } = report.counters;
        Self { solutions: report.solutions, end: report.end, nodes, guesses: guesses.unwrap_or(u64::MAX) }
    }
}

/// A puzzle, 0 for an empty cell, and its only solution.
type Solved = ([u8; 81], [u8; 81]);

impl Found<'_> {
    /// Returns the summary of the search.
    #[inline]
    pub(super) const fn brief(&self) -> Option<Brief> {
        match self {
            Self::Classic(_, _, brief) | Self::General(_, _, brief) => Some(*brief),
            Self::Refused(_) => None,
        }
    }

    /// Returns the status of the row as the result of a solve.
    #[inline]
    pub(super) fn status(&self) -> Status {
        let brief = match self {
            Self::Refused(status) => return *status,
            Self::Classic(_, _, brief) | Self::General(_, _, brief) => brief,
        };
        match (brief.solutions, brief.end) {
            (2.., _) => Status::Several,
            (_, End::BudgetSpent | End::Cancelled | End::Stopped) => Status::GaveUp,
            (1, _) => Status::Solved,
            // A limit is reached only with a solution, or if the number of solutions exceeds the
            // counter.
            (0, End::LimitReached) => Status::GaveUp,
            (0, End::Exhausted) => Status::None,
        }
    }

    /// Returns a classic 9x9 puzzle and its only solution if the search had a limit of two;
    /// otherwise the status.
    pub(super) fn proper(&self) -> Result<Solved, Status> {
        let (board, solution) = match self {
            Self::Classic(cells, solution, _) => {
                let board = cells.map(|cell| if cell.is_ascii_digit() { cell - b'0' } else { 0 });
                (Some(board), solution.map(|grid| grid.map(|digit| digit - b'0')))
            }
            Self::General(puzzle, solution, _) => {
                (classic_board(puzzle), solution.and_then(|grid| grid.digits().try_into().ok()))
            }
            Self::Refused(status) => return Err(*status),
        };
        let board = board.ok_or(Status::Unsupported)?;
        match (self.status(), solution) {
            (Status::Solved, Some(solution)) => Ok((board, solution)),
            (status, _) => Err(status),
        }
    }
}

/// Returns the ASCII byte of a cell that is a number or already ASCII. `0` is an empty cell too.
const fn ascii(byte: u8) -> u8 {
    if byte <= 9 { b'0' + byte } else { byte }
}

impl Searcher {
    pub(super) fn new(config: &Config) -> Self {
        Self {
            config: *config,
            plan: Plan::for_batch(config.engine, &config.search()),
            solver: config.solver(),
            slots: Vec::new(),
            cells: Vec::new(),
            answers: Vec::new(),
            fits: Vec::new(),
        }
    }

    /// Reads and searches these rows, then calls `take` for each row in order, with its index in
    /// the range and its result.
    pub(super) fn search<R: Rows + ?Sized>(
        &mut self,
        table: &Table<'_, R>,
        rows: Range<usize>,
        stop: &AtomicBool,
        mut take: impl FnMut(usize, Found<'_>),
    ) {
        self.read(table, rows.clone(), stop);
        if let Some(plan) = self.plan {
            let isa = self.config.isa;
            let solve = |cells: &[[u8; 81]], answers: &mut [kernel::Answer]| {
                kernel::solve_batch_until(isa, &plan.kernel_config(), cells, answers, stop);
            };
            self.search_batch(table, rows, stop, &plan, solve);
        }
        let mut batch = self.cells.iter().zip(self.answers.iter().zip(&self.fits));
        for (number, slot) in self.slots.iter().enumerate() {
            // `search_rest` has removed from the batch every puzzle that was searched separately.
            let found = match (slot, &self.plan) {
                (Slot::Batched, Some(plan)) => match batch.next() {
                    Some((cells, (answer, true))) => batched(plan, cells, answer),
                    Some(_) => Found::Refused(Status::Wrong),
                    None => Found::Refused(Status::GaveUp),
                },
                (Slot::Batched, None) => Found::Refused(Status::GaveUp),
                (Slot::Alone(alone), _) => alone_found(alone),
                (Slot::Refused(status), _) => Found::Refused(*status),
            };
            take(number, found);
        }
    }

    /// Searches the batch with `solve`, and the rows that it leaves open alone. After a panic every
    /// row of the batch is searched alone under its own guard, so that only the row at fault fails.
    fn search_batch<R: Rows + ?Sized>(
        &mut self,
        table: &Table<'_, R>,
        rows: Range<usize>,
        stop: &AtomicBool,
        plan: &BatchPlan,
        solve: impl FnOnce(&[[u8; 81]], &mut [kernel::Answer]),
    ) {
        let searched = guarded(|| {
            // Answers of the last chunk stay in the buffer until the kernel overwrites them.
            if self.answers.len() < self.cells.len() {
                self.answers.resize(self.cells.len(), kernel::Answer::default());
            }
            solve(&self.cells, &mut self.answers);
            self.search_rest(table, rows.clone(), plan, stop);
            judge(&self.cells, &self.answers, &mut self.fits);
        });
        if searched.is_ok() {
            return;
        }
        self.cells.clear();
        for (slot, number) in (0..self.slots.len()).zip(rows) {
            if matches!(self.slots[slot], Slot::Batched) {
                self.slots[slot] = self.alone(table, number, stop);
            }
        }
    }

    fn read<R: Rows + ?Sized>(&mut self, table: &Table<'_, R>, rows: Range<usize>, stop: &AtomicBool) {
        self.slots.clear();
        let takes_lines = self.plan.is_some() && table.size == 9;
        if takes_lines && let Some(block) = table.rows.block(rows.clone(), 81) {
            self.cells.resize(rows.len(), [0; 81]);
            let cells = self.cells.as_flattened_mut();
            match table.cells {
                Cells::Numbers => cells.iter_mut().zip(block).for_each(|(cell, byte)| *cell = ascii(*byte)),
                Cells::Text => cells.copy_from_slice(block),
            }
            self.slots.resize_with(rows.len(), || Slot::Batched);
            return;
        }
        self.cells.clear();
        for number in rows {
            if takes_lines
                && let Some(row) = table.rows.row(number)
                && let Ok(row) = <&[u8; 81]>::try_from(row)
            {
                self.cells.push(if table.cells == Cells::Numbers { row.map(ascii) } else { *row });
                self.slots.push(Slot::Batched);
                continue;
            }
            let slot = self.alone(table, number, stop);
            self.slots.push(slot);
        }
    }

    /// Reads and searches separately each row that the kernel could not read or gave up.
    fn search_rest<R: Rows + ?Sized>(
        &mut self,
        table: &Table<'_, R>,
        rows: Range<usize>,
        plan: &BatchPlan,
        stop: &AtomicBool,
    ) {
        let is_open = |answer: &kernel::Answer| {
            matches!(answer.end, kernel::End::Unreadable { .. }) || plan.leaves_open(answer)
        };
        let count = self.cells.len();
        if !self.answers[..count].iter().any(is_open) {
            return;
        }
        let (mut index, mut kept) = (0, 0);
        for (slot, number) in (0..self.slots.len()).zip(rows) {
            if !matches!(self.slots[slot], Slot::Batched) {
                continue;
            }
            if is_open(&self.answers[index]) {
                self.slots[slot] = self.alone(table, number, stop);
            } else {
                self.cells.swap(kept, index);
                self.answers.swap(kept, index);
                kept += 1;
            }
            index += 1;
        }
        self.cells.truncate(kept);
    }

    /// Reads and searches one row separately and catches panics. A panic loses only this row and
    /// the buffers of the solver.
    fn alone<R: Rows + ?Sized>(&mut self, table: &Table<'_, R>, number: usize, stop: &AtomicBool) -> Slot {
        guarded(|| self.ask(table, number, stop)).unwrap_or_else(|_| {
            self.solver = self.config.solver();
            Slot::Refused(Status::Failed)
        })
    }

    fn ask<R: Rows + ?Sized>(&mut self, table: &Table<'_, R>, number: usize, stop: &AtomicBool) -> Slot {
        let Ok(puzzle) = table.puzzle(number) else { return Slot::Refused(Status::Unreadable) };
        let config = farandole_solve::Config { cancel: Some(stop), ..self.config.search() };
        match self.solver.race(&puzzle, &config, self.config.racers) {
            Ok((first, report)) => Slot::Alone(Box::new((puzzle, first, report))),
            Err(_) => Slot::Refused(Status::Unsupported),
        }
    }
}

/// Returns the kernel's answer, which has been checked.
#[inline]
fn batched<'a>(plan: &BatchPlan, cells: &'a [u8; 81], answer: &'a kernel::Answer) -> Found<'a> {
    let first = (answer.solutions > 0).then_some(&answer.grid);
    Found::Classic(cells, first, Brief::from(&Report::of_batch(plan, answer)))
}

/// Checks the answer of a separate search and returns it.
fn alone_found((puzzle, first, report): &(ClassicPuzzle, Option<Grid>, Report)) -> Found<'_> {
    match first {
        Some(grid) if check::check(puzzle, grid.digits()).is_err() => Found::Refused(Status::Wrong),
        first => Found::General(puzzle, first.as_ref(), Brief::from(report)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrays::Matrix;
    use std::cell::Cell;

    #[test]
    fn a_panic_in_a_batch_costs_no_row_its_answer() {
        let one = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let text = [&one[..], &[b'5'; 81], one].concat();
        let rows = Matrix::new(&text, 81).unwrap();
        let table = Table { rows: &rows, cells: Cells::Text, size: 9 };
        let (mut searcher, stop) = (Searcher::new(&Config::default()), AtomicBool::new(false));
        searcher.read(&table, 0..3, &stop);
        let (plan, runs) = (searcher.plan.unwrap(), Cell::new(0));
        searcher.search_batch(&table, 0..3, &stop, &plan, |_, _| {
            runs.set(runs.get() + 1);
            panic!("a defect of the kernel")
        });
        let alone = searcher.slots.iter().map(|slot| match slot {
            Slot::Alone(alone) => alone_found(alone).status(),
            Slot::Batched => Status::GaveUp,
            Slot::Refused(status) => *status,
        });
        assert_eq!(alone.collect::<Vec<_>>(), [Status::Solved, Status::None, Status::Solved]);
        assert_eq!(runs.get(), 1);
        // The searcher is as good as new.
        let mut found = Vec::new();
        searcher.search(&table, 0..3, &stop, |_, row| found.push(row.status()));
        assert_eq!(found, [Status::Solved, Status::None, Status::Solved]);
    }
}
