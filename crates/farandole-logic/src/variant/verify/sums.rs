//! Proofs of eliminations by sums.

use super::flaw::{Flaw, Gap, is_named};
use crate::variant::balance::{Balance, balance};
use crate::variant::candidate::Candidate;
use crate::variant::state::State;
use crate::variant::step::Deduction;
use farandole_puzzle::Cell;

/// Proves a deduction from the total of the houses minus the sums of the constraints.
pub(super) fn by_sums(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let sum = balance(state.variant(), &deduction.houses, &deduction.constraints).ok_or(Flaw::Absent)?;
    if let Some(claim) = deduction.placements.first() {
        return Err(Flaw::Open(*claim));
    }
    for claim in &deduction.eliminations {
        refute_sum(state, deduction, &sum, *claim, work).map_err(|gap| gap.flaw(*claim))?;
    }
    Ok(())
}

/// Returns `Ok` if no values of the cells that include the claim have the sum. The search prunes a branch if
/// the bounds of the remaining terms exclude the sum.
pub(super) fn refute_sum(
    state: &State,
    deduction: &Deduction,
    sum: &Balance,
    claim: Candidate,
    mut work: u64,
) -> Result<(), Gap> {
    let all: Vec<u8> = state.variant().board().values().iter().collect();
    let values = |cell: Cell| -> Vec<u8> {
        if cell == claim.cell {
            vec![claim.value]
        } else if is_named(state, deduction, cell) {
            state.values(cell).collect()
        } else {
            all.clone()
        }
    };
    let mut terms: Vec<Term> =
        sum.terms.iter().map(|(cell, by)| Term { cell: *cell, by: *by, values: values(*cell) }).collect();
    terms.sort_by_key(|term| term.values.len());
    if terms.iter().any(|term| term.values.is_empty()) {
        return Ok(());
    }
    without_sum(state, &terms, sum.sum, &mut vec![claim], &mut work)
}

/// A term of a sum, with the values that its cell may hold. There is at least one value.
struct Term {
    cell: Cell,
    by: i64,
    values: Vec<u8>,
}

/// Returns bounds of the sum of the terms. Terms with the same coefficient form a group if their cells see each
/// other. The bounds take into account that the values in a group are different.
fn bounds(state: &State, terms: &[Term]) -> (i64, i64) {
    let mut groups: Vec<Vec<&Term>> = Vec::new();
    let all = state.variant().board().values().all();
    for term in terms {
        let fits = |group: &&mut Vec<&Term>| {
            group.iter().all(|it| it.by == term.by && state.sees(it.cell, term.cell) & all == all)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(term),
            None => groups.push(vec![term]),
        }
    }
    let (mut least, mut most) = (0, 0);
    for group in groups {
        let mut union: Vec<u8> = group.iter().flat_map(|term| term.values.iter().copied()).collect();
        union.sort_unstable();
        union.dedup();
        let count = group.len().min(union.len());
        let ends = [&union[..count], &union[union.len() - count..]];
        let sums = ends.map(|values| group[0].by * values.iter().map(|it| i64::from(*it)).sum::<i64>());
        let single = |end: fn(i64, i64) -> i64| -> i64 {
            let best = |term: &&Term| term.values.iter().map(|it| term.by * i64::from(*it)).reduce(end);
            group.iter().filter_map(best).sum()
        };
        least += sums[0].min(sums[1]).max(single(i64::min));
        most += sums[0].max(sums[1]).min(single(i64::max));
    }
    (least, most)
}

/// Returns `Ok` if no choice of values for the terms that is compatible with the chosen candidates has the sum.
fn without_sum(
    state: &State,
    terms: &[Term],
    sum: i64,
    chosen: &mut Vec<Candidate>,
    work: &mut u64,
) -> Result<(), Gap> {
    let (least, most) = bounds(state, terms);
    if !(least..=most).contains(&sum) {
        return Ok(());
    }
    let Some((term, rest)) = terms.split_first() else { return Err(Gap::Open) };
    for value in &term.values {
        *work = work.checked_sub(1).ok_or(Gap::Spent)?;
        let clash = |it: &Candidate| {
            it.cell != term.cell
                && it.value == *value
                && state.sees(it.cell, term.cell) & state.bit(*value) != 0
        };
        if !chosen.iter().any(clash) {
            chosen.push(Candidate { cell: term.cell, value: *value });
            let result = without_sum(state, rest, sum - term.by * i64::from(*value), chosen, work);
            chosen.pop();
            result?;
        }
    }
    Ok(())
}
