//! The calls for one variant.

use crate::compile::compile;
use crate::houses_only::HousesOnly;
use crate::learning;
use crate::network::Network;
use crate::plain_kinds::{UnknownRule, in_plain_kinds};
use crate::search::depth_first::{Order, Search};
use crate::search::estimate::estimate;
use crate::search_kind::VariantSearch;
use crate::true_candidates::{self, Earlier};
use crate::{Config, Counters, End, Finding};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_cover::{Estimate, Random};
use farandole_puzzle::format::overlapping::Layout;
use farandole_puzzle::variant::Variant;
use farandole_search::SearchContext;

/// The engine for variants, ready for one of them.
///
/// ```
/// use farandole_csp::{Config, CspSolver};
/// use farandole_puzzle::board::Shape;
/// use farandole_puzzle::constraint::AntiKing;
/// use farandole_puzzle::variant::Variant;
///
/// let variant = Variant::new(Shape::square(4).unwrap(), Vec::new(), vec![AntiKing {}.into()]).unwrap();
/// let solver = CspSolver::new(&variant).unwrap();
/// let report = solver.count(&Config { limit: u64::MAX, ..Config::default() });
/// assert_eq!(report.solutions, 0);
/// ```
#[derive(Clone, Debug)]
pub struct CspSolver {
    network: Network,
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
    /// The work done; [`updates`](Counters::updates) are runs of a propagator.
    pub counters: Counters,
}

/// The true candidates of a variant, with solutions that show them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrueCandidates {
    /// For each cell, extra cells too, the mask of the values it has in some solution: bit v - low
    /// stands for the value v.
    pub masks: Vec<u16>,
    /// Solutions, values by cell, that have all of these values between them.
    pub witnesses: Vec<Vec<u8>>,
}

/// What is known before a search for true candidates; nothing by default.
#[derive(Clone, Copy, Default, Debug)]
pub struct KnownCandidates<'a>(Earlier<'a>);

impl<'a> KnownCandidates<'a> {
    /// What the answer for the variant `earlier` says of `now`. Its witnesses save searches where
    /// they are solutions. If `now` only [adds](Variant::adds_to) constraints, what was false is
    /// false.
    pub fn of(finding: &'a Finding<TrueCandidates>, earlier: &Variant, now: &Variant) -> Self {
        let Some(found) = &finding.found else { return Self::default() };
        let masks = if finding.exact && now.adds_to(earlier) { &found.masks[..] } else { &[] };
        Self(Earlier { grids: &found.witnesses, masks })
    }
}

impl VariantReport {
    /// The report of a search, which does not begin if the limit is 0.
    pub fn of_search(
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
        search: impl FnOnce(&mut SearchContext<'_>) -> ControlFlow<End>,
    ) -> Self {
        let mut run = SearchContext::new(config, visit);
        let end = match config.limit {
            0 => End::LimitReached,
            _ => search(&mut run).break_value().unwrap_or(End::Exhausted),
        };
        Self { solutions: run.solutions, end, counters: run.counters }
    }
}

impl CspSolver {
    /// Prepares a variant: its constraints as propagators, and the sums that follow from others.
    ///
    /// # Errors
    /// If the engine does not know a kind of constraint.
    pub fn new(variant: &Variant) -> Result<Self, UnknownRule> {
        let plain = in_plain_kinds(variant);
        let rewritten = plain.as_ref().unwrap_or(variant);
        let network = compile(rewritten).map_err(|at| UnknownRule::of(variant, rewritten, at))?;
        Ok(Self { network, picture: picture(variant) })
    }

    /// Visits the solutions, each as the values of all cells by cell, in an order that depends on
    /// the variant alone.
    pub fn run(&self, config: &Config<'_>, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> VariantReport {
        self.run_by(VariantSearch::Turns, config, visit)
    }

    /// As [`run`](Self::run) by one of the searches. With a [seed](Config::seed) other than 0 the
    /// search prefers some cells at first, by chance.
    pub fn run_by(
        &self,
        search: VariantSearch,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> VariantReport {
        let other = (config.seed != 0).then(|| self.with_seed(config.seed));
        let solver = other.as_ref().unwrap_or(self);
        VariantReport::of_search(config, visit, |run| solver.search(search, &[], run))
    }

    /// Visits the solutions by one of the searches, but for those that are known: values by cell, a
    /// few at most.
    pub fn search(
        &self,
        search: VariantSearch,
        known: &[Vec<u8>],
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        learning::search(&self.network, search, known, run)
    }

    /// The same solver, whose search prefers some cells at first, by chance.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        Self { network: self.network.preferring_some(seed), picture: self.picture.clone() }
    }

    /// The houses, pairs and candidates of the variant, if it says nothing else and is not decided yet.
    pub fn houses_only(&self) -> Option<HousesOnly<'_>> {
        if self.network.decided().is_some() { None } else { HousesOnly::of(&self.network) }
    }

