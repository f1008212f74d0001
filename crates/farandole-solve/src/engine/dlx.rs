//! Dancing links on the exact cover form of a puzzle.
//!
//! All puzzles of a geometry share one problem, because givens are selected before the search. Restrictions
//! remove options, so a puzzle with restrictions has its own problem.
//!
//! The engine does not learn from conflicts. Of 500 empty 9x9 jigsaw layouts, it does not solve 437
//! within 20,000 nodes (`docs/experiments/2026-11-21-engines.md`).
//!
//! Source: D. E. Knuth, "Dancing links", Millennial Perspectives in Computer Science (2000), and
//! The Art of Computer Programming 4B, section 7.2.2.1.

use crate::geometry_tables::GeometryTables;
use crate::lru::Lru;
use crate::{Counters, End};
use core::ops::ControlFlow;
use farandole_cover::{self as cover, Method, Problem, Search, Step};
use farandole_puzzle::{Cell, ClassicPuzzle, DigitSet};
use farandole_search::{NODES_PER_REPORT, SearchContext};
use std::sync::Arc;

/// The exact cover engine with a cache of searches for the most recent geometries.
#[derive(Debug, Default)]
pub(crate) struct ExactCover {
    kept: Lru<(Arc<GeometryTables>, Form)>,
    digits: Vec<u8>,
}

impl ExactCover {
    /// Maximum number of searches in the cache.
    const KEPT: usize = 8;

    pub(crate) fn search(
        &mut self,
        tables: &Arc<GeometryTables>,
        puzzle: &ClassicPuzzle,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        if puzzle.restrictions().is_some() {
            let mut form = Form::new(tables, |cell| puzzle.allowed(cell).bits());
            return form.visit_all(tables.size, &mut self.digits, run);
        }
        let (_, form) = self.kept.get(
            Self::KEPT,
            |(kept, _)| Arc::ptr_eq(kept, tables),
            || (tables.clone(), Form::new(tables, |_| DigitSet::all(tables.size).bits())),
        );
        form.search.reset();
        for (cell, given) in puzzle.givens().iter().enumerate().filter(|(_, given)| **given != 0) {
            let option = cell * tables.size + *given as usize - 1;
            if form.search.select(option as u32).is_err() {
                return ControlFlow::Continue(());
            }
        }
        form.visit_all(tables.size, &mut self.digits, run)
    }
}

/// An exact cover problem with its search.
#[derive(Debug)]
struct Form {
    search: Search,
    /// The candidate of each option, as `cell * N + digit - 1`.
    candidates: Vec<u32>,
}

impl Form {
    /// Builds the form with one option for each candidate. `allowed` returns the mask of the
    /// candidates of a cell.
    fn new(tables: &GeometryTables, allowed: impl Fn(Cell) -> u64) -> Self {
        let (size, cells) = (tables.size as u32, tables.cell_count() as u32);
        let mut builder = Problem::builder();
        let full = tables.full.iter().filter(|full| **full).count() as u32;
        let part = tables.full.len() as u32 - full;
        let fits = "a few tens of thousands of items are far below the limit";
        let first_cell = builder.primary_unnamed(cells).expect(fits).start;
        let mut next_full = builder.primary_unnamed(full * size).expect(fits).start;
        let mut next_part = builder.secondary_unnamed(part * size).expect(fits).start;
        let first_item: Vec<u32> = tables
            .full
            .iter()
            .map(|full| {
                let next = if *full { &mut next_full } else { &mut next_part };
                *next += size;
                *next - size
            })
            .collect();
        let mut candidates = Vec::new();
        let mut items = Vec::new();
        for cell in (0..cells as usize).filter_map(Cell::new) {
            for digit in DigitSet::from_bits(allowed(cell)).iter().map(|digit| digit.index() as u32) {
                let houses = tables.houses_of.get(cell.index());
                items.clear();
                items.push(first_cell + cell.index() as u32);
                items.extend(houses.iter().map(|house| first_item[*house as usize] + digit));
                builder.option(&items).expect("an option has each of its items once");
                candidates.push(cell.index() as u32 * size + digit);
            }
        }
        let search =
            Search::with_method(&builder.build(), Method::DancingLinks).expect("no item has a multiplicity");
        Self { search, candidates }
    }

    /// Visits every solution. If the configuration has a watcher, the search pauses every
    /// [`NODES_PER_REPORT`] nodes to report progress.
    fn visit_all(
        &mut self,
        size: usize,
        digits: &mut Vec<u8>,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End> {
        let mut control = cover::Config::new();
        if let Some(cancel) = run.config.cancel {
            control = control.cancel(cancel);
        }
        let step = if run.config.watcher.is_some() { NODES_PER_REPORT } else { u64::MAX };
        let mut pause = step.min(run.config.budget);
        digits.clear();
        digits.resize(size * size, 0);
        loop {
            let step_end = self.search.step(&control.budget(pause));
            let stats = self.search.stats();
            run.counters =
                Counters { nodes: stats.nodes, guesses: None, dead_ends: None, updates: stats.updates };
            match step_end {
                Step::Solution => {
                    for option in self.search.solution() {
                        let candidate = self.candidates[*option as usize] as usize;
                        digits[candidate / size] = (candidate % size) as u8 + 1;
                    }
                    run.found(digits)?;
                }
                Step::End(cover::End::Exhausted) => return ControlFlow::Continue(()),
                Step::End(cover::End::Cancelled) => return ControlFlow::Break(End::Cancelled),
                Step::End(_) if pause < run.config.budget => {
                    run.report_progress();
                    pause = pause.saturating_add(step).min(run.config.budget);
                }
                Step::End(_) => return ControlFlow::Break(End::BudgetSpent),
            }
        }
    }
}
