//! Research queries about columns of proper 9x9 puzzles. Results are numpy arrays.

use crate::bulk::{codes, table};
use crate::column::Held;
use crate::error;
use crate::interrupt::threads;
use crate::interrupt::{abandonable, stoppable};
use farandole::arrays::{self, Rows, Run, Table};
use farandole::canon::Canon;
use farandole::pipeline::Status;
use farandole::research::study::{
    BoardStudy, LeastBackdoors, Morph, Neighbourhood, Pattern, Study, UnavoidableSets,
};
use farandole::research::{Cells, DatasetPart, Neighbours, ProperPuzzle, TechniqueSet};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

/// Returns the proper puzzles of a column, and the status of each row, which is `Ok` for proper
/// puzzles.
pub(crate) fn proper(
    py: Python<'_>,
    rows: &Bound<'_, PyAny>,
    text: bool,
    threads: NonZeroUsize,
) -> PyResult<(Vec<ProperPuzzle>, Vec<Status>)> {
    let held = Held::new(rows)?;
    let column = held.column()?;
    let table = Table { rows: &column, cells: crate::bulk::cells(text), size: 9 };
    let all = stoppable(py, |stop| arrays::proper(&table, &Run { threads, stop }))?;
    Ok(py.detach(|| {
        let status = all.iter().map(|row| row.as_ref().err().copied().unwrap_or(Status::Ok)).collect();
        (all.into_iter().flatten().collect(), status)
    }))
}

/// Runs a study on each puzzle. Returns the results together with the puzzles. The status of a puzzle
/// whose study panicked becomes `Failed`.
pub(crate) fn studied<S: Study + Send + 'static>(
    py: Python<'_>,
    puzzles: Vec<ProperPuzzle>,
    study: S,
    threads: NonZeroUsize,
    status: &mut [Status],
) -> PyResult<Vec<(ProperPuzzle, S::Found)>>
where
    S::Found: Send + 'static,
{
    let all: Vec<(ProperPuzzle, Option<S::Found>)> = abandonable(py, move |stop| {
        let found = arrays::study(&puzzles, &study, &Run { threads, stop });
        puzzles.into_iter().zip(found).collect()
    })?;
    let found = all.into_iter().filter_map(|(puzzle, found)| {
        if found.is_none() {
            status[puzzle.number as usize] = Status::Failed;
        }
        Some((puzzle, found?))
    });
    Ok(found.collect())
}

/// Sets of cells as rows of 81 booleans; for each set, the row of its puzzle; and the statuses.
type Sets<'py> = (Bound<'py, PyArray2<bool>>, Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u8>>);

/// Boards; for each board, the row of its puzzle; and the statuses.
type Near<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u8>>);

/// Converts sets of cells, with the row of each list, to arrays.
fn sets<'py>(py: Python<'py>, found: Vec<(u64, Vec<Cells>)>, status: Vec<Status>) -> PyResult<Sets<'py>> {
    let (flat, places) = py.detach(|| {
        let (mut flat, mut places) = (Vec::new(), Vec::new());
        for (number, all) in found {
            for cells in all {
                flat.extend((0..81).map(|cell| cells >> cell & 1 == 1));
                places.push(number);
            }
        }
        (flat, places)
    });
    Ok((table(py, flat, 81)?, places.into_pyarray(py), codes(py, status)))
}

/// Returns the unavoidable sets, with at most this many cells, of the solution of each row.
#[pyfunction]
pub(crate) fn unavoidable_sets<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    most: u32,
    threads: Option<usize>,
) -> PyResult<Sets<'py>> {
    let threads = self::threads(threads)?;
    let (puzzles, mut status) = proper(py, rows, text, threads)?;
    let found = studied(py, puzzles, UnavoidableSets { most }, threads, &mut status)?;
    sets(py, found.into_iter().map(|(puzzle, found)| (puzzle.number, found)).collect(), status)
}

/// Returns all smallest sets of cells whose solution digits let the given techniques solve the
/// puzzle, for each row. The status is `GaveUp` if there is no such set of at most this many cells.
#[pyfunction]
pub(crate) fn backdoors<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    techniques: &str,
    most: u32,
    threads: Option<usize>,
) -> PyResult<Sets<'py>> {
    let techniques = match techniques {
        "singles" => TechniqueSet::Singles,
        "locked" => TechniqueSet::Locked,
        _ => return Err(error::unknown("set of techniques", techniques, &["singles", "locked"])),
    };
    let threads = self::threads(threads)?;
    let (puzzles, mut status) = proper(py, rows, text, threads)?;
    let mut all = Vec::new();
    for (puzzle, found) in studied(py, puzzles, LeastBackdoors { techniques, most }, threads, &mut status)? {
        if found.sets.is_none() {
            status[puzzle.number as usize] = Status::GaveUp;
        }
        all.push((puzzle.number, found.sets.unwrap_or_default()));
    }
    sets(py, all, status)
}

