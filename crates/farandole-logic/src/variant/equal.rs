//! Sets of equal values: two groups of houses contain every value equally often, so the cells that only one group
//! contains hold the same values as those that only the other one contains.
//!
//! If one group has a house more, and contains all cells of the other one, its other cells hold every value once: they
//! are a house that no constraint states. Source: the law of leftovers of jigsaw Sudoku, and set equivalence theory.

use super::fact::Fact;
use super::facts::{Part, all_different, same_values};
use super::houses::choices;
use super::state::State;
use super::step::Technique;
use core::ops::ControlFlow;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Line;
use farandole_puzzle::variant::{HouseOrigin, Variant};

/// Maximum number of adjacent rows or columns in a group.
const LINES: usize = 4;
/// Maximum number of cells that one of two groups does not contain.
const CELLS: usize = 6;
/// Minimum number of cells of a house in the lines with which it is compared.
const SHARED: usize = 3;
/// Maximum number of houses from which those of a group are chosen.
const OTHERS: usize = 13;
/// Maximum number of facts.
const FACTS: usize = 150;

/// The cells in which two groups of houses differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    /// The cells that only the first group contains.
    pub(crate) more: Vec<Cell>,
    /// The cells that only the second group contains.
    pub(crate) fewer: Vec<Cell>,
}

/// Returns the two groups of the houses of a deduction. The first group has as many houses as the second one, or one
/// more.
pub(crate) fn groups(houses: &[usize]) -> (&[usize], &[usize]) {
    houses.split_at(houses.len().div_ceil(2))
}

/// Returns the cells in which the two groups of these houses differ. Returns `None` if a house does not hold every
/// value, if a group contains a cell more than once more than the other, or if nothing follows.
pub(crate) fn difference(variant: &Variant, houses: &[usize]) -> Option<Difference> {
    let (first, second) = groups(houses);
    let mut times = vec![0_i8; variant.cell_count()];
    for (group, by) in [(first, 1), (second, -1)] {
        for house in group.iter().map(|house| &variant.houses()[*house]) {
            if !variant.is_full(house) {
                return None;
            }
            house.cells.iter().for_each(|cell| times[cell.index()] += by);
        }
    }
    if times.iter().any(|times| times.abs() > 1) {
        return None;
    }
    let with = |wanted: i8| variant.board().cells().filter(|cell| times[cell.index()] == wanted).collect();
    let found = Difference { more: with(1), fewer: with(-1) };
    let follows = if first.len() == second.len() { !found.more.is_empty() } else { found.fewer.is_empty() };
    follows.then_some(found)
}

/// Returns the condition on the cells in which the two groups of these houses differ.
pub(super) fn part(state: &State, houses: &[usize]) -> Option<Part> {
    let Difference { more, fewer } = difference(state.variant(), houses)?;
    if fewer.is_empty() { all_different(state, more) } else { same_values(state, &more, &fewer) }
}

/// Returns the sets of equal values of adjacent rows or columns, compared with other houses.
pub(super) fn equal_sets(state: &State) -> Vec<Fact> {
    let variant = state.variant();
    let (mut rows, mut cols, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for (number, house) in variant.houses().iter().enumerate().filter(|(_, house)| variant.is_full(house)) {
        match house.origin {
            HouseOrigin::Line(Line::Row(_)) => rows.push(number),
            HouseOrigin::Line(Line::Col(_)) => cols.push(number),
            _ => others.push(number),
        }
    }
    let mut found: Vec<Fact> = Vec::new();
    let mut known: Vec<Difference> = Vec::new();
    for lines in (1..=LINES).flat_map(|size| rows.windows(size).chain(cols.windows(size))) {
        let contains = |cell: &Cell| lines.iter().any(|line| variant.houses()[*line].cells.contains(cell));
        let shared = |house: usize| variant.houses()[house].cells.iter().filter(|it| contains(it)).count();
        let mut near: Vec<usize> = others.iter().copied().filter(|it| shared(*it) >= SHARED).collect();
        near.sort_by_key(|house| core::cmp::Reverse(shared(*house)));
        near.truncate(OTHERS);
        for count in [lines.len(), lines.len() - 1].into_iter().filter(|count| *count > 0) {
            let _ = choices(near.len(), count, &mut |chosen| {
                let chosen = chosen.iter().map(|at| near[*at]);
                let houses: Vec<usize> = lines.iter().copied().chain(chosen).collect();
                if let Some(new) = difference(variant, &houses).filter(|it| is_new(variant, it, &known))
                    && let Some(part) = part(state, &houses)
                {
                    known.push(new);
                    found.push(Fact {
                        technique: Technique::EqualSets,
                        constraints: Vec::new(),
                        houses,
                        cells: part.cells().to_vec(),
                        part: Some(part),
                    });
                }
                if found.len() < FACTS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
    }
    // A house that follows is simpler than two sets.
    found.sort_by_key(|fact| (fact.houses.len() % 2 == 0, fact.cells.len()));
    found
}

/// Returns true if sets of equal values are small, not known yet, and do not follow from two houses that share all
/// other cells.
fn is_new(variant: &Variant, sets: &Difference, known: &[Difference]) -> bool {
    let Difference { more, fewer } = sets;
    if known.contains(sets) || (!fewer.is_empty() && more.len() > CELLS) {
        return false;
    }
    let rests = |set: &Vec<Cell>| -> Vec<Vec<Cell>> {
        let holds = variant.houses().iter().filter(|house| set.iter().all(|it| house.cells.contains(it)));
        let rest = holds.map(|house| {
            let mut rest: Vec<Cell> = house.cells.iter().copied().filter(|it| !set.contains(it)).collect();
            rest.sort_unstable();
            rest
        });
        rest.collect()
    };
    let others = rests(fewer);
    !rests(more).iter().any(|rest| rest.is_empty() || others.contains(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::format::iss;

    #[test]
    fn windows_imply_other_houses() {
        let state = State::new(&iss::read(".Windoku").unwrap());
        let facts = equal_sets(&state);
        // Rows 2 to 4 without the two windows in them, rows 6 to 8, and the columns.
        let hidden = facts.iter().filter(|fact| fact.houses.len() % 2 == 1).count();
        assert!(hidden >= 4, "{hidden}");
        for fact in &facts {
            let Difference { more, fewer } = difference(state.variant(), &fact.houses).unwrap();
            assert!(fewer.is_empty() || more.len() == fewer.len(), "{:?}", fact.houses);
        }
    }

    #[test]
    fn a_classic_grid_has_no_sets_of_equal_values() {
        assert!(equal_sets(&State::new(&iss::read(".~R1C1_1").unwrap())).is_empty());
    }
}
