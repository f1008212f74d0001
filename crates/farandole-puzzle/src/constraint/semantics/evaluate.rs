//! Evaluates a meaning on a complete assignment.

use super::{Content, CountBound, Machine, Semantics};
use crate::Cell;
use crate::board::ValueRange;
use alloc::vec::Vec;

impl Semantics {
    /// Returns true if the values satisfy the condition, or `None` if that depends on a part that is
    /// [`Opaque`](Self::Opaque). `values` is indexed by cell.
    ///
    /// # Panics
    /// If there are fewer values than the condition needs, or a value is not in `range`.
    pub fn holds(&self, values: &[u8], range: ValueRange) -> Option<bool> {
        let value = |cell: &Cell| values[cell.index()];
        let total = |cells: &Vec<Cell>| cells.iter().map(|cell| i64::from(value(cell))).sum::<i64>();
        Some(match self {
            Self::All(parts) => return all(parts.iter().map(|part| part.holds(values, range))),
            Self::Any(parts) => {
                let none = all(parts.iter().map(|part| part.holds(values, range).map(|holds| !holds)));
                return none.map(|none| !none);
            }
            Self::Domain { cell, mask } => range.mask(value(cell)) & mask != 0,
            Self::AllDifferent(cells) => differ(cells, values),
            Self::Related(related, relation) => {
                let index = |cell: &Cell| value(cell) - range.low();
                related.pairs().iter().all(|(one, two)| relation.holds(index(one), index(two)))
            }
            Self::Sum { terms, total } => {
                let term = |(cell, by): &(Cell, i32)| i64::from(*by) * i64::from(value(cell));
                terms.iter().map(term).sum::<i64>() == i64::from(*total)
            }
            Self::EqualSums(lists) => lists.windows(2).all(|pair| total(&pair[0]) == total(&pair[1])),
            Self::SameValues(lists) => lists.windows(2).all(|pair| {
                let sorted = |cells: &Vec<Cell>| {
                    let mut list: Vec<u8> = cells.iter().map(value).collect();
                    list.sort_unstable();
                    list
                };
                sorted(&pair[0]) == sorted(&pair[1])
            }),
            Self::Count { cells, bounds } => bounds.iter().all(|CountBound { mask, least, most }| {
                let found = cells.iter().filter(|cell| range.mask(value(cell)) & mask != 0).count() as u32;
                (*least..=*most).contains(&found)
            }),
            Self::ValueSets { cells, sets } => {
                let found = cells.iter().fold(0, |mask, cell| mask | range.mask(value(cell)));
                differ(cells, values) && sets.contains(&found)
            }
            Self::Element { index, entries, content } => {
                let selected = entries.iter().find(|(number, _)| *number == value(index));
                selected.is_some_and(|(_, cell)| match content {
                    Content::Values(mask) => range.mask(value(cell)) & mask != 0,
                    Content::Cell(other) => value(cell) == value(other),
                })
            }
            Self::Regular { cells, machine } => accepts(machine, cells.iter().map(value), range),
            Self::Connected { cells, neighbours, mask, count } => {
                let inside: Vec<bool> =
                    cells.iter().map(|cell| range.mask(value(cell)) & mask != 0).collect();
                let size = inside.iter().filter(|is_in| **is_in).count();
                size > 0
                    && count.is_none_or(|count| size == count as usize)
                    && connected_size(&inside, neighbours) == size
            }
            Self::Condition { condition, .. } => return condition.truth(&|cell| range.mask(value(&cell))),
            Self::Opaque(_) => return None,
        })
    }
}

/// Returns the conjunction of results, of which some may be unknown.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for part in parts {
        match part {
            Some(true) => {}
            Some(false) => return Some(false),
            None => result = None,
        }
    }
    result
}

fn differ(cells: &[Cell], values: &[u8]) -> bool {
    let equal = |one: &Cell, two: &Cell| one != two && values[one.index()] == values[two.index()];
    !cells.iter().enumerate().any(|(at, one)| cells[at + 1..].iter().any(|two| equal(one, two)))
}

fn accepts(machine: &Machine, list: impl Iterator<Item = u8>, range: ValueRange) -> bool {
    let mut states = machine.starts(range);
    for (at, value) in list.enumerate() {
        let mut next = Vec::new();
        states.iter().for_each(|state| machine.step(*state, at, value, range, &mut next));
        next.sort_unstable();
        next.dedup();
        states = next;
    }
    states.iter().any(|state| machine.accepts(*state, range))
}

/// Returns the size of the component of the first cell that is inside.
fn connected_size(inside: &[bool], neighbours: &[Vec<usize>]) -> usize {
    let mut reached = alloc::vec![false; inside.len()];
    let mut open: Vec<usize> = inside.iter().position(|is_in| *is_in).into_iter().collect();
    while let Some(at) = open.pop() {
        if !core::mem::replace(&mut reached[at], true) {
            open.extend(neighbours[at].iter().filter(|next| inside[**next] && !reached[**next]));
        }
    }
    reached.iter().filter(|is_reached| **is_reached).count()
}
