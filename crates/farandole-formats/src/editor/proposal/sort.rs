//! Sorts drawings into groups that look alike.

use super::colour::Tint;
use super::model::{Candidate, Group, Item, Reason};
use crate::editor::diagnostic::Diagnostic;
use crate::editor::drawings::Drawings;
use crate::editor::drawings::{Point, Shape, Stroke, cell_at, near};
use crate::rules_text::{self, Hue, MeaningKind, Sentence, decorates};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;

/// The drawings without a group, and the groups so far.
pub(super) struct Sorter<'a> {
    pub(super) board: &'a Board,
    pub(super) sentences: &'a [Sentence],
    pub(super) drawings: Drawings,
    pub(super) groups: Vec<Group>,
    /// Neighbours with a mark between them, the lower cell first.
    pub(super) marked: Vec<(Cell, Cell)>,
    /// True if the puzzle has negators. Sums are then `NegatedSum`.
    pub(super) has_negators: bool,
    /// Shapes that are too large for a mark.
    pub(super) large: Vec<Diagnostic>,
    /// True if a rule is about cells at opposite edges of the grid.
    pub(super) wraps: bool,
    /// True if a line along a diagonal is drawn.
    pub(super) has_diagonals: bool,
}

/// A meaning that a sentence names.
#[derive(Clone, Copy)]
pub(super) struct Named<'a> {
    pub(super) kind: &'a MeaningKind,
    /// The shapes that the sentence names. An empty list means any shape.
    pub(super) shapes: &'a [rules_text::Shape],
    pub(super) sentence: usize,
    pub(super) rank: u32,
}

/// Rank of a meaning whose sentence names the colour of the drawing.
const OF_THIS_COLOUR: u32 = 0;
/// Rank of a meaning whose sentence names a similar colour.
const OF_NEAR_COLOUR: u32 = 1;
/// Rank of a meaning whose sentence names no colour.
pub(super) const OF_NO_COLOUR: u32 = 2;
/// Rank of a meaning whose sentence names other colours.
const OF_OTHER_COLOUR: u32 = 8;
/// Rank of a meaning that only the style of an editor suggests.
pub(super) const OF_STYLE: u32 = 4;
/// Rank of decoration.
pub(super) const DECORATION: u32 = 12;

