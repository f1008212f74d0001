//! One puzzle of any size, and its solutions.

use crate::bulk::{CANDIDATE_NODES, LIMIT, NODES, config};
use crate::error;
use crate::interrupt::{abandonable, briefly, stoppable};
use crate::trace::{Steps, TraceRequest, trace};
use farandole::engines::{Config, Finding, Position, Solver};
use farandole::format::{Dialect, Format, ReadConfig, WriteConfig, write_grid, write_puzzle};
use farandole::pipeline::Status;
use farandole::puzzle::Diagonal;
use farandole::puzzle::check::check;
use farandole::variant::{Variant, VariantEntry, variant_text};
use farandole::{Cell, DigitSet, End, Engine, Geometry, Grid, ToPuzzle};
use farandole_draw::{Board, Theme, svg};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A puzzle of any size.
#[pyclass(frozen, module = "farandole._native")]
pub(crate) struct Puzzle(pub(crate) farandole::ClassicPuzzle);

/// Status, first solution, number of solutions, whether it is exact, engine, and nodes.
pub(crate) type Solved = (&'static str, Option<Vec<u8>>, u64, bool, &'static str, u64);

/// Returns the name of the status of a search.
pub(crate) fn status_name(solutions: u64, end: End) -> &'static str {
    let exact = end == End::Exhausted;
    let status = match solutions {
        2.. => Status::Several,
        1 if exact || end == End::LimitReached => Status::Solved,
        0 if exact => Status::None,
        _ => Status::GaveUp,
    };
    status.name()
}

fn format_of(name: &str) -> PyResult<Format> {
    let names: Vec<&str> = Format::CLASSIC.iter().map(|format| format.name()).collect();
    Format::by_name(name)
        .filter(|format| !format.is_variant())
        .ok_or_else(|| error::unknown("format", name, &names))
}

/// The parts of a geometry.
#[derive(FromPyObject)]
pub(crate) struct Shape {
    size: usize,
    /// Rows and columns of a box; (0, 0) for no boxes.
    boxes: Option<(usize, usize)>,
    regions: Option<Vec<i64>>,
    diagonals: bool,
    extra: Vec<Vec<usize>>,
}

impl Shape {
    pub(crate) fn geometry(&self) -> PyResult<Geometry> {
        let base = match (&self.regions, self.boxes) {
            (Some(labels), _) => Geometry::irregular(self.size, labels),
            (None, Some((0, 0))) => Geometry::latin(self.size),
            (None, Some((rows, cols))) => Geometry::boxes(self.size, rows, cols),
            (None, None) => Geometry::usual(self.size),
        };
        let mut geometry = base.map_err(error::misfit)?;
        if self.diagonals {
            geometry = geometry.with_diagonal(Diagonal::Main).with_diagonal(Diagonal::Anti);
        }
        for region in &self.extra {
            let cells: Option<Vec<Cell>> = region.iter().map(|cell| Cell::new(*cell)).collect();
            let cells =
                cells.ok_or_else(|| error::misfit("an extra region contains a cell outside the grid"))?;
            geometry = geometry.with_extra_region(&cells).map_err(error::misfit)?;
        }
        Ok(geometry)
    }
}

#[pymethods]
impl Puzzle {
    /// Creates a puzzle from its givens, its shape, and for each cell a mask of the allowed digits.
    #[new]
    fn new(givens: Vec<u8>, shape: Shape, allowed: Option<Vec<u64>>) -> PyResult<Self> {
        let puzzle =
            farandole::ClassicPuzzle::new(Arc::new(shape.geometry()?), &givens).map_err(error::misfit)?;
        let Some(allowed) = allowed else { return Ok(Self(puzzle)) };
        let sets: Vec<DigitSet> = allowed.into_iter().map(DigitSet::from_bits).collect();
        puzzle.with_restrictions(&sets).map(Self).map_err(error::misfit)
    }

    /// Draws the grid as SVG. `digits` fill the empty cells.
    fn svg(&self, digits: Option<Vec<u8>>) -> PyResult<String> {
        let mut board = Board::of_puzzle(&self.0);
        if let Some(digits) = digits {
            board = board.with_solution(&Grid::new(self.0.size(), digits).map_err(error::misfit)?);
        }
        Ok(svg::write(&board.scene(), Theme::Light))
    }

    fn to_text(&self, format: &str) -> PyResult<String> {
        if let Some(form) = Format::variant_by_name(format) {
            let variant = Variant::from_puzzle(&self.0).map_err(error::misfit)?;
            return variant_text(&VariantEntry::new(variant), form).map_err(error::misfit);
        }
        let mut text = Vec::new();
        let config = WriteConfig::new(format_of(format)?);
        write_puzzle(&mut text, &self.0, &config, 0).map_err(error::misfit)?;
        Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
    }

    /// Writes a grid as text, with the symbols and the shape of this puzzle.
    fn grid_text(&self, digits: Vec<u8>, format: &str) -> PyResult<String> {
        let grid = Grid::new(self.0.size(), digits).map_err(error::misfit)?;
        let mut text = Vec::new();
        let config = WriteConfig::new(format_of(format)?);
        write_grid(&mut text, &self.0, &grid, &config, 0).map_err(error::misfit)?;
        Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
    }

