//! Lines: the constraint for each kind of line, and conventional colours.

use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::regions::Regions;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{
    Arrow, Between, DoubleArrow, Entropic, Lockout, Modular, Nabner, Palindrome, PillArrow, RegionSumLine,
    Renban, SlowThermo, Sum, Thermo, Whisper, Zipper,
};

/// A kind of line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Thermometer,
    SlowThermometer,
    Palindrome,
    Renban,
    Whisper,
    DutchWhisper,
    RegionSum,
    Between,
    Lockout,
    Entropic,
    Modular,
    Nabner,
    DoubleArrow,
    Zipper,
}

/// Conventional colours, in lower case.
pub(crate) const COLOURS: &[(&str, Line)] = &[
    ("#f067f0", Line::Renban),
    ("#c060c0", Line::Renban),
    ("#67f067", Line::Whisper),
    ("#60c060", Line::Whisper),
    ("#ff9a00", Line::DutchWhisper),
    ("#ffccaa", Line::Entropic),
    ("#33bbbb", Line::Modular),
    ("#2ecbff", Line::RegionSum),
    ("#c9c883", Line::Nabner),
    ("#c54b8b", Line::DoubleArrow),
    ("#cdb1ec", Line::Zipper),
    ("#6495ed", Line::SlowThermometer),
];

/// Returns the kind of line that a colour represents.
pub(crate) fn by_colour(colour: &str) -> Option<Line> {
    let colour = colour.to_ascii_lowercase();
    COLOURS.iter().find(|(known, _)| *known == colour).map(|(_, line)| *line)
}

/// Adds the constraint of a line. `difference` is the difference of whispers, if the entry has one.
pub(crate) fn add(
    place: Place<'_>,
    line: Line,
    cells: Vec<Cell>,
    difference: Option<u8>,
    regions: &Regions,
    builder: &mut ImportBuilder<'_>,
) {
    let values = builder.board.values();
    let half = values.count().div_ceil(2);
    match line {
        Line::Thermometer => builder.add(place, Thermo { cells }),
        Line::SlowThermometer => builder.add(place, SlowThermo { cells }),
        Line::Palindrome => builder.add(place, Palindrome { cells }),
        // A closed line lists its first cell twice but contains it once.
        Line::Renban => builder.add(place, Renban { cells: each_once(cells) }),
        Line::Whisper => builder.add(place, Whisper { difference: difference.unwrap_or(half), cells }),
        Line::DutchWhisper => {
            builder.add(place, Whisper { difference: difference.unwrap_or(half - 1), cells })
        }
        Line::RegionSum if cells.iter().any(|cell| regions.of(*cell).is_none()) => {
            builder.fail(place, What::Missing { expected: "cells that are in a region" });
        }
        Line::RegionSum => builder.add(place, RegionSumLine { cells }),
        Line::Between => builder.add(place, Between { cells }),
        Line::Lockout => builder.add(place, Lockout { difference: 4, cells }),
        Line::Entropic => builder.add(place, Entropic { cells }),
        Line::Modular => builder.add(place, Modular { modulus: 3, cells }),
        Line::Nabner => builder.add(place, Nabner { cells: each_once(cells) }),
        Line::DoubleArrow => builder.add(place, DoubleArrow { cells }),
        Line::Zipper => builder.add(place, Zipper { cells }),
    }
}

/// Adds an arrow: the digit or decimal number in the circle is the sum of the shaft.
pub(crate) fn arrow(place: Place<'_>, circle: &[Cell], shaft: &[Cell], builder: &mut ImportBuilder<'_>) {
    let cells = [circle, shaft].concat();
    if circle.len() == 1 {
        return builder.add(place, Arrow { cells });
    }
    if builder.board.values().count() > 9 {
        return builder
            .fail(place, What::Missing { expected: "a circle of one cell, since values have two digits" });
    }
    let steps = |rows, cols| {
        circle.windows(2).all(|pair| builder.board.shifted(pair[0], rows, cols) == Some(pair[1]))
    };
    if matches!(circle.len(), 2 | 3) && (steps(0, 1) || steps(1, 0)) {
        return builder.add(place, PillArrow { pill: circle.len() as u8, cells });
    }
    let weight = |number: usize| 10_i32.saturating_pow((circle.len() - 1 - number) as u32);
    let head = circle.iter().enumerate().map(|(number, cell)| (*cell, weight(number)));
    let terms = head.chain(shaft.iter().map(|cell| (*cell, -1))).collect();
    builder.add(place, Sum { sum: 0, terms });
}

/// Returns the cells without repetitions, in order.
fn each_once(mut cells: Vec<Cell>) -> Vec<Cell> {
    let mut met = Vec::with_capacity(cells.len());
    cells.retain(|cell| {
        let is_new = !met.contains(cell);
        met.push(*cell);
        is_new
    });
    cells
}
