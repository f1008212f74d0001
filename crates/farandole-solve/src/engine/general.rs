//! The general search, for grids of any size and shape: increasingly powerful stages, each with a
//! work limit.
//!
//! The plan names the stages; this file runs them in order.
//!
//! 1. In a blank puzzle, digits are interchangeable. If one solution is requested, the cyclic
//!    pattern grid is the answer, provided that it satisfies all houses. If several are requested,
//!    the first row is fixed, and every solution represents N! solutions.
//! 2. A search without learning opens a limited number of nodes, which suffices for most published
//!    puzzles. The search is [`bitboard`] up to 16x16, and [`sweep`](super::sweep) or
//!    [`singles`](super::singles) for larger grids.
//! 3. If one solution is requested, the search guesses the structure of the grid that the puzzle
//!    was derived from; see [`pattern`].
//! 4. For a large grid with few givens, local search switches cycles of solved grids; see
//!    [`cycle_switch`].
//! 5. [Clause learning](crate::engine::cdcl) starts from the givens.
//! 6. If a puzzle has more than a thousand solutions, the search of step 2 enumerates them in
//!    constant memory and skips those that were already visited.
//!
//! No stage solves half-filled scrambled grids of 36x36 and larger. Measurements:
//! `docs/experiments/2026-11-21-search.md`.
//!
//! [`bitboard`]: super::bitboard

use super::bitboard::Bitboard;
use super::singles::Singles;
use super::sweep::Sweep;
use super::{cycle_switch, pattern, relabel};
use crate::engine::MOST_ROWS;
use crate::engine::cdcl::Cdcl;
use crate::geometry_tables::GeometryCache;
use crate::schedule::Schedule;
use crate::{Config, End, Stage, Stages};
use core::ops::ControlFlow;
use farandole_puzzle::{ClassicPuzzle, DigitSet};
use farandole_search::SearchContext;
use std::collections::HashSet;

/// The engines of the stages, with their buffers.
#[derive(Debug, Default)]
pub(crate) struct General {
    schedule: Schedule,
    bitboard: Bitboard,
    pub(crate) sweep: Sweep,
    singles: Singles,
    /// Singles of grids with more than 64 rows.
    wide: Singles<DigitSet>,
    cdcl: Cdcl,
    /// The stages that the most recent search entered.
    entered: Stages,
}

/// A puzzle and the stages that its search may run.
#[derive(Clone, Copy)]
struct Job<'a> {
    puzzle: &'a ClassicPuzzle,
    stages: Stages,
}

impl General {
    /// Searches a puzzle with the stages of its plan.
    pub(crate) fn search(
        &mut self,
        cache: &mut GeometryCache,
        stages: Stages,
        puzzle: &ClassicPuzzle,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        self.entered = Stages::NONE;
        if stages.contains(Stage::PatternGrid)
            && let Some(digits) = relabel::pattern(&cache.get(puzzle.geometry()))
        {
            self.enter(Stage::PatternGrid);
            run.open_node()?;
            return run.found(&digits);
        }
        let stages = stages.without(Stage::PatternGrid);
        let fixed = if stages.contains(Stage::Relabel) { relabel::with_first_row(puzzle) } else { None };
        match fixed {
            Some(fixed) => {
                self.enter(Stage::Relabel);
                let job = Job { puzzle: &fixed, stages: stages.without(Stage::Relabel) };
                self.search_relabelled(cache, job, run)
            }
            None => self.search_stages(cache, Job { puzzle, stages }, run),
        }
    }

    /// Returns the stages that the most recent search entered.
    pub(crate) const fn entered(&self) -> Stages {
        self.entered
    }

    /// Records that a stage runs.
    fn enter(&mut self, stage: Stage) {
        self.entered = self.entered.with(stage);
    }

