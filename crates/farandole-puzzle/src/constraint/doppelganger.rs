//! Doppelganger: each house misses one digit and contains a 0 instead.

use super::args::{ArgError, Args};
use super::fault::{ArgumentError, Checked, Fault, distinct};
use super::kind::{Key, Kind, Writer, documented, is_square_with};
use crate::Cell;
use crate::board::{Board, Group, GroupSize, Line, Shape};
use alloc::string::String;
use alloc::vec::Vec;

documented! {
    /// Doppelganger: each row, column and box contains a 0 and misses one digit. No two rows miss
    /// the same digit, and neither do two columns or two boxes. At each 0, the row, the column and
    /// the box miss three different digits.
    ///
    /// The grid has N x N cells and the values 0 to N. Extra cells hold the missing digits:
    /// `DGC1`.. for the rows, `DGR1`.. for the columns, `DGB1`.. for the boxes; `DGZ` is 0. Without
    /// boxes, all cells `DGB1`.. are 0.
    pub struct Doppelganger {}
    "Doppelganger" ""
}

impl Doppelganger {
    /// Returns the rows, columns and boxes, each house with the extra cell for its missing digit.
    pub fn houses_with_missing(board: &Board) -> [Vec<(Vec<Cell>, Cell)>; 3] {
        let extra = |prefix: &str| board.group_cells(prefix).unwrap_or_default();
        let lines = |wanted: fn(&Line) -> bool| {
            Line::all(board).filter(wanted).map(|line| line.cells(board)).collect::<Vec<_>>()
        };
        let with = |houses: Vec<Vec<Cell>>, prefix| houses.into_iter().zip(extra(prefix)).collect();
        [
            with(lines(|line| matches!(line, Line::Row(_))), "DGC"),
            with(lines(|line| matches!(line, Line::Col(_))), "DGR"),
            with(board.boxes(), "DGB"),
        ]
    }
}

/// Succeeds if an extra cell holds the one digit that is missing from a house with a 0.
fn misses(house: &[Cell], missing: Cell, board: &Board, values: &[u8]) -> Checked {
    let found = values[missing.index()];
    let mask = house.iter().fold(0, |mask, cell| mask | board.values().mask(values[cell.index()]));
    if found == 0 || mask | board.values().mask(found) != board.values().all() || mask & 1 == 0 {
        return Err(Fault::Value { cell: missing, found });
    }
    Ok(())
}

impl Kind for Doppelganger {
    const NESTS: bool = false;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let kinds = Self::houses_with_missing(board);
        for houses in &kinds {
            houses.iter().try_for_each(|(house, missing)| misses(house, *missing, board, values))?;
            let missing: Vec<Cell> = houses.iter().map(|(_, missing)| *missing).collect();
            distinct(&missing, values)?;
        }
        for cell in board.grid().filter(|cell| values[cell.index()] == 0) {
            let around = kinds.iter().flatten().filter(|(house, _)| house.contains(&cell));
            let missing: Vec<Cell> = around.map(|(_, missing)| *missing).collect();
            distinct(&missing, values)?;
        }
        let mut zeros = board.group_cells("DGZ").unwrap_or_default();
        if kinds[2].is_empty() {
            zeros.extend(board.group_cells("DGB").unwrap_or_default());
        }
        let wrong = zeros.into_iter().find(|cell| values[cell.index()] != 0);
        wrong.map_or(Ok(()), |cell| Err(Fault::Value { cell, found: values[cell.index()] }))
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_square_with(board, 0, 1)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(0)?;
        Ok(alloc::vec![Self {}])
    }

    fn write(&self, _out: &mut Writer<'_>) {}

    fn groups(&self, shape: Shape) -> Vec<Group> {
        let group = |prefix: &str, size| Group { prefix: prefix.into(), label: String::new(), size };
        let mut groups = alloc::vec![
            group("DGZ", GroupSize::Count(1)),
            group("DGR", GroupSize::Count(shape.cols())),
            group("DGC", GroupSize::Count(shape.rows())),
        ];
        if let Some(boxes) = shape.boxes_of(shape.longer_side()) {
            // The number of boxes equals the number of cells in a box.
            let size = GroupSize::Grid { rows: boxes.box_cols, cols: boxes.box_rows };
            groups.push(group("DGB", size));
        }
        groups
    }

    fn houses(&self, board: &Board) -> Vec<Vec<Cell>> {
        let mut houses: Vec<Vec<Cell>> = Vec::new();
        for kind in Self::houses_with_missing(board) {
            houses.push(kind.iter().map(|(_, missing)| *missing).collect());
            houses.extend(kind.into_iter().map(|(mut house, missing)| {
                house.push(missing);
                house
            }));
        }
        houses.retain(|house| house.len() > 1);
        houses
    }

    fn key(&self) -> Option<Key> {
        Some(Key::Kind)
    }
}
