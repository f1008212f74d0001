//! Bulk search: the kernel searches many classic 9x9 puzzles together, one per SIMD lane.
//!
//! A puzzle is 81 bytes, which are copied once; no [`ClassicPuzzle`] is created. A puzzle that
//! needs more work than a batch allows is left open. It is then searched separately from the start.
//! The work that the batch spent on it is small compared with the whole search.

use crate::engine::kernel::symbols;
use crate::plan::{BatchPlan, Plan, is_countable};
use crate::{Answer, Config, Engine, Report, Solver, Unsupported};
use core::sync::atomic::AtomicBool;
use farandole_kernel::{self as kernel, Isa};
use farandole_puzzle::{ClassicPuzzle, Geometry, Grid};
use std::sync::Arc;

/// Classic 9x9 puzzles that are solved together, and their answers. Every puzzle is 81 bytes,
/// row-major: ASCII digits, and one of `. 0 _ * - ?` for an empty cell.
///
/// The buffers are kept when the batch is [cleared](Self::clear). A few thousand puzzles fit into a
/// second-level cache and keep all lanes of the kernel occupied.
///
/// ```
/// use farandole_kernel::Isa;
/// use farandole_solve::{Batch, Config, Engine};
///
/// let mut digits = [0; 2 * 81];
/// digits[..9].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// digits[81..83].copy_from_slice(&[5, 5]);
/// let mut batch = Batch::new(Engine::Auto, Isa::detect(), &Config { limit: 2, ..Config::default() }).unwrap();
/// batch.push_numbers(&digits);
/// batch.solve(None);
/// let answer = batch.answer(0).unwrap();
/// assert_eq!((answer.report.solutions, &answer.first.unwrap()[..9]), (2, &b"123456789"[..]));
/// assert_eq!(batch.answer(1).unwrap().report.solutions, 0);
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    isa: Isa,
    plan: BatchPlan,
    cells: Vec<[u8; 81]>,
    /// At least one answer per puzzle after a search. Answers of earlier puzzles remain in the buffer
    /// until the kernel overwrites them.
    answers: Vec<kernel::Answer>,
    /// Reports of the separate searches, by the number of the puzzle.
    separate: Vec<(usize, Report)>,
}

/// The answer for a puzzle of a [`Batch`]. It has not been checked against the rules.
#[derive(Clone, Copy, Debug)]
pub struct BatchAnswer<'a> {
    /// The givens, as they were added.
    pub cells: &'a [u8; 81],
    /// The first solution found, in ASCII digits.
    pub first: Option<&'a [u8; 81]>,
    /// The report of the search. It does not contain the clash, because finding one requires a
    /// second pass over the puzzle ([`ClassicPuzzle::clash`]).
    pub report: Report,
}

impl Batch {
    /// Returns an empty batch. Returns `None` if every puzzle needs its own search, because of the
    /// requested engine or because each has a memory limit.
    pub fn new(engine: Engine, isa: Isa, config: &Config<'_>) -> Option<Self> {
        let plan = Plan::for_batch(engine, config)?;
        Some(Self { isa, plan, cells: Vec::new(), answers: Vec::new(), separate: Vec::new() })
    }

    /// Sets the maximum number of nodes for each puzzle. Puzzles that need more are left open.
    #[must_use]
    pub fn with_most_nodes(mut self, nodes: u64) -> Self {
        self.plan = self.plan.with_bulk_budget(nodes);
        self
    }

