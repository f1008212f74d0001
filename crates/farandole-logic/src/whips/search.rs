//! The search for a whip on a target: depth-first search over partial whips.
//!
//! A partial whip is a list of asserted candidates. The next variable must have a value that is linked to the
//! last candidate, and all its values but one must be excluded. The remaining value is asserted next. A
//! variable without a value completes the whip. Two rules prune the search without losing whips:
//!
//! - The number of rounds of singles that lead to a contradiction is a lower bound on the number of further
//!   variables. If the whip may not have that many, it has no continuation.
//! - Two partial whips with the same asserted candidates and the same last candidate have the same
//!   continuations.
//!
//! Source: Denis Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, chapter 5
//! (definition of whips; each whip is found by trial and error with singles).

use super::variables::{TOUCHED, VARIABLES, Variables};
use std::collections::HashSet;

/// A chain of CSP-variables from a target to a contradiction: a whip or a braid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// The candidate that the chain excludes.
    pub(super) target: usize,
    /// The variables in order, each with its only remaining value.
    pub(super) links: Vec<(usize, usize)>,
    /// The variable without a value.
    pub(super) last: usize,
}

impl Found {
    pub(super) const fn length(&self) -> usize {
        self.links.len() + 1
    }
}

/// A set of CSP-variables, as bits.
pub(super) type VariableSet = [u64; VARIABLES.div_ceil(64)];

/// A search for whips, with its buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Whips {
    /// Keys of the partial whips that were tried.
    seen: HashSet<u128>,
    /// Reusable memory of [`rounds`].
    singles: [Vec<u16>; 2],
    /// The variables on which the failure of the last search depends, or `None` for all.
    pub(super) scope: Option<VariableSet>,
    /// Number of partial whips tried.
    pub(super) work: u64,
}

/// A partial whip.
struct Partial {
    /// The remaining values.
    now: Variables,
    /// The candidates that are the only value of a variable.
    only: Vec<u16>,
}

impl Whips {
    /// Returns a whip on the target with at most `most` variables, or `None` if there is none.
    pub(super) fn find(&mut self, base: &Variables, target: usize, most: usize) -> Option<Found> {
        self.seen.clear();
        self.scope = None;
        self.work += 1;
        let mut start = Partial { now: *base, only: Vec::new() };
        if let Some(last) = start.now.assert(target, &mut start.only, |_| ()) {
            return Some(Found { target, links: Vec::new(), last });
        }
        let mut end = start.now;
        if rounds(&mut end, &start.only, most - 1, &mut self.singles).is_none() {
            self.scope = Some(base.differences(&end));
            return None;
        }
        let mut links = Vec::new();
        let last = self.extend(base, &start, target, most, &mut links)?;
        Some(Found { target, links, last })
    }

    /// Extends a partial whip by at most `left` variables. `right` is its last candidate. Returns the variable
    /// without a value, or `None` if there is no such whip.
    fn extend(
        &mut self,
        base: &Variables,
        partial: &Partial,
        right: usize,
        left: usize,
        links: &mut Vec<(usize, usize)>,
    ) -> Option<usize> {
        let mut next: Vec<(usize, usize)> = Vec::new();
        for (variable, linked) in &TOUCHED[right] {
            let variable = *variable as usize;
            let Some(only) = partial.now.only_value(variable) else { continue };
            if base.values(variable) & linked == 0 || next.iter().any(|(_, known)| *known == only) {
                continue;
            }
            self.work += 1;
            links.push((variable, only));
            if let Some(last) = emptied(&partial.now, only) {
                return Some(last);
            }
            links.pop();
            next.push((variable, only));
        }
        if left < 3 {
            return None;
        }
        for (variable, only) in next {
            links.push((variable, only));
            if self.is_new(links) {
                let mut longer = Partial { now: partial.now, only: partial.only.clone() };
                longer.now.assert(only, &mut longer.only, |_| ());
                let mut end = longer.now;
                if (left < 4 || rounds(&mut end, &longer.only, left - 2, &mut self.singles).is_some())
                    && let Some(last) = self.extend(base, &longer, only, left - 1, links)
                {
                    return Some(last);
                }
            }
            links.pop();
        }
        None
    }

    /// Returns true if no partial whip with the same candidates and the same last candidate was tried.
    fn is_new(&mut self, links: &[(usize, usize)]) -> bool {
        // Twelve candidates of ten bits each fit into a key.
        if !(3..=12).contains(&links.len()) {
            return true;
        }
        let mut parts = [0; 12];
        for (part, (_, only)) in parts.iter_mut().zip(links) {
            *part = *only as u128;
        }
        parts[..links.len() - 1].sort_unstable();
        self.seen.insert(parts.iter().fold(0, |key, part| key << 10 | part))
    }
}

/// Returns a variable that would lose its last values if a candidate were asserted, or `None` if there is none.
fn emptied(now: &Variables, candidate: usize) -> Option<usize> {
    let emptied = |&&(variable, linked): &&(u16, u16)| now.values(variable as usize) & !linked == 0;
    TOUCHED[candidate].iter().find(emptied).map(|(variable, _)| *variable as usize)
}

/// Returns the number of rounds of singles that lead to a contradiction, or `None` if it exceeds `most` or
/// there is no contradiction. A round asserts all singles that result from the previous round. `only` contains
/// the singles of the first round.
fn rounds(now: &mut Variables, only: &[u16], most: usize, buffers: &mut [Vec<u16>; 2]) -> Option<usize> {
    let [singles, next] = buffers;
    singles.clear();
    singles.extend_from_slice(only);
    for round in 1..=most {
        next.clear();
        for single in singles.drain(..).map(usize::from) {
            if !now.has(single) {
                // Another single of this round excludes this one, so its variable has no value.
                return Some(round);
            }
            if !now.is_asserted(single) && now.assert(single, next, |_| ()).is_some() {
                return Some(round);
            }
        }
        if next.is_empty() {
            return None;
        }
        core::mem::swap(singles, next);
    }
    None
}
