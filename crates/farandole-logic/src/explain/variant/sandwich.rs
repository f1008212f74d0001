//! Sandwiches in words: the places of the least and the greatest digit, the sum between them, and the digits outside
//! of them.

use super::names::{cell, set_text};
use crate::grammar::join;
use crate::variant::{Places, Sandwich, State};

/// Maximum number of sets between the two digits that a sentence lists.
const SETS: usize = 4;
/// Maximum number of pairs of places of the two digits that are listed.
const CASES: usize = 3;

/// A sandwich whose cells are named as in a state.
struct Named<'a> {
    state: &'a State,
    sandwich: &'a Sandwich,
}

impl Named<'_> {
    fn sum_of(&self, places: &[usize]) -> String {
        places.iter().map(|at| cell(self.state, self.sandwich.line[*at])).collect::<Vec<_>>().join(" + ")
    }

    fn listed(&self, sets: &[u16]) -> String {
        let range = self.state.variant().board().values();
        join(sets.iter().map(|set| set_text(&range.values_of(*set).collect::<Vec<_>>())), "or")
    }

    /// Describes why no digits fit if the two ends are in these places: the text follows "1 in r1c1 and 9 in
    /// r1c4 would enclose ". Returns `None` if digits fit.
    fn failure(&self, case: Places) -> Option<String> {
        let inside = self.sandwich.inside(case);
        if inside.is_empty() {
            if self.sandwich.sum == 0 && self.sandwich.ways(case).is_empty() {
                return Some("nothing, but the other digits would not fit into the line".to_owned());
            }
            return (self.sandwich.sum != 0).then(|| "nothing".to_owned());
        }
        let between = self.sum_of(&inside);
        let sums: Vec<u32> =
            self.sandwich.sets(&inside, 0).iter().map(|set| self.sandwich.total(*set)).collect();
        let (Some(least), Some(most)) = (sums.iter().min(), sums.iter().max()) else {
            return Some(format!("{between}, for which too few different digits are left"));
        };
        if self.sandwich.sum < *least {
            return Some(format!("{between}, at least {least}"));
        }
        if self.sandwich.sum > *most {
            return Some(format!("{between}, at most {most}"));
        }
        let fillings = self.sandwich.fillings(case);
        if fillings.is_empty() {
            return Some(format!("{between}, which cannot be {}", self.sandwich.sum));
        }
        if !self.sandwich.ways(case).is_empty() {
            return None;
        }
        self.outer_failure(case, &fillings, &between)
    }

    /// Describes why the digits outside do not fit, if those between the ends alone do.
    fn outer_failure(&self, case: Places, fillings: &[u16], between: &str) -> Option<String> {
        let outside = self.sandwich.outside(case);
        let [low, high] = self.sandwich.ends();
        let all = self.state.variant().board().values().all();
        let rest = self.sandwich.total(all & !(low | high)) - self.sandwich.sum;
        let known = |at: &usize| self.sandwich.masks[*at].is_power_of_two();
        let (placed, open): (Vec<usize>, Vec<usize>) = outside.iter().partition(|at| known(at));
        let used: u32 = placed.iter().map(|at| self.sandwich.total(self.sandwich.masks[*at])).sum();
        let taken = placed.iter().fold(0, |mask, at| mask | self.sandwich.masks[*at]);
        let sums: Vec<u32> =
            self.sandwich.sets(&open, taken).iter().map(|set| self.sandwich.total(*set)).collect();
        if !open.is_empty() && used < rest && !sums.contains(&(rest - used)) {
            let bound = match (sums.iter().min(), sums.iter().max()) {
                (Some(least), _) if rest - used < *least => format!("but that is at least {least}"),
                (_, Some(most)) if rest - used > *most => format!("but that is at most {most}"),
                _ => "which they cannot be".to_owned(),
            };
            return Some(format!(
                "{between} = {}; the digits outside add up to {} - {} = {rest}, so {} = {}, {bound}",
                self.sandwich.sum,
                rest + self.sandwich.sum,
                self.sandwich.sum,
                self.sum_of(&open),
                rest - used
            ));
        }
        let held = if fillings.len() <= SETS {
            self.listed(fillings)
        } else {
            format!("digits with the sum {}", self.sandwich.sum)
        };
        let between = format!("{between}, which could only hold {held},");
        let bare =
            |at: &&usize| fillings.iter().all(|set| self.sandwich.masks[**at] & !(set | low | high) == 0);
        Some(match outside.iter().find(bare).copied() {
            Some(at) if known(&at) => format!(
                "{between} but {} would be in {}",
                self.sandwich.total(self.sandwich.masks[at]),
                cell(self.state, self.sandwich.line[at])
            ),
            Some(at) => {
                format!(
                    "{between} and nothing would be left for {}",
                    cell(self.state, self.sandwich.line[at])
                )
            }
            None => format!(
                "{between} and the other digits would not fit into {}",
                join(outside.iter().map(|at| cell(self.state, self.sandwich.line[*at])), "and")
            ),
        })
    }
}

/// Explains why no places of the two ends are left. The text follows "if r1c1 were 5, ".
pub(super) fn sandwich_text(state: &State, sandwich: &Sandwich) -> String {
    let range = state.variant().board().values();
    let (low, high) = (range.low(), range.high());
    let named = Named { state, sandwich };
    let parts = sandwich.cases().into_iter().map(|case| {
        let [first, second] = [case.0, case.1].map(|at| cell(state, sandwich.line[at]));
        let text = named.failure(case)?;
        Some(format!("{low} in {first} and {high} in {second} would enclose {text}"))
    });
    match parts.collect::<Option<Vec<String>>>() {
        Some(parts) if parts.len() <= CASES => parts.join("; "),
        _ => format!("{low} and {high} would have no two places with the sum {} between them", sandwich.sum),
    }
}
