//! Drawings of solutions on square grids.

use farandole::cover::Problem;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Side of a cell.
const CELL: i64 = 24;
/// Room around the board.
const MARGIN: i64 = 8;

/// The items of a problem that are cells of a square grid.
pub(super) struct Board {
    /// Row and column of each item, where it is a cell.
    cells: BTreeMap<u32, (i64, i64)>,
    corner: (i64, i64),
    size: (i64, i64),
}

/// Row and column in the name of a cell: `r1c2`, `1,2`, or two characters 0-9, a-z, A-Z as with Knuth.
fn cell(name: &str) -> Option<(i64, i64)> {
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    if let Some((row, column)) = name.strip_prefix('r').and_then(|rest| rest.split_once('c'))
        && let (Some(row), Some(column)) = (number(row), number(column))
    {
        return Some((row, column));
    }
    if let Some((row, column)) = name.split_once(',') {
        return Some((number(row)?, number(column)?));
    }
    let digit = |b: u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'a'..=b'z' => Some(b - b'a' + 10),
        b'A'..=b'Z' => Some(b - b'A' + 36),
        _ => None,
    };
    match *name.as_bytes() {
        [row, column] => Some((digit(row)?.into(), digit(column)?.into())),
        _ => None,
    }
}

impl Board {
    /// `None` unless at least half of the items are cells, no two of them the same, and fill half of a rectangle.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let items = 0..problem.items();
        let cells: BTreeMap<u32, (i64, i64)> =
            items.filter_map(|item| Some((item, cell(&problem.item_name(item))?))).collect();
        let places: std::collections::BTreeSet<_> = cells.values().collect();
        if cells.is_empty() || 2 * cells.len() < problem.items() as usize || places.len() < cells.len() {
            return None;
        }
        let range = |of: fn(&(i64, i64)) -> i64| {
            let low = cells.values().map(of).min().unwrap_or(0);
            (low, cells.values().map(of).max().unwrap_or(0) - low + 1)
        };
        let (rows, columns) = (range(|cell| cell.0), range(|cell| cell.1));
        // Names of two characters may be anything; cells of a board lie close together.
        if 2 * cells.len() < (rows.1 * columns.1) as usize {
            return None;
        }
        Some(Self { corner: (rows.0, columns.0), size: (rows.1, columns.1), cells })
    }

    /// A drawing: each option in a color of its own, with lines where options meet. Pointing at a cell shows its option.
    pub(super) fn svg(&self, problem: &Problem, options: &[u32]) -> String {
        let mut owner: BTreeMap<(i64, i64), usize> = BTreeMap::new();
        for (k, &option) in options.iter().enumerate() {
            for item in problem.option(option) {
                if let Some(&cell) = self.cells.get(item) {
                    owner.insert(cell, k);
                }
            }
        }
        let (width, height) = (self.size.1 * CELL + 2 * MARGIN, self.size.0 * CELL + 2 * MARGIN);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n"
        );
        let place = |(row, column): (i64, i64)| {
            (MARGIN + (column - self.corner.1) * CELL, MARGIN + (row - self.corner.0) * CELL)
        };
        let mut lines = String::new();
        for &cell in self.cells.values() {
            let (x, y) = place(cell);
            let (fill, title) = match owner.get(&cell) {
                // The golden angle keeps neighbours in the list apart in color.
                Some(&k) => (
                    format!("hsl({:.1} 60% 72%)", (k as f64 * 137.508) % 360.0),
                    problem.option_text(options[k]),
                ),
                None => ("white".into(), String::new()),
            };
            let title = title.replace('&', "&amp;").replace('<', "&lt;");
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"><title>{title}</title></rect>"
            );
            let (row, column) = cell;
            let sides = [
                ((row - 1, column), (0, 0), (CELL, 0)),
                ((row, column - 1), (0, 0), (0, CELL)),
                ((row + 1, column), (0, CELL), (CELL, CELL)),
                ((row, column + 1), (CELL, 0), (CELL, CELL)),
            ];
            for (neighbour, from, to) in sides {
                if owner.get(&neighbour) != owner.get(&cell) {
                    let _ = write!(lines, "M{} {}L{} {}", x + from.0, y + from.1, x + to.0, y + to.1);
                }
            }
        }
        let _ = writeln!(
            svg,
            "<path d=\"{lines}\" stroke=\"black\" stroke-width=\"2\" stroke-linecap=\"square\" fill=\"none\"/>\n</svg>"
        );
        svg
    }
}