    /// Returns the numbers of rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.0.size(), self.0.size())
    }

    /// Returns the lowest and the highest digit.
    #[getter]
    fn values(&self) -> (u8, u8) {
        (1, self.0.size() as u8)
    }

    #[getter]
    fn givens(&self) -> Vec<u32> {
        self.0.givens().iter().map(|given| u32::from(*given)).collect()
    }

    /// Returns for each cell a mask of the allowed digits.
    #[getter]
    fn allowed(&self) -> Vec<u64> {
        self.cells().map(|cell| self.0.allowed(cell).bits()).collect()
    }

    #[getter]
    fn is_restricted(&self) -> bool {
        self.0.restrictions().is_some()
    }

    /// Returns for each cell the index of its box or region, or -1.
    #[getter]
    fn regions(&self) -> Vec<i64> {
        let geometry = self.0.geometry();
        self.cells().map(|cell| geometry.region_of(cell).map_or(-1, |region| region as i64)).collect()
    }

    /// Returns the name and the cells of every house.
    #[getter]
    fn houses(&self) -> Vec<(String, Vec<usize>)> {
        let cells = |cells: &[Cell]| cells.iter().map(|cell| cell.index()).collect();
        self.0.geometry().houses().map(|house| (house.kind.to_string(), cells(house.cells))).collect()
    }

    /// Returns the steps of the search for variants on this puzzle.
    fn trace(&self, py: Python<'_>, request: TraceRequest) -> PyResult<Steps> {
        trace(py, Arc::new(Variant::from_puzzle(&self.0).map_err(error::unsupported_puzzle)?), request)
    }

    /// Returns a contradiction between the givens that is visible without search, in words.
    #[getter]
    fn clash(&self) -> Option<String> {
        self.0.clash().map(|clash| clash.to_string())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    /// Searches for solutions up to a limit.
    #[allow(clippy::too_many_arguments)]
    fn solve(
        &self,
        py: Python<'_>,
        limit: Option<u64>,
        budget: Option<u64>,
        engine: &str,
        seed: u64,
        threads: usize,
    ) -> PyResult<Solved> {
        let options = config(engine, limit, budget)?;
        let threads = NonZeroUsize::new(threads)
            .ok_or_else(|| PyValueError::new_err("threads is 0, expected at least 1"))?;
        let search = |stop: &AtomicBool, budget| {
            let search = Config { cancel: Some(stop), seed, budget, ..options.search() };
            options.solver().race(&self.0, &search, threads)
        };
        let mut found = None;
        if self.0.size() <= 16 && threads == NonZeroUsize::MIN && options.limit <= LIMIT {
            let brief = briefly(py, |stop| search(stop, options.budget.min(NODES)));
            let is_done = |end| end != End::BudgetSpent || options.budget <= NODES;
            found =
                Some(brief).filter(|brief| brief.as_ref().map_or(true, |(_, report)| is_done(report.end)));
        }
        let found = match found {
            Some(found) => found,
            None => stoppable(py, |stop| search(stop, options.budget))?,
        };
        let (first, report) = found.map_err(error::misfit)?;
        if let Some(grid) = &first {
            check(&self.0, grid.digits()).map_err(|violation| {
                PyRuntimeError::new_err(format!(
                    "engine {} returned a wrong solution: {violation}",
                    report.plan.engine
                ))
            })?;
        }
        let exact = report.end == End::Exhausted;
        let status = status_name(report.solutions, report.end);
        let digits = first.map(|grid| grid.digits().to_vec());
        let engine = report.plan.engine.name();
        Ok((status, digits, report.solutions, exact, engine, report.counters.nodes))
    }

    /// Returns for each cell a mask of the digits that occur in some solution, and whether the
    /// masks are exact. Returns `None` instead of the masks if there is no solution.
    fn candidates(&self, py: Python<'_>, budget: Option<u64>) -> PyResult<(Option<Vec<u64>>, bool)> {
        let puzzle = self.0.clone();
        let budget = budget.unwrap_or(u64::MAX);
        let ask = |puzzle, budget, cancel: Option<&AtomicBool>| {
            let config = Config { budget, cancel, ..Config::default() };
            Solver::new(Engine::Auto).true_candidates(&[puzzle], &config).pop()
        };
        let mut found = None;
        if puzzle.size() <= 9 {
            let brief = briefly(py, |_| ask(puzzle.clone(), budget.min(CANDIDATE_NODES), None));
            let is_done = |finding: &Finding<_>| finding.exact || budget <= CANDIDATE_NODES;
            found = brief.filter(|brief| brief.as_ref().map_or(true, is_done));
        }
        let found = match found {
            Some(found) => Some(found),
            None => abandonable(py, move |stop| ask(puzzle, budget, Some(stop)))?,
        };
        let finding = found.ok_or_else(|| PyRuntimeError::new_err("no answer"))?.map_err(error::misfit)?;
        let masks = finding.found.map(|sets| sets.into_iter().map(DigitSet::bits).collect());
        Ok((masks, finding.exact))
    }

    /// Returns the first violation of a grid, in words.
    fn check(&self, digits: Vec<u8>) -> Option<String> {
        check(&self.0, &digits).err().map(|violation| violation.to_string())
    }

    /// Returns the solutions in their fixed order, starting at a position.
    fn listing(&self, position: Option<&[u8]>) -> PyResult<Listing> {
        let position = position.map(position_of).transpose()?;
        Ok(Listing {
            puzzle: self.0.clone(),
            solver: Mutex::new(Solver::new(Engine::Auto)),
            position,
            ready: VecDeque::new(),
            wanted: 1,
            ended: false,
        })
    }
}

