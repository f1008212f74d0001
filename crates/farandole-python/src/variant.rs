//! One variant, and its solutions.

use crate::bulk::config;
use crate::error;
use crate::interrupt::{abandonable, briefly, stoppable};
use crate::puzzle::{MOST_READY, SLICE, Solved, status_name};
use crate::trace::{Steps, TraceRequest, trace};
use farandole::End;
use farandole::engines::{Config, KnownCandidates, PuzzleSolver};
use farandole::format::Format;
use farandole::puzzle::Cell;
use farandole::puzzle::overlapping::{Layout, Overlapping};
use farandole::puzzle::variant::{House, HouseOrigin, check, check_grid};
use farandole::variant::{
    VariantEntry, VariantErrorKind, cell_names, clash_text, constraint_text, grid_cells, grid_text,
    variant_text,
};
use farandole_draw::{Theme, VariantBoard, svg};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// A puzzle with constraints.
#[pyclass(frozen, module = "farandole._native")]
pub(crate) struct Variant(pub(crate) Arc<farandole::variant::Variant>);

/// Returns the text format with this name.
pub(crate) fn form_of(name: &str) -> PyResult<Format> {
    let names: Vec<&str> = Format::written_variants().map(Format::name).collect();
    Format::variant_by_name(name).ok_or_else(|| error::unknown("format for variants", name, &names))
}

impl Variant {
    /// Creates a solver. The tables of a large variant can take seconds.
    fn solver(&self, py: Python<'_>) -> PyResult<PuzzleSolver> {
        let variant = Arc::clone(&self.0);
        abandonable(py, move |_| PuzzleSolver::new(&*variant))?
            .map_err(|unsupported| error::of_variant(&unsupported.into()))
    }

    /// Returns the lowest value. The engine's masks start at this value.
    fn low(&self) -> u8 {
        self.0.board().values().low()
    }
}

#[pymethods]
impl Variant {
    fn to_text(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let form = form_of(format)?;
        py.detach(|| variant_text(&VariantEntry::new((*self.0).clone()), form)).map_err(error::misfit)
    }

    /// Writes the values of the grid as rows of numbers.
    fn grid_text(&self, values: Vec<u8>, _format: &str) -> String {
        let text = grid_text(&self.0, &values);
        if text.contains('\n') {
            // Overlapping grids are already written as rows.
            return text.trim_end().to_owned();
        }
        let rows = grid_cells(&self.0, &values);
        let rows: Vec<String> = rows.chunks(self.0.shape().cols()).map(<[String]>::concat).collect();
        rows.join("\n")
    }

    /// Draws the grid with its constraints as SVG. `values` fill the empty cells.
    fn svg(&self, py: Python<'_>, values: Option<Vec<u8>>) -> String {
        py.detach(|| {
            let mut board = VariantBoard::new(&self.0);
            if let Some(values) = values {
                board = board.with_values(&values);
            }
            svg::write(&board.scene(), Theme::Light)
        })
    }

