//! Splitting: several problems that together have the solutions of one, each of them once.
//!
//! Performs badly if the random paths miss most of the tree: the pieces then differ much in size.

use alloc::vec::Vec;

use crate::backend::unsupported::Unsupported;
use crate::config::Config;
use crate::model::builder::BuildError;
use crate::model::problem::{Bounds, Problem};
use crate::model::transform::Transform;
use crate::random::Random;
use crate::search::solver::Search;

// Every piece gets an estimate of its own, so the cost is multiplied by the number of pieces.
/// Number of random paths from which the size of a piece is estimated.
const DIVES: u64 = 32;

/// One of the problems into which a problem was split.
#[derive(Clone, Debug)]
pub struct Subproblem {
    /// The problem: some of the options, with all items and names. With multiplicities, an option
    /// that all solutions of the piece contain may have an additional item.
    pub problem: Problem,
    /// The index in the whole problem of each option.
    pub options: Vec<u32>,
}

/// A piece that is not built yet.
#[derive(Clone, Debug)]
struct Part {
    /// The remaining options, in order.
    options: Vec<u32>,
    /// Options that the piece requires and that the removal of others does not force.
    required: Vec<u32>,
    problem: Problem,
    nodes: f64,
    /// True if the piece is known to have nothing to branch on.
    is_leaf: bool,
}

/// The reason why a problem cannot be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SplitError {
    /// No search supports the problem.
    Unsupported(Unsupported),
    /// A piece cannot be built.
    Build(BuildError),
}

impl core::fmt::Display for SplitError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Unsupported(error) => error.fmt(f),
            Self::Build(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SplitError {}

impl From<Unsupported> for SplitError {
    fn from(error: Unsupported) -> Self {
        Self::Unsupported(error)
    }
}

impl From<BuildError> for SplitError {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

/// Splits a problem into `count` problems, or fewer if some of them have nothing to branch on.
/// Every solution of the problem is a solution of exactly one piece, and the pieces have no other
/// solutions.
///
/// The largest piece, as estimated by random paths, is halved repeatedly: the options of the item
/// on which a search would branch are divided. Equal problems are always split in the same way.
///
/// # Errors
/// The problem has multiplicities and is too large for bit sets.
pub fn split(problem: &Problem, count: usize) -> Result<Vec<Subproblem>, SplitError> {
    let all = (0..problem.options()).collect();
    // One piece contains everything at first, so the loop works for any number of pieces.
    let mut parts = alloc::vec![Part::new(problem, all, Vec::new())?];
    while parts.len() < count.max(1) {
        // The largest piece is split, so that the pieces become about equal.
        let open = parts.iter().enumerate().filter(|(_, part)| !part.is_leaf);
        let Some((at, _)) = open.max_by(|(_, a), (_, b)| a.nodes.total_cmp(&b.nodes)) else { break };
        match parts[at].halves(problem)? {
            Some([one, other]) => {
                // The second half follows the first, so the pieces keep the order of the search.
                parts[at] = one;
                parts.insert(at + 1, other);
            }
            None => parts[at].is_leaf = true,
        }
    }
    Ok(parts.into_iter().map(|Part { problem, options, .. }| Subproblem { problem, options }).collect())
}

impl Part {
    fn new(whole: &Problem, options: Vec<u32>, required: Vec<u32>) -> Result<Self, SplitError> {
        let problem = if required.is_empty() {
            whole.reordered(&options)
        } else {
            let bounds = |item| whole.bounds(item);
            Transform { options: &options, keeps: &|_| true, bounds: &bounds, required: &required }
                .build(whole)?
        };
        // Built even for pieces that are split again, because the estimate decides which one is.
        let mut search = Search::new(&problem)?;
        // A fixed seed makes the split reproducible.
        let nodes = search.estimate(DIVES, &mut Random::new(1), &Config::new()).nodes.value;
        Ok(Self { options, required, problem, nodes, is_leaf: false })
    }

    /// Returns the two halves of the piece; `None` if there is nothing to branch on.
    fn halves(&self, whole: &Problem) -> Result<Option<[Self; 2]>, SplitError> {
        let mut search = Search::new(&self.problem)?;
        let Some((item, options)) = search.first_choice() else { return Ok(None) };
        let original =
            |options: &[u32]| options.iter().map(|&o| self.options[o as usize]).collect::<Vec<_>>();
        let without = |gone: &[u32]| -> Vec<u32> {
            self.options.iter().copied().filter(|option| gone.binary_search(option).is_err()).collect()
        };
        // Exactly one option covers the item, so removing half of its options from each side
        // partitions the solutions.
        let halves = if self.problem.bounds(item) == Bounds::ONE {
            let (one, other) = options.split_at(options.len().div_ceil(2));
            [(without(&original(other)), &[][..]), (without(&original(one)), &[])]
        } else {
            // Several options may cover the item. The first one is required on one side and removed
            // on the other.
            let first = original(&options[..1]);
            [(self.options.clone(), &options[..1]), (without(&first), &[])]
        };
        let [one, other] = halves.map(|(options, required)| {
            let mut all = self.required.clone();
            all.extend(original(required));
            Self::new(whole, options, all)
        });
        Ok(Some([one?, other?]))
    }
}
