//! How HoDoKu chooses among several steps of a technique.

use crate::step::Candidate;
use core::cmp::Ordering;

/// Most eliminations first; then, where these differ, the lower weighted sum of what is eliminated.
///
/// `Equal` means that both eliminate the same.
///
/// Source: Bernhard Hobiger, HoDoKu 2.2 (behaviour; compared step by step).
pub(crate) fn by_effect(first: &[Candidate], second: &[Candidate]) -> Ordering {
    second.len().cmp(&first.len()).then_with(|| {
        if first.iter().all(|candidate| second.contains(candidate)) {
            Ordering::Equal
        } else {
            // Equal sums of different effects leave the first in its place.
            weight(first).cmp(&weight(second)).then(Ordering::Less)
        }
    })
}

/// Cells weighted by their place in the list.
pub(crate) fn weight(candidates: &[Candidate]) -> usize {
    candidates
        .iter()
        .enumerate()
        .map(|(place, candidate)| candidate.cell() * (1 + 80 * place) + candidate.digit() as usize)
        .sum()
}

/// As `by_effect`, for cells by digit; ties go to the first.
pub(crate) fn better(effect: &[u128; 9], than: &[u128; 9]) -> bool {
    let count = |effect: &[u128; 9]| effect.iter().map(|cells| cells.count_ones()).sum::<u32>();
    match count(effect).cmp(&count(than)) {
        Ordering::Equal => {
            effect != than && weight(&super::als::candidates(effect)) < weight(&super::als::candidates(than))
        }
        order => order.is_gt(),
    }
}
