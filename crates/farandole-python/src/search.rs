//! Searches for the solutions of one puzzle.

use crate::bulk::{CANDIDATE_NODES, LIMIT, NODES};
use crate::error;
use crate::frame::{Frame, Values};
use crate::interrupt::{abandonable, briefly, stoppable};
use farandole::Puzzle;
use farandole::engines::{Config, End, Engine, Finding, KnownCandidates, Position, PuzzleSolver, Solver};
use farandole::pipeline::Status;
use farandole::puzzle::check::check;
use farandole::puzzle::{ClassicPuzzle, DigitSet};
use farandole::variant::Variant;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Status, first solution as an array, the values of all cells, those of extra cells by name,
/// number of solutions, true if this number is exact, engine, and nodes.
pub(crate) type Solved<'py> =
    (&'static str, Option<Values<'py, u8>>, Option<Vec<u8>>, Vec<(String, u8)>, u64, bool, &'static str, u64);

/// The result of a search for one puzzle.
pub(crate) struct Found {
    /// The values of all cells in the first solution.
    pub(crate) values: Option<Vec<u8>>,
    solutions: u64,
    end: End,
    engine: &'static str,
    nodes: u64,
}

impl Found {
    /// Adds the array of the first solution, and the values of extra cells.
    pub(crate) fn with_grid<'py>(
        self,
        grid: Option<Values<'py, u8>>,
        extra: Vec<(String, u8)>,
    ) -> Solved<'py> {
        let exact = self.end == End::Exhausted;
        let status = Status::of_solutions(self.solutions, self.end).name();
        (status, grid, self.values, extra, self.solutions, exact, self.engine, self.nodes)
    }
}

/// Searches for the solutions of a classic puzzle.
pub(crate) fn solve_classic(
    py: Python<'_>,
    puzzle: &ClassicPuzzle,
    options: farandole::Config,
    seed: u64,
    threads: usize,
) -> PyResult<Found> {
    let threads = NonZeroUsize::new(threads)
        .ok_or_else(|| PyValueError::new_err("threads is 0, expected at least 1"))?;
    let search = |stop: &AtomicBool, budget| {
        let search = Config { cancel: Some(stop), seed, budget, ..options.search() };
        options.solver().race(puzzle, &search, threads)
    };
    let mut found = None;
    if puzzle.size() <= 16 && threads == NonZeroUsize::MIN && options.limit <= LIMIT {
        let brief = briefly(py, |stop| search(stop, options.budget.min(NODES)));
        let is_done = |end| end != End::BudgetSpent || options.budget <= NODES;
        found = Some(brief).filter(|brief| brief.as_ref().map_or(true, |(_, report)| is_done(report.end)));
    }
    let found = match found {
        Some(found) => found,
        None => stoppable(py, |stop| search(stop, options.budget))?,
    };
    let (first, report) = found.map_err(error::misfit)?;
    let engine = report.plan.engine;
    if let Some(grid) = &first {
        check(puzzle, grid.digits()).map_err(|violation| {
            PyRuntimeError::new_err(format!("engine {engine} returned a wrong solution: {violation}"))
        })?;
    }
    let values = first.map(|grid| grid.digits().to_vec());
    let (solutions, end, nodes) = (report.solutions, report.end, report.counters.nodes);
    Ok(Found { values, solutions, end, engine: engine.name(), nodes })
}

/// Searches for the solutions of a variant.
pub(crate) fn solve_variant(
    py: Python<'_>,
    variant: &Variant,
    options: farandole::Config,
) -> PyResult<Found> {
    let variant = variant.clone();
    let found = abandonable(py, move |stop| options.solve_until(&variant, stop))?;
    let answer = found.map_err(|error| error::of_puzzle(&error, None))?;
    let (values, report) = (answer.first().map(<[u8]>::to_vec), answer.report());
    let (solutions, end, nodes) = (report.solutions, report.end, report.counters.nodes);
    Ok(Found { values, solutions, end, engine: options.engine.name(), nodes })
}

/// Creates a solver for a variant. Building the tables of a large variant can take seconds.
fn variant_solver(py: Python<'_>, variant: &Variant) -> PyResult<PuzzleSolver> {
    let variant = variant.clone();
    abandonable(py, move |_| PuzzleSolver::new(&variant))?.map_err(error::unsupported_puzzle)
}

/// Finds the true candidates of each cell, as masks.
pub(crate) fn candidates(
    py: Python<'_>,
    puzzle: &Puzzle,
    budget: Option<u64>,
) -> PyResult<Finding<Vec<u64>>> {
    let budget = budget.unwrap_or(u64::MAX);
    let puzzle = match puzzle {
        Puzzle::Classic(puzzle) => puzzle,
        Puzzle::Variant(variant) => {
            let solver = variant_solver(py, variant)?;
            let Finding { found, exact, nodes } = abandonable(py, move |stop| {
                let config = Config { budget, cancel: Some(stop), ..Config::default() };
                solver.true_candidates(&config, KnownCandidates::default())
            })?
            .map_err(error::unsupported_puzzle)?;
            return Ok(Finding { found: found.map(|found| found.masks), exact, nodes });
        }
    };
    let puzzle = puzzle.clone();
    let search = |puzzle, budget, cancel: Option<&AtomicBool>| {
        let config = Config { budget, cancel, ..Config::default() };
        Solver::new(Engine::Auto).true_candidates(&[puzzle], &config).pop()
    };
    let mut found = None;
    if puzzle.size() <= 9 {
        let brief = briefly(py, |_| search(puzzle.clone(), budget.min(CANDIDATE_NODES), None));
        let is_done = |finding: &Finding<_>| finding.exact || budget <= CANDIDATE_NODES;
        found = brief.filter(|brief| brief.as_ref().map_or(true, is_done));
    }
    let found = match found {
        Some(found) => Some(found),
        None => abandonable(py, move |stop| search(puzzle, budget, Some(stop)))?,
    };
    let Finding { found, exact, nodes } =
        found.ok_or_else(|| PyRuntimeError::new_err("no answer"))?.map_err(error::misfit)?;
    let found = found.map(|sets| sets.into_iter().map(DigitSet::bits).collect());
    Ok(Finding { found, exact, nodes })
}

