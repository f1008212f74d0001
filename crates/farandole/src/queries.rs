//! Queries of puzzle setters on a stream of records: true candidates, redundant givens and
//! conflicting constraints.
//!
//! A candidate is true if some solution contains it. A given is redundant if the puzzle has the
//! same solutions without it. For puzzles in memory, use [`Solver::true_candidates`] and
//! [`Solver::redundant_givens`].
//!
//! ```
//! use farandole::engines::{Config, Solver};
//! use farandole::{Engine, ClassicPuzzle};
//!
//! let puzzle: ClassicPuzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let finding = Solver::new(Engine::Auto).redundant_givens(&[puzzle], &Config::default()).remove(0)?;
//! let names: Vec<String> = finding.found.unwrap().iter().map(|cell| cell.name(9).to_string()).collect();
//! assert_eq!((names.len(), names[0].as_str()), (22, "r1c1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::Alarm;
use crate::config::Config;
use crate::pipeline::{Item, Query, RecordSlice, Refusal, Source, VariantFound, VariantOutcome};
use crate::variant::VariantEntry;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use farandole_formats::{ClassicEntry, Parser};
use farandole_puzzle::{Cell, ClassicPuzzle, DigitSet};
use farandole_solve as engines;
use farandole_solve::{
    End, Finding, KnownCandidates, Solver, Unsupported, conflicting_constraints, redundant_constraints,
};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The query for the true candidates of each puzzle. Of the configuration, only the engine and the
/// budget of a search are used.
#[derive(Clone, Copy, Debug)]
pub struct TrueCandidates(pub Config);

/// The query for the number of solutions that contain each true candidate, up to the limit of the
/// configuration. Otherwise only the engine and the budget of a search are used.
#[derive(Clone, Copy, Debug)]
pub struct CandidateCounts(pub Config);

/// The query for the redundant givens of each puzzle. Of the configuration, only the engine and the
/// budget of a search are used.
#[derive(Clone, Copy, Debug)]
pub struct RedundantGivens(pub Config);

/// The query for a conflicting set of constraints of a variant without solution. It refuses classic
/// puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Clash(pub Config);

impl Query for Clash {
    type Worker = Parser;
    type Found<'a> = Infallible;

    fn worker(&self, source: &Source) -> Parser {
        source.dialect.parser()
    }

    fn answer(
        &self,
        parser: &mut Parser,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Infallible>) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in slice.records() {
            let outcome = Err(match parser.parse_classic(record) {
                Ok(_) => Refusal::NoConstraints,
                Err(error) => Refusal::Unreadable(error),
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
        let config = until(&self.0, stop);
        // An engine that does not support the variant is refused.
        let solver = self.0.solver().prepare(&entry.puzzle);
        let finding = solver.and_then(|_| conflicting_constraints(&entry.puzzle, &config));
        take(finding.map(VariantFound::Clash).map_err(Refusal::Unsupported))
    }
}

impl Query for TrueCandidates {
    type Worker = (Parser, Solver, Option<Duration>);
    type Found<'a> = (&'a ClassicEntry, Finding<Vec<DigitSet>>);

    fn worker(&self, source: &Source) -> Self::Worker {
        (source.dialect.parser(), self.0.solver(), source.time)
    }

    fn answer(
        &self,
        worker: &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        ask(worker, slice, &self.0, |solver, puzzles, config| solver.true_candidates(puzzles, config), take);
    }

    fn variant(
        &self,
        entry: &VariantEntry,
        stop: Option<&AtomicBool>,
        take: &mut dyn FnMut(VariantOutcome<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let config = until(&self.0, stop);
        let prepared = self.0.solver().prepare(&entry.puzzle);
        let finding = prepared.and_then(|solver| solver.true_candidates(&config, KnownCandidates::default()));
        take(finding.map(VariantFound::Candidates).map_err(Refusal::Unsupported))
    }
}

impl Query for CandidateCounts {
    type Worker = (Parser, Solver, Option<Duration>);
    type Found<'a> = (&'a ClassicEntry, Finding<engines::CandidateCounts>);

    fn worker(&self, source: &Source) -> Self::Worker {
        (source.dialect.parser(), self.0.solver(), source.time)
    }

    fn answer(
        &self,
        worker: &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        let counts = |solver: &mut Solver, puzzles: &[ClassicPuzzle], config: &engines::Config<'_>| {
            puzzles.iter().map(|puzzle| solver.candidate_counts(puzzle, config)).collect()
        };
        ask(worker, slice, &self.0, counts, take);
    }

