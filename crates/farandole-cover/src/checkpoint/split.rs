//! Splitting: divides a problem into pieces, so that each solution of the problem is a solution of exactly one
//! piece.
//!
//! The algorithm performs badly if its random paths miss most of the search tree: the pieces then differ much
//! in size.

use alloc::vec::Vec;

use crate::backend::unsupported::Unsupported;
use crate::config::Config;
use crate::model::builder::BuildError;
use crate::model::problem::{Bounds, Problem};
use crate::model::transform::Transform;
use crate::random::Random;
use crate::search::solver::Search;

// Every piece is estimated separately, so the total cost is this number times the number of pieces.
/// Number of random paths from which the size of a piece is estimated.
const DIVES: u64 = 32;

/// One of the problems into which a problem was split.
#[derive(Clone, Debug)]
pub struct Subproblem {
    /// The problem, with some of the options of the whole problem, and with all of its items and names. If the
    /// problem has multiplicities, some options may have an additional item, which forces them into every
    /// solution of the piece.
    pub problem: Problem,
    /// For each option of the piece, its index in the whole problem.
    pub options: Vec<u32>,
}

/// A piece that may be split again.
#[derive(Clone, Debug)]
struct Part {
    /// The remaining options, as ascending indices in the whole problem.
    options: Vec<u32>,
    /// Options that every solution of the piece must contain, as indices in the whole problem. Only items with
    /// multiplicities need them.
    required: Vec<u32>,
    problem: Problem,
    /// Estimated number of nodes of the search tree.
    nodes: f64,
    /// True if the piece is known to have no item with several options, so that it cannot be split.
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

/// Splits a problem into `count` pieces, or into fewer if no piece can be split any further. Every solution of
/// the problem is a solution of exactly one piece, and the pieces have no other solutions.
///
/// The function repeatedly halves the piece that is the largest one according to an estimate from random paths.
/// To halve a piece, it divides the options of the item on which a search would branch. If item `a` has the
/// options 1, 2 and 3, the first half has no option 3, and the second half has neither option 1 nor option 2.
/// The result depends on the problem and `count` alone.
///
/// # Errors
/// The problem has multiplicities and is too large for bit sets.
pub fn split(problem: &Problem, count: usize) -> Result<Vec<Subproblem>, SplitError> {
    let all = (0..problem.options()).collect();
    // At first, one piece contains everything.
    let mut parts = alloc::vec![Part::new(problem, all, Vec::new())?];
    while parts.len() < count.max(1) {
        // Splitting the largest piece makes the sizes of the pieces similar.
        let open = parts.iter().enumerate().filter(|(_, part)| !part.is_leaf);
        let Some((at, _)) = open.max_by(|(_, a), (_, b)| a.nodes.total_cmp(&b.nodes)) else { break };
        match parts[at].halves(problem)? {
            Some([one, other]) => {
                // The second half is inserted after the first, so the pieces stay in the order of the search.
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
        // The estimate is needed for every piece, because it decides which piece is split next.
        let mut search = Search::new(&problem)?;
        // A fixed seed makes the split reproducible.
        let nodes = search.estimate(DIVES, &mut Random::new(1), &Config::new()).nodes.value;
        Ok(Self { options, required, problem, nodes, is_leaf: false })
    }

    /// Returns the two halves of the piece; `None` if the piece cannot be split.
    fn halves(&self, whole: &Problem) -> Result<Option<[Self; 2]>, SplitError> {
        let mut search = Search::new(&self.problem)?;
        let Some((item, options)) = search.first_choice() else { return Ok(None) };
        let original =
            |options: &[u32]| options.iter().map(|&o| self.options[o as usize]).collect::<Vec<_>>();
        let without = |gone: &[u32]| -> Vec<u32> {
            self.options.iter().copied().filter(|option| gone.binary_search(option).is_err()).collect()
        };
        // Exactly one option covers the item. If each side lacks the options of the other side, the solutions
        // are partitioned.
        let halves = if self.problem.bounds(item) == Bounds::ONE {
            let (one, other) = options.split_at(options.len().div_ceil(2));
            [(without(&original(other)), &[][..]), (without(&original(one)), &[])]
        } else {
            // Several options may cover the item. The first option is required on one side and removed on the
            // other.
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