    /// Removes all puzzles.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.separate.clear();
    }

    /// Returns the number of puzzles.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns true if there are no puzzles.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Adds a puzzle and returns its number, starting at 0.
    #[inline]
    pub fn push(&mut self, cells: [u8; 81]) -> usize {
        self.cells.push(cells);
        self.cells.len() - 1
    }

    /// Adds puzzles of 81 bytes each. Bytes after the last whole puzzle are ignored.
    pub fn push_text(&mut self, rows: &[u8]) {
        self.cells.extend_from_slice(rows.as_chunks().0);
    }

    /// Adds puzzles of 81 numbers each, with 0 for an empty cell. A byte above 9 is interpreted as
    /// ASCII. Bytes after the last whole puzzle are ignored.
    pub fn push_numbers(&mut self, rows: &[u8]) {
        let first = self.cells.len();
        self.cells.resize(first + rows.len() / 81, [0; 81]);
        // A loop over all bytes is vectorized and needs a third of the instructions of one loop per
        // puzzle.
        let cells = self.cells[first..].as_flattened_mut();
        for (cell, byte) in cells.iter_mut().zip(rows) {
            *cell = if *byte <= 9 { b'0' + byte } else { *byte };
        }
    }

    /// Adds a puzzle and returns its number, or returns `None` if the batch does not accept it. A batch
    /// accepts only 9x9 grids with 3x3 boxes and without restrictions.
    pub fn push_puzzle(&mut self, puzzle: &ClassicPuzzle) -> Option<usize> {
        self.plan.takes(puzzle).then(|| self.push(symbols(puzzle)))
    }

    /// Searches all puzzles. If `stop` becomes true, the search ends soon afterwards, and puzzles
    /// without an answer end with [`End::Cancelled`](crate::End::Cancelled).
    pub fn solve(&mut self, stop: Option<&AtomicBool>) {
        self.separate.clear();
        if self.answers.len() < self.cells.len() {
            self.answers.resize(self.cells.len(), kernel::Answer::default());
        }
        let config = self.plan.kernel_config();
        match stop {
            Some(stop) => kernel::solve_batch_until(self.isa, &config, &self.cells, &mut self.answers, stop),
            None => kernel::solve_batch(self.isa, &config, &self.cells, &mut self.answers),
        };
    }

    /// Calls `search` for each puzzle that [`solve`](Self::solve) left open, and stores the
    /// answers. If `search` returns an error, the puzzle keeps its previous answer.
    ///
    /// # Panics
    /// Panics if a solution does not have 81 cells.
    pub fn search_open(
        &mut self,
        mut search: impl FnMut(&ClassicPuzzle) -> Result<(Option<Grid>, Report), Unsupported>,
    ) {
        if !self.plan.may_leave_open() {
            return;
        }
        for (number, (cells, answer)) in self.cells.iter().zip(&mut self.answers).enumerate() {
            if !self.plan.leaves_open(answer) {
                continue;
            }
            let Ok((first, report)) = search(&classic_puzzle(cells)) else { continue };
            answer.solutions = u32::from(first.is_some());
            if let Some(grid) = first {
                answer.grid = core::array::from_fn(|cell| b'0' + grid.digits()[cell]);
            }
            self.separate.push((number, report));
        }
    }

    /// Returns the answer for a puzzle after [`solve`](Self::solve). Returns `None` if one of its
    /// bytes is not a valid cell.
    ///
    /// # Panics
    /// Panics if no puzzle has this number.
    #[inline]
    pub fn answer(&self, number: usize) -> Option<BatchAnswer<'_>> {
        let answer = &self.answers[number];
        if let kernel::End::Unreadable { .. } = answer.end {
            return None;
        }
        let report = match self.separate_report(number, answer) {
            Some(report) => report,
            None => Report::of_kernel(self.plan.plan(), self.plan.limit(), answer),
        };
        Some(BatchAnswer { cells: &self.cells[number], first: first(answer), report })
    }

    /// Returns the report of the separate search of a puzzle, if there was one.
    #[inline]
    fn separate_report(&self, number: usize, answer: &kernel::Answer) -> Option<Report> {
        if !self.plan.leaves_open(answer) {
            return None;
        }
        let place = self.separate.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(self.separate[place].1)
    }

    /// Returns the bytes and the first solution of each puzzle, so that a caller can check the
    /// answers.
    pub fn grids(&self) -> impl Iterator<Item = (&[u8; 81], Option<&[u8; 81]>)> {
        self.cells.iter().zip(self.answers.iter().map(first))
    }

    /// Returns the true candidates of each puzzle: for each cell, the digits that it has in some
    /// solution. The budget applies to each search.
    pub fn true_candidates(&self) -> Vec<kernel::Candidates> {
        let masks: Vec<[u16; 81]> = self.cells.iter().map(|cells| cells.map(mask)).collect();
        let mut found = vec![kernel::Candidates::default(); masks.len()];
        kernel::true_candidates(self.isa, &self.plan.kernel_config(), &masks, &mut found);
        found
    }

    /// Returns the redundant givens of each puzzle. A given is redundant if its removal adds no
    /// solution. The budget applies to each search.
    pub fn redundant_givens(&self) -> Vec<kernel::Redundancy> {
        let mut found = vec![kernel::Redundancy::default(); self.cells.len()];
        kernel::redundant_givens(self.isa, &self.plan.kernel_config(), &self.cells, &mut found);
        found
    }
}

/// Returns the first solution of an answer.
#[inline]
fn first(answer: &kernel::Answer) -> Option<&[u8; 81]> {
    (answer.solutions > 0).then_some(&answer.grid)
}

/// Returns the candidates that the byte of a cell allows, or an invalid mask that the kernel
/// reports.
const fn mask(byte: u8) -> u16 {
    match byte {
        b'1'..=b'9' => 1 << (byte - b'1'),
        b'.' | b'0' | b'_' | b'*' | b'-' | b'?' => 0x1ff,
        _ => u16::MAX,
    }
}

/// Returns the classic 9x9 puzzle with these cells in ASCII. Any byte other than `1` to `9` is an
/// empty cell.
pub fn classic_puzzle(cells: &[u8; 81]) -> ClassicPuzzle {
    let givens = cells.map(|cell| if let b'1'..=b'9' = cell { cell - b'0' } else { 0 });
    ClassicPuzzle::new(Arc::new(Geometry::classic()), &givens).expect("81 digits up to 9")
}