impl Sorter<'_> {
    /// Returns the meanings that the sentences name, with ranks for drawings of a colour.
    pub(super) fn named(&self, tint: Option<Tint>) -> impl Iterator<Item = Named<'_>> {
        self.sentences.iter().enumerate().flat_map(move |(sentence, content)| {
            content.mentions.iter().map(move |mention| {
                let has = |is: fn(&Tint, Hue) -> bool| {
                    tint.is_some_and(|tint| mention.hues.iter().any(|hue| is(&tint, *hue)))
                };
                let rank = match () {
                    () if mention.hues.is_empty() => OF_NO_COLOUR,
                    () if has(Tint::is) => OF_THIS_COLOUR,
                    () if has(Tint::is_near) => OF_NEAR_COLOUR,
                    () => OF_OTHER_COLOUR,
                };
                Named { kind: &mention.kind, shapes: &mention.shapes, sentence, rank }
            })
        })
    }

    /// Returns the best rank of a meaning for which the condition is true.
    pub(super) fn best_named(
        &self,
        tint: Option<Tint>,
        mut holds: impl FnMut(&MeaningKind) -> bool,
    ) -> Option<Named<'_>> {
        self.named(tint).filter(|named| holds(named.kind)).min_by_key(|named| named.rank)
    }

    /// Returns the names of cells as arguments of constraint text.
    pub(super) fn names(&self, cells: &[Cell]) -> String {
        cells.iter().map(|cell| format!("~{}", self.board.name(*cell))).collect()
    }

    /// Adds a group. Sorts its candidates and keeps only the first of several with the same text.
    pub(super) fn add(
        &mut self,
        name: String,
        items: Vec<Item>,
        entries: Vec<(&'static str, usize)>,
        mut candidates: Vec<Candidate>,
    ) {
        candidates.extend(self.titled(&items, &entries));
        if !entries.is_empty() && !candidates.iter().any(Candidate::is_stated) {
            candidates.extend(self.decorative());
        }
        candidates.sort_by_key(|candidate| candidate.rank);
        let mut texts: Vec<String> = Vec::new();
        candidates.retain(|candidate| {
            let is_new = !texts.contains(&candidate.text);
            texts.push(candidate.text.clone());
            is_new
        });
        let id = self.groups.len() as u32 + 1;
        self.groups.push(Group { id, name, items, entries, candidates });
    }

    /// Returns the candidate that a group is decoration, if a sentence states this of all drawings without a rule.
    fn decorative(&self) -> Option<Candidate> {
        let sentence = self.sentences.iter().position(|it| it.is_neutral && decorates(&it.text))?;
        Some(Candidate { reason: Reason::Sentence(sentence), rank: 0, ..decoration() })
    }

    /// Returns the cell that contains the centre of a shape.
    pub(super) fn cell_of(&self, shape: &Shape) -> Option<Cell> {
        shape.cell(self.board)
    }

    /// Removes and returns the shapes for which the condition is true.
    pub(super) fn take_shapes(&mut self, mut is_wanted: impl FnMut(&Shape) -> bool) -> Vec<Shape> {
        let (taken, rest) =
            core::mem::take(&mut self.drawings.shapes).into_iter().partition(|it| is_wanted(it));
        self.drawings.shapes = rest;
        taken
    }

    /// Removes and returns the strokes for which the condition is true.
    pub(super) fn take_strokes(&mut self, mut is_wanted: impl FnMut(&Stroke) -> bool) -> Vec<Stroke> {
        let (taken, rest) =
            core::mem::take(&mut self.drawings.strokes).into_iter().partition(|it| is_wanted(it));
        self.drawings.strokes = rest;
        taken
    }

    /// Returns the cells through which a stroke passes. Each point belongs to the cell that
    /// contains it, because ends are often off the centres.
    pub(super) fn cells_along(&self, stroke: &Stroke) -> Vec<Cell> {
        if let Some(cells) = self.corner_to_corner(&stroke.points) {
            return cells;
        }
        let mut cells: Vec<Cell> = Vec::new();
        for point in &stroke.points {
            let Some(next) = cell_at(*point, self.board) else { return Vec::new() };
            let Some(last) = cells.last().copied() else {
                cells.push(next);
                continue;
            };
            let (Some(from), Some(to)) = (self.board.place(last), self.board.place(next)) else {
                return Vec::new();
            };
            let (down, right) = (to.0 as isize - from.0 as isize, to.1 as isize - from.1 as isize);
            if down != 0 && right != 0 && down.abs() != right.abs() {
                return Vec::new();
            }
            for k in 1..=down.abs().max(right.abs()) {
                cells.extend(self.board.shifted(last, k * down.signum(), k * right.signum()));
            }
        }
        cells
    }
}

impl Sorter<'_> {
    /// Returns the cells of a main diagonal if the points are two opposite corners of the grid.
    fn corner_to_corner(&self, points: &[Point]) -> Option<Vec<Cell>> {
        let [one, two] = *points else { return None };
        let side = self.board.shape().rows();
        let is_at = |point: Point, down: usize, right: usize| {
            near(point.0, down as f64) && near(point.1, right as f64)
        };
        let corners = [(0, 0), (0, side), (side, 0), (side, side)];
        let (down, right) = corners
            .into_iter()
            .find(|(down, right)| is_at(one, *down, *right) && is_at(two, side - down, side - right))?;
        let at = |index: usize, from: usize| if from == 0 { index } else { side - 1 - index };
        (0..side).map(|index| self.board.at(at(index, down), at(index, right))).collect()
    }
}

/// Returns the candidate that a group is decoration.
pub(super) fn decoration() -> Candidate {
    Candidate { name: "decoration".into(), text: String::new(), reason: Reason::Decoration, rank: DECORATION }
}

/// Returns a number with a noun in the singular or plural.
pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns the name of a hue in the form used before a noun.
pub(super) fn hue_name(hue: Option<Hue>) -> &'static str {
    match hue {
        None => "transparent",
        Some(Hue::Red) => "red",
        Some(Hue::Orange) => "orange",
        Some(Hue::Yellow) => "yellow",
        Some(Hue::Green) => "green",
        Some(Hue::Blue) => "blue",
        Some(Hue::Purple) => "purple",
        Some(Hue::Grey) => "grey",
        Some(Hue::Black) => "black",
        Some(Hue::Brown) => "brown",
        Some(Hue::White) => "white",
    }
}
