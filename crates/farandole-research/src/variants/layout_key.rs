//! A key of the layout of a puzzle. Two puzzles have equal keys if their clues have the same
//! positions up to a rotation or reflection of the board.

use core::hash::{Hash as _, Hasher as _};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;
use std::hash::DefaultHasher;

/// Returns a key of the kinds and cells of the constraints. Numbers, such as the sum of a cage and
/// the digit of a given, have no effect.
///
/// For boards that are not square, rotations and reflections are not taken into account.
///
/// ```
/// use farandole_puzzle::format::iss;
/// use farandole_research::variants::layout_key;
///
/// let key = |text: &str| layout_key(&iss::read(text).unwrap());
/// let one = key(".Shape~4x4.Cage~5~R1C1~R1C2.Thermo~R3C3~R4C3");
/// assert_eq!(one, key(".Shape~4x4.Cage~3~R1C4~R2C4.Thermo~R3C2~R3C1"));
/// assert_ne!(one, key(".Shape~4x4.Cage~5~R1C1~R1C2.Thermo~R4C3~R3C3"));
/// ```
pub fn layout_key(variant: &Variant) -> u64 {
    let board = variant.board();
    let (rows, cols) = (variant.shape().rows(), variant.shape().cols());
    let symmetries = if rows == cols { 8 } else { 1 };
    let key = |symmetry: u32| {
        let mut clues: Vec<(&str, Vec<usize>)> = Vec::new();
        for constraint in variant.constraints() {
            let mut cells: Vec<usize> = Vec::new();
            for cell in constraint.cells(board) {
                cells.push(board.place(cell).map_or(cell.index(), |place| image(place, rows, symmetry)));
            }
            if !has_order(constraint) {
                cells.sort_unstable();
            }
            clues.push((constraint.name(), cells));
        }
        clues.sort_unstable();
        let mut hasher = DefaultHasher::new();
        clues.hash(&mut hasher);
        hasher.finish()
    };
    (0..symmetries).map(key).min().unwrap_or(0)
}

/// Returns the index of the image of a cell of a square board.
const fn image((row, col): (usize, usize), size: usize, symmetry: u32) -> usize {
    let (row, col) = if symmetry & 1 == 0 { (row, col) } else { (col, row) };
    let row = if symmetry & 2 == 0 { row } else { size - 1 - row };
    let col = if symmetry & 4 == 0 { col } else { size - 1 - col };
    row * size + col
}

/// Returns true if the order of the cells is part of the layout. A sandwich sum has no direction.
const fn has_order(constraint: &Constraint) -> bool {
    !constraint.about().combines_sets() && !matches!(constraint, Constraint::Sandwich(_))
}
