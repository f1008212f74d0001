//! Conflict-driven clause learning (CDCL) with lazy clause generation, for puzzles that the easy
//! stage does not solve.
//!
//! The variables are candidates. A [`model`] represents the constraints of cells and houses as
//! items. [`items`] is the propagator: it tracks the open literals of each item and explains a
//! literal only when conflict analysis requests it. [`learn`] runs the loop of [`farandole_cdcl`]:
//! each conflict adds a learned clause and bumps the activity of the variables involved, and the
//! search restarts often.
//!
//! The engine is slow if a puzzle has many solutions, because a clause excludes each of them. Some
//! 25x25 puzzles take several times as long as in CaDiCaL, and half-filled scrambled 36x36 grids
//! remain unsolved. Measurements: `docs/experiments/2026-11-21-search.md`.
//!
//! Source: Marques-Silva, Sakallah, "GRASP", IEEE Trans. Computers 48 (1999); Moskewicz et al.,
//! "Chaff", DAC 2001; Audemard, Simon, "Predicting learnt clauses quality in modern SAT solvers",
//! IJCAI 2009; Ohrimenko, Stuckey, Codish, "Propagation via lazy clause generation", Constraints 14
//! (2009).

mod items;
mod learn;
mod model;

use crate::End;
use crate::geometry_tables::GeometryTables;
use crate::lru::Lru;
use crate::schedule::Schedule;
use core::ops::ControlFlow;
use farandole_cdcl::Proof;
use farandole_puzzle::ClassicPuzzle;
use farandole_search::SearchContext;
use learn::Learner;
use model::Model;
pub(crate) use model::Segments;
use std::sync::Arc;

/// The learning engine with its buffers and an LRU cache of models.
#[derive(Debug, Default)]
pub(crate) struct Cdcl {
    learner: Learner,
    models: Lru<(Arc<GeometryTables>, Segments, Model)>,
}

impl Cdcl {
    /// Maximum number of models in the cache.
    const KEPT: usize = 4;

    /// Visits solutions and calls `found` for each, until the search is complete or the schedule
    /// switches to enumeration. Returns true if the search is complete.
    pub(crate) fn search(
        &mut self,
        tables: &Arc<GeometryTables>,
        puzzle: &ClassicPuzzle,
        schedule: &Schedule,
        run: &mut SearchContext<'_>,
        found: &mut dyn FnMut(&[u8]),
    ) -> ControlFlow<End, bool> {
        let segments = Segments::for_puzzle(puzzle);
        let (_, _, model) = self.models.get(
            Self::KEPT,
            |(kept, how, _)| Arc::ptr_eq(kept, tables) && *how == segments,
            || (tables.clone(), segments, Model::new(tables, segments)),
        );
        let complete = self.learner.search(model, puzzle, schedule, run, found, &mut ());
        complete.map_continue(|complete| complete.is_some())
    }
}

/// Runs only the learning search, without a switch to enumeration, and logs proof steps.
pub(crate) fn learn_alone(
    tables: &GeometryTables,
    segments: Segments,
    puzzle: &ClassicPuzzle,
    run: &mut SearchContext<'_>,
    steps: &mut dyn Proof,
) -> ControlFlow<End> {
    let model = Model::new(tables, segments);
    let schedule = Schedule { list_from: usize::MAX, ..Schedule::DEFAULT };
    Learner::default().search(&model, puzzle, &schedule, run, &mut |_| {}, steps).map_continue(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use crate::geometry_tables::GeometryCache;
    use farandole_puzzle::Geometry;

    #[test]
    fn both_models_know_the_288_grids() {
        let shape = GeometryCache::default().get(&Arc::new(Geometry::boxes(4, 2, 2).unwrap()));
        let puzzle = ClassicPuzzle::new(shape.geometry.clone(), &[0; 16]).unwrap();
        for segments in [Segments::With, Segments::Without] {
            let config = Config { limit: u64::MAX, ..Config::default() };
            let mut visit = |_: &[u8]| ControlFlow::Continue(());
            let mut run = SearchContext::new(&config, &mut visit);
            let model = Model::new(&shape, segments);
            let _ = Learner::default().search(
                &model,
                &puzzle,
                &Schedule { list_from: 999, ..Schedule::DEFAULT },
                &mut run,
                &mut |_| {},
                &mut (),
            );
            assert_eq!(run.solutions, 288, "{segments:?}");
        }
    }
}
