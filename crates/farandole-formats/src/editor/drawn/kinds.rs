//! The drawing of each kind of constraint, and the sentence that names it.

use super::canvas::{Canvas, Look, places};
use crate::editor::diagonals;
use crate::editor::lines::{path_of, touches};
use farandole_puzzle::Cell;
use farandole_puzzle::Diagonal;
use farandole_puzzle::board::{End, Line, LineEnd};
use farandole_puzzle::constraint::{Along, Constraint, Figure, LineEnds, LittleKiller, Operation, style_of};
use serde_json::json;

/// Error: the constraint has no drawing that the reader recognizes.
pub(super) struct NoDrawing;

/// Draws a constraint.
pub(super) fn draw(constraint: &Constraint, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let board = canvas.board;
    if constraint.cells(board).iter().any(|cell| board.place(*cell).is_none()) {
        return Err(NoDrawing);
    }
    let style = constraint.style();
    match constraint {
        // The format stores these as data.
        Constraint::Given(given) if given.mask.count_ones() == 1 => {}
        Constraint::NoBoxes(_) => {}
        Constraint::Jigsaw(_) if board.boxes().is_empty() => {}
        Constraint::RegionSize(_) if board.region_size() == board.shape().longer_side() => {}
        Constraint::Diagonal(_) if canvas.both_diagonals => {
            canvas.say("Digits do not repeat on both main diagonals.");
        }
        Constraint::Diagonal(it) if it.diagonal == Diagonal::Main => {
            canvas.say("Digits do not repeat on the falling diagonal.");
        }
        Constraint::Diagonal(_) => canvas.say("Digits do not repeat on the rising diagonal."),
        Constraint::StrictKropki(_) | Constraint::StrictConsecutive(_) => {
            canvas.say(rule_of("WhiteDot"));
            if matches!(constraint, Constraint::StrictKropki(_)) {
                canvas.say(rule_of("BlackDot"));
            }
            canvas.say_last(style.rule);
        }
        Constraint::DisjointSets(_) if board.boxes().is_empty() => return Err(NoDrawing),
        _ if constraint.about().arguments().is_empty() && !style.rule.is_empty() => {
            if !style.sudokupad.is_empty() {
                canvas.push("global", json!(style.sudokupad));
            }
            canvas.say(style.rule);
        }
        _ => return cells_or_clue(constraint, canvas),
    }
    Ok(())
}

/// Returns the sentence about a kind of mark.
fn rule_of(kind: &str) -> &'static str {
    style_of(kind).map_or("", |style| style.rule)
}

/// Draws cages, marked cells and clues outside the grid.
fn cells_or_clue(constraint: &Constraint, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let (board, style) = (canvas.board, constraint.style());
    match constraint {
        Constraint::AllDifferent(it) => different(&it.cells, canvas),
        // Jigsaw pieces in addition to boxes are extra regions.
        Constraint::Windoku(_) | Constraint::Jigsaw(_) => {
            constraint.houses(board).iter().for_each(|cells| different(cells, canvas));
        }
        Constraint::Maximum(it) => marked(&[it.cell], "#66aaffff", style.rule, canvas),
        Constraint::Minimum(it) => marked(&[it.cell], "#ffa600ff", style.rule, canvas),
        Constraint::Indexing(it) if it.along == Along::Column => {
            marked(&it.cells, "#f067f0ff", "A purple square marks a row indexer.", canvas);
        }
        Constraint::Indexing(it) => {
            marked(&it.cells, "#67f067ff", "A green square marks a column indexer.", canvas);
        }
        Constraint::Cage(_) | Constraint::Sum(_) | Constraint::CalcCage(_) => {
            return cage(constraint, canvas);
        }
        Constraint::Clones(it) => clones(&it.cells, canvas)?,
        Constraint::CountingCircles(it) => {
            for cell in &it.cells {
                canvas.shape("underlays", canvas.point(*cell), circle(0.8, "#ffffff", String::new()));
            }
            canvas.say(style.rule);
        }
        Constraint::Quad(quad) => {
            let (down, right) = canvas.point(quad.top_left);
            let text: Vec<String> = quad.values.iter().map(ToString::to_string).collect();
            if quad.values.iter().any(|value| *value > 9) {
                return Err(NoDrawing);
            }
            let look = circle(0.7, "#ffffff", text.join(" "));
            canvas.shape("overlays", (down + 0.5, right + 0.5), look);
            canvas.say(style.rule);
        }
        Constraint::Odd(odd) => {
            cells(&odd.cells, true, canvas);
            canvas.say(style.rule);
        }
        Constraint::Even(even) => {
            cells(&even.cells, false, canvas);
            canvas.say(style.rule);
        }
        _ => return arrow_or_outside(constraint, canvas),
    }
    Ok(())
}

