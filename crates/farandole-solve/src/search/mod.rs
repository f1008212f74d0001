//! The general search, for big and irregular grids: it must be quick on easy puzzles and never stall on hard ones.
//!
//! It has three stages. First [`boards`](crate::boards), or [`sweep`](crate::sweep) above 16x16, gets a small number of
//! nodes, which is enough for what is printed in newspapers. What is left open is searched anew by [`learn`]: candidates are literals, the rules of
//! cells and houses live in a [`model`] as [`items`] with their open places and give reasons when a
//! conflict asks for them, each conflict teaches a clause, the variables met on the way become more likely to be
//! branched on, and the search restarts often. A puzzle that turns out to have more than a thousand solutions
//! is left to the first stage again, which lists in constant memory; solutions known by then are passed over.
//!
//! Where one solution is wanted, a guess at the structure of the grid it was cut from comes before learning; see
//! [`pattern`].
//!
//! In a blank puzzle the digits can stand for each other, so its first row is fixed and every solution stands for
//! N! of them.
//!
//! `docs/search.md` tells what was measured and what lost.
//!
//! Source: Marques-Silva, Sakallah, "GRASP", IEEE Trans. Computers 48 (1999); Moskewicz et al., "Chaff", DAC 2001;
//! Audemard, Simon, "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009; Ohrimenko, Stuckey,
//! Codish, "Propagation via lazy clause generation", Constraints 14 (2009).

mod items;
mod learn;
mod model;
mod pattern;
mod relabel;

use crate::boards::Boards;
use crate::prune::Prune;
use crate::recent::Recent;
use crate::run::Run;
use crate::shape::{Shape, Shapes};
use crate::sweep::{Sweep, Tables};
use crate::{Config, Counters, End};
use core::ops::ControlFlow;
use farandole_cdcl::Proof;
use farandole_puzzle::Puzzle;
use learn::{Complete, Learner};
use model::Model;
pub(crate) use model::Segments;
pub(crate) use relabel::with_first_row;
use std::collections::HashSet;
use std::sync::Arc;

/// When a stage gives way to the next.
#[derive(Debug)]
struct Stages {
    /// Nodes for the first stage before learning starts, times cells: a node of a small grid costs less.
    easy_work: u64,
    /// Nodes for it at least, times empty cells: with fewer a nearly empty grid would not be filled even once.
    easy_fills: u64,
    /// Solutions after which learning gives way to listing.
    list_from: usize,
    /// Conflicts before clauses are forgotten for the first time.
    reduce_first: u64,
}

impl Default for Stages {
    fn default() -> Self {
        Self { easy_work: 200_000, easy_fills: 2, list_from: 1000, reduce_first: 2000 }
    }
}

/// Buffers, kept from puzzle to puzzle.
#[derive(Debug, Default)]
pub(crate) struct Search {
    stages: Stages,
    boards: Boards,
    tables: Tables,
    sweep: Sweep,
    prune: Prune,
    learner: Learner,
    /// Models of the shapes seen last.
    models: Recent<(Arc<Shape>, Segments, Model)>,
}

impl Search {
    const KEPT: usize = 4;
    /// For the guess that a puzzle was cut from a pattern grid.
    const PATTERN_NODES: u64 = 5_000;

    pub(crate) fn search(
        &mut self,
        shapes: &mut Shapes,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
    ) -> ControlFlow<End> {
        match with_first_row(puzzle) {
            Some(_)
                if run.config.limit == 1
                    && let Some(digits) = relabel::pattern(&shapes.get(puzzle.geometry())) =>
            {
                run.open_node()?;
                run.found(&digits)
            }
            Some(fixed) => self.search_relabelled(shapes, &fixed, run),
            None => self.search_stages(shapes, puzzle, run),
        }
    }

