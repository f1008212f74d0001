//! How large a search tree is, and how many solutions it has, from random ways down.

use crate::backend::{Backend, Tried};
use crate::random::Random;

/// A number known by random trials.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean of the trials: right on average.
    pub value: f64,
    /// The square of its standard error, itself only an estimate: with few trials it is often far too small, as the
    /// rare large values have not been met.
    pub variance: f64,
}

/// What random ways down from the root say about a search.
///
/// Source: D. E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Ways tried.
    pub dives: u64,
    /// Nodes of the whole tree, counted as in [`Stats::nodes`](crate::Stats::nodes).
    pub nodes: Mean,
    /// Solutions of the problem.
    pub solutions: Mean,
}

impl Mean {
    /// Takes in the `n`-th trial. `variance` is a sum of squares meanwhile.
    fn add(&mut self, n: u64, value: f64) {
        let delta = value - self.value;
        self.value += delta / n as f64;
        self.variance += delta * (value - self.value);
    }

    fn finish(self, n: u64) -> Self {
        let pairs = n.saturating_sub(1) as f64 * n as f64;
        let variance = if n > 1 { self.variance / pairs } else { f64::INFINITY };
        Self { variance, ..self }
    }
}

/// Goes down at random so many times, from a state to which the backend is brought back each time.
pub(crate) fn estimate(backend: &mut impl Backend, dives: u64, random: &mut Random) -> Estimate {
    let (mut nodes, mut solutions) = (Mean::default(), Mean::default());
    let floor = backend.level();
    for dive in 1..=dives {
        let (tree, leaf) = dive_once(backend, random);
        nodes.add(dive, tree);
        solutions.add(dive, leaf);
        while backend.level() > floor {
            backend.retract();
            backend.ascend();
        }
    }
    Estimate { dives, nodes: nodes.finish(dives), solutions: solutions.finish(dives) }
}

/// One way down: what the tree would be if every node were like those met, and the solutions at its end.
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
        width *= f64::from(branches);
        nodes += width;
        let pick = random.below(branches);
        for branch in 0..=pick {
            match backend.advance() {
                // Fewer branches than announced: the search would not have tried this one.
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
