//! The candidate grid of a variant: a mask of values for each cell, and the peers of each cell.

use super::candidate::Candidate;
use super::step::Deduction;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Given};
use farandole_puzzle::variant::{House, Variant};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A variant during solving: the values in place and the remaining candidates.
///
/// Bit `v - low` of a mask represents the value `v`, where `low` is the smallest value of the
/// board.
#[derive(Clone, Debug)]
pub struct State {
    shared: Arc<Shared>,
    masks: Vec<u16>,
    placed: Vec<bool>,
}

/// The data that all states of a variant share: the variant, tables computed from it, and caches.
#[derive(Debug)]
struct Shared {
    variant: Variant,
    /// For each pair of cells, the mask of values that they cannot both hold, at `one * cell_count + two`.
    sees: Vec<u16>,
    /// For each cell, the bit set of the cells that see it for at least one value.
    peers: Vec<Vec<u64>>,
    /// A cache: for the index of a constraint on the whole board, the pairs of cells that it relates.
    pairs: Mutex<HashMap<usize, Arc<[Related]>>>,
}

/// Two cells and, for each value of the first cell in ascending order, the mask of the values of the second
/// cell that are compatible with it.
pub(super) type Related = (Cell, Cell, Vec<u16>);

impl State {
    /// Returns the initial state of a variant. Cells with one possible value are placed, and that
    /// value is removed from their peers. Cells with two values are split into two cells each; see
    /// [`Variant::in_single_values`].
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
        let set_of = |row: &[u16]| {
            let mut set = vec![0_u64; count.div_ceil(64)];
            let seen = row.iter().enumerate().filter(|(_, mask)| **mask != 0);
            seen.for_each(|(at, _)| set[at / 64] |= 1 << (at % 64));
            set
        };
        let peers = sees.chunks(count.max(1)).map(set_of).collect();
        let shared = Arc::new(Shared { variant: variant.clone(), sees, peers, pairs: Mutex::default() });
        let mut state = Self { shared, placed: vec![false; count], masks };
        for cell in state.cells().filter(|cell| variant.domains()[cell.index()].is_power_of_two()) {
            state.place(cell);
        }
        state
    }

    /// Returns the variant that the state started from.
    pub fn variant(&self) -> &Variant {
        &self.shared.variant
    }

    /// Converts the state to a variant, with a given for each cell whose candidates are restricted.
    ///
    /// # Panics
    /// Never, because a variant accepts any givens.
    pub fn to_variant(&self) -> Variant {
        let variant = self.variant();
        let others = variant.constraints().iter().filter(|it| !matches!(it, Constraint::Given(_)));
        let all = variant.board().values().all();
        let is_narrow = |cell: &Cell| self.candidates(*cell) != all;
        let cells = self.cells().filter(|cell| !variant.board().is_hole(*cell));
        let givens = cells.filter(is_narrow).map(|cell| Given { cell, mask: self.candidates(cell) });
        let constraints = others.cloned().chain(givens.map(Constraint::from)).collect();
        Variant::new(variant.shape(), variant.stated_groups(), constraints)
            .expect("givens are compatible with any other constraints")
    }

    /// Returns all cells, with extra cells last.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.shared.variant.board().cells()
    }

    /// Returns the candidates of a cell as a mask. For a placed cell, the mask contains only its
    /// value.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn candidates(&self, cell: Cell) -> u16 {
        self.masks[cell.index()]
    }

    /// Returns the candidate values of a cell, in ascending order.
    pub fn values(&self, cell: Cell) -> impl DoubleEndedIterator<Item = u8> + Clone + use<> {
        self.variant().board().values().values_of(self.candidates(cell))
    }

    /// Returns the candidates of a cell, in ascending order.
    pub(crate) fn candidates_of(&self, cell: Cell) -> impl Iterator<Item = Candidate> + Clone + use<> {
        self.values(cell).map(move |value| Candidate { cell, value })
    }

    /// Returns the mask of one value.
    pub(crate) fn bit(&self, value: u8) -> u16 {
        self.variant().board().values().mask(value)
    }

    /// Returns true if the cell may still hold the value.
    pub fn has(&self, candidate: Candidate) -> bool {
        self.candidates(candidate.cell) & self.bit(candidate.value) != 0
    }

    /// Returns true if a candidate that is not placed is the only one of its cell, or the only one of its value in a
    /// house that holds every value.
    pub(crate) fn is_single(&self, candidate: Candidate) -> bool {
        let variant = self.variant();
        let is_only = |house: &House| {
            let has = |cell: &&Cell| self.has(Candidate { cell: **cell, ..candidate });
            variant.is_full(house)
                && house.cells.contains(&candidate.cell)
                && house.cells.iter().filter(has).count() == 1
        };
        !self.is_placed(candidate.cell)
            && self.has(candidate)
            && (self.candidates(candidate.cell).is_power_of_two() || variant.houses().iter().any(is_only))
    }

    /// Returns the other candidates of a cell, and those of its value in the other cells of the houses that hold every
    /// value: without all of either kind, the candidate is a single.
    pub(crate) fn rivals(&self, candidate: Candidate) -> Vec<Candidate> {
        let variant = self.variant();
        let in_cell = self.candidates_of(candidate.cell);
        let houses = variant.houses().iter().filter(|house| variant.is_full(house));
        let with_cell = houses.filter(|house| house.cells.contains(&candidate.cell));
        let cells = with_cell.flat_map(|house| house.cells.iter().copied());
        let of_value = cells.map(|cell| Candidate { cell, ..candidate });
        let mut rivals: Vec<Candidate> = in_cell.chain(of_value).collect();
        rivals.retain(|rival| *rival != candidate && self.has(*rival));
        rivals
    }

    /// Returns true if the cell has its value, and the value has been removed from its peers.
    pub fn is_placed(&self, cell: Cell) -> bool {
        self.placed[cell.index()]
    }

    /// Returns true if every cell has a value.
    pub(crate) fn is_solved(&self) -> bool {
        self.placed.iter().all(|placed| *placed)
    }

    /// Returns the mask of values that two cells cannot both hold, because they share a house or
    /// see each other.
    pub fn sees(&self, one: Cell, two: Cell) -> u16 {
        self.shared.sees[one.index() * self.masks.len() + two.index()]
    }

    /// Returns the cells that see all of the given cells, each for at least one value, in ascending order.
    pub(super) fn common_peers(&self, cells: &[Cell]) -> impl Iterator<Item = Cell> {
        let words = self.masks.len().div_ceil(64);
        (0..words).flat_map(move |word| {
            let sets = cells.iter().map(|cell| self.shared.peers[cell.index()][word]);
            let mut left = sets.fold(u64::MAX, |all, set| all & set);
            core::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Cell::new(word * 64 + bit as usize)
            })
        })
    }

    /// Returns the pairs of cells that a constraint relates. The list is cached unless `compute` returns `Err`
    /// with an incomplete list.
    pub(super) fn remembered_pairs(
        &self,
        constraint: &Constraint,
        compute: impl FnOnce() -> Result<Vec<Related>, Vec<Related>>,
    ) -> Arc<[Related]> {
        let is_same = |other: &Constraint| core::ptr::eq(other, constraint);
        let number = self.variant().constraints().iter().position(is_same);
        let known = || self.shared.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = number.and_then(|number| known().get(&number).cloned()) {
            return found;
        }
        match compute() {
            Ok(pairs) => {
                let pairs: Arc<[Related]> = pairs.into();
                number.and_then(|number| known().insert(number, Arc::clone(&pairs)));
                pairs
            }
            Err(pairs) => pairs.into(),
        }
    }

    /// Places a value in a cell and removes it from the candidates of all peers. Does nothing if
    /// the cell cannot hold it.
    pub fn set(&mut self, candidate: Candidate) {
        if self.has(candidate) {
            self.masks[candidate.cell.index()] = self.bit(candidate.value);
            self.place(candidate.cell);
        }
    }

    /// Removes a candidate. Does nothing if it is already absent.
    pub fn remove(&mut self, candidate: Candidate) {
        self.masks[candidate.cell.index()] &= !self.bit(candidate.value);
    }

    /// Applies a deduction: eliminations first, then placements.
    pub fn apply(&mut self, deduction: &Deduction) {
        deduction.eliminations.iter().for_each(|candidate| self.remove(*candidate));
        deduction.placements.iter().for_each(|candidate| self.set(*candidate));
    }

    /// Marks a cell with one candidate as placed, and removes its value from its peers.
    fn place(&mut self, cell: Cell) {
        self.placed[cell.index()] = true;
        let (mask, count) = (self.masks[cell.index()], self.masks.len());
        let sees = &self.shared.sees[cell.index() * count..][..count];
        for (other, at_once) in self.masks.iter_mut().zip(sees) {
            *other &= !(mask & at_once);
        }
    }
}
