//! Chains of implications, from simple cycles to nested dynamic ones.
//!
//! # What it is
//! An assumption ("this candidate holds", "it does not") spreads along links: a candidate that holds excludes others of
//! its cell and houses; one that goes leaves another the last of its cell or house. What follows from every case of
//! an alternative is true; an assumption that leads to a contradiction is false.
//!
//! # Why it holds
//! Each implication is a single; the alternatives (a candidate holds or not, the digits of a cell, the places of a
//! digit in a house) leave nothing out. Dynamic chains remember the candidates that are gone on the way; levels above
//! let other techniques, at last chains themselves, act on what is left.
//!
//! # Example
//! If r1c1=5 makes r9c9=5 false, and so does r1c1 not being 5, then r9c9 is not 5.
//!
//! # Source
//! Families, order, choice among equal chains: Nicolas Juillerat, Sudoku Explainer 1.2.1.
//!
//! An assertion ("literal") is `candidate * 2 + 1` where the candidate holds and `candidate * 2` where it does not.

mod batch_closure;
mod forcing_chain;
mod implication_run;
mod link_closure;
mod nested;
mod nested_test;
mod prefilter;
mod reasons;
mod single_chain;

use crate::model::Marks;
use crate::model::{Assertion, Candidate, Chain, Deduction, Inference, Link, Role, Technique};
use implication_run::Cause;
pub(crate) use reasons::Namer;

/// A family of chains, in the order in which the scale tries them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    Loops,
    Nishio,
    Multiple,
    /// Dynamic chains: 0 bare, 1 with simple techniques inside, above that with chains inside.
    Dynamic(u8),
}

impl Level {
    pub(crate) const ALL: &[Self] = &[
        Self::Loops,
        Self::Nishio,
        Self::Multiple,
        Self::Dynamic(0),
        Self::Dynamic(1),
        Self::Dynamic(2),
        Self::Dynamic(3),
        Self::Dynamic(4),
        Self::Dynamic(5),
    ];

    /// The difficulty that the family starts at, in tenths.
    pub(crate) const fn base(self) -> u16 {
        match self {
            Self::Loops => 65,
            Self::Nishio => 75,
            Self::Multiple => 80,
            Self::Dynamic(nesting) => 85 + 5 * nesting as u16,
        }
    }

    /// Whether candidates that are gone on the way are remembered.
    const fn remembers(self) -> bool {
        matches!(self, Self::Nishio | Self::Dynamic(_))
    }
}

/// How much work is left.
pub(crate) struct Meter {
    left: u64,
}

impl Meter {
    fn spend(&mut self, visits: usize) {
        self.left = self.left.saturating_sub(visits as u64);
    }
}

/// A search for chains; keeps its memory from one call to the next.
pub(crate) struct Search {
    meter: Meter,
    /// Made when first needed: most puzzles never come to chains.
    loops: Option<single_chain::Loops>,
    engine: Option<forcing_chain::Engine>,
}

impl Search {
    pub(crate) fn new(visits: u64) -> Self {
        Self { meter: Meter { left: visits }, loops: None, engine: None }
    }

    /// Whether the budget is spent.
    pub(crate) const fn is_spent(&self) -> bool {
        self.meter.left == 0
    }

    /// The first chain of the family: least difficulty, then complexity, then kind, then order of generation.
    pub(crate) fn best(&mut self, marks: &Marks, level: Level) -> Option<Deduction> {
        let found = match level {
            Level::Loops => self.loops.get_or_insert_default().best(marks, &mut self.meter),
            Level::Nishio if !self.loops.get_or_insert_default().may_decide(marks) => None,
            _ => {
                self.engine.get_or_insert_with(forcing_chain::Engine::new).best(marks, level, &mut self.meter)
            }
        };
        // A search that was cut short may have missed the best.
        if self.is_spent() {
            return None;
        }
        Some(found?.of_level(marks, level))
    }

    /// Every chain of the family, those of the same effect once, in the order of the scale.
    pub(crate) fn all(&mut self, marks: &Marks, level: Level) -> Vec<Deduction> {
        let found = match level {
            Level::Loops => self.loops.get_or_insert_default().all(marks, &mut self.meter),
            Level::Nishio if !self.loops.get_or_insert_default().may_decide(marks) => Vec::new(),
            _ => {
                self.engine.get_or_insert_with(forcing_chain::Engine::new).all(marks, level, &mut self.meter)
            }
        };
        let mut effects = std::collections::HashSet::new();
        let mut deductions: Vec<Deduction> = found.iter().map(|found| found.of_level(marks, level)).collect();
        deductions.retain(|deduction| effects.insert(deduction.eliminations.clone()));
        deductions
    }
}

/// A chain written out: each end with all that leads to it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    technique: Technique,
    complexity: u32,
    /// What follows; cycles have their eliminations instead.
    target: Option<u16>,
    eliminations: Vec<Candidate>,
    ends: Vec<Vec<Stop>>,
    /// The house of a region chain.
    house: Option<u8>,
}

/// An assertion on a way, breadth first from the end.
#[derive(Clone, Debug)]
struct Stop {
    lit: u16,
    cause: Cause,
    parents: Vec<u16>,
}

impl Found {
    /// What the chain removes, row-major.
    fn removals(&self, marks: &Marks) -> Vec<Candidate> {
        let Some(target) = self.target else { return self.eliminations.clone() };
        let (cell, digit) = ((target / 2) as usize / 9, (target / 2) as usize % 9);
        let mask = if target & 1 == 1 { marks.cand[cell] & !(1 << digit) } else { 1 << digit };
        crate::model::tables::bits(mask).map(|digit| Candidate::at(cell, digit)).collect()
    }

    fn of_level(&self, marks: &Marks, level: Level) -> Deduction {
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

    /// The kind as the scale orders kinds of equal difficulty and complexity.
    const fn key(&self) -> u8 {
        key(self.technique)
    }
}

/// The assertions of an end in the order in which they follow from the assumption.
///
/// A cycle has its assumption in front and leads back to it; it is cut there.
fn inferences(stops: &[Stop], cycle: bool) -> Chain {
    let parents = |stop: usize| if cycle && stop == 0 { &[][..] } else { &stops[stop].parents[..] };
    let mut place = vec![None; stops.len()];
    let mut chain = Chain::new();
    let mut open = vec![(usize::from(cycle), 0)];
    while let Some((stop, next)) = open.pop() {
        if let Some(parent) = parents(stop).get(next) {
            open.push((stop, next + 1));
            let parent = stops.iter().position(|stop| stop.lit == *parent);
            open.extend(parent.filter(|parent| place[*parent].is_none()).map(|parent| (parent, 0)));
        } else if place[stop].is_none() {
            place[stop] = Some(chain.len() as u16);
            let premises = stops.iter().zip(&place).filter(|(known, _)| parents(stop).contains(&known.lit));
            chain.push(Inference {
                assertion: Assertion { candidate: candidate(stops[stop].lit), on: stops[stop].lit & 1 == 1 },
                premises: premises.filter_map(|(_, place)| *place).collect(),
                reason: None,
            });
        }
    }
    chain
}

fn candidate(lit: u16) -> Candidate {
    Candidate::at((lit / 2) as usize / 9, (lit / 2) as usize % 9)
}

const fn key(technique: Technique) -> u8 {
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
