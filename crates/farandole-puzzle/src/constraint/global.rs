//! Constraints on the whole grid.

use super::fault::{ArgumentError, Checked, Fault, each_pair};
use super::kind::{global_rule, has_digits, is_sudoku};
use crate::Cell;
use crate::board::{Board, Line};
use alloc::vec::Vec;

global_rule! {
    /// Anti-consecutive: orthogonally adjacent cells do not contain consecutive digits.
    ///
    /// The constraint also applies to pairs of cells with a dot.
    ///
    /// ```text
    /// 4 | 7 | 1
    /// ```
    pub struct AntiConsecutive;
    "AntiConsecutive" on |_| Ok(());
    check |board, values| neighbours_satisfy(board, values, |one, two| one.abs_diff(two) != 1);
}

global_rule! {
    /// Diagonal nonconsecutive: diagonally adjacent cells do not contain consecutive digits.
    ///
    /// ```text
    /// 4 .
    /// . 7
    /// ```
    pub struct DiagonalNonconsecutive;
    "DiagonalNonconsecutive" on |_| Ok(());
    check |board, values| {
        let pairs = DiagonalNonconsecutive {}.pairs(board);
        pairs.iter().try_for_each(|(one, two)| {
            each_pair(*one, *two, values, |one, two| one.abs_diff(two) != 1)
        })
    };
    from Extension;
}

impl DiagonalNonconsecutive {
    /// Returns the pairs of cells that touch at a corner, the lower cell first.
    pub fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
        let below = |cell: Cell| {
            [-1, 1].into_iter().filter_map(move |col| Some((cell, board.shifted(cell, 1, col)?)))
        };
        board.grid().flat_map(below).collect()
    }
}

fn neighbours_satisfy(board: &Board, values: &[u8], holds: fn(u8, u8) -> bool) -> Checked {
    board.neighbour_pairs().iter().try_for_each(|(one, two)| each_pair(*one, *two, values, holds))
}

/// Succeeds if every 2x2 square contains values of all three classes.
fn squares_mixed(board: &Board, values: &[u8], class: fn(u8) -> u8) -> Checked {
    let mixed = |square: &[Cell; 4]| {
        let classes = square.iter().fold(0_u8, |mask, cell| mask | 1 << class(values[cell.index()]));
        classes.count_ones() == 3
    };
    if board.squares().iter().all(mixed) {
        Ok(())
    } else {
        Err(Fault::Not("all three classes in each 2x2 square"))
    }
}

global_rule! {
    /// Global entropy: every 2x2 square contains a low (1, 2, 3), a middle (4, 5, 6) and a high (7,
    /// 8, 9) digit.
    ///
    /// ```text
    /// 2 | 5
    /// --+--
    /// 9 | 1
    /// ```
    pub struct GlobalEntropy;
    "GlobalEntropy" on has_digits;
    check |board, values| squares_mixed(board, values, |value| (value - 1) / 3);
}

global_rule! {
    /// Global modulo: every 2x2 square contains digits with all three remainders modulo 3.
    ///
    /// ```text
    /// 3 | 4
    /// --+--
    /// 8 | 1
    /// ```
    pub struct GlobalMod;
    "GlobalMod" on |board| match board.values().count() {
        9 => Ok(()),
        _ => Err(ArgumentError::Board("the values 1 to 9 or 0 to 8")),
    };
    check |board, values| squares_mixed(board, values, |value| value % 3);
}

global_rule! {
    /// Dutch flatmates: each 5 has a 1 directly above it or a 9 directly below it.
    ///
    /// ```text
    /// 1
    /// 5
    /// 9
    /// ```
    pub struct DutchFlatmates;
    "DutchFlatmates" on has_digits;
    check |board, values| {
        let is = |cell: Option<Cell>, value| cell.is_some_and(|cell| values[cell.index()] == value);
        let lonely = board.grid().find(|cell| {
            values[cell.index()] == 5
                && !is(board.shifted(*cell, -1, 0), 1)
                && !is(board.shifted(*cell, 1, 0), 9)
        });
        lonely.map_or(Ok(()), |cell| Err(Fault::Value { cell, found: 5 }))
    };
}

