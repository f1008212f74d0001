//! Arrows, and texts outside the grid.

use super::colour::Tint;
use super::model::{Candidate, Item, Reason};
use super::names::kind_name;
use super::sort::{OF_NO_COLOUR, OF_STYLE, Sorter, counted, decoration};
use super::styles::measures;
use crate::editor::diagonals::{little_killer, walk};
use crate::editor::drawings::{Point, Shape, Stroke, cell_at, centred};
use crate::rules_text::MeaningKind;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Figure, KindStyle, styles};
use farandole_puzzle::format::iss::write_constraint;

impl Sorter<'_> {
    /// Collects the arrows that begin in a circle, and their circles, in a group.
    pub(super) fn arrows(&mut self) {
        let arrows = self.take_strokes(|stroke| stroke.key == "arrows");
        if arrows.is_empty() {
            return;
        }
        let cells: Vec<Vec<Cell>> = arrows.iter().map(|arrow| self.cells_along(arrow)).collect();
        let mut entries: Vec<_> = arrows.iter().map(|arrow| (arrow.key, arrow.number)).collect();
        let board = self.board;
        let begins_in = |circle: &[Cell], cells: &[Cell]| cells.first().is_some_and(|it| circle.contains(it));
        let circles = self.take_shapes(|shape| {
            circle(shape, board).is_some_and(|circle| cells.iter().any(|cells| begins_in(&circle, cells)))
        });
        entries.extend(circles.iter().map(|circle| (circle.key, circle.number)));
        let circles: Vec<Vec<Cell>> = circles.iter().filter_map(|shape| circle(shape, board)).collect();
        let pill =
            |cells: &[Cell]| circles.iter().find(|circle| circle.len() > 1 && begins_in(circle, cells));
        let is_traced = cells.iter().all(|cells| cells.len() > 1);
        let mut candidates = vec![decoration()];
        if is_traced {
            for name in ["Arrow", "AverageArrow"] {
                let kind = MeaningKind::Kind(name);
                let text = cells.iter().map(|cells| match pill(cells) {
                    Some(pill) => {
                        format!(".PillArrow~{}{}{}", pill.len(), self.names(pill), self.names(&cells[1..]))
                    }
                    None => self.arrow(name, cells),
                });
                let text = text.collect();
                let (reason, rank) = match self.best_named(None, |named| *named == kind) {
                    Some(named) => (Reason::Sentence(named.sentence), 0),
                    None if kind == MeaningKind::Kind("Arrow") => (Reason::Geometry, OF_STYLE),
                    None => continue,
                };
                candidates.push(Candidate { name: kind_name(&kind), text, reason, rank });
            }
        }
        let items = cells.into_iter().map(|cells| Item { cells, text: String::new() }).collect();
        self.add(counted(arrows.len(), "arrow"), items, entries, candidates);
    }

    /// Returns the constraint text of an arrow. Negators on the arrow are subtracted in its sum.
    fn arrow(&self, name: &str, cells: &[Cell]) -> String {
        let names = self.names(cells);
        if self.has_negators && name == "Arrow" {
            let factors = "_-1".repeat(cells.len().saturating_sub(1));
            format!(".NegatedSum~0_=_1{factors}{names}")
        } else {
            format!(".{name}{names}")
        }
    }

    /// Sorts the short arrows that point along a diagonal into groups: with and without a number.
    pub(super) fn pointers(&mut self) {
        let board = self.board;
        let length = |stroke: &Stroke| match (stroke.points.first(), stroke.points.last()) {
            (Some(one), Some(two)) => (one.0 - two.0).hypot(one.1 - two.1),
            _ => 0.0,
        };
        let pointers = self.take_strokes(|stroke| {
            let is_short = stroke.head.is_none_or(|head| head <= measures::POINTER_HEAD);
            stroke.key == "arrows" && is_short && length(stroke) < measures::POINTER
        });
        let diagonal = |stroke: &Stroke| {
            let (from, to) = (*stroke.points.first()?, *stroke.points.last()?);
            let step = |from: f64, to: f64| if to > from { 1 } else { -1 };
            let step = (step(from.0, to.0), step(from.1, to.1));
            let mut start = (to.0.floor() as i32, to.1.floor() as i32);
            if cell_at(to, board).is_some() {
                start = (start.0 - step.0, start.1 - step.1);
            }
            Some(walk(board, start, step)).filter(|cells| !cells.is_empty())
        };
        let (mut clued, mut bare) = (Group::default(), Group::default());
        for pointer in pointers {
            let tail = pointer.points.first().copied().unwrap_or_default();
            let clue = self.take_number_at(tail);
            let group = if clue.is_some() { &mut clued } else { &mut bare };
            group.entries.push((pointer.key, pointer.number));
            group.entries.extend(clue.iter().map(|clue| (clue.key, clue.number)));
            let text = clue.map(|clue| clue.text.trim().to_owned()).unwrap_or_default();
            match diagonal(&pointer) {
                Some(cells) => group.items.push(Item { cells, text }),
                None => group.is_broken = true,
            }
        }
        self.pointer_group(
            clued,
            "short arrow with a number",
            |kind| *kind == MeaningKind::Kind("LittleKiller"),
            |sorter, items| {
                let is_same = |one: &Item, two: &Item| one.cells.iter().all(|cell| two.cells.contains(cell));
                let clue = |item: &Item| {
                    // A second clue for a diagonal would replace the first.
                    if items.iter().filter(|other| is_same(item, other)).count() > 1 {
                        return Some(format!(".Sum~{}{}", item.text, sorter.names(&item.cells)));
                    }
                    let clue = little_killer(item.text.parse().ok()?, &item.cells, sorter.board);
                    Some(write_constraint(sorter.board, &clue))
                };
                items.iter().map(clue).collect::<Option<String>>().unwrap_or_default()
            },
        );
        self.pointer_group(
            bare,
            "short arrow without a number",
            |kind| *kind == MeaningKind::EqualDiagonals,
            |sorter, items| {
                let sets: Vec<String> = items.iter().map(|item| sorter.names(&item.cells)).collect();
                if sets.len() < 2 { String::new() } else { format!(".EqualSum{}", sets.join("~-")) }
            },
        );
    }

    /// Removes and returns the shape with a number that is nearest to a point, at most half a cell away.
    fn take_number_at(&mut self, point: Point) -> Option<Shape> {
        let distance = |shape: &Shape| (shape.centre.0 - point.0).hypot(shape.centre.1 - point.1);
        let numbers = self.drawings.shapes.iter().enumerate();
        let near = numbers.filter(|(_, it)| it.text.trim().parse::<u32>().is_ok() && distance(it) < 0.5);
        let (at, _) = near.min_by(|one, two| distance(one.1).total_cmp(&distance(two.1)))?;
        Some(self.drawings.shapes.remove(at))
    }

    fn pointer_group(
        &mut self,
        group: Group,
        noun: &str,
        is_kind: fn(&MeaningKind) -> bool,
        text: fn(&Self, &[Item]) -> String,
    ) {
        if group.entries.is_empty() {
            return;
        }
        let mut candidates = vec![decoration()];
        let text = text(self, &group.items);
        let found = self.best_named(None, is_kind).map(|named| named.sentence);
        let is_clued = group.items.iter().any(|item| !item.text.is_empty());
        let reason = match found {
            Some(sentence) => Some((Reason::Sentence(sentence), 0)),
            None => is_clued.then_some((Reason::Geometry, OF_STYLE)),
        };
        if let Some((reason, rank)) = reason.filter(|_| !group.is_broken && !text.is_empty()) {
            let name = if is_clued { "little killer" } else { "diagonals with equal sums" };
            candidates.push(Candidate { name: name.into(), text, reason, rank });
        }
        let name = counted(group.items.len().max(1), noun);
        self.add(name, group.items, group.entries, candidates);
    }

    /// Returns the cells of the row or column to which a clue at its end belongs, nearest cell
    /// first.
    fn seen_from(&self, shape: &Shape) -> Vec<Cell> {
        let (row, col) = (shape.centre.0.floor() as i32, shape.centre.1.floor() as i32);
        let (rows, cols) = (self.board.shape().rows() as i32, self.board.shape().cols() as i32);
        let (step, start) = match (row, col) {
            (row, col) if (0..rows).contains(&row) && col < 0 => ((0, 1), (row, -1)),
            (row, _) if (0..rows).contains(&row) => ((0, -1), (row, cols)),
            (row, col) if (0..cols).contains(&col) && row < 0 => ((1, 0), (-1, col)),
            (_, col) if (0..cols).contains(&col) => ((-1, 0), (rows, col)),
            _ => return Vec::new(),
        };
        walk(self.board, start, step)
    }

    /// Collects the texts in cells around the grid. Texts of different colours are in different groups
    /// if the rules name their colours.
    pub(super) fn outside_texts(&mut self) {
        let board = self.board;
        let is_outside = |centre: Point| centred(centre) && cell_at(centre, board).is_none();
        let shapes = self.take_shapes(|shape| !shape.text.trim().is_empty() && is_outside(shape.centre));
        let mut mentions = self.sentences.iter().flat_map(|sentence| &sentence.mentions);
        let has_colours = mentions
            .any(|it| !it.hues.is_empty() && clue_kinds().any(|name| it.kind == MeaningKind::Kind(name)));
        let mut looks: Vec<Vec<Shape>> = Vec::new();
        for shape in shapes {
            match looks.iter_mut().find(|look| !has_colours || look[0].ink == shape.ink) {
                Some(look) => look.push(shape),
                None => looks.push(vec![shape]),
            }
        }
        looks.into_iter().for_each(|look| self.outside_group(&look));
    }

    fn outside_group(&mut self, shapes: &[Shape]) {
        let board = self.board;
        let entries = shapes.iter().map(|shape| (shape.key, shape.number)).collect();
        let (rows, cols) = (board.shape().rows() as i32, board.shape().cols() as i32);
        let line = |shape: &Shape| {
            let (row, col) = (shape.centre.0.floor() as i32, shape.centre.1.floor() as i32);
            if (0..rows).contains(&row) {
                Some((format!("R{}", row + 1), col < 0))
            } else {
                (0..cols).contains(&col).then(|| (format!("C{}", col + 1), row < 0))
            }
        };
        let clues: Option<Vec<_>> = shapes
            .iter()
            .map(|shape| line(shape).map(|(line, is_first)| (line, is_first, shape.text.trim().to_owned())))
            .collect();
        let tint = Tint::of(&shapes[0].ink);
        let mut candidates = vec![decoration()];
        for name in clue_kinds() {
            let kind = MeaningKind::Kind(name);
            let named = self.best_named(Some(tint), |named| *named == kind);
            let (Some(named), Some(clues)) = (named, &clues) else { continue };
            let text = clues.iter().map(|(line, is_first, clue)| match (name, is_first) {
                ("Sandwich", _) => format!(".{name}~{clue}~{line}"),
                ("Outside", true) => format!(".{name}~{line}~{}", digits(clue)),
                ("Outside", false) => format!(".{name}~{line}~~{}", digits(clue)),
                (_, true) => format!(".{name}~{line}~{clue}"),
                (_, false) => format!(".{name}~{line}~~{clue}"),
            });
            let (text, reason) = (all_of(text.collect()), Reason::Sentence(named.sentence));
            // A sentence about clues of another colour does not concern these.
            let rank = if named.rank > OF_NO_COLOUR { named.rank } else { 0 };
            candidates.push(Candidate { name: kind_name(&kind), text, reason, rank });
        }
        let item = |shape: &Shape| Item { cells: self.seen_from(shape), text: shape.text.trim().to_owned() };
        let items = shapes.iter().map(item).collect();
        self.add(counted(shapes.len(), "text") + " outside the grid", items, entries, candidates);
    }
}