    /// Returns the numbers of rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.0.shape().rows(), self.0.shape().cols())
    }

    /// Returns the lowest and the highest value.
    #[getter]
    fn values(&self) -> (u8, u8) {
        let values = self.0.board().values();
        (values.low(), values.high())
    }

    /// For overlapping grids, returns the numbers of rows and columns of the bounding rectangle,
    /// and the cell at each of its indices, or -1 for none.
    #[getter]
    fn layout(&self) -> Option<(usize, usize, Vec<i64>)> {
        let layout = Layout::of(&self.0)?;
        let grids = Overlapping::new(layout, &[])?;
        let (rows, cols) = layout.size();
        let place =
            |place: usize| grids.cell(place / cols, place % cols).map_or(-1, |cell| cell.index() as i64);
        Some((rows, cols, (0..rows * cols).map(place).collect()))
    }

    /// Returns the value of each cell that has only one candidate, and 0 for the others.
    #[getter]
    fn givens(&self) -> Vec<u32> {
        let board = self.0.board();
        let given = |(cell, mask): (Cell, &u16)| {
            let is_given = mask.is_power_of_two() && !board.is_hole(cell);
            if is_given { mask.trailing_zeros() + u32::from(self.low()) } else { 0 }
        };
        board.cells().zip(self.0.domains()).map(given).collect()
    }

    /// Returns for each cell, including extra cells, a mask of the allowed values. Bit 0 is the
    /// lowest value.
    #[getter]
    fn allowed(&self) -> Vec<u64> {
        self.0.domains().iter().map(|mask| u64::from(*mask)).collect()
    }

    /// Returns for each cell the index of its box or region in the first grid, or -1.
    #[getter]
    fn regions(&self) -> Vec<i64> {
        let board = self.0.board();
        let boxes = if board.pieces().is_empty() { board.boxes() } else { board.pieces().to_vec() };
        let region =
            |cell| boxes.iter().position(|cells| cells.contains(&cell)).map_or(-1, |place| place as i64);
        board.cells().map(region).collect()
    }

    /// Returns the name and the cells of every house.
    #[getter]
    fn houses(&self) -> Vec<(String, Vec<usize>)> {
        let name = |origin: HouseOrigin| match origin {
            HouseOrigin::Line(line) => line.to_string(),
            HouseOrigin::Box(number) => format!("box {}", number + 1),
            HouseOrigin::Constraint(place) => self.0.constraints()[place as usize].name().to_owned(),
        };
        let cells = |house: &House| house.cells.iter().map(|cell| cell.index()).collect();
        self.0.houses().iter().map(|house| (name(house.origin), cells(house))).collect()
    }

    /// Returns the constraints as constraint text.
    #[getter]
    fn constraints(&self) -> Vec<String> {
        self.0.constraints().iter().map(|constraint| constraint_text(&self.0, constraint)).collect()
    }

    /// Returns the names of the extra cells, which are outside the grid.
    #[getter]
    fn extra_cells(&self) -> Vec<String> {
        cell_names(&self.0).split_off(self.0.board().grid_count())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    /// Searches for solutions up to a limit. Supports only the engine `auto`, without seeds and
    /// threads.
    #[allow(clippy::too_many_arguments)]
    fn solve(
        &self,
        py: Python<'_>,
        limit: Option<u64>,
        budget: Option<u64>,
        engine: &str,
        _seed: u64,
        _threads: usize,
    ) -> PyResult<Solved> {
        let options = config(engine, limit, budget)?;
        let variant = Arc::clone(&self.0);
        let found = abandonable(py, move |stop| {
            let config = Config { cancel: Some(stop), ..options.search() };
            let solver = options.solver().prepare(&*variant);
            let (first, report) =
                solver.and_then(|solver| solver.first(&config)).map_err(VariantErrorKind::Unsupported)?;
            match first.as_ref().map(|values| check(&variant, values)) {
                Some(Err(broken)) => Err(VariantErrorKind::Wrong(broken)),
                _ => Ok((first, report)),
            }
        })?;
        let (first, report) = found.map_err(|kind| error::of_variant(&kind.into()))?;
        let (exact, engine) = (report.end == End::Exhausted, options.engine.name());
        let status = status_name(report.solutions, report.end);
        Ok((status, first, report.solutions, exact, engine, report.counters.nodes))
    }

    /// Returns for each cell, including extra cells, a mask of the values that occur in some
    /// solution, and whether the masks are exact. Bit 0 is the lowest value. Returns `None` instead
    /// of the masks if there is no solution.
    fn candidates(&self, py: Python<'_>, budget: Option<u64>) -> PyResult<(Option<Vec<u64>>, bool)> {
        let solver = self.solver(py)?;
        let finding = abandonable(py, move |stop| {
            let config =
                Config { budget: budget.unwrap_or(u64::MAX), cancel: Some(stop), ..Config::default() };
            solver.true_candidates(&config, KnownCandidates::default())
        })?
        .map_err(|unsupported| error::of_variant(&unsupported.into()))?;
        let masks = finding.found.map(|found| found.masks);
        Ok((masks, finding.exact))
    }

    /// Returns the steps of the search.
    fn trace(&self, py: Python<'_>, request: TraceRequest) -> PyResult<Steps> {
        trace(py, Arc::clone(&self.0), request)
    }

    /// Returns a contradiction between the givens that is visible without search, in words.
    #[getter]
    fn clash(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| clash_text(&self.0))
    }

    /// Returns the first violation of the values of all cells, or of the grid alone, in words.
    fn check(&self, py: Python<'_>, values: Vec<u8>) -> PyResult<Option<String>> {
        let variant = Arc::clone(&self.0);
        let is_whole = values.len() == variant.cell_count();
        let judge = if is_whole { check } else { check_grid };
        let work = move || judge(&variant, &values).err().map(|broken| broken.to_string());
        // The values of extra cells may have to be searched for.
        if is_whole { Ok(briefly(py, |_| work())) } else { abandonable(py, move |_| work()) }
    }

    /// Returns the solutions in lexicographic order, starting after one of them.
    fn listing(&self, py: Python<'_>, position: Option<&[u8]>) -> PyResult<VariantListing> {
        let count = self.0.cell_count();
        let last = position.map(<[u8]>::to_vec);
        if let Some(found) = last.as_ref().map(Vec::len).filter(|found| *found != count) {
            return Err(PyValueError::new_err(format!(
                "found a position of {found} bytes, expected {count}"
            )));
        }
        Ok(VariantListing { solver: self.solver(py)?, last, ready: VecDeque::new(), wanted: 1, ended: false })
    }
}

/// An iterator over the solutions of a variant in lexicographic order.
#[pyclass(module = "farandole._native")]
pub(crate) struct VariantListing {
    solver: PuzzleSolver,
    /// The last solution returned: the values of all cells.
    last: Option<Vec<u8>>,
    ready: VecDeque<Vec<u8>>,
    wanted: usize,
    ended: bool,
}

#[pymethods]
impl VariantListing {
    /// Returns the position after the last solution returned.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.last.as_ref().map(|values| PyBytes::new(py, values))
    }

    /// Returns the next solution, or `None` at the end.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Vec<u8>>> {
        if self.ready.is_empty() && !self.ended {
            self.search(py)?;
        }
        let Some(values) = self.ready.pop_front() else { return Ok(None) };
        self.last = Some(values.clone());
        Ok(Some(values))
    }
}

impl VariantListing {
    fn search(&mut self, py: Python<'_>) -> PyResult<()> {
        let Self { solver, last, ready, wanted, .. } = self;
        let listed = stoppable(py, |stop| {
            let config = Config { limit: u64::MAX, cancel: Some(stop), ..Config::default() };
            let begin = Instant::now();
            let mut take = |values: &[u8]| {
                ready.push_back(values.to_vec());
                let enough = ready.len() >= *wanted || begin.elapsed() > SLICE;
                if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            match last {
                None => solver.list(&config, &mut take),
                Some(last) => solver.list_after(last, &config, &mut take),
            }
        });
        if listed.is_err() {
            // The search will find the same solutions again when the listing resumes.
            self.ready.clear();
        }
        let listed = listed?.map_err(|unsupported| error::of_variant(&unsupported.into()))?;
        self.ended = listed.end == End::Exhausted;
        self.wanted = (self.wanted * 2).min(MOST_READY);
        Ok(())
    }
}
