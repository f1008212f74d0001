//! Knuth's estimate of the number of solutions, by random dives into the search tree.
//!
//! Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975).

use super::query::{Item, Query, Refusal, Source};
use super::records::RecordSlice;
use crate::config::Config;
use core::ops::ControlFlow;
use core::time::Duration;
use farandole_cover::Estimate as Estimated;
use farandole_formats::{Entry, Parser};
use farandole_puzzle::Puzzle;
use farandole_search::Alarm;
use farandole_solve::{Engine, Solver};
use std::num::NonZeroU64;

/// The random seed of estimates.
const SEED: u64 = 0;

/// The query for estimates from this many dives, with the random seed 0.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Number of dives.
    pub dives: NonZeroU64,
}

impl Query for Estimate {
    type Worker = (Parser, Solver, Option<Duration>);
    type Found<'a> = (Entry, Estimated);

    fn worker(&self, source: &Source) -> Self::Worker {
        (source.dialect.parser(), Solver::new(Engine::Dlx), source.time)
    }

    fn answer(
        &self,
        (parser, solver, time): &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in slice.records() {
            let entry = parser.parse(record).map_err(Refusal::Unreadable);
            let alarm = Alarm::after(*time);
            let outcome = entry.and_then(|entry| {
                let (dives, stop) = (self.dives.get(), alarm.flag());
                let estimate = match &entry.puzzle {
                    Puzzle::Classic(puzzle) => solver.estimate_until(puzzle, dives, SEED, stop),
                    variant => {
                        let solver = Config::default().solver().prepare(variant);
                        solver.map_err(Refusal::Unsupported)?.estimate_until(dives, SEED, stop)
                    }
                };
                if estimate.dives == 0 { Err(Refusal::TimeSpent) } else { Ok((entry, estimate)) }
            });
            if take(Item::new(ordinal, record, outcome)).is_break() {
                return;
            }
        }
    }
}
