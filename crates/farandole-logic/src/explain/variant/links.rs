//! Reasons for the links of chains, and the rules because of which two cells see each other.

use super::background::{background, common_house};
use super::names::{cell, cells, house, rule};
use crate::grammar::join;
use crate::model::Role;
use crate::variant::{Candidate, Deduction, State, Technique, prove};
use farandole_puzzle::Cell;

/// Returns ` because of the anti-taxicab rule` if the sight of these cells relies on such a rule, otherwise an
/// empty string.
pub(super) fn because(state: &State, places: &[Cell], targets: &[Cell], value: u8) -> String {
    let pairs: Vec<(Cell, Cell)> =
        places.iter().flat_map(|one| targets.iter().map(move |two| (*one, *two))).collect();
    match &background(state, &pairs, value)[..] {
        [] => String::new(),
        used => format!(", partly because of {}", join(used.iter().map(|it| rule(state, *it)), "and")),
    }
}

/// Explains a chain: its nodes in order, each with its reason.
pub(super) fn why_chain(state: &State, deduction: &Deduction) -> String {
    let is_node = |(role, _): &&(Role, Candidate)| matches!(role, Role::On | Role::Off);
    let nodes: Vec<(Role, Candidate)> = deduction.pattern.iter().filter(is_node).copied().collect();
    let says = |(role, it): &(Role, Candidate)| match role {
        Role::On => format!("{} is {}", cell(state, it.cell), it.value),
        _ => format!("{} is not {}", cell(state, it.cell), it.value),
    };
    let [first, ..] = &nodes[..] else { return String::new() };
    let links = nodes.windows(2).map(|pair| match reason(state, deduction, pair[0], pair[1]) {
        Some(reason) => format!("{} ({reason})", says(&pair[1])),
        None => says(&pair[1]),
    });
    format!("If {}, then {}.", says(first), links.collect::<Vec<_>>().join(", so "))
}

/// Returns the reason why the second node of a chain follows from the first, if it needs words.
fn reason(
    state: &State,
    deduction: &Deduction,
    (role, from): (Role, Candidate),
    (then, to): (Role, Candidate),
) -> Option<String> {
    let mut after = state.clone();
    if role == Role::On {
        after.set(from);
    } else {
        after.remove(from);
    }
    if then == Role::Off && !after.has(to) {
        if from.cell == to.cell {
            return None;
        }
        if let Some(number) = common_house(state, from.cell, to.cell) {
            return Some(house(state, number));
        }
        let used = background(state, &[(from.cell, to.cell)], to.value);
        return used.first().map(|it| rule(state, *it));
    }
    if then == Role::On && after.candidates(to.cell).is_power_of_two() {
        return Some("its only other digit".to_owned());
    }
    let found = deduction.houses.iter().find_map(|number| in_house(&after, *number, to, then));
    found.or_else(|| {
        let of = deduction.constraints.iter().find(|it| by_constraint(&after, deduction, **it, to, then))?;
        Some(rule(state, *of))
    })
}

/// Returns the reason for a node that follows from the places in a house: `row 1`, or
/// `8 in row 1 is in r1c1 or r1c2`.
fn in_house(after: &State, number: usize, to: Candidate, then: Role) -> Option<String> {
    let all = &after.variant().houses()[number].cells;
    let places: Vec<Cell> =
        all.iter().copied().filter(|of| after.has(Candidate { cell: *of, value: to.value })).collect();
    let sees = |of: &Cell| *of != to.cell && after.sees(*of, to.cell) & after.bit(to.value) != 0;
    match (then, &places[..]) {
        (_, []) => None,
        (Role::On, [only]) if *only == to.cell => Some(house(after, number)),
        (Role::Off, places) if places.iter().all(sees) => Some(format!(
            "{} in {} is in {}{}",
            to.value,
            house(after, number),
            cells(after, places, "or"),
            because(after, places, &[to.cell], to.value)
        )),
        _ => None,
    }
}

/// Returns true if a constraint alone entails the second node of a link.
fn by_constraint(after: &State, deduction: &Deduction, number: usize, to: Candidate, then: Role) -> bool {
    let gone = after.candidates_of(to.cell).filter(|it| (*it == to) == (then == Role::Off));
    let named = deduction.pattern.iter().filter(|(_, it)| after.has(*it));
    let step = Deduction {
        technique: Technique::Constraint,
        houses: Vec::new(),
        constraints: vec![number],
        pattern: named.copied().collect(),
        eliminations: gone.collect(),
        placements: Vec::new(),
        trial: Vec::new(),
        end: None,
        ..deduction.clone()
    };
    prove(after, &step).is_ok()
}
