//! Conversion between variants and classic puzzles.

use super::error::VariantError;
use super::model::{HouseOrigin, Variant};
use crate::board::{GridKind, Shape};
use crate::constraint::{AllDifferent, Constraint, Diagonal as DiagonalRule, Given, Jigsaw, NoBoxes};
use crate::{BoxShape, Cell, ClassicPuzzle, DigitSet, Geometry, HouseKind, Regions};
use alloc::vec::Vec;

impl Variant {
    /// Converts the variant to a [`ClassicPuzzle`]. Returns `None` unless it has N x N cells, the
    /// digits 1 to N, and only houses and candidates.
    pub fn to_puzzle(&self) -> Option<ClassicPuzzle> {
        let (board, shape) = (self.board(), self.shape());
        let size = shape.rows();
        let is_plain = shape.is_square()
            && shape.kind() == GridKind::Sudoku
            && (board.values().low(), usize::from(board.values().count())) == (1, size)
            && board.groups().is_empty()
            && self.sees().is_empty()
            && self.constraints().iter().all(only_restricts_houses_and_domains);
        if !is_plain {
            return None;
        }
        let boxes = board.box_shape().filter(|_| board.has_boxes && board.region_size() == size);
        let mut geometry = match boxes {
            Some(BoxShape { box_rows, box_cols }) => Geometry::boxes(size, box_rows, box_cols).ok()?,
            None => Geometry::latin(size).ok()?,
        };
        let mut extra: Vec<&[Cell]> = Vec::new();
        for house in self.houses() {
            let is_known = matches!(house.origin, HouseOrigin::Line(_))
                || boxes.is_some() && matches!(house.origin, HouseOrigin::Box(_));
            if !is_known {
                extra.push(&house.cells);
            }
        }
        let pieces = board.pieces();
        if boxes.is_none() && pieces.len() == size {
            let piece_of = |cell: Cell| pieces.iter().position(|piece| piece.binary_search(&cell).is_ok());
            let labels: Option<Vec<usize>> = board.grid().map(piece_of).collect();
            if let Some(labels) = labels {
                geometry = Geometry::irregular(size, &labels).ok()?;
                extra.retain(|cells| pieces.iter().all(|piece| piece.as_slice() != *cells));
            }
        }
        for cells in extra {
            geometry = geometry.with_extra_region(cells).ok()?;
        }
        puzzle_of(geometry, self.domains())
    }

    /// Converts a puzzle of at most 16 x 16 cells to an equivalent variant.
    ///
    /// # Errors
    /// Returns an error if the puzzle is larger, or if it has regions of different sizes.
    pub fn from_puzzle(puzzle: &ClassicPuzzle) -> Result<Self, VariantError> {
        let shape = Shape::square(puzzle.size()).map_err(VariantError::shape)?;
        Self::new(shape, Vec::new(), constraints_of(puzzle, shape))
    }
}

/// Returns true if a constraint only defines houses or restricts the values of cells.
fn only_restricts_houses_and_domains(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Cage(cage) => cage.sum.is_none(),
        Constraint::NoBoxes(_)
        | Constraint::RegionSize(_)
        | Constraint::Jigsaw(_)
        | Constraint::Windoku(_)
        | Constraint::DisjointSets(_)
        | Constraint::Diagonal(_)
        | Constraint::Given(_)
        | Constraint::AllDifferent(_) => true,
        _ => false,
    }
}

/// Builds the puzzle with these houses and candidates. A cell with one candidate becomes a given.
fn puzzle_of(geometry: Geometry, domains: &[u16]) -> Option<ClassicPuzzle> {
    let size = geometry.size();
    let all = DigitSet::all(size);
    let sets: Vec<DigitSet> = domains.iter().map(|mask| DigitSet::from_bits(u64::from(*mask))).collect();
    let given = |mask: &u16| if mask.count_ones() == 1 { mask.trailing_zeros() as u8 + 1 } else { 0 };
    let givens: Vec<u8> = domains.iter().map(given).collect();
    let is_open = |(set, given): (&DigitSet, &u8)| *given != 0 || *set == all;
    let puzzle = ClassicPuzzle::new(geometry.into(), &givens).ok()?;
    if sets.iter().zip(&givens).all(is_open) { Some(puzzle) } else { puzzle.with_restrictions(&sets).ok() }
}

/// Returns the constraints of a variant that is equivalent to a puzzle on a board of this shape.
pub(crate) fn constraints_of(puzzle: &ClassicPuzzle, shape: Shape) -> Vec<Constraint> {
    let geometry = puzzle.geometry();
    let size = puzzle.size();
    let mut constraints: Vec<Constraint> = Vec::new();
    let usual = shape.boxes_of(size);
    let mut pieces = Vec::new();
    for house in geometry.houses() {
        match house.kind {
            HouseKind::Row(_) | HouseKind::Col(_) => {}
            HouseKind::Box(_) if geometry.regions() == &usual.map_or(Regions::None, Regions::Boxes) => {}
            HouseKind::Box(_) | HouseKind::Region(_) => pieces.push(house.cells.to_vec()),
            HouseKind::Diagonal(diagonal) => constraints.push(DiagonalRule { diagonal }.into()),
            HouseKind::Extra(_) => constraints.push(AllDifferent { cells: house.cells.to_vec() }.into()),
        }
    }
    let has_usual = usual.is_some_and(|boxes| geometry.regions() == &Regions::Boxes(boxes));
    if usual.is_some() && !has_usual {
        constraints.push(NoBoxes {}.into());
    }
    if pieces.len() > 1 {
        constraints.push(Jigsaw { pieces }.into());
    }
    for index in 0..puzzle.geometry().cell_count() {
        let cell = Cell::within(index);
        let allowed = puzzle.allowed(cell);
        if allowed != DigitSet::all(size) {
            constraints.push(Given { cell, mask: allowed.bits() as u16 }.into());
        }
    }
    constraints
}
