//! One puzzle of any kind and size: its parts, its text, and its queries.

use crate::bulk::config;
use crate::error;
use crate::frame::{Frame, Values};
use crate::interrupt::{abandonable, briefly};
use crate::search::{self, Listing, Solved};
use crate::trace::{Steps, TraceRequest, trace};
use farandole::Puzzle as AnyPuzzle;
use farandole::format::{Format, WriteConfig, write_grid, write_puzzle};
use farandole::puzzle::check::check;
use farandole::puzzle::variant::{self, HouseOrigin};
use farandole::puzzle::{Cell, ClassicPuzzle, Diagonal, DigitSet, Geometry, Grid};
use farandole::variant::{
    Variant, VariantEntry, cell_names, clash_text, constraint_text, grid_cells, grid_text, variant_text,
};
use farandole_draw::{Board, Theme, VariantBoard, svg};
use pyo3::prelude::*;
use std::sync::Arc;

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

/// A puzzle: classic, of any size, or with constraints.
#[pyclass(frozen, module = "farandole._native")]
pub(crate) struct Puzzle {
    inner: AnyPuzzle,
    frame: Arc<Frame>,
}

/// Returns the default text format of a puzzle, which contains the whole puzzle.
fn default_format(puzzle: &AnyPuzzle) -> &'static str {
    match puzzle {
        AnyPuzzle::Variant(_) => "iss",
        AnyPuzzle::Classic(puzzle) if puzzle.restrictions().is_some() => "candidates",
        AnyPuzzle::Classic(_) => "line",
    }
}

/// Returns the text format with this name.
pub(crate) fn format_of(name: &str) -> PyResult<Format> {
    let names: Vec<&str> = Format::CLASSIC.iter().map(|format| format.name()).collect();
    Format::by_name(name)
        .filter(|format| !format.is_variant())
        .ok_or_else(|| error::unknown("format", name, &names))
}

#[pymethods]
impl Puzzle {
    /// Creates a puzzle from its givens, its shape, and a mask of the allowed digits of each cell.
    #[new]
    fn new(givens: Vec<u8>, shape: Shape, allowed: Option<Vec<u64>>) -> PyResult<Self> {
        let puzzle = ClassicPuzzle::new(Arc::new(shape.geometry()?), &givens).map_err(error::misfit)?;
        let Some(allowed) = allowed else { return Ok(Self::of(puzzle)) };
        let sets: Vec<DigitSet> = allowed.into_iter().map(DigitSet::from_bits).collect();
        puzzle.with_restrictions(&sets).map(Self::of).map_err(error::misfit)
    }

    /// Returns the rules in words.
    #[getter]
    fn rules(&self) -> Vec<String> {
        self.inner.rules()
    }

    /// Draws the grid and its constraints as SVG. `values` fill the empty cells.
    fn svg(&self, py: Python<'_>, values: Option<Vec<u8>>) -> PyResult<String> {
        py.detach(|| {
            let scene = match &self.inner {
                AnyPuzzle::Classic(puzzle) => {
                    let board = Board::of_puzzle(puzzle);
                    match values {
                        Some(values) => board
                            .with_solution(&Grid::new(puzzle.size(), values).map_err(error::misfit)?)
                            .scene(),
                        None => board.scene(),
                    }
                }
                AnyPuzzle::Variant(variant) => {
                    let board = VariantBoard::new(variant);
                    match values {
                        Some(values) => board.with_values(&values).scene(),
                        None => board.scene(),
                    }
                }
            };
            Ok(svg::write(&scene, Theme::Light))
        })
    }

    /// Writes the puzzle as text. By default, the format is `iss` for a variant, `candidates` for a
    /// puzzle with candidates, and `line` for others.
    fn to_text(&self, py: Python<'_>, format: Option<&str>) -> PyResult<String> {
        let format = format.unwrap_or_else(|| default_format(&self.inner));
        let (variant, format) = match (&self.inner, Format::variant_by_name(format)) {
            (AnyPuzzle::Variant(variant), Some(format)) => (variant.clone(), format),
            (AnyPuzzle::Variant(_), None) => {
                let names: Vec<&str> = Format::written_variants().map(Format::name).collect();
                return Err(error::unknown("format for variants", format, &names));
            }
            (AnyPuzzle::Classic(puzzle), Some(format)) => {
                (Variant::from_puzzle(puzzle).map_err(error::misfit)?, format)
            }
            (AnyPuzzle::Classic(puzzle), None) => {
                let mut text = Vec::new();
                let config = WriteConfig::new(format_of(format)?);
                write_puzzle(&mut text, puzzle, &config, 0).map_err(error::misfit)?;
                return Ok(String::from_utf8_lossy(&text).trim_end().to_owned());
            }
        };
        py.detach(|| variant_text(&VariantEntry::new(variant), format)).map_err(error::misfit)
    }

