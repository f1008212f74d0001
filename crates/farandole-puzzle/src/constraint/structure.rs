//! Catalogue entries for items that are not constraints: the shape, extra cells and composites.

use super::kind::{KindInfo, Origin};

const fn about(name: &'static str, arguments: &'static str, doc: &'static str, nests: bool) -> KindInfo {
    KindInfo { name, arguments, doc, origin: Origin::Iss, nests }
}

/// The names, arguments and documentation of these items.
pub(super) const STRUCTURE: [KindInfo; 4] = [
    about(
        "Shape",
        "rowsxcolumns[~values[~Sudoku|Raw]]",
        "The size, the values and the kind (Sudoku or raw) of the grid.\n\n\
         Rows, columns and values are 1 to 16; a raw grid may have up to 99 rows and columns and 1,000 cells. Values are \
         a number (1 or more) or a range that starts at 0 or 1, such as `0-8`. By default they are 1 to the length of the \
         longer side. A raw grid has no rules except the listed constraints. Cells have names such as `R1C1`, with a to g \
         for 10 to 16; in larger grids, names such as `R17C20`. Without a shape, the grid is a 9x9 Sudoku.",
        false,
    ),
    about(
        "Var",
        "PREFIX[~label[~size]]",
        "Extra cells outside the grid, with the same values as the grid.\n\n\
         Their names are V, the prefix and a number starting at 1; a single cell has no number. The size is a number of \
         cells, which are arranged in rows as wide as the grid, or rows and columns such as `2x9`. Extra cells that share \
         an edge are adjacent.",
        false,
    ),
    about(
        "And",
        "",
        "All items up to `.End` hold together.\n\nIt combines several items into one branch of `Or`.",
        true,
    ),
    about(
        "Replicate",
        "bits[~origin]",
        "The items up to `.End` are repeated for each target, moved in such a way that the origin becomes the target.\n\n\
         Bit k of the base 64 text, with the lowest bit of each character first, represents the cell k positions after \
         the origin. The default origin is R1C1. All moved cells must remain on their part of the board. Clues outside \
         the grid and constraints on the whole grid cannot be repeated.",
        true,
    ),
];
