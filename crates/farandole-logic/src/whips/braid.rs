//! The search for a braid of limited length on a target: branch and bound over sets of singles.
//!
//! The target is assumed, and singles are asserted round by round until a variable has no value. The singles on
//! which this contradiction depends form a braid. If it is too long, any shorter braid asserts either one of
//! the singles of its first round or none of them, and the search branches over these cases. The number of
//! rounds is a lower bound on the length, because each round needs at least one further variable.
//!
//! Source: Denis Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, chapter 5
//! (definition of braids; a braid exists if and only if singles refute the target).

use super::search::Found;
use super::variables::{VALUES, Variables, candidate};

/// The reason for a candidate that the target or an earlier choice of the search excludes, or that was absent
/// from the start.
const GIVEN: u16 = u16::MAX;

/// A search for braids.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Braids {
    /// Number of contradictions examined.
    pub(super) work: u64,
}

/// The asserted candidates so far, and their consequences.
#[derive(Clone)]
struct Trial {
    now: Variables,
    /// The candidates that are the only value of a variable.
    only: Vec<u16>,
    /// For each candidate, the asserted candidate that excludes it, or `GIVEN`.
    by: Box<[u16; 729]>,
    /// The variables that are already part of the braid, with their values.
    links: Vec<(usize, usize)>,
}

/// A contradiction to which singles lead after a trial.
struct Contradiction {
    /// The further variables on which the contradiction depends, with their values. Those that
    /// follow directly from the trial come first.
    needed: Vec<(usize, usize)>,
    /// Number of variables in `needed` that follow directly from the trial.
    direct: usize,
    /// The variable without a value.
    last: usize,
}

impl Braids {
    /// Returns a braid on the target with at most `most` variables, or `None` if there is none.
    pub(super) fn find(&mut self, base: &Variables, target: usize, most: usize) -> Option<Found> {
        let mut trial = Trial { now: *base, only: Vec::new(), by: Box::new([GIVEN; 729]), links: Vec::new() };
        if let Some(last) = trial.now.assert(target, &mut trial.only, |_| ()) {
            return Some(Found { target, links: Vec::new(), last });
        }
        let (links, last) = self.shorten(base, &trial, &mut Vec::new(), most.checked_sub(1)?)?;
        Some(Found { target, links, last })
    }

    /// Completes a trial with at most `left` further variables, whose values are not banned. Returns all
    /// variables of the braid with their values, and the variable without a value.
    fn shorten(
        &mut self,
        base: &Variables,
        trial: &Trial,
        banned: &mut Vec<u16>,
        left: usize,
    ) -> Option<(Vec<(usize, usize)>, usize)> {
        self.work += 1;
        let Contradiction { needed, direct, last } = trial.contradiction(base, banned, left)?;
        if needed.len() <= left {
            let mut links = trial.links.clone();
            links.extend(needed);
            return Some((links, last));
        }
        let before = banned.len();
        for (variable, only) in &needed[..direct] {
            let mut longer = trial.clone();
            longer.links.push((*variable, *only));
            let by = &mut longer.by;
            let empty = longer.now.assert(*only, &mut longer.only, |other| by[other] = GIVEN);
            if let Some(last) = empty {
                return Some((longer.links, last));
            }
            if let Some(found) = self.shorten(base, &longer, banned, left - 1) {
                return Some(found);
            }
            banned.push(*only as u16);
        }
        let found = self.shorten(base, trial, banned, left);
        banned.truncate(before);
        found
    }
}

impl Trial {
    /// Asserts singles for at most `most` rounds, and returns the first contradiction. Banned candidates are
    /// not asserted.
    fn contradiction(&self, base: &Variables, banned: &[u16], most: usize) -> Option<Contradiction> {
        let mut now = self.now;
        let mut by = self.by.clone();
        let mut singles = self.only.clone();
        let mut next = Vec::new();
        // The asserted singles: the variable of which the single is the only value, the single, and its round.
        let mut order: Vec<(usize, usize, usize)> = Vec::new();
        for round in 1..=most {
            // A single may be the only value of several variables. Variables that have become
            // single in this round do not count, because their reasons include other singles of the
            // round.
            let only = |now: &Variables, candidate: usize| {
                let variables = VALUES[candidate].map(|(variable, _)| usize::from(variable));
                variables.into_iter().find(|variable| now.only_value(*variable).is_some())
            };
            let reasons: Vec<Option<usize>> =
                singles.iter().map(|single| only(&now, usize::from(*single))).collect();
            for (single, reason) in singles.drain(..).zip(reasons) {
                let candidate = usize::from(single);
                let Some(variable) = reason else { continue };
                if banned.contains(&single) || !now.has(candidate) || now.is_asserted(candidate) {
                    continue;
                }
                order.push((variable, candidate, round));
                let empty = now.assert(candidate, &mut next, |other| by[other] = single);
                if let Some(last) = empty {
                    return Some(trace(base, &by, &order, last));
                }
            }
            if next.is_empty() {
                return None;
            }
            core::mem::swap(&mut singles, &mut next);
        }
        None
    }
}

/// Returns the singles on which the contradiction in the variable `last` depends, found by tracing back the
/// reasons.
fn trace(base: &Variables, by: &[u16; 729], order: &[(usize, usize, usize)], last: usize) -> Contradiction {
    let mut wanted = vec![false; order.len()];
    let mut variables = vec![(last, usize::MAX)];
    while let Some((variable, value)) = variables.pop() {
        let values = base.values(variable);
        for other in (0..9).filter(|place| values >> place & 1 == 1).map(|place| candidate(variable, place)) {
            let reason = by[other];
            if other == value || reason == GIVEN {
                continue;
            }
            let place = order.iter().position(|(_, single, _)| *single == usize::from(reason));
            if let Some(place) = place.filter(|place| !wanted[*place]) {
                wanted[place] = true;
                variables.push((order[place].0, order[place].1));
            }
        }
    }
    let needed: Vec<&(usize, usize, usize)> =
        order.iter().zip(wanted).filter_map(|(single, wanted)| wanted.then_some(single)).collect();
    let direct = needed.iter().take_while(|(_, _, round)| *round == 1).count();
    Contradiction {
        needed: needed.into_iter().map(|(variable, only, _)| (*variable, *only)).collect(),
        direct,
        last,
    }
}
