//! The drawing of each kind of constraint, and the sentence that names it.

use super::canvas::{Canvas, Look, places};
use crate::editor::diagonals;
use farandole_puzzle::Cell;
use farandole_puzzle::Diagonal;
use farandole_puzzle::board::{End, Line, LineEnd};
use farandole_puzzle::constraint::{Along, Constraint, Ends, Operation};
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
            little_killer(clue.sum, &constraint.cells(canvas.board), canvas)?;
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
        Constraint::Arrow(it) if it.cells.len() > 1 => {
            arrow(&it.cells, "Digits along an arrow sum to the digit in its circle.", canvas);
        }
        Constraint::AverageArrow(it) if it.cells.len() > 1 => {
            arrow(&it.cells, "Average arrows: the circle is the average of the digits on its arrow.", canvas);
        }
        _ => return mark_or_line(constraint, canvas),
    }
    Ok(())
}

fn arrow(cells: &[Cell], sentence: &str, canvas: &mut Canvas<'_>) {
    let points: Vec<_> = cells.iter().map(|cell| canvas.centre(*cell)).collect();
    canvas.push(
        "arrows",
        json!({ "wayPoints": points, "color": "#aaaf", "thickness": 3.2, "headLength": 0.35 }),
    );
    let look = Look { border: Some("#aaaf"), ..circle(0.82, "#ffffff", String::new()) };
    canvas.shape("underlays", canvas.point(cells[0]), look);
    canvas.say(sentence);
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

/// Width of most lines.
const LINE: f64 = 0.15;
/// Width of the lines of thermometers.
const BULB: f64 = 0.3;
/// Width of lines with circles at their ends.
const THIN: f64 = 0.1;

/// The appearance of a line: its cells, the usual colour, the width, and a sentence with
/// `{colour}`.
type LineLook = (Vec<Cell>, &'static str, f64, String);

/// Returns the appearance of a line on which digits are compared.
fn line_look(constraint: &Constraint) -> Option<LineLook> {
    let (cells, usual, width, sentence) = match constraint {
        Constraint::Thermo(it) => {
            (&it.cells, "grey", BULB, "Digits on a {colour} thermometer increase from the bulb.")
        }
        Constraint::SlowThermo(it) => {
            let sentence = "Digits on a {colour} slow thermometer stay the same or increase from the bulb.";
            (&it.cells, "grey", BULB, sentence)
        }
        Constraint::Renban(it) => {
            let sentence = "Digits on a {colour} renban line form a set of consecutive digits in any order.";
            (&it.cells, "purple", LINE, sentence)
        }
        Constraint::Palindrome(it) => (&it.cells, "grey", LINE, "A {colour} line is a palindrome."),
        Constraint::Sequence(it) => (&it.cells, "grey", LINE, "A {colour} line is a sequence line."),
        Constraint::SameDifference(it) => {
            (&it.cells, "yellow", LINE, "A {colour} line is a same difference line.")
        }
        Constraint::Entropic(it) => (&it.cells, "orange", LINE, "A {colour} line is an entropic line."),
        Constraint::Modular(it) if it.modulus == 3 => {
            (&it.cells, "blue", LINE, "A {colour} line is a modular line.")
        }
        Constraint::ParityLine(it) => (&it.cells, "red", LINE, "A {colour} line is a parity line."),
        Constraint::Nabner(it) => (&it.cells, "yellow", LINE, "A {colour} line is a nabner line."),
        Constraint::Between(it) => (&it.cells, "grey", THIN, "A {colour} line is a between line."),
        Constraint::CountedDifferences(it) => {
            let sentence =
                "A difference of neighbours on a {colour} line is how many pairs on it have that difference.";
            (&it.cells, "red", LINE, sentence)
        }
        _ => return None,
    };
    Some((cells.clone(), usual, width, sentence.into()))
}

/// Returns the appearance of a line with a sum or a number.
fn numbered_line_look(constraint: &Constraint) -> Option<LineLook> {
    Some(match constraint {
        Constraint::Whisper(it) => {
            let sentence =
                format!("Adjacent digits on a {{colour}} whisper line differ by at least {}.", it.difference);
            (it.cells.clone(), "green", LINE, sentence)
        }
        Constraint::RegionSumLine(it) => {
            let sentence = "A {colour} line is a region sum line: its digits have the same sum in each box.";
            (it.cells.clone(), "blue", LINE, sentence.into())
        }
        Constraint::Zipper(it) => {
            (it.cells.clone(), "purple", LINE, "A {colour} line is a zipper line.".into())
        }
        Constraint::Lockout(it) => {
            let sentence =
                format!("The ends of a {{colour}} lockout line differ by at least {}.", it.difference);
            (it.cells.clone(), "blue", THIN, sentence)
        }
        Constraint::DoubleArrow(it) => {
            (it.cells.clone(), "grey", THIN / 2.0, "A {colour} line is a double arrow.".into())
        }
        Constraint::SumLine(it) => {
            let mut cells = it.cells.clone();
            // A ring ends where it begins.
            cells.extend(it.cells.first().filter(|_| it.ends == Ends::Ring).copied());
            let sentence =
                format!("Each {{colour}} line can be divided into segments that each sum to {}.", it.sum);
            (cells, "orange", LINE, sentence)
        }
        _ => return None,
    })
}

fn line(constraint: &Constraint, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let look = line_look(constraint).or_else(|| numbered_line_look(constraint));
    let (cells, usual, width, sentence) = look.ok_or(NoDrawing)?;
    let colour = canvas.colour(&sentence, usual).ok_or(NoDrawing)?;
    canvas.line(&cells, colour, width);
    if width == BULB {
        let look = Look { border: None, ..circle(0.8, colour, String::new()) };
        canvas.shape("underlays", canvas.point(cells[0]), look);
    } else if width < LINE {
        for cell in [cells[0], cells[cells.len() - 1]] {
            let look = Look { border: Some(colour), ..circle(0.8, "#ffffff", String::new()) };
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
        let look = Look { size: 0.8, rounded, fill: "#00000033", border: None, text: String::new() };
        canvas.shape("underlays", canvas.point(*cell), look);
    }
}

/// Marks cells with squares of a colour.
fn marked(cells: &[Cell], fill: &'static str, sentence: &str, canvas: &mut Canvas<'_>) {
    for cell in cells {
        let look = Look { size: 1.0, rounded: false, fill, border: None, text: String::new() };
        canvas.shape("underlays", canvas.point(*cell), look);
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
    Look { size, rounded: true, fill, border: Some("#000000"), text }
}

fn letter(text: &str) -> Look {
    Look { size: 0.35, rounded: false, fill: "#ffffff", border: None, text: text.into() }
}

/// Writes a number next to the grid.
fn outside(place: LineEnd, clue: u32, sentence: &str, canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let (rows, cols) = (canvas.board.shape().rows() as f64, canvas.board.shape().cols() as f64);
    let (down, right) = match (place.line, place.end) {
        (Line::Row(row), End::Start) => (f64::from(row), -1.0),
        (Line::Row(row), End::Finish) => (f64::from(row), cols),
        (Line::Col(col), End::Start) => (-1.0, f64::from(col)),
        (Line::Col(col), End::Finish) => (rows, f64::from(col)),
    };
    number(clue, (down + 0.5, right + 0.5), canvas)?;
    canvas.say(sentence);
    Ok(())
}

/// Writes a number outside the grid. Fails if there is already a number at this position.
fn number(clue: u32, centre: (f64, f64), canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    if canvas.has_overlay(centre) {
        return Err(NoDrawing);
    }
    let look = Look { size: 1.0, rounded: false, fill: "#ffffff00", border: None, text: clue.to_string() };
    canvas.shape("overlays", centre, look);
    Ok(())
}

/// Draws a clue outside the grid with a short arrow along its diagonal.
fn little_killer(sum: u32, cells: &[Cell], canvas: &mut Canvas<'_>) -> Result<(), NoDrawing> {
    let ((row, col), step) = diagonals::clue_of(canvas.board, cells).ok_or(NoDrawing)?;
    let centre = (f64::from(row) + 0.5, f64::from(col) + 0.5);
    number(sum, centre, canvas)?;
    let at = |share: f64| [centre.0 + share * f64::from(step.0), centre.1 + share * f64::from(step.1)];
    canvas.push(
        "arrows",
        json!({ "wayPoints": [at(0.234), at(0.432)], "color": "#000000", "thickness": 2.56, "headLength": 0.18 }),
    );
    canvas.say("Little killer clues outside the grid show the sums of their diagonals.");
    Ok(())
}
