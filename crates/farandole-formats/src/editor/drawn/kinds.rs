//! The drawing of each kind of constraint, and the sentence that names it.

use super::canvas::{Canvas, Look, places};
use crate::editor::diagonals;
use crate::editor::line_style::{self, BULB, LINE};
use crate::editor::lines::{path_of, touches};
use farandole_puzzle::Cell;
use farandole_puzzle::Diagonal;
use farandole_puzzle::board::{Board, End, Line, LineEnd};
use farandole_puzzle::constraint::{Along, Constraint, Ends, LittleKiller, Operation};
use serde_json::json;

/// Error: the constraint has no drawing that the reader recognizes.
pub(super) struct NoDrawing;

/// Draws a constraint.
pub(super) fn draw(constraint: &Constraint, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let board = canvas.board;
    if constraint.cells(board).iter().any(|cell| board.place(*cell).is_none()) {
        return Err(NoDrawing);
    }
    match constraint {
        // The format stores these as data.
        Constraint::Given(given) if given.mask.count_ones() == 1 => {}
        Constraint::NoBoxes(_) => {}
        Constraint::Jigsaw(_) if board.boxes().is_empty() => {}
        Constraint::RegionSize(_) if board.region_size() == board.shape().longer_side() => {}
        Constraint::AntiKnight(_) => global("antiknight", "Anti-knight rules apply.", canvas),
        Constraint::AntiKing(_) => global("antiking", "Anti-king rules apply.", canvas),
        Constraint::DisjointSets(_) if !board.boxes().is_empty() => {
            global("disjoint", "Disjoint groups apply.", canvas);
        }
        Constraint::AntiConsecutive(_) => {
            global("nonconsecutive", "Nonconsecutive rules apply.", canvas);
        }
        Constraint::Diagonal(_) if canvas.both_diagonals => {
            canvas.say("Digits do not repeat on both main diagonals.");
        }
        Constraint::Diagonal(it) if it.diagonal == Diagonal::Main => {
            canvas.say("Digits do not repeat on the falling diagonal.");
        }
        Constraint::Diagonal(_) => canvas.say("Digits do not repeat on the rising diagonal."),
        Constraint::GlobalMod(_) => canvas.say("Global modulo rules apply."),
        Constraint::DutchFlatmates(_) => canvas.say("Dutch flatmates rules apply."),
        Constraint::StrictXV(_) => global("antixv", "All Xs and Vs are given.", canvas),
        Constraint::StrictKropki(_) => {
            canvas.say("Digits separated by a white dot are consecutive.");
            canvas.say("Digits separated by a black dot are in a 1:2 ratio.");
            canvas.say_last("All dots are given.");
        }
        Constraint::StrictConsecutive(_) => {
            canvas.say("Digits separated by a white dot are consecutive.");
            canvas.say_last("All white dots are given.");
        }
        Constraint::GlobalEntropy(_) => canvas.say("Global entropy rules apply."),
        _ => return cells_or_clue(constraint, canvas),
    }
    Ok(())
}

