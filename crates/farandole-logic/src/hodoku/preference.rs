//! The criteria by which HoDoKu chooses among several steps of a technique.

use crate::model::visit::Visitor;
use crate::model::{Candidate, Deduction};
use core::cmp::Ordering;
use core::ops::ControlFlow;

/// Orders effects by descending number of eliminations. If the eliminations differ, the lower
/// weighted sum comes first.
///
/// `Equal` means that both effects have the same eliminations.
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

/// Returns the sum of cells and digits, with cells weighted by their position in the list.
pub(crate) fn weight(candidates: &[Candidate]) -> usize {
    candidates
        .iter()
        .enumerate()
        .map(|(index, candidate)| candidate.cell() * (1 + 80 * index) + candidate.digit() as usize)
        .sum()
}

/// Reports the deductions in HoDoKu's order of preference: by effect, then size.
pub(crate) fn report(mut found: Vec<Deduction>, visit: Visitor<'_>) -> ControlFlow<()> {
    let prefer = |first: &Deduction, second: &Deduction| {
        by_effect(&first.eliminations, &second.eliminations).then(first.size.cmp(&second.size))
    };
    while !found.is_empty() {
        let mut best = 0;
        for number in 1..found.len() {
            if prefer(&found[best], &found[number]).is_gt() {
                best = number;
            }
        }
        visit(found.remove(best))?;
    }
    ControlFlow::Continue(())
}