impl Puzzle {
    /// Reads the only puzzle of a text in any format for puzzles without constraints.
    pub(crate) fn from_text(text: &str, format: Option<&str>) -> PyResult<Self> {
        let Some(name) = format else {
            let puzzle = text.to_puzzle().map_err(|error| error::of_puzzle(&error, None))?;
            return Ok(Self(puzzle.into_owned()));
        };
        let config = ReadConfig { format: Some(format_of(name)?), ..ReadConfig::default() };
        let dialect = Dialect::detect(text.as_bytes(), &config).map_err(|error| {
            error::parse_error(error, (None, Some(error.line()), None, Some(format!("the format {name}"))))
        })?;
        let mut records = dialect.records(text.as_bytes());
        let Some(record) = records.next() else {
            return Err(error::parse_error("expected a puzzle, found nothing", (None, None, None, None)));
        };
        let entry = dialect.parser().parse_classic(record).map_err(|error| {
            let place =
                (None, Some(error.line()), Some(error.column().into()), Some(error.expected().to_string()));
            error::parse_error(format!("line {}, column {}: {error}", error.line(), error.column()), place)
        })?;
        match records.next() {
            None => Ok(Self(entry.puzzle)),
            Some(next) => {
                let message = format!("line {}: expected one puzzle, found another", next.line);
                Err(error::parse_error(message, (None, Some(next.line), None, Some("one puzzle".into()))))
            }
        }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.0.geometry().cell_count()).filter_map(Cell::new)
    }
}

/// Decodes a position: eight little-endian bytes with the number of solutions, then the path.
fn position_of(bytes: &[u8]) -> PyResult<Position> {
    let Some((solutions, path)) = bytes.split_first_chunk() else {
        return Err(PyValueError::new_err(format!(
            "found a position of {} bytes, expected at least 8",
            bytes.len()
        )));
    };
    Ok(Position::new(path.to_vec(), u64::from_le_bytes(*solutions)))
}

/// Maximum number of solutions that are searched for ahead of the caller.
pub(crate) const MOST_READY: usize = 256;
/// Time after which the solutions found so far are returned.
pub(crate) const SLICE: Duration = Duration::from_millis(20);

/// An iterator over the solutions of a puzzle in their fixed order.
#[pyclass(module = "farandole._native")]
pub(crate) struct Listing {
    puzzle: farandole::ClassicPuzzle,
    /// A mutex, since the caches of the solver cannot be shared between threads.
    solver: Mutex<Solver>,
    /// The position after the last solution returned.
    position: Option<Position>,
    ready: VecDeque<(Vec<u8>, Position)>,
    wanted: usize,
    ended: bool,
}

#[pymethods]
impl Listing {
    /// Returns the position after the last solution returned.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let position = self.position.as_ref()?;
        let mut bytes = position.solutions().to_le_bytes().to_vec();
        bytes.extend_from_slice(position.path());
        Some(PyBytes::new(py, &bytes))
    }

    /// Returns the next solution, or `None` at the end.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Vec<u8>>> {
        if self.ready.is_empty() && !self.ended {
            self.search(py)?;
        }
        let Some((digits, position)) = self.ready.pop_front() else { return Ok(None) };
        self.position = Some(position);
        Ok(Some(digits))
    }
}

impl Listing {
    fn search(&mut self, py: Python<'_>) -> PyResult<()> {
        let Self { puzzle, solver, position, ready, wanted, .. } = self;
        let solver = solver.get_mut().unwrap_or_else(PoisonError::into_inner);
        let listed = stoppable(py, |stop| {
            let config = Config { limit: u64::MAX, cancel: Some(stop), ..Config::default() };
            let begin = Instant::now();
            solver.list(puzzle, &config, position.as_ref(), &mut |digits, position| {
                ready.push_back((digits.to_vec(), position.clone()));
                let enough = ready.len() >= *wanted || begin.elapsed() > SLICE;
                if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        if listed.is_err() {
            // The search will find the same solutions again when the listing resumes.
            self.ready.clear();
        }
        let report = listed?.map_err(error::misfit)?;
        self.ended = report.end == End::Exhausted;
        self.wanted = (self.wanted * 2).min(MOST_READY);
        Ok(())
    }
}
