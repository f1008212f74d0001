//! The generator and the minimizer of puzzles, with numpy arrays.

use crate::bulk::{codes, table};
use crate::error;
use crate::interrupt::abandonable;
use crate::interrupt::threads;
use crate::logic::scale_of;
use crate::puzzle::Shape;
use crate::study::{proper, studied};
use farandole::kernel::Isa;
use farandole::logic::{Numbers, Technique};
use farandole::pipeline::Status;
use farandole::puzzle::{Geometry, Regions};
use farandole::research::generate::{
    Attempts, Classic, General, Generated, Order, PATIENCE, Progress, RatingTest, Unbiased, run as make,
};
use farandole::research::study::{MinimizeAll, MinimizeOne, Which};
use farandole::research::{
    Cells, GeneralRecipe, Layout, Minimal, PatternSymmetry, ProperPuzzle, Recipe, restrict,
};
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Conditions on the difficulty of puzzles.
#[derive(FromPyObject)]
struct Difficulty {
    scale: String,
    rating: (u32, u32),
    ep: (u32, u32),
    ed: (u32, u32),
    technique: Option<String>,
    only_easier: bool,
}

impl Difficulty {
    fn test(&self) -> PyResult<RatingTest> {
        let by_id = |id: &String| {
            let all: Vec<&str> = Technique::ALL.iter().map(|technique| technique.id()).collect();
            let found = Technique::ALL.iter().copied().find(|technique| technique.id() == id);
            found.ok_or_else(|| error::unknown("technique", id, &all))
        };
        let technique = self.technique.as_ref().map(by_id).transpose()?;
        Ok(RatingTest {
            scale: scale_of(&self.scale)?,
            rating: self.rating.0..=self.rating.1,
            ep: self.ep.0..=self.ep.1,
            ed: self.ed.0..=self.ed.1,
            technique,
            easier_than: technique.filter(|_| self.only_easier),
        })
    }
}

/// The properties of the puzzles to generate, and the limits of the run.
#[derive(FromPyObject)]
pub(crate) struct Request {
    count: u64,
    seed: u64,
    tries: Option<u64>,
    seconds: Option<f64>,
    threads: Option<usize>,
    unbiased: bool,
    /// The houses. If absent, `random` is the number of rows of a grid with random regions. If both
    /// are absent, the grid is classic.
    shape: Option<Shape>,
    random: Option<usize>,
    /// Solution grids, concatenated.
    grids: Vec<u8>,
    pattern: Option<Vec<usize>>,
    symmetry: String,
    minimal: String,
    givens: (u32, u32),
    difficulty: Option<Difficulty>,
    budget: u64,
}

/// The puzzles generated so far, as flat columns of the arrays that `generate` returns.
#[derive(Default)]
struct GeneratedColumns {
    width: usize,
    puzzles: Vec<u8>,
    solutions: Vec<u8>,
    regions: Vec<u8>,
    attempts: Vec<u64>,
    numbers: Vec<u32>,
    weights: Vec<f64>,
    minimal: Vec<bool>,
}

impl GeneratedColumns {
    fn push(&mut self, made: &Generated) {
        self.puzzles.extend_from_slice(made.puzzle.givens());
        self.solutions.extend_from_slice(made.solution.digits());
        if let Regions::Irregular(_) = made.puzzle.geometry().regions() {
            let geometry = made.puzzle.geometry();
            let cells = (0..geometry.cell_count()).filter_map(farandole::puzzle::Cell::new);
            self.regions.extend(cells.map(|cell| geometry.region_of(cell).map_or(0, |it| it as u8)));
        }
        self.attempts.push(made.attempt);
        self.numbers.extend(match made.rating {
            Some(Numbers::Se { er, ep, ed, .. }) => [er, ep, ed].map(u32::from),
            Some(Numbers::Hodoku { score, level, .. }) => [score, level as u32, 0],
            _ => [0; 3],
        });
        self.weights.push(made.weight.unwrap_or(1.0));
        self.minimal.push(made.is_minimal == Some(true));
    }
}

/// Adds every generated puzzle to a collector, until there are enough or the stop flag is set.
fn collect<A: Attempts<Output = Generated>>(
    order: &Order,
    attempts: &A,
    made: &mut GeneratedColumns,
    stop: &AtomicBool,
) -> std::io::Result<Progress> {
    let going =
        || if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let take = &mut |one: Generated| {
        made.push(&one);
        going()
    };
    make(order, attempts, take, &mut |_| going())
}

/// Puzzles, solutions, regions, attempts, three numbers per puzzle, weights, flags for minimal
/// puzzles, number of tries, and the numbers of rejected tries by reason.
type Generation<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray2<u32>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    u64,
    Vec<(&'static str, u64)>,
);

impl Request {
    fn order(&self) -> PyResult<Order> {
        Ok(Order {
            count: self.count,
            tries: self.tries.unwrap_or(u64::MAX),
            time: self.seconds.map(|time| Duration::try_from_secs_f64(time).unwrap_or(Duration::MAX)),
            patience: if self.seconds.is_none() { Some(PATIENCE) } else { None },
            threads: self.threads.map(|count| threads(Some(count))).transpose()?,
        })
    }

    fn layout(&self) -> PyResult<Option<Layout>> {
        match (&self.shape, self.random) {
            (Some(shape), _) => Ok(Some(shape.geometry()?)
                .filter(|geometry| *geometry != Geometry::classic())
                .map(|geometry| Layout::Fixed(Arc::new(geometry)))),
            (None, Some(size)) => Ok(Some(Layout::Random(size))),
            (None, None) => Ok(None),
        }
    }

