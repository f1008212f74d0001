//! Fish in rows and columns: if the possible cells for a value in N rows lie in only N columns, the other cells
//! of these columns cannot hold the value. Rows and columns can be exchanged.

use super::candidate::Candidate;
use super::houses::{choices, places};
use super::state::State;
use super::step::{Deduction, Technique, Visitor};
use crate::model::Role;
use core::ops::ControlFlow;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Line;
use farandole_puzzle::variant::HouseOrigin;

/// Returns the rows and the columns that hold every value, as indices of houses.
fn lines(state: &State) -> [Vec<usize>; 2] {
    let variant = state.variant();
    let of = |is_kind: fn(&HouseOrigin) -> bool| {
        let full = variant.houses().iter().enumerate().filter(|(_, house)| variant.is_full(house));
        full.filter(|(_, house)| is_kind(&house.origin)).map(|(number, _)| number).collect()
    };
    [
        of(|origin| matches!(origin, HouseOrigin::Line(Line::Row(_)))),
        of(|origin| matches!(origin, HouseOrigin::Line(Line::Col(_)))),
    ]
}

/// Finds fish with `size` rows and columns: 2 for X-wings, 3 for swordfish, 4 for jellyfish.
pub(super) fn fish(state: &State, size: usize, visit: Visitor<'_>) -> ControlFlow<()> {
    let [rows, cols] = lines(state);
    for (base, cover) in [(&rows, &cols), (&cols, &rows)] {
        for value in state.variant().board().values().iter() {
            let few: Vec<(usize, Vec<Cell>)> = base
                .iter()
                .map(|house| (*house, places(state, *house, value)))
                .filter(|(_, cells)| (2..=size).contains(&cells.len()))
                .collect();
            choices(few.len(), size, &mut |chosen| match in_lines(
                state,
                (value, size),
                chosen.iter().map(|at| &few[*at]),
                cover,
            ) {
                Some(step) => visit(step),
                None => ControlFlow::Continue(()),
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the fish of a value in the `base` lines, or `None` if it eliminates nothing. The possible cells of
/// the value in these lines must lie in exactly `size` of the `cover` lines.
fn in_lines<'a>(
    state: &State,
    (value, size): (u8, usize),
    base: impl Iterator<Item = &'a (usize, Vec<Cell>)> + Clone,
    cover: &[usize],
) -> Option<Deduction> {
    let houses = state.variant().houses();
    let cells: Vec<Cell> = base.clone().flat_map(|(_, cells)| cells.iter().copied()).collect();
    let crossing: Vec<usize> = cover
        .iter()
        .copied()
        .filter(|house| cells.iter().any(|it| houses[*house].cells.contains(it)))
        .collect();
    let is_covered = |cell: &Cell| crossing.iter().any(|house| houses[*house].cells.contains(cell));
    if crossing.len() != size || !cells.iter().all(is_covered) {
        return None;
    }
    let mut step = Deduction::new([Technique::XWing, Technique::Swordfish, Technique::Jellyfish][size - 2]);
    step.houses = base.map(|(house, _)| *house).chain(crossing.iter().copied()).collect();
    let others = crossing.iter().flat_map(|house| houses[*house].cells.iter());
    let others = others.filter(|cell| !cells.contains(cell)).map(|cell| Candidate { cell: *cell, value });
    step.eliminations = others.filter(|it| state.has(*it)).collect();
    step.name(Role::Core, cells.iter().map(|cell| Candidate { cell: *cell, value }));
    step.has_effect().then_some(step)
}
