//! Draws each kind of constraint: by its figure, or by a function if it has a figure of its own.

use super::pen::Pen;
use super::{arrows, cages, cells, lines, marks, outside};
use crate::scene::{Item, Role, Shape};
use farandole_puzzle::constraint::{Constraint, Figure};

/// The part of a constraint that a picture shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// The kind is drawn with the grid, or restricts no values. No sentence is needed.
    WithGrid,
    /// The picture shows all data of the constraint. A sentence must state the meaning of the kind.
    Fully,
    /// The picture shows the cells of the constraint. A sentence must state its meaning with its number.
    Cells,
    /// The constraint must also be written next to the picture.
    Partly,
}

/// Draws a constraint, with the name of its lines.
pub(super) fn draw(constraint: &Constraint, pen: &mut Pen<'_>) -> Shown {
    let (below, above) = (pen.below.len(), pen.above.len());
    let shown = draw_figure(constraint, pen);
    let is_named = pen.above[above..].iter().any(
        |item| matches!(item, Item::Text { text, .. } if text.contains(|it: char| it.is_ascii_alphabetic())),
    );
    let start = pen.below[below..].iter().find_map(|item| match item {
        Item::Shape { shape: Shape::Path(points), role: Role::Path(_) } => points.first().copied(),
        _ => None,
    });
    if let Some(start) = start.filter(|_| !is_named) {
        let title = constraint.style().title;
        let name = |number| format!("{title} {number}");
        pen.line_name(start, constraint.number().map_or_else(|| title.to_owned(), name));
    }
    shown
}

/// Draws the figure of a constraint.
fn draw_figure(constraint: &Constraint, pen: &mut Pen<'_>) -> Shown {
    let (style, label) = (constraint.style(), constraint.label());
    let pairs =
        |pen: &Pen<'_>| constraint.related(pen.board).map_or_else(Vec::new, |(related, _)| related.pairs());
    match style.figure {
        Figure::Grid => return Shown::WithGrid,
        Figure::Words => return Shown::Partly,
        Figure::Line(look) => {
            lines::line(&constraint.path(pen.board), look, &label, pen);
            if style.number.is_some() || constraint.number().is_some() {
                return Shown::Cells;
            }
        }
        Figure::Cage => cages::cage(&constraint.cells(pen.board), &label, pen),
        Figure::Clue(name) => {
            if let Some(place) = constraint.place() {
                pen.clue(place, label, name);
            }
        }
        Figure::Letter(letter) => marks::signs(&pairs(pen), letter, pen),
        Figure::Dot(is_full) => {
            let role = if is_full { Role::FullDot } else { Role::Dot };
            marks::dots(&pairs(pen), role, &label, pen);
        }
        Figure::Own => draw_own(constraint, pen),
    }
    // Only 26 letters are available for marking cells.
    let lacks_letters = matches!(constraint, Constraint::Isomorphic(it) if it.pairs.len() > 26);
    if style.is_partial || lacks_letters { Shown::Partly } else { Shown::Fully }
}

/// Draws a constraint whose kind has a figure of its own.
fn draw_own(constraint: &Constraint, pen: &mut Pen<'_>) {
    match constraint {
        Constraint::Holes(it) => cells::holes(it, pen),
        Constraint::Windoku(it) => cells::windows(it, pen),
        Constraint::Diagonal(it) => cells::diagonal(it, pen),
        Constraint::Odd(it) => cells::odd(&it.cells, pen),
        Constraint::Even(it) => cells::even(&it.cells, pen),
        Constraint::Minimum(it) => cells::extreme(it.cell, 1.0, pen),
        Constraint::Maximum(it) => cells::extreme(it.cell, -1.0, pen),
        Constraint::HighCells(it) => cells::circles(&it.cells, pen),
        Constraint::CountingCircles(it) => cells::circles(&it.cells, pen),
        Constraint::Indexing(it) => cells::indexing(it, pen),
        Constraint::BoxIndexing(it) => cells::box_indexing(&it.cells, pen),
        Constraint::ChaosArrow(it) => arrows::chaos(it, pen),
        Constraint::ChaosCount(it) => cells::count(it.control, it.offset, pen),
        Constraint::Arrow(it) => arrows::arrow(&it.cells, pen),
        Constraint::AverageArrow(it) => {
            arrows::arrow(&it.cells, pen);
            pen.tag(&it.cells[..1], "avg");
        }
        Constraint::PillArrow(it) => arrows::pill(usize::from(it.pill), &it.cells, pen),
        Constraint::ValueIndexing(it) => arrows::indexing(&it.cells, pen),
        Constraint::AllDifferent(it) => pen.shade(&it.cells, Role::Extra),
        Constraint::Sum(it) => cages::sum(it, pen),
        Constraint::DoubledSum(it) => cages::sum(&it.plain(), pen),
        Constraint::NegatedSum(it) => cages::sum(&it.plain(), pen),
        Constraint::ContainAtLeast(_) | Constraint::ContainExact(_) => {
            cages::holding(&constraint.cells(pen.board), &constraint.label(), pen);
        }
        Constraint::SameValues(it) => cages::sets(&it.sets, "same", pen),
        Constraint::EqualSum(it) => cages::sets(&it.sets, "sum", pen),
        Constraint::Clones(it) => cages::clones(it, pen),
        Constraint::Isomorphic(it) => cages::renamed(&it.pairs, pen),
        Constraint::CountDistinct(it) => cages::count_distinct(&it.cells, pen),
        Constraint::Condition(it) if it.rule.is_empty() => pen.shade(&it.expression.cells(), Role::Extra),
        Constraint::Condition(it) => it.lists.iter().for_each(|(_, cells)| pen.shade(cells, Role::Extra)),
        Constraint::Vudoku(it) => lines::vudoku(&it.cells, pen),
        Constraint::Nfa(it) => lines::automaton(it, pen),
        Constraint::GreaterThan(it) => marks::greater(&it.pairs(pen.board), pen),
        Constraint::Quad(it) => marks::quad(it, pen),
        Constraint::Battenburg(it) => marks::battenburg(it.top_left, pen),
        Constraint::Mathrax(it) => marks::mathrax(it.top_left, &constraint.label(), pen),
        Constraint::LittleKiller(_) => outside::diagonal(constraint, pen),
        _ => {}
    }
}
