//! The W and B ratings of Berthier: the length of the longest whip or braid that a puzzle needs.
//!
//! Singles are applied whenever possible. Otherwise the shortest chains are tried first, starting with whips of
//! length 1, which are pointing and claiming. The rating is the length of the longest chain used, or 0 if
//! singles solve the puzzle. B does not depend on the order of eliminations, because braids of bounded length
//! have the confluence property. W depends on it in rare cases. Here, as in Berthier's definition, the shortest
//! whips are tried first.
//!
//! Source: Denis Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, chapter 5 (W and
//! B ratings, simplest first). The ratings equal the published columns of the controlled-bias
//! collection; see `docs/experiments/2026-11-25-w-and-b-ratings.md`.

use super::braid::Braids;
use super::kind::Kind;
use super::search::{Found, VariableSet, Whips};
use super::step::deduction;
use super::variables::{VARIABLES, Variables};
use crate::cancel::{Limited, Observer, RatingProgress};
use crate::model::{Deduction, PathOutcome, State};
use core::ops::ControlFlow;

/// Work limits of a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Maximum number of partial chains to try.
    pub partial: u64,
    /// Maximum length of a chain. A rating that requires longer chains is stuck.
    pub longest: u8,
}

impl Budget {
    /// No limit on the work. Chains have at most 36 variables, as in CSP-Rules.
    pub const NONE: Self = Self { partial: u64::MAX, longest: 36 };
}

/// A W or B rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The length of the longest chain used, or 0 if singles are enough.
    pub length: u8,
    /// The outcome. Unless it is `Solved`, the length is a lower bound.
    pub outcome: PathOutcome,
    /// Number of steps: singles and chains.
    pub steps: u32,
    /// Number of partial chains tried.
    pub work: u64,
}

/// Rates a state without changing it.
pub fn rate<'a>(state: &State, kind: Kind, bounds: impl Into<Limited<'a, Budget>>) -> Rating {
    run(state, kind, bounds.into(), |_, _, _| ControlFlow::Continue(()))
}

/// Rates a state, and returns every chain.
pub fn explain<'a>(
    state: &State,
    kind: Kind,
    bounds: impl Into<Limited<'a, Budget>>,
) -> (Rating, Vec<Deduction>) {
    let mut steps = Vec::new();
    let rating = run(state, kind, bounds.into(), |base, kind, found| {
        steps.push(deduction(base, kind, found));
        ControlFlow::Continue(())
    });
    (rating, steps)
}

/// Returns one chain of the shortest length for each target that has such a chain, if this length
/// is at most `longest`.
pub(crate) fn all_shortest(state: &State, kind: Kind, longest: usize) -> Vec<Deduction> {
    let mut path = Path::new(state, kind);
    for length in 1..=longest {
        let targets: Vec<usize> = path.targets().collect();
        let found: Vec<Found> = targets.into_iter().filter_map(|target| path.find(target, length)).collect();
        if !found.is_empty() {
            return found.iter().map(|found| deduction(&path.now, kind, found)).collect();
        }
    }
    Vec::new()
}

/// A grid during a rating.
struct Path {
    now: Variables,
    kind: Kind,
    whips: Whips,
    braids: Braids,
    only: Vec<u16>,
    steps: u32,
    placed: u32,
    /// For each candidate, the greatest length up to which it is known to have no chain, and the
    /// variables on which this depends.
    failed: Vec<(u8, VariableSet)>,
}

impl Path {
    fn new(state: &State, kind: Kind) -> Self {
        Self {
            now: Variables::of(state),
            kind,
            whips: Whips::default(),
            braids: Braids::default(),
            only: Vec::new(),
            steps: 0,
            placed: 0,
            failed: vec![Default::default(); 729],
        }
    }

    /// Returns the number of partial chains tried.
    const fn work(&self) -> u64 {
        self.whips.work + self.braids.work
    }

    /// Returns the candidates that are not excluded or asserted.
    fn targets(&self) -> impl Iterator<Item = usize> + use<> {
        let now = self.now;
        (0..729).filter(move |candidate| now.has(*candidate) && !now.is_asserted(*candidate))
    }