    /// Searches a blank puzzle whose first row was fixed, and visits every relabelling of each
    /// solution.
    fn search_relabelled(
        &mut self,
        cache: &mut GeometryCache,
        job: Job<'_>,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        let size = job.puzzle.size();
        let limit = run.config.limit.div_ceil(relabel::relabellings(size));
        let inner = Config { limit, ..*run.config };
        let mut end = ControlFlow::Continue(());
        let mut pass_on = |digits: &[u8]| {
            end = relabel::each(size, digits, &mut |digits| {
                run.found(digits)?;
                run.poll()
            });
            if end.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut inner_run = SearchContext::new(&inner, &mut pass_on);
        let inner_end = self.search_stages(cache, job, &mut inner_run);
        let counters = inner_run.counters;
        run.counters += counters;
        end?;
        inner_end
    }

    /// Runs the easy stage and the subsequent stages.
    fn search_stages(
        &mut self,
        cache: &mut GeometryCache,
        job: Job<'_>,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        let puzzle = job.puzzle;
        let is_wide = !job.stages.contains(Stage::Cdcl);
        // A grid of more than 64 rows takes long to fill.
        if is_wide && job.stages.contains(Stage::CycleSwitches) {
            self.enter(Stage::CycleSwitches);
            cycle_switch::search(puzzle, run)?;
        }
        if self.is_easy(cache, job, run)? {
            return ControlFlow::Continue(());
        }
        if job.stages.contains(Stage::PatternGuess)
            && let Some(restricted) = pattern::with_repeated_sets(puzzle)
        {
            self.enter(Stage::PatternGuess);
            let stages = job.stages.without(Stage::PatternGuess).without(Stage::CycleSwitches);
            self.search_restricted(cache, Job { puzzle: &restricted, stages }, run)?;
        }
        if is_wide {
            self.enter(Stage::Enumerate);
            return self.enumerate(cache, job, &HashSet::new(), run);
        }
        if job.stages.contains(Stage::CycleSwitches) {
            self.enter(Stage::CycleSwitches);
            cycle_switch::search(puzzle, run)?;
        }
        self.enter(Stage::Cdcl);
        let mut known = HashSet::new();
        let mut remember = |digits: &[u8]| {
            known.insert(Box::<[u8]>::from(digits));
        };
        let tables = cache.get(puzzle.geometry());
        if self.cdcl.search(&tables, puzzle, &self.schedule, run, &mut remember)? {
            return ControlFlow::Continue(());
        }
        self.enter(Stage::Enumerate);
        self.enumerate(cache, job, &known, run)
    }

    /// Runs the easy stage's search, which does not learn.
    fn look(
        &mut self,
        cache: &mut GeometryCache,
        job: Job<'_>,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        if job.stages.contains(Stage::Bitboard) {
            self.enter(Stage::Bitboard);
            return self.bitboard.search(job.puzzle, run);
        }
        if job.stages.contains(Stage::Sweep) {
            self.enter(Stage::Sweep);
            return self.sweep.search(job.puzzle, run);
        }
        self.enter(Stage::Singles);
        let tables = cache.get(job.puzzle.geometry());
        if job.puzzle.size() > MOST_ROWS {
            self.wide.search(&tables, job.puzzle, run)
        } else {
            self.singles.search(&tables, job.puzzle, run)
        }
    }

    /// Runs the easy stage within its node limit. Returns true if the search is complete. Solutions
    /// are withheld until then, because the next stage would find them again.
    fn is_easy(
        &mut self,
        cache: &mut GeometryCache,
        job: Job<'_>,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End, bool> {
        let outer = *run.config;
        let cells = job.puzzle.geometry().cell_count();
        let empty = cells - job.puzzle.given_count();
        let easy_nodes =
            (self.schedule.easy_work / cells as u64).max(self.schedule.easy_fills * empty as u64);
        let inner = Config { budget: outer.budget.min(easy_nodes), ..outer };
        let mut solutions = Vec::new();
        let mut keep = |digits: &[u8]| {
            solutions.extend_from_slice(digits);
            ControlFlow::Continue(())
        };
        let mut inner_run = SearchContext::new(&inner, &mut keep).after(run.progress());
        let end = self.look(cache, job, &mut inner_run);
        let counters = inner_run.counters;
        run.counters += counters;
        if end == ControlFlow::Break(End::BudgetSpent) && outer.budget > easy_nodes {
            return ControlFlow::Continue(false);
        }
        for digits in solutions.chunks_exact(cells) {
            run.found(digits)?;
            run.poll()?;
        }
        match end {
            ControlFlow::Break(end) => ControlFlow::Break(end),
            ControlFlow::Continue(()) => ControlFlow::Continue(true),
        }
    }

