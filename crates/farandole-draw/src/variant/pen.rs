//! The pen: positions of the cells of a variant, and the layers on which constraints are drawn.

use super::trace::step;
use crate::board::{CELL, Room, arrow_head, towards};
use crate::metrics::{baseline, width};
use crate::scene::{Anchor, Item, Point, Role, Shape};
use farandole_puzzle::Cell;
use farandole_puzzle::board::{Board, End, Group, Line, LineEnd};
use farandole_puzzle::variant::Variant;
use std::collections::BTreeMap;

/// Prefix of the extra cells that name the regions of a chaos construction. They are drawn on the
/// cells of the grid.
const LABELS: &str = "CC";
/// Size of a clue outside the grid.
pub(super) const SLOT: f64 = 38.0;
const CLUE: f64 = 20.0;
/// Font size of a clue outside the grid without a label.
const LONE_CLUE: f64 = 24.0;
/// Font size of small texts in cells, which leaves room for candidates.
pub(super) const TAG: f64 = 12.0;
/// Font size of small texts in cells without candidates, as in printed killers.
pub(super) const LARGE_TAG: f64 = 16.0;
/// Font size of the names of lines, in multiples of that of small texts.
const LINE_NAME: f64 = 0.625;
/// Distance of a small text from the left edge of its cell.
const TAG_INSET: f64 = 4.0;
/// Gap between the grid and the extra cells below it.
const GAP: f64 = 26.0;

/// A drawing in three layers: below the lines of the grid, above them, and outside the grid.
pub(super) struct Pen<'a> {
    pub(super) board: &'a Board,
    /// Upper left corner of each cell, or `None` for cells that are not drawn.
    corners: Vec<Option<Point>>,
    pub(super) below: Vec<Item>,
    pub(super) above: Vec<Item>,
    /// Clues at each end of a line, from the grid outwards.
    clues: BTreeMap<LineEnd, Vec<(String, &'static str)>>,
    /// For each side, from the left one clockwise, true if it has clues of diagonals.
    has_corner_clues: [bool; 4],
    /// Font size of small texts in cells.
    tag: f64,
    /// True if clues outside the grid are labelled even if all are of one kind.
    has_labels: bool,
    /// Lower edge of the extra cells below the grid.
    bottom: f64,
}

impl<'a> Pen<'a> {
    /// Creates a pen over the cells of the grid and over extra cells in rows below it.
    pub(super) fn new(variant: &'a Variant) -> Self {
        let board: &Board = variant.board();
        let mut corners = vec![None; board.cell_count()];
        for cell in board.grid() {
            corners[cell.index()] =
                board.place(cell).map(|(row, col)| (CELL * col as f64, CELL * row as f64));
        }
        let grid = CELL * board.shape().rows() as f64;
        let mut pen = Self {
            board,
            corners,
            below: Vec::new(),
            above: Vec::new(),
            clues: BTreeMap::new(),
            has_corner_clues: [false; 4],
            tag: TAG,
            has_labels: true,
            bottom: grid,
        };
        for (cell, under) in board.group_cells(LABELS).into_iter().flatten().zip(board.grid()) {
            pen.corners[cell.index()] = pen.corners[under.index()];
        }
        for group in variant.stated_groups() {
            pen.group(&group);
        }
        pen
    }

    /// Sets the size of small texts in cells. Clues outside the grid are labelled only if they are of several kinds.
    pub(super) const fn prepare_for_print(&mut self, tag: f64) {
        self.tag = tag;
        self.has_labels = false;
    }

    /// Adds the cells of a group below the existing rows.
    fn group(&mut self, group: &Group) {
        let across = group.size.cols(self.board.shape());
        let top = self.bottom + GAP;
        let name = if group.label.is_empty() { &group.prefix } else { &group.label };
        self.above.push(Item::Text {
            at: (0.0, baseline(top - GAP / 2.0 + 2.0, TAG)),
            anchor: Anchor::Start,
            size: TAG,
            text: name.clone(),
            role: Role::Tag,
        });
        for (at, cell) in self.board.group_cells(&group.prefix).into_iter().flatten().enumerate() {
            let corner = (CELL * (at % across) as f64, top + CELL * (at / across) as f64);
            self.corners[cell.index()] = Some(corner);
            self.above.push(Item::Shape { shape: Shape::Rect(corner, CELL, CELL), role: Role::Frame });
            self.bottom = corner.1 + CELL;
        }
    }

