//! Solution paths and hints on this scale.

use super::lean::{self, fitted, is_single};
use super::order::{Order, difficulty};
use super::search::StepSearch;
use super::singles::next_single;
use crate::cancel::Limited;
use crate::model::{Deduction, PathOutcome, State, Technique};
use core::cmp::Reverse;

/// The order of techniques and the limit on the work of a path.
#[derive(Clone, Copy, Debug)]
pub struct Config<'a> {
    /// The techniques to search.
    pub order: &'a Order,
    /// Maximum number of searches for a technique, and of attempts to shorten the path.
    pub searches: u64,
}

/// The difficulty of a solution path on this scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The greatest [`difficulty`] of a step.
    pub hardest: u16,
    /// The sum of the difficulties of all steps.
    pub total: u32,
    /// The outcome. Unless it is `Solved`, the numbers are lower bounds.
    pub outcome: PathOutcome,
    /// Number of steps.
    pub steps: u32,
    /// The technique of the first step with the greatest difficulty, or `None` if there was no step.
    pub technique: Option<Technique>,
}

/// A preference among several steps of the easiest technique.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// The first step, and up to this many others that still apply after it.
    Short(usize),
    /// The step that removes the most candidates per line of its explanation, together with the easy steps that
    /// follow it. Applies to steps of this difficulty or more; easier steps are chosen as by `Short(12)`.
    Far(u16),
}

/// Minimum difficulty of nested chains.
const NESTED: u16 = 80;

/// The preferences to try. The shortest of the resulting paths is used.
const CHOICES: &[Choice] = &[Choice::Short(12), Choice::Far(30), Choice::Far(46), Choice::Short(0)];

/// Returns a solution path in the order of the configuration. The path contains no unnecessary steps.
///
/// ```
/// use farandole_logic::own::{Config, Order, explain};
/// use farandole_logic::{PathOutcome, State};
///
/// let line = b".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";
/// let state = State::from_line(line).expect("81 bytes without a clash");
/// let config = Config { order: &Order::default(), searches: 40 };
/// let (rating, steps) = explain(&state, config);
/// assert_ne!(rating.outcome, PathOutcome::Solved);
/// assert_eq!(rating.steps as usize, steps.len());
/// ```
pub fn explain<'a>(state: &State, bounds: impl Into<Limited<'a, Config<'a>>>) -> (Rating, Vec<Deduction>) {
    let Limited { budget: Config { order, searches }, observer } = bounds.into();
    let mut search = StepSearch::new(order, searches, observer);
    let mut best: Option<(bool, usize, PathOutcome, Vec<Deduction>)> = None;
    for choice in CHOICES {
        let (found, outcome) = collected(state, order, *choice, &mut search);
        let is_solved = outcome == PathOutcome::Solved;
        let needed = if is_solved { lean::needed(state, order, found, &mut search) } else { found };
        let steps = lean::arranged(state, order, &needed, is_solved);
        let length = steps.iter().map(lines).sum();
        if best.as_ref().is_none_or(|known| (!is_solved, length) < (known.0, known.1)) {
            best = Some((!is_solved, length, outcome, steps));
        }
        // Without chains, the paths hardly differ. With nested chains, another path takes too long to find.
        let hardest = needed.iter().map(difficulty).max().unwrap_or_default();
        if search.is_spent() || !(30..NESTED).contains(&hardest) {
            break;
        }
    }
    let (_, _, outcome, steps) = best.unwrap_or((true, 0, PathOutcome::Stuck, Vec::new()));
    let numbers = steps.iter().map(|step| (difficulty(step), step.technique));
    let hardest = numbers.clone().map(|(number, _)| number).max().unwrap_or_default();
    let rating = Rating {
        hardest,
        total: numbers.clone().map(|(number, _)| u32::from(number)).sum(),
        outcome,
        steps: steps.len() as u32,
        technique: numbers.into_iter().find(|(number, _)| *number == hardest).map(|(_, technique)| technique),
    };
    (rating, steps)
}

/// Estimates the number of lines that explain a step, in tenths.
fn lines(step: &Deduction) -> usize {
    // A line of a net names about five digits; ten singles share a line.
    let ons = step.chains.iter().flatten().filter(|it| it.assertion.on || it.reason.is_some()).count();
    if is_single(step.technique) { 1 } else { 20 + 2 * ons }
}

/// Returns steps that, together with singles, solve the grid, and the outcome. Some of the steps
/// may not be needed.
fn collected(
    start: &State,
    order: &Order,
    choice: Choice,
    search: &mut StepSearch<'_>,
) -> (Vec<Deduction>, PathOutcome) {
    let (mut state, mut taken) = (start.clone(), Vec::new());
    loop {
        let mut last = None;
        while let Some(step) = next_single(&state, order, last) {
            last = step.placements.first().copied();
            state.apply(&step);
        }
        if state.is_solved() {
            return (taken, PathOutcome::Solved);
        }
        if (0..81).any(|cell| state.digits[cell] == 0 && state.marks.cand[cell] == 0) {
            return (taken, PathOutcome::Contradiction);
        }
        let mut found = search.easiest(&state);
        let Some(first) = found.first() else {
            let outcome = if search.is_spent() { PathOutcome::BudgetSpent } else { PathOutcome::Stuck };
            return (taken, outcome);
        };
        let others = match choice {
            Choice::Short(others) => others,
            Choice::Far(from) if difficulty(first) >= from => {
                let all: u32 = state.marks.cand.iter().map(|mask| mask.count_ones()).sum();
                // The number of candidates removed per line of explanation, times a thousand.
                let use_of = |step: &Deduction| match search.rest_after(&state, step) {
                    0 => 1_000_000 / lines(step),
                    rest => 1_000 * (all - rest.min(all)) as usize / lines(step),
                };
                found.sort_by_cached_key(|step| Reverse(use_of(step)));
                0
            }
            Choice::Far(_) => 12,
        };
        // The first step applies to this state. The others may no longer have an effect.
        search.step();
        let first = found.remove(0);
        state.apply(&first);
        taken.push(first);
        for step in found.iter().take(others) {
            if let Some(step) = fitted(&state, step) {
                state.apply(&step);
                taken.push(step);
            }
        }
    }
}

/// Returns the steps of the easiest technique in this state, best first. Returns an empty list if
/// there are none within the limits.
pub fn steps<'a>(state: &State, bounds: impl Into<Limited<'a, Config<'a>>>) -> Vec<Deduction> {
    let Limited { budget: Config { order, searches }, observer } = bounds.into();
    let mut search = StepSearch::new(order, searches, observer);
    if let Some(step) = next_single(state, order, None) {
        let alike =
            search.easiest(state).into_iter().filter(|it| it.technique == step.technique && *it != step);
        let alike: Vec<Deduction> = alike.collect();
        return core::iter::once(step).chain(alike).collect();
    }
    let mut found = search.easiest(state);
    if let Some(technique) = found.first().map(|step| step.technique) {
        found.retain(|step| step.technique == technique);
    }
    found.retain(|step| !is_single(step.technique));
    found
}

/// Returns the easiest step of at most this difficulty that has a property. Returns `None` if there is none within the
/// limits.
pub(crate) fn first_step(
    state: &State,
    bounds: Limited<'_, Config<'_>>,
    most: u16,
    is_wanted: &dyn Fn(&Deduction) -> bool,
) -> Option<Deduction> {
    let Limited { budget: Config { order, searches }, observer } = bounds;
    let found = StepSearch::new(order, searches, observer).easiest_where(state, most, is_wanted);
    found.into_iter().next()
}