    /// Returns a chain on the target with at most `most` variables. Skips targets that are known to have none.
    fn find(&mut self, target: usize, most: usize) -> Option<Found> {
        if usize::from(self.failed[target].0) >= most {
            return None;
        }
        let (found, scope) = match self.kind {
            Kind::Whip => (self.whips.find(&self.now, target, most), self.whips.scope),
            Kind::Braid => (self.braids.find(&self.now, target, most), None),
        };
        if found.is_none() {
            self.failed[target] = (most.min(255) as u8, scope.unwrap_or([!0; VARIABLES.div_ceil(64)]));
        }
        found
    }

    /// Applies singles until there are none. Returns false if a variable has no value.
    fn singles(&mut self) -> bool {
        while let Some(single) = self.only.pop() {
            let single = usize::from(single);
            if !self.now.has(single) {
                return false;
            }
            if !self.now.is_asserted(single) {
                self.placed += 1;
                self.steps += 1;
                if self.now.assert(single, &mut self.only, |_| ()).is_some() {
                    return false;
                }
            }
        }
        true
    }

    /// Removes a target and applies singles. Targets whose failure depended on a changed variable are tried
    /// again later. Returns false if a variable has no value.
    fn eliminate(&mut self, target: usize) -> bool {
        self.steps += 1;
        let before = self.now;
        let is_possible = self.now.exclude(target, &mut self.only).is_none() && self.singles();
        let changed = before.differences(&self.now);
        for (length, scope) in &mut self.failed {
            if scope.iter().zip(&changed).any(|(scope, changed)| scope & changed != 0) {
                *length = 0;
            }
        }
        is_possible
    }
}

fn run(
    state: &State,
    kind: Kind,
    bounds: Limited<'_, Budget>,
    mut each: impl FnMut(&Variables, Kind, &Found) -> ControlFlow<()>,
) -> Rating {
    let mut path = Path::new(state, kind);
    let mut longest = 0;
    path.only =
        (0..VARIABLES).filter_map(|variable| path.now.only_value(variable)).map(|it| it as u16).collect();
    let outcome = if path.now.empty().is_some() || !path.singles() {
        PathOutcome::Contradiction
    } else {
        let mut length = 1;
        loop {
            if path.placed == 81 {
                break PathOutcome::Solved;
            }
            if length > usize::from(bounds.budget.longest) {
                break PathOutcome::Stuck;
            }
            match pass(&mut path, length, &bounds, &mut each) {
                Pass::Nothing => length += 1,
                Pass::Some(found) => {
                    longest = longest.max(found as u8);
                    length = 1;
                }
                Pass::End(outcome) => {
                    longest = longest.max(length.min(255) as u8);
                    break outcome;
                }
            }
        }
    };
    Rating { length: longest, outcome, steps: path.steps, work: path.work() }
}

/// The result of one pass over all targets.
enum Pass {
    Nothing,
    /// The greatest length found.
    Some(usize),
    End(PathOutcome),
}

/// Eliminates the targets of all chains of a length.
fn pass(
    path: &mut Path,
    length: usize,
    bounds: &Limited<'_, Budget>,
    each: &mut impl FnMut(&Variables, Kind, &Found) -> ControlFlow<()>,
) -> Pass {
    let observer: Option<Observer<'_>> = bounds.observer;
    let mut greatest = 0;
    for target in path.targets() {
        if !path.now.has(target) || path.now.is_asserted(target) {
            continue;
        }
        let progress = RatingProgress { steps: path.steps, work: path.work() };
        if path.work() >= bounds.budget.partial || observer.is_some_and(|it| it(progress).is_break()) {
            return Pass::End(PathOutcome::BudgetSpent);
        }
        let Some(found) = path.find(target, length) else { continue };
        greatest = greatest.max(found.length());
        if each(&path.now, path.kind, &found).is_break() {
            return Pass::End(PathOutcome::BudgetSpent);
        }
        if !path.eliminate(target) {
            return Pass::End(PathOutcome::Contradiction);
        }
    }
    if greatest == 0 { Pass::Nothing } else { Pass::Some(greatest) }
}
