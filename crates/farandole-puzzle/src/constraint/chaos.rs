//! Chaos construction: regions that are determined during solving, and clues about them.

use super::args::{ArgError, Args};
use super::declare::documented;
use super::error::{ArgumentError, Checked, ConstraintViolation, distinct};
use super::kind::{Key, Kind, Properties, Role, Writer, is_sudoku};
use super::reading::Reading;
use super::semantics::Semantics;
use super::shading::is_connected;
use super::style::{Figure, KindStyle, style};
use crate::Cell;
use crate::board::{Board, Group, GroupSize, Shape};
use alloc::string::String;
use alloc::vec::Vec;

documented! {
    /// Chaos construction: divide the grid into connected regions of equal size; digits do not
    /// repeat in a region.
    ///
    /// The number of cells in a region is the region size. The extra cells `CC1`.. hold the region
    /// label of each cell. Grids that differ only in labels count as one solution. The default
    /// boxes remain houses unless `NoBoxes` is present.
    ///
    /// ```text
    /// a a b
    /// a b b
    /// c c c
    /// ```
    pub struct ChaosConstruction {}
    "ChaosConstruction" ""
}

style!(ChaosConstruction: KindStyle::new("Chaos construction", "regions to be found", ".Shape~4x4.NoBoxes.ChaosConstruction"));

/// The prefix of the extra cells that contain region labels.
pub(crate) const LABELS: &str = "CC";

impl Kind for ChaosConstruction {
    const READING: Reading = Reading::Open;

    const PROPERTIES: Properties = Properties { blames_pairs: false, ..Properties::outermost(Role::Cells) };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        Vec::new()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let labels = board.group_cells(LABELS).unwrap_or_default();
        for label in board.values().iter() {
            let is_in = |cell: Cell| labels.get(cell.index()).is_some_and(|it| values[it.index()] == label);
            let region: Vec<Cell> = board.grid().filter(|cell| is_in(*cell)).collect();
            if region.is_empty() {
                continue;
            }
            let (found, expected) = (region.len(), board.region_size());
            if found != expected {
                return Err(ConstraintViolation::Count { value: label, found, expected });
            }
            if !is_connected(&region, board, is_in) {
                return Err(ConstraintViolation::Not("connected regions"));
            }
            distinct(&region, values)?;
        }
        Ok(())
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        Semantics::Opaque("the cells of a region are not known")
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        is_sudoku(board)?;
        let (cells, size) = (board.grid_count(), board.region_size());
        if size < 2 || !cells.is_multiple_of(size) {
            return Err(ArgumentError::Board("a region size of 2 or more that divides the number of cells"));
        }
        if cells / size > usize::from(board.values().count()) {
            return Err(ArgumentError::Board("at least as many values as regions"));
        }
        Ok(())
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(0)?;
        Ok(alloc::vec![Self {}])
    }

    fn write(&self, _out: &mut Writer<'_>) {}

    fn groups(&self, shape: Shape) -> Vec<Group> {
        let size = GroupSize::Grid { rows: shape.rows(), cols: shape.cols() };
        alloc::vec![Group { prefix: LABELS.into(), label: String::new(), size }]
    }

    fn key(&self) -> Option<Key> {
        Some(Key::Kind)
    }
}

/// Returns the label cell of a grid cell. A label cell is returned unchanged.
fn label_of(cell: Cell, board: &Board) -> Option<Cell> {
    let labels = board.group_cells(LABELS)?;
    labels.contains(&cell).then_some(cell).or_else(|| labels.get(cell.index()).copied())
}

/// Returns true if all cells are label cells.
fn are_labels(cells: &[Cell], board: &Board) -> bool {
    board.group_cells(LABELS).is_some_and(|labels| cells.iter().all(|cell| labels.contains(cell)))
}

/// The error for a board without label cells.
const NO_LABELS: ArgumentError = ArgumentError::Others("ChaosConstruction");

/// Parses the argument with this index as the offset of a chaos clue; the default is 0.
fn offset(args: Args<'_>, index: usize) -> Result<u8, ArgError> {
    match args.text_or_empty(index) {
        "" => Ok(0),
        _ => Ok(args.number(index, 0, 1)? as u8),
    }
}

documented! {
    /// Chaos arrow: the digit in the control cell is the number of cells of its region seen along
    /// the arms, including itself.
    ///
    /// Each arm counts the cells after its first one that continue the region of the first cell
    /// without a gap. Arms are lists of label cells that share their first cell; in texts, `-`
    /// separates them. By default they are the four orthogonal rays from the control cell. With the
    /// offset 1, the first cell is not counted.
    ///
    /// ```text
    /// b a b
    /// a 4 a
    /// b b b
    /// ```
    pub struct ChaosArrow {
        /// The cell that holds the count.
        pub control: Cell,
        /// 0, or 1 if the first cell is not counted.
        pub offset: u8,
        /// The arms, sorted; each starts with the same label cell.
        pub arms: Vec<Vec<Cell>>,
    }
    "ChaosArrow" "cell[~offset[~cells~-~cells..]]"
}

style!(ChaosArrow: KindStyle::new("Chaos arrow", "chaos arrow", ".Shape~5x5.ChaosConstruction.ChaosArrow~R3C3")
    .figure(Figure::Own));

/// Returns the four orthogonal rays of label cells from a grid cell, sorted.
fn rays(control: Cell, board: &Board) -> Vec<Vec<Cell>> {
    let ray = |(rows, cols): (isize, isize)| {
        let cells = core::iter::successors(Some(control), |cell| board.shifted(*cell, rows, cols));
        cells.filter_map(|cell| label_of(cell, board)).collect()
    };
    let mut rays: Vec<Vec<Cell>> = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(ray).to_vec();
    rays.sort_unstable();
    rays
}

