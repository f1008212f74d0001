//! Solving of variants: the calls for one variant.

use crate::engine::variant::candidates::{self, Earlier};
use crate::engine::variant::estimate::estimate;
use crate::engine::variant::learn;
use crate::engine::variant::lower::lower;
use crate::engine::variant::network::Network;
use crate::engine::variant::search::{Order, Search};
use crate::{Config, Counters, End, Engine, Finding, Report, Solver, VariantSearch};
use core::fmt;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_cover::{Estimate, Random};
use farandole_puzzle::Puzzle;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::overlapping::Layout;
use farandole_puzzle::variant::Variant;
use farandole_search::SearchContext;

/// Solutions that are sorted instead of searched in their order.
const FEW: u64 = 1000;

/// The engine for variants, ready for one of them.
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
    network: Network,
    /// The same as a plain puzzle, if it has nothing but houses and candidates.
    puzzle: Option<Puzzle>,
    /// The cells that a picture of a solution shows, if these are not all.
    picture: Option<Vec<bool>>,
}

/// How the search of a variant went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariantReport {
    /// How many solutions were found, at most [`Config::limit`].
    pub solutions: u64,
    /// Why the run stopped.
    pub end: End,
    /// The work done; [`updates`](Counters::updates) are runs of a rule.
    pub counters: Counters,
}

/// The true candidates of a variant, with solutions that show them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrueCandidates {
    /// For each cell, extra cells too, the mask of the values it has in some solution: bit v - low stands for the value v.
    pub masks: Vec<u16>,
    /// Solutions, values by cell, that have all of these values between them.
    pub witnesses: Vec<Vec<u8>>,
}

/// What is known before a search for true candidates; nothing by default.
#[derive(Clone, Copy, Default, Debug)]
pub struct KnownCandidates<'a>(Earlier<'a>);

impl<'a> KnownCandidates<'a> {
    /// What the answer for the variant `earlier` says of `now`. Its witnesses save searches where they are solutions. If `now`
    /// only [adds](Variant::adds_to) constraints, what was false is false.
    pub fn of(finding: &'a Finding<TrueCandidates>, earlier: &Variant, now: &Variant) -> Self {
        let Some(found) = &finding.found else { return Self::default() };
        let masks = if finding.exact && now.adds_to(earlier) { &found.masks[..] } else { &[] };
        Self(Earlier { grids: &found.witnesses, masks })
    }
}

/// The engine does not know a kind of constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRule {
    constraint: usize,
    name: &'static str,
}

impl UnknownRule {
    /// A constraint of `lowered`, which says the same as the variant, by its place.
    pub(crate) fn of(variant: &Variant, lowered: &Variant, at: usize) -> Self {
        let unknown = &lowered.constraints()[at];
        let place = variant.constraints().iter().position(|constraint| constraint == unknown);
        Self { constraint: place.unwrap_or(at), name: unknown.name() }
    }

    /// The 0-based place of the constraint in the variant.
    pub const fn constraint(&self) -> usize {
        self.constraint
    }
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engine has no rule for {}", self.name)
    }
}

impl core::error::Error for UnknownRule {}

/// The same variant in the kinds of constraints that the engine knows; `None` if it has no others.
pub(crate) fn in_plain_kinds(variant: &Variant) -> Option<Variant> {
    let single = variant.in_single_values();
    if single.is_some() {
        // It has plain kinds alone.
        return single;
    }
    let plain = |constraint: &Constraint| constraint.in_plain_kinds(variant.board());
    if variant.constraints().iter().all(|constraint| plain(constraint).is_none()) {
        return None;
    }
    let constraints = variant.constraints().iter();
    let said =
        constraints.flat_map(|constraint| plain(constraint).unwrap_or_else(|| vec![constraint.clone()]));
    Variant::new(variant.shape(), variant.stated_groups(), said.collect()).ok()
}

impl VariantSolver {
    /// Prepares a variant: its constraints as rules, and the sums that follow from others.
    ///
    /// # Errors
    /// If the engine does not know a kind of constraint.
    pub fn new(variant: &Variant) -> Result<Self, UnknownRule> {
        let plain = in_plain_kinds(variant);
        let lowered = plain.as_ref().unwrap_or(variant);
        let network = lower(lowered).map_err(|at| UnknownRule::of(variant, lowered, at))?;
        Ok(Self { network, puzzle: variant.to_puzzle(), picture: picture(variant) })
    }

    /// Visits the solutions, each as the values of all cells by cell, in an order that depends on the variant alone.
    ///
    /// A variant that has nothing but houses and candidates is searched as a plain puzzle, by [`Engine::Auto`].
    pub fn run(&self, config: &Config<'_>, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> VariantReport {
        let plain = self.puzzle.as_ref().map(|puzzle| Solver::new(Engine::Auto).run(puzzle, config, visit));
        if let Some(Ok(Report { solutions, end, counters, .. })) = plain {
            return VariantReport { solutions, end, counters };
        }
        self.run_by(VariantSearch::Turns, config, visit)
    }