    fn variant(
        &self,
        entry: &VariantEntry,
        stop: Option<&AtomicBool>,
        take: &mut dyn FnMut(VariantOutcome<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let prepared = self.0.solver().prepare(&entry.puzzle);
        let finding = prepared.and_then(|solver| solver.candidate_counts(&until(&self.0, stop)));
        let counts = |finding| VariantFound::Counts(finding, self.0.limit);
        take(finding.map(counts).map_err(Refusal::Unsupported))
    }
}

impl Query for RedundantGivens {
    type Worker = (Parser, Solver, Option<Duration>);
    type Found<'a> = (&'a ClassicEntry, Finding<Vec<Cell>>);

    fn worker(&self, source: &Source) -> Self::Worker {
        (source.dialect.parser(), self.0.solver(), source.time)
    }

    fn answer(
        &self,
        worker: &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        ask(worker, slice, &self.0, |solver, puzzles, config| solver.redundant_givens(puzzles, config), take);
    }

    fn variant(
        &self,
        entry: &VariantEntry,
        stop: Option<&AtomicBool>,
        take: &mut dyn FnMut(VariantOutcome<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let ask = || {
            let config = engines::Config { limit: 1, ..until(&self.0, stop) };
            let report = self.0.solver().prepare(&entry.puzzle)?.count(&config)?;
            if report.solutions == 0 && report.end == End::Exhausted {
                // Every constraint follows from a contradiction, so that a list of redundant
                // constraints would be meaningless.
                return Ok(VariantFound::Answer(None, report));
            }
            Ok(VariantFound::Redundant(redundant_constraints(&entry.puzzle, &until(&self.0, stop))?))
        };
        let found: Result<_, Unsupported> = ask();
        take(found.map_err(Refusal::Unsupported))
    }
}

/// Returns the limits of each search, with a stop flag.
fn until<'a>(config: &Config, stop: Option<&'a AtomicBool>) -> engines::Config<'a> {
    engines::Config { cancel: stop, ..config.search() }
}

/// Runs a query on all puzzles of a part of the input together, or on each separately if there is a
/// time limit.
fn ask<T>(
    (parser, solver, time): &mut (Parser, Solver, Option<Duration>),
    slice: &RecordSlice<'_>,
    config: &Config,
    question: impl Fn(&mut Solver, &[ClassicPuzzle], &engines::Config<'_>) -> Vec<Result<Finding<T>, Unsupported>>,
    take: &mut impl FnMut(Item<(&ClassicEntry, Finding<T>)>) -> ControlFlow<()>,
) {
    let entries: Vec<_> = slice.records().map(|(_, record)| parser.parse_classic(record)).collect();
    let puzzles: Vec<ClassicPuzzle> = entries.iter().flatten().map(|entry| entry.puzzle.clone()).collect();
    let together = if time.is_some() { 1 } else { puzzles.len().max(1) };
    let mut findings = puzzles.chunks(together).flat_map(|some| {
        let alarm = Alarm::after(*time);
        question(solver, some, &until(config, alarm.flag()))
    });
    for (entry, (ordinal, record)) in entries.iter().zip(slice.records()) {
        let outcome = match entry {
            Err(error) => Err(Refusal::Unreadable(error.clone())),
            Ok(entry) => match findings.next().expect("a finding for each puzzle") {
                Ok(finding) => Ok((entry, finding)),
                Err(unsupported) => Err(Refusal::Unsupported(unsupported)),
            },
        };
        let nodes = outcome.as_ref().map_or(0, |(_, finding)| finding.nodes);
        if take(Item { ordinal, line: record.line, nodes, guesses: 0, outcome }).is_break() {
            return;
        }
    }
}
