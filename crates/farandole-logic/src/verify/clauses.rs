//! Proof by exhaustion over the candidates that a pattern names.

use super::flaw::{Flaw, WORK};
use super::grid::{Grid, exclude};
use crate::model::{Candidate, Deduction};

/// A set of candidates, at least one of which is true.
pub(super) type Clause = Vec<Candidate>;

impl Grid {
    /// Returns a clause for each cell, and for each digit in a house, whose candidates are all
    /// named by the deduction.
    pub(super) fn named_clauses(&self, deduction: &Deduction) -> Vec<Clause> {
        let mut named = [false; 729];
        let effect = deduction.eliminations.iter().chain(&deduction.placements);
        let all = deduction.pattern.iter().map(|(_, candidate)| candidate).chain(effect);
        all.clone().for_each(|candidate| named[candidate.index()] = true);
        let (mut cells, mut digits): (Vec<usize>, Vec<u8>) =
            all.map(|candidate| (candidate.cell(), candidate.digit())).unzip();
        cells.sort_unstable();
        cells.dedup();
        digits.sort_unstable();
        digits.dedup();
        let is_named = |clause: &Clause| clause.iter().all(|candidate| named[candidate.index()]);
        let of_cells = cells.into_iter().map(|cell| self.of_cell(cell).collect());
        let of_houses = (0..27)
            .filter(|house| deduction.houses.is_empty() || deduction.houses.contains(&(*house as u8)))
            .flat_map(|house| digits.iter().map(move |digit| self.of_house(house, *digit).collect()));
        of_cells.chain(of_houses).filter(is_named).collect()
    }
}

/// Proves each claim of the deduction by showing that the clauses cannot all be satisfied under the
/// opposite assumption.
pub(super) fn exhaust(clauses: &[Clause], deduction: &Deduction) -> Result<(), Flaw> {
    for claim in &deduction.eliminations {
        let mut trial = Trial { assumed: vec![*claim], excluded: None, work: WORK };
        trial.refute(clauses, *claim)?;
    }
    for claim in &deduction.placements {
        let mut trial = Trial { assumed: Vec::new(), excluded: Some(*claim), work: WORK };
        trial.refute(clauses, *claim)?;
    }
    Ok(())
}

/// The assumptions of a proof by contradiction.
struct Trial {
    assumed: Vec<Candidate>,
    excluded: Option<Candidate>,
    work: u32,
}

impl Trial {
    fn possible(&self, candidate: Candidate) -> bool {
        self.excluded != Some(candidate) && !self.assumed.iter().any(|held| exclude(*held, candidate))
    }

    /// Returns `Ok` if no choice of candidates satisfies every clause under the assumption.
    fn refute(&mut self, clauses: &[Clause], claim: Candidate) -> Result<(), Flaw> {
        let unsatisfied =
            clauses.iter().filter(|clause| !clause.iter().any(|candidate| self.assumed.contains(candidate)));
        let left = |clause: &&Clause| clause.iter().filter(|candidate| self.possible(**candidate)).count();
        let Some(clause) = unsatisfied.min_by_key(left) else {
            return Err(Flaw::Open { claim, example: self.assumed.clone() });
        };
        let choices: Vec<Candidate> =
            clause.iter().filter(|candidate| self.possible(**candidate)).copied().collect();
        for choice in choices {
            self.work = self.work.checked_sub(1).ok_or(Flaw::TooLong(claim))?;
            self.assumed.push(choice);
            self.refute(clauses, claim)?;
            self.assumed.pop();
        }
        Ok(())
    }
}