    /// Returns the upper left corner of a cell, if it is drawn.
    pub(super) fn corner(&self, cell: Cell) -> Option<Point> {
        self.corners[cell.index()]
    }

    /// Returns the centre of a cell, if it is drawn.
    pub(super) fn middle(&self, cell: Cell) -> Option<Point> {
        self.corner(cell).map(|(x, y)| (x + CELL / 2.0, y + CELL / 2.0))
    }

    /// Returns the centres of the cells that are drawn.
    pub(super) fn middles(&self, cells: &[Cell]) -> Vec<Point> {
        cells.iter().filter_map(|cell| self.middle(*cell)).collect()
    }

    /// Draws a shape below the lines of the grid.
    pub(super) fn put(&mut self, shape: Shape, role: Role) {
        self.below.push(Item::Shape { shape, role });
    }

    /// Draws a shape above the lines of the grid.
    pub(super) fn put_above(&mut self, shape: Shape, role: Role) {
        self.above.push(Item::Shape { shape, role });
    }

    /// Fills cells.
    pub(super) fn shade(&mut self, cells: &[Cell], role: Role) {
        for cell in cells {
            if let Some(corner) = self.corner(*cell) {
                self.put(Shape::Rect(corner, CELL, CELL), role);
            }
        }
    }

    /// Draws a line through the centres of cells. A single cell gets a short line.
    pub(super) fn line(&mut self, cells: &[Cell], role: Role) {
        let mut points = self.middles(cells);
        if let [only] = points[..] {
            points = vec![(only.0 - 6.0, only.1), (only.0 + 6.0, only.1)];
        }
        if !points.is_empty() {
            self.put(Shape::Path(points), role);
        }
    }

    /// Draws a thin line through points with an open head. `cut` is the length removed at its
    /// start.
    pub(super) fn arrow(&mut self, points: &[Point], cut: f64) {
        let mut points = points.to_vec();
        let [first, second, ..] = points[..] else { return };
        points[0] = towards(first, second, cut);
        if let [.., before, tip] = points[..] {
            self.put(Shape::Path(points), Role::Shaft);
            let Shape::Polygon(head) = arrow_head(tip, before, 13.0) else { return };
            self.put(Shape::Path(vec![head[1], head[0], head[2]]), Role::Shaft);
        }
    }

    /// Draws the outline of a set of cells. `inset` is the distance from their edges.
    pub(super) fn outline(&mut self, cells: &[Cell], inset: f64, role: Role) {
        self.tagged(cells, inset, role, "");
    }

    /// Draws the outline of a set of cells, with a gap for a small text in its upper left corner.
    pub(super) fn tagged(&mut self, cells: &[Cell], inset: f64, role: Role, text: &str) {
        let mut lines = joined(self.sides(cells, inset));
        if let Some((x, y)) = self.first_corner(cells).filter(|_| !text.is_empty()) {
            let gap = (x + TAG_INSET + width(text, self.tag) + 2.0, y + self.tag + 4.0);
            for (from, to) in &mut lines {
                if is_same(*from, (x + inset, y + inset)) {
                    *from = if is_level((*from, *to)) { (gap.0, from.1) } else { (from.0, gap.1) };
                }
            }
            lines.retain(|(from, to)| from.0 <= to.0 && from.1 <= to.1);
        }
        lines.into_iter().for_each(|(from, to)| self.put_above(Shape::Line(from, to), role));
        self.tag(cells, text);
    }

