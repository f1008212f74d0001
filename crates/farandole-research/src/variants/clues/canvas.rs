//! The solution that clues are drawn on.

use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;

/// A solution with the clues drawn on it so far. Cages and lines share no cells except circles of arrows, and lines do not
/// cross.
pub(in crate::variants) struct Canvas<'a> {
    pub(in crate::variants) board: &'a Board,
    /// The values of the cells. Empty if the lines are drawn before there is a solution.
    pub(in crate::variants) solution: &'a [u8],
    /// For each cell, true if a cage or a line covers it.
    pub(super) is_covered: Vec<bool>,
    /// For each cell, true if a diagonal step of a line crosses the 2x2 square of which it is the
    /// upper left cell.
    pub(super) has_diagonal: Vec<bool>,
    /// True if clues are drawn as in published puzzles.
    pub(in crate::variants) is_usual: bool,
    /// The symmetries of the layout, as maps of the cells of the grid, the identity first.
    pub(in crate::variants) symmetries: Vec<Vec<usize>>,
}

impl<'a> Canvas<'a> {
    pub(in crate::variants) fn new(board: &'a Board, solution: &'a [u8]) -> Self {
        let cells = board.grid_count();
        Self {
            board,
            solution,
            is_covered: vec![false; cells],
            has_diagonal: vec![false; cells],
            is_usual: false,
            symmetries: vec![(0..cells).collect()],
        }
    }

    /// Covers the cells of clues that are already on the board.
    pub(in crate::variants) fn cover(&mut self, cells: &[Cell]) {
        for cell in cells {
            if let Some(covered) = self.is_covered.get_mut(cell.index()) {
                *covered = true;
            }
        }
    }

    pub(super) fn value(&self, cell: Cell) -> u8 {
        self.solution[cell.index()]
    }

    pub(super) fn is_free(&self, cell: Cell) -> bool {
        !self.is_covered[cell.index()] && !self.board.is_hole(cell)
    }

    pub(super) fn free_cells(&self) -> Vec<Cell> {
        self.board.grid().filter(|cell| self.is_free(*cell)).collect()
    }

    /// Returns the images of some cells under the symmetries, each in the order of the cells, without repetitions of the
    /// same set.
    pub(in crate::variants) fn images(&self, cells: &[Cell]) -> Vec<Vec<Cell>> {
        images(&self.symmetries, cells)
    }
}

/// Returns the images of some cells under symmetries, without repetitions of the same set.
pub(in crate::variants) fn images(symmetries: &[Vec<usize>], cells: &[Cell]) -> Vec<Vec<Cell>> {
    let mut all: Vec<Vec<Cell>> = Vec::new();
    for symmetry in symmetries {
        let image: Vec<Cell> = cells.iter().filter_map(|cell| Cell::new(symmetry[cell.index()])).collect();
        if !all.iter().any(|known| image.iter().all(|cell| known.contains(cell))) {
            all.push(image);
        }
    }
    all
}
