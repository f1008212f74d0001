//! A problem as several, which together have its solutions, each of them once.

use alloc::vec::Vec;

use crate::backend::unsupported::Unsupported;
use crate::model::builder::BuildError;
use crate::model::problem::{Bounds, Problem};
use crate::model::transform::Transform;
use crate::random::Random;
use crate::search::solver::Search;

/// Ways down by which the size of a piece is guessed.
const DIVES: u64 = 32;

/// One of the problems that a problem was split into.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The problem: some of the options, with all items and names. In a problem with multiplicities an option that
    /// all solutions of the piece have may have a further item.
    pub problem: Problem,
    /// For each of its options the number in the whole problem.
    pub options: Vec<u32>,
}

/// A piece that is not built yet.
#[derive(Clone, Debug)]
struct Part {
    /// Options left, in order.
    options: Vec<u32>,
    /// Options that were decided for, where leaving out the others does not say so.
    required: Vec<u32>,
    problem: Problem,
    nodes: f64,
    /// Known to have nothing to branch on.
    is_leaf: bool,
}

/// Why a problem can't be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SplitError {
    /// It can't be searched.
    Unsupported(Unsupported),
    /// A piece can't be built.
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

/// Splits a problem into `count` problems, or fewer if there is nothing to branch on in some of them. Every solution
/// of the problem is a solution of exactly one of them, and they have no others.
///
/// The largest piece, as far as random ways down tell, is halved again and again: half of the options of the item
/// that a search would branch on go here, half there. The same problem is always split in the same way.
///
/// # Errors
/// The problem has multiplicities and is too large for bit sets.
pub fn split(problem: &Problem, count: usize) -> Result<Vec<Piece>, SplitError> {
    let all = (0..problem.options()).collect();
    let mut parts = alloc::vec![Part::new(problem, all, Vec::new())?];
    while parts.len() < count.max(1) {
        let open = parts.iter().enumerate().filter(|(_, part)| !part.is_leaf);
        let Some((at, _)) = open.max_by(|(_, a), (_, b)| a.nodes.total_cmp(&b.nodes)) else { break };
        match parts[at].halves(problem)? {
            Some([one, other]) => {
                parts[at] = one;
                parts.insert(at + 1, other);
            }
            None => parts[at].is_leaf = true,
        }
    }
    Ok(parts.into_iter().map(|Part { problem, options, .. }| Piece { problem, options }).collect())
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
        let mut search = Search::new(&problem)?;
        let nodes = search.estimate(DIVES, &mut Random::new(1)).nodes.value;
        Ok(Self { options, required, problem, nodes, is_leaf: false })
    }

    /// The piece as two; `None` if nothing is to be decided.
    fn halves(&self, whole: &Problem) -> Result<Option<[Self; 2]>, SplitError> {
        let mut search = Search::new(&self.problem)?;
        let Some((item, options)) = search.first_choice() else { return Ok(None) };
        let original =
            |options: &[u32]| options.iter().map(|&o| self.options[o as usize]).collect::<Vec<_>>();
        let without = |gone: &[u32]| -> Vec<u32> {
            self.options.iter().copied().filter(|option| gone.binary_search(option).is_err()).collect()
        };
        let halves = if self.problem.bounds(item) == Bounds::ONE {
            let (one, other) = options.split_at(options.len().div_ceil(2));
            [(without(&original(other)), &[][..]), (without(&original(one)), &[])]
        } else {
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
