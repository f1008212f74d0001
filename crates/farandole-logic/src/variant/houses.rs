//! Singles, locked candidates and subsets for arbitrary houses and peers. In this file, a *full house* is a
//! house that has as many cells as there are values, and therefore holds every value.

use super::candidate::Candidate;
use super::state::State;
use super::step::{Deduction, Technique, Visitor};
use crate::model::Role;
use core::ops::ControlFlow;
use farandole_puzzle::Cell;

/// Returns the cells of a house that may hold a value.
pub(super) fn places(state: &State, house: usize, value: u8) -> Vec<Cell> {
    let has = |cell: &&Cell| state.has(Candidate { cell: **cell, value });
    state.variant().houses()[house].cells.iter().filter(has).copied().collect()
}

/// Returns the indices of the full houses.
fn full_houses(state: &State) -> impl Iterator<Item = usize> {
    let variant = state.variant();
    (0..variant.houses().len()).filter(|house| variant.is_full(&variant.houses()[*house]))
}

/// Finds values with a single possible cell in a full house.
pub(super) fn hidden_singles(state: &State, visit: Visitor<'_>) -> ControlFlow<()> {
    for house in full_houses(state) {
        for value in state.variant().board().values().iter() {
            if let Some(step) = hidden_single(state, house, value) {
                visit(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the placement of a value that has a single possible cell in this full house, or `None` if it has
/// several or is placed.
pub(super) fn hidden_single(state: &State, house: usize, value: u8) -> Option<Deduction> {
    let mut cells = state.variant().houses()[house].cells.iter().copied();
    let cell = cells.find(|cell| state.has(Candidate { cell: *cell, value }))?;
    if state.is_placed(cell) || cells.any(|cell| state.has(Candidate { cell, value })) {
        return None;
    }
    let mut step = Deduction::new(Technique::HiddenSingle);
    step.houses.push(house);
    step.name(Role::Core, [Candidate { cell, value }]);
    step.placements.push(Candidate { cell, value });
    Some(step)
}

/// Finds cells with a single candidate.
pub(super) fn naked_singles(state: &State, visit: Visitor<'_>) -> ControlFlow<()> {
    for cell in state.cells() {
        if let Some(step) = naked_single(state, cell) {
            visit(step)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the placement of the single candidate of a cell, or `None` if the cell has several or is placed.
pub(super) fn naked_single(state: &State, cell: Cell) -> Option<Deduction> {
    if state.is_placed(cell) || !state.candidates(cell).is_power_of_two() {
        return None;
    }
    let only = state.candidates_of(cell).next()?;
    let mut step = Deduction::new(Technique::NakedSingle);
    step.name(Role::Core, [only]);
    step.placements.push(only);
    Some(step)
}

/// Returns the candidates with this value that are outside these cells and see all of them.
pub(super) fn seen_by_all(state: &State, cells: &[Cell], value: u8) -> Vec<Candidate> {
    if cells.is_empty() {
        return Vec::new();
    }
    let bit = state.bit(value);
    let is_seen = |it: &Candidate| {
        state.has(*it)
            && !cells.contains(&it.cell)
            && cells.iter().all(|place| state.sees(*place, it.cell) & bit != 0)
    };
    state.common_peers(cells).map(|cell| Candidate { cell, value }).filter(is_seen).collect()
}

/// Finds values of full houses whose possible cells all see another cell, and eliminates the value from that
/// cell.
pub(super) fn locked_candidates(state: &State, visit: Visitor<'_>) -> ControlFlow<()> {
    for house in full_houses(state) {
        for value in state.variant().board().values().iter() {
            if let Some(step) = locked_candidate(state, house, value) {
                visit(step)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the elimination of a value from the cells that see all its possible cells in this full house, or
/// `None` if there are no such cells.
pub(super) fn locked_candidate(state: &State, house: usize, value: u8) -> Option<Deduction> {
    let variant = state.variant();
    let cells = places(state, house, value);
    if cells.len() < 2 {
        return None;
    }
    let mut step = Deduction::new(Technique::LockedCandidates);
    step.eliminations = seen_by_all(state, &cells, value);
    step.houses.push(house);
    if !step.has_effect() {
        return None;
    }
    // If another house contains all these cells, naming it is the clearest explanation.
    let holds_all = |other: &usize| {
        let others = &variant.houses()[*other].cells;
        *other != house
            && cells.iter().all(|cell| others.contains(cell))
            && step.eliminations.iter().all(|it| others.contains(&it.cell))
    };
    step.houses.extend((0..variant.houses().len()).find(holds_all));
    step.name(Role::Core, cells.iter().map(|cell| Candidate { cell: *cell, value }));
    Some(step)
}

/// Calls `visit` with each way to choose `size` of `count` items, given as ascending 0-based indices.
pub(super) fn choices(
    count: usize,
    size: usize,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if size > count {
        return ControlFlow::Continue(());
    }
    let mut chosen: Vec<usize> = (0..size).collect();
    loop {
        visit(&chosen)?;
        let Some(at) = (0..size).rev().find(|at| chosen[*at] < count - size + at) else {
            return ControlFlow::Continue(());
        };
        chosen[at] += 1;
        for next in at + 1..size {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}

/// Finds `size` cells (2 to 4) of a house with `size` possible values in total. A candidate is eliminated if it
/// sees every cell of the set that may hold its value.
pub(super) fn naked_sets(state: &State, size: usize, visit: Visitor<'_>) -> ControlFlow<()> {
    let technique = [Technique::NakedPair, Technique::NakedTriplet, Technique::NakedQuad][size - 2];
    for (number, house) in state.variant().houses().iter().enumerate() {
        let few = |cell: &&Cell| (2..=size as u32).contains(&state.candidates(**cell).count_ones());
        let cells: Vec<Cell> = house.cells.iter().filter(few).copied().collect();
        choices(cells.len(), size, &mut |chosen| {
            let set: Vec<Cell> = chosen.iter().map(|at| cells[*at]).collect();
            match naked_set(state, number, &set, technique) {
                Some(step) => visit(step),
                None => ControlFlow::Continue(()),
            }
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the eliminations by a set of cells of a house, or `None` if there are none. The number of possible
/// values of the set must equal the number of its cells.
pub(super) fn naked_set(
    state: &State,
    house: usize,
    set: &[Cell],
    technique: Technique,
) -> Option<Deduction> {
    let union = set.iter().fold(0, |mask, cell| mask | state.candidates(*cell));
    if union.count_ones() as usize != set.len() {
        return None;
    }
    let mut step = Deduction::new(technique);
    step.houses.push(house);
    step.name(Role::Core, set.iter().flat_map(|cell| state.candidates_of(*cell)));
    for value in state.variant().board().values().values_of(union) {
        let with_value = |cell: &&Cell| state.has(Candidate { cell: **cell, value });
        let holders: Vec<Cell> = set.iter().filter(with_value).copied().collect();
        let seen = seen_by_all(state, &holders, value);
        step.eliminations.extend(seen.into_iter().filter(|it| !set.contains(&it.cell)));
    }
    step.has_effect().then_some(step)
}

/// Finds `size` values (2 to 4) with `size` possible cells in total in a full house. These cells hold no other
/// values.
pub(super) fn hidden_sets(state: &State, size: usize, visit: Visitor<'_>) -> ControlFlow<()> {
    let technique = [Technique::HiddenPair, Technique::HiddenTriplet, Technique::HiddenQuad][size - 2];
    for house in full_houses(state) {
        let all = state.variant().board().values().iter().map(|value| (value, places(state, house, value)));
        let few: Vec<(u8, Vec<Cell>)> =
            all.filter(|(_, places)| (2..=size).contains(&places.len())).collect();
        choices(few.len(), size, &mut |chosen| {
            let mut cells: Vec<Cell> = chosen.iter().flat_map(|at| few[*at].1.iter().copied()).collect();
            cells.sort_unstable();
            cells.dedup();
            if cells.len() != size {
                return ControlFlow::Continue(());
            }
            let values: Vec<u8> = chosen.iter().map(|at| few[*at].0).collect();
            match hidden_set(state, house, &cells, &values, technique) {
                Some(step) => visit(step),
                None => ControlFlow::Continue(()),
            }
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the eliminations of all values other than `values` from `cells`, or `None` if there are none. The
/// values must be confined to these cells, and there must be as many cells as values.
pub(super) fn hidden_set(
    state: &State,
    house: usize,
    cells: &[Cell],
    values: &[u8],
    technique: Technique,
) -> Option<Deduction> {
    let mut step = Deduction::new(technique);
    step.houses.push(house);
    for candidate in cells.iter().flat_map(|cell| state.candidates_of(*cell)) {
        if values.contains(&candidate.value) {
            step.pattern.push((Role::Core, candidate));
        } else {
            step.eliminations.push(candidate);
        }
    }
    step.has_effect().then_some(step)
}
