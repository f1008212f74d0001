//! Knuth's estimate of the number of solutions, by random dives into the search tree.
//!
//! Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975).

use super::question::{Item, Question, Refusal, Source, VariantFound, VariantOutcome};
use super::records::Piece;
use crate::config::Config;
use crate::variant::{VariantEntry, solver};
use core::ops::ControlFlow;
use farandole_cover::Estimate as Estimated;
use farandole_puzzle::format::Parser;
use farandole_solve::{Engine, Solver};
use std::num::NonZeroU64;

/// The random seed of estimates.
const SEED: u64 = 0;

/// The question for estimates, from so many dives with the random seed 0.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// How many dives.
    pub dives: NonZeroU64,
}

impl Question for Estimate {
    type Worker = (Parser, Solver);
    type Found<'a> = Estimated;

    fn worker(&self, source: &Source) -> Self::Worker {
        (source.dialect.parser(), Solver::new(Engine::Dlx))
    }

    fn answer(
        &self,
        (parser, solver): &mut Self::Worker,
        piece: &Piece<'_>,
        take: &mut impl FnMut(Item<Estimated>) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in piece.records() {
            let entry = parser.parse(record).map_err(Refusal::Unreadable);
            let outcome = entry.map(|entry| solver.estimate(&entry.puzzle, self.dives.get(), SEED));
            if take(Item { ordinal, line: record.line, nodes: 0, guesses: 0, outcome }).is_break() {
                return;
            }
        }
    }

    fn variant(
        &self,
        entry: &VariantEntry,
        take: &mut dyn FnMut(VariantOutcome<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let solver = solver(&entry.variant, &Config::default());
        let estimate = solver.map(|it| VariantFound::Estimate(it.estimate(self.dives.get(), SEED)));
        take(estimate.map_err(Refusal::from))
    }
}
