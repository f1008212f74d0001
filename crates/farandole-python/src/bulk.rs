//! Queries about columns of puzzles.

use crate::column::{Column, Held, Owned};
use crate::error;
use crate::interrupt::{self, abandonable, briefly, stoppable};
use crate::logic::{brief_scale, scale_of};
use farandole::Config;
use farandole::arrays::{self, Cells, Rows, Run, Table};
use farandole::canonical::CanonicalForm;
use farandole::engines::Engine;
use farandole::pipeline::Status;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyReadwriteArray2};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

/// Returns the configuration of a search from its engine, limit on solutions and budget.
pub(crate) fn config(engine: &str, limit: Option<u64>, budget: Option<u64>) -> PyResult<Config> {
    let names = Engine::ALL.map(Engine::name);
    let engine = Engine::by_name(engine).ok_or_else(|| error::unknown("engine", engine, &names))?;
    let limit = limit.unwrap_or(u64::MAX);
    Ok(Config { engine, limit, budget: budget.unwrap_or(u64::MAX), ..Config::default() })
}

pub(crate) fn cells(text: bool) -> Cells {
    if text { Cells::Text } else { Cells::Numbers }
}

pub(crate) fn codes<'py>(py: Python<'py>, status: Vec<Status>) -> Bound<'py, PyArray1<u8>> {
    status.into_iter().map(|status| status as u8).collect::<Vec<_>>().into_pyarray(py)
}

/// Converts a flat vector to a two-dimensional array.
pub(crate) fn table<'py, T: numpy::Element>(
    py: Python<'py>,
    values: Vec<T>,
    width: usize,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let rows = values.len() / width.max(1);
    values.into_pyarray(py).reshape([rows, width])
}

/// Maximum number of rows of a brief query. With a search of [`NODES`] for each row, such a query
/// takes a few milliseconds.
const FEW_ROWS: usize = 256;
/// Maximum size of all rows of a brief query together, in bytes.
const FEW_BYTES: usize = 1 << 16;
/// Maximum limit on solutions for a brief count. Above it, a count may use a memo table, whose work
/// a budget of nodes does not bound.
pub(crate) const LIMIT: u64 = 10_000;
/// Budget per row of a brief search, in nodes. The hardest 9x9 puzzles need fewer.
pub(crate) const NODES: u64 = 500;
/// Budget of each search of a brief query about candidates, in nodes. `FEW_CANDIDATE_ROWS` is the
/// maximum number of rows of such a query.
pub(crate) const CANDIDATE_NODES: u64 = 100;
const FEW_CANDIDATE_ROWS: usize = 8;
/// Maximum number of rows of a brief query about ratings or canonical forms.
const FEW_RATED_ROWS: usize = 4;

/// A column, and the number of threads to use for it.
struct BulkQuery<'a> {
    table: Table<'a, Column<'a>>,
    threads: Option<usize>,
}

impl<'a> BulkQuery<'a> {
    fn new(column: &'a Column<'a>, text: bool, size: usize, threads: Option<usize>) -> Self {
        Self { table: Table { rows: column, cells: cells(text), size }, threads }
    }

    /// Returns true if there are at most this many rows, and none is large.
    fn is_small(&self, rows: usize) -> bool {
        let len = self.table.rows.len();
        let bytes = |row| self.table.rows.row(row).map_or(0, <[u8]>::len);
        len <= rows && self.table.size <= 16 && (0..len).map(bytes).sum::<usize>() <= FEW_BYTES
    }

    /// Returns true if all searches for these rows are bounded by [`NODES`].
    fn is_bounded(&self, config: &Config) -> bool {
        let is_plain = |row| self.table.rows.row(row).is_none_or(|bytes| bytes.len() == 81);
        let in_bulk = matches!(config.engine, Engine::Auto | Engine::Kernel) && self.table.size == 9;
        config.limit <= LIMIT || (in_bulk && (0..self.table.rows.len()).all(is_plain))
    }

