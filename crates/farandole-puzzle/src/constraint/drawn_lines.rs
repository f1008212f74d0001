//! Lines through the centres of cells: a group of extra cells records the edges that are drawn.

use super::args::{ArgError, Args, at};
use super::declare::documented;
use super::error::{ArgumentError, Checked, ConstraintViolation};
use super::expression::{Formula, any, exactly, one_of};
use super::kind::{Kind, Writer, are_different};
use super::reading::Reading;
use super::semantics::{Semantics, semantics_of};
use super::style::{KindStyle, style};
use crate::Cell;
use crate::board::Board;
use alloc::string::String;
use alloc::vec::Vec;

/// A possible segment of a line: the extra cell that records it, and the two adjacent grid cells
/// that it joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The extra cell.
    pub edge: Cell,
    /// The cells that the segment joins, the lower one first.
    pub ends: [Cell; 2],
}

/// Returns the pairs of adjacent cells, first the horizontal and then the vertical ones, each row
/// by row.
fn joined(board: &Board) -> Vec<[Cell; 2]> {
    let pairs = board.neighbour_pairs();
    let is_horizontal = |pair: &&(Cell, Cell)| pair.0.index() + 1 == pair.1.index();
    let across = pairs.iter().filter(is_horizontal);
    let down = pairs.iter().filter(|pair| !is_horizontal(pair));
    across.chain(down).map(|(one, two)| [*one, *two]).collect()
}

/// Returns the segments of a group. Returns `None` unless the group has one extra cell for each
/// pair of adjacent cells.
fn segments(group: &str, board: &Board) -> Option<Vec<Segment>> {
    let (edges, pairs) = (board.group_cells(group)?, joined(board));
    let segments = edges.iter().zip(&pairs).map(|(edge, ends)| Segment { edge: *edge, ends: *ends });
    (edges.len() == pairs.len()).then(|| segments.collect())
}

/// Returns the drawn segments.
fn drawn<'a>(
    segments: &'a [Segment],
    board: &'a Board,
    values: &'a [u8],
) -> impl Iterator<Item = &'a Segment> {
    segments.iter().filter(move |it| values[it.edge.index()] == board.values().low() + 1)
}

/// Returns true if there is at least one drawn segment and all of them are connected.
fn is_connected(drawn: &[&Segment]) -> bool {
    let mut reached = alloc::vec![false; drawn.len()];
    let mut open: Vec<usize> = (0..drawn.len().min(1)).collect();
    while let Some(at) = open.pop() {
        if !core::mem::replace(&mut reached[at], true) {
            let meets = |other: &usize| drawn[*other].ends.iter().any(|end| drawn[at].ends.contains(end));
            open.extend((0..drawn.len()).filter(|other| !reached[*other]).filter(meets));
        }
    }
    !drawn.is_empty() && reached.iter().all(|reached| *reached)
}

const GROUP: &str = "the prefix of a group with one extra cell for each pair of adjacent cells, such as `VE` of `Var~E~~24` in a 4x4 grid";

fn group(args: &Args<'_>) -> Result<String, ArgError> {
    let group = args.text(0, "a group")?;
    match segments(group, args.board) {
        Some(_) => Ok(group.into()),
        None => Err(at(0, ArgumentError::Expected(GROUP))),
    }
}

/// Returns an error unless the group records segments and the board has two values.
fn fits(group: &str, board: &Board) -> Result<(), ArgumentError> {
    if board.values().count() < 2 {
        return Err(ArgumentError::Board("at least two values"));
    }
    if segments(group, board).is_some() { Ok(()) } else { Err(ArgumentError::Expected(GROUP)) }
}

documented! {
    /// Connected segments: the segments that are drawn between the centres of cells are connected.
    ///
    /// There is at least one segment. The group has one extra cell for each pair of adjacent cells of the
    /// grid: first for horizontal pairs, row by row, then for vertical pairs, row by row. A segment is drawn
    /// if its extra cell has the second-lowest value. `DrawnLoop` and `DrawnPath` use the same groups.
    ///
    /// ```text
    /// o-o o
    ///   |
    /// o o-o
    /// ```
    pub struct ConnectedSegments {
        /// The prefix of the group of extra cells.
        pub group: String,
    }
    "ConnectedSegments" "group" Extension
}

style!(ConnectedSegments: KindStyle::new("Connected segments", "connected segments", ".Shape~4x4.Var~E~~24.ConnectedSegments~VE"));

impl ConnectedSegments {
    /// Returns the segments.
    pub fn segments(&self, board: &Board) -> Vec<Segment> {
        segments(&self.group, board).unwrap_or_default()
    }
}

