//! Constraints that are considered together: those inside a house, and pairs of constraints that
//! share cells.

use super::fact::Fact;
use super::facts::combine;
use super::state::State;
use super::step::Technique;
use farandole_puzzle::Cell;

/// Maximum number of cells of a pair of constraints.
const CELLS: usize = 10;
/// Maximum number of cells of a constraint outside of the house with which it is combined.
const OUTSIDE: usize = 4;
/// Maximum number of pairs.
const PAIRS: usize = 400;

/// Returns the combination of each house that holds every value with the parts inside it.
pub(super) fn in_houses(state: &State, facts: &[Fact]) -> Vec<Fact> {
    with_houses(state, facts, 0)
}

/// Returns the combination of each house that holds every value with the parts of which at least two
/// cells are inside it, if some of them have cells outside.
pub(super) fn around_houses(state: &State, facts: &[Fact]) -> Vec<Fact> {
    let mut found = with_houses(state, facts, OUTSIDE);
    let houses = state.variant().houses();
    found.retain(|fact| fact.cells.len() > houses[fact.houses[0]].cells.len());
    found
}

/// Returns the combination of each house that holds every value with the parts that have at most this many
/// cells outside.
fn with_houses(state: &State, facts: &[Fact], most: usize) -> Vec<Fact> {
    let variant = state.variant();
    let mut found = Vec::new();
    for (number, house) in variant.houses().iter().enumerate().filter(|(_, house)| variant.is_full(house)) {
        let outside = |fact: &Fact| fact.cells.iter().filter(|cell| !house.cells.contains(cell)).count();
        let fits = |fact: &&Fact| {
            let out = outside(fact);
            (2..=house.cells.len()).contains(&(fact.cells.len() - out)) && out <= most
        };
        let mut inside: Vec<&Fact> = facts.iter().filter(fits).collect();
        inside.sort_by_key(|fact| (outside(fact), fact.cells.len()));
        // Parts are added as long as the states fit.
        let (mut chosen, mut best): (Vec<&Fact>, _) = (Vec::new(), None);
        for fact in inside {
            chosen.push(fact);
            let parts: Option<Vec<_>> = chosen.iter().map(|fact| fact.part.as_ref()).collect();
            match parts.and_then(|parts| combine(state, &parts, &house.cells)) {
                Some(part) => best = Some(part),
                None => {
                    chosen.pop();
                }
            }
        }
        // A constraint on all cells of the house already requires that they differ.
        let is_alone = chosen.len() == 1 && chosen[0].cells.len() >= house.cells.len() && most == 0;
        if let Some(part) = best.filter(|_| !is_alone) {
            let constraints = numbers(&chosen);
            found.push(Fact {
                technique: Technique::CombinedConstraints,
                constraints,
                houses: vec![number],
                cells: part.cells().to_vec(),
                part: Some(part),
            });
        }
    }
    found
}

/// Returns the combinations of two constraints that share cells.
pub(super) fn in_pairs(state: &State, facts: &[Fact]) -> Vec<Fact> {
    let single: Vec<&Fact> = facts.iter().filter(|fact| (2..CELLS).contains(&fact.cells.len())).collect();
    let mut found = Vec::new();
    for (at, one) in single.iter().enumerate() {
        for two in &single[at + 1..] {
            if found.len() == PAIRS {
                return found;
            }
            let shared = one.cells.iter().filter(|cell| two.cells.contains(cell)).count();
            let is_small = one.cells.len() + two.cells.len() - shared <= CELLS;
            if !is_small || (shared < 2 && !(shared == 1 && sees_across(state, one, two))) {
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
