//! The CDCL loop on grids: [`farandole_cdcl`] with the constraints of cells and houses, the
//! settings for grids, and the callbacks for solutions.

use super::items::Items;
use super::model::Model;
use crate::End;
use crate::memory;
use crate::schedule::Schedule;
use core::ops::ControlFlow;
use farandole_cdcl::{Config, Event, Lit, Mode, Proof, Reduce, Restart, Solver, Vivify};
use farandole_cover::Random;
use farandole_puzzle::{Cell, ClassicPuzzle, DigitSet};
use farandole_search::SearchContext;

/// The search is complete: no further solutions exist.
pub(super) struct Complete;

/// A solver whose buffers are reused from puzzle to puzzle.
#[derive(Debug, Default)]
pub(super) struct Learner {
    solver: Solver<Items>,
    digits: Vec<u8>,
}

impl Learner {
    /// Visits solutions and calls `found` for each. Returns `Complete` if none remain, or `None` if
    /// their number reaches `schedule.list_from`.
    pub(super) fn search(
        &mut self,
        model: &Model,
        puzzle: &ClassicPuzzle,
        schedule: &Schedule,
        run: &mut SearchContext<'_>,
        found: &mut dyn FnMut(&[u8]),
        proof: &mut dyn Proof,
    ) -> ControlFlow<End, Option<Complete>> {
        run.open_node()?;
        let room = memory::room_for_clauses(puzzle.geometry(), run.config);
        let config = config(model, schedule, run.config.seed, room);
        self.load(model, puzzle, &config, run.config.seed);
        let updates = run.counters.updates;
        let mut conflicts = 0;
        let mut solutions = 0;
        loop {
            let event = self.solver.advance(model, proof);
            run.counters.updates = updates + self.solver.propagations();
            if self.solver.conflicts() > conflicts {
                conflicts = self.solver.conflicts();
                run.dead_end();
            }
            match event {
                Event::Conflict => {}
                Event::Decision => {
                    run.open_node()?;
                    run.guess(true);
                }
                Event::Model => {
                    self.read_digits(model);
                    found(&self.digits);
                    run.found(&self.digits)?;
                    run.poll()?;
                    if !self.solver.exclude_model(model, proof) {
                        return ControlFlow::Continue(Some(Complete));
                    }
                    solutions += 1;
                    if solutions == schedule.list_from {
                        return ControlFlow::Continue(None);
                    }
                }
                Event::Inconsistent => return ControlFlow::Continue(Some(Complete)),
            }
        }
    }

    /// Loads a puzzle. Its givens and restrictions become unit clauses.
    fn load(&mut self, model: &Model, puzzle: &ClassicPuzzle, config: &Config, seed: u64) {
        let variables = model.variable_count();
        self.solver.reset(model, variables, config);
        // Random initial activities make searches with different seeds diverge.
        if seed != 0 {
            let mut random = Random::new(seed);
            for variable in 0..variables as u32 {
                self.solver.set_activity(variable, f64::from(random.below(1000)) / 1000.0);
            }
        }
        let all = DigitSet::all(model.size);
        for cell in (0..model.cells).filter_map(Cell::new) {
            for digit in (all - puzzle.allowed(cell)).iter() {
                let variable = (cell.index() * model.size + digit.index()) as u32;
                self.solver.add_clause(model, &[Lit::negative(variable)], &mut ());
            }
            self.solver.propagate_root(model);
        }
    }

    /// Copies the digits of the current model of the solver.
    fn read_digits(&mut self, model: &Model) {
        let open = &self.solver.propagator().open;
        self.digits.clear();
        self.digits.extend(open[..model.cells].iter().map(|places| places.trailing_zeros() as u8 + 1));
    }
}

/// Returns the settings of the CDCL core for grids, with `room` bytes for learned clauses. The
/// values were measured on Frisch's minimal 25x25 puzzles; see
/// `docs/experiments/2026-11-21-search.md`.
fn config(model: &Model, schedule: &Schedule, seed: u64, room: u64) -> Config {
    // The mode depends on the seed, so that the threads of a race run different searches. Focused
    // restarts alone solved 4 of Frisch's 9 puzzles in 12 to 15 s. Stable restarts solved 6, alone
    // or alternating with focused ones.
    let mode = match seed % 3 {
        0 => Mode::Alternating(3000),
        1 => Mode::Stable,
        _ => Mode::Focused,
    };
    Config {
        reduce: Reduce {
            interval: schedule.reduce_first,
            interval_growth: 300,
            // Decisions are placements, so a conflict involves few levels, and nearly every clause
            // would pass the usual glue limits of 2 and 6. With these limits and 50 %, a conflict
            // takes twice as long.
            core_glue: 1,
            tier_glue: 3,
            in_use: 10_000,
            kept_percent: 40,
        },
        restart: Restart {
            mode,
            // Nearly empty grids, which have segments, use slow decay in both modes. Values of 0.85
            // and 0.99 instead of 0.95 made no measurable difference in time and gave longer
            // clauses.
            focused_decay: if model.has_segments() { 0.95 } else { 0.9 },
            stable_decay: 0.95,
            ..Restart::default()
        },
        vivify: Vivify { effort: 150_000, glue: 3 },
        memory: Some(room),
    }
}