impl Kind for ConnectedSegments {
    const READING: Reading = Reading::Open;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        self.segments(board).iter().map(|it| it.edge).collect()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let segments = self.segments(board);
        let drawn: Vec<&Segment> = drawn(&segments, board, values).collect();
        if is_connected(&drawn) { Ok(()) } else { Err(ConstraintViolation::Not("connected segments")) }
    }

    fn semantics(&self, board: &Board) -> Semantics {
        connected(&self.segments(board))
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        fits(&self.group, board)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(1)?;
        Ok(alloc::vec![Self { group: group(&args)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(&self.group);
    }
}

/// Checks a line. Its extra cells must have one of two values, its drawn segments must be
/// connected, and each cell must have a suitable number of them.
fn check_line(group: &str, board: &Board, values: &[u8], fits: &dyn Fn(Cell, usize) -> bool) -> Checked {
    let segments = segments(group, board).unwrap_or_default();
    let low = board.values().low();
    if let Some(wrong) = segments.iter().find(|it| values[it.edge.index()] > low + 1) {
        return Err(ConstraintViolation::Value { cell: wrong.edge, found: values[wrong.edge.index()] });
    }
    let drawn: Vec<&Segment> = drawn(&segments, board, values).collect();
    let degree = |cell: Cell| drawn.iter().filter(|it| it.ends.contains(&cell)).count();
    if !board.grid().all(|cell| fits(cell, degree(cell))) {
        return Err(ConstraintViolation::Not("a line that neither branches nor ends elsewhere"));
    }
    if is_connected(&drawn) { Ok(()) } else { Err(ConstraintViolation::Not("connected segments")) }
}

/// Returns the meaning of connected segments.
fn connected(segments: &[Segment]) -> Semantics {
    let meets =
        |one: &Segment, two: &Segment| one != two && one.ends.iter().any(|end| two.ends.contains(end));
    let near =
        |one: &Segment| (0..).zip(segments).filter(|(_, two)| meets(one, two)).map(|(at, _)| at).collect();
    let cells = segments.iter().map(|segment| segment.edge).collect();
    Semantics::Connected { cells, neighbours: segments.iter().map(near).collect(), mask: 0b10, count: None }
}

/// Returns the meaning of a line. `degrees` returns the possible numbers of segments at a cell.
fn line_semantics(group: &str, board: &Board, degrees: &dyn Fn(Cell) -> &'static [i64]) -> Semantics {
    let (values, low) = (board.values(), i64::from(board.values().low()));
    let segments = segments(group, board).unwrap_or_default();
    let mut parts = alloc::vec![connected(&segments)];
    parts.extend(segments.iter().map(|segment| Semantics::Domain { cell: segment.edge, mask: 0b11 }));
    for cell in board.grid() {
        let own = segments.iter().filter(|segment| segment.ends.contains(&cell));
        let drawn: Vec<Formula> =
            own.map(|segment| one_of(segment.edge, alloc::vec![low + 1], values)).collect();
        let number = |degree: &i64| exactly(drawn.clone(), *degree, values);
        parts.push(semantics_of(&any(degrees(cell).iter().map(number).collect()), &[], values));
    }
    Semantics::All(parts)
}

documented! {
    /// Drawn loop: the segments that are drawn between the centres of cells form a single closed loop, which
    /// visits no cell twice.
    ///
    /// Unlike a `Loop`, it may run through neighbouring cells without joining them. The group has one extra
    /// cell for each pair of adjacent cells of the grid: first for horizontal pairs, row by row, then for
    /// vertical pairs, row by row. An extra cell with the second-lowest value is a segment, one with the
    /// lowest value is none. Other constraints may use these cells.
    ///
    /// ```text
    /// o-o-o
    /// |   |
    /// o-o o      .Shape~3x3.Var~E~~12.DrawnLoop~VE
    ///   | |
    /// o o-o
    /// ```
    pub struct DrawnLoop {
        /// The prefix of the group of extra cells.
        pub group: String,
    }
    "DrawnLoop" "group" Extension
}

style!(DrawnLoop: KindStyle::new("Drawn loop", "drawn loop", ".Shape~4x4.Var~E~~24.DrawnLoop~VE"));

impl Kind for DrawnLoop {
    const READING: Reading = Reading::Open;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        board.group_cells(&self.group).unwrap_or_default()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        check_line(&self.group, board, values, &|_, degree| degree == 0 || degree == 2)
    }

    fn semantics(&self, board: &Board) -> Semantics {
        line_semantics(&self.group, board, &|_| &[0, 2])
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        fits(&self.group, board)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(1)?;
        Ok(alloc::vec![Self { group: group(&args)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(&self.group);
    }
}

documented! {
    /// Drawn path: the segments that are drawn between the centres of cells form a path between the two
    /// given cells, which visits no cell twice.
    ///
    /// The group is the same as for a `DrawnLoop`.
    ///
    /// ```text
    /// A-o-o
    ///     |
    /// o-o o      .Shape~3x3.Var~E~~12.DrawnPath~VE~R1C1~R2C1
    ///   | |
    /// o o-o
    /// ```
    pub struct DrawnPath {
        /// The prefix of the group of extra cells.
        pub group: String,
        /// The ends of the path, the lower cell first.
        pub ends: [Cell; 2],
    }
    "DrawnPath" "group~cell~cell" Extension
}

style!(DrawnPath: KindStyle::new("Drawn path", "drawn path", ".Shape~4x4.Var~E~~24.DrawnPath~VE~R1C1~R4C4"));

impl Kind for DrawnPath {
    const READING: Reading = Reading::Open;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        board.group_cells(&self.group).unwrap_or_default()
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let fits = |cell: Cell, degree: usize| {
            if self.ends.contains(&cell) { degree == 1 } else { degree == 0 || degree == 2 }
        };
        check_line(&self.group, board, values, &fits)
    }

    fn semantics(&self, board: &Board) -> Semantics {
        let degrees =
            |cell: Cell| -> &'static [i64] { if self.ends.contains(&cell) { &[1] } else { &[0, 2] } };
        line_semantics(&self.group, board, &degrees)
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        self.ends.sort_unstable();
        are_different(&self.ends)?;
        if self.ends.iter().any(|cell| cell.index() >= board.grid_count()) {
            return Err(ArgumentError::Expected("cells of the grid"));
        }
        fits(&self.group, board)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(3)?;
        Ok(alloc::vec![Self { group: group(&args)?, ends: [args.cell(1)?, args.cell(2)?] }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(&self.group);
        out.cells(&self.ends);
    }
}