    /// Runs bounded work on the calling thread.
    fn briefly<T: Send>(
        &self,
        py: Python<'_>,
        query: impl FnOnce(&Table<'_, Column<'_>>, &Run<'_>) -> T + Send,
    ) -> T {
        briefly(py, |stop| query(&self.table, &Run { threads: NonZeroUsize::MIN, stop }))
    }

    /// Runs work on other threads, until it ends or a signal arrives.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        query: impl FnOnce(&Table<'_, Column<'_>>, &Run<'_>) -> T + Send,
    ) -> PyResult<T> {
        let threads = interrupt::threads(self.threads)?;
        stoppable(py, |stop: &AtomicBool| query(&self.table, &Run { threads, stop }))
    }
}

/// Returns the configuration of a brief search. The flag is true if the brief budget is below the
/// requested one. In that case, a row that exceeds it is still undecided.
fn brief_config(config: &Config, nodes: u64) -> (Config, bool) {
    (Config { budget: config.budget.min(nodes), ..*config }, config.budget > nodes)
}

/// Statuses, numbers of solutions, flags for exact numbers, nodes, and guesses (`u64::MAX` if they
/// are not counted).
type Solved<'py> = (
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
);

/// Solves each row and counts its solutions. Writes the solutions to `grids` if it is given.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    size: usize,
    engine: &str,
    limit: Option<u64>,
    budget: Option<u64>,
    threads: Option<usize>,
    grids: Option<PyReadwriteArray2<'py, u8>>,
) -> PyResult<Solved<'py>> {
    let config = config(engine, limit, budget)?;
    let held = Held::new(rows)?;
    let column = held.column()?;
    let query = BulkQuery::new(&column, text, size, threads);
    let mut grids = grids;
    let mut grids = grids.as_mut().map(|grids| grids.as_slice_mut()).transpose()?;
    let mut solved = None;
    if query.is_small(FEW_ROWS) && query.is_bounded(&config) {
        let (brief, is_open) = brief_config(&config, NODES);
        let grids = grids.as_deref_mut();
        let found = query.briefly(py, |table, run| arrays::solve(table, &brief, run, grids));
        solved = Some(found).filter(|found| !(is_open && gave_up(found, config.limit)));
    }
    let solved = match solved {
        Some(solved) => solved,
        None => query.ask(py, |table, run| arrays::solve(table, &config, run, grids))?,
    };
    Ok((
        codes(py, solved.status),
        solved.solutions.into_pyarray(py),
        solved.exact.into_pyarray(py),
        solved.nodes.into_pyarray(py),
        solved.guesses.into_pyarray(py),
    ))
}

/// Checks the solution in each row and returns the statuses.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn check<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    size: usize,
    engine: &str,
    budget: Option<u64>,
    threads: Option<usize>,
    grids: Option<PyReadonlyArray2<'py, u8>>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let config = config(engine, Some(2), budget)?;
    let grids = grids.as_ref().map(|grids| grids.as_slice()).transpose()?;
    let held = Held::new(rows)?;
    let column = held.column()?;
    let query = BulkQuery::new(&column, text, size, threads);
    if query.is_small(FEW_ROWS) {
        let (brief, is_open) = brief_config(&config, NODES);
        let status = query.briefly(py, |table, run| arrays::check(table, &brief, run, grids));
        if !(is_open && status.contains(&Status::GaveUp)) {
            return Ok(codes(py, status));
        }
    }
    let status = query.ask(py, |table, run| arrays::check(table, &config, run, grids))?;
    Ok(codes(py, status))
}

/// Masks and statuses.
type Marked<'py> = (Bound<'py, PyArray2<u16>>, Bound<'py, PyArray1<u8>>);