/// Draws cages, and sums of two neighbours.
fn cage(constraint: &Constraint, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let board = canvas.board;
    match constraint {
        Constraint::Cage(cage) => match cage.sum {
            None => different(&cage.cells, canvas),
            Some(sum) => {
                let cells = places(board, &cage.cells);
                canvas.push("cages", json!({ "cells": cells, "value": sum.to_string(), "unique": true }));
                canvas.say(constraint.style().rule);
            }
        },
        Constraint::Sum(it) if it.sum > 0 && it.terms.iter().all(|(_, factor)| *factor == 1) => {
            let cells: Vec<Cell> = it.terms.iter().map(|(cell, _)| *cell).collect();
            let pairs = board.neighbour_pairs();
            if let [one, two] = cells[..]
                && pairs.iter().any(|pair| *pair == (one, two) || *pair == (two, one))
            {
                canvas.shape("overlays", canvas.between(one, two), letter(&it.sum.to_string()));
                canvas.say("A number on the border of two cells is the sum of both.");
            } else {
                let cells = places(board, &cells);
                canvas.push(
                    "cages",
                    json!({ "cells": cells, "value": it.sum.to_string(), "unique": false, "outlineC": "#ff0000" }),
                );
                canvas.say("Digits in a red cage sum to the number in its corner; they may repeat.");
            }
        }
        Constraint::CalcCage(it) if it.operation == Operation::Product => {
            let cells = places(board, &it.cells);
            canvas.push("cages", json!({ "cells": cells, "value": it.result.to_string(), "unique": false }));
            canvas.say("The number in the corner of a cage is the product of its digits, which may repeat.");
        }
        _ => return Err(NoDrawing),
    }
    Ok(())
}

/// Marks the parts of clones with squares in a colour of their own.
fn clones(cells: &[Cell], canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    const COLOURS: [(&str, &str); 3] = [
        ("#f0e040ff", "Yellow squares are clones."),
        ("#ff6666ff", "Red squares are clones."),
        ("#c8c8c8ff", "Grey squares are clones."),
    ];
    let (fill, sentence) =
        COLOURS.into_iter().find(|(_, sentence)| !canvas.says(sentence)).ok_or(NoDrawing)?;
    marked(cells, fill, sentence, canvas);
    Ok(())
}

fn arrow_or_outside(constraint: &Constraint, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let style = constraint.style();
    match constraint {
        Constraint::LittleKiller(clue) => {
            little_killer(clue, &constraint.cells(canvas.board), canvas)?;
        }
        Constraint::Outside(clue) if clue.values.iter().any(|value| *value > 9) => return Err(NoDrawing),
        Constraint::Arrow(it) if it.cells.len() > 1 => {
            arrow(&it.cells[..1], &it.cells, style.rule, canvas)?;
        }
        Constraint::PillArrow(it) => {
            let (pill, shaft) = it.cells.split_at(usize::from(it.pill));
            let is_near = |cell: &&Cell| touches(canvas.board, **cell, shaft[0]);
            let start = pill.iter().rev().find(is_near).or(pill.last()).ok_or(NoDrawing)?;
            arrow(pill, &[&[*start], shaft].concat(), style.rule, canvas)?;
        }
        Constraint::AverageArrow(it) if it.cells.len() > 1 => {
            arrow(&it.cells[..1], &it.cells, style.rule, canvas)?;
        }
        _ => {
            return match (style.figure, constraint.place()) {
                (Figure::Clue(_), Some(place)) if !style.rule.is_empty() => {
                    outside(place, constraint.label().replace(' ', ""), style.rule, canvas)
                }
                _ => mark_or_line(constraint, canvas),
            };
        }
    }
    Ok(())
}

