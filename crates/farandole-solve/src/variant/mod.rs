//! Solving of variants: routes each call to the engine for variants or to those for classic puzzles.

mod bitboard_fallback;
mod race;
mod redundancy;

pub use redundancy::{ConstraintFinding, clashing_constraints, impossible_constraint, redundant_constraints};

use crate::{Config, End, Engine, Finding, Report, Solver};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_cover::Estimate;
use farandole_csp::{
    CspSolver, KnownCandidates, TrueCandidates, UnsupportedConstraint, VariantReport, VariantSearch,
};
use farandole_puzzle::ClassicPuzzle;
use farandole_puzzle::variant::Variant;
use farandole_search::SearchContext;

/// Maximum number of solutions that are sorted instead of searched in order.
const FEW: u64 = 1000;

/// A solver prepared for one variant.
///
/// ```
/// use farandole_puzzle::board::Shape;
/// use farandole_puzzle::constraint::AntiKing;
/// use farandole_puzzle::variant::Variant;
/// use farandole_solve::{Config, VariantSolver};
///
/// let variant = Variant::new(Shape::square(4).unwrap(), Vec::new(), vec![AntiKing {}.into()]).unwrap();
/// let solver = VariantSolver::new(&variant).unwrap();
/// let report = solver.count(&Config { limit: u64::MAX, ..Config::default() });
/// assert_eq!(report.solutions, 0);
/// ```
#[derive(Clone, Debug)]
pub struct VariantSolver {
    csp: CspSolver,
    /// The variant as a classic puzzle, if it has only houses and candidates.
    puzzle: Option<ClassicPuzzle>,
}

impl VariantSolver {
    /// Prepares a variant: its constraints as rules, and the sums that follow from others.
    ///
    /// # Errors
    /// If the engine does not know a kind of constraint.
    pub fn new(variant: &Variant) -> Result<Self, UnsupportedConstraint> {
        Ok(Self { csp: CspSolver::new(variant)?, puzzle: variant.to_puzzle() })
    }

    /// Visits the solutions in an order that depends only on the variant. Each is a slice with the
    /// values of all cells.
    ///
    /// A variant that has only houses and candidates is searched as a classic puzzle, by
    /// [`Engine::Auto`].
    pub fn run(&self, config: &Config<'_>, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> VariantReport {
        let plain = self.puzzle.as_ref().map(|puzzle| Solver::new(Engine::Auto).run(puzzle, config, visit));
        if let Some(Ok(Report { solutions, end, counters, .. })) = plain {
            return VariantReport { solutions, end, counters };
        }
        self.run_by(VariantSearch::Alternating, config, visit)
    }

