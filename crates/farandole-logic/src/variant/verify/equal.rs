//! Proofs from sets of equal values.

use super::conditions::Premises;
use super::flaw::Flaw;
use crate::variant::state::State;
use crate::variant::step::Deduction;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Semantics;

/// Proves a deduction from the cells in which two groups of houses differ. The first group has as many houses as the
/// second one, or one more. Each group contains every value once for each of its houses.
pub(super) fn by_equal_sets(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let variant = state.variant();
    let houses: Vec<_> = deduction.houses.iter().map(|house| &variant.houses()[*house]).collect();
    let (more, fewer) = houses.split_at(houses.len().div_ceil(2));
    let times = |cell: Cell| {
        let of = |group: &[&farandole_puzzle::variant::House]| {
            group.iter().filter(|house| house.cells.contains(&cell)).count()
        };
        (of(more), of(fewer))
    };
    let extra = |is_first: bool| -> Vec<Cell> {
        let by = |cell: Cell| {
            let (one, two) = times(cell);
            if is_first { one.saturating_sub(two) } else { two.saturating_sub(one) }
        };
        variant.board().cells().flat_map(|cell| core::iter::repeat_n(cell, by(cell))).collect()
    };
    if houses.is_empty() || !houses.iter().all(|house| variant.is_full(house)) {
        return Err(Flaw::Absent);
    }
    let meaning = match (extra(true), extra(false)) {
        (cells, others) if others.is_empty() && more.len() > fewer.len() => {
            Semantics::ValueSets { cells, sets: vec![variant.board().values().all()] }
        }
        (cells, others) if more.len() == fewer.len() => Semantics::SameValues(vec![cells, others]),
        _ => return Err(Flaw::Absent),
    };
    Premises::of_meaning(meaning).prove(state, deduction, work)
}
