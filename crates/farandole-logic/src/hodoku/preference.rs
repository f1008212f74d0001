//! How HoDoKu chooses among several steps of a technique.

use crate::model::Candidate;
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
            weight(first).cmp(&weight(second))
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