/// Draws an arrow along cells, and the circle or pill in which it begins.
fn arrow(circle: &[Cell], cells: &[Cell], sentence: &str, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let points: Vec<_> = cells.iter().map(|cell| canvas.centre(*cell)).collect();
    canvas.push(
        "arrows",
        json!({ "wayPoints": points, "color": "#aaaf", "thickness": 3.2, "headLength": 0.35 }),
    );
    let (first, last) = (canvas.point(circle[0]), canvas.point(circle[circle.len() - 1]));
    let stretch = (last.0 - first.0, last.1 - first.1);
    if stretch.0 > 0.5 && stretch.1 > 0.5 {
        return Err(NoDrawing);
    }
    let look = Look { size: 0.82, rounded: true, border: Some("#aaaf"), stretch, ..Look::PLAIN };
    canvas.shape("underlays", ((first.0 + last.0) / 2.0, (first.1 + last.1) / 2.0), look);
    canvas.say(sentence);
    Ok(())
}

fn mark_or_line(constraint: &Constraint, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let (board, style) = (canvas.board, constraint.style());
    let is_sign = matches!(constraint, Constraint::GreaterThan(_));
    if !is_sign && !matches!(style.figure, Figure::Dot(_) | Figure::Letter(_)) {
        return line(constraint, canvas);
    }
    let (related, _) = constraint.related(board).ok_or(NoDrawing)?;
    for (one, two) in related.pairs() {
        let look = match style.figure {
            Figure::Dot(true) => circle(0.34, "#000000", constraint.label()),
            Figure::Dot(false) => circle(0.34, "#ffffff", constraint.label()),
            Figure::Letter(text) => letter(text),
            _ => letter(sign(canvas.point(one), canvas.point(two))),
        };
        canvas.shape("overlays", canvas.between(one, two), look);
    }
    if !style.rule.is_empty() {
        canvas.say(style.rule);
    }
    Ok(())
}

/// Returns the inequality sign that points from one centre to another.
fn sign(from: (f64, f64), to: (f64, f64)) -> &'static str {
    match (to.0 - from.0, to.1 - from.1) {
        (down, _) if down > 0.5 => "v",
        (down, _) if down < -0.5 => "^",
        (_, right) if right > 0.5 => ">",
        _ => "<",
    }
}

fn line(constraint: &Constraint, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let style = constraint.style();
    let look = style.look().filter(|_| !style.rule.is_empty()).ok_or(NoDrawing)?;
    // A sentence without a number is about lines with the usual one.
    let is_stated = style.rule.contains("{number}") || constraint.number() == style.usual;
    if !is_stated {
        return Err(NoDrawing);
    }
    let mut cells = constraint.path(canvas.board);
    if look.is_unordered {
        cells = path_of(canvas.board, &cells);
    }
    let number = constraint.number().map_or_else(String::new, |number| number.to_string());
    let colour = canvas.colour(&style.rule.replace("{number}", &number), look).ok_or(NoDrawing)?;
    canvas.line(&cells, colour, f64::from(look.width) / 100.0);
    let disc = |size: f64| Look { size, rounded: true, ..Look::PLAIN };
    match look.ends {
        LineEnds::Bulb | LineEnds::Ring | LineEnds::Start => {
            canvas.shape("underlays", canvas.point(cells[0]), Look { fill: colour, ..disc(0.8) });
        }
        LineEnds::Circles | LineEnds::Diamonds | LineEnds::Shaft => {
            for cell in [cells[0], cells[cells.len() - 1]] {
                canvas.shape("underlays", canvas.point(cell), Look { border: Some(colour), ..disc(0.8) });
            }
        }
        LineEnds::Plain | LineEnds::Middle => {}
    }
    Ok(())
}