    /// Searches a blank puzzle with the digits of its first row fixed, and gives out all relabellings.
    fn search_relabelled(
        &mut self,
        shapes: &mut Shapes,
        fixed: &Puzzle,
        run: &mut Run<'_>,
    ) -> ControlFlow<End> {
        let relabellings = (1..=fixed.size() as u64).fold(1, u64::saturating_mul);
        let inner = Config { limit: run.config.limit.div_ceil(relabellings), ..*run.config };
        let mut end = ControlFlow::Continue(());
        let mut pass_on = |digits: &[u8]| {
            end = relabel::each(fixed.size(), digits, &mut |digits| {
                run.found(digits)?;
                run.poll()
            });
            if end.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut inner_run = Run::new(&inner, &mut pass_on);
        let inner_end = self.search_stages(shapes, fixed, &mut inner_run);
        let counters = inner_run.counters;
        add(&mut run.counters, counters);
        end?;
        inner_end
    }

    fn search_stages(&mut self, shapes: &mut Shapes, puzzle: &Puzzle, run: &mut Run<'_>) -> ControlFlow<End> {
        if self.is_easy(shapes, puzzle, run)? {
            return ControlFlow::Continue(());
        }
        if run.config.limit == 1
            && let Some(restricted) = pattern::with_repeated_sets(puzzle)
        {
            self.search_restricted(shapes, &restricted, run)?;
        }
        let mut known = HashSet::new();
        let segments = Segments::for_puzzle(puzzle);
        let shape = shapes.get(puzzle.geometry());
        let (_, _, model) = self.models.get(
            Self::KEPT,
            |(kept, how, _)| Arc::ptr_eq(kept, &shape) && *how == segments,
            || (shape.clone(), segments, Model::new(&shape, segments)),
        );
        let mut remember = |digits: &[u8]| {
            known.insert(Box::<[u8]>::from(digits));
        };
        let complete = self.learner.search(model, puzzle, &self.stages, run, &mut remember, &mut ())?;
        match complete {
            Some(Complete) => ControlFlow::Continue(()),
            None => self.list(shapes, puzzle, &known, run),
        }
    }

    /// Looks, for a while, for one solution of a puzzle whose solutions are some of those wanted.
    fn search_restricted(
        &mut self,
        shapes: &mut Shapes,
        restricted: &Puzzle,
        run: &mut Run<'_>,
    ) -> ControlFlow<End> {
        let budget = run.config.budget.saturating_sub(run.counters.nodes).min(Self::PATTERN_NODES);
        let inner = Config { limit: 1, budget, ..*run.config };
        let mut found = None;
        let mut keep = |digits: &[u8]| {
            found = Some(digits.to_vec());
            ControlFlow::Continue(())
        };
        let mut inner_run = Run::new(&inner, &mut keep).after(run.progress());
        // Whatever stopped it besides a solution, the search that follows comes upon itself.
        let _ = self.search_stages(shapes, restricted, &mut inner_run);
        let counters = inner_run.counters;
        add(&mut run.counters, counters);
        found.map_or(ControlFlow::Continue(()), |digits| run.found(&digits))
    }

    /// Searches without learning.
    fn look(&mut self, shapes: &mut Shapes, puzzle: &Puzzle, run: &mut Run<'_>) -> ControlFlow<End> {
        if Boards::fit(puzzle.geometry()) {
            return self.boards.search(puzzle, run);
        }
        // Sweeps fill a grid quickly, and take a while for each guess that changes little.
        let table = self.tables.get(puzzle.geometry());
        if table.fits() && 2 * puzzle.given_count() >= table.size() * table.size() {
            self.sweep.search(table, puzzle, run)
        } else {
            self.prune.search(&shapes.get(puzzle.geometry()), puzzle, run)
        }
    }

    /// Tries with few nodes; whether all there is was found. Solutions are held back until then, for
    /// otherwise they would be found twice.
    fn is_easy(&mut self, shapes: &mut Shapes, puzzle: &Puzzle, run: &mut Run<'_>) -> ControlFlow<End, bool> {
        let outer = *run.config;
        let cells = puzzle.geometry().cell_count();
        let empty = cells - puzzle.given_count();
        let easy_nodes = (self.stages.easy_work / cells as u64).max(self.stages.easy_fills * empty as u64);
        let inner = Config { budget: outer.budget.min(easy_nodes), ..outer };
        let mut solutions = Vec::new();
        let mut keep = |digits: &[u8]| {
            solutions.extend_from_slice(digits);
            ControlFlow::Continue(())
        };
        let mut inner_run = Run::new(&inner, &mut keep).after(run.progress());
        let end = self.look(shapes, puzzle, &mut inner_run);
        let counters = inner_run.counters;
        add(&mut run.counters, counters);
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

    /// Lists all solutions that are not known yet.
    fn list(
        &mut self,
        shapes: &mut Shapes,
        puzzle: &Puzzle,
        known: &HashSet<Box<[u8]>>,
        run: &mut Run<'_>,
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
        let mut inner_run = Run::new(&inner, &mut pass_on).after(before);
        let end = self.look(shapes, puzzle, &mut inner_run);
        let counters = inner_run.counters;
        add(&mut run.counters, counters);
        outer_end?;
        end
    }
}

/// The learning stage alone, with a record of its steps; nothing gets past it.
pub(crate) fn learn_alone(
    shape: &Shape,
    segments: Segments,
    puzzle: &Puzzle,
    run: &mut Run<'_>,
    steps: &mut dyn Proof,
) -> ControlFlow<End> {
    let model = Model::new(shape, segments);
    let stages = Stages { list_from: usize::MAX, ..Stages::default() };
    Learner::default().search(&model, puzzle, &stages, run, &mut |_| {}, steps).map_continue(|_| ())
}

fn add(sum: &mut Counters, more: Counters) {
    sum.nodes += more.nodes;
    sum.guesses = sum.guesses.zip(more.guesses).map(|(a, b)| a + b);
    sum.dead_ends = sum.dead_ends.zip(more.dead_ends).map(|(a, b)| a + b);
    sum.updates += more.updates;
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::{Geometry, Grid};
    use farandole_testkit::{Random, oracle, random, strategy};
    use proptest::prelude::*;

    fn all(search: &mut Search, puzzle: &Puzzle, limit: u64) -> (Vec<Grid>, ControlFlow<End>) {
        let mut grids = Vec::new();
        let mut visit = |digits: &[u8]| {
            grids.extend(Grid::new(puzzle.size(), digits.to_vec()));
            ControlFlow::Continue(())
        };
        let config = Config { limit, ..Config::default() };
        let end = search.search(&mut Shapes::default(), puzzle, &mut Run::new(&config, &mut visit));
        grids.sort();
        (grids, end)
    }

    fn staged(easy_work: u64, list_from: usize) -> Search {
        Search {
            stages: Stages { easy_work, easy_fills: 0, list_from, reduce_first: 7 },
            ..Search::default()
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
            let puzzle = Puzzle::new(geometry, &[0; 49]).unwrap();
            let (grids, end) = all(&mut staged(0, usize::MAX), &puzzle, 40);
            let (pruned, pruned_end) = all(&mut staged(u64::MAX, 0), &puzzle, 40);
            prop_assert_eq!((grids.len(), end), (pruned.len(), pruned_end));
        }
    }

    #[test]
    fn both_models_know_the_288_grids() {
        let shape = Shapes::default().get(&Arc::new(Geometry::boxes(4, 2, 2).unwrap()));
        let puzzle = Puzzle::new(shape.geometry.clone(), &[0; 16]).unwrap();
        for segments in [Segments::With, Segments::Without] {
            let config = Config { limit: u64::MAX, ..Config::default() };
            let mut visit = |_: &[u8]| ControlFlow::Continue(());
            let mut run = Run::new(&config, &mut visit);
            let model = Model::new(&shape, segments);
            let _ = Learner::default().search(
                &model,
                &puzzle,
                &Stages { list_from: 999, ..Stages::default() },
                &mut run,
                &mut |_| {},
                &mut (),
            );
            assert_eq!(run.solutions, 288, "{segments:?}");
        }
    }
}