impl Solver {
    /// Returns the answers of [`first`](Self::first) for many puzzles, in the same order. Puzzles
    /// that a [`Batch`] accepts are searched together, which is fastest for several hundred at
    /// once. The others are searched one by one.
    ///
    /// With a [watcher](Config::watcher) and a limit above 2, all puzzles are searched one by one.
    pub fn solve_batch<'p>(
        &mut self,
        puzzles: impl IntoIterator<Item = &'p ClassicPuzzle>,
        config: &Config<'_>,
    ) -> Vec<Result<Answer, Unsupported>> {
        // A watcher observes a long search only through visits to its solutions.
        let is_silent = config.watcher.is_none() || config.limit <= 2;
        let mut batch =
            Batch::new(self.engine(), self.isa(), config).filter(|_| is_silent && is_countable(config.limit));
        let mut alone = |puzzle: &ClassicPuzzle| {
            self.first(puzzle, config).map(|(first, report)| Answer { first, report })
        };
        let slots: Vec<Result<(usize, &ClassicPuzzle), _>> = puzzles
            .into_iter()
            .map(|puzzle| match batch.as_mut().and_then(|batch| batch.push_puzzle(puzzle)) {
                Some(number) => Ok((number, puzzle)),
                None => Err(alone(puzzle)),
            })
            .collect();
        if let Some(batch) = &mut batch {
            batch.solve(config.cancel);
            batch.search_open(|puzzle| self.first(puzzle, config));
        }
        let answer = |slot| match slot {
            Ok((number, puzzle)) => {
                let batch = batch.as_ref().expect("a batch with this puzzle");
                let BatchAnswer { first, report, .. } = batch.answer(number).expect("digits of a puzzle");
                Ok(Answer::of_kernel(puzzle, first, report))
            }
            Err(answer) => answer,
        };
        slots.into_iter().map(answer).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::End;

    const PROPER: &[u8; 81] =
        b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn batch(config: &Config<'_>) -> Batch {
        Batch::new(Engine::Auto, Isa::detect(), config).unwrap()
    }

    #[test]
    fn text_numbers_and_puzzles_are_the_same_to_a_batch() {
        let mut batch = batch(&Config { limit: 2, ..Config::default() });
        let numbers = PROPER.map(|byte| if byte == b'.' { 0 } else { byte - b'0' });
        batch.push(*PROPER);
        batch.push_text(PROPER);
        batch.push_numbers(&[&numbers[..], &PROPER[..], &[10; 81], &[b'5'; 81], &[0; 80]].concat());
        assert_eq!(batch.push_puzzle(&classic_puzzle(PROPER)), Some(6));
        batch.solve(None);
        let answers: Vec<_> = (0..7)
            .map(|number| batch.answer(number).map(|answer| (answer.first, answer.report.solutions)))
            .collect();
        assert!(answers[0].unwrap().0.unwrap().starts_with(b"534678912"));
        assert_eq!(answers[0].unwrap().1, 1);
        for number in [1, 2, 3, 6] {
            assert_eq!(answers[number], answers[0], "{number}");
        }
        assert_eq!(answers[4..6], [None, Some((None, 0))]);
        let candidates = batch.true_candidates();
        assert_eq!(candidates[2].masks[..3], [1 << 4, 1 << 2, 1 << 3]);
        assert!(matches!(candidates[4].end, kernel::End::Unreadable { position: 0 }));
    }

    #[test]
    fn puzzles_left_open_are_answered_by_their_own_search() {
        let config = Config { limit: 1000, ..Config::default() };
        let (mut solver, mut searched) = (Solver::new(Engine::Auto), 0);
        let mut batch = batch(&config).with_most_nodes(5);
        batch.push(*PROPER);
        batch.push([b'.'; 81]);
        batch.push_text(PROPER);
        batch.solve(None);
        assert_eq!(batch.answer(1).unwrap().report.end, End::BudgetSpent);
        batch.search_open(|puzzle| {
            searched += 1;
            solver.first(puzzle, &config)
        });
        assert_eq!(searched, 1);
        let (grid, report) = solver.first(&classic_puzzle(&[b'.'; 81]), &config).unwrap();
        let open = batch.answer(1).unwrap();
        assert_eq!((open.report, report.solutions), (report, 1000));
        assert_eq!(open.first.unwrap().map(|byte| byte - b'0')[..], *grid.unwrap().digits());
        assert_eq!(batch.answer(2).unwrap().report.solutions, 1);
        batch.clear();
        batch.push([b'.'; 81]);
        batch.solve(None);
        assert_eq!(batch.answer(0).unwrap().report.end, End::BudgetSpent);
    }
}
