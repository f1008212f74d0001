//! The candidates of a grid under an assumption, with exhaustive searches.

use farandole_logic::variant::State;
use farandole_puzzle::Cell;
use std::collections::BTreeSet;

/// The candidates of each cell.
#[derive(Clone)]
pub(crate) struct Grid<'a> {
    pub(crate) state: &'a State,
    values: Vec<Vec<u8>>,
}

impl<'a> Grid<'a> {
    pub(crate) fn new(state: &'a State) -> Self {
        Self { state, values: state.cells().map(|it| state.values(it).collect()).collect() }
    }

    /// Returns the grid in which the cell holds the value, and no cell that sees it does.
    pub(crate) fn assuming(&self, cell: Cell, value: u8) -> Self {
        let mut after = self.clone();
        for other in self.state.cells() {
            if self.clash(cell, other, value) {
                after.values[other.index()].retain(|it| *it != value);
            }
        }
        after.values[cell.index()] = vec![value];
        after
    }

    pub(crate) fn without(&self, cell: Cell, value: u8) -> Self {
        let mut after = self.clone();
        after.values[cell.index()].retain(|it| *it != value);
        after
    }

    pub(crate) fn of(&self, cell: Cell) -> &[u8] {
        &self.values[cell.index()]
    }

    pub(crate) fn clash(&self, one: Cell, two: Cell, value: u8) -> bool {
        one != two && self.state.sees(one, two) >> (value - 1) & 1 == 1
    }

    /// Returns all choices of values for these cells, in which cells that see each other differ.
    pub(crate) fn choices(&self, cells: &[Cell], is_allowed: &dyn Fn(Cell, u8) -> bool) -> Vec<Vec<u8>> {
        let mut all: Vec<Vec<u8>> = vec![Vec::new()];
        for cell in cells {
            let mut next = Vec::new();
            for chosen in &all {
                for value in self.of(*cell).iter().filter(|value| is_allowed(*cell, **value)) {
                    let held = || cells.iter().zip(chosen.iter());
                    if held().all(|(other, it)| it != value || !self.clash(*other, *cell, *value)) {
                        next.push(chosen.iter().copied().chain([*value]).collect());
                    }
                }
            }
            all = next;
        }
        all
    }

    /// Returns the possible sums of the cells.
    pub(crate) fn sums(&self, cells: &[Cell], is_allowed: &dyn Fn(Cell, u8) -> bool) -> BTreeSet<u32> {
        let sum = |values: Vec<u8>| values.into_iter().map(u32::from).sum();
        self.choices(cells, is_allowed).into_iter().map(sum).collect()
    }
}