/// Draws cages, marked cells and clues outside the grid.
fn cells_or_clue(constraint: &Constraint, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let board = canvas.board;
    match constraint {
        Constraint::AllDifferent(it) => different(&it.cells, canvas),
        // Jigsaw pieces in addition to boxes are extra regions.
        Constraint::Windoku(_) | Constraint::Jigsaw(_) => {
            constraint.houses(board).iter().for_each(|cells| different(cells, canvas));
        }
        Constraint::Maximum(it) => marked(&[it.cell], "#66aaffff", "A blue square marks a maximum.", canvas),
        Constraint::Minimum(it) => {
            marked(&[it.cell], "#ffa600ff", "An orange square marks a minimum.", canvas)
        }
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
            canvas.say("A digit in a white circle is how many circles contain this digit.");
        }
        Constraint::Quad(quad) => {
            let (down, right) = canvas.point(quad.top_left);
            let text: Vec<String> = quad.values.iter().map(ToString::to_string).collect();
            if quad.values.iter().any(|value| *value > 9) {
                return Err(NoDrawing);
            }
            let look = circle(0.7, "#ffffff", text.join(" "));
            canvas.shape("overlays", (down + 0.5, right + 0.5), look);
            canvas.say("Digits in a quadruple circle are in the four surrounding cells.");
        }
        Constraint::Odd(odd) => {
            cells(&odd.cells, true, canvas);
            canvas.say("Cells with a grey circle contain odd digits.");
        }
        Constraint::Even(even) => {
            cells(&even.cells, false, canvas);
            canvas.say("Cells with a grey square contain even digits.");
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
                canvas.say("Digits in a cage sum to the number in its corner and do not repeat in the cage.");
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
    match constraint {
        Constraint::LittleKiller(clue) => {
            little_killer(clue, &constraint.cells(canvas.board), canvas)?;
        }
        Constraint::Sandwich(clue) => {
            let place = LineEnd { line: clue.line, end: End::Start };
            return outside(place, clue.sum, "Clues outside the grid are sandwich sums.", canvas);
        }
        Constraint::XSum(clue) => {
            return outside(clue.place, clue.clue, "Clues outside the grid are X-sums.", canvas);
        }
        Constraint::Skyscraper(clue) => {
            return outside(clue.place, clue.clue, "Clues outside the grid count skyscrapers.", canvas);
        }
        Constraint::NumberedRoom(clue) => {
            return outside(clue.place, clue.clue, "Clues outside the grid are numbered rooms.", canvas);
        }
        Constraint::FrameSum(clue) => {
            return outside(clue.place, clue.sum, "Frame sums are outside the grid.", canvas);
        }
        Constraint::Outside(clue) => {
            if clue.values.iter().any(|value| *value > 9) {
                return Err(NoDrawing);
            }
            let text: String = clue.values.iter().map(ToString::to_string).collect();
            return outside(clue.place, text, "Outside clues are among the nearest digits.", canvas);
        }
        Constraint::Arrow(it) if it.cells.len() > 1 => {
            arrow(&it.cells[..1], &it.cells, ARROW, canvas)?;
        }
        Constraint::PillArrow(it) => {
            let (pill, shaft) = it.cells.split_at(usize::from(it.pill));
            let is_near = |cell: &&Cell| touches(canvas.board, **cell, shaft[0]);
            let start = pill.iter().rev().find(is_near).or(pill.last()).ok_or(NoDrawing)?;
            arrow(pill, &[&[*start], shaft].concat(), ARROW, canvas)?;
        }
        Constraint::AverageArrow(it) if it.cells.len() > 1 => {
            let sentence = "Average arrows: the circle is the average of the digits on its arrow.";
            arrow(&it.cells[..1], &it.cells, sentence, canvas)?;
        }
        _ => return mark_or_line(constraint, canvas),
    }
    Ok(())
}

const ARROW: &str = "Digits along an arrow sum to the digit in its circle.";

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
    let board = canvas.board;
    let (pairs, look, sentence): (_, fn() -> Look, _) = match constraint {
        Constraint::WhiteDot(dot) => (
            dot.pairs(board),
            || circle(0.34, "#ffffff", String::new()),
            "Digits separated by a white dot are consecutive.",
        ),
        Constraint::BlackDot(dot) => (
            dot.pairs(board),
            || circle(0.34, "#000000", String::new()),
            "Digits separated by a black dot are in a 1:2 ratio.",
        ),
        Constraint::X(mark) => (mark.pairs(board), || letter("X"), "Digits separated by an X sum to 10."),
        Constraint::V(mark) => (mark.pairs(board), || letter("V"), "Digits separated by a V sum to 5."),
        Constraint::GreaterThan(sign) => {
            for (one, two) in sign.pairs(board) {
                let (from, to) = (canvas.point(one), canvas.point(two));
                let text = match (to.0 - from.0, to.1 - from.1) {
                    (down, _) if down > 0.5 => "v",
                    (down, _) if down < -0.5 => "^",
                    (_, right) if right > 0.5 => ">",
                    _ => "<",
                };
                canvas.shape("overlays", canvas.between(one, two), letter(text));
            }
            canvas.say("Inequality signs point to the smaller digit.");
            return Ok(());
        }
        Constraint::Difference(dot) => {
            numbered_dots(dot.pairs(board), dot.difference, "#ffffff", canvas);
            return Ok(());
        }
        Constraint::Ratio(dot) => {
            numbered_dots(dot.pairs(board), dot.ratio, "#000000", canvas);
            return Ok(());
        }
        _ => return line(constraint, canvas),
    };
    for (one, two) in pairs {
        canvas.shape("overlays", canvas.between(one, two), look());
    }
    canvas.say(sentence);
    Ok(())
}

