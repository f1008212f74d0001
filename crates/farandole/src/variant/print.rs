//! Grids, cells and constraints of variants as text.

use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;
use farandole_puzzle::overlapping::{Layout, Overlapping};
use farandole_puzzle::variant::Variant;

/// Returns the cells of the grid on one line, row-major, one character each: a digit, `A` for 10
/// and so on, and `.` for a hole. The two values of a cell with two values are in parentheses.
///
/// `values` has one value per cell, in cell order. Extra cells are omitted from the text.
/// Overlapping grids become a text of several lines with all cells, followed by an empty line.
///
/// ```
/// use farandole::variant::{grid_text, read};
///
/// let variant = read(".Shape~2x2~~Raw.Holes~R1C2")?.puzzle;
/// assert_eq!(grid_text(&variant, &[2, 1, 1, 2]), "2.12");
/// let butterfly = read(&format!("12 12\n{}", "- - - - - - - - - - - -\n".repeat(12)))?.puzzle;
/// assert_eq!(grid_text(&butterfly, &vec![0; butterfly.cell_count()]).lines().count(), 13);
/// # Ok::<(), farandole::Error>(())
/// ```
pub fn grid_text(variant: &Variant, values: &[u8]) -> String {
    if let Some(grids) = Layout::of(variant).and_then(|layout| Overlapping::new(layout, &[])) {
        return grids.write(values);
    }
    grid_cells(variant, values).concat()
}

/// Returns the text of each cell of a solution, row by row: one symbol, or two in parentheses for a
/// cell with two values.
///
/// ```
/// use farandole::variant::{grid_cells, read};
///
/// let variant = read(".Shape~2x2~~Raw.Holes~R1C2")?.puzzle;
/// assert_eq!(grid_cells(&variant, &[2, 1, 1, 2]), ["2", ".", "1", "2"]);
/// # Ok::<(), farandole::Error>(())
/// ```
pub fn grid_cells(variant: &Variant, values: &[u8]) -> Vec<String> {
    let board = variant.board();
    let digit = |value: u8| char::from_digit(value.into(), 36).map_or('?', |sign| sign.to_ascii_uppercase());
    let text = |(cell, value): (Cell, &u8)| {
        let second = board.second(cell).and_then(|cell| values.get(cell.index()));
        match second.filter(|value| **value != 0) {
            _ if board.is_hole(cell) => ".".into(),
            Some(second) => String::from_iter(['(', digit(*value), digit(*second), ')']),
            None => digit(*value).into(),
        }
    };
    board.cells().zip(values).take(board.grid_count()).map(text).collect()
}

/// Parses the values of all cells: one character per cell in cell order, extra cells last, with `.`
/// for a hole. White space is ignored. Returns `None` if a character is invalid or the number of
/// characters is wrong.
///
/// ```
/// use farandole::variant::{parse_values, read};
///
/// let variant = read(".Shape~2x2~~Raw")?.puzzle;
/// assert_eq!(parse_values(&variant, "12 21\n"), Some(vec![1, 2, 2, 1]));
/// assert_eq!(parse_values(&variant, "1231"), None);
/// # Ok::<(), farandole::Error>(())
/// ```
pub fn parse_values(variant: &Variant, text: &str) -> Option<Vec<u8>> {
    let board = variant.board();
    let mut cells = board.cells();
    let signs = text.chars().filter(|sign| !sign.is_whitespace());
    let value = |sign: char| match cells.next() {
        Some(cell) if board.is_hole(cell) => (sign == '.').then(|| board.values().low()),
        _ => sign.to_digit(36).map(|value| value as u8),
    };
    let values: Option<Vec<u8>> = signs.map(value).collect();
    let fits = |value: &u8| board.values().contains(*value);
    values.filter(|values| values.len() == variant.cell_count() && values.iter().all(fits))
}

/// Returns the names of all cells, in cell order.
pub fn cell_names(variant: &Variant) -> Vec<String> {
    let board = variant.board();
    board.cells().map(|cell| board.name(cell).to_string()).collect()
}

/// Returns the values of each cell from its mask, in which bit v - low represents the value v.
/// Holes have no values.
pub fn values_of(variant: &Variant, masks: &[u64]) -> Vec<Vec<u8>> {
    let board = variant.board();
    let mask = |(cell, mask): (Cell, &u64)| if board.is_hole(cell) { 0 } else { *mask as u16 };
    board.cells().zip(masks).map(mask).map(|mask| board.values().values_of(mask).collect()).collect()
}

/// Returns a constraint of a variant as constraint text.
pub fn constraint_text(variant: &Variant, constraint: &Constraint) -> String {
    iss::write_constraint(variant.board(), constraint)
}
