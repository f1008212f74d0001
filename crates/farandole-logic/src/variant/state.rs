//! Candidate grid of a variant: a mask of values for each cell, and which cells see each other.

use super::candidate::Candidate;
use super::step::Deduction;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Given};
use farandole_puzzle::variant::Variant;
use std::sync::Arc;

/// A variant on the way to its solution: the values in place and the candidates left.
///
/// Bit v - low of a mask stands for the value v, where low is the least value of the board.
#[derive(Clone, Debug)]
pub struct State {
    rules: Arc<Rules>,
    masks: Vec<u16>,
    placed: Vec<bool>,
}

/// What never changes on the way.
#[derive(Debug)]
struct Rules {
    variant: Variant,
    /// For each two cells the values that they do not both hold: `sees[one * cells + two]`.
    sees: Vec<u16>,
}

impl State {
    /// The state in which a variant starts: cells with one value have it, and no cell that sees one of these has its value
    /// as a candidate. Cells with two values are taken as two cells: [`Variant::in_single_values`].
    pub fn new(variant: &Variant) -> Self {
        let single = variant.in_single_values();
        let variant = single.as_ref().unwrap_or(variant);
        let count = variant.cell_count();
        let mut sees = vec![0; count * count];
        let mut see = |one: Cell, two: Cell, mask: u16| {
            sees[one.index() * count + two.index()] |= mask;
            sees[two.index() * count + one.index()] |= mask;
        };
        for house in variant.houses() {
            for (at, one) in house.cells.iter().enumerate() {
                house.cells[at + 1..].iter().for_each(|two| see(*one, *two, u16::MAX));
            }
        }
        variant.sees().iter().for_each(|(one, two, mask)| see(*one, *two, *mask));
        let masks = variant.domains().to_vec();
        let rules = Arc::new(Rules { variant: variant.clone(), sees });
        let mut state = Self { rules, placed: vec![false; count], masks };
        for cell in state.cells().filter(|cell| variant.domains()[cell.index()].is_power_of_two()) {
            state.place(cell);
        }
        state
    }

    /// The variant that the state started from.
    pub fn variant(&self) -> &Variant {
        &self.rules.variant
    }

    /// The same position as a variant: a given for each cell that is restricted.
    ///
    /// # Panics
    /// Never: a variant takes any givens.
    pub fn to_variant(&self) -> Variant {
        let variant = self.variant();
        let others = variant.constraints().iter().filter(|it| !matches!(it, Constraint::Given(_)));
        let all = variant.board().values().all();
        let is_narrow = |cell: &Cell| self.candidates(*cell) != all;
        let cells = self.cells().filter(|cell| !variant.board().is_hole(*cell));
        let givens = cells.filter(is_narrow).map(|cell| Given { cell, mask: self.candidates(cell) });
        let constraints = others.cloned().chain(givens.map(Constraint::from)).collect();
        Variant::new(variant.shape(), variant.stated_groups(), constraints)
            .expect("givens suit any other constraints")
    }

    /// All cells, extra cells last.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.rules.variant.board().cells()
    }

    /// The candidates of a cell as a mask; a cell with a value has that alone.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn candidates(&self, cell: Cell) -> u16 {
        self.masks[cell.index()]
    }

    /// The values of the candidates of a cell, rising.
    pub fn values(&self, cell: Cell) -> impl DoubleEndedIterator<Item = u8> + Clone + use<> {
        self.variant().board().values().values_of(self.candidates(cell))
    }

    /// The candidates of a cell one by one.
    pub(super) fn candidates_of(&self, cell: Cell) -> impl Iterator<Item = Candidate> + Clone + use<> {
        self.values(cell).map(move |value| Candidate { cell, value })
    }

    /// The mask of one value.
    pub(super) fn bit(&self, value: u8) -> u16 {
        self.variant().board().values().mask(value)
    }

    /// Whether a cell may still hold a value.
    pub fn has(&self, candidate: Candidate) -> bool {
        self.candidates(candidate.cell) & self.bit(candidate.value) != 0
    }

    /// Whether the cell has its value, and has taken it from all cells that see it.
    pub fn is_placed(&self, cell: Cell) -> bool {
        self.placed[cell.index()]
    }

    /// Whether every cell has a value.
    pub fn is_solved(&self) -> bool {
        self.placed.iter().all(|placed| *placed)
    }

    /// The mask of the values that two cells do not both hold, because of a house or because they see each other.
    pub fn sees(&self, one: Cell, two: Cell) -> u16 {
        self.rules.sees[one.index() * self.masks.len() + two.index()]
    }

    /// Puts a value into a cell and takes it from the candidates of all cells that see it; nothing where the cell can't hold
    /// it.
    pub fn set(&mut self, candidate: Candidate) {
        if self.has(candidate) {
            self.masks[candidate.cell.index()] = self.bit(candidate.value);
            self.place(candidate.cell);
        }
    }

    /// Takes a candidate away; nothing happens where it is gone already.
    pub fn remove(&mut self, candidate: Candidate) {
        self.masks[candidate.cell.index()] &= !self.bit(candidate.value);
    }

    /// Does what a deduction says: eliminations first, then placements.
    pub fn apply(&mut self, deduction: &Deduction) {
        deduction.eliminations.iter().for_each(|candidate| self.remove(*candidate));
        deduction.placements.iter().for_each(|candidate| self.set(*candidate));
    }

    /// Marks a cell with one candidate as placed.
    fn place(&mut self, cell: Cell) {
        self.placed[cell.index()] = true;
        let (mask, count) = (self.masks[cell.index()], self.masks.len());
        let sees = &self.rules.sees[cell.index() * count..][..count];
        for (other, at_once) in self.masks.iter_mut().zip(sees) {
            *other &= !(mask & at_once);
        }
    }
}