/// Draws dots with a number.
fn numbered_dots(pairs: Vec<(Cell, Cell)>, number: u8, fill: &'static str, canvas: &mut Canvas<'_>) {
    for (one, two) in pairs {
        canvas.shape("overlays", canvas.between(one, two), circle(0.34, fill, number.to_string()));
    }
}

/// Returns the cells of a line in the order in which they are drawn, and a sentence with `{colour}`.
fn line_look(constraint: &Constraint, board: &Board) -> Option<(Vec<Cell>, String)> {
    let (cells, sentence) = match constraint {
        Constraint::Thermo(it) => (&it.cells, "Digits on a {colour} thermometer increase from the bulb."),
        Constraint::SlowThermo(it) => {
            (&it.cells, "Digits on a {colour} slow thermometer stay the same or increase from the bulb.")
        }
        Constraint::Renban(it) => {
            let sentence = "Digits on a {colour} renban line form a set of consecutive digits in any order.";
            return Some((path_of(board, &it.cells), sentence.into()));
        }
        Constraint::Nabner(it) => {
            return Some((path_of(board, &it.cells), "A {colour} line is a nabner line.".into()));
        }
        Constraint::Palindrome(it) => (&it.cells, "A {colour} line is a palindrome."),
        Constraint::Sequence(it) => (&it.cells, "A {colour} line is a sequence line."),
        Constraint::SameDifference(it) => (&it.cells, "A {colour} line is a same difference line."),
        Constraint::Entropic(it) => (&it.cells, "A {colour} line is an entropic line."),
        Constraint::Modular(it) if it.modulus == 3 => (
            &it.cells,
            "A {colour} line is a modular line: digits modulo 3 differ in any three cells in a row.",
        ),
        Constraint::ParityLine(it) => (&it.cells, "A {colour} line is a parity line."),
        Constraint::Between(it) => (&it.cells, "A {colour} line is a between line."),
        Constraint::CountedDifferences(it) => {
            let sentence =
                "A difference of neighbours on a {colour} line is how many pairs on it have that difference.";
            (&it.cells, sentence)
        }
        Constraint::RegionSumLine(it) => {
            (&it.cells, "A {colour} line is a region sum line: its digits have the same sum in each box.")
        }
        Constraint::Zipper(it) => (&it.cells, "A {colour} line is a zipper line."),
        Constraint::DoubleArrow(it) => (&it.cells, "A {colour} line is a double arrow."),
        _ => return numbered_line_look(constraint),
    };
    Some((cells.clone(), sentence.into()))
}

/// Returns the cells and the sentence of a line with a number.
fn numbered_line_look(constraint: &Constraint) -> Option<(Vec<Cell>, String)> {
    Some(match constraint {
        Constraint::Whisper(it) => {
            let sentence =
                format!("Adjacent digits on a {{colour}} whisper line differ by at least {}.", it.difference);
            (it.cells.clone(), sentence)
        }
        Constraint::Lockout(it) => (
            it.cells.clone(),
            format!("The ends of a {{colour}} lockout line differ by at least {}.", it.difference),
        ),
        Constraint::SumLine(it) => {
            let mut cells = it.cells.clone();
            // A ring ends where it begins.
            cells.extend(it.cells.first().filter(|_| it.ends == Ends::Ring).copied());
            (cells, format!("Each {{colour}} line can be divided into segments that each sum to {}.", it.sum))
        }
        _ => return None,
    })
}

fn line(constraint: &Constraint, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let (cells, sentence) = line_look(constraint, canvas.board).ok_or(NoDrawing)?;
    let style = line_style::of_kind(constraint.name()).ok_or(NoDrawing)?;
    let colour = canvas.colour(&sentence, style).ok_or(NoDrawing)?;
    canvas.line(&cells, colour, style.width);
    let look = Look { size: 0.8, rounded: true, fill: colour, ..Look::PLAIN };
    if style.width == BULB {
        canvas.shape("underlays", canvas.point(cells[0]), look);
    } else if style.width < LINE {
        for cell in [cells[0], cells[cells.len() - 1]] {
            let look = Look { border: Some(colour), fill: "#ffffff", text: String::new(), ..look };
            canvas.shape("underlays", canvas.point(cell), look);
        }
    }
    Ok(())
}

fn global(name: &str, sentence: &str, canvas: &mut Canvas<'_>) {
    canvas.push("global", json!(name));
    canvas.say(sentence);
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
    canvas.say("Digits do not repeat in a cage.");
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
    canvas.say("Little killer clues outside the grid show the sums of their diagonals.");
    Ok(())
}