    /// Returns the sides of a set of cells, each from its left or upper end.
    fn sides(&self, cells: &[Cell], inset: f64) -> Vec<(Point, Point)> {
        let is_in = |cell: Cell, rows: isize, cols: isize| {
            self.board.shifted(cell, rows, cols).is_some_and(|cell| cells.contains(&cell))
        };
        let mut lines = Vec::new();
        for cell in cells {
            let Some((x, y)) = self.middle(*cell) else { continue };
            // For each side, the directions outwards and along the side.
            for (out, end) in [((-1, 0), (0, 1)), ((1, 0), (0, 1)), ((0, -1), (1, 0)), ((0, 1), (1, 0))] {
                if is_in(*cell, out.0, out.1) {
                    continue;
                }
                let half = CELL / 2.0;
                let reach = |way: isize| {
                    let (rows, cols) = (end.0 * way, end.1 * way);
                    match (is_in(*cell, rows, cols), is_in(*cell, rows + out.0, cols + out.1)) {
                        (false, _) => half - inset,
                        (true, false) => half,
                        (true, true) => half + inset,
                    }
                };
                let point = |way: isize| {
                    let (far, along) = (half - inset, way as f64 * reach(way));
                    (
                        x + out.1 as f64 * far + end.1 as f64 * along,
                        y + out.0 as f64 * far + end.0 as f64 * along,
                    )
                };
                lines.push((point(-1), point(1)));
            }
        }
        lines
    }

    /// Returns the upper left corner of the first of the cells in row-major order.
    fn first_corner(&self, cells: &[Cell]) -> Option<Point> {
        let corners = cells.iter().filter_map(|cell| self.corner(*cell));
        corners.min_by(|one, two| {
            (one.1, one.0).partial_cmp(&(two.1, two.0)).unwrap_or(std::cmp::Ordering::Equal)
        })
    }

    /// Writes a small text in the upper left corner of the first of the cells in row-major order.
    pub(super) fn tag(&mut self, cells: &[Cell], text: &str) {
        if let Some((x, y)) = self.first_corner(cells).filter(|_| !text.is_empty()) {
            let at = (x + TAG_INSET, baseline(y + 3.0 + self.tag / 2.0, self.tag));
            let text = text.to_owned();
            self.above.push(Item::Text { at, anchor: Anchor::Start, size: self.tag, text, role: Role::Tag });
        }
    }

    /// Writes the name of a line in the lower left corner of the cell with this centre, above the other names there.
    pub(super) fn line_name(&mut self, (x, y): Point, text: String) {
        let at = (x - CELL / 2.0 + 3.0, y + CELL / 2.0 - 3.5);
        let is_here = |item: &&Item| {
            matches!(item, Item::Text { at: other, role: Role::LineName, .. }
                if is_same((other.0, 0.0), (at.0, 0.0)) && (at.1 - CELL..=at.1 + 0.01).contains(&other.1))
        };
        let others = self.above.iter().filter(is_here).count();
        let size = LINE_NAME * self.tag;
        let at = (at.0, at.1 - size * others as f64);
        self.above.push(Item::Text { at, anchor: Anchor::Start, size, text, role: Role::LineName });
    }

    /// Writes a text centred at a point.
    pub(super) fn text(&mut self, at: Point, size: f64, text: &str, role: Role) {
        let at = (at.0, baseline(at.1, size));
        self.above.push(Item::Text { at, anchor: Anchor::Middle, size, text: text.to_owned(), role });
    }

    /// Adds a clue at an end of a line.
    pub(super) fn clue(&mut self, place: LineEnd, text: String, kind: &'static str) {
        self.clues.entry(place).or_default().push((text, kind));
    }

    /// Adds a clue at an end of a diagonal, with an arrow towards the grid.
    pub(super) fn corner_clue(&mut self, cells: &[Cell], text: &str) {
        let [first, second, ..] = cells else { return };
        let (Some((rows, cols)), Some(middle)) = (step(self.board, *first, *second), self.middle(*first))
        else {
            return;
        };
        let out = |far: f64| (middle.0 - cols as f64 * far, middle.1 - rows as f64 * far);
        let at = out(CELL / 2.0 + SLOT * 0.6);
        let shape = self.board.shape();
        let (wide, high) = (CELL * shape.cols() as f64, CELL * shape.rows() as f64);
        let is_beyond = [at.0 < 0.0, at.1 < 0.0, at.0 > wide, at.1 > high];
        self.has_corner_clues.iter_mut().zip(is_beyond).for_each(|(has, is_beyond)| *has |= is_beyond);
        self.text(at, CLUE * 0.8, text, Role::Clue);
        self.arrow(&[out(CELL / 2.0 + SLOT * 0.28), out(CELL / 2.0 - 6.0)], 0.0);
    }

