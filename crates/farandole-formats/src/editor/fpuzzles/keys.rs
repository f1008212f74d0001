//! The list of f-puzzles keys that are understood. Any other key is an error.

use super::entry::{Entry, Switch, kind_of};
use super::{global, outside, sets};
use farandole_puzzle::constraint::{Figure, styles};

/// The meaning of a key.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A key that other code reads, or that has no effect on solutions.
    Known,
    /// A key that controls how the editor displays the puzzle.
    Display,
    /// A switch, which is true or absent.
    Switch(fn(&mut Switch<'_, '_, '_>)),
    /// A list of lines of the kind with this name. Only whispers have a value.
    Lines(&'static str),
    /// A list of entries that contain these keys.
    List(&'static [&'static str], fn(&mut Entry<'_, '_, '_>)),
    /// A list of drawings that contain these keys.
    Drawing(&'static [&'static str]),
}

const TEXT: &[&str] = &["cells", "value", "fontC", "size", "angle"];
const SHAPE: &[&str] = &["cells", "value", "baseC", "outlineC", "fontC", "width", "height", "angle", "size"];
const LINE: &[&str] = &["lines", "outlineC", "width"];
const CAGE: &[&str] = &["cells", "value", "outlineC", "fontC", "style"];
/// Keys by which solvers and editors mark the drawings that they add to constraints.
pub(super) const ADDED: &[&str] = &["fromConstraint", "isNewConstraint", "fromRangskSolver"];

const CELL: &[&str] = &["cell"];
const CLUE: &[&str] = &["cell", "value"];
const CELLS: &[&str] = &["cells"];
const VALUED: &[&str] = &["cells", "value"];

/// The keys with readers of their own. For any other key of a kind's style, the figure of the kind decides: lines,
/// clues outside the grid, marked cells, and rules of the whole grid.
const OTHERS: &[(&str, Kind)] = &[
    ("size", Kind::Known),
    ("title", Kind::Known),
    ("author", Kind::Known),
    ("ruleset", Kind::Known),
    ("successMessage", Kind::Known),
    ("solution", Kind::Known),
    ("grid", Kind::Known),
    ("negative", Kind::Known),
    ("disabledlogic", Kind::Display),
    ("truecandidatesoptions", Kind::Display),
    ("highlightConflicts", Kind::Display),
    ("foglight", Kind::Display),
    ("fogofwar", Kind::Display),
    ("triggereffect", Kind::Display),
    ("diagonal+", Kind::Switch(global::rising_diagonal)),
    ("diagonal-", Kind::Switch(global::falling_diagonal)),
    ("disjointgroups", Kind::Switch(global::disjoint_groups)),
    // These are read after all marks.
    ("nonconsecutive", Kind::Switch(|_| ())),
    ("arrow", Kind::List(&["cells", "lines"], sets::arrow)),
    ("killercage", Kind::List(VALUED, sets::killer_cage)),
    ("extraregion", Kind::List(CELLS, sets::extra_region)),
    ("clone", Kind::List(&["cells", "cloneCells"], sets::clones)),
    ("quadruple", Kind::List(&["cells", "values"], sets::quadruple)),
    ("difference", Kind::List(VALUED, sets::difference)),
    ("ratio", Kind::List(VALUED, sets::ratio)),
    ("xv", Kind::List(VALUED, sets::letter)),
    ("rowindexer", Kind::List(CELLS, sets::row_indexer)),
    ("columnindexer", Kind::List(CELLS, sets::column_indexer)),
    ("boxindexer", Kind::List(CELLS, sets::box_indexer)),
    ("littlekillersum", Kind::List(&["cell", "cells", "direction", "value"], outside::little_killer)),
    ("text", Kind::Drawing(TEXT)),
    ("circle", Kind::Drawing(SHAPE)),
    ("rectangle", Kind::Drawing(SHAPE)),
    ("line", Kind::Drawing(LINE)),
    ("cage", Kind::Drawing(CAGE)),
];

/// Returns the names of the keys of lines, with the kinds of the lines.
pub(super) fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = styles().filter(|(_, style)| style.look().is_some() && !style.fpuzzles.is_empty());
    lines.map(|(kind, style)| (style.fpuzzles, kind))
}

/// Returns the names of the keys of drawings.
pub(super) fn drawings() -> impl Iterator<Item = &'static str> {
    OTHERS.iter().filter(|(_, kind)| matches!(kind, Kind::Drawing(_))).map(|(key, _)| *key)
}

/// Returns the meaning of a key, or `None` if it is unknown.
pub(super) fn meaning(key: &str) -> Option<Kind> {
    let other = OTHERS.iter().find(|(known, _)| *known == key).map(|(_, kind)| *kind);
    other.or_else(|| {
        let (name, style) = kind_of(key)?;
        match style.figure {
            Figure::Line(_) => Some(Kind::Lines(name)),
            Figure::Clue(_) => Some(Kind::List(CLUE, outside::line_clue)),
            Figure::Own => Some(Kind::List(CELL, sets::marked)),
            Figure::Words => Some(Kind::Switch(global::rule)),
            _ => None,
        }
    })
}