    /// Searches a restricted puzzle for one solution within a small node limit. Every solution of
    /// the restricted puzzle solves the puzzle. The stages of this inner search are not recorded.
    fn search_restricted(
        &mut self,
        cache: &mut GeometryCache,
        job: Job<'_>,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        let left = run.config.budget.saturating_sub(run.counters.nodes);
        let inner = Config { limit: 1, budget: left.min(self.schedule.pattern_nodes), ..*run.config };
        let mut found = None;
        let mut keep = |digits: &[u8]| {
            found = Some(digits.to_vec());
            ControlFlow::Continue(())
        };
        let mut inner_run = SearchContext::new(&inner, &mut keep).after(run.progress());
        let entered = self.entered;
        // The end can be ignored. If a limit other than that of this stage is exceeded, the next
        // search stops as well.
        let _ = self.search_stages(cache, job, &mut inner_run);
        self.entered = entered;
        let counters = inner_run.counters;
        run.counters += counters;
        found.map_or(ControlFlow::Continue(()), |digits| run.found(&digits))
    }

    /// Visits all solutions that are not in `known`, with the easy stage's search.
    fn enumerate(
        &mut self,
        cache: &mut GeometryCache,
        job: Job<'_>,
        known: &HashSet<Box<[u8]>>,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        let budget = run.config.budget.saturating_sub(run.counters.nodes);
        let inner = Config { limit: u64::MAX, budget, ..*run.config };
        let (mut outer_end, before) = (ControlFlow::Continue(()), run.progress());
        let mut pass_on = |digits: &[u8]| {
            if !known.contains(digits) {
                outer_end = run.found(digits);
            }
            if outer_end.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut inner_run = SearchContext::new(&inner, &mut pass_on).after(before);
        let end = self.look(cache, job, &mut inner_run);
        let counters = inner_run.counters;
        run.counters += counters;
        outer_end?;
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sweep::Tables;
    use crate::{Engine, plan};
    use farandole_puzzle::{Geometry, Grid};
    use farandole_testkit::{Random, oracle, random, strategy};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn all(search: &mut General, puzzle: &ClassicPuzzle, limit: u64) -> (Vec<Grid>, ControlFlow<End>) {
        let mut grids = Vec::new();
        let mut visit = |digits: &[u8]| {
            grids.extend(Grid::new(puzzle.size(), digits.to_vec()));
            ControlFlow::Continue(())
        };
        let config = Config { limit, ..Config::default() };
        let stages =
            plan::for_visits(Engine::Search, puzzle, &config, &mut Tables::default()).unwrap().stages;
        let end = search.search(
            &mut GeometryCache::default(),
            stages,
            puzzle,
            &mut SearchContext::new(&config, &mut visit),
        );
        grids.sort();
        (grids, end)
    }

    fn staged(easy_work: u64, list_from: usize) -> General {
        General {
            schedule: Schedule { easy_work, easy_fills: 0, list_from, reduce_first: 7, ..Schedule::DEFAULT },
            ..General::default()
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

        #[test]
        fn every_stage_finds_what_the_oracle_finds(
            puzzle in strategy::puzzle(),
            (easy_work, list_from) in (0..500_u64, 1..40_usize),
        ) {
            prop_assume!(puzzle.clash().is_none());
            let mut expected = oracle::solutions(&puzzle, 300);
            prop_assume!(expected.len() < 300);
            expected.sort();
            for mut search in [staged(0, usize::MAX), staged(easy_work, list_from)] {
                let (grids, end) = all(&mut search, &puzzle, u64::MAX);
                prop_assert_eq!(&grids, &expected);
                prop_assert_eq!(end, ControlFlow::Continue(()));
            }
        }

        #[test]
        fn learning_and_pruning_agree_on_empty_jigsaws(seed: u64) {
            let map = random::jigsaw(7, 900, &mut Random::new(seed));
            let geometry = Arc::new(Geometry::irregular(7, &map).unwrap());
            let puzzle = ClassicPuzzle::new(geometry, &[0; 49]).unwrap();
            let (grids, end) = all(&mut staged(0, usize::MAX), &puzzle, 40);
            let (pruned, pruned_end) = all(&mut staged(u64::MAX, 0), &puzzle, 40);
            prop_assert_eq!((grids.len(), end), (pruned.len(), pruned_end));
        }
    }
}