    /// Draws the clues outside the grid and returns the space that they need.
    pub(super) fn finish(&mut self) -> Room {
        // Clues of diagonals are next to the grid, and other clues farther away.
        let inner = self.has_corner_clues.map(usize::from);
        let mut slots = inner;
        let shape = self.board.shape();
        let (rows, cols) = (shape.rows() as f64, shape.cols() as f64);
        let mut kinds: Vec<&str> = self.clues.values().flatten().map(|(_, kind)| *kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let is_labelled = self.has_labels || kinds.len() > 1;
        for (place, clues) in std::mem::take(&mut self.clues) {
            let side = match (place.line, place.end) {
                (Line::Row(_), End::Start) => 0,
                (Line::Col(_), End::Start) => 1,
                (Line::Row(_), End::Finish) => 2,
                (Line::Col(_), End::Finish) => 3,
            };
            slots[side] = slots[side].max(inner[side] + clues.len());
            for (at, (text, kind)) in clues.iter().enumerate() {
                let far = SLOT * ((inner[side] + at) as f64 + 0.5);
                let along = |number: u8| CELL * (f64::from(number) + 0.5);
                let middle = match (place.line, place.end) {
                    (Line::Row(row), End::Start) => (-far, along(row)),
                    (Line::Row(row), End::Finish) => (CELL * cols + far, along(row)),
                    (Line::Col(col), End::Start) => (along(col), -far),
                    (Line::Col(col), End::Finish) => (along(col), CELL * rows + far),
                };
                if is_labelled {
                    self.text((middle.0, middle.1 - 4.0), CLUE, text, Role::Clue);
                    self.text((middle.0, middle.1 + 12.0), 7.5, kind, Role::Tag);
                } else {
                    self.text(middle, LONE_CLUE, text, Role::Clue);
                }
            }
        }
        let [left, top, right, bottom] = slots.map(|slots| SLOT * slots as f64);
        let extra = self.bottom - CELL * rows;
        Room { left, top, right, bottom: if extra > 0.0 { extra.max(bottom) } else { bottom } }
    }
}

/// Returns true if two points are equal, apart from rounding.
fn is_same(one: Point, other: Point) -> bool {
    (one.0 - other.0).abs() < 0.01 && (one.1 - other.1).abs() < 0.01
}

/// Returns true if a side is horizontal.
fn is_level((from, to): (Point, Point)) -> bool {
    (from.1 - to.1).abs() < 0.01
}

/// Joins the sides of neighbouring cells, so that the pattern of a dashed line continues across them.
fn joined(mut lines: Vec<(Point, Point)>) -> Vec<(Point, Point)> {
    let mut at = 0;
    while let Some(&line) = lines.get(at) {
        let is_next = |next: &(Point, Point)| is_same(next.0, line.1) && is_level(*next) == is_level(line);
        if let Some(next) = lines.iter().position(is_next) {
            lines[at].1 = lines[next].1;
            lines.remove(next);
            at -= usize::from(next < at);
        } else {
            at += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::kinds;
    use super::*;
    use farandole_puzzle::format::iss;

    #[test]
    fn clues_outside_the_grid_do_not_overlap() {
        let diagonals = ".LittleKiller~9~R1C4.LittleKiller~12~R4C1.LittleKiller~16~R2C9";
        let lines = ".Sandwich~0~C4.Sandwich~3~C5.Sandwich~7~R3.Skyscraper~R4~2~3.Skyscraper~C5~2~3";
        let variant = iss::read(&format!("{diagonals}{lines}")).unwrap();
        let mut pen = Pen::new(&variant);
        for constraint in variant.constraints() {
            kinds::draw(constraint, &mut pen);
        }
        let room = pen.finish();
        let clue = |item: &Item| match item {
            Item::Text { at, role: Role::Clue, .. } => Some(*at),
            _ => None,
        };
        let clues: Vec<Point> = pen.above.iter().filter_map(clue).collect();
        assert_eq!(clues.len(), 10);
        for (number, one) in clues.iter().enumerate() {
            for other in &clues[..number] {
                assert!(
                    (one.0 - other.0).abs() > 20.0 || (one.1 - other.1).abs() > 15.0,
                    "{one:?} {other:?}"
                );
            }
            let grid = CELL * 9.0;
            assert!((-room.left..grid + room.right).contains(&one.0));
            assert!((-room.top..grid + room.bottom).contains(&one.1));
        }
    }
}