/// Marks cells with circles or squares.
fn cells(cells: &[Cell], rounded: bool, canvas: &mut Canvas<'_>) {
    for cell in cells {
        let look = Look { size: 0.8, rounded, fill: "#00000033", ..Look::PLAIN };
        canvas.shape("underlays", canvas.point(*cell), look);
    }
}

/// Marks cells with squares of a colour.
fn marked(cells: &[Cell], fill: &'static str, sentence: &str, canvas: &mut Canvas<'_>) {
    for cell in cells {
        canvas.shape("underlays", canvas.point(*cell), Look { fill, ..Look::PLAIN });
    }
    canvas.say(sentence);
}

/// Draws a cage without a sum.
fn different(cells: &[Cell], canvas: &mut Canvas<'_>) {
    let cells = places(canvas.board, cells);
    canvas.push("cages", json!({ "cells": cells, "value": "", "unique": true }));
    canvas.say(rule_of("AllDifferent"));
}

fn circle(size: f64, fill: &'static str, text: String) -> Look {
    // Dark dots have white numbers.
    let ink = if fill == "#000000" { "#ffffff" } else { Look::PLAIN.ink };
    Look { size, rounded: true, fill, border: Some("#000000"), text, ink, ..Look::PLAIN }
}

fn letter(text: &str) -> Look {
    Look { size: 0.35, text: text.into(), ..Look::PLAIN }
}

/// Writes a clue next to the grid, or further out if another clue is there.
fn outside(
    place: LineEnd,
    clue: impl ToString,
    sentence: &'static str,
    canvas: &mut Canvas<'_>,
) -> Result<(), NoDrawing> {
    let (rows, cols) = (canvas.board.shape().rows() as f64, canvas.board.shape().cols() as f64);
    let ((down, right), step) = match (place.line, place.end) {
        (Line::Row(row), End::Start) => ((f64::from(row), -1.0), (0.0, -1.0)),
        (Line::Row(row), End::Finish) => ((f64::from(row), cols), (0.0, 1.0)),
        (Line::Col(col), End::Start) => ((-1.0, f64::from(col)), (-1.0, 0.0)),
        (Line::Col(col), End::Finish) => ((rows, f64::from(col)), (1.0, 0.0)),
    };
    let mut centre = (down + 0.5, right + 0.5);
    while canvas.has_overlay(centre) {
        centre = (centre.0 + step.0, centre.1 + step.1);
    }
    let ink = canvas.ink(sentence).ok_or(NoDrawing)?;
    let look = Look { fill: "#ffffff00", text: clue.to_string(), ink, ..Look::PLAIN };
    canvas.shape("overlays", centre, look);
    Ok(())
}

/// Draws a clue outside the grid with a short arrow along its diagonal. Two clues in one cell are
/// smaller, and each is on the side to which its arrow points.
fn little_killer(clue: &LittleKiller, cells: &[Cell], canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let ((row, col), step) = diagonals::clue_of(canvas.board, cells).ok_or(NoDrawing)?;
    let centre = (f64::from(row) + 0.5, f64::from(col) + 0.5);
    let at = |share: f64| [centre.0 + share * f64::from(step.0), centre.1 + share * f64::from(step.1)];
    canvas.push(
        "arrows",
        json!({ "wayPoints": [at(0.234), at(0.432)], "color": "#000000", "thickness": 2.56, "headLength": 0.18 }),
    );
    let is_shared = canvas.diagonals.iter().filter(|start| **start == (row, col)).count() > 1;
    let (size, share) = if is_shared { (0.45, 0.25) } else { (1.0, 0.0) };
    // The clue moves along its side of the grid.
    let is_above = row < 0 || row >= canvas.board.shape().rows() as i32;
    let centre = match is_above {
        true => (centre.0, at(share)[1]),
        false => (at(share)[0], centre.1),
    };
    let look = Look { size, fill: "#ffffff00", text: clue.sum.to_string(), ..Look::PLAIN };
    canvas.shape("overlays", centre, look);
    canvas.say(rule_of("LittleKiller"));
    Ok(())
}
