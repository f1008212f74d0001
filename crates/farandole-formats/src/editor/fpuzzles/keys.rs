//! The list of f-puzzles keys that are understood. Any other key is an error.

use super::entry::{Entry, Switch};
use super::{global, outside, sets};
use crate::editor::lines::Line;

/// The meaning of a key.
pub(super) enum Kind {
    /// A key that other code reads, or that has no effect on solutions.
    Known,
    /// A key that controls how the editor displays the puzzle.
    Display,
    /// A switch, which is true or absent.
    Switch(fn(&mut Switch<'_, '_, '_>)),
    /// A list of lines of this kind. Only whispers have a value.
    Lines(Line),
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

/// All keys with their meanings.
pub(super) const KEYS: &[(&str, Kind)] = &[
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
    ("antiknight", Kind::Switch(global::knight)),
    ("antiking", Kind::Switch(global::king)),
    ("disjointgroups", Kind::Switch(global::disjoint_groups)),
    // These are read after all marks.
    ("nonconsecutive", Kind::Switch(|_| ())),
    ("thermometer", Kind::Lines(Line::Thermometer)),
    ("slowthermometer", Kind::Lines(Line::SlowThermometer)),
    ("palindrome", Kind::Lines(Line::Palindrome)),
    ("renban", Kind::Lines(Line::Renban)),
    ("whispers", Kind::Lines(Line::Whisper)),
    ("regionsumline", Kind::Lines(Line::RegionSum)),
    ("betweenline", Kind::Lines(Line::Between)),
    ("lockout", Kind::Lines(Line::Lockout)),
    ("entropicline", Kind::Lines(Line::Entropic)),
    ("modularline", Kind::Lines(Line::Modular)),
    ("nabner", Kind::Lines(Line::Nabner)),
    ("doublearrow", Kind::Lines(Line::DoubleArrow)),
    ("zipperline", Kind::Lines(Line::Zipper)),
    ("arrow", Kind::List(&["cells", "lines"], sets::arrow)),
    ("killercage", Kind::List(VALUED, sets::killer_cage)),
    ("extraregion", Kind::List(CELLS, sets::extra_region)),
    ("clone", Kind::List(&["cells", "cloneCells"], sets::clones)),
    ("quadruple", Kind::List(&["cells", "values"], sets::quadruple)),
    ("odd", Kind::List(CELL, sets::odd)),
    ("even", Kind::List(CELL, sets::even)),
    ("minimum", Kind::List(CELL, sets::minimum)),
    ("maximum", Kind::List(CELL, sets::maximum)),
    ("difference", Kind::List(VALUED, sets::difference)),
    ("ratio", Kind::List(VALUED, sets::ratio)),
    ("xv", Kind::List(VALUED, sets::letter)),
    ("rowindexer", Kind::List(CELLS, sets::row_indexer)),
    ("columnindexer", Kind::List(CELLS, sets::column_indexer)),
    ("boxindexer", Kind::List(CELLS, sets::box_indexer)),
    ("littlekillersum", Kind::List(&["cell", "cells", "direction", "value"], outside::little_killer)),
    ("sandwichsum", Kind::List(CLUE, outside::sandwich)),
    ("xsum", Kind::List(CLUE, outside::x_sum)),
    ("skyscraper", Kind::List(CLUE, outside::skyscraper)),
    ("text", Kind::Drawing(TEXT)),
    ("circle", Kind::Drawing(SHAPE)),
    ("rectangle", Kind::Drawing(SHAPE)),
    ("line", Kind::Drawing(LINE)),
    ("cage", Kind::Drawing(CAGE)),
];
