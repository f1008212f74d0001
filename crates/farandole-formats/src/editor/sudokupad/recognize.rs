//! Recognizes the drawings of constraints from their dimensions and colours in SudokuPad.
//!
//! All other drawings belong to no constraint, including incomplete pictures of constraints.

use super::shapes::{Shape, Stroke, cell_at, near, same, shapes, strokes};
use crate::editor::config::{Colours, Drawings, ImportConfig};
use crate::editor::diagnostic::What;
use crate::editor::import_builder::{ImportBuilder, Place};
use crate::editor::json::{Json, Object};
use crate::editor::lines::{self, Line};
use crate::editor::marks;
use crate::editor::regions::Regions;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Line as Row;
use farandole_puzzle::constraint::{
    Diagonal, Even, Maximum, Minimum, Odd, Palindrome, Quad, Sandwich, Thermo, V, X,
};

const GREY: &str = "#cfcfcf";
const ARROW: &str = "#a1a1a1";
const WHITE: &str = "#ffffff";
const BLACK: &str = "#000000";
const DIAGONAL: &str = "#34bbe6";
const EXTREME: &str = "#cccccc";

/// All drawings of a puzzle.
struct Canvas {
    underlays: Vec<Shape>,
    overlays: Vec<Shape>,
    lines: Vec<Stroke>,
    arrows: Vec<Stroke>,
}

/// Reads all drawings.
pub(super) fn read(
    object: &Object,
    config: &ImportConfig,
    rules: &str,
    regions: &Regions,
    builder: &mut ImportBuilder<'_>,
) {
    let mut canvas = Canvas {
        underlays: shapes(object, "underlays", builder),
        overlays: shapes(object, "overlays", builder),
        lines: strokes(object, "lines", builder),
        arrows: strokes(object, "arrows", builder),
    };
    thermometers(&mut canvas, builder);
    palindromes(&mut canvas, builder);
    diagonals(&mut canvas, builder);
    arrows(&mut canvas, builder);
    between_lines(&mut canvas, regions, builder);
    little_killers(&mut canvas, builder);
    extremes(&mut canvas, builder);
    marks_between_cells(&mut canvas, builder);
    parities(&mut canvas, builder);
    if rules.to_lowercase().contains("sandwich") {
        sandwiches(&mut canvas, builder);
    }
    if config.colours == Colours::Read {
        coloured_lines(&mut canvas, regions, builder);
    }
    refuse_the_rest(&canvas, config, builder);
    if let Some(value) = object.get("svg").filter(|value| !value.is_empty()) {
        let entries = value.list().map_or(1, <[Json]>::len);
        builder.fail(Place { key: "", entry: None }, What::UnknownKey { name: "svg".into(), entries });
    }
}

fn refuse_the_rest(canvas: &Canvas, config: &ImportConfig, builder: &mut ImportBuilder<'_>) {
    let shape = |shape: &Shape| {
        let text = if shape.text.is_empty() {
            String::new()
        } else {
            format!("`{}`, ", Json::Text(shape.text.clone()))
        };
        (shape.claimed, shape.number, format!("{text}{}x{} in {}", shape.width, shape.height, shape.fill))
    };
    let stroke =
        |it: &Stroke| (it.claimed, it.number, format!("thickness {} in {}", it.thickness, it.colour));
    let all = [
        ("underlays", canvas.underlays.iter().map(shape).collect::<Vec<_>>()),
        ("overlays", canvas.overlays.iter().map(shape).collect()),
        ("lines", canvas.lines.iter().map(stroke).collect()),
        ("arrows", canvas.arrows.iter().map(stroke).collect()),
    ];
    for (key, drawings) in all {
        for (_, number, look) in drawings.into_iter().filter(|(claimed, _, _)| !claimed) {
            let place = Place { key, entry: Some(number) };
            match config.drawings {
                Drawings::Refuse => builder.fail(place, What::Drawing { look: look.into() }),
                Drawings::Ignore => builder.ignore(place, "a drawing without a constraint", 1),
            }
        }
    }
}