global_rule! {
    /// Strict Kropki: all dots are given; adjacent cells without a dot are neither consecutive nor
    /// in a 1:2 ratio.
    ///
    /// A dot of either colour exempts a pair from both conditions. A dot inside `Or` does so
    /// regardless of which branch holds.
    pub struct StrictKropki;
    "StrictKropki" on |_| Ok(());
    check |board, values| unmarked_satisfy(board, values, |pair| board.has_dot(pair), |one, two| {
        one.abs_diff(two) != 1 && one != 2 * two && two != 2 * one
    });
}

global_rule! {
    /// Strict consecutive: all dots are given; adjacent cells without a dot are not consecutive.
    ///
    /// A dot of either colour exempts a pair. A dot inside `Or` does so regardless of which branch
    /// holds. Without dots, the constraint is equivalent to `AntiConsecutive`.
    ///
    /// ```text
    /// 4 o 5 | 8
    /// ```
    pub struct StrictConsecutive;
    "StrictConsecutive" on |_| Ok(());
    check |board, values| unmarked_satisfy(board, values, |pair| board.has_dot(pair), |one, two| {
        one.abs_diff(two) != 1
    });
    from Extension;
}

impl StrictConsecutive {
    /// Returns the pairs of neighbours without a dot, the lower cell first.
    pub fn pairs(&self, board: &Board) -> Vec<(Cell, Cell)> {
        let mut pairs = board.neighbour_pairs();
        pairs.retain(|pair| !board.has_dot(*pair));
        pairs
    }
}

global_rule! {
    /// Strict XV: all Xs and Vs are given; adjacent cells without a letter sum to neither 5 nor 10.
    ///
    /// Either letter exempts a pair from both conditions. A letter inside `Or` does so regardless
    /// of which branch holds.
    pub struct StrictXV;
    "StrictXV" on |_| Ok(());
    check |board, values| unmarked_satisfy(board, values, |pair| board.has_letter(pair), |one, two| {
        !matches!(one + two, 5 | 10)
    });
}

fn unmarked_satisfy(
    board: &Board,
    values: &[u8],
    is_marked: impl Fn((Cell, Cell)) -> bool,
    holds: fn(u8, u8) -> bool,
) -> Checked {
    let mut pairs = board.neighbour_pairs();
    pairs.retain(|pair| !is_marked(*pair));
    pairs.iter().try_for_each(|(one, two)| each_pair(*one, *two, values, holds))
}

global_rule! {
    /// Regions of the same values: all rows, columns, boxes and jigsaw pieces of the greatest size
    /// contain the same set of digits.
    ///
    /// It has no effect if that size is the number of values.
    pub struct RegionSameValues;
    "RegionSameValues" on is_sudoku;
    check |board, values| {
        let set = |cells: &Vec<Cell>| {
            cells.iter().fold(0_u16, |mask, cell| mask | board.values().mask(values[cell.index()]))
        };
        let regions = largest_regions(board);
        let same = regions.windows(2).all(|pair| set(&pair[0]) == set(&pair[1]));
        if same { Ok(()) } else { Err(Fault::Not("the same values in all regions")) }
    };
}

impl RegionSameValues {
    /// Returns the rows, columns, boxes and jigsaw pieces with the greatest number of cells.
    pub fn regions(board: &Board) -> Vec<Vec<Cell>> {
        largest_regions(board)
    }
}

fn largest_regions(board: &Board) -> Vec<Vec<Cell>> {
    let mut regions: Vec<Vec<Cell>> = Line::all(board).map(|line| line.cells(board)).collect();
    regions.extend(board.boxes());
    regions.extend(board.pieces().iter().cloned());
    let most = regions.iter().map(Vec::len).max().unwrap_or(0);
    regions.retain(|region| region.len() == most);
    regions
}

super::kind::numbered_list! {
    /// Search priority: the search prefers these cells when it branches. It does not affect the
    /// solutions.
    pub struct SearchPriority {
        /// The priority added to the cells; a greater number means earlier.
        pub priority: i32,
    }
    "SearchPriority" "priority~cells" -1_000_000 to 1_000_000;
    cells |it, _| {
        it.cells.sort_unstable();
        super::kind::count_is(&it.cells, 1, usize::MAX)
    };
    check |_, _, _| Ok(());
}