impl Kind for ChaosArrow {
    const READING: Reading = Reading::Open;

    const PROPERTIES: Properties = Properties::outermost(Role::Rule);

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        core::iter::once(self.control).chain(self.arms.concat()).collect()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        let run = |arm: &Vec<Cell>| {
            let label = |cell: &Cell| values[cell.index()];
            arm.iter().take_while(|cell| label(cell) == label(&arm[0])).count().saturating_sub(1)
        };
        let found = 1 + self.arms.iter().map(run).sum::<usize>() as i64;
        let expected = i64::from(values[self.control.index()]) + i64::from(self.offset);
        if found == expected {
            Ok(())
        } else {
            Err(ConstraintViolation::Number { found: Some(found), expected })
        }
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        Semantics::Opaque("runs of equal labels in several directions")
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        if board.group_cells(LABELS).is_none() {
            return Err(NO_LABELS);
        }
        if self.offset > 1 {
            return Err(ArgumentError::Number { low: 0, high: 1 });
        }
        if self.arms.is_empty() {
            if self.control.index() >= board.grid_count() {
                return Err(ArgumentError::Expected("arms, or a control cell in the grid"));
            }
            self.arms = rays(self.control, board);
        }
        self.arms.sort_unstable();
        let first = self.arms.first().and_then(|arm| arm.first());
        if first.is_none() || self.arms.iter().any(|arm| arm.first() != first) {
            return Err(ArgumentError::Expected("arms with the same first cell"));
        }
        if are_labels(&self.arms.concat(), board) {
            Ok(())
        } else {
            Err(ArgumentError::Expected("label cells such as `CC1`"))
        }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let control = args.cell(0)?;
        let offset = offset(args, 1)?;
        let arms = if args.len() > 2 { args.segments(2)? } else { Vec::new() };
        Ok(alloc::vec![Self { control, offset, arms }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.cells(&[self.control]);
        let are_rays =
            self.control.index() < out.board.grid_count() && self.arms == rays(self.control, out.board);
        if are_rays && self.offset == 0 {
            return;
        }
        out.push(self.offset);
        for (i, arm) in self.arms.iter().enumerate().filter(|_| !are_rays) {
            if i > 0 {
                out.push("-");
            }
            out.cells(arm);
        }
    }
}

documented! {
    /// Chaos count: the digit in the control cell is the number of listed cells in the region of
    /// the first listed cell.
    ///
    /// The first cell is included in the count; with the offset 1, it is not. The list consists of
    /// label cells. By default it is the control cell and the cells around it that share an edge or
    /// a corner with it.
    ///
    /// ```text
    /// a b b
    /// a 3 b
    /// a b b
    /// ```
    pub struct ChaosCount {
        /// The cell that holds the count.
        pub control: Cell,
        /// 0, or 1 if the first cell is not counted.
        pub offset: u8,
        /// Label cells: the reference cell first, then the others in ascending order.
        pub cells: Vec<Cell>,
    }
    "ChaosCount" "cell[~offset[~cells]]"
}

style!(ChaosCount: KindStyle::new("Chaos count", "chaos count", ".Shape~5x5.ChaosConstruction.ChaosCount~R3C3")
    .figure(Figure::Own));

/// Returns the label cells of a grid cell and its surrounding cells: the cell itself first, then
/// the others in ascending order.
fn around(control: Cell, board: &Board) -> Vec<Cell> {
    let offsets =
        (-1..=1).flat_map(|row| (-1..=1).map(move |col| (row, col))).filter(|offset| *offset != (0, 0));
    let others = offsets.filter_map(|(row, col)| board.shifted(control, row, col));
    core::iter::once(control).chain(others).filter_map(|cell| label_of(cell, board)).collect()
}

impl Kind for ChaosCount {
    const READING: Reading = Reading::Open;

    const PROPERTIES: Properties = Properties::outermost(Role::Rule);

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        core::iter::once(self.control).chain(self.cells.iter().copied()).collect()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        let label = |cell: &Cell| values[cell.index()];
        let same = self.cells.iter().filter(|cell| label(cell) == label(&self.cells[0]));
        let found = same.count() as i64;
        let expected = i64::from(values[self.control.index()]) + i64::from(self.offset);
        if found == expected {
            Ok(())
        } else {
            Err(ConstraintViolation::Number { found: Some(found), expected })
        }
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        Semantics::Opaque("labels that equal an unknown label")
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        if board.group_cells(LABELS).is_none() {
            return Err(NO_LABELS);
        }
        if self.offset > 1 {
            return Err(ArgumentError::Number { low: 0, high: 1 });
        }
        if self.cells.is_empty() {
            if self.control.index() >= board.grid_count() {
                return Err(ArgumentError::Expected("cells, or a control cell in the grid"));
            }
            self.cells = around(self.control, board);
        }
        self.cells[1..].sort_unstable();
        if are_labels(&self.cells, board) {
            Ok(())
        } else {
            Err(ArgumentError::Expected("label cells such as `CC1`"))
        }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let control = args.cell(0)?;
        let offset = offset(args, 1)?;
        let cells = if args.len() > 2 { args.cells(2)? } else { Vec::new() };
        Ok(alloc::vec![Self { control, offset, cells }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.cells(&[self.control]);
        let is_usual =
            self.control.index() < out.board.grid_count() && self.cells == around(self.control, out.board);
        if !is_usual || self.offset != 0 {
            out.push(self.offset);
        }
        if !is_usual {
            out.cells(&self.cells);
        }
    }
}