    /// Writes the values of all cells as rows, with the symbols and the shape of this puzzle.
    fn grid_text(&self, values: Vec<u8>) -> PyResult<String> {
        match &self.inner {
            AnyPuzzle::Classic(puzzle) => {
                let grid = Grid::new(puzzle.size(), values).map_err(error::misfit)?;
                let mut text = Vec::new();
                let config = WriteConfig::new(format_of("grid")?);
                write_grid(&mut text, puzzle, &grid, &config, 0).map_err(error::misfit)?;
                Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
            }
            AnyPuzzle::Variant(variant) => {
                let text = grid_text(variant, &values);
                if text.contains('\n') {
                    // Overlapping grids are already written as rows.
                    return Ok(text.trim_end().to_owned());
                }
                let rows = grid_cells(variant, &values);
                let rows: Vec<String> = rows.chunks(variant.shape().cols()).map(<[String]>::concat).collect();
                Ok(rows.join("\n"))
            }
        }
    }

    /// Returns true for a variant.
    #[getter]
    fn is_variant(&self) -> bool {
        self.inner.variant().is_some()
    }

    /// Returns true if the digits of cells are restricted other than by givens and houses.
    #[getter]
    fn is_restricted(&self) -> bool {
        self.inner.classic().is_some_and(|puzzle| puzzle.restrictions().is_some())
    }