/// Removes the strokes for which `read` adds a constraint.
fn take_strokes(strokes: &mut [Stroke], mut read: impl FnMut(&Stroke) -> bool) {
    for stroke in strokes.iter_mut().filter(|stroke| !stroke.claimed) {
        stroke.claimed = read(stroke);
    }
}

fn is_stroke(stroke: &Stroke, colour: &str, thickness: f64) -> bool {
    stroke.colour == colour && near(stroke.thickness, thickness)
}

/// Reads thermometers: a bulb under the grid with a thick line from it.
fn thermometers(canvas: &mut Canvas, builder: &mut ImportBuilder<'_>) {
    let Canvas { underlays, lines, .. } = canvas;
    let is_bulb = |shape: &Shape| {
        shape.rounded && shape.measures(0.85, 0.85) && shape.fill == GREY && shape.border == GREY
    };
    take_strokes(lines, |line| {
        if !is_stroke(line, GREY, 21.0) || !line.is_centred() {
            return false;
        }
        let mut bulbs =
            underlays.iter_mut().filter(|shape| is_bulb(shape) && same(shape.centre, line.points[0]));
        let (Some(cells), Some(bulb)) = (line.trace(builder.board), bulbs.next()) else { return false };
        bulb.claimed = true;
        bulbs.for_each(|bulb| bulb.claimed = true);
        builder.add(Place { key: "lines", entry: Some(line.number) }, Thermo { cells });
        true
    });
}

fn palindromes(canvas: &mut Canvas, builder: &mut ImportBuilder<'_>) {
    take_strokes(&mut canvas.lines, |line| {
        let cells = line.trace(builder.board).filter(|_| is_stroke(line, GREY, 16.0) && line.is_centred());
        let Some(cells) = cells else { return false };
        builder.add(Place { key: "lines", entry: Some(line.number) }, Palindrome { cells });
        true
    });
}

fn diagonals(canvas: &mut Canvas, builder: &mut ImportBuilder<'_>) {
    let (rows, cols) = (builder.board.shape().rows() as f64, builder.board.shape().cols() as f64);
    take_strokes(&mut canvas.lines, |line| {
        let [one, two] = *line.points.as_slice() else { return false };
        let runs = |from, to| (same(one, from) && same(two, to)) || (same(one, to) && same(two, from));
        let diagonal = if runs((0.0, cols), (rows, 0.0)) {
            farandole_puzzle::Diagonal::Anti
        } else if runs((0.0, 0.0), (rows, cols)) {
            farandole_puzzle::Diagonal::Main
        } else {
            return false;
        };
        if !is_stroke(line, DIAGONAL, 2.0) {
            return false;
        }
        builder.add(Place { key: "lines", entry: Some(line.number) }, Diagonal { diagonal });
        true
    });
}

/// Reads arrows: a circle or pill over the grid, and strokes with arrowheads that leave it.
fn arrows(canvas: &mut Canvas, builder: &mut ImportBuilder<'_>) {
    let Canvas { overlays, arrows, .. } = canvas;
    let is_circle = |shape: &Shape| {
        shape.rounded && shape.border == ARROW && shape.fill == WHITE && shape.text.is_empty()
    };
    take_strokes(arrows, |arrow| {
        let Some(cells) = arrow.trace(builder.board).filter(|_| is_stroke(arrow, ARROW, 5.0)) else {
            return false;
        };
        let found = overlays.iter_mut().filter(|shape| is_circle(shape)).find_map(|shape| {
            let circle = pill(shape, builder)?;
            circle.contains(&cells[0]).then_some((shape, circle))
        });
        let (Some((shape, circle)), [_, shaft @ ..]) = (found, cells.as_slice()) else { return false };
        if shaft.is_empty() {
            return false;
        }
        shape.claimed = true;
        lines::arrow(Place { key: "arrows", entry: Some(arrow.number) }, &circle, shaft, builder);
        true
    });
}