    /// As [`run`](Self::run) by one of the searches for variants, even where there is nothing but houses. With a
    /// [seed](Config::seed) other than 0 the search prefers some cells at first, by chance.
    pub fn run_by(
        &self,
        search: VariantSearch,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> VariantReport {
        let other = (config.seed != 0).then(|| self.network.preferring_some(config.seed));
        report(config, visit, |run| learn::search(other.as_ref().unwrap_or(&self.network), search, run))
    }

    /// Visits one solution for each different grid. Solutions that differ only in extra cells have the same grid; second
    /// values of cells, and the cells of overlapping grids, are part of it.
    ///
    /// The limit is a number of grids. Cost: a search for all grids that a search for extra cells follows at each, so that the
    /// number of solutions does not matter.
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
        match &self.picture {
            Some(picture) => {
                report(config, visit, |run| Search::of_pictures(&self.network, picture).run(run))
            }
            None => self.run(config, visit),
        }
    }

    /// As [`run`](Self::run), in lexicographic order of the values.
    ///
    /// Up to a thousand solutions are searched in any order and sorted. Where there are more, a search in their order follows,
    /// which takes longer for a puzzle that is hard, since it cannot choose where to branch.
    pub fn list(
        &self,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> VariantReport {
        report(config, visit, |run| match self.few(run)? {
            Some(few) => few.iter().try_for_each(|values| run.found(values)),
            None => Search::new(&self.network, Order::Lexicographic).run(run),
        })
    }

    /// All solutions in lexicographic order, if there are few and half of the budget suffices to find them.
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

    /// As [`list`](Self::list), from the solution behind this one on: the values of all cells by cell. So a list goes on
    /// where it stopped.
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
        let low = self.network.low;
        let bit =
            |value: u8| value.checked_sub(low).and_then(|place| 1_u16.checked_shl(place.into())).unwrap_or(0);
        report(config, visit, |run| {
            if let Some(few) = self.few(run)? {
                let first = few.partition_point(|values| &values[..] <= last);
                return few[first..].iter().try_for_each(|values| run.found(values));
            }
            // Solutions behind it have its first values, then a greater one. Those with more of its values come first.
            for cell in (0..last.len().min(self.network.shown)).rev() {
                let mut network = self.network.clone();
                network
                    .domains
                    .iter_mut()
                    .zip(last)
                    .take(cell)
                    .for_each(|(mask, value)| *mask &= bit(*value));
                // All bits above that of the value.
                network.domains[cell] &= !bit(last[cell]).wrapping_mul(2).wrapping_sub(1);
                if !network.domains[..=cell].contains(&0) {
                    Search::new(&network, Order::Lexicographic).run(run)?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// The first solution found, and the report of a search up to the limit.
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

    /// The true candidates: the values that each cell has in some solution. The budget bounds the nodes of all searches
    /// together; the limit does not matter.
    ///
    /// `known` is what the answer for a variant that differs by few constraints tells; it may be nothing.
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
        let known = candidates::true_candidates(&self.network, config, known.0, candidates::TURNS);
        let found = TrueCandidates { masks: known.masks, witnesses: known.witnesses };
        // Without a witness there is no solution, unless the search was cut short.
        let found = (!found.witnesses.is_empty() || !known.exact).then_some(found);
        Finding { found, exact: known.exact, nodes: known.nodes }
    }

    /// Estimates how many solutions there are, and how many nodes a search for all of them would have, from `dives` random
    /// paths. The same seed gives the same estimate. The expected value is right; with few dives most estimates are too
    /// low.
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

    /// As [`estimate`](Self::estimate), from the dives that were made before `stop` was set.
    pub fn estimate_until(&self, dives: u64, seed: u64, stop: Option<&AtomicBool>) -> Estimate {
        estimate(&self.network, dives, &mut Random::new(seed), stop)
    }

    /// The same, if a cell may only hold the values of a mask.
    pub(crate) fn with_only(&self, cell: usize, mask: u16) -> Self {
        let mut network = self.network.clone();
        network.domains[cell] &= mask;
        Self { network, puzzle: None, picture: self.picture.clone() }
    }

    /// The same as a plain puzzle, if it has nothing but houses and candidates.
    pub(crate) const fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzle.as_ref()
    }

    /// The least value.
    pub(crate) const fn low(&self) -> u8 {
        self.network.low
    }

    /// What the searches work on.
    #[cfg(test)]
    pub(crate) const fn network(&self) -> &Network {
        &self.network
    }
}

/// Returns the cells that a picture of a solution shows: those of the grid with their second values; `None` if these are all
/// cells, as those of overlapping grids are.
fn picture(variant: &Variant) -> Option<Vec<bool>> {
    let board = variant.board();
    if board.grid_count() == board.cell_count() || Layout::of(variant).is_some() {
        return None;
    }
    let mut picture = vec![false; board.cell_count()];
    for cell in board.grid() {
        picture[cell.index()] = true;
        if let Some(second) = board.second(cell) {
            picture[second.index()] = true;
        }
    }
    Some(picture)
}

/// What came of a search, which does not begin if no solution is wanted.
fn report(
    config: &Config<'_>,
    visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    search: impl FnOnce(&mut SearchContext<'_>) -> ControlFlow<End>,
) -> VariantReport {
    let mut run = SearchContext::new(config, visit);
    let end = match config.limit {
        0 => End::LimitReached,
        _ => search(&mut run).break_value().unwrap_or(End::Exhausted),
    };
    VariantReport { solutions: run.solutions, end, counters: run.counters }
}

#[cfg(test)]
mod tests;