/// Returns the true candidates and the status of each row.
#[pyfunction]
pub(crate) fn candidates<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    size: usize,
    engine: &str,
    budget: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Marked<'py>> {
    let config = config(engine, Some(1), budget)?;
    let held = Held::new(rows)?;
    let column = held.column()?;
    let query = BulkQuery::new(&column, text, size, threads);
    let marked =
        |found: arrays::Candidates| Ok((table(py, found.masks, size * size)?, codes(py, found.status)));
    if size <= 9 && query.is_small(FEW_CANDIDATE_ROWS) {
        let (brief, is_open) = brief_config(&config, CANDIDATE_NODES);
        let found = query.briefly(py, |table, run| arrays::candidates(table, &brief, run));
        if !(is_open && found.status.contains(&Status::GaveUp)) {
            return marked(found);
        }
    }
    if size <= 9 {
        return marked(query.ask(py, |table, run| arrays::candidates(table, &config, run))?);
    }
    // The search for a large puzzle may not check the stop flag for a long time.
    let (threads, owned) = (interrupt::threads(threads)?, Owned::new(&column));
    let found = abandonable(py, move |stop| {
        let column = owned.column();
        let table = Table { rows: &column, cells: cells(text), size };
        arrays::candidates(&table, &config, &Run { threads, stop })
    })?;
    marked(found)
}

/// Boards, automorphisms and statuses.
type Forms<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u8>>);

/// Returns the canonical form of each row.
#[pyfunction]
pub(crate) fn canonical<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    form: &str,
    threads: Option<usize>,
) -> PyResult<Forms<'py>> {
    let forms = [CanonicalForm::Puzzle, CanonicalForm::Grid, CanonicalForm::Solution];
    let names = forms.map(CanonicalForm::name);
    let known = forms.into_iter().find(|known| known.name() == form);
    let form = known.ok_or_else(|| error::unknown("form", form, &names))?;
    let held = Held::new(rows)?;
    let column = held.column()?;
    let query = BulkQuery::new(&column, text, 9, threads);
    let found = if query.is_small(FEW_RATED_ROWS) {
        query.briefly(py, |table, run| arrays::canonical(table, form, run))
    } else {
        query.ask(py, |table, run| arrays::canonical(table, form, run))?
    };
    Ok((table(py, found.boards, 81)?, found.automorphisms.into_pyarray(py), codes(py, found.status)))
}

/// Three numbers per row, numbers of steps, and statuses.
type Ratings<'py> = (Bound<'py, PyArray2<u32>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u8>>);

/// Rates each row.
#[pyfunction]
pub(crate) fn rate<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    scale: &str,
    budget: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Ratings<'py>> {
    let scale = scale_of(scale)?;
    let held = Held::new(rows)?;
    let column = held.column()?;
    let query = BulkQuery::new(&column, text, 9, threads);
    let mut found = None;
    if query.is_small(FEW_RATED_ROWS) {
        let (brief, is_open) = brief_scale(scale, budget);
        let rated = query.briefly(py, |table, run| arrays::rate(table, brief, run));
        found = Some(rated).filter(|rated| !(is_open && rated.status.contains(&Status::GaveUp)));
    }
    let found = match found {
        Some(found) => found,
        None => query.ask(py, |table, run| arrays::rate(table, scale.within(budget), run))?,
    };
    let numbers: Vec<u32> = found.numbers.into_iter().flatten().collect();
    Ok((table(py, numbers, 3)?, found.steps.into_pyarray(py), codes(py, found.status)))
}

/// Returns true if the search for a row ended early, before it reached the limit on solutions.
fn gave_up(solved: &arrays::Solved, limit: u64) -> bool {
    let searched =
        |status: &Status| !matches!(status, Status::Unreadable | Status::Unsupported | Status::Wrong);
    let mut rows = solved.status.iter().zip(solved.exact.iter().zip(&solved.solutions));
    rows.any(|(status, (exact, solutions))| !exact && *solutions < limit && searched(status))
}

/// Raises the parse error of an unreadable row.
#[pyfunction]
pub(crate) fn row_error(rows: &Bound<'_, PyAny>, text: bool, size: usize, row: usize) -> PyResult<()> {
    let held = Held::new(rows)?;
    let column = held.column()?;
    let table = Table { rows: &column, cells: cells(text), size };
    table.puzzle(row).map(drop).map_err(|error| error::of_row(&error, row))
}
