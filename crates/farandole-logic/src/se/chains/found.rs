//! The chains found by a search, and their conversion to deductions.

use super::level::Level;
use crate::model::tables::bits;
use crate::model::{Assertion, Candidate, Chain, Deduction, Inference, Link, Marks, Role, Technique};

/// The reason why an assertion follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    Assumed,
    /// The candidate is the last in its cell, or another candidate of the cell is true.
    Cell,
    /// The candidate is the last of its digit, or another one is true, in the row (0), column (1)
    /// or box (2).
    House(u8),
    /// A nested technique justifies the assertion.
    Other,
}

/// A chain in explicit form, with all assertions that lead to each end.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) technique: Technique,
    pub(super) complexity: u32,
    /// The conclusion, as an assertion. Cycles have `eliminations` instead.
    pub(super) target: Option<u16>,
    pub(super) eliminations: Vec<Candidate>,
    /// For each end of the chain, all assertions that lead to it.
    pub(super) ends: Vec<Vec<Stop>>,
    /// The house of a region chain.
    pub(super) house: Option<u8>,
}

/// An assertion of a chain. Assertions are in breadth-first order from the end.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    /// The assertion: `candidate * 2`, plus 1 if the candidate is true.
    pub(super) lit: u16,
    pub(super) cause: Cause,
    /// The assertions from which it follows.
    pub(super) parents: Vec<u16>,
}

impl Found {
    /// Returns the candidates that the chain eliminates, in row-major order.
    pub(super) fn removals(&self, marks: &Marks) -> Vec<Candidate> {
        let Some(target) = self.target else { return self.eliminations.clone() };
        let (cell, digit) = ((target / 2) as usize / 9, (target / 2) as usize % 9);
        let mask = if target & 1 == 1 { marks.cand[cell] & !(1 << digit) } else { 1 << digit };
        bits(mask).map(|digit| Candidate::at(cell, digit)).collect()
    }

    /// Converts a chain of this family to a deduction.
    pub(super) fn of_level(&self, marks: &Marks, level: Level) -> Deduction {
        let mut deduction = self.deduction(marks);
        deduction.extra = if let Level::Dynamic(nesting) = level { nesting } else { 0 };
        deduction
    }

    fn deduction(&self, marks: &Marks) -> Deduction {
        let mut deduction = Deduction::new(self.technique);
        deduction.size = self.complexity;
        deduction.eliminations = self.removals(marks);
        deduction.placements.extend(self.target.filter(|lit| lit & 1 == 1).map(candidate));
        deduction.houses.extend(self.house);
        for stop in self.ends.iter().flatten() {
            deduction
                .pattern
                .push((if stop.lit & 1 == 1 { Role::On } else { Role::Off }, candidate(stop.lit)));
            for parent in &stop.parents {
                deduction.links.push(Link {
                    from: candidate(*parent),
                    from_on: parent & 1 == 1,
                    to: candidate(stop.lit),
                    to_on: stop.lit & 1 == 1,
                });
            }
        }
        let cycle = self.target.is_none();
        deduction.chains = self.ends.iter().map(|stops| inferences(stops, cycle)).collect();
        deduction
    }

    /// Returns the rank of the chain's technique, which orders chains of equal difficulty and complexity.
    pub(super) const fn key(&self) -> u8 {
        key(self.technique)
    }
}

/// Returns the assertions of an end in the order in which they follow from the assumption.
///
/// A cycle leads back to its assumption, so its last link is omitted.
fn inferences(stops: &[Stop], cycle: bool) -> Chain {
    let parents = |stop: usize| if cycle && stop == 0 { &[][..] } else { &stops[stop].parents[..] };
    let mut index = vec![None; stops.len()];
    let mut chain = Chain::new();
    let mut open = vec![(usize::from(cycle), 0)];
    while let Some((stop, next)) = open.pop() {
        if let Some(parent) = parents(stop).get(next) {
            open.push((stop, next + 1));
            let parent = stops.iter().position(|stop| stop.lit == *parent);
            open.extend(parent.filter(|parent| index[*parent].is_none()).map(|parent| (parent, 0)));
        } else if index[stop].is_none() {
            index[stop] = Some(chain.len() as u16);
            let premises = stops.iter().zip(&index).filter(|(known, _)| parents(stop).contains(&known.lit));
            chain.push(Inference {
                assertion: Assertion { candidate: candidate(stops[stop].lit), on: stops[stop].lit & 1 == 1 },
                premises: premises.filter_map(|(_, index)| *index).collect(),
                reason: None,
            });
        }
    }
    chain
}

fn candidate(lit: u16) -> Candidate {
    Candidate::at((lit / 2) as usize / 9, (lit / 2) as usize % 9)
}

/// Returns the rank of a kind of chains, which orders chains of equal difficulty and complexity.
pub(super) const fn key(technique: Technique) -> u8 {
    match technique {
        Technique::DynamicDouble => 1,
        Technique::XCycle | Technique::ForcingXChain => 2,
        Technique::YCycle => 3,
        Technique::XyCycle | Technique::ForcingChain => 4,
        Technique::CellChains | Technique::DynamicCell => 5,
        Technique::RegionChains | Technique::DynamicRegion => 6,
        _ => 7,
    }
}
