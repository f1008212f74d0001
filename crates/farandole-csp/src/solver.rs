//! The solver of one variant: solutions, counts, true candidates and estimates.

use crate::compile::{UnsupportedConstraint, compile, in_single_values};
use crate::houses_only::HousesOnly;
use crate::learning;
use crate::network::Network;
use crate::search::depth_first::{Order, Search};
use crate::search::estimate::estimate;
use crate::search_kind::VariantSearch;
use crate::small_killer::{self, Decided};
use crate::true_candidates::{self, Earlier};
use crate::{Config, Counters, End, Finding};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use farandole_cover::{Estimate, Random};
use farandole_puzzle::overlapping::Layout;
use farandole_puzzle::variant::Variant;
use farandole_search::{SearchContext, Wanted};

/// A solver prepared for one variant.
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
    /// Number of guesses that decided the variant before the network was built.
    guesses: u32,
    /// For each cell, true if a picture of a solution shows it. `None` if a picture shows all cells.
    picture: Option<Vec<bool>>,
}

/// The outcome of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CspReport {
    /// Number of solutions found, at most [`Config::limit`].
    pub solutions: u64,
    /// The reason why the run stopped.
    pub end: End,
    /// The work done. [`updates`](Counters::updates) counts runs of a propagator.
    pub counters: Counters,
}

/// The true candidates of a variant, with solutions that contain them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrueCandidates {
    /// For each cell, including extra cells, the mask of the values that it has in some solution.
    /// Bit `v - low` represents value v.
    pub masks: Vec<u64>,
    /// Solutions that together contain these values. Each of them lists the values of all cells in order.
    /// The list is incomplete if the engine does not keep all solutions that it needs.
    pub witnesses: Vec<Vec<u8>>,
}

/// Candidates known before a search for true candidates. The default is empty.
#[derive(Clone, Copy, Default, Debug)]
pub struct KnownCandidates<'a>(Earlier<'a>);

impl<'a> KnownCandidates<'a> {
    /// Creates the known results of a variant: grids that may be solutions, with the values of all cells in order, and
    /// for each cell the mask of the values that may be true. Both lists may be empty.
    pub const fn new(grids: &'a [Vec<u8>], masks: &'a [u64]) -> Self {
        Self(Earlier { grids, masks })
    }

    /// Transfers the result for the variant `earlier` to the variant `now`. Each witness that is still a
    /// solution saves searches. If `now` only [adds](Variant::adds_to) constraints to `earlier`, the
    /// false candidates are used as well, since they remain false.
    pub fn of(finding: &'a Finding<TrueCandidates>, earlier: &Variant, now: &Variant) -> Self {
        let Some(found) = &finding.found else { return Self::default() };
        let masks = if finding.exact && now.adds_to(earlier) { &found.masks[..] } else { &[] };
        Self::new(&found.witnesses, masks)
    }
}

impl CspReport {
    /// Runs a search and returns its report. `wanted` states which solutions the caller needs. The
    /// search does not start if the limit is 0.
    pub fn of_search(
        config: &Config<'_>,
        wanted: Wanted,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
        search: impl FnOnce(&mut SearchContext<'_>) -> ControlFlow<End>,
    ) -> Self {
        let mut run = SearchContext::new(config, visit).wanting(wanted);
        let end = match config.limit {
            0 => End::LimitReached,
            _ => search(&mut run).break_value().unwrap_or(End::Exhausted),
        };
        Self { solutions: run.solutions, end, counters: run.counters }
    }
}

impl CspSolver {
    /// Prepares a variant: compiles its constraints into propagators, and derives redundant sums.
    ///
    /// # Errors
    /// Returns an error if the engine does not support a kind of constraint.
    pub fn new(variant: &Variant) -> Result<Self, UnsupportedConstraint> {
        // Compiling takes several times as long as deciding an easy killer.
        if let Some(Decided { masks, guesses }) = small_killer::decide(variant) {
            let values = variant.board().values();
            let network = Network::of_masks(values.low(), values.count(), masks);
            return Ok(Self { network, guesses, picture: picture(variant) });
        }
        Self::compiled(variant)
    }

