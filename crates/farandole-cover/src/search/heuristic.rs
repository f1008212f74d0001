//! Branching heuristics: minimum remaining values, sharp preference, and weights by conflicts
//! (dom/wdeg).

use alloc::vec::Vec;

use crate::backend::Backend;
use crate::model::problem::Problem;

/// The choice of the item that a [`Search`](crate::Search) branches on. Items with at most one
/// option always come first. The order of the options of an item does not change, and every
/// heuristic finds all solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Heuristic {
    /// The leftmost item with the fewest options. The trees are those of Knuth's DLX2.
    #[default]
    Leftmost,
    /// Items whose names begin with `#` before all others; among them the fewest options, then the
    /// leftmost.
    ///
    /// Source: D. E. Knuth, the sharp preference of programs DLX1 to DLX3.
    Sharp,
    /// The fewest options divided by the conflicts seen (dom/wdeg). An item has a conflict when it
    /// is left without options. This is for searches that end at the first solution, because the
    /// tree depends on the earlier search. Performs badly if all solutions are wanted and conflicts
    /// are spread evenly: the weights then only cost time.
    ///
    /// Source: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, Boosting systematic search by
    /// weighting constraints, ECAI 2004.
    Conflicts,
}

/// A heuristic with its state.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// For each primary item, true if it is preferred.
    Sharp(Vec<bool>),
    /// For each primary item, its conflicts plus 1.
    Conflicts(Vec<u64>),
}

impl Choice {
    /// Returns the state of a heuristic; `None` for the one built into the backends.
    pub(crate) fn new(heuristic: Heuristic, problem: &Problem) -> Option<Self> {
        let items = 0..problem.primary_items();
        match heuristic {
            Heuristic::Leftmost => None,
            Heuristic::Sharp => {
                Some(Self::Sharp(items.map(|item| problem.item_name(item).starts_with('#')).collect()))
            }
            Heuristic::Conflicts => Some(Self::Conflicts(items.map(|_| 1).collect())),
        }
    }

    /// Returns the item to branch on. There must be an active item, and none without options.
    pub(crate) fn pick(&self, backend: &impl Backend) -> u32 {
        let mut best = 0;
        match self {
            Self::Sharp(sharp) => {
                let mut least = (true, u32::MAX);
                backend.each_length(|item, length| {
                    // Forced options come first even for items without `#`, as in DLX2.
                    // A tuple compares the preference first and the length second.
                    let score = (length > 1 && !sharp[item as usize], length);
                    if score < least {
                        (best, least) = (item, score);
                    }
                });
            }
            Self::Conflicts(weights) => {
                let mut least: Option<(u64, u64)> = None;
                // The first of equal ratios is kept, so runs are reproducible.
                backend.each_length(|item, length| {
                    // A forced option adds no branches, so it comes first whatever the weight.
                    let weight = if length <= 1 { u64::from(u32::MAX) } else { weights[item as usize] };
                    let length = u64::from(length);
                    // Cross-multiplied fractions avoid rounding. All factors are below 2^32.
                    if least.is_none_or(|(other, heavier)| length * heavier < other * weight) {
                        (best, least) = (item, Some((length, weight)));
                    }
                });
            }
        }
        best
    }

    /// Counts the conflict of a dead branch.
    pub(crate) fn record_conflict(&mut self, backend: &impl Backend) {
        if let (Self::Conflicts(weights), Some(item)) = (self, backend.dead_item()) {
            let weight = &mut weights[item as usize];
            // The largest weight is that of forced options.
            *weight = (*weight + 1).min(u64::from(u32::MAX) - 1);
        }
    }
}
