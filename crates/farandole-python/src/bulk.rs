//! Questions about columns of puzzles.

use crate::column::{Column, Held};
use crate::error;
use crate::interrupt::stoppable;
use crate::logic::scale_of;
use farandole::arrays::{self, Cells, Run, Table};
use farandole::pipeline::Status;
use farandole::{CanonicalForm, Config, Engine};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyReadwriteArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

/// The engine and the bounds of searches.
pub(crate) fn config(engine: &str, limit: Option<u64>, budget: Option<u64>) -> PyResult<Config> {
    let names = Engine::ALL.map(Engine::name);
    let engine = Engine::by_name(engine).ok_or_else(|| error::unknown("engine", engine, &names))?;
    let limit = limit.unwrap_or(u64::MAX);
    Ok(Config { engine, limit, budget: budget.unwrap_or(u64::MAX), ..Config::default() })
}

/// All cores without a number.
pub(crate) fn threads(wanted: Option<usize>) -> PyResult<NonZeroUsize> {
    match wanted {
        None => Ok(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(count) => {
            NonZeroUsize::new(count).ok_or_else(|| PyValueError::new_err("threads is 0, expected at least 1"))
        }
    }
}

pub(crate) fn cells(text: bool) -> Cells {
    if text { Cells::Text } else { Cells::Numbers }
}

pub(crate) fn codes<'py>(py: Python<'py>, status: Vec<Status>) -> Bound<'py, PyArray1<u8>> {
    status.into_iter().map(|status| status as u8).collect::<Vec<_>>().into_pyarray(py)
}

/// A flat vector as an array of two dimensions.
pub(crate) fn table<'py, T: numpy::Element>(
    py: Python<'py>,
    values: Vec<T>,
    width: usize,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let rows = values.len() / width.max(1);
    values.into_pyarray(py).reshape([rows, width])
}

/// Asks about a column: `question` gets it with the run.
fn ask<T: Send>(
    py: Python<'_>,
    (rows, text, size): (&Bound<'_, PyAny>, bool, usize),
    wanted: Option<usize>,
    question: impl FnOnce(&Table<'_, Column<'_>>, &Run<'_>) -> T + Send,
) -> PyResult<T> {
    let threads = threads(wanted)?;
    let held = Held::new(rows)?;
    let column = held.column()?;
    let table = Table { rows: &column, cells: cells(text), size };
    stoppable(py, |stop: &AtomicBool| question(&table, &Run { threads, stop }))
}

/// Status, number of solutions, whether that is exact, and nodes.
type Solved<'py> = (
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<u64>>,
);

/// Solutions, written to `grids` if it is given, and how many there are.
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
    let mut grids = grids;
    let grids = grids.as_mut().map(|grids| grids.as_slice_mut()).transpose()?;
    let solved =
        ask(py, (rows, text, size), threads, |table, run| arrays::solve(table, &config, run, grids))?;
    Ok((
        codes(py, solved.status),
        solved.solutions.into_pyarray(py),
        solved.exact.into_pyarray(py),
        solved.nodes.into_pyarray(py),
    ))
}

/// The status of each row: whether it is right.
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
    let status =
        ask(py, (rows, text, size), threads, |table, run| arrays::check(table, &config, run, grids))?;
    Ok(codes(py, status))
}

/// Masks and statuses.
type Marked<'py> = (Bound<'py, PyArray2<u16>>, Bound<'py, PyArray1<u8>>);

/// The true candidates of each row, and its status.
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
    let found = ask(py, (rows, text, size), threads, |table, run| arrays::candidates(table, &config, run))?;
    Ok((table(py, found.masks, size * size)?, codes(py, found.status)))
}

/// Boards, automorphisms and statuses.
type Forms<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u8>>);

/// The canonical form of each row.
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
    let found = ask(py, (rows, text, 9), threads, |table, run| arrays::canonical(table, form, run))?;
    Ok((table(py, found.boards, 81)?, found.automorphisms.into_pyarray(py), codes(py, found.status)))
}

/// Three numbers for each row, its steps, and its status.
type Ratings<'py> = (Bound<'py, PyArray2<u32>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u8>>);

/// The rating of each row.
#[pyfunction]
pub(crate) fn rate<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    scale: &str,
    budget: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Ratings<'py>> {
    let scale = scale_of(scale, budget)?;
    let found = ask(py, (rows, text, 9), threads, |table, run| arrays::rate(table, scale, run))?;
    let numbers: Vec<u32> = found.numbers.into_iter().flatten().collect();
    Ok((table(py, numbers, 3)?, found.steps.into_pyarray(py), codes(py, found.status)))
}

/// Raises the error of a row that can't be read.
#[pyfunction]
pub(crate) fn row_error(rows: &Bound<'_, PyAny>, text: bool, size: usize, row: usize) -> PyResult<()> {
    let held = Held::new(rows)?;
    let column = held.column()?;
    let table = Table { rows: &column, cells: cells(text), size };
    table.puzzle(row).map(drop).map_err(|error| error::of_row(&error, row))
}
