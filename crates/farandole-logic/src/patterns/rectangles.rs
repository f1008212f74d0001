//! Rectangles of four cells in two rows, two columns and two boxes, the shape of uniqueness
//! patterns.

use super::grid::Grid;
use crate::model::tables::{CELLS, HOUSES, cells};

/// Two digits in four cells `[a, b, c, d]`: `a` and `b` share a line and a box, and `c` and `d` are
/// opposite them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rectangle {
    pub(crate) corners: [usize; 4],
    pub(crate) pair: u16,
}

impl Rectangle {
    pub(crate) fn set(&self) -> u128 {
        self.corners.iter().fold(0, |set, cell| set | 1 << cell)
    }
}

/// Enumerates the rectangles in two boxes with corner `a`. The other corners must satisfy `fits`.
/// The second corner is in the box of `a`, and the last two are opposite the first two.
pub(crate) fn through(a: usize, fits: impl Fn(usize) -> bool + Copy) -> impl Iterator<Item = [usize; 4]> {
    let [row, col, box_idx] = HOUSES[a].map(usize::from);
    let neighbours = CELLS[box_idx].map(usize::from).into_iter().filter(move |b| *b != a && fits(*b));
    neighbours.flat_map(move |b| {
        let across = match (HOUSES[b][0] as usize == row, HOUSES[b][1] as usize == col) {
            (true, _) => Some([HOUSES[a][1], HOUSES[b][1]]),
            (_, true) => Some([HOUSES[a][0], HOUSES[b][0]]),
            _ => None,
        };
        let lines = across.map(|lines| lines.map(|line| CELLS[line as usize].map(usize::from)));
        let pairs = lines.into_iter().flat_map(|[third, fourth]| third.into_iter().zip(fourth));
        let fit = move |(c, d): &(usize, usize)| HOUSES[*c][2] as usize != box_idx && fits(*c) && fits(*d);
        pairs.filter(fit).map(move |(c, d)| [a, b, c, d])
    })
}

/// Returns the rectangles with a bivalue corner, in the order of that corner.
pub(crate) fn rectangles(grid: &Grid<'_>) -> Vec<Rectangle> {
    let cand = &grid.marks.cand;
    let mut found = Vec::new();
    let mut seen: Vec<(u128, u16)> = Vec::new();
    for a in cells(grid.bivalue) {
        let pair = cand[a];
        let some = |cell: usize| cand[cell] & pair != 0;
        for corners in through(a, some) {
            let rectangle = Rectangle { corners, pair };
            let key = (rectangle.set(), pair);
            let both = corners.iter().fold(0, |mask, cell| mask | cand[*cell]) & pair == pair;
            if both && !seen.contains(&key) {
                seen.push(key);
                found.push(rectangle);
            }
        }
    }
    found
}
