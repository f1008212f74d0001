//! Searcher: reads, searches and checks one chunk of a table. Classic 9x9 puzzles are solved
//! together.

use super::{Rows, Table};
use crate::boards::classic_board;
use crate::bulk_check::check_grids;
use crate::config::Config;
use crate::pipeline::{Status, guarded};
use core::ops::Range;
use core::sync::atomic::AtomicBool;
use farandole_puzzle::{ClassicPuzzle, Grid, check};
use farandole_solve::{Batch, BatchAnswer, End, Report, Solver};

/// Searches chunks and keeps its buffers from one chunk to the next. Each thread needs its own.
pub(super) struct Searcher {
    config: Config,
    /// The rows that are solved together, if the configuration allows it.
    batch: Option<Batch>,
    /// For each row of the batch, true if its solution obeys the rules.
    fits: Vec<bool>,
    solver: Solver,
    slots: Vec<Slot>,
}

/// The location of the answer for a row.
enum Slot {
    /// The index of a puzzle in the batch.
    Batched(usize),
    /// A separate search, because the batch did not accept the row.
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

/// The parts of a search report that are returned in arrays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brief {
    pub(super) solutions: u64,
    pub(super) end: End,
    pub(super) nodes: u64,
    /// Number of guesses, or `u64::MAX` if the engine does not count them.
    pub(super) guesses: u64,
}

impl From<&Report> for Brief {
    #[inline]
    fn from(report: &Report) -> Self {
        let farandole_solve::Counters { nodes, guesses, .. } = report.counters;
        Self { solutions: report.solutions, end: report.end, nodes, guesses: guesses.unwrap_or(u64::MAX) }
    }
}

/// A puzzle, with 0 for each empty cell, and its only solution.
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

    /// Returns the status that a solver reports for the row.
    #[inline]
    pub(super) fn status(&self) -> Status {
        let brief = match self {
            Self::Refused(status) => return *status,
            Self::Classic(_, _, brief) | Self::General(_, _, brief) => brief,
        };
        Status::of_solutions(brief.solutions, brief.end)
    }

    /// Returns a classic 9x9 puzzle and its only solution, or the status if there is no such
    /// solution. The search must have had a limit of two.
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

impl Searcher {
    pub(super) fn new(config: &Config) -> Self {
        Self {
            config: *config,
            batch: Batch::new(config.engine, config.isa, &config.search()),
            fits: Vec::new(),
            solver: config.solver(),
            slots: Vec::new(),
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
        self.read(table, rows.clone());
        self.search_with(table, rows, stop, |batch| batch.solve(Some(stop)));
        for (index, slot) in self.slots.iter().enumerate() {
            take(index, self.found(slot));
        }
    }

    /// Adds the rows of this range that the batch accepts.
    fn read<R: Rows + ?Sized>(&mut self, table: &Table<'_, R>, rows: Range<usize>) {
        self.slots.clear();
        let Some(batch) = &mut self.batch else {
            return self.slots.resize_with(rows.len(), || Slot::Refused(Status::GaveUp));
        };
        batch.clear();
        table.push_rows(batch, rows, |number| {
            self.slots.push(number.map_or(Slot::Refused(Status::GaveUp), Slot::Batched))
        });
    }

    /// Searches the batch with `solve`. Rows that the batch did not accept or that do not have 81
    /// cells are searched separately. After a panic, every row is searched separately under its own
    /// guard, so that only the faulty row fails.
    fn search_with<R: Rows + ?Sized>(
        &mut self,
        table: &Table<'_, R>,
        rows: Range<usize>,
        stop: &AtomicBool,
        solve: impl FnOnce(&mut Batch),
    ) {
        if let Some(batch) = &mut self.batch {
            let search = farandole_solve::Config { cancel: Some(stop), ..self.config.search() };
            let searched = guarded(|| {
                solve(batch);
                batch.search_open(|puzzle| self.solver.race(puzzle, &search, self.config.racers));
                check_grids(batch.grids(), &mut self.fits);
            });
            if searched.is_err() {
                self.slots.fill_with(|| Slot::Refused(Status::GaveUp));
            }
        }
        for (index, row) in rows.enumerate() {
            let is_answered = match (&self.slots[index], &self.batch) {
                (Slot::Batched(number), Some(batch)) => batch.answer(*number).is_some(),
                _ => false,
            };
            if !is_answered {
                self.slots[index] = self.alone(table, row, stop);
            }
        }
    }

    /// Returns the result for a row.
    #[inline]
    fn found<'s>(&'s self, slot: &'s Slot) -> Found<'s> {
        match (slot, &self.batch) {
            (Slot::Batched(number), _) if !self.fits[*number] => Found::Refused(Status::Wrong),
            (Slot::Batched(number), Some(batch)) => match batch.answer(*number) {
                Some(BatchAnswer { cells, first, report }) => {
                    Found::Classic(cells, first, Brief::from(&report))
                }
                None => Found::Refused(Status::Unreadable),
            },
            (Slot::Batched(_), None) => Found::Refused(Status::GaveUp),
            (Slot::Alone(alone), _) => alone_found(alone),
            (Slot::Refused(status), _) => Found::Refused(*status),
        }
    }

    /// Reads and searches one row separately and catches panics. If the search panics, only this
    /// row and the buffers of the solver are lost.
    fn alone<R: Rows + ?Sized>(&mut self, table: &Table<'_, R>, number: usize, stop: &AtomicBool) -> Slot {
        guarded(|| self.ask(table, number, stop)).unwrap_or_else(|_| {
            self.solver = self.config.solver();
            Slot::Refused(Status::Failed)
        })
    }

    fn ask<R: Rows + ?Sized>(&mut self, table: &Table<'_, R>, number: usize, stop: &AtomicBool) -> Slot {
        let puzzle = match table.puzzle(number) {
            Ok(puzzle) => puzzle,
            Err(error) => return Slot::Refused(error.status()),
        };
        let config = farandole_solve::Config { cancel: Some(stop), ..self.config.search() };
        match self.solver.race(&puzzle, &config, self.config.racers) {
            Ok((first, report)) => Slot::Alone(Box::new((puzzle, first, report))),
            Err(_) => Slot::Refused(Status::Unsupported),
        }
    }
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
    use crate::arrays::{Cells, Matrix};
    use std::cell::Cell;

    #[test]
    fn a_panic_in_a_batch_costs_no_row_its_answer() {
        let one = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let text = [&one[..], &[b'5'; 81], one].concat();
        let rows = Matrix::new(&text, 81).unwrap();
        let table = Table { rows: &rows, cells: Cells::Text, size: 9 };
        let (mut searcher, stop) = (Searcher::new(&Config::default()), AtomicBool::new(false));
        searcher.read(&table, 0..3);
        let runs = Cell::new(0);
        searcher.search_with(&table, 0..3, &stop, |_| {
            runs.set(runs.get() + 1);
            panic!("a defect of the kernel")
        });
        let alone = searcher.slots.iter().map(|slot| match slot {
            Slot::Alone(alone) => alone_found(alone).status(),
            Slot::Batched(_) => Status::GaveUp,
            Slot::Refused(status) => *status,
        });
        assert_eq!(alone.collect::<Vec<_>>(), [Status::Solved, Status::None, Status::Solved]);
        assert_eq!(runs.get(), 1);
        // The searcher is usable again.
        let mut found = Vec::new();
        searcher.search(&table, 0..3, &stop, |_, row| found.push(row.status()));
        assert_eq!(found, [Status::Solved, Status::None, Status::Solved]);
    }
}