    /// Visits the solutions like [`run`](Self::run), with one of the searches for variants, even if
    /// there are only houses. With a [seed](Config::seed) other than 0 the search initially prefers
    /// some random cells.
    pub fn run_by(
        &self,
        search: VariantSearch,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> VariantReport {
        let other = (config.seed != 0).then(|| self.csp.with_seed(config.seed));
        let csp = other.as_ref().unwrap_or(&self.csp);
        VariantReport::of_search(config, visit, |run| {
            let known = match search {
                VariantSearch::Alternating => bitboard_fallback::search(csp, run)?,
                _ => Some(Vec::new()),
            };
            known.map_or(ControlFlow::Continue(()), |known| csp.search(search, &known, run))
        })
    }

    /// Visits one solution for each different grid. Solutions that differ only in extra cells have
    /// the same grid. Second values of cells, and the cells of overlapping grids, are part of the
    /// grid.
    ///
    /// The limit is a number of grids. Cost: a search for all grids, with one search for the extra
    /// cells of each; the number of solutions has no effect.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::{Config, VariantSolver};
    ///
    /// // The extra cell is greater than the first cell.
    /// let variant = iss::read(".Shape~1x1~4~Raw.Var~A.Thermo~R1C1~VA").unwrap();
    /// let solver = VariantSolver::new(&variant).unwrap();
    /// let all = Config { limit: u64::MAX, ..Config::default() };
    /// assert_eq!(solver.count(&all).solutions, 6);
    /// assert_eq!(solver.run_grids(&all, &mut |_| ControlFlow::Continue(())).solutions, 3);
    /// ```
    pub fn run_grids(
        &self,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> VariantReport {
        if self.csp.has_hidden_cells() {
            VariantReport::of_search(config, visit, |run| self.csp.search_grids(run))
        } else {
            self.run(config, visit)
        }
    }

    /// Visits the solutions like [`run`](Self::run), in lexicographic order of the values.
    ///
    /// Up to a thousand solutions are searched in any order and sorted. If there are more, a search
    /// in lexicographic order follows. It takes longer for a hard puzzle, because it cannot choose
    /// where to branch.
    pub fn list(
        &self,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> VariantReport {
        VariantReport::of_search(config, visit, |run| match self.few(run)? {
            Some(few) => few.iter().try_for_each(|values| run.found(values)),
            None => self.csp.search_in_order(run),
        })
    }

    /// Returns all solutions in lexicographic order, if there are few and half of the budget
    /// suffices to find them.
    fn few(&self, run: &mut SearchContext<'_>) -> ControlFlow<End, Option<Vec<Vec<u8>>>> {
        let mut few = Vec::new();
        let config = Config { limit: FEW, budget: run.config.budget / 2, ..*run.config };
        let report = self.run(&config, &mut |values| {
            few.push(values.to_vec());
            ControlFlow::Continue(())
        });
        run.counters = report.counters;
        match report.end {
            End::Exhausted => {
                few.sort_unstable();
                ControlFlow::Continue(Some(few))
            }
            End::Cancelled => ControlFlow::Break(End::Cancelled),
            _ => ControlFlow::Continue(None),
        }
    }

    /// Visits the solutions like [`list`](Self::list), starting after this one, which is given by
    /// the values of all cells. This resumes a listing.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::{Config, VariantSolver};
    ///
    /// let solver = VariantSolver::new(&iss::read(".Shape~4x4.AntiKnight").unwrap()).unwrap();
    /// let all = Config { limit: u64::MAX, ..Config::default() };
    /// let mut grids = Vec::new();
    /// solver.list(&all, &mut |values| {
    ///     grids.push(values.to_vec());
    ///     ControlFlow::Continue(())
    /// });
    /// let rest = solver.list_after(&grids[2], &all, &mut |_| ControlFlow::Continue(()));
    /// assert_eq!(rest.solutions as usize, grids.len() - 3);
    /// ```
    pub fn list_after(
        &self,
        last: &[u8],
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> VariantReport {
        VariantReport::of_search(config, visit, |run| match self.few(run)? {
            Some(few) => {
                let first = few.partition_point(|values| &values[..] <= last);
                few[first..].iter().try_for_each(|values| run.found(values))
            }
            None => self.csp.search_in_order_after(last, run),
        })
    }

    /// Returns the first solution found, and the report of a search up to the limit.
    pub fn first(&self, config: &Config<'_>) -> (Option<Vec<u8>>, VariantReport) {
        let mut first = None;
        let report = self.run(config, &mut |values| {
            first.get_or_insert_with(|| values.to_vec());
            ControlFlow::Continue(())
        });
        (first, report)
    }

    /// Counts the solutions up to the limit.
    pub fn count(&self, config: &Config<'_>) -> VariantReport {
        self.run(config, &mut |_| ControlFlow::Continue(()))
    }

    /// Returns the true candidates: the values that each cell has in some solution. The budget limits the
    /// nodes of all searches together; the limit has no effect.
    ///
    /// `known` contains results for a similar variant, which save searches; it may be empty.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::{Config, KnownCandidates, VariantSolver};
    ///
    /// let earlier = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4").unwrap();
    /// let solver = VariantSolver::new(&earlier).unwrap();
    /// let finding = solver.true_candidates(&Config::default(), KnownCandidates::default());
    /// let found = finding.found.as_ref().unwrap();
    /// assert_eq!((found.masks[0], found.masks[4]), (0b0001, 0b1100));
    ///
    /// let now = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.AntiKnight").unwrap();
    /// let solver = VariantSolver::new(&now).unwrap();
    /// let known = KnownCandidates::of(&finding, &earlier, &now);
    /// let fewer = solver.true_candidates(&Config::default(), known).found.unwrap();
    /// assert!(fewer.masks.iter().zip(&found.masks).all(|(now, before)| now & !before == 0));
    /// ```
    pub fn true_candidates(
        &self,
        config: &Config<'_>,
        known: KnownCandidates<'_>,
    ) -> Finding<TrueCandidates> {
        self.csp.true_candidates(config, known)
    }

    /// Estimates the number of solutions and the number of nodes of a search for all of them, from
    /// `dives` random paths. The same seed gives the same estimate. The estimate is unbiased; with
    /// few dives most estimates are too low.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::VariantSolver;
    ///
    /// let solver = VariantSolver::new(&iss::read(".Shape~4x4").unwrap()).unwrap();
    /// assert!((solver.estimate(1000, 1).solutions.value - 288.0).abs() < 30.0);
    /// ```
    pub fn estimate(&self, dives: u64, seed: u64) -> Estimate {
        self.estimate_until(dives, seed, None)
    }

    /// Estimates like [`estimate`](Self::estimate), using the dives made before `stop` is set.
    pub fn estimate_until(&self, dives: u64, seed: u64, stop: Option<&AtomicBool>) -> Estimate {
        self.csp.estimate_until(dives, seed, stop)
    }

    /// Returns the same solver with one cell restricted to the values of a mask.
    pub(crate) fn with_only(&self, cell: usize, mask: u16) -> Self {
        Self { csp: self.csp.with_only(cell, mask), puzzle: None }
    }

    /// Returns the least value.
    pub(crate) const fn low(&self) -> u8 {
        self.csp.low()
    }
}

#[cfg(test)]
mod tests;