/// Returns the canonical forms of the proper minimal puzzles in the neighbourhood of each row.
#[pyfunction]
pub(crate) fn neighbours<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    change: (u32, u32),
    same_pattern: bool,
    threads: Option<usize>,
) -> PyResult<Near<'py>> {
    let threads = self::threads(threads)?;
    let (puzzles, mut status) = proper(py, rows, text, threads)?;
    let pattern = if same_pattern { Pattern::Same } else { Pattern::Any };
    let study = Neighbourhood { change: Neighbours { remove: change.0, add: change.1 }, pattern };
    let found = studied(py, puzzles, study, threads, &mut status)?;
    let (boards, places) = py.detach(|| {
        let (mut boards, mut places) = (Vec::new(), Vec::new());
        for (puzzle, near) in found {
            places.extend(near.iter().map(|_| puzzle.number));
            boards.extend(near.into_iter().flatten());
        }
        (boards, places)
    });
    Ok((table(py, boards, 81)?, places.into_pyarray(py), codes(py, status)))
}

/// Boards and statuses.
type Images<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>);

/// Returns an image of each classic board under a random symmetry. Each board has its own symmetry.
#[pyfunction]
pub(crate) fn morph<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    seed: u64,
) -> PyResult<Images<'py>> {
    let held = Held::new(rows)?;
    let column = held.column()?;
    let table_ = Table { rows: &column, cells: crate::bulk::cells(text), size: 9 };
    let (boards, status) = stoppable(py, |stop| {
        let (study, mut canon) = (Morph::Random(seed), Canon::new());
        let (mut boards, mut status) = (Vec::new(), Vec::new());
        for row in 0..Rows::len(&column) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let image = match table_.puzzle(row) {
                Err(error) => Err(error.status()),
                Ok(puzzle) => plain(&puzzle).ok_or(Status::Unsupported),
            };
            let image = image
                .and_then(|board| study.study(&mut canon, row as u64, &board, stop).ok_or(Status::GaveUp));
            boards.extend(image.as_ref().unwrap_or(&[0; 81]));
            status.push(image.err().unwrap_or(Status::Ok));
        }
        (boards, status)
    })?;
    Ok((table(py, boards, 81)?, codes(py, status)))
}

/// Returns a flag for each class of solutions: true if it belongs to the test part of a dataset.
/// The rows of `classes` have 81 cells.
#[pyfunction]
pub(crate) fn in_test_part<'py>(
    py: Python<'py>,
    classes: PyReadonlyArray2<'py, u8>,
    share: f64,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let (rows, _) = classes.as_slice()?.as_chunks::<81>();
    let test = rows.iter().map(|class| DatasetPart::of(class, share) == DatasetPart::Test);
    Ok(test.collect::<Vec<_>>().into_pyarray(py))
}

/// Returns the cells of a classic puzzle, or `None` for a puzzle with further houses or candidates.
fn plain(puzzle: &farandole::puzzle::ClassicPuzzle) -> Option<[u8; 81]> {
    let is_plain =
        **puzzle.geometry() == farandole::puzzle::Geometry::classic() && puzzle.restrictions().is_none();
    if is_plain { puzzle.givens().try_into().ok() } else { None }
}

/// Returns the cells of complete grids, N * N values per row. A row that is not a grid of this size
/// has zeros.
#[pyfunction]
pub(crate) fn cells<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    size: usize,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let held = Held::new(rows)?;
    let column = held.column()?;
    let table_ = Table { rows: &column, cells: crate::bulk::cells(text), size };
    let width = size * size;
    let grids = stoppable(py, |stop| {
        let len = Rows::len(&column);
        let mut grids = vec![0; len * width];
        for (row, grid) in grids.chunks_mut(width).enumerate() {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let bytes = Rows::row(&column, row);
            match (text, bytes.filter(|bytes| bytes.len() == width)) {
                (false, Some(bytes)) => grid.copy_from_slice(bytes),
                (true, Some(bytes)) if size <= 9 && bytes.iter().all(u8::is_ascii_digit) => {
                    grid.iter_mut().zip(bytes).for_each(|(cell, byte)| *cell = byte - b'0');
                }
                (true, _) => {
                    if let Ok(puzzle) = table_.puzzle(row) {
                        grid.copy_from_slice(puzzle.givens());
                    }
                }
                _ => {}
            }
        }
        grids
    })?;
    table(py, grids, width)
}
