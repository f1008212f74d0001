//! Dispatches each kind of constraint to the function that draws it.

use super::pen::Pen;
use super::{arrows, cages, cells, lines, marks, outside};
use crate::scene::{Hue, Item, Role, Shape};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;

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
    let shown = draw_shapes(constraint, pen);
    let is_named = pen.above[above..].iter().any(
        |item| matches!(item, Item::Text { text, .. } if text.contains(|it: char| it.is_ascii_alphabetic())),
    );
    let start = pen.below[below..].iter().find_map(|item| match item {
        Item::Shape { shape: Shape::Path(points), role: Role::Path(_) } => points.first().copied(),
        _ => None,
    });
    if let Some(start) = start.filter(|_| !is_named) {
        let meaning = constraint.about().meaning();
        let name = meaning.split(':').next().unwrap_or_default();
        let text = iss::write_constraint(pen.board, constraint);
        let number = text.split('~').nth(1).filter(|it| it.bytes().all(|it| it.is_ascii_digit()));
        pen.line_name(start, number.map_or_else(|| name.to_owned(), |number| format!("{name} {number}")));
    }
    shown
}

/// Draws the shapes and texts of a constraint.
// long: one arm for each kind, so that the compiler names a kind without a family
fn draw_shapes(constraint: &Constraint, pen: &mut Pen<'_>) -> Shown {
    let hue = Hue::of_line(constraint.name());
    match constraint {
        // Digits and the borders of regions are drawn with the grid.
        Constraint::Given(_) | Constraint::NoBoxes(_) | Constraint::Jigsaw(_) => return Shown::WithGrid,
        // Hints for searches have no effect on solutions.
        Constraint::SearchPriority(_) => return Shown::WithGrid,
        Constraint::RegionSize(_)
        | Constraint::DisjointSets(_)
        | Constraint::AntiKnight(_)
        | Constraint::AntiKing(_)
        | Constraint::AntiTaxicab(_)
        | Constraint::RegionSameValues(_)
        | Constraint::Doppelganger(_)
        | Constraint::ChaosConstruction(_)
        | Constraint::ConnectedValues(_)
        | Constraint::AntiConsecutive(_)
        | Constraint::GlobalEntropy(_)
        | Constraint::GlobalMod(_)
        | Constraint::DutchFlatmates(_)
        | Constraint::StrictKropki(_)
        | Constraint::StrictXV(_)
        | Constraint::StrictConsecutive(_)
        | Constraint::FullRankTies(_)
        | Constraint::Leaper(_)
        | Constraint::Taxicab(_)
        | Constraint::Knightmare(_)
        | Constraint::Doublers(_)
        | Constraint::Schroedinger(_)
        | Constraint::Negators(_)
        | Constraint::DiagonalNonconsecutive(_)
        | Constraint::YinYang(_)
        | Constraint::StarBattle(_)
        | Constraint::StrictPairRule(_)
        | Constraint::Not(_)
        | Constraint::Snake(_)
        | Constraint::Loop(_)
        | Constraint::ConnectedSegments(_)
        | Constraint::DrawnLoop(_)
        | Constraint::DrawnPath(_)
        | Constraint::AnyOf(_) => return Shown::Partly,
        Constraint::Holes(it) => cells::holes(it, pen),
        Constraint::Windoku(it) => cells::windows(it, pen),
        Constraint::Diagonal(it) => cells::diagonal(it, pen),
        Constraint::Odd(it) => cells::odd(&it.cells, pen),
        Constraint::Even(it) => cells::even(&it.cells, pen),
        Constraint::Minimum(it) => cells::extreme(it.cell, 1.0, pen),
        Constraint::Maximum(it) => cells::extreme(it.cell, -1.0, pen),
        Constraint::HighCells(it) => {
            cells::circles(&it.cells, pen);
            // The picture does not show the threshold for the values.
            return Shown::Partly;
        }
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
        Constraint::DoubleArrow(it) => arrows::double(&it.cells, pen),
        Constraint::PillArrow(it) => arrows::pill(usize::from(it.pill), &it.cells, pen),
        Constraint::ValueIndexing(it) => arrows::indexing(&it.cells, pen),
        Constraint::AllDifferent(it) => pen.shade(&it.cells, Role::Extra),
        Constraint::Cage(it) => {
            cages::cage(&it.cells, &it.sum.map_or_else(String::new, |sum| sum.to_string()), pen)
        }
        Constraint::CageOfSums(it) => cages::cage(&it.cells, &cages::joined(&it.sums, "/"), pen),
        Constraint::CalcCage(it) => {
            cages::cage(&it.cells, &format!("{}{}", it.result, it.operation.sign()), pen);
        }
        Constraint::RellikCage(it) => cages::cage(&it.cells, &format!("no {}", it.sum), pen),
        Constraint::EqualityCage(it) => cages::cage(&it.cells, "=", pen),
        Constraint::Lunchbox(it) => cages::cage(&it.cells, &format!("[{}]", it.sum), pen),
        Constraint::DigitalRoot(it) => cages::cage(&it.cells, &format!("root {}", it.root), pen),
        Constraint::Sum(it) => cages::sum(it, pen),
        Constraint::DoubledSum(it) => {
            cages::sum(&it.plain(), pen);
            // The picture does not show that doublers count twice.
            return Shown::Partly;
        }
        Constraint::NegatedSum(it) => {
            cages::sum(&it.plain(), pen);
            // The picture does not show that negators count negatively.
            return Shown::Partly;
        }
        Constraint::ContainAtLeast(it) => cages::holding(&it.cells, &cages::joined(&it.values, " "), pen),
        Constraint::ContainExact(it) => {
            cages::holding(&it.cells, &format!("= {}", cages::joined(&it.values, " ")), pen)
        }
        Constraint::LookAndSay(it) => cages::look_and_say(it, pen),
        Constraint::SameValues(it) => cages::sets(&it.sets, "same", pen),
        Constraint::EqualSum(it) => cages::sets(&it.sets, "sum", pen),
        Constraint::Clones(it) => cages::clones(it, pen),
        Constraint::Isomorphic(it) => {
            cages::renamed(&it.pairs, pen);
            // Only 26 letters are available for marking cells.
            return if it.pairs.len() <= 26 { Shown::Fully } else { Shown::Partly };
        }
        Constraint::CountDistinct(it) => cages::count_distinct(&it.cells, pen),
        Constraint::Thermo(it) => lines::thermo(&it.cells, Role::Bulb, pen),
        Constraint::SlowThermo(it) => lines::thermo(&it.cells, Role::Ring, pen),
        Constraint::Whisper(it) => {
            lines::numbered(&it.cells, hue, usual(it.difference, 5, ">="), pen);
            return Shown::Cells;
        }
        Constraint::Renban(it) => lines::traced(&it.cells, hue, "", pen),
        Constraint::Nabner(it) => lines::traced(&it.cells, hue, "nabner", pen),
        Constraint::Modular(it) => {
            lines::numbered(&it.cells, hue, format!("mod {}", it.modulus), pen);
            return Shown::Cells;
        }
        Constraint::Entropic(it) => lines::numbered(&it.cells, hue, "entropic".into(), pen),
        Constraint::RegionSumLine(it) => lines::numbered(&it.cells, hue, String::new(), pen),
        Constraint::Palindrome(it) => lines::numbered(&it.cells, hue, String::new(), pen),
        Constraint::Zipper(it) => lines::zipper(&it.cells, hue, pen),
        Constraint::SumLine(it) => {
            lines::sum_line(it, hue, pen);
            return Shown::Cells;
        }
        Constraint::ParityLine(it) => lines::numbered(&it.cells, hue, "parity".into(), pen),
        Constraint::Sequence(it) => lines::numbered(&it.cells, hue, "sequence".into(), pen),
        Constraint::SameDifference(it) => lines::numbered(&it.cells, hue, "same step".into(), pen),
        Constraint::CountedDifferences(it) => lines::numbered(&it.cells, hue, "counted steps".into(), pen),
        Constraint::PairRule(it) => {
            lines::numbered(&it.cells, Hue::Brown, it.expression.letters_text(), pen);
        }
        Constraint::LineRule(it) => {
            lines::numbered(&it.cells, Hue::Brown, it.expression.letters_text(), pen);
        }
        Constraint::Condition(it) => {
            pen.shade(&it.expression.cells(), Role::Extra);
            // The picture shows only the cells of the condition.
            return Shown::Partly;
        }
        Constraint::Vudoku(it) => lines::vudoku(&it.cells, pen),
        Constraint::Between(it) => lines::between(&it.cells, hue, pen),
        Constraint::Lockout(it) => {
            lines::lockout(&it.cells, hue, usual(it.difference, 4, ">="), pen);
            return Shown::Cells;
        }
        Constraint::Pair(it) => lines::numbered(&it.cells, Hue::Brown, it.name.clone(), pen),
        Constraint::PairX(it) => lines::traced(&it.cells, Hue::Brown, &it.name, pen),
        Constraint::Nfa(it) => lines::automaton(it, pen),
        Constraint::Regex(it) => lines::numbered(&it.cells, Hue::Pink, it.pattern.text().to_owned(), pen),
        Constraint::WhiteDot(it) => marks::dots(&it.pairs(pen.board), Role::Dot, "", pen),
        Constraint::BlackDot(it) => marks::dots(&it.pairs(pen.board), Role::FullDot, "", pen),
        Constraint::Difference(it) => {
            marks::dots(&it.pairs(pen.board), Role::Dot, &it.difference.to_string(), pen)
        }
        Constraint::Ratio(it) => marks::dots(&it.pairs(pen.board), Role::FullDot, &it.ratio.to_string(), pen),
        Constraint::GreaterThan(it) => marks::greater(&it.pairs(pen.board), pen),
        Constraint::X(it) => marks::signs(&it.pairs(pen.board), "X", pen),
        Constraint::V(it) => marks::signs(&it.pairs(pen.board), "V", pen),
        Constraint::Quad(it) => marks::quad(it, pen),
        Constraint::Battenburg(it) => marks::battenburg(it.top_left, pen),
        Constraint::Mathrax(it) => marks::mathrax(it, pen),
        Constraint::LittleKiller(it) => outside::diagonal(it, pen),
        Constraint::Sandwich(it) => outside::both_ends(it.line, it.sum, "sandwich", pen),
        Constraint::Battlefield(it) => outside::both_ends(it.line, it.sum, "battle", pen),
        Constraint::XSum(it) => pen.clue(it.place, it.clue.to_string(), "x-sum"),
        Constraint::Skyscraper(it) => pen.clue(it.place, it.clue.to_string(), "towers"),
        Constraint::HiddenSkyscraper(it) => pen.clue(it.place, it.clue.to_string(), "hidden"),
        Constraint::NumberedRoom(it) => pen.clue(it.place, it.clue.to_string(), "room"),
        Constraint::FrameSum(it) => pen.clue(it.place, it.sum.to_string(), "frame"),
        Constraint::Outside(it) => pen.clue(it.place, cages::joined(&it.values, " "), "holds"),
        Constraint::Rossini(it) => outside::rossini(it, pen),
        Constraint::FirstSeen(it) => {
            pen.clue(it.place, it.value.to_string(), "first");
            // The picture does not show which values count.
            return Shown::Partly;
        }
        Constraint::FullRank(it) => pen.clue(it.place, it.rank.to_string(), "rank"),
    }
    Shown::Fully
}

/// Returns a number with the prefix `sign`, or an empty text if it is the usual number of a kind of constraint.
fn usual(number: u8, usual: u8, sign: &str) -> String {
    if number == usual { String::new() } else { format!("{sign}{number}") }
}