    /// Returns true if solutions have cells that are no part of a picture of the grid, so that
    /// [`search_grids`](Self::search_grids) may visit fewer.
    pub const fn has_hidden_cells(&self) -> bool {
        self.picture.is_some()
    }

    /// Visits one solution for each different grid. Solutions that differ only in extra cells have
    /// the same grid; second values of cells, and the cells of overlapping grids, are part of it.
    ///
    /// Cost: a search for all grids that a search for extra cells follows at each, so that the
    /// number of solutions does not matter.
    pub fn search_grids(&self, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        match &self.picture {
            Some(picture) => Search::of_pictures(&self.network, picture).run(run),
            None => self.search(VariantSearch::Turns, &[], run),
        }
    }

    /// Visits the solutions in lexicographic order of the values.
    pub fn search_in_order(&self, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        Search::new(&self.network, Order::Lexicographic).run(run)
    }

    /// As [`search_in_order`](Self::search_in_order), from the solution behind this one on: the
    /// values of all cells by cell.
    pub fn search_in_order_after(&self, last: &[u8], run: &mut SearchContext<'_>) -> ControlFlow<End> {
        let low = self.network.low;
        let bit =
            |value: u8| value.checked_sub(low).and_then(|place| 1_u16.checked_shl(place.into())).unwrap_or(0);
        // Solutions behind it have its first values, then a greater one. Those with more of its
        // values come first.
        for cell in (0..last.len().min(self.network.shown)).rev() {
            let mut network = self.network.clone();
            network.domains.iter_mut().zip(last).take(cell).for_each(|(mask, value)| *mask &= bit(*value));
            // All bits above that of the value.
            network.domains[cell] &= !bit(last[cell]).wrapping_mul(2).wrapping_sub(1);
            if !network.domains[..=cell].contains(&0) {
                Search::new(&network, Order::Lexicographic).run(run)?;
            }
        }
        ControlFlow::Continue(())
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

    /// The true candidates: the values that each cell has in some solution. The budget bounds the
    /// nodes of all searches together; the limit does not matter.
    ///
    /// `known` is what the answer for a variant that differs by few constraints tells; it may be
    /// nothing.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_csp::{Config, CspSolver, KnownCandidates};
    ///
    /// let earlier = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4").unwrap();
    /// let solver = CspSolver::new(&earlier).unwrap();
    /// let finding = solver.true_candidates(&Config::default(), KnownCandidates::default());
    /// let found = finding.found.as_ref().unwrap();
    /// assert_eq!((found.masks[0], found.masks[4]), (0b0001, 0b1100));
    ///
    /// let now = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.AntiKnight").unwrap();
    /// let solver = CspSolver::new(&now).unwrap();
    /// let known = KnownCandidates::of(&finding, &earlier, &now);
    /// let fewer = solver.true_candidates(&Config::default(), known).found.unwrap();
    /// assert!(fewer.masks.iter().zip(&found.masks).all(|(now, before)| now & !before == 0));
    /// ```
    pub fn true_candidates(
        &self,
        config: &Config<'_>,
        known: KnownCandidates<'_>,
    ) -> Finding<TrueCandidates> {
        let known = true_candidates::true_candidates(&self.network, config, known.0, true_candidates::TURNS);
        let found = TrueCandidates { masks: known.masks, witnesses: known.witnesses };
        // Without a witness there is no solution, unless the search was cut short.
        let found = (!found.witnesses.is_empty() || !known.exact).then_some(found);
        Finding { found, exact: known.exact, nodes: known.nodes }
    }

    /// Estimates how many solutions there are, and how many nodes a search for all of them would
    /// have, from `dives` random paths. The same seed gives the same estimate. The expected value
    /// is right; with few dives most estimates are too low.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_csp::CspSolver;
    ///
    /// let solver = CspSolver::new(&iss::read(".Shape~4x4").unwrap()).unwrap();
    /// assert!((solver.estimate(1000, 1).solutions.value - 288.0).abs() < 30.0);
    /// ```
    pub fn estimate(&self, dives: u64, seed: u64) -> Estimate {
        self.estimate_until(dives, seed, None)
    }

    /// As [`estimate`](Self::estimate), from the dives that were made before `stop` was set.
    pub fn estimate_until(&self, dives: u64, seed: u64, stop: Option<&AtomicBool>) -> Estimate {
        estimate(&self.network, dives, &mut Random::new(seed), stop)
    }

    /// The same, if a cell may only hold the values of a mask: bit v - low stands for the value v.
    #[must_use]
    pub fn with_only(&self, cell: usize, mask: u16) -> Self {
        let mut network = self.network.clone();
        network.domains[cell] &= mask;
        Self { network, picture: self.picture.clone() }
    }

    /// The least value.
    pub const fn low(&self) -> u8 {
        self.network.low
    }

    /// What the searches work on.
    #[cfg(test)]
    pub(crate) const fn network(&self) -> &Network {
        &self.network
    }
}

/// Returns the cells that a picture of a solution shows: those of the grid with their second
/// values; `None` if these are all cells, as those of overlapping grids are.
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
