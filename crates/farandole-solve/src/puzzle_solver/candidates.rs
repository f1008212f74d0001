//! True candidates of one puzzle, and the number of solutions that contain each of them.

use super::{PuzzleSolver, Route, count_csp};
use crate::candidate_counts::{LISTED, Visit, add_solutions, candidate_counts, with_masks};
use crate::{CandidateCounts, Config, End, Finding, Unsupported};
use farandole_csp::{KnownCandidates, TrueCandidates};
use farandole_puzzle::DigitSet;

impl PuzzleSolver {
    /// Returns the true candidates: the values that each cell has in some solution. The limit has
    /// no effect. The engine for variants applies the node budget to all searches together; the
    /// engines for classic puzzles apply it to each search.
    ///
    /// `known` contains results for a similar variant, which save searches. It may be empty. The
    /// engines for classic puzzles ignore it and return no witnesses.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::{Config, KnownCandidates, PuzzleSolver};
    ///
    /// let earlier = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4").unwrap();
    /// let solver = PuzzleSolver::new(&earlier)?;
    /// let finding = solver.true_candidates(&Config::default(), KnownCandidates::default())?;
    /// let found = finding.found.as_ref().unwrap();
    /// assert_eq!((found.masks[0], found.masks[4]), (0b0001, 0b1100));
    ///
    /// let now = iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.AntiKnight").unwrap();
    /// let solver = PuzzleSolver::new(&now)?;
    /// let known = KnownCandidates::of(&finding, &earlier, &now);
    /// let fewer = solver.true_candidates(&Config::default(), known)?.found.unwrap();
    /// assert!(fewer.masks.iter().zip(&found.masks).all(|(now, before)| now & !before == 0));
    /// # Ok::<(), farandole_solve::Unsupported>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`run`](Self::run).
    pub fn true_candidates(
        &self,
        config: &Config<'_>,
        known: KnownCandidates<'_>,
    ) -> Result<Finding<TrueCandidates>, Unsupported> {
        match &self.route {
            Route::Classic(classic) => {
                let puzzles = core::slice::from_ref(&classic.puzzle);
                let Finding { found, exact, nodes } =
                    classic.solver().true_candidates(puzzles, config).remove(0)?;
                let masks = |sets: Vec<DigitSet>| sets.into_iter().map(DigitSet::bits).collect();
                let found = found.map(|sets| TrueCandidates { masks: masks(sets), witnesses: Vec::new() });
                Ok(Finding { found, exact, nodes })
            }
            Route::Csp(csp) => Ok(csp.true_candidates(config, known)),
        }
    }

    /// Returns the true candidates of each cell, including extra cells, each with the number of
    /// solutions that contain it, up to [`limit`](Config::limit). The budget applies to each
    /// search.
    ///
    /// Cost: that of [`true_candidates`](Self::true_candidates), and at most one count per true candidate. Up to the
    /// limit [`LISTED`], most candidates need no count.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::{Config, PuzzleSolver};
    ///
    /// let solver = PuzzleSolver::new(iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4").unwrap())?;
    /// let counts = solver.candidate_counts(&Config { limit: 5, ..Config::default() })?.found.unwrap();
    /// assert_eq!((&counts[0][..], &counts[4][..]), (&[(1, 5)][..], &[(3, 5), (4, 5)][..]));
    /// # Ok::<(), farandole_solve::Unsupported>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`run`](Self::run).
    pub fn candidate_counts(&self, config: &Config<'_>) -> Result<Finding<CandidateCounts>, Unsupported> {
        let csp = match &self.route {
            Route::Classic(classic) => return classic.solver().candidate_counts(&classic.puzzle, config),
            Route::Csp(csp) => csp,
        };
        let Finding { found, mut exact, mut nodes } = csp.true_candidates(config, KnownCandidates::default());
        let Some(truths) = found else { return Ok(Finding { found: None, exact, nodes }) };
        if config.limit <= LISTED && !self.has_labels {
            let mut solutions = truths.witnesses;
            let added = self.add_solutions(config, &truths.masks, &mut solutions)?;
            let found = Some(candidate_counts(&solutions, config.limit));
            return Ok(Finding { found, exact: exact && added.exact, nodes: nodes + added.nodes });
        }
        let mut counts = Vec::with_capacity(truths.masks.len());
        for (cell, &mask) in truths.masks.iter().enumerate() {
            let mut of_cell = Vec::with_capacity(mask.count_ones() as usize);
            for index in (0..u16::BITS as u8).filter(|index| mask >> index & 1 == 1) {
                let fixed = csp.with_only(cell, 1 << index);
                let report = count_csp(&fixed, config);
                nodes += report.counters.nodes;
                exact &= !matches!(report.end, End::BudgetSpent | End::Cancelled);
                of_cell.push((csp.low() + index, report.solutions));
            }
            counts.push(of_cell);
        }
        Ok(Finding { found: Some(counts), exact, nodes })
    }

    /// Adds solutions to a list until it contains each candidate as often as the limit requires, or has all solutions
    /// with it. `masks` are the true candidates. The result is exact if every search ended. The list must contain only
    /// different solutions, and the puzzle must not have [labels](farandole_puzzle::variant::Variant::has_labels).
    ///
    /// Each solution contains a candidate of every cell, so the searches for a few candidates also serve most others.
    /// Memory: at most `limit` solutions for each candidate.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    /// use farandole_solve::{Config, KnownCandidates, PuzzleSolver, candidate_counts};
    ///
    /// let solver = PuzzleSolver::new(iss::read(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4").unwrap())?;
    /// let config = Config { limit: 5, ..Config::default() };
    /// let truths = solver.true_candidates(&config, KnownCandidates::default())?.found.unwrap();
    /// let mut solutions = truths.witnesses;
    /// assert!(solver.add_solutions(&config, &truths.masks, &mut solutions)?.exact);
    /// assert_eq!(candidate_counts(&solutions, 5)[4], [(3, 5), (4, 5)]);
    /// # Ok::<(), farandole_solve::Unsupported>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`run`](Self::run).
    pub fn add_solutions(
        &self,
        config: &Config<'_>,
        masks: &[u64],
        solutions: &mut Vec<Vec<u8>>,
    ) -> Result<Finding<()>, Unsupported> {
        let low = match &self.route {
            Route::Classic(_) => 1,
            Route::Csp(csp) => usize::from(csp.low()),
        };
        add_solutions(masks, low, config.limit, solutions, |masks: &[u64], visit: Visit<'_>| {
            match &self.route {
                Route::Classic(classic) => {
                    classic.solver().run(&with_masks(&classic.puzzle, masks), config, visit)
                }
                Route::Csp(_) => {
                    let masks: Vec<u16> = masks.iter().map(|mask| *mask as u16).collect();
                    self.run_within(&masks, config, visit)
                }
            }
        })
    }
}
