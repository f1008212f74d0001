//! Facts of several constraints: a house with the constraints inside it or partly inside it, and two
//! constraints that share cells.

use super::fact::Fact;
use super::facts::{Part, combine};
use super::state::State;
use super::step::Technique;
use farandole_puzzle::Cell;
use farandole_puzzle::variant::House;

/// Maximum number of cells of two constraints together.
const CELLS: usize = 10;
/// Two constraints with more than [`CELLS`] cells are combined if the numbers of candidates of their cells have at
/// most this product, as a power of two.
const CHOICES: f64 = 26.0;
/// Maximum number of cells that a constraint may have outside the house with which it is combined.
const OUTSIDE: usize = 4;
/// Maximum number of cells outside the house, over all constraints combined with it, in facts for trials.
const ALL_OUTSIDE: usize = 6;
/// Maximum number of pairs of constraints.
const PAIRS: usize = 400;

/// Facts that are combined with a house. The states of their automata together must fit into a word.
struct Chosen<'a> {
    house: &'a House,
    facts: Vec<&'a Fact>,
    /// The combination of the facts so far, or `None` without facts.
    part: Option<Part>,
}

impl<'a> Chosen<'a> {
    /// Combines a house with each fact that fits, in this order.
    fn new(state: &State, house: &'a House, facts: &[&'a Fact]) -> Self {
        let mut chosen = Self { house, facts: Vec::new(), part: None };
        for fact in facts {
            chosen.add(state, fact);
        }
        chosen
    }

    /// Adds a fact if it can be combined with those so far. Returns true if it was added.
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

    /// Returns the combination as a fact, or `None` if there are no facts. `number` is the index of the house.
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

/// Returns the cells of a fact that are outside a house.
fn outside(house: &House, fact: &Fact) -> impl Iterator<Item = Cell> {
    fact.cells.iter().copied().filter(|cell| !house.cells.contains(cell))
}

/// Returns the facts inside a house, and those partly inside it. Each has at least two cells inside the house
/// and at most [`OUTSIDE`] cells outside. Facts with the fewest cells, or the fewest cells outside, come first.
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

/// Combines each house that holds every value with the constraints inside it. Example: a row with two cages
/// that lie inside the row.
pub(super) fn in_houses(state: &State, facts: &[Fact]) -> Vec<Fact> {
    let mut found = Vec::new();
    for (number, house) in full_houses(state) {
        let (within, _) = by_place(house, facts);
        let chosen = Chosen::new(state, house, &within);
        // The fact of a single constraint on all cells of the house already requires that they differ.
        let is_alone = chosen.facts.len() == 1 && chosen.facts[0].cells.len() >= house.cells.len();
        found.extend(chosen.into_fact(number).filter(|_| !is_alone));
    }
    found
}

/// Combines each house that holds every value with the constraints inside it and some of those partly inside
/// it. A combination has at most [`ALL_OUTSIDE`] cells outside the house, because each of these cells enlarges
/// its graph.
pub(super) fn around_houses(state: &State, facts: &[Fact]) -> Vec<Fact> {
    with_houses(state, facts, ALL_OUTSIDE)
}

/// Combines each house that holds every value with the constraints inside it and as many as possible of those
/// partly inside it. Leaves out the combinations in `others`.
pub(super) fn around_houses_together(state: &State, facts: &[Fact], others: &[Fact]) -> Vec<Fact> {
    let mut found = with_houses(state, facts, usize::MAX);
    let is_known = |fact: &Fact| others.iter().any(|it| it.houses == fact.houses && it.cells == fact.cells);
    found.retain(|fact| !is_known(fact));
    found
}

/// Combines houses with constraints that together have at most `most` cells outside the house. Constraints that
/// do not fit into the first combination of a house form further combinations.
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

/// Combines two constraints that share at least two cells, or that share one cell and have other cells that see
/// each other. Returns at most [`PAIRS`] combinations.
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

/// Returns true if facts have at most `most` cells together, or few enough candidates in them.
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

/// Returns true if a cell of only the first fact sees a cell of only the second.
fn sees_across(state: &State, one: &Fact, two: &Fact) -> bool {
    let only = |of: &Fact, other: &Fact| -> Vec<Cell> {
        of.cells.iter().copied().filter(|cell| !other.cells.contains(cell)).collect()
    };
    let others = only(two, one);
    only(one, two).iter().any(|cell| others.iter().any(|other| state.sees(*cell, *other) != 0))
}

/// Returns the indices of the constraints of some facts, in ascending order, each once.
fn numbers(facts: &[&Fact]) -> Vec<usize> {
    let mut numbers: Vec<usize> = facts.iter().flat_map(|fact| fact.constraints.iter().copied()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