/// Returns the kinds of clues at the ends of rows and columns that rules can name.
fn clue_kinds() -> impl Iterator<Item = &'static str> {
    let is_clue = |style: &KindStyle| matches!(style.figure, Figure::Clue(_)) && !style.rule.is_empty();
    styles().filter(move |(_, style)| is_clue(style)).map(|(name, _)| name)
}

/// Returns the cells under the circle of an arrow, in reading order. A pill covers several cells in
/// a row or column.
fn circle(shape: &Shape, board: &Board) -> Option<Vec<Cell>> {
    let width = shape.width.min(shape.height);
    let (least, most) = measures::CIRCLE;
    if !shape.rounded || !shape.text.trim().is_empty() || !(least..=most).contains(&width) {
        return None;
    }
    let (high, wide) = ((shape.height - width).round(), (shape.width - width).round());
    let is_whole = (shape.height - width - high).abs() < 0.1 && (shape.width - width - wide).abs() < 0.1;
    let start = (shape.centre.0 - high / 2.0, shape.centre.1 - wide / 2.0);
    if !is_whole || !centred(start) {
        return None;
    }
    let at = |down: u8, right: u8| cell_at((start.0 + f64::from(down), start.1 + f64::from(right)), board);
    (0..=high as u8).flat_map(|down| (0..=wide as u8).map(move |right| at(down, right))).collect()
}

/// Returns constraint text that requires all clues. In constraint text, a later clue at the same
/// position replaces an earlier one, unless it is inside `And`.
pub(super) fn all_of(clues: Vec<String>) -> String {
    let place = |clue: &str| -> Vec<String> {
        let is_place = |part: &&str| part.starts_with(['R', 'C']) || part.is_empty();
        clue.split('~').filter(is_place).map(String::from).collect()
    };
    let is_repeated = |clue: &String| clues.iter().any(|other| other != clue && place(other) == place(clue));
    let text = |clue: &String| if is_repeated(clue) { format!(".And{clue}.End") } else { clue.clone() };
    clues.iter().map(text).collect()
}

/// Returns the digits of a clue as an argument of constraint text.
fn digits(clue: &str) -> String {
    let digits: Vec<String> = clue.chars().filter(|c| !matches!(c, ' ' | ',')).map(String::from).collect();
    digits.join("_")
}

/// Short arrows with the same meaning.
#[derive(Default)]
struct Group {
    items: Vec<Item>,
    entries: Vec<(&'static str, usize)>,
    /// True if some arrow does not point along a diagonal.
    is_broken: bool,
}
