//! Siamese fish: two finned fish with the same base.

use crate::model::{Candidate, Deduction, Role, Technique};

/// Returns pairs of finned fish with the same base and different effects, each combined into one
/// deduction.
pub(crate) fn siamese(found: &[Deduction], technique: Technique) -> Vec<Deduction> {
    let mut pairs = Vec::new();
    for (number, first) in found.iter().enumerate() {
        for second in &found[number + 1..] {
            let size = first.size as usize;
            let digit =
                |deduction: &Deduction| deduction.eliminations.first().map(|candidate| candidate.digit());
            if first.houses[..size] != second.houses[..size]
                || digit(first) != digit(second)
                || first.eliminations.first() == second.eliminations.first()
            {
                continue;
            }
            let mut both = first.clone();
            both.technique = technique;
            both.houses.extend(&second.houses[size..]);
            let fin = |mark: &&(Role, Candidate)| mark.0 == Role::Fin && !first.pattern.contains(mark);
            both.pattern.extend(second.pattern.iter().filter(fin));
            for candidate in &second.eliminations {
                if !both.eliminations.contains(candidate) {
                    both.eliminations.push(*candidate);
                }
            }
            pairs.push(both);
        }
    }
    pairs
}
