//! Arguments with conclusions: an assumption restricts some cells, by one condition each, until another condition
//! cannot hold.

use super::condition::{Condition, Source};
use super::limits::Limits;
use super::reason::{Case, Inference, Reason};
use super::view::{View, once};
use super::violation::{directly, in_cell, violated};
use crate::variant::candidate::Candidate;
use farandole_puzzle::Cell;

/// A conclusion, with the index of the condition from which it follows.
type Step = (usize, Cell, u16);

/// The end of a chain.
#[derive(Clone, Copy)]
enum End {
    /// The condition with this index cannot hold.
    Violated(usize),
    /// The condition with this index leaves no value for the cell.
    Emptied(usize, Cell),
}

impl End {
    /// Returns the reason for the end, or `None` if it does not follow.
    fn reason(self, view: &View<'_>, conditions: &[Condition]) -> Option<Reason> {
        match self {
            Self::Violated(at) => violated(view, &conditions[at], conditions),
            Self::Emptied(at, cell) => in_cell(view, &conditions[at], conditions, cell),
        }
    }

    const fn condition(self) -> usize {
        match self {
            Self::Violated(at) | Self::Emptied(at, _) => at,
        }
    }
}

/// Returns the conclusions from a claim, and the condition that cannot hold after them.
pub(super) fn chained(
    view: &View<'_>,
    conditions: &[Condition],
    claim: Candidate,
    limits: &Limits,
) -> Option<(Vec<Inference>, Source, Reason)> {
    let start = view.suppose(claim);
    let (mut now, mut steps): (View<'_>, Vec<Step>) = (start.clone(), Vec::new());
    let mut fresh = now.changed.clone();
    for _ in 0..limits.rounds {
        if let Some(end) = ended(&now, conditions) {
            return shortened(&start, conditions, steps, end, limits);
        }
        let before = now.clone();
        let mut next = Vec::new();
        for (at, condition) in conditions.iter().enumerate() {
            if !condition.cells.iter().any(|cell| fresh.contains(cell)) {
                continue;
            }
            for cell in condition.cells.iter().filter(|cell| before.mask(**cell).count_ones() > 1) {
                let left = remaining(&before, condition, conditions, *cell);
                if left == 0 {
                    return shortened(&start, conditions, steps, End::Emptied(at, *cell), limits);
                }
                if now.mask(*cell) & !left != 0 {
                    steps.push((at, *cell, left));
                    now.conclude(*cell, left);
                    next.push(*cell);
                }
                if steps.len() > limits.found {
                    return None;
                }
            }
        }
        if next.is_empty() {
            break;
        }
        fresh = next;
    }
    let is_violated = |at: &usize| violated(&now, &conditions[*at], conditions).is_some();
    let end =
        ended(&now, conditions).or_else(|| (0..conditions.len()).find(is_violated).map(End::Violated))?;
    shortened(&start, conditions, steps, end, limits)
}

/// Returns the conclusions from each value of a cell that has only a few under the claim, if all values lead to a
/// condition that cannot hold.
pub(super) fn in_cases(
    view: &View<'_>,
    conditions: &[Condition],
    claim: Candidate,
    limits: &Limits,
) -> Option<(Source, Reason)> {
    let start = view.suppose(claim);
    let is_small = |cell: &Cell| (2..=limits.values).contains(&start.mask(*cell).count_ones());
    let mut cells = once(conditions.iter().flat_map(|it| it.cells.iter().copied()).filter(is_small));
    // Cells with fewer values, and those that the claim restricts, come first.
    cells.sort_by_key(|cell| (start.mask(*cell).count_ones(), !start.changed.contains(cell)));
    cells.into_iter().take(limits.cells).find_map(|cell| {
        let of_value = |value: u8| {
            let (inferences, source, reason) =
                chained(&start, conditions, Candidate { cell, value }, limits)?;
            Some(Case { value, inferences, source, reason })
        };
        let cases: Vec<Case> = start.values(cell).map(of_value).collect::<Option<_>>()?;
        let source = cases.first()?.source;
        Some((source, Reason::Split { cell, cases }))
    })
}

/// Returns the values of a cell with which the condition may hold.
fn remaining(view: &View<'_>, condition: &Condition, conditions: &[Condition], cell: Cell) -> u16 {
    let may_hold = |value: &u8| {
        let mut inside = view.suppose(Candidate { cell, value: *value });
        inside.changed.retain(|it| *it != cell);
        inside.changed.insert(0, cell);
        directly(&inside, condition, conditions).is_none()
    };
    view.values(cell).filter(may_hold).fold(0, |mask, value| mask | view.range().mask(value))
}

/// Returns the condition that cannot hold for the simplest reason.
fn ended(view: &View<'_>, conditions: &[Condition]) -> Option<End> {
    let cost = |at: usize| directly(view, &conditions[at], conditions).map(|reason| (reason.cost(), at));
    (0..conditions.len()).filter_map(cost).min().map(|(_, at)| End::Violated(at))
}

/// Leaves out the conclusions that are not needed. Returns `None` if there are too many others.
fn shortened(
    start: &View<'_>,
    conditions: &[Condition],
    mut steps: Vec<Step>,
    end: End,
    limits: &Limits,
) -> Option<(Vec<Inference>, Source, Reason)> {
    let mut reason = replayed(start, conditions, &steps, end)?;
    for at in (0..steps.len()).rev() {
        let mut fewer = steps.clone();
        fewer.remove(at);
        if let Some(found) = replayed(start, conditions, &fewer, end) {
            (steps, reason) = (fewer, found);
        }
    }
    let inference = |(at, cell, left): Step| Inference { source: conditions[at].source, cell, left };
    (steps.len() <= limits.inferences).then(|| {
        let inferences = steps.into_iter().map(inference).collect();
        (inferences, conditions[end.condition()].source, reason)
    })
}

/// Returns the reason for the end if each of these conclusions still follows from the ones before it.
fn replayed(start: &View<'_>, conditions: &[Condition], steps: &[Step], end: End) -> Option<Reason> {
    let mut now = start.clone();
    for (at, cell, left) in steps {
        let found = remaining(&now, &conditions[*at], conditions, *cell);
        if found & !left != 0 {
            return None;
        }
        now.conclude(*cell, *left);
    }
    end.reason(&now, conditions)
}
