//! Estimates of the number of solutions and of the size of a search tree, from random dives.
//!
//! Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
//! Computation 29 (1975).

use crate::Solver;
use crate::engine::exact_cover::open_problem;
use core::sync::atomic::AtomicBool;
use farandole_cover::{self as cover, Estimate, Method, Random, Search};
use farandole_puzzle::ClassicPuzzle;

impl Solver {
    /// Estimates the number of solutions of a puzzle and the number of nodes of a search for all of
    /// them, from `dives` random paths down the search tree of the `dlx` engine. If there is a
    /// clash, both are 0. The same seed gives the same estimate.
    ///
    /// The estimate is unbiased, but with few dives most estimates are too low. The reason is that
    /// a few branches contain most of the tree.
    ///
    /// ```
    /// use farandole_puzzle::{Geometry, ClassicPuzzle};
    /// use farandole_solve::{Engine, Solver};
    ///
    /// let blank = ClassicPuzzle::new(Geometry::boxes(4, 2, 2).unwrap().into(), &[0; 16]).unwrap();
    /// let estimate = Solver::new(Engine::Auto).estimate(&blank, 1000, 1);
    /// assert!((estimate.solutions.value - 288.0).abs() < 30.0);
    /// ```
    pub fn estimate(&mut self, puzzle: &ClassicPuzzle, dives: u64, seed: u64) -> Estimate {
        self.estimate_until(puzzle, dives, seed, None)
    }

    /// Estimates like [`estimate`](Self::estimate), using the dives made before `stop` is set.
    pub fn estimate_until(
        &mut self,
        puzzle: &ClassicPuzzle,
        dives: u64,
        seed: u64,
        stop: Option<&AtomicBool>,
    ) -> Estimate {
        if puzzle.clash().is_some() {
            return Estimate { dives, ..Estimate::default() };
        }
        let problem = open_problem(&self.geometries.get(puzzle.geometry()), puzzle);
        let search = Search::with_method(&problem, Method::DancingLinks);
        let control = cover::Config::new();
        let control = stop.map_or(control, |stop| control.cancel(stop));
        search.expect("no item has a multiplicity").estimate(dives, &mut Random::new(seed), &control)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use farandole_testkit::{oracle, strategy};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        #[test]
        fn estimates_of_small_counts_are_near(puzzle in strategy::puzzle()) {
            let expected = oracle::solutions(&puzzle, 500).len() as f64;
            prop_assume!(expected < 500.0);
            let solutions = Solver::new(Engine::Auto).estimate(&puzzle, 400, 1).solutions;
            let spread = 8.0 * solutions.variance.sqrt() + 0.2 * expected + 2.0;
            prop_assert!((solutions.value - expected).abs() <= spread, "{solutions:?} {expected}");
        }
    }
}