    /// Prepares a variant as [`new`](Self::new) does, and compiles small killers as well.
    pub(crate) fn compiled(variant: &Variant) -> Result<Self, UnsupportedConstraint> {
        let network = in_single_values(variant, compile)?;
        Ok(Self { network, guesses: 0, picture: picture(variant) })
    }

    /// Calls `visit` for each solution, with the values of all cells in order. The same variant and
    /// [`Config`] always give the same order of solutions.
    pub fn run(&self, config: &Config<'_>, visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>) -> CspReport {
        self.run_by(VariantSearch::Alternating, config, visit)
    }

    /// Runs as [`run`](Self::run) does, with the given search. If the [seed](Config::seed) is not 0,
    /// the search initially prefers some cells, chosen at random.
    pub fn run_by(
        &self,
        search: VariantSearch,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> CspReport {
        self.run_wanting(Wanted::Every, search, config, visit)
    }

    /// Runs the given search. `wanted` states which solutions the caller needs.
    fn run_wanting(
        &self,
        wanted: Wanted,
        search: VariantSearch,
        config: &Config<'_>,
        visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
    ) -> CspReport {
        // Seed 0 keeps the order that depends on the constraints alone.
        let other = (config.seed != 0).then(|| self.with_seed(config.seed));
        let solver = other.as_ref().unwrap_or(self);
        CspReport::of_search(config, wanted, visit, |run| solver.search(search, &[], run))
    }

    /// Visits the solutions with the given search, except the `known` ones. Each known solution
    /// lists the values of all cells in order. There should be few of them, because each solution
    /// found is compared with them.
    pub fn search(
        &self,
        search: VariantSearch,
        known: &[Vec<u8>],
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        // Each guess has two branches.
        for _ in 0..self.guesses {
            run.open_node()?;
            run.open_node()?;
            run.guess(true);
        }
        learning::search(&self.network, search, known, run)
    }

    /// Returns a copy of the solver that initially prefers some cells, chosen at random.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        Self { network: self.network.preferring_some(seed), ..self.clone() }
    }

    /// Returns the houses, pairs and candidates of the variant. Returns `None` if the variant has
    /// other constraints or is already decided.
    pub fn houses_only(&self) -> Option<HousesOnly<'_>> {
        if self.network.decided().is_some() { None } else { HousesOnly::of(&self.network) }
    }

    /// Returns true if solutions have cells that a picture of the grid does not show. In this case,
    /// [`search_grids`](Self::search_grids) may visit fewer solutions than [`search`](Self::search).
    pub const fn has_hidden_cells(&self) -> bool {
        self.picture.is_some()
    }

    /// Visits one solution for each different grid. Solutions that differ only in extra cells have
    /// the same grid. Second values of cells, and the cells of overlapping grids, are part of the
    /// grid.
    ///
    /// Cost: one search for all grids, and for each grid a search that ends at the first assignment of
    /// the extra cells. The number of such assignments does not matter.
    pub fn search_grids(&self, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        // A search for pictures must branch on the cells of the picture first, which learning does not do.
        match &self.picture {
            Some(picture) => Search::of_pictures(&self.network, picture).run(run),
            None => self.search(VariantSearch::Alternating, &[], run),
        }
    }

    /// Visits the solutions in lexicographic order of the values.
    pub fn search_in_order(&self, run: &mut SearchContext<'_>) -> ControlFlow<End> {
        Search::new(&self.network, Order::Lexicographic).run(run)
    }