/// Returns the cells under a rounded shape in reading order. Its sides must be whole numbers of
/// cells plus 0.83.
fn pill(shape: &Shape, builder: &ImportBuilder<'_>) -> Option<Vec<Cell>> {
    let (high, wide) = (shape.height - 0.83, shape.width - 0.83);
    let is_pill =
        near(high, high.round()) && near(wide, wide.round()) && (near(high, 0.0) || near(wide, 0.0));
    let (down, right) = shape.centre;
    let start = (down - high / 2.0, right - wide / 2.0);
    if !is_pill || high < -0.5 || wide < -0.5 || !super::shapes::centred(start) {
        return None;
    }
    let count = high.round().max(wide.round()) as usize;
    let step = if wide > high { (0.0, 1.0) } else { (1.0, 0.0) };
    (0..=count)
        .map(|k| cell_at((start.0 + k as f64 * step.0, start.1 + k as f64 * step.1), builder.board))
        .collect()
}

/// Reads between lines: two circles over the grid and a thin line between them.
fn between_lines(canvas: &mut Canvas, regions: &Regions, builder: &mut ImportBuilder<'_>) {
    let Canvas { overlays, lines, .. } = canvas;
    let is_end = |shape: &Shape| {
        shape.rounded && shape.measures(0.8, 0.8) && shape.border == GREY && shape.fill == WHITE
    };
    take_strokes(lines, |line| {
        let Some(cells) = line.trace(builder.board).filter(|_| is_stroke(line, GREY, 2.0)) else {
            return false;
        };
        let ends: Vec<usize> = [cells.first(), cells.last()]
            .into_iter()
            .flatten()
            .filter_map(|cell| {
                overlays.iter().position(|shape| is_end(shape) && shape.cell(builder.board) == Some(*cell))
            })
            .collect();
        if ends.len() != 2 {
            return false;
        }
        for shape in overlays.iter_mut().filter(|shape| is_end(shape)) {
            let cell = shape.cell(builder.board);
            shape.claimed |=
                cell.is_some() && (cell.as_ref() == cells.first() || cell.as_ref() == cells.last());
        }
        lines::add(
            Place { key: "lines", entry: Some(line.number) },
            Line::Between,
            cells,
            None,
            regions,
            builder,
        );
        true
    });
}

/// Reads little killers: a short arrow outside the grid that points along a diagonal, and the sum
/// next to it.
fn little_killers(canvas: &mut Canvas, builder: &mut ImportBuilder<'_>) {
    let Canvas { overlays, arrows, .. } = canvas;
    take_strokes(arrows, |arrow| {
        let [tail, head] = *arrow.points.as_slice() else { return false };
        if !is_stroke(arrow, BLACK, 2.0) {
            return false;
        }
        for (down, right) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            let (by_row, by_col) = (f64::from(down), f64::from(right));
            let centre = (tail.0 - 0.3 * by_row, tail.1 - 0.3 * by_col);
            let points = same(head, (centre.0 + 0.48 * by_row, centre.1 + 0.48 * by_col));
            if !points || !super::shapes::centred(centre) {
                continue;
            }
            let start = (centre.0.floor() as i32, centre.1.floor() as i32);
            let cells = crate::editor::diagonals::walk(builder.board, start, (down, right));
            let is_sum = |shape: &&mut Shape| {
                same(shape.centre, centre) && shape.measures(0.25, 0.25) && !shape.rounded
            };
            let Some(shape) = overlays.iter_mut().find(is_sum) else { return false };
            let Ok(sum) = shape.text.trim().parse::<u32>() else { return false };
            if cells.is_empty() {
                return false;
            }
            shape.claimed = true;
            let constraint = crate::editor::diagonals::little_killer(sum, &cells, builder.board);
            builder.add(Place { key: "arrows", entry: Some(arrow.number) }, constraint);
            return true;
        }
        false
    });
}

