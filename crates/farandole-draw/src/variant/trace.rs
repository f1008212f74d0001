//! Depth-first search for a path through a set of cells, for lines whose constraint does not store
//! the order of the cells.

use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;

/// Maximum number of search steps. If it is exceeded, each cell is joined to the nearest cell
/// instead.
const MAX_STEPS: usize = 5000;

/// Returns the step from one cell of the grid to another in rows and columns, each at most 1, or
/// `None` if the cells do not touch.
pub(super) fn step(board: &Board, from: Cell, to: Cell) -> Option<(isize, isize)> {
    let ((row, col), (to_row, to_col)) = (board.place(from)?, board.place(to)?);
    let (rows, cols) = (to_row as isize - row as isize, to_col as isize - col as isize);
    (rows.abs() <= 1 && cols.abs() <= 1).then_some((rows, cols))
}

/// Returns lines through all cells. If the cells form a path of touching cells, there is a single
/// line. It turns by at most a right angle if there is such a path. With `from`, every line begins
/// there or at a cell of an earlier line.
pub(super) fn trace(board: &Board, from: Option<Cell>, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let starts: Vec<Cell> = from.map_or_else(|| cells.to_vec(), |from| vec![from]);
    for gentle in [true, false] {
        let mut search = Search { board, cells, gentle, left: MAX_STEPS };
        for start in &starts {
            let mut path = vec![*start];
            let count = cells.len() + usize::from(!cells.contains(start));
            if search.extend(count, &mut path) {
                return vec![path];
            }
        }
    }
    tree(board, starts, cells)
}

/// A search for a path through cells.
struct Search<'a> {
    board: &'a Board,
    cells: &'a [Cell],
    /// True if the path may turn by at most a right angle.
    gentle: bool,
    /// Number of remaining steps.
    left: usize,
}

impl Search<'_> {
    /// Extends the path until it has `count` cells. Returns false if there is no such path or no
    /// step is left.
    fn extend(&mut self, count: usize, path: &mut Vec<Cell>) -> bool {
        if path.len() == count {
            return true;
        }
        let Some(last) = path.last().copied() else { return false };
        let before = path.iter().rev().nth(1).and_then(|before| step(self.board, *before, last));
        // Straight steps are tried before diagonal ones.
        for slanted in [false, true] {
            for cell in self.cells {
                let Some((rows, cols)) = step(self.board, last, *cell) else { continue };
                let turns_back = before.is_some_and(|before| before.0 * rows + before.1 * cols < 0);
                if (rows != 0 && cols != 0) != slanted || (self.gentle && turns_back) || path.contains(cell) {
                    continue;
                }
                if self.left == 0 {
                    return false;
                }
                self.left -= 1;
                path.push(*cell);
                if self.extend(count, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }
}

/// Joins each cell to the nearest cell that is already joined.
fn tree(board: &Board, starts: Vec<Cell>, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let far = |one: Cell, two: Cell| match (board.place(one), board.place(two)) {
        (Some((row, col)), Some((other_row, other_col))) => {
            row.abs_diff(other_row).pow(2) + col.abs_diff(other_col).pow(2)
        }
        _ => usize::MAX,
    };
    let mut joined: Vec<Cell> = starts.into_iter().take(1).collect();
    let mut open: Vec<Cell> = cells.iter().copied().filter(|cell| !joined.contains(cell)).collect();
    let mut lines = Vec::new();
    while !open.is_empty() {
        let pairs =
            joined.iter().flat_map(|one| open.iter().enumerate().map(move |(at, two)| (*one, at, *two)));
        let Some((from, at, to)) = pairs.min_by_key(|(one, _, two)| far(*one, *two)) else { break };
        lines.push(vec![from, to]);
        joined.push(to);
        open.swap_remove(at);
    }
    if lines.is_empty() { vec![joined] } else { lines }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::board::Shape;

    #[test]
    fn sorted_cells_become_a_line_again() {
        let board = Board::new(Shape::square(4).unwrap(), Vec::new()).unwrap();
        let cells =
            |names: &[&str]| names.iter().map(|name| board.cell_named(name).unwrap()).collect::<Vec<_>>();
        let hook = cells(&["R1C1", "R1C2", "R2C2", "R3C1"]);
        assert_eq!(trace(&board, None, &hook), [cells(&["R1C1", "R1C2", "R2C2", "R3C1"])]);
        let shaft = cells(&["R1C1", "R2C1", "R3C2"]);
        let bulb = cells(&["R4C3"]);
        assert_eq!(trace(&board, Some(bulb[0]), &shaft), [cells(&["R4C3", "R3C2", "R2C1", "R1C1"])]);
        // Right angles are preferred to sharp turns.
        let block = cells(&["R1C2", "R1C3", "R2C1", "R2C2"]);
        assert_eq!(
            trace(&board, Some(cells(&["R1C1"])[0]), &block),
            [cells(&["R1C1", "R2C1", "R2C2", "R1C2", "R1C3"])]
        );
        // A branch, and a cell that touches no other.
        let cross = cells(&["R1C2", "R2C1", "R2C3", "R4C4"]);
        assert_eq!(trace(&board, None, &cross).len(), 3);
    }
}
