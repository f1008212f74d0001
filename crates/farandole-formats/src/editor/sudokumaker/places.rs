//! Numbers of SudokuMaker for cells, edges, corners and clues outside the grid.
//!
//! All numbers are 0-based, in reading order. In a grid of W columns, each row has 2 W edges: W to
//! the left of its cells, then W below them. A row has W + 1 corners. It has W + 2 clue cells,
//! because these include a frame around the grid.

use farandole_puzzle::Cell;
use farandole_puzzle::board::{Board, End, Line, LineEnd};

/// Returns the cell with a number.
pub(crate) fn cell(board: &Board, number: i64) -> Option<Cell> {
    board.grid().nth(usize::try_from(number).ok()?)
}

/// Returns the number of a cell of the grid.
pub(super) fn of_cell(cell: Cell) -> usize {
    cell.index()
}

/// Returns the two cells of an edge, the lower one first. Edges of the frame have none.
pub(super) fn edge(board: &Board, number: i64) -> Option<[Cell; 2]> {
    let (cols, number) = (board.shape().cols(), usize::try_from(number).ok()?);
    let (row, place) = (number / (2 * cols), number % (2 * cols));
    match place.checked_sub(cols) {
        Some(col) => Some([board.at(row, col)?, board.at(row + 1, col)?]),
        None => Some([board.at(row, place.checked_sub(1)?)?, board.at(row, place)?]),
    }
}

/// Returns the number of the edge between two cells, or `None` if they are not neighbours.
pub(super) fn of_edge(board: &Board, one: Cell, two: Cell) -> Option<usize> {
    let cols = board.shape().cols();
    let (row, col) = board.place(one.min(two))?;
    match board.place(one.max(two))? {
        place if place == (row, col + 1) => Some(2 * cols * row + col + 1),
        place if place == (row + 1, col) => Some(2 * cols * row + cols + col),
        _ => None,
    }
}

/// Returns the cell above and to the left of a corner inside the grid.
pub(super) fn corner(board: &Board, number: i64) -> Option<Cell> {
    let (cols, number) = (board.shape().cols() + 1, usize::try_from(number).ok()?);
    let top_left = board.at((number / cols).checked_sub(1)?, (number % cols).checked_sub(1)?)?;
    board.square_at(top_left).map(|_| top_left)
}

/// Returns the number of the corner below and to the right of a cell.
pub(super) fn of_corner(board: &Board, top_left: Cell) -> Option<usize> {
    let (row, col) = board.place(top_left)?;
    Some((row + 1) * (board.shape().cols() + 1) + col + 1)
}

/// Returns the 0-based row and column of a clue cell. Both may be one step outside the grid.
pub(super) fn outer(board: &Board, number: i64) -> Option<(i32, i32)> {
    let cols = board.shape().cols() as i64 + 2;
    let (row, col) = (number.checked_div_euclid(cols)? - 1, number.rem_euclid(cols) - 1);
    (row <= board.shape().rows() as i64 && number >= 0).then_some((row as i32, col as i32))
}

/// Returns the number of a clue cell.
pub(super) fn of_outer(board: &Board, (row, col): (i32, i32)) -> i64 {
    i64::from(row + 1) * (board.shape().cols() as i64 + 2) + i64::from(col + 1)
}

/// Returns the line and the end of the line to which a clue cell next to the grid belongs.
pub(super) fn line_end(board: &Board, (row, col): (i32, i32)) -> Option<LineEnd> {
    let (rows, cols) = (board.shape().rows() as i32, board.shape().cols() as i32);
    let (line, end) = match (row, col) {
        (-1, col) if (0..cols).contains(&col) => (Line::Col(col as u8), End::Start),
        (row, col) if row == rows && (0..cols).contains(&col) => (Line::Col(col as u8), End::Finish),
        (row, -1) if (0..rows).contains(&row) => (Line::Row(row as u8), End::Start),
        (row, col) if col == cols && (0..rows).contains(&row) => (Line::Row(row as u8), End::Finish),
        _ => return None,
    };
    Some(LineEnd { line, end })
}

/// Returns the clue cell at the end of a line.
pub(super) fn of_line_end(board: &Board, place: LineEnd) -> (i32, i32) {
    let (rows, cols) = (board.shape().rows() as i32, board.shape().cols() as i32);
    match (place.line, place.end) {
        (Line::Row(row), End::Start) => (row.into(), -1),
        (Line::Row(row), End::Finish) => (row.into(), cols),
        (Line::Col(col), End::Start) => (-1, col.into()),
        (Line::Col(col), End::Finish) => (rows, col.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::board::{GridKind, Shape, ValueRange};

    fn board(rows: usize, cols: usize) -> Board {
        let shape = Shape::new(rows, cols, ValueRange::new(1, 9).unwrap(), GridKind::Raw).unwrap();
        Board::new(shape, Vec::new()).unwrap()
    }

    /// Returns the 1-based rows and columns of the cells of an edge in a 9x9 grid.
    fn known(number: i64) -> [(usize, usize); 2] {
        let board = board(9, 9);
        edge(&board, number).unwrap().map(|cell| {
            let (row, col) = board.place(cell).unwrap();
            (row + 1, col + 1)
        })
    }

    #[test]
    fn edges_have_the_numbers_of_published_links() {
        assert_eq!(known(70), [(4, 8), (5, 8)]);
        assert_eq!(known(103), [(6, 5), (7, 5)]);
        assert_eq!(known(75), [(5, 3), (5, 4)]);
        assert_eq!(known(132), [(8, 6), (8, 7)]);
    }

    #[test]
    fn numbers_of_all_places_are_read_back() {
        for board in [board(4, 4), board(5, 7), board(9, 3)] {
            let neighbours: Vec<_> = board.neighbour_pairs().into_iter().collect();
            for (one, two) in &neighbours {
                let number = of_edge(&board, *two, *one).unwrap() as i64;
                assert_eq!(edge(&board, number), Some([*one, *two]));
            }
            let edges = (-3..400).filter(|number| edge(&board, *number).is_some()).count();
            assert_eq!(edges, neighbours.len());
            for top_left in board.grid().filter(|cell| board.square_at(*cell).is_some()) {
                let number = of_corner(&board, top_left).unwrap() as i64;
                assert_eq!(corner(&board, number), Some(top_left));
            }
            let (rows, cols) = (board.shape().rows() as i32, board.shape().cols() as i32);
            for place in (-1..=rows).flat_map(|row| (-1..=cols).map(move |col| (row, col))) {
                assert_eq!(outer(&board, of_outer(&board, place)), Some(place));
                let end = line_end(&board, place);
                assert!(end.is_none_or(|end| of_line_end(&board, end) == place));
            }
            assert_eq!(outer(&board, of_outer(&board, (rows, cols)) + 1), None);
        }
    }
}
