//! Arguments: short reasons for the eliminations of a step, in terms of the meanings of its constraints and of its
//! houses.
//!
//! The finders of steps only find *what* follows. An argument gives the reason, as a person would: it assumes an eliminated
//! candidate, draws at most three conclusions, and names a condition that then cannot hold. Eliminations
//! without such an argument are left to exhaustion and to trials.
//!
//! Source: smallest sets of reasons as in demystify (Espasa, Gent, Hoffmann, Jefferson, Lynch, "Using small MUSes to
//! explain how to solve pen and paper puzzles", 2021).

mod chain;
mod condition;
mod counts;
mod few;
mod limits;
mod machines;
mod needs;
mod pairs;
mod reason;
mod sandwich;
mod sums;
#[cfg(test)]
mod tests;
mod view;
mod violation;

use super::candidate::Candidate;
use super::state::State;
use super::step::{Deduction, Technique};
use chain::{chained, in_cases};
use condition::{Condition, conditions};
use limits::Limits;
use needs::needed;
use view::View;
use violation::violated;

pub(crate) use condition::Source;
pub(crate) use limits::Reach;
pub(crate) use reason::{Argument, Case, Failure, Inference, Reason};
pub(crate) use sandwich::{Places, Sandwich};

/// Maximum number of arguments in a step.
const ARGUMENTS: usize = 4;
/// Maximum number of eliminations for which arguments are sought.
const CLAIMS: usize = 60;

/// Returns arguments for the eliminations of a step by constraints and houses, the simplest first. Eliminations without
/// an argument are left out.
pub(crate) fn arguments(state: &State, step: &Deduction, reach: Reach) -> Vec<Argument> {
    let conditions = conditions(state, step);
    let mut found = Vec::new();
    let mut claims: Vec<Candidate> = step.eliminations.iter().copied().take(CLAIMS).collect();
    let listed = step.combinations.iter().flatten().fold(0, |mask, value| mask | state.bit(*value));
    if listed != 0
        && let [number] = step.constraints[..]
    {
        let (out, rest) = claims.into_iter().partition(|it| state.bit(it.value) & listed == 0);
        claims = rest;
        if !out.is_empty() {
            let (source, reason) = (Source::Constraint(number), Reason::Combinations);
            found.push(Argument { claims: out, inferences: Vec::new(), source, reason });
        }
    }
    let view = View::new(state);
    for claim in &claims {
        if let Some((source, reason)) = by_one(&view.suppose(*claim), &conditions) {
            add(&mut found, *claim, source, reason);
        }
    }
    if found.is_empty() && reach != Reach::One {
        found = with_more(&view, &conditions, &step.constraints, &claims, &reach.limits());
    }
    found.sort_by_key(|it| (it.inferences.len(), it.reason.cost()));
    found.truncate(ARGUMENTS);
    found
}

/// Returns arguments that are longer than one condition: the ways that are left, conclusions, the fewest cells that matter,
/// or cases. The first kind that finds any is used.
fn with_more(
    view: &View<'_>,
    conditions: &[Condition],
    constraints: &[usize],
    claims: &[Candidate],
    limits: &Limits,
) -> Vec<Argument> {
    if let Some(ways) = few::ways(view, conditions, claims) {
        return vec![ways];
    }
    let of_claim = |claim: &Candidate, (inferences, source, reason): (Vec<Inference>, Source, Reason)| {
        Argument { claims: vec![*claim], inferences, source, reason }
    };
    let chain = |claim: &Candidate| Some(of_claim(claim, chained(view, conditions, *claim, limits)?));
    if let Some(found) = claims.iter().take(limits.claims).find_map(chain) {
        return vec![found];
    }
    let crowded = |claim: &Candidate| {
        let inside = view.suppose(*claim);
        conditions.iter().find_map(|it| {
            let reason = counts::repeated_by_automata(&inside, it, conditions)?;
            Some(of_claim(claim, (Vec::new(), it.source, reason)))
        })
    };
    if let Some(found) = claims.iter().take(limits.claims).find_map(crowded) {
        return vec![found];
    }
    let mut found = Vec::new();
    for claim in claims.iter().take(limits.claims) {
        if let Some((source, reason)) = needed(view, constraints, *claim) {
            add(&mut found, *claim, source, reason);
        }
    }
    if found.is_empty() {
        let cases = |claim: &Candidate| {
            let (source, reason) = in_cases(view, conditions, *claim, limits)?;
            Some(of_claim(claim, (Vec::new(), source, reason)))
        };
        found.extend(claims.iter().take(limits.split).find_map(cases));
    }
    found
}

/// Returns the reason why the constraints of a step must contain a value.
pub(crate) fn why_contained(state: &State, step: &Deduction, value: u8) -> Option<(Source, Reason)> {
    let conditions = conditions(state, step);
    let mut without = View::new(state);
    conditions.iter().flat_map(|it| &it.cells).for_each(|cell| without.restrict(*cell, !state.bit(value)));
    by_one(&without, &conditions)
}

/// Returns the simplest reason why one of the conditions cannot hold.
fn by_one(view: &View<'_>, conditions: &[Condition]) -> Option<(Source, Reason)> {
    let reasons = conditions.iter().filter_map(|it| Some((it.source, violated(view, it, conditions)?)));
    reasons.min_by_key(|(_, reason)| reason.cost())
}

/// Adds an argument without conclusions, or adds the claim to the argument that is the same but for the claim.
fn add(found: &mut Vec<Argument>, claim: Candidate, source: Source, reason: Reason) {
    let is_same = |it: &&mut Argument| it.source == source && it.reason.merges(&reason, &it.claims, claim);
    match found.iter_mut().find(is_same) {
        // The reason for the claim that exceeds a bound least comes first.
        Some(known) if reason.is_nearer(&known.reason) => {
            known.reason = reason;
            known.claims.insert(0, claim);
        }
        Some(known) => known.claims.push(claim),
        None => found.push(Argument { claims: vec![claim], inferences: Vec::new(), source, reason }),
    }
}

/// Returns the step with only those eliminations for which there are arguments, or `None` without any.
pub(super) fn argued(state: &State, mut step: Deduction, reach: Reach) -> Option<Deduction> {
    let found = arguments(state, &step, reach);
    let is_argued = |claim: &Candidate| found.iter().any(|it| it.claims.contains(claim));
    step.eliminations.retain(is_argued);
    step.has_effect().then_some(step)
}

/// Checks that there are arguments for the steps of a trial. Returns the index of the first one without.
pub(super) fn argue_trial(state: &State, assumed: Candidate, trial: &[Deduction]) -> Result<(), usize> {
    let mut inside = state.clone();
    inside.set(assumed);
    for (at, step) in trial.iter().enumerate() {
        if !is_argued(&inside, step) {
            return Err(at);
        }
        inside.apply(step);
    }
    Ok(())
}

/// Returns true if there are arguments for all eliminations of a step by constraints, or if it needs none.
fn is_argued(state: &State, step: &Deduction) -> bool {
    if !matches!(
        step.technique,
        Technique::Constraint | Technique::CombinedConstraints | Technique::RuleOf45 | Technique::EqualSets
    ) {
        return true;
    }
    let found = arguments(state, step, Reach::Several);
    step.eliminations.iter().all(|claim| found.iter().any(|it| it.claims.contains(claim)))
}
