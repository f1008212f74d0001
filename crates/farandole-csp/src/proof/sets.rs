//! Encodes constraints on the number of occurrences of values.

use super::formula::{Formula, Literal, numbers};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, RegionSameValues};

/// Encodes kinds that count values.
pub(super) fn add(constraint: &Constraint, board: &Board, formula: &mut Formula) -> bool {
    match constraint {
        Constraint::ContainAtLeast(it) => contain(&it.cells, &it.values, formula, Formula::at_least),
        Constraint::Quad(it) => contain(&constraint.cells(board), &it.values, formula, Formula::at_least),
        Constraint::ContainExact(it) => contain(&it.cells, &it.values, formula, Formula::equal),
        Constraint::LookAndSay(it) => {
            for (times, value) in &it.pairs {
                let terms = having(&it.cells, formula, |other| other == *value);
                formula.equal(&terms, i64::from(*times));
            }
        }
        Constraint::SameValues(it) => same(&it.sets, formula),
        Constraint::RegionSameValues(_) => same(&RegionSameValues::regions(board), formula),
        Constraint::CountingCircles(it) => {
            for value in formula.values() {
                // The value v occurs v times or not at all.
                let mut terms = having(&it.cells, formula, |other| other == value);
                terms.push((-i64::from(value), formula.auxiliary()));
                formula.equal(&terms, 0);
            }
        }
        Constraint::CountDistinct(it) => {
            if let [first, others @ ..] = &it.cells[..] {
                count_distinct(*first, others, formula);
            }
        }
        Constraint::EqualityCage(it) => {
            // `distinct` requires that each cell is listed once. A cell listed twice in a row is one cell.
            let mut once = numbers(&it.cells);
            once.dedup();
            formula.distinct(&once);
            let (half, low) = (it.cells.len() as i64 / 2, formula.low());
            let (middle, count) = (formula.count() / 2, formula.count());
            let odd = having(&it.cells, formula, |value| value % 2 == 1);
            let lower = having(&it.cells, formula, |value| value - low < middle);
            let upper = having(&it.cells, formula, |value| value - low >= count - middle);
            [odd, lower, upper].iter().for_each(|terms| formula.equal(terms, half));
        }
        Constraint::GlobalEntropy(_) => squares(board, formula, |value| (value - 1) / 3),
        Constraint::GlobalMod(_) => squares(board, formula, |value| value % 3),
        _ => return false,
    }
    true
}

/// Returns a term with weight 1 for each cell and each value for which `has` is true.
fn having(cells: &[Cell], formula: &Formula, has: impl Fn(u8) -> bool) -> Vec<(i64, Literal)> {
    let places = || formula.values().zip(formula.places()).filter(|(value, _)| has(*value));
    numbers(cells)
        .into_iter()
        .flat_map(|cell| places().map(move |(_, place)| (1, formula.at(cell, place))))
        .collect()
}

/// Compares the occurrences of each listed value with the number of times it is listed. `say` adds
/// the comparison.
fn contain(
    cells: &[Cell],
    listed: &[u8],
    formula: &mut Formula,
    say: fn(&mut Formula, &[(i64, Literal)], i64),
) {
    for value in formula.values() {
        let times = listed.iter().filter(|other| **other == value).count() as i64;
        if times > 0 {
            let terms = having(cells, formula, |other| other == value);
            say(formula, &terms, times);
        }
    }
}

/// Requires that each value occurs equally often in all sets.
fn same(sets: &[Vec<Cell>], formula: &mut Formula) {
    for (at, one) in sets.iter().enumerate() {
        // All pairs are compared, so that unit propagation passes counts directly between any two sets.
        for other in &sets[at + 1..] {
            for value in formula.values() {
                let mut terms = having(one, formula, |it| it == value);
                terms.extend(having(other, formula, |it| it == value).into_iter().map(|(_, lit)| (-1, lit)));
                formula.equal(&terms, 0);
            }
        }
    }
}

/// Requires that the first cell holds the number of different values of the others.
fn count_distinct(first: Cell, others: &[Cell], formula: &mut Formula) {
    let mut terms = Vec::new();
    for value in formula.values() {
        let occurs = formula.auxiliary();
        let places: Vec<Literal> =
            having(others, formula, |other| other == value).into_iter().map(|(_, lit)| lit).collect();
        // The variable must be true exactly if the value occurs, so both directions are needed.
        places.iter().for_each(|lit| formula.clause(&[-lit, occurs]));
        formula.clause(&[&[-occurs], &places[..]].concat());
        terms.push((1, occurs));
    }
    let first = first.index() as u16;
    let values = formula.values().zip(formula.places());
    terms.extend(values.map(|(value, place)| (-i64::from(value), formula.at(first, place))));
    formula.equal(&terms, 0);
}

/// Requires that each 2x2 square has values of all three classes.
fn squares(board: &Board, formula: &mut Formula, class: impl Fn(u8) -> u8) {
    for square in board.squares() {
        for wanted in 0..3 {
            let terms = having(&square, formula, |value| class(value) == wanted);
            formula.at_least(&terms, 1);
        }
    }
}
