//! Proofs of chains. The inferences are checked first, then the cases.

use super::flaw::Flaw;
use super::grid::{Grid, exclude, houses_of};
use crate::model::{Assertion, Candidate, Chain, Deduction, Inference};

/// A case: all assertions of the chains that start with the same assumption.
struct Case {
    number: usize,
    assumption: Assertion,
    on: Vec<Candidate>,
    off: Vec<Candidate>,
}

impl Grid {
    /// Checks that each inference follows, that the assumptions are exhaustive, and that each case
    /// proves each claim.
    pub(super) fn prove_chains(&self, deduction: &Deduction) -> Result<(), Flaw> {
        let mut cases: Vec<Case> = Vec::new();
        for (number, chain) in deduction.chains.iter().enumerate() {
            self.check_inferences(number, chain)?;
            let assumption = chain.first().ok_or(Flaw::Cases)?.assertion;
            let place = cases.iter().position(|case| case.assumption == assumption).unwrap_or_else(|| {
                cases.push(Case { number, assumption, on: Vec::new(), off: Vec::new() });
                cases.len() - 1
            });
            for Inference { assertion, .. } in chain {
                let set = if assertion.on { &mut cases[place].on } else { &mut cases[place].off };
                set.push(assertion.candidate);
            }
        }
        if let [Case { assumption, .. }] = cases[..] {
            let (candidate, other) = (vec![assumption.candidate], assumption.not());
            let (on, off) = if other.on { (candidate, Vec::new()) } else { (Vec::new(), candidate) };
            cases.push(Case { number: deduction.chains.len(), assumption: other, on, off });
        }
        if !self.are_exhaustive(&cases) {
            return Err(Flaw::Cases);
        }
        for case in &cases {
            if case.is_contradictory() || self.empties_unit(case) {
                continue;
            }
            let eliminated = |claim: &&Candidate| {
                case.off.contains(claim) || case.on.iter().any(|on| exclude(*on, **claim))
            };
            let open = deduction.eliminations.iter().find(|claim| !eliminated(claim));
            let open = open.or_else(|| deduction.placements.iter().find(|claim| !case.on.contains(claim)));
            if let Some(claim) = open {
                return Err(Flaw::End { chain: case.number, claim: *claim });
            }
        }
        Ok(())
    }

    fn check_inferences(&self, number: usize, chain: &Chain) -> Result<(), Flaw> {
        for (place, inference) in chain.iter().enumerate().skip(1) {
            let flaw =
                |reason| Flaw::Inference { chain: number, place, assertion: inference.assertion, reason };
            let early = inference.premises.iter().all(|premise| usize::from(*premise) < place);
            if !early || inference.premises.is_empty() {
                return Err(flaw(None));
            }
            let premises: Vec<Assertion> =
                inference.premises.iter().map(|premise| chain[usize::from(*premise)].assertion).collect();
            match &inference.reason {
                None if self.follows(inference.assertion, &premises) => {}
                None => return Err(flaw(None)),
                Some(reason) => self
                    .follows_from(reason, inference.assertion, &premises)
                    .map_err(|found| flaw(found.map(Box::new)))?,
            }
        }
        Ok(())
    }

    /// Checks a link. A false candidate must be excluded by a true one. A true candidate must be
    /// the last one of its cell, or of its digit in a house.
    fn follows(&self, assertion: Assertion, premises: &[Assertion]) -> bool {
        let candidate = assertion.candidate;
        if !self.has(candidate) {
            return false;
        }
        if !assertion.on {
            return premises.iter().any(|premise| premise.on && exclude(premise.candidate, candidate));
        }
        let excluded = |other: Candidate| {
            other == candidate || premises.contains(&Assertion { candidate: other, on: false })
        };
        self.of_cell(candidate.cell()).all(excluded)
            || houses_of(candidate.cell())
                .into_iter()
                .any(|house| self.of_house(house, candidate.digit()).all(excluded))
    }

    /// Proves the deduction that justifies an inference, in the grid without the candidates that
    /// the premises exclude.
    fn follows_from(
        &self,
        reason: &Deduction,
        assertion: Assertion,
        premises: &[Assertion],
    ) -> Result<(), Option<Flaw>> {
        let mut grid = self.clone();
        for premise in premises.iter().filter(|premise| !premise.on) {
            grid.cand[premise.candidate.cell()] &= !(1 << (premise.candidate.digit() - 1));
        }
        let effect = if assertion.on { &reason.placements } else { &reason.eliminations };
        if !effect.contains(&assertion.candidate) || reason.technique.presumes_one_solution() {
            return Err(None);
        }
        grid.prove(reason).map(drop).map_err(Some)
    }

    /// Returns true if a cell, or a digit in a house, has no candidates left.
    fn empties_unit(&self, case: &Case) -> bool {
        let excluded = |candidate: Candidate| case.off.contains(&candidate);
        case.off.iter().any(|candidate| {
            self.of_cell(candidate.cell()).all(excluded)
                || houses_of(candidate.cell())
                    .into_iter()
                    .any(|house| self.of_house(house, candidate.digit()).all(excluded))
        })
    }

    /// Returns true if the cases are exhaustive: a candidate that is true or false, all candidates
    /// of a cell, or all candidates of a digit in a house.
    fn are_exhaustive(&self, cases: &[Case]) -> bool {
        if let [one, other] = cases
            && one.assumption == other.assumption.not()
        {
            return true;
        }
        let Some(first) = cases.first().filter(|case| case.assumption.on) else { return false };
        let first = first.assumption.candidate;
        let among = |candidate| cases.iter().any(|case| case.assumption == Assertion { candidate, on: true });
        self.of_cell(first.cell()).all(among)
            || houses_of(first.cell()).into_iter().any(|house| self.of_house(house, first.digit()).all(among))
    }
}

impl Case {
    /// Returns true if the case is impossible: a candidate is both true and false, or two true
    /// candidates exclude each other.
    fn is_contradictory(&self) -> bool {
        self.on.iter().any(|one| self.off.contains(one) || self.on.iter().any(|other| exclude(*one, *other)))
    }
}
