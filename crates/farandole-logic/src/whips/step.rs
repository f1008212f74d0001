//! Converts a whip or braid to a deduction: the target is the assumption, and there is one inference per
//! excluded value and per remaining value.

use super::kind::Kind;
use super::search::Found;
use super::variables::{LINKED, Variables, candidate};
use crate::grammar::{assumed, cell, cells, core_digits, house, of_cell};
use crate::model::{Assertion, Candidate, Deduction, Inference, Role};

/// The inferences of a chain. For each asserted and each excluded candidate, holds the index of its inference.
struct Lines {
    chain: Vec<Inference>,
    asserted: Vec<(usize, u16)>,
    excluded: Vec<(usize, u16)>,
}

impl Lines {
    fn push(&mut self, index: usize, on: bool, premises: Vec<u16>) -> u16 {
        let place = self.chain.len() as u16;
        let assertion = Assertion { candidate: candidate_of(index), on };
        self.chain.push(Inference { assertion, premises, reason: None });
        if on { &mut self.asserted } else { &mut self.excluded }.push((index, place));
        place
    }

    /// Adds the exclusion of each value of a variable except `kept`, and returns the indices of these
    /// inferences.
    fn exclude_others(&mut self, base: &Variables, variable: usize, kept: Option<usize>) -> Vec<u16> {
        let places = (0..9).filter(|place| base.values(variable) >> place & 1 == 1);
        let others: Vec<usize> =
            places.map(|place| candidate(variable, place)).filter(|it| Some(*it) != kept).collect();
        let mut lines = Vec::new();
        for other in others {
            if let Some((_, known)) = self.excluded.iter().find(|(known, _)| *known == other) {
                lines.push(*known);
                continue;
            }
            let linked = |(asserted, _): &&(usize, u16)| LINKED[*asserted].contains(&(other as u16));
            // Of several reasons, the latest shows best how the chain continues.
            let by = self.asserted.iter().rev().find(linked).map(|(_, place)| *place);
            lines.push(self.push(other, false, by.into_iter().collect()));
        }
        lines
    }
}

/// Returns the candidate with an index from 0 to 728.
fn candidate_of(index: usize) -> Candidate {
    Candidate::at(index / 9, index % 9)
}

pub(super) fn deduction(base: &Variables, kind: Kind, found: &Found) -> Deduction {
    let mut lines = Lines { chain: Vec::new(), asserted: Vec::new(), excluded: Vec::new() };
    lines.push(found.target, true, Vec::new());
    for (variable, only) in &found.links {
        let premises = lines.exclude_others(base, *variable, Some(*only));
        lines.push(*only, true, premises);
    }
    lines.exclude_others(base, found.last, None);
    let mut deduction = Deduction::new(kind.technique());
    deduction.size = found.length() as u32;
    let places = (0..9).filter(|place| base.values(found.last) >> place & 1 == 1);
    let values = places.map(|place| (Role::Core, candidate_of(candidate(found.last, place))));
    deduction.pattern.extend(values);
    // The house of the last variable, unless the variable is a cell.
    deduction.houses.extend(found.last.checked_sub(81).map(|unit| (unit / 9) as u8));
    deduction.chains.push(lines.chain);
    deduction.eliminations.push(candidate_of(found.target));
    deduction
}

/// Explains a chain by its last variable, which has no value.
pub(crate) fn why(deduction: &Deduction) -> String {
    let Some(target) = assumed(deduction) else { return String::new() };
    let end = match (deduction.houses.first(), cells(deduction, Role::Core).first()) {
        (Some(last), _) => {
            format!("{} would have no place in {}", core_digits(deduction, "or"), house(*last))
        }
        (None, Some(last)) => format!("{} would have no candidate", cell(*last)),
        (None, None) => "a cell would have no candidate".to_owned(),
    };
    format!(
        "If {} were {}, the lines below would follow one after another, and in the end {end}. So {0} is not {1}.",
        of_cell(target),
        target.digit(),
    )
}
