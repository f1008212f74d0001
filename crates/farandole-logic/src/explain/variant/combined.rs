//! Reasons for eliminations by several constraints, or by constraints and houses: combined constraints and the
//! rule of 45.

use super::names::{capital, cell, cells, equation, house, rule, set_text};
use super::reasons::{OTHERS, explained, sum as bounded};
use crate::grammar::join;
use crate::variant::{Candidate, Deduction, State, remainder, sum_of};
use farandole_puzzle::Cell;

/// Maximum number of sets of digits that a sentence lists for a few cells.
const SETS: usize = 4;

/// Explains constraints that are considered together.
pub(super) fn why_combined(state: &State, deduction: &Deduction) -> String {
    let Some(claim) = deduction.eliminations.first() else { return String::new() };
    if let Some(text) = deduction.eliminations.iter().find_map(|claim| overlap(state, deduction, *claim)) {
        return match deduction.eliminations.len() {
            1 => text,
            _ => format!("{text}{OTHERS}"),
        };
    }
    let mut all: Vec<String> = deduction.houses.iter().map(|it| house(state, *it)).collect();
    all.extend(deduction.constraints.iter().map(|it| rule(state, *it)));
    let which = match deduction.eliminations.len() {
        1 => format!("has {} in {}", claim.value, cell(state, claim.cell)),
        _ => "contains an eliminated digit".to_owned(),
    };
    format!("All ways to fill the cells of {} together were tried; none {which}.", join(all, "and"))
}

/// Explains a house with two sums inside: with the claim, each pair of sets for them shares a digit.
fn overlap(state: &State, deduction: &Deduction, claim: Candidate) -> Option<String> {
    let ([number], [one, two]) = (&deduction.houses[..], &deduction.constraints[..]) else { return None };
    let inside = &state.variant().houses()[*number].cells;
    let sets_of = |of: &usize| {
        let sum = sum_of(&state.variant().constraints()[*of], state.variant().board())?;
        let of: Vec<Cell> = sum.terms.iter().map(|(cell, _)| *cell).collect();
        let is_plain = sum.terms.iter().all(|(cell, by)| *by == 1 && inside.contains(cell));
        let sets = if is_plain { sets(state, &of, sum.sum, Some(claim))? } else { return None };
        let without_claim = |set: &Vec<u8>| of.contains(&claim.cell) || !set.contains(&claim.value);
        Some(sets.into_iter().filter(without_claim).collect::<Vec<_>>())
    };
    let (first, second) = (sets_of(one)?, sets_of(two)?);
    let shares = |one: &Vec<u8>| second.iter().all(|two| two.iter().any(|it| one.contains(it)));
    if first.is_empty() || second.is_empty() || !inside.contains(&claim.cell) || !first.iter().all(shares) {
        return None;
    }
    let listed = |sets: &[Vec<u8>]| join(sets.iter().map(|set| set_text(set)), "or");
    Some(format!(
        "In {}, if {} were {}, {} could only hold {}, and {} only {}; each choice would repeat a digit.",
        house(state, *number),
        cell(state, claim.cell),
        claim.value,
        rule(state, *one),
        listed(&first),
        rule(state, *two),
        listed(&second)
    ))
}

/// Returns the sets of values with a sum that these cells may hold, or `None` if there are more than
/// [`SETS`] or the cells need not differ. With a claim, its cell holds its value, and the cells that it sees do not.
fn sets(state: &State, of: &[Cell], sum: i64, claim: Option<Candidate>) -> Option<Vec<Vec<u8>>> {
    let range = state.variant().board().values();
    let differ = |at: usize, one: &Cell| {
        of[at + 1..].iter().all(|two| state.sees(*one, *two) & range.all() == range.all())
    };
    if of.is_empty() || !of.iter().enumerate().all(|(at, one)| differ(at, one)) {
        return None;
    }
    let mut found = vec![0_u16];
    for at in of {
        let free = match claim {
            Some(it) if it.cell == *at => range.mask(it.value),
            Some(it) => state.candidates(*at) & !(state.sees(*at, it.cell) & range.mask(it.value)),
            None => state.candidates(*at),
        };
        let mut next: Vec<u16> = Vec::new();
        for set in &found {
            next.extend(range.values_of(free & !set).map(|value| set | range.mask(value)));
        }
        next.sort_unstable();
        next.dedup();
        found = next;
    }
    found.retain(|set| range.values_of(*set).map(i64::from).sum::<i64>() == sum);
    let lists: Vec<Vec<u8>> = found.iter().map(|set| range.values_of(*set).collect()).collect();
    (lists.len() <= SETS).then_some(lists)
}

/// Explains the rule of 45: the total of the houses, the subtracted sums, the remaining sum, and why it excludes
/// the eliminated candidates.
pub(super) fn why_sum(state: &State, deduction: &Deduction) -> String {
    let Some(sum) = remainder(state, deduction) else { return String::new() };
    let adds = if deduction.houses.len() == 1 { "adds" } else { "add" };
    let mut less: Vec<String> = deduction.constraints.iter().map(|it| rule(state, *it)).collect();
    if sum.has_placed {
        less.push("the placed digits".to_owned());
    }
    let named = join(deduction.houses.iter().map(|it| house(state, *it)), "and");
    let start = format!(
        "{} {adds} up to {}. Together with {}, this gives {}.",
        capital(&named),
        sum.all,
        join(less, "and"),
        equation(state, sum.terms.iter().copied(), sum.rest)
    );
    format!("{start}{}", conclusion(state, deduction, &sum.terms, sum.rest))
}

/// Explains why the remaining sum excludes the eliminated candidates: by the sets of digits that are left, or by
/// the bounds of the other cells.
fn conclusion(state: &State, deduction: &Deduction, terms: &[(Cell, i64)], rest: i64) -> String {
    let of: Vec<Cell> = terms.iter().map(|(cell, _)| *cell).collect();
    if let [_] = of[..] {
        return String::new();
    }
    let sign = terms.first().map_or(1, |(_, by)| *by);
    if sign.abs() == 1
        && terms.iter().all(|(_, by)| *by == sign)
        && let Some(sets) = sets(state, &of, rest * sign, None)
        && !sets.is_empty()
    {
        let only = if sets.len() == 1 { "combination left is" } else { "combinations left are" };
        return format!(" The only {only} {}.", join(sets.iter().map(|set| set_text(set)), "and"));
    }
    let text =
        explained(state, &deduction.eliminations, "", |claim| bounded(state, terms.to_vec(), rest, claim));
    match text {
        Some(text) => format!(" {text}"),
        None => format!(" No way to fill {} contains an eliminated digit.", cells(state, &of, "and")),
    }
}
