//! Mapping between the indices of the page's grid and the cells of a variant.
//!
//! For most variants, the grid consists of the cells. Overlapping grids are shown as a larger
//! rectangle that contains the cells of all grids.

use crate::answer::Refusal;
use farandole::puzzle::Cell;
use farandole::puzzle::overlapping::{Layout, Overlapping};
use farandole::variant::Variant;

/// The map between row-major indices of the page's grid and cells.
pub(super) struct GridMap {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// The cell at each row-major index of the page's grid, or `None` for a hole.
    cells: Vec<Option<Cell>>,
    /// For each cell, its row-major index in the page's grid, or `None` for an extra cell.
    indices: Vec<Option<usize>>,
}

impl GridMap {
    pub(super) fn of(variant: &Variant) -> Self {
        let board = variant.board();
        let empty = Layout::of(variant).and_then(|layout| Overlapping::new(layout, &[]));
        let (rows, cols, cells) = match &empty {
            None => {
                let shape = variant.shape();
                let cells = board.cells().take(board.grid_count());
                let cells = cells.map(|cell| Some(cell).filter(|cell| !board.is_hole(*cell)));
                (shape.rows(), shape.cols(), cells.collect::<Vec<_>>())
            }
            Some(grids) => {
                let (rows, cols) = grids.layout().size();
                let cells = (0..rows * cols).map(|at| grids.cell(at / cols, at % cols));
                (rows, cols, cells.collect())
            }
        };
        let mut indices = vec![None; board.cell_count()];
        for (index, cell) in cells.iter().enumerate() {
            if let Some(cell) = cell {
                indices[cell.index()] = Some(index);
            }
        }
        Self { rows, cols, cells, indices }
    }

    pub(super) const fn count(&self) -> usize {
        self.cells.len()
    }

    /// Returns the cell at an index.
    pub(super) fn cell(&self, index: usize) -> Option<Cell> {
        self.cells.get(index).copied().flatten()
    }

    /// Returns the indices of cells. Skips extra cells, which have none.
    pub(super) fn of_cells<'a>(&self, cells: impl IntoIterator<Item = &'a Cell>) -> Vec<usize> {
        cells.into_iter().filter_map(|cell| self.indices.get(cell.index()).copied().flatten()).collect()
    }

    /// Returns the indices without cells.
    pub(super) fn holes(&self) -> Vec<usize> {
        (0..self.count()).filter(|index| self.cells[*index].is_none()).collect()
    }

    /// Reorders a list by cell to a list by index. Holes get the default value.
    pub(super) fn arrange<T: Copy + Default>(&self, by_cell: &[T]) -> Vec<T> {
        let value = |cell: &Option<Cell>| cell.and_then(|cell| by_cell.get(cell.index()).copied());
        self.cells.iter().map(|cell| value(cell).unwrap_or_default()).collect()
    }

    /// Reorders a list by index to a list by cell. Missing entries get the default value.
    pub(super) fn by_cell<T: Copy + Default>(&self, by_index: &[T]) -> Vec<T> {
        let value = |index: &Option<usize>| index.and_then(|index| by_index.get(index).copied());
        self.indices.iter().map(|index| value(index).unwrap_or_default()).collect()
    }
}

/// Returns the text of a board of overlapping grids, with the numbers of rows and columns and the
/// name of the layout.
pub(super) fn layout_text(layout: Layout) -> String {
    let (rows, cols) = layout.size();
    format!("{rows} {cols} {}", layout.name())
}

/// Returns the layout of a board text, or `None` if the text does not describe overlapping grids.
pub(super) fn layout_of_text(text: &str) -> Option<Layout> {
    Layout::ALL.into_iter().find(|layout| layout_text(*layout) == text)
}

/// Returns an error for overlapping grids if an operation supports only single grids. `what`
/// describes the unsupported operation.
pub(super) fn expect_one_grid(variant: &Variant, what: &str) -> Result<(), Refusal> {
    match Layout::of(variant) {
        None => Ok(()),
        Some(layout) => {
            Err(Refusal::unsupported(format!("{what} for overlapping grids ({})", layout.name())))
        }
    }
}
