//! Branching heuristics: minimum remaining values (MRV), Knuth's sharp preference, and conflict weights
//! (dom/wdeg).

use alloc::vec::Vec;

use crate::backend::Backend;
use crate::model::problem::Problem;

/// The rule by which a [`Search`](crate::Search) chooses the item to branch on. Items with at most one
/// option always come first. The options of an item are always tried in the same order, and every
/// heuristic finds all solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Heuristic {
    /// The leftmost item with the fewest options. The trees are those of Knuth's DLX2.
    #[default]
    Leftmost,
    /// An item whose name begins with `#`, if there is one. Of several, the leftmost item with the fewest
    /// options.
    ///
    /// Source: D. E. Knuth, the sharp preference of programs DLX1 to DLX3.
    Sharp,
    /// The item with the lowest ratio of its number of options to its number of conflicts plus 1 (dom/wdeg). An
    /// item has a conflict when it is left without options. This heuristic is intended for searches that end at
    /// the first solution. It is slower than the default if all solutions are wanted and conflicts are spread
    /// evenly over the items. The tree depends on the conflicts of the search so far.
    ///
    /// Source: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, Boosting systematic search by
    /// weighting constraints, ECAI 2004.
    Conflicts,
}

/// A heuristic and its state.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// For each primary item, true if it is preferred.
    Sharp(Vec<bool>),
    /// For each primary item, its conflicts plus 1.
    Conflicts(Vec<u64>),
}

impl Choice {
    /// Returns a heuristic in its initial state; `None` for the heuristic that is built into the backends.
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

    /// Returns the item to branch on. There must be an active item, and no active item may be without options.
    pub(crate) fn pick(&self, backend: &impl Backend) -> u32 {
        let mut best = 0;
        match self {
            Self::Sharp(sharp) => {
                let mut least = (true, u32::MAX);
                backend.each_length(|item, length| {
                    // Forced options come first even for items without `#`, as in DLX2. Tuples are compared by
                    // preference first, and then by length.
                    let score = (length > 1 && !sharp[item as usize], length);
                    if score < least {
                        (best, least) = (item, score);
                    }
                });
            }
            Self::Conflicts(weights) => {
                let mut least: Option<(u64, u64)> = None;
                // Of equal ratios, the first is kept, so that runs are reproducible.
                backend.each_length(|item, length| {
                    // A forced option adds no branches, so it comes first, regardless of the weight.
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

    /// Adds a conflict to the item without options in a dead branch.
    pub(crate) fn record_conflict(&mut self, backend: &impl Backend) {
        if let (Self::Conflicts(weights), Some(item)) = (self, backend.dead_item()) {
            let weight = &mut weights[item as usize];
            // The maximum weight is reserved for forced options.
            *weight = (*weight + 1).min(u64::from(u32::MAX) - 1);
        }
    }
}
