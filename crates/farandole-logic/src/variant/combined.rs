//! Constraints that are considered together: those inside a house, and pairs of constraints that
//! share cells.

use super::fact::Fact;
use super::facts::{Part, combine};
use super::state::State;
use super::step::Technique;
use farandole_puzzle::Cell;
use farandole_puzzle::variant::House;

/// Maximum number of cells of a pair of constraints.
const CELLS: usize = 10;
/// A pair of constraints may have more cells if there are at most this many bits of choices of candidates.
const CHOICES: f64 = 26.0;
/// Maximum number of cells of a constraint outside of the house with which it is combined.
const OUTSIDE: usize = 4;
/// Maximum number of cells outside of a house with which several constraints are combined in trials.
const ALL_OUTSIDE: usize = 6;
/// Maximum number of pairs.
const PAIRS: usize = 400;

/// Facts that are combined with a house, as long as the states of their parts fit.
struct Chosen<'a> {
    house: &'a House,
    facts: Vec<&'a Fact>,
    part: Option<Part>,
}

impl<'a> Chosen<'a> {
    /// Adds each fact that fits.
    fn new(state: &State, house: &'a House, facts: &[&'a Fact]) -> Self {
        let mut chosen = Self { house, facts: Vec::new(), part: None };
        for fact in facts {
            chosen.add(state, fact);
        }
        chosen
    }

    /// Adds a fact if its states fit. Returns true if it was added.
    fn add(&mut self, state: &State, fact: &'a Fact) -> bool {
        self.facts.push(fact);
        let parts: Option<Vec<_>> = self.facts.iter().map(|fact| fact.part.as_ref()).collect();
        match parts.and_then(|parts| combine(state, &parts, &self.house.cells)) {
            Some(part) => self.part = Some(part),
            None => {
                self.facts.pop();
                return false;
            }
        }
        true
    }

    /// Returns the combination with the house, which has this index in the variant.
    fn into_fact(self, number: usize) -> Option<Fact> {
        Some(Fact {
            technique: Technique::CombinedConstraints,
            constraints: numbers(&self.facts),
            houses: vec![number],
            cells: self.part.as_ref()?.cells().to_vec(),
            part: self.part,
        })
    }
}

/// Returns the houses that hold every value, with their indices in the variant.
fn full_houses(state: &State) -> impl Iterator<Item = (usize, &House)> {
    let variant = state.variant();
    variant.houses().iter().enumerate().filter(|(_, house)| variant.is_full(house))
}

/// Returns the cells of a fact outside of a house.
fn outside(house: &House, fact: &Fact) -> impl Iterator<Item = Cell> {
    fact.cells.iter().copied().filter(|cell| !house.cells.contains(cell))
}

/// Returns the facts inside a house, and those partly inside it, of which at least two cells are inside. Those with
/// the fewest cells come first.
fn by_place<'a>(house: &House, facts: &'a [Fact]) -> (Vec<&'a Fact>, Vec<&'a Fact>) {
    let (mut within, mut across) = (Vec::new(), Vec::new());
    for fact in facts {
        let out = outside(house, fact).count();
        match fact.cells.len() - out {
            count if count < 2 || out > OUTSIDE => {}
            _ if out == 0 => within.push(fact),
            _ => across.push((out, fact)),
        }
    }
    within.sort_by_key(|fact| fact.cells.len());
    across.sort_by_key(|(out, fact)| (*out, fact.cells.len()));
    (within, across.into_iter().map(|(_, fact)| fact).collect())
}

/// Returns the combination of each house that holds every value with the parts inside it.
pub(super) fn in_houses(state: &State, facts: &[Fact]) -> Vec<Fact> {
    let mut found = Vec::new();
    for (number, house) in full_houses(state) {
        let (within, _) = by_place(house, facts);
        let chosen = Chosen::new(state, house, &within);
        // A constraint on all cells of the house already requires that they differ.
        let is_alone = chosen.facts.len() == 1 && chosen.facts[0].cells.len() >= house.cells.len();
        found.extend(chosen.into_fact(number).filter(|_| !is_alone));
    }
    found
}

/// Returns the combinations of each house that holds every value with the parts inside it and some of those
/// partly inside it. A combination has few cells outside of the house, because its graph has more nodes with each.
pub(super) fn around_houses(state: &State, facts: &[Fact]) -> Vec<Fact> {
    with_houses(state, facts, ALL_OUTSIDE)
}