/// Decodes the position of a classic puzzle: the number of solutions as eight little-endian bytes,
/// followed by the path.
fn position_of(bytes: &[u8]) -> PyResult<Position> {
    let Some((solutions, path)) = bytes.split_first_chunk() else {
        return Err(PyValueError::new_err(format!(
            "found a position of {} bytes, expected at least 8",
            bytes.len()
        )));
    };
    Ok(Position::new(path.to_vec(), u64::from_le_bytes(*solutions)))
}

/// Encodes the position of a classic puzzle; see [`position_of`].
fn bytes_of(position: &Position) -> Vec<u8> {
    [&position.solutions().to_le_bytes(), position.path()].concat()
}

/// Maximum number of solutions to search for in advance.
const MOST_READY: usize = 256;
/// Time after which the solutions found so far are returned.
const SLICE: Duration = Duration::from_millis(20);

/// The search of a listing.
enum Source {
    /// A solver in a mutex, because its caches cannot be shared between threads.
    Classic(Box<(ClassicPuzzle, Mutex<Solver>)>),
    /// A solver whose positions are the values of all cells of the last solution.
    Variant(PuzzleSolver),
}

/// An iterator over the solutions of a puzzle in their fixed order, which is lexicographic for variants.
#[pyclass(module = "farandole._native")]
pub(crate) struct Listing {
    frame: Arc<Frame>,
    source: Source,
    /// The position after the last solution returned.
    position: Option<Vec<u8>>,
    /// The values of further solutions, each with the position after it.
    ready: VecDeque<(Vec<u8>, Vec<u8>)>,
    wanted: usize,
    ended: bool,
}

#[pymethods]
impl Listing {
    /// Returns the position after the last solution returned.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.position.as_ref().map(|position| PyBytes::new(py, position))
    }

    /// Returns the next solution, or `None` at the end.
    fn next<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Values<'py, u8>>> {
        if self.ready.is_empty() && !self.ended {
            self.search(py)?;
        }
        let Some((values, position)) = self.ready.pop_front() else { return Ok(None) };
        self.position = Some(position);
        self.frame.array(py, &values, 0).map(Some)
    }
}

impl Listing {
    /// Creates a listing that starts at a position, by default before the first solution.
    pub(crate) fn new(
        py: Python<'_>,
        puzzle: &Puzzle,
        frame: Arc<Frame>,
        position: Option<Vec<u8>>,
    ) -> PyResult<Self> {
        let source = match (puzzle, &position) {
            (Puzzle::Classic(classic), position) => {
                position.as_deref().map(position_of).transpose()?;
                Source::Classic(Box::new((classic.clone(), Mutex::new(Solver::new(Engine::Auto)))))
            }
            (Puzzle::Variant(variant), Some(values)) if values.len() != variant.cell_count() => {
                return Err(PyValueError::new_err(format!(
                    "found a position of {} bytes, expected {}",
                    values.len(),
                    variant.cell_count()
                )));
            }
            (Puzzle::Variant(variant), _) => Source::Variant(variant_solver(py, variant)?),
        };
        Ok(Self { frame, source, position, ready: VecDeque::new(), wanted: 1, ended: false })
    }

    /// Searches for the next solutions.
    fn search(&mut self, py: Python<'_>) -> PyResult<()> {
        let Self { source, position, ready, wanted, .. } = self;
        let listed = stoppable(py, |stop| {
            let config = Config { limit: u64::MAX, cancel: Some(stop), ..Config::default() };
            let begin = Instant::now();
            let mut keep = |values: &[u8], position: Vec<u8>| {
                ready.push_back((values.to_vec(), position));
                let enough = ready.len() >= *wanted || begin.elapsed() > SLICE;
                if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            match source {
                Source::Classic(search) => {
                    let (puzzle, solver) = &mut **search;
                    let solver = solver.get_mut().unwrap_or_else(PoisonError::into_inner);
                    let start = position.as_deref().map(position_of).transpose()?;
                    let visit = &mut |digits: &[u8], at: &Position| keep(digits, bytes_of(at));
                    let report = solver.list(puzzle, &config, start.as_ref(), visit);
                    report.map(|report| report.end).map_err(error::misfit)
                }
                Source::Variant(solver) => {
                    let visit = &mut |values: &[u8]| keep(values, values.to_vec());
                    let report = match position {
                        None => solver.list(&config, visit),
                        Some(last) => solver.list_after(last, &config, visit),
                    };
                    report.map(|report| report.end).map_err(error::unsupported_puzzle)
                }
            }
        });
        if listed.is_err() {
            // The search will find the same solutions again when the listing resumes.
            self.ready.clear();
        }
        self.ended = listed?? == End::Exhausted;
        self.wanted = (self.wanted * 2).min(MOST_READY);
        Ok(())
    }
}
