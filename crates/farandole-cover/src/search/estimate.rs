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
    /// The mean of the samples, which is unbiased.
    pub value: f64,
    /// The square of the standard error of `value`; infinite for fewer than two samples. It is itself an
    /// estimate. With few samples it is often far too small, because rare large values have not been sampled.
    pub variance: f64,
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
    /// Computes an estimate from samples: for each random path, an estimate of the nodes and of the solutions.
    ///
    /// ```
    /// use farandole_cover::Estimate;
    ///
    /// let estimate = Estimate::of_dives([(3.0, 2.0), (5.0, 0.0)]);
    /// assert_eq!((estimate.dives, estimate.nodes.value, estimate.solutions.value), (2, 4.0, 1.0));
    /// ```
    pub fn of_dives(dives: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let (mut followed, mut nodes, mut solutions) = (0, Mean::default(), Mean::default());
        for (tree, leaf) in dives {
            followed += 1;
            nodes.add(followed, tree);
            solutions.add(followed, leaf);
        }
        Self { dives: followed, nodes: nodes.finish(followed), solutions: solutions.finish(followed) }
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

    fn finish(self, n: u64) -> Self {
        // The variance of the samples is the sum of squares divided by `n - 1`. The variance of their mean is
        // that divided by `n`.
        let pairs = n.saturating_sub(1) as f64 * n as f64;
        let variance = if n > 1 { self.variance / pairs } else { f64::INFINITY };
        Self { variance, ..self }
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
fn dive_once(backend: &mut impl Backend, random: &mut Random) -> (f64, f64) {
    let (mut width, mut nodes) = (1.0, 1.0);
    if backend.is_dead() {
        return (nodes, 0.0);
    }
    if backend.is_solved() {
        return (nodes, 1.0);
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
                Tried::Done => return (nodes, 0.0),
                Tried::Dead if branch == pick => {
                    backend.ascend();
                    return (nodes, 0.0);
                }
                Tried::Dead => {}
                Tried::Solution if branch == pick => return (nodes, width),
                Tried::Open if branch == pick => {}
                Tried::Solution | Tried::Open => backend.retract(),
            }
        }
    }
}