/// Returns the combinations of each house that holds every value with the parts inside it and as many as possible of
/// those partly inside it, unless they are one of `others`.
pub(super) fn around_houses_together(state: &State, facts: &[Fact], others: &[Fact]) -> Vec<Fact> {
    let mut found = with_houses(state, facts, usize::MAX);
    let is_known = |fact: &Fact| others.iter().any(|it| it.houses == fact.houses && it.cells == fact.cells);
    found.retain(|fact| !is_known(fact));
    found
}

/// Combines houses with parts that together have at most this many cells outside of the house.
fn with_houses(state: &State, facts: &[Fact], most: usize) -> Vec<Fact> {
    let mut found = Vec::new();
    for (number, house) in full_houses(state) {
        let (within, mut across) = by_place(house, facts);
        while !across.is_empty() {
            let mut chosen = Chosen::new(state, house, &within);
            let (start, mut out, mut later) = (chosen.facts.len(), Vec::new(), Vec::new());
            for fact in across {
                let is_first = chosen.facts.len() == start;
                let new: Vec<Cell> = outside(house, fact).filter(|cell| !out.contains(cell)).collect();
                if (is_first || out.len() + new.len() <= most) && chosen.add(state, fact) {
                    out.extend(new);
                } else if !is_first {
                    later.push(fact);
                }
            }
            if chosen.facts.len() > start {
                found.extend(chosen.into_fact(number));
            }
            across = later;
        }
    }
    found
}

/// Returns the combinations of two constraints that share cells.
pub(super) fn in_pairs(state: &State, facts: &[Fact]) -> Vec<Fact> {
    let single: Vec<&Fact> =
        facts.iter().filter(|fact| fact.cells.len() >= 2 && is_small(state, &[*fact], CELLS - 1)).collect();
    let mut found = Vec::new();
    for (at, one) in single.iter().enumerate() {
        for two in &single[at + 1..] {
            if found.len() == PAIRS {
                return found;
            }
            let shared = one.cells.iter().filter(|cell| two.cells.contains(cell)).count();
            if !is_small(state, &[*one, *two], CELLS)
                || (shared < 2 && !(shared == 1 && sees_across(state, one, two)))
            {
                continue;
            }
            let (Some(first), Some(second)) = (&one.part, &two.part) else { continue };
            let part =
                combine(state, &[first, second], &[]).or_else(|| combine(state, &[second, first], &[]));
            if let Some(part) = part {
                let constraints = numbers(&[*one, *two]);
                let cells = part.cells().to_vec();
                found.push(Fact {
                    technique: Technique::CombinedConstraints,
                    constraints,
                    houses: Vec::new(),
                    cells,
                    part: Some(part),
                });
            }
        }
    }
    found
}

/// Returns true if facts have at most this many cells together, or few choices of candidates.
fn is_small(state: &State, facts: &[&Fact], most: usize) -> bool {
    let mut cells: Vec<Cell> = facts.iter().flat_map(|fact| fact.cells.iter().copied()).collect();
    cells.sort_unstable();
    cells.dedup();
    let bits = |cell: &Cell| {
        let with = facts.iter().filter(|fact| fact.cells.contains(cell));
        let listed = with.filter_map(|fact| fact.part.as_ref()?.values()).min().unwrap_or(usize::MAX);
        (listed.min(state.candidates(*cell).count_ones() as usize) as f64).log2()
    };
    cells.len() <= most || cells.iter().map(bits).sum::<f64>() <= CHOICES
}

/// Returns true if cells of the two facts that are not shared see each other.
fn sees_across(state: &State, one: &Fact, two: &Fact) -> bool {
    let only = |of: &Fact, other: &Fact| -> Vec<Cell> {
        of.cells.iter().copied().filter(|cell| !other.cells.contains(cell)).collect()
    };
    let others = only(two, one);
    only(one, two).iter().any(|cell| others.iter().any(|other| state.sees(*cell, *other) != 0))
}

/// Returns the constraints of facts, each once.
fn numbers(facts: &[&Fact]) -> Vec<usize> {
    let mut numbers: Vec<usize> = facts.iter().flat_map(|fact| fact.constraints.iter().copied()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
