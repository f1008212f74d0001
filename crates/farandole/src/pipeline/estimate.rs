//! Knuth's estimate of the number of solutions, by random dives into the search tree.
//!
//! Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975).

use super::query::{Item, Query, Refusal, Source, VariantFound, VariantOutcome};
use super::records::RecordSlice;
use crate::Alarm;
use crate::config::Config;
use crate::variant::VariantEntry;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use farandole_cover::Estimate as Estimated;
use farandole_formats::Parser;
use farandole_solve::{Engine, Solver};
use std::num::NonZeroU64;

/// The random seed of estimates.
const SEED: u64 = 0;

/// Returns the estimate if it is based on at least one dive.
fn with_dives(estimate: Estimated) -> Result<Estimated, Refusal> {
    if estimate.dives == 0 { Err(Refusal::TimeSpent) } else { Ok(estimate) }
}

/// The query for estimates from this many dives, with the random seed 0.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Number of dives.
    pub dives: NonZeroU64,
}

impl Query for Estimate {
    type Worker = (Parser, Solver, Option<Duration>);
    type Found<'a> = Estimated;

    fn worker(&self, source: &Source) -> Self::Worker {
        (source.dialect.parser(), Solver::new(Engine::Dlx), source.time)
    }

    fn answer(
        &self,
        (parser, solver, time): &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Estimated>) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in slice.records() {
            let entry = parser.parse_classic(record).map_err(Refusal::Unreadable);
            let alarm = Alarm::after(*time);
            let outcome = entry.and_then(|entry| {
                with_dives(solver.estimate_until(&entry.puzzle, self.dives.get(), SEED, alarm.flag()))
            });
            if take(Item { ordinal, line: record.line, nodes: 0, guesses: 0, outcome }).is_break() {
                return;
            }
        }
    }

    fn variant(
        &self,
        entry: &VariantEntry,
        stop: Option<&AtomicBool>,
        take: &mut dyn FnMut(VariantOutcome<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let solver = Config::default().solver().prepare(&entry.puzzle);
        let estimate = solver.map(|solver| solver.estimate_until(self.dives.get(), SEED, stop));
        take(estimate.map_err(Refusal::Unsupported).and_then(with_dives).map(VariantFound::Estimate))
    }
}
