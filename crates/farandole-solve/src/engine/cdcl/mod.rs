//! Conflict-driven clause learning (CDCL) with lazily generated clauses, for puzzles that need more than singles.
//!
//! Candidates are variables. A [`model`] holds the rules of cells and houses as items; [`items`] is the propagator that keeps
//! their open places and gives a reason only when conflict analysis asks for it. [`learn`] runs the loop of
//! [`farandole_cdcl`]: each conflict adds a clause, variables in its analysis gain activity, and the search restarts often.
//!
//! Measurements: `docs/experiments/2026-11-21-search.md`.
//!
//! Source: Marques-Silva, Sakallah, "GRASP", IEEE Trans. Computers 48 (1999); Moskewicz et al., "Chaff", DAC 2001;
//! Audemard, Simon, "Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009; Ohrimenko, Stuckey,
//! Codish, "Propagation via lazy clause generation", Constraints 14 (2009).

mod items;
mod learn;
mod model;

use crate::End;
use crate::geometry_tables::GeometryTables;
use crate::lru::Lru;
use crate::schedule::Schedule;
use core::ops::ControlFlow;
use farandole_cdcl::Proof;
use farandole_puzzle::Puzzle;
use farandole_search::SearchContext;
use learn::Learner;
use model::Model;
pub(crate) use model::Segments;
use std::sync::Arc;

/// The learning search with its buffers, and an LRU cache of models.
#[derive(Debug, Default)]
pub(crate) struct Cdcl {
    learner: Learner,
    models: Lru<(Arc<GeometryTables>, Segments, Model)>,
}

impl Cdcl {
    /// How many models the cache holds.
    const KEPT: usize = 4;

    /// Visits solutions until the search is complete, or until the schedule hands over to enumeration. Calls `found` for
    /// each solution as well. Gives whether the search is complete.
    pub(crate) fn search(
        &mut self,
        tables: &Arc<GeometryTables>,
        puzzle: &Puzzle,
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

/// The learning search alone, with a proof of its steps. It never hands over to enumeration.
pub(crate) fn learn_alone(
    tables: &GeometryTables,
    segments: Segments,
    puzzle: &Puzzle,
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
        let puzzle = Puzzle::new(shape.geometry.clone(), &[0; 16]).unwrap();
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
