//! Catalogue entries for items that are not constraints: the shape, extra cells and composites.

use super::kind::{About, Origin};

const fn about(name: &'static str, arguments: &'static str, doc: &'static str, nests: bool) -> About {
    About { name, arguments, doc, origin: Origin::Iss, nests }
}

/// The names, arguments and documentation of these items.
pub(super) const STRUCTURE: [About; 4] = [
    about(
        "Shape",
        "rowsxcolumns[~values[~Sudoku|Raw]]",
        "Size of the grid, its values, and whether the rules of Sudoku hold.\n\n\
         Rows, columns and values are 1 to 16; a Raw grid may have up to 99 rows and columns and 1,000 cells. Values are a number (from 1 on) or a range from 0 or 1 on, as in `0-8`; \
         without them they are 1 to the length of the longer side. A Raw grid has no rules but those that are listed. \
         Cells are named as in `R1C1`, with a to g for 10 to 16; beyond that as in `R17C20`. \
         Without a shape the grid is 9x9.",
        false,
    ),
    about(
        "Var",
        "PREFIX[~label[~size]]",
        "Extra cells outside the grid, with the same values.\n\n\
         Their names are V, the prefix and a number from 1 on; a single cell has no number. The size is a number of cells, \
         which lie in rows as wide as the grid, or rows and columns as in `2x9`. Extra cells that share an edge are \
         neighbours.",
        false,
    ),
    about(
        "And",
        "",
        "All items up to `.End` hold together.\n\nIt makes one branch of several items in `Or`.",
        true,
    ),
    about(
        "Replicate",
        "bits[~origin]",
        "The items up to `.End` are repeated, moved so that the origin comes to each target.\n\n\
         Bit k of the base 64 text, the lowest bit of each character first, stands for the cell k places behind the \
         origin, which is R1C1 if it is left out. No cell leaves its part of the board. Clues outside the grid and rules \
         of the whole grid cannot be repeated.",
        true,
    ),
];