    /// Returns the work to do without the interpreter lock, and the number of cells.
    fn job(self) -> PyResult<(Job, usize)> {
        let (order, layout) = (self.order()?, self.layout()?);
        let names = PatternSymmetry::ALL.map(PatternSymmetry::name);
        let symmetry = PatternSymmetry::by_name(&self.symmetry)
            .ok_or_else(|| error::unknown("symmetry", &self.symmetry, &names))?;
        let minimal = match &self.minimal[..] {
            "yes" => Minimal::Yes,
            "orbits" => Minimal::Orbits,
            "no" => Minimal::No,
            other => return Err(error::unknown("kind of minimality", other, &["yes", "orbits", "no"])),
        };
        let test = self.difficulty.as_ref().map(Difficulty::test).transpose()?;
        let (seed, isa, givens) = (self.seed, Isa::detect(), self.givens.0..=self.givens.1);
        if self.unbiased {
            let attempts = Unbiased { seed, isa };
            return Ok((Box::new(move |made, stop| collect(&order, &attempts, made, stop)), 81));
        }
        let Some(layout) = layout else {
            let pattern: Option<Cells> = self.pattern.map(|cells| {
                cells.into_iter().filter(|cell| *cell < 81).fold(0, |all, cell| all | 1 << cell)
            });
            let grids = self.grids.as_chunks().0.to_vec();
            let recipe = Recipe { grids, pattern, symmetry, givens, minimal };
            let attempts = Classic { recipe, seed, isa, test };
            return Ok((Box::new(move |made, stop| collect(&order, &attempts, made, stop)), 81));
        };
        let size = match &layout {
            Layout::Fixed(geometry) => geometry.size(),
            Layout::Random(size) => *size,
        };
        let least_givens = if minimal == Minimal::No { *givens.start() as usize } else { 0 };
        let recipe = GeneralRecipe { layout, symmetry, least_givens, minimal, budget: self.budget };
        let attempts = General { recipe, givens, seed };
        Ok((Box::new(move |made, stop| collect(&order, &attempts, made, stop)), size * size))
    }
}

/// Work that generates puzzles until there are enough or the stop flag is set.
type Job = Box<dyn FnOnce(&mut GeneratedColumns, &AtomicBool) -> std::io::Result<Progress> + Send>;

/// Generates puzzles in numbered attempts.
#[pyfunction]
pub(crate) fn generate<'py>(py: Python<'py>, request: Request) -> PyResult<Generation<'py>> {
    let (job, width) = request.job()?;
    let (made, progress) = abandonable(py, move |stop| {
        let mut made = GeneratedColumns { width, ..GeneratedColumns::default() };
        let progress = job(&mut made, stop);
        (made, progress)
    })?;
    let progress = progress.map_err(|error| PyOSError::new_err(error.to_string()))?;
    Ok((
        table(py, made.puzzles, made.width)?,
        table(py, made.solutions, made.width)?,
        table(py, made.regions, made.width)?,
        made.attempts.into_pyarray(py),
        table(py, made.numbers, 3)?,
        made.weights.into_pyarray(py),
        made.minimal.into_pyarray(py),
        progress.tries,
        progress.rejected.iter().collect(),
    ))
}

/// Boards and statuses.
type Boards<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>);

/// Returns a minimal puzzle for each row, found by removing givens in random order. The givens in
/// the cells `keep` remain.
#[pyfunction]
pub(crate) fn minimize<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    seed: u64,
    keep: Vec<usize>,
    threads: Option<usize>,
) -> PyResult<Boards<'py>> {
    let threads = crate::interrupt::threads(threads)?;
    let keep = keep.into_iter().filter(|cell| *cell < 81).fold(0, |all: Cells, cell| all | 1 << cell);
    let (puzzles, mut status) = proper(py, rows, text, threads)?;
    let found = studied(py, puzzles, MinimizeOne { seed, keep }, threads, &mut status)?;
    let count = status.len();
    let boards = py.detach(|| {
        let mut boards = vec![0; count * 81];
        for (ProperPuzzle { number, puzzle, .. }, minimal) in found {
            let place = number as usize * 81;
            let cells = minimal.found.first()?;
            boards[place..place + 81].copy_from_slice(&restrict(&puzzle, *cells));
        }
        Some(boards)
    });
    let boards = boards.ok_or_else(|| PyRuntimeError::new_err("no minimal puzzle"))?;
    Ok((table(py, boards, 81)?, codes(py, status)))
}

/// Boards, the row of each board, a flag for each row whose list is complete, and statuses.
type Nested<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<u8>>,
);

/// Returns all minimal puzzles in each row, or only those with the fewest givens.
#[pyfunction]
pub(crate) fn minimal_puzzles<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    text: bool,
    fewest: bool,
    limit: usize,
    threads: Option<usize>,
) -> PyResult<Nested<'py>> {
    let threads = crate::interrupt::threads(threads)?;
    let (puzzles, mut status) = proper(py, rows, text, threads)?;
    let which = if fewest { Which::Fewest } else { Which::All };
    let found = studied(py, puzzles, MinimizeAll { limit, which }, threads, &mut status)?;
    let mut exact = vec![false; status.len()];
    let (boards, places) = py.detach(|| {
        let (mut boards, mut places) = (Vec::new(), Vec::new());
        for (ProperPuzzle { number, puzzle, .. }, all) in found {
            let place = number as usize;
            exact[place] = all.is_complete;
            if all.found.is_empty() {
                status[place] = Status::GaveUp;
            }
            for cells in &all.found {
                boards.extend_from_slice(&restrict(&puzzle, *cells));
                places.push(number);
            }
        }
        (boards, places)
    });
    Ok((table(py, boards, 81)?, places.into_pyarray(py), exact.into_pyarray(py), codes(py, status)))
}
