//! The automaton of each kind of constraint.

use super::layers::Layers;
use super::machine::Rule;
use crate::variant::state::State;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Ends, Relation};

/// Values of cells that later cells are related to are stored in this many slots.
const SLOTS: usize = 16;
/// Counts of values are stored in four bits each.
const MAX_COUNT: u64 = 15;

/// Returns the layered graph of a constraint, or `None` for kinds without an automaton.
pub(in crate::variant) fn compile(state: &State, constraint: &Constraint) -> Option<Layers> {
    let board = state.variant().board();
    constraint.scope(board)?;
    if let Some((related, relation)) = constraint.related(board) {
        return related_pairs(state, &related.pairs(), &relation);
    }
    let (cells, rule) = match constraint {
        Constraint::Condition(_) | Constraint::Not(_) => {
            // A condition that is a single automaton, relation or sum is as simple as these.
            let parts = constraint.in_core_kinds(board)?;
            let [part] = &parts[..] else { return None };
            return compile(state, part);
        }
        Constraint::Renban(it) => (it.cells.clone(), Rule::Consecutive { count: it.cells.len() as u32 }),
        Constraint::Sandwich(it) => {
            let cells = it.line.cells(board);
            // Every line of such a length contains the least and the greatest value.
            if cells.len() != usize::from(board.values().count()) {
                return None;
            }
            (cells, Rule::Sandwich { sum: it.sum.into() })
        }
        Constraint::XSum(it) => {
            let cells = it.place.cells(board);
            let count = cells.len();
            (cells, Rule::FirstCells { sum: it.clue.into(), count })
        }
        Constraint::Skyscraper(it) => (it.place.cells(board), Rule::Visible { count: it.clue.into() }),
        Constraint::HiddenSkyscraper(it) => {
            (it.place.cells(board), Rule::FirstHidden { value: it.clue.into() })
        }
        Constraint::NumberedRoom(it) => {
            let cells = it.place.cells(board);
            let count = cells.len();
            (cells, Rule::Room { value: it.clue.into(), count })
        }
        Constraint::Between(it) => (ends_first(&it.cells)?, Rule::Ends { outside: None }),
        Constraint::Lockout(it) => (ends_first(&it.cells)?, Rule::Ends { outside: Some(it.difference) }),
        Constraint::Nfa(it) => {
            let word: Option<Vec<Cell>> = it.word().into_iter().collect();
            (word?, Rule::Accepted(it.automaton.clone()))
        }
        Constraint::Regex(it) => (it.cells.clone(), Rule::Accepted(it.pattern.automaton().clone())),
        Constraint::Quad(it) => (constraint.cells(board), counts(&it.values, false)?),
        Constraint::ContainAtLeast(it) => (it.cells.clone(), counts(&it.values, false)?),
        Constraint::ContainExact(it) => (it.cells.clone(), counts(&it.values, true)?),
        Constraint::SumLine(it) if it.ends == Ends::Open && it.sum > 0 => {
            (it.cells.clone(), Rule::Segments(it.sum.into()))
        }
        _ => return sums(state, constraint),
    };
    Layers::new(state, cells, rule)
}

/// Returns the graph of a constraint on sums.
fn sums(state: &State, constraint: &Constraint) -> Option<Layers> {
    let board = state.variant().board();
    let sets = match constraint {
        Constraint::RegionSumLine(it) => it.pieces(board),
        Constraint::EqualSum(it) => it.sets.clone(),
        Constraint::Zipper(it) => {
            let (half, count) = (it.cells.len() / 2, it.cells.len());
            let middle = (count % 2 == 1).then(|| vec![it.cells[half]]);
            let pairs = (0..half).rev().map(|at| vec![it.cells[at], it.cells[count - 1 - at]]);
            middle.into_iter().chain(pairs).collect()
        }
        _ => {
            let sum = crate::variant::balance::sum_of(constraint, board)?;
            let (cells, coefficients) = sum.terms.into_iter().unzip();
            return Layers::new(state, cells, Rule::Linear { coefficients, total: sum.sum });
        }
    };
    if sets.len() < 2 || sets.iter().any(Vec::is_empty) {
        return None;
    }
    let last = |set: &Vec<Cell>| (1..=set.len()).map(|count| count == set.len()).collect::<Vec<_>>();
    let ends = sets.iter().flat_map(last).collect();
    Layers::new(state, sets.concat(), Rule::EqualSums(ends))
}

/// Returns the cells of a line with its ends first.
fn ends_first(cells: &[Cell]) -> Option<Vec<Cell>> {
    let [first, inner @ .., last] = cells else { return None };
    Some([*first, *last].into_iter().chain(inner.iter().copied()).collect())
}

/// Returns the rule that these values occur, as often as they are listed.
fn counts(values: &[u8], is_exact: bool) -> Option<Rule> {
    let mut wanted: Vec<(u8, u64)> = Vec::new();
    for value in values {
        match wanted.iter_mut().find(|(it, _)| it == value) {
            Some((_, times)) => *times += 1,
            None => wanted.push((*value, 1)),
        }
    }
    let fits = wanted.len() <= SLOTS && wanted.iter().all(|(_, times)| *times <= MAX_COUNT);
    fits.then_some(Rule::Counts { wanted, is_exact })
}

/// Returns the graph of related pairs of cells, if the cells that a later one is related to fit
/// into the state.
fn related_pairs(state: &State, pairs: &[(Cell, Cell)], relation: &Relation) -> Option<Layers> {
    let mut cells: Vec<Cell> = Vec::new();
    for cell in pairs.iter().flat_map(|(one, two)| [*one, *two]) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let at = |cell: Cell| cells.iter().position(|it| *it == cell);
    let mut earlier = vec![Vec::new(); cells.len()];
    let mut last: Vec<usize> = (0..cells.len()).collect();
    for (one, two) in pairs {
        let (one, two) = (at(*one)?, at(*two)?);
        let (first, second, relation) = match one.cmp(&two) {
            core::cmp::Ordering::Less => (one, two, *relation),
            core::cmp::Ordering::Greater => (two, one, relation.transposed()),
            core::cmp::Ordering::Equal => return None,
        };
        if second - first >= SLOTS {
            return None;
        }
        earlier[second].push((first, relation));
        last[first] = last[first].max(second);
    }
    Layers::new(state, cells, Rule::Related { earlier, last })
}
