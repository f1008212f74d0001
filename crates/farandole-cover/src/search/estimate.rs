//! Knuth's estimator: the size of a search tree and the number of solutions, from random paths.
//!
//! The estimate is unbiased, but unreliable if a few branches contain most of the tree, because most paths miss
//! these branches.

use crate::backend::{Backend, Tried};
use crate::config::Config;
use crate::random::Random;

/// An estimated number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean of the samples, which is unbiased; infinite if it is too large for this type.
    pub value: f64,
    /// The square of the standard error of `value`. It is itself an estimate. With few samples it is often far
    /// too small, because rare large values have not been sampled. It is 0 if the value is exact, and infinite
    /// if the error is unknown: for fewer than two samples, for equal samples, and if it is too large.
    pub variance: f64,
}

/// A random path from the root of a search tree to a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dive {
    /// Estimated number of nodes of the tree.
    pub nodes: f64,
    /// Estimated number of solutions.
    pub solutions: f64,
    /// The inverse of the probability of the path; 1 if the tree has no other path.
    pub width: f64,
}

/// The size of a search tree and the number of solutions, estimated from random paths.
///
/// Source: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Number of random paths.
    pub dives: u64,
    /// Number of nodes of the whole tree, counted as in [`Stats::nodes`](crate::Stats::nodes).
    pub nodes: Mean,
    /// Number of solutions of the problem.
    pub solutions: Mean,
}

impl Estimate {
    /// Computes an estimate from random paths.
    ///
    /// ```
    /// use farandole_cover::{Dive, Estimate};
    ///
    /// let dives = [(3.0, 2.0), (5.0, 0.0)];
    /// let dives = dives.map(|(nodes, solutions)| Dive { nodes, solutions, width: 2.0 });
    /// let estimate = Estimate::of_dives(dives);
    /// assert_eq!((estimate.dives, estimate.nodes.value, estimate.solutions.value), (2, 4.0, 1.0));
    /// // The sample does not show how much the numbers of nodes vary if all of them are equal.
    /// assert_eq!(Estimate::of_dives([dives[0]; 9]).nodes.error(), None);
    /// ```
    pub fn of_dives(dives: impl IntoIterator<Item = Dive>) -> Self {
        let (mut followed, mut nodes, mut solutions) = (0, Mean::default(), Mean::default());
        let mut is_exact = true;
        for dive in dives {
            followed += 1;
            nodes.add(followed, dive.nodes);
            solutions.add(followed, dive.solutions);
            is_exact &= dive.width == 1.0;
        }
        let finish = |mean: Mean| mean.finish(followed, is_exact);
        Self { dives: followed, nodes: finish(nodes), solutions: finish(solutions) }
    }
}

impl Mean {
    /// Adds the `n`-th sample, counted from 1, by Welford's method. Until `finish` is called, `variance`
    /// holds the sum of squared deviations from the mean.
    fn add(&mut self, n: u64, value: f64) {
        let delta = value - self.value;
        self.value += delta / n as f64;
        self.variance += delta * (value - self.value);
    }

    fn finish(self, n: u64, is_exact: bool) -> Self {
        // If a sample is too large, differences of samples are not numbers.
        let value = if self.value.is_finite() { self.value } else { f64::INFINITY };
        // The variance of the samples is the sum of squares divided by `n - 1`. The variance of their mean is
        // that divided by `n`.
        let pairs = n.saturating_sub(1) as f64 * n as f64;
        let variance = match self.variance / pairs {
            _ if is_exact && n > 0 => 0.0,
            variance if variance > 0.0 && variance.is_finite() => variance,
            _ => f64::INFINITY,
        };
        Self { value, variance }
    }

    /// Returns the standard error; `None` if it is unknown.
    #[must_use]
    pub fn error(self) -> Option<f64> {
        Some(libm::sqrt(self.variance)).filter(|error| error.is_finite())
    }
}

/// Number of paths that are followed even if the estimate is cancelled, because a standard error needs two.
const FEWEST: u64 = 2;

/// Follows random paths from the current state. The backend returns to this state after each path.
pub(crate) fn estimate(
    backend: &mut impl Backend,
    dives: u64,
    random: &mut Random,
    config: &Config<'_>,
) -> Estimate {
    let floor = backend.level();
    let wanted = (0..dives).take_while(|&followed| followed < FEWEST || !config.is_cancelled());
    Estimate::of_dives(wanted.map(|_| {
        let dive = dive_once(backend, random);
        while backend.level() > floor {
            backend.retract();
            backend.ascend();
        }
        dive
    }))
}

/// Follows one random path. Returns the numbers of nodes and of solutions of a tree in which all nodes of a
/// level have as many branches as the node on the path. For example, a path to a solution through nodes with
/// 3 and 2 branches represents 1 + 3 + 6 nodes and 6 solutions.
fn dive_once(backend: &mut impl Backend, random: &mut Random) -> Dive {
    let (mut width, mut nodes) = (1.0, 1.0);
    let dead = |nodes, width| Dive { nodes, solutions: 0.0, width };
    if backend.is_dead() {
        return dead(nodes, width);
    }
    if backend.is_solved() {
        return Dive { nodes, solutions: 1.0, width };
    }
    loop {
        backend.descend();
        let branches = backend.branch(backend.level() - 1).left;
        // The product of the numbers of branches so far is the estimated number of nodes on the next level.
        width *= f64::from(branches);
        nodes += width;
        // The options before the chosen one must be tried and retracted, because backends try options only in
        // order.
        let pick = random.below(branches);
        for branch in 0..=pick {
            match backend.advance() {
                // There are fewer branches than the backend had stated, so the search would not try this one.
                Tried::Done => return dead(nodes, width),
                Tried::Dead if branch == pick => {
                    backend.ascend();
                    return dead(nodes, width);
                }
                Tried::Dead => {}
                Tried::Solution if branch == pick => return Dive { nodes, solutions: width, width },
                Tried::Open if branch == pick => {}
                Tried::Solution | Tried::Open => backend.retract(),
            }
        }
    }
}
