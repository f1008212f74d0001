//! The rule of 45 in words.

use super::arguments::argued;
use super::names::{capital, equation, house, rule};
use crate::grammar::join;
use crate::variant::{Deduction, State, remainder};

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
    match &sum.terms[..] {
        [_] => start,
        _ => format!("{start} {}", argued(state, deduction)),
    }
}