    /// Returns the numbers of rows and columns, for overlapping grids those of the bounding
    /// rectangle.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.frame.rows, self.frame.cols)
    }

    /// Returns the lowest and the highest value.
    #[getter]
    fn values(&self) -> (u8, u8) {
        match &self.inner {
            AnyPuzzle::Classic(puzzle) => (1, puzzle.size() as u8),
            AnyPuzzle::Variant(variant) => {
                let values = variant.board().values();
                (values.low(), values.high())
            }
        }
    }

    /// Returns the value of each cell that has only one, and 0 for the others.
    #[getter]
    fn givens<'py>(&self, py: Python<'py>) -> PyResult<Values<'py, u8>> {
        match &self.inner {
            AnyPuzzle::Classic(puzzle) => self.frame.array(py, puzzle.givens(), 0),
            AnyPuzzle::Variant(variant) => {
                let board = variant.board();
                let given = |(cell, mask): (Cell, &u16)| {
                    let is_given = mask.is_power_of_two() && !board.is_hole(cell);
                    if is_given { mask.trailing_zeros() as u8 + board.values().low() } else { 0 }
                };
                let givens: Vec<u8> = board.cells().zip(variant.domains()).map(given).collect();
                self.frame.array(py, &givens, 0)
            }
        }
    }

    /// Returns a mask of the allowed values of each cell. Bit 0 is the lowest value.
    #[getter]
    fn allowed<'py>(&self, py: Python<'py>) -> PyResult<Values<'py, u64>> {
        let masks: Vec<u64> = match &self.inner {
            AnyPuzzle::Classic(puzzle) => cells(puzzle).map(|cell| puzzle.allowed(cell).bits()).collect(),
            AnyPuzzle::Variant(variant) => variant.domains().iter().map(|mask| u64::from(*mask)).collect(),
        };
        self.frame.array(py, &masks, 0)
    }

    /// Returns the index of the box or region of each cell, or -1. For overlapping grids, the boxes
    /// are those of the first grid.
    #[getter]
    fn regions<'py>(&self, py: Python<'py>) -> PyResult<Values<'py, i64>> {
        let index = |region: Option<usize>| region.map_or(-1, |region| region as i64);
        let regions: Vec<i64> = match &self.inner {
            AnyPuzzle::Classic(puzzle) => {
                cells(puzzle).map(|cell| index(puzzle.geometry().region_of(cell))).collect()
            }
            AnyPuzzle::Variant(variant) => {
                let board = variant.board();
                let regions = board.regions();
                let region = |cell| index(regions.iter().position(|cells| cells.contains(&cell)));
                board.cells().map(region).collect()
            }
        };
        self.frame.array(py, &regions, -1)
    }

    /// Returns the name and the cells of every house. Cells are row-major indices in the array of
    /// all cells, followed by the indices of extra cells.
    #[getter]
    fn houses(&self) -> Vec<(String, Vec<usize>)> {
        match &self.inner {
            AnyPuzzle::Classic(puzzle) => puzzle
                .geometry()
                .houses()
                .map(|house| (house.kind.to_string(), self.frame.indices(house.cells)))
                .collect(),
            AnyPuzzle::Variant(variant) => {
                let name = |origin: HouseOrigin| match origin {
                    HouseOrigin::Line(line) => line.to_string(),
                    HouseOrigin::Box(number) => format!("box {}", number + 1),
                    HouseOrigin::Constraint(index) => variant.constraints()[index as usize].name().to_owned(),
                };
                let houses = variant.houses();
                houses.iter().map(|house| (name(house.origin), self.frame.indices(&house.cells))).collect()
            }
        }
    }

    /// Returns the constraints as constraint text.
    #[getter]
    fn constraints(&self) -> Vec<String> {
        let Some(variant) = self.inner.variant() else { return Vec::new() };
        variant.constraints().iter().map(|constraint| constraint_text(variant, constraint)).collect()
    }

    /// Returns a contradiction between the givens that is visible without search, in words.
    #[getter]
    fn conflict(&self, py: Python<'_>) -> Option<String> {
        match &self.inner {
            AnyPuzzle::Classic(puzzle) => puzzle.clash().map(|clash| clash.to_string()),
            AnyPuzzle::Variant(variant) => py.detach(|| clash_text(variant)),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    /// Searches for solutions up to a limit. Variants support only the engine `auto`, without seeds
    /// and threads.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        limit: Option<u64>,
        budget: Option<u64>,
        engine: &str,
        seed: u64,
        threads: usize,
    ) -> PyResult<Solved<'py>> {
        let config = config(engine, limit, budget)?;
        let found = match &self.inner {
            AnyPuzzle::Classic(puzzle) => search::solve_classic(py, puzzle, config, seed, threads)?,
            AnyPuzzle::Variant(variant) => search::solve_variant(py, variant, config)?,
        };
        let (mut grid, mut extra) = (None, Vec::new());
        if let Some(values) = &found.values {
            grid = Some(self.frame.array(py, values, 0)?);
            if let (AnyPuzzle::Variant(variant), false) = (&self.inner, self.frame.is_overlapping()) {
                let count = variant.board().grid_count();
                let names = cell_names(variant).split_off(count);
                extra = names.into_iter().zip(values[count..].iter().copied()).collect();
            }
        }
        Ok(found.with_grid(grid, extra))
    }

    /// Returns a mask of the values of each cell that occur in some solution, and true if the masks
    /// are exact. Bit 0 is the lowest value. The masks are 0 if there is no solution.
    fn candidates<'py>(&self, py: Python<'py>, budget: Option<u64>) -> PyResult<(Values<'py, u64>, bool)> {
        let finding = search::candidates(py, &self.inner, budget)?;
        let masks = finding.found.unwrap_or_else(|| vec![0; self.inner.cell_count()]);
        Ok((self.frame.array(py, &masks, 0)?, finding.exact))
    }

    /// Returns the steps of the search for variants.
    fn trace(&self, py: Python<'_>, request: TraceRequest) -> PyResult<Steps> {
        let variant = match &self.inner {
            AnyPuzzle::Classic(puzzle) => Variant::from_puzzle(puzzle).map_err(error::unsupported_puzzle)?,
            AnyPuzzle::Variant(variant) => variant.clone(),
        };
        trace(py, variant, request)
    }

    /// Returns the first violation, in words. `values` contains the values of all cells or of the
    /// grid alone.
    fn check(&self, py: Python<'_>, values: Vec<u8>) -> PyResult<Option<String>> {
        let values = self.frame.cell_values(values)?;
        let variant = match &self.inner {
            AnyPuzzle::Classic(puzzle) => return Ok(check(puzzle, &values).err().map(|it| it.to_string())),
            AnyPuzzle::Variant(variant) => variant,
        };
        if values.len() == variant.cell_count() {
            let checked = briefly(py, |_| variant::check(variant, &values));
            return Ok(checked.err().map(|violation| violation.to_string()));
        }
        // The values of extra cells may have to be searched for.
        let variant = variant.clone();
        let checked = abandonable(py, move |_| variant::check_grid(&variant, &values))?;
        Ok(checked.err().map(|violation| violation.to_string()))
    }

    /// Returns the solutions in their fixed order, starting at a position.
    fn listing(&self, py: Python<'_>, position: Option<Vec<u8>>) -> PyResult<Listing> {
        Listing::new(py, &self.inner, Arc::clone(&self.frame), position)
    }
}

impl Puzzle {
    /// Wraps a puzzle.
    pub(crate) fn of(puzzle: impl Into<AnyPuzzle>) -> Self {
        let inner = puzzle.into();
        let frame = Arc::new(Frame::of(&inner));
        Self { inner, frame }
    }
}

/// Returns the cells of a classic puzzle in row-major order.
fn cells(puzzle: &ClassicPuzzle) -> impl Iterator<Item = Cell> {
    (0..puzzle.geometry().cell_count()).filter_map(Cell::new)
}
