//! SVG drawings of solutions on grids of squares, triangles and cubes.
//!
//! A drawing needs items that are cells, that is, items whose names are coordinates, such as `r1c2`, `3,1` or
//! Knuth's `31`. If names have three coordinates, the cells are cubes, which are drawn in layers side by
//! side. If some names end in `'`, the cells are triangles.
//!
//! ```
//! use farandole_cover::{Config, Search, draw::Board, generate};
//!
//! let problem = generate::dominoes(2, 2)?;
//! let board = Board::new(&problem)?;
//! let mut search = Search::new(&problem)?;
//! let solution = search.solutions(Config::new()).next().expect("dominoes fit");
//! assert!(board.svg(&problem, &solution).starts_with("<svg"));
//! // The items of the queens problem are rows, columns and diagonals, not cells.
//! assert!(Board::new(&generate::queens(8)?).is_err());
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use crate::model::problem::Problem;

/// Side of a cell in pixels.
const CELL: i64 = 24;
/// Height of a row of triangles in pixels: half the square root of 3, times the side.
const ROW: i64 = 21;
/// Margin around the board in pixels.
const MARGIN: i64 = 8;

/// A corner of a cell, by its coordinates. Layers of cubes are next to each other and share no corners.
type Corner = (i64, i64);

/// The items of a problem that are cells of a grid.
#[derive(Clone, Debug)]
pub struct Board {
    /// The corners of each item that is a cell, in order around the cell.
    cells: BTreeMap<u32, Vec<Corner>>,
    grid: Grid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grid {
    Squares,
    Triangles,
}

/// The reason why the solutions of a problem cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawError {
    kind: DrawErrorKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrawErrorKind {
    FewCells,
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            DrawErrorKind::FewCells => f.write_str("too few items are cells of a grid"),
        }
    }
}

impl core::error::Error for DrawError {}

/// Parses a number that consists of decimal digits only.
fn number(text: &str) -> Option<i64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Parses the coordinates in a name: `r1c2`, numbers separated by commas, or one character 0-9, a-z or A-Z per
/// coordinate, as in Knuth's files.
fn coordinates<const N: usize>(name: &str) -> Option<[i64; N]> {
    let digit = |b: u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'a'..=b'z' => Some(b - b'a' + 10),
        b'A'..=b'Z' => Some(b - b'A' + 36),
        _ => None,
    };
    let pair = name.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    let found: Option<Vec<i64>> = match pair {
        Some((row, column)) if number(row).is_some() && number(column).is_some() => {
            Some([row, column].into_iter().filter_map(number).collect())
        }
        _ if name.contains(',') => name.split(',').map(number).collect(),
        _ => name.bytes().map(|b| digit(b).map(i64::from)).collect(),
    };
    found?.try_into().ok()
}

/// Items with their coordinates, and the size of their bounding box.
type Located<const N: usize> = (BTreeMap<u32, [i64; N]>, [i64; N]);

/// Returns the items with coordinates, shifted to start at 0, and the size of their bounding box.
///
/// Returns `None` unless three conditions hold: the cells are at least half of the primary items or all of
/// the secondary items, all coordinates are different, and the cells fill at least half of their bounding
/// box. Names that only look like coordinates do not meet these conditions. Words such as `ell` are treated
/// as coordinates only if the conditions then hold.
fn locate_cells<const N: usize>(
    problem: &Problem,
    locate: impl Fn(&str) -> Option<[i64; N]>,
) -> Option<Located<N>> {
    // If the conditions do not hold, words may be the reason, so only names with a digit are tried next.
    let with_digit = |name: &str| name.bytes().any(|b| b.is_ascii_digit()).then(|| locate(name))?;
    dense_cells(problem, &locate).or_else(|| dense_cells(problem, with_digit))
}

fn dense_cells<const N: usize>(
    problem: &Problem,
    locate: impl Fn(&str) -> Option<[i64; N]>,
) -> Option<Located<N>> {
    let items = 0..problem.items();
    let mut cells: BTreeMap<u32, [i64; N]> =
        items.filter_map(|item| Some((item, locate(&problem.item_name(item))?))).collect();
    let distinct: BTreeSet<_> = cells.values().collect();
    let primary = cells.range(..problem.primary_items()).count();
    let secondary = cells.len() - primary;
    let are_many = 2 * primary >= problem.primary_items() as usize
        || secondary == (problem.items() - problem.primary_items()) as usize;
    if cells.is_empty() || !are_many || distinct.len() < cells.len() {
        return None;
    }
    let low: [i64; N] = core::array::from_fn(|axis| cells.values().map(|cell| cell[axis]).min().unwrap_or(0));
    cells.values_mut().for_each(|cell| (0..N).for_each(|axis| cell[axis] -= low[axis]));
    let size: [i64; N] = core::array::from_fn(|axis| {
        cells.values().map(|cell| cell[axis]).max().unwrap_or(0).saturating_add(1)
    });
    let room = size.iter().fold(1_i64, |room, &size| room.saturating_mul(size));
    (room / 2 <= cells.len() as i64).then_some((cells, size))
}

impl Board {
    /// Finds the cells among the items of a problem.
    ///
    /// A triangle with the coordinates (x, y) has the corners (x, y), (x + 1, y) and (x, y + 1). With a `'`
    /// at the end of the name, it is the triangle that completes this triangle to a rhombus.
    ///
    /// # Errors
    /// Fewer than half of the primary items, and not all of the secondary items, are cells of a grid.
    pub fn new(problem: &Problem) -> Result<Self, DrawError> {
        Self::find(problem).ok_or(DrawError { kind: DrawErrorKind::FewCells })
    }