/// Reads extremes: grey cells with a tip towards each neighbour that is not a grey cell. Tips point
/// outwards for maxima and inwards for minima.
fn extremes(canvas: &mut Canvas, builder: &mut ImportBuilder<'_>) {
    let Canvas { underlays, lines, .. } = canvas;
    let is_grey = |shape: &Shape| !shape.rounded && shape.measures(1.0, 1.0) && shape.fill == EXTREME;
    let place = |index: usize| {
        Some((index, underlays[index].cell(builder.board).filter(|_| is_grey(&underlays[index]))?))
    };
    let grey: Vec<(usize, Cell)> = (0..underlays.len()).filter_map(place).collect();
    // The meaning of the tips of each grey cell, and its neighbours without a tip, which must be
    // grey cells of the same kind.
    let mut kinds: Vec<Option<Extreme>> = vec![None; grey.len()];
    let mut alike: Vec<(usize, usize)> = Vec::new();
    for (number, (index, cell)) in grey.iter().enumerate() {
        for (rows, cols) in [(-1, 0), (0, 1), (1, 0), (0, -1)] {
            let Some(other) = builder.board.shifted(*cell, rows, cols) else { continue };
            let tip = |line: &Stroke| tip(line, underlays[*index].centre, (rows as f64, cols as f64));
            let found = lines.iter_mut().find_map(|line| tip(line).map(|kind| (line, kind)));
            match (found, grey.iter().position(|(_, cell)| *cell == other)) {
                (Some((line, kind)), _) if kinds[number].is_none_or(|known| known == kind) => {
                    line.claimed = true;
                    kinds[number] = Some(kind);
                }
                (None, Some(neighbour)) => alike.push((number, neighbour)),
                _ => return,
            }
        }
    }
    for _ in 0..grey.len() {
        for (one, two) in &alike {
            kinds[*one] = kinds[*one].or(kinds[*two]);
        }
    }
    for ((index, cell), kind) in grey.into_iter().zip(kinds) {
        let shape = &mut underlays[index];
        let place = Place { key: "underlays", entry: Some(shape.number) };
        shape.claimed = kind.is_some();
        match kind {
            Some(Extreme::Minimum) => builder.add(place, Minimum { cell }),
            Some(Extreme::Maximum) => builder.add(place, Maximum { cell }),
            None => {}
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Extreme {
    Minimum,
    Maximum,
}

/// Returns the mark to which a line belongs if it is the tip drawn at one side of a cell. The cell
/// has this centre, and the tip is on its side in direction `(down, right)`.
fn tip(line: &Stroke, centre: (f64, f64), (down, right): (f64, f64)) -> Option<Extreme> {
    let at = |along: f64, aside: f64| {
        (centre.0 + down * along + aside * right, centre.1 + right * along + aside * down)
    };
    let is_drawn = |base: f64, tip: f64| {
        let drawn = [at(base, 0.1), at(tip, 0.0), at(base, -0.1)];
        line.points.len() == 3 && line.points.iter().zip(drawn).all(|(one, two)| same(*one, two))
    };
    match is_stroke(line, BLACK, 1.0) {
        true if is_drawn(0.44, 0.39) => Some(Extreme::Minimum),
        true if is_drawn(0.39, 0.44) => Some(Extreme::Maximum),
        _ => None,
    }
}

/// Reads dots and letters on edges, and circles with digits on corners.
fn marks_between_cells(canvas: &mut Canvas, builder: &mut ImportBuilder<'_>) {
    for shape in canvas.overlays.iter_mut().filter(|shape| !shape.claimed) {
        let place = Place { key: "overlays", entry: Some(shape.number) };
        let text = shape.text.trim();
        let number = || if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) };
        let is_dot = shape.rounded && shape.measures(0.3, 0.3) && shape.border == BLACK;
        let is_letter =
            !shape.rounded && shape.measures(0.25, 0.25) && shape.fill == WHITE && shape.border == WHITE;
        let is_quad =
            shape.rounded && shape.measures(0.7, 0.7) && shape.fill == WHITE && shape.border == BLACK;
        shape.claimed = match (shape.edge(builder.board), shape.corner(builder.board)) {
            (Some([one, two]), _) if is_dot && (shape.fill == WHITE || shape.fill == BLACK) => match number()
            {
                Some(number) if shape.fill == WHITE => {
                    marks::difference(place, one, two, number.unwrap_or(1), builder);
                    true
                }
                Some(number) => {
                    marks::ratio(place, one, two, number.unwrap_or(2), builder);
                    true
                }
                None => false,
            },
            (Some([one, two]), _) if is_letter && text == "X" => {
                builder.add(place, X { cells: vec![one, two] });
                true
            }
            (Some([one, two]), _) if is_letter && text == "V" => {
                builder.add(place, V { cells: vec![one, two] });
                true
            }
            (_, Some(square)) if is_quad => match digits(text, builder) {
                Some(values) => {
                    builder.add(place, Quad { top_left: square[0], values });
                    true
                }
                None => false,
            },
            _ => false,
        };
    }
}

/// Returns the digits of a text, separated by blanks and line ends. There must be at least one.
fn digits(text: &str, builder: &ImportBuilder<'_>) -> Option<Vec<u8>> {
    let digit =
        |c: char| u8::try_from(c.to_digit(10)?).ok().filter(|digit| builder.board.values().contains(*digit));
    let digits: Option<Vec<u8>> = text.chars().filter(|c| !c.is_whitespace()).map(digit).collect();
    digits.filter(|digits| !digits.is_empty())
}

/// Reads parities: grey squares are even, grey circles odd.
fn parities(canvas: &mut Canvas, builder: &mut ImportBuilder<'_>) {
    for shape in canvas.underlays.iter_mut().filter(|shape| !shape.claimed) {
        let is_mark = shape.measures(0.7, 0.7) && shape.fill == GREY && shape.border == GREY;
        let Some(cell) = shape.cell(builder.board).filter(|_| is_mark) else { continue };
        let place = Place { key: "underlays", entry: Some(shape.number) };
        shape.claimed = true;
        let cells = vec![cell];
        if shape.rounded {
            builder.add(place, Odd { cells });
        } else {
            builder.add(place, Even { cells });
        }
    }
}

/// Reads numbers next to the grid as sandwich sums if the rules mention these.
fn sandwiches(canvas: &mut Canvas, builder: &mut ImportBuilder<'_>) {
    let (rows, cols) = (builder.board.shape().rows() as i32, builder.board.shape().cols() as i32);
    for shape in canvas.overlays.iter_mut().filter(|shape| !shape.claimed) {
        let is_clue =
            !shape.rounded && shape.measures(0.25, 0.25) && shape.font.is_some_and(|font| near(font, 32.0));
        let is_clue =
            is_clue && shape.fill == WHITE && shape.border == WHITE && super::shapes::centred(shape.centre);
        let line = match (shape.centre.0.floor() as i32, shape.centre.1.floor() as i32) {
            (row, col) if (row == -1 || row == rows) && (0..cols).contains(&col) => Row::Col(col as u8),
            (row, col) if (col == -1 || col == cols) && (0..rows).contains(&row) => Row::Row(row as u8),
            _ => continue,
        };
        let (true, Ok(sum)) = (is_clue, shape.text.trim().parse()) else { continue };
        shape.claimed = true;
        builder.add(Place { key: "overlays", entry: Some(shape.number) }, Sandwich { sum, line });
    }
}

/// Reads lines in conventional colours, with circles of the same colour at their ends.
fn coloured_lines(canvas: &mut Canvas, regions: &Regions, builder: &mut ImportBuilder<'_>) {
    let Canvas { overlays, underlays, lines, .. } = canvas;
    take_strokes(lines, |line| {
        let (Some(kind), Some(cells)) = (lines::by_colour(&line.colour), line.trace(builder.board)) else {
            return false;
        };
        for shape in overlays.iter_mut().chain(underlays.iter_mut()) {
            let cell = shape.cell(builder.board);
            let at_end = cell.is_some() && (cell.as_ref() == cells.first() || cell.as_ref() == cells.last());
            shape.claimed |= at_end && shape.rounded && shape.text.is_empty() && shape.fill == line.colour;
        }
        lines::add(Place { key: "lines", entry: Some(line.number) }, kind, cells, None, regions, builder);
        true
    });
}
