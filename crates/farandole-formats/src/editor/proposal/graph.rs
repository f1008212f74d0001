//! Strokes as a graph: strokes that continue each other are one line, and strokes that touch are one set of
//! cells.

use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;

/// The end of the name of a meaning that joins strokes.
pub(super) const JOINED: &str = ", strokes joined";

/// Returns lines without copies, joined at the cells in which exactly two of them end. A closed line begins and
/// ends in the same cell.
pub(super) fn joined(lines: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let mut paths: Vec<Vec<Cell>> = Vec::new();
    for line in lines {
        let is_copy = |path: &Vec<Cell>| path == line || path.iter().rev().eq(line);
        if line.len() > 1 && !paths.iter().any(is_copy) {
            paths.push(line.clone());
        }
    }
    while let Some((one, two)) = junction(&paths) {
        let next = paths.swap_remove(one.max(two));
        let path = &mut paths[one.min(two)];
        if path.first() == next.first() || path.first() == next.last() {
            path.reverse();
        }
        let is_reversed = path.last() == next.last() && path.last() != next.first();
        let rest: Vec<Cell> = if is_reversed { next.into_iter().rev().collect() } else { next };
        path.extend(rest.into_iter().skip(1));
    }
    paths
}

/// Returns two different lines that end in a cell that no other line contains.
fn junction(paths: &[Vec<Cell>]) -> Option<(usize, usize)> {
    let ends = |path: &Vec<Cell>| [path[0], path[path.len() - 1]];
    let is_closed = |path: &Vec<Cell>| path.first() == path.last();
    (0..paths.len()).filter(|at| !is_closed(&paths[*at])).find_map(|at| {
        ends(&paths[at]).into_iter().find_map(|cell| {
            let mut with_cell = (0..paths.len()).filter(|other| paths[*other].contains(&cell));
            let (one, two) = (with_cell.next()?, with_cell.next()?);
            let other = if one == at { two } else { one };
            let is_end = ends(&paths[other]).contains(&cell) && !is_closed(&paths[other]);
            (with_cell.next().is_none() && is_end).then_some((at, other))
        })
    })
}

/// Returns the straight segments of a line. The cell of a turn belongs to both segments.
pub(super) fn straight(line: &[Cell], board: &Board) -> Vec<Vec<Cell>> {
    let step = |pair: &[Cell]| {
        let (from, to) = (board.place(pair[0])?, board.place(pair[1])?);
        Some((to.0 as isize - from.0 as isize, to.1 as isize - from.1 as isize))
    };
    let mut parts: Vec<Vec<Cell>> = Vec::new();
    let mut last = None;
    for pair in line.windows(2) {
        let next = step(pair);
        match parts.last_mut().filter(|_| next == last) {
            Some(part) => part.push(pair[1]),
            None => parts.push(pair.to_vec()),
        }
        last = next;
    }
    parts
}

/// Returns the cells of lines that touch, each set in the order of its lines.
pub(super) fn connected(lines: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
    let mut sets: Vec<Vec<Cell>> = Vec::new();
    for line in lines {
        let (touching, mut others): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set| set.iter().any(|cell| line.contains(cell)));
        let mut set: Vec<Cell> = touching.concat();
        line.iter().for_each(|cell| {
            if !set.contains(cell) {
                set.push(*cell);
            }
        });
        others.push(set);
        sets = others;
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::board::{GridKind, Shape, ValueRange};

    /// Returns lines of cells of a 9x9 grid with these indices.
    fn lines(lists: &[&[usize]]) -> Vec<Vec<Cell>> {
        lists.iter().map(|list| list.iter().filter_map(|cell| Cell::new(*cell)).collect()).collect()
    }

    #[test]
    fn strokes_that_continue_each_other_are_one_line() {
        assert_eq!(joined(&lines(&[&[0, 1, 2], &[4, 3, 2], &[5, 4]])), lines(&[&[0, 1, 2, 3, 4, 5]]));
        assert_eq!(joined(&lines(&[&[0, 1], &[1, 0], &[7, 8]])), lines(&[&[0, 1], &[7, 8]]));
        let ring = joined(&lines(&[&[0, 1, 10], &[10, 9, 0]]));
        assert_eq!(ring.len(), 1);
        assert!(ring[0].len() == 5 && ring[0].first() == ring[0].last(), "{ring:?}");
    }

    #[test]
    fn the_cell_of_a_turn_belongs_to_both_straight_segments() {
        let shape = Shape::new(9, 9, ValueRange::new(1, 9).unwrap(), GridKind::Sudoku).unwrap();
        let board = Board::new(shape, Vec::new()).unwrap();
        let parts = straight(&lines(&[&[0, 1, 2, 12, 22, 31, 40]])[0], &board);
        assert_eq!(parts, lines(&[&[0, 1, 2], &[2, 12, 22], &[22, 31, 40]]));
    }

    #[test]
    fn branches_and_crossings_are_not_joined() {
        for fork in
            [&[&[0, 1][..], &[1, 2], &[1, 10]][..], &[&[0, 1, 2], &[10, 1]], &[&[0, 1, 2], &[19, 10, 1]]]
        {
            let fork = lines(fork);
            assert_eq!(joined(&fork), fork);
            assert_eq!(connected(&fork).len(), 1);
        }
        assert_eq!(connected(&lines(&[&[0, 1], &[5, 6], &[1, 5]])), lines(&[&[0, 1, 5, 6]]));
    }
}