    /// Visits the solutions after `last` in the order of
    /// [`search_in_order`](Self::search_in_order). `last` lists the values of all cells in order.
    pub fn search_in_order_after(&self, last: &[u8], run: &mut SearchContext<'_>) -> ControlFlow<End> {
        let low = self.network.low;
        let bit =
            |value: u8| value.checked_sub(low).and_then(|place| 1_u16.checked_shl(place.into())).unwrap_or(0);
        // A later solution shares a prefix with `last`, followed by a greater value. Solutions with
        // a longer common prefix come first.
        for cell in (0..last.len().min(self.network.shown)).rev() {
            let mut network = self.network.clone();
            network.domains.iter_mut().zip(last).take(cell).for_each(|(mask, value)| *mask &= bit(*value));
            // Keeps only the bits above that of the value.
            network.domains[cell] &= !bit(last[cell]).wrapping_mul(2).wrapping_sub(1);
            // An empty mask means that no greater value is left in this cell.
            if !network.domains[..=cell].contains(&0) {
                Search::new(&network, Order::Lexicographic).run(run)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the first solution found, and the report of a search up to the limit.
    pub fn first(&self, config: &Config<'_>) -> (Option<Vec<u8>>, CspReport) {
        let mut first = None;
        let report = self.run_wanting(Wanted::First, VariantSearch::Alternating, config, &mut |values| {
            first.get_or_insert_with(|| values.to_vec());
            ControlFlow::Continue(())
        });
        (first, report)
    }

    /// Counts the solutions up to the limit.
    pub fn count(&self, config: &Config<'_>) -> CspReport {
        let visit = &mut |_: &[u8]| ControlFlow::Continue(());
        self.run_wanting(Wanted::Number, VariantSearch::Alternating, config, visit)
    }

    /// Returns the true candidates, which are the values that each cell has in some solution. The
    /// budget limits the nodes of all searches together. The limit of solutions has no effect.
    ///
    /// `known` may contain the result for a variant that differs in a few constraints, which saves
    /// searches.
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

    /// Estimates the number of solutions, and the number of nodes of a search for all of them, from
    /// `dives` random paths from the root to a leaf. The same seed gives the same estimate. The
    /// estimate is unbiased, but with few dives most estimates are too low.
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

    /// Estimates as [`estimate`](Self::estimate) does, from the dives completed before `stop` is
    /// set.
    pub fn estimate_until(&self, dives: u64, seed: u64, stop: Option<&AtomicBool>) -> Estimate {
        estimate(&self.network, dives, &mut Random::new(seed), stop)
    }

    /// Returns a copy of the solver in which a cell may hold only the values of a mask. `cell` is a
    /// 0-based index. Bit `v - low` represents value v.
    ///
    /// # Panics
    /// Panics if the variant has no such cell.
    #[must_use]
    pub fn with_only(&self, cell: usize, mask: u16) -> Self {
        let mut network = self.network.clone();
        network.domains[cell] &= mask;
        Self { network, guesses: self.guesses, picture: self.picture.clone() }
    }

    /// Returns the first solution found in which each cell holds a value of its mask, and the report
    /// of the search. There may be fewer masks than cells; the other cells are unrestricted. Bit
    /// `v - low` represents value v.
    ///
    /// Cost: a copy of the network, which is cheaper than compiling the constraints again.
    pub fn first_within(&self, masks: &[u16], config: &Config<'_>) -> (Option<Vec<u8>>, CspReport) {
        let none = CspReport { solutions: 0, end: End::Exhausted, counters: Counters::default() };
        self.within(masks).map_or((None, none), |within| within.first(config))
    }

    /// Returns a copy of the solver in which each cell holds a value of its mask, as in
    /// [`first_within`](Self::first_within). Returns `None` if a cell has no value left.
    pub fn within(&self, masks: &[u16]) -> Option<Self> {
        let mut within = self.clone();
        within.network.domains.iter_mut().zip(masks).for_each(|(domain, mask)| *domain &= mask);
        (!within.network.domains.contains(&0)).then_some(within)
    }

    /// Returns the least value.
    pub const fn low(&self) -> u8 {
        self.network.low
    }

    /// Returns the compiled network.
    #[cfg(test)]
    pub(crate) const fn network(&self) -> &Network {
        &self.network
    }
}

/// Returns a flag for each cell, which is true if a picture of a solution shows the cell. A picture
/// shows the cells of the grid and their second values. Returns `None` if it shows all cells, as for
/// overlapping grids.
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