    fn find(problem: &Problem) -> Option<Self> {
        let square = |x: i64, y: i64| [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].to_vec();
        // In Knuth's files, a prime marks the second triangle of a rhombus.
        let primes = (0..problem.primary_items()).any(|item| problem.item_name(item).ends_with('\''));
        if primes {
            let locate = |name: &str| {
                let (name, second) = name.strip_suffix('\'').map_or((name, 0), |name| (name, 1));
                coordinates(name).map(|[x, y]: [i64; 2]| [x, y, second])
            };
            let cells = locate_cells(problem, locate)?.0.into_iter().map(|(item, [x, y, second])| {
                (item, [(x + second, y + second), (x + 1, y), (x, y + 1)].to_vec())
            });
            return Some(Self { cells: cells.collect(), grid: Grid::Triangles });
        }
        if let Some((cells, _)) = locate_cells(problem, coordinates::<2>) {
            let cells = cells.into_iter().map(|(item, [row, column])| (item, square(column, row)));
            return Some(Self { cells: cells.collect(), grid: Grid::Squares });
        }
        // Cubes are drawn in layers side by side, along the axis with the fewest layers.
        let (cells, size) = locate_cells(problem, coordinates::<3>)?;
        let layers = (0..3).min_by_key(|&axis| size[axis])?;
        let [down, across] = [[1, 2], [0, 2], [0, 1]][layers];
        let cells = cells
            .into_iter()
            // One empty column separates the layers.
            .map(|(item, at)| (item, square(at[layers] * (size[across] + 1) + at[across], at[down])));
        Some(Self { cells: cells.collect(), grid: Grid::Squares })
    }

    /// Returns the pixel position of a corner, without the margin.
    fn pixel_position(&self, (x, y): Corner) -> (i64, i64) {
        match self.grid {
            Grid::Squares => (x * CELL, y * CELL),
            Grid::Triangles => (x * CELL + y * CELL / 2, y * ROW),
        }
    }

    /// Returns an SVG drawing of a solution, given as option indices. Each option has its own color, and
    /// there are lines between options. The title of each cell is the text of its option.
    #[must_use]
    pub fn svg(&self, problem: &Problem, options: &[u32]) -> String {
        let mut owner: BTreeMap<u32, usize> = BTreeMap::new();
        for (k, &option) in options.iter().enumerate() {
            owner.extend(problem.option(option).iter().map(|&item| (item, k)));
        }
        let corners = || self.cells.values().flatten().map(|&corner| self.pixel_position(corner));
        let left = corners().map(|corner| corner.0).min().unwrap_or(0);
        let width = corners().map(|corner| corner.0).max().unwrap_or(0) - left + 2 * MARGIN;
        let height = corners().map(|corner| corner.1).max().unwrap_or(0) + 2 * MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n"
        );
        // For each edge, the options on both sides. The key is the sorted pair of its ends, so that both
        // cells at an edge use the same entry.
        let mut edges: BTreeMap<[Corner; 2], Vec<Option<usize>>> = BTreeMap::new();
        for (item, corners) in &self.cells {
            let own = owner.get(item).copied();
            let (fill, title) = match own {
                // With multiples of the golden angle as hues, options that are close in the list have
                // different colors.
                Some(k) => (
                    format!("hsl({:.1} 60% 72%)", (k as f64 * 137.508) % 360.0),
                    problem.option_text(options[k]),
                ),
                None => ("white".into(), String::new()),
            };
            let title = title.replace('&', "&amp;").replace('<', "&lt;");
            let mut points = Vec::new();
            for (k, &corner) in corners.iter().enumerate() {
                let (x, y) = self.pixel_position(corner);
                points.push(format!("{},{}", x - left + MARGIN, y + MARGIN));
                let next = corners[(k + 1) % corners.len()];
                edges.entry([corner.min(next), corner.max(next)]).or_default().push(own);
            }
            let points = points.join(" ");
            let _ = writeln!(
                svg,
                "<polygon points=\"{points}\" fill=\"{fill}\"><title>{title}</title></polygon>"
            );
        }
        let mut lines = String::new();
        for (ends, sides) in edges {
            // Lines are drawn at the rim of the board and between different options.
            if sides.len() == 1 || sides[0] != sides[1] {
                let [from, to] = ends
                    .map(|corner| self.pixel_position(corner))
                    .map(|(x, y)| (x - left + MARGIN, y + MARGIN));
                let _ = write!(lines, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
            }
        }
        let _ = writeln!(
            svg,
            "<path d=\"{lines}\" stroke=\"black\" stroke-width=\"2\" stroke-linecap=\"square\" fill=\"none\"/>\n</svg>"
        );
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pieces_are_not_cells() {
        let soma = crate::generate::soma().unwrap();
        let board = Board::new(&soma).unwrap();
        assert_eq!(board.cells.len(), 27);
    }

    #[test]
    fn rows_columns_and_diagonals_of_queens_are_not_cells() {
        for n in 1..40 {
            let queens = crate::generate::queens(n).unwrap();
            assert!(Board::new(&queens).is_err(), "{n}");
        }
    }

    #[test]
    fn cells_may_be_secondary() {
        let problem = crate::format::parse(b"p q | r1c1 r1c2\np r1c1\nq r1c2\n", None).unwrap().problem;
        assert_eq!(Board::new(&problem).unwrap().cells.len(), 2);
    }
}
