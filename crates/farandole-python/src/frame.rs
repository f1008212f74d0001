//! The rectangular array for the values of a puzzle.

use crate::bulk::table;
use crate::error;
use farandole::Puzzle;
use farandole::puzzle::Cell;
use farandole::puzzle::overlapping::{Layout, Overlapping};
use numpy::{Element, PyArray2};
use pyo3::prelude::*;

/// Two-dimensional array of values.
pub(crate) type Values<'py, T> = Bound<'py, PyArray2<T>>;

/// The grid of a puzzle, or the bounding rectangle of overlapping grids.
pub(crate) struct Frame {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    /// For overlapping grids, the cell at each index `row * cols + col` of the array; `None` where no grid has
    /// a cell.
    cell_at: Option<Vec<Option<Cell>>>,
}

impl Frame {
    /// Returns the array for the values of a puzzle.
    pub(crate) fn of(puzzle: &Puzzle) -> Self {
        let variant = match puzzle {
            Puzzle::Classic(puzzle) => {
                return Self { rows: puzzle.size(), cols: puzzle.size(), cell_at: None };
            }
            Puzzle::Variant(variant) => variant,
        };
        let overlapping =
            Layout::of(variant).and_then(|layout| Some((layout, Overlapping::new(layout, &[])?)));
        let Some((layout, grids)) = overlapping else {
            return Self { rows: variant.shape().rows(), cols: variant.shape().cols(), cell_at: None };
        };
        let (rows, cols) = layout.size();
        let cell_at = (0..rows * cols).map(|index| grids.cell(index / cols, index % cols)).collect();
        Self { rows, cols, cell_at: Some(cell_at) }
    }

    /// Returns true for overlapping grids.
    pub(crate) const fn is_overlapping(&self) -> bool {
        self.cell_at.is_some()
    }

    /// Converts the values of all cells to an array of shape (rows, columns). Indices without a cell
    /// receive `absent`. Extra cells are dropped.
    pub(crate) fn array<'py, T: Element + Copy>(
        &self,
        py: Python<'py>,
        values: &[T],
        absent: T,
    ) -> PyResult<Values<'py, T>> {
        let Self { rows, cols, .. } = *self;
        let grid = match &self.cell_at {
            None => values[..rows * cols].to_vec(),
            Some(cell_at) => {
                cell_at.iter().map(|cell| cell.map_or(absent, |cell| values[cell.index()])).collect()
            }
        };
        table(py, grid, cols)
    }

    /// Returns the indices of cells in the array of all cells.
    pub(crate) fn indices(&self, cells: &[Cell]) -> Vec<usize> {
        let index = |cell: &Cell| match &self.cell_at {
            None => cell.index(),
            Some(cell_at) => cell_at.iter().position(|it| it == &Some(*cell)).unwrap_or(cell.index()),
        };
        cells.iter().map(index).collect()
    }

    /// Returns the values of an array of shape (rows, columns) in the order of the cells. If the
    /// number of values differs from the size of the array, returns them unchanged.
    pub(crate) fn cell_values(&self, values: Vec<u8>) -> PyResult<Vec<u8>> {
        let Some(cell_at) = self.cell_at.as_ref().filter(|cells| cells.len() == values.len()) else {
            return Ok(values);
        };
        let mut pairs = Vec::new();
        for (cell, value) in cell_at.iter().zip(values) {
            match cell {
                Some(cell) => pairs.push((*cell, value)),
                None if value == 0 => {}
                None => {
                    return Err(error::misfit(
                        "the grid has values where the puzzle has no cell, expected 0",
                    ));
                }
            }
        }
        pairs.sort_unstable();
        Ok(pairs.into_iter().map(|(_, value)| value).collect())
    }
}
