//! Queries of puzzle setters on a stream of records: true candidates, redundant givens and
//! conflicting constraints.
//!
//! A candidate is true if some solution contains it. A given is redundant if the puzzle has the
//! same solutions without it. For puzzles in memory, use [`Solver::true_candidates`] and
//! [`Solver::redundant_givens`].
//!
//! ```
//! use farandole::engines::{Config, Engine, Solver};
//! use farandole::puzzle::ClassicPuzzle;
//!
//! let puzzle: ClassicPuzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let finding = Solver::new(Engine::Auto).redundant_givens(&[puzzle], &Config::default()).remove(0)?;
//! let names: Vec<String> = finding.found.unwrap().iter().map(|cell| cell.name(9).to_string()).collect();
//! assert_eq!((names.len(), names[0].as_str()), (22, "r1c1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::config::Config;
use crate::pipeline::{Item, Query, RecordSlice, Refusal, Source};
use core::time::Duration;
use farandole_formats::{Entry, Parser};
use farandole_puzzle::{Cell, ClassicPuzzle, DigitSet, Puzzle};
use farandole_search::Alarm;
use farandole_solve as engines;
use farandole_solve::{
    ConstraintFinding, End, Finding, KnownCandidates, Report, Solver, Unsupported, conflicting_constraints,
    redundant_constraints,
};
use std::ops::ControlFlow;

/// The query for the true candidates of each puzzle. The query uses only the engine and the budget of the
/// configuration.
#[derive(Clone, Copy, Debug)]
pub struct TrueCandidates(pub Config);

/// The query for the number of solutions that contain each true candidate. The query uses the limit, the
/// engine and the budget of the configuration.
#[derive(Clone, Copy, Debug)]
pub struct CandidateCounts(pub Config);

/// The query for the redundant givens of each puzzle. The query uses only the engine and the budget of the
/// configuration.
#[derive(Clone, Copy, Debug)]
pub struct RedundantGivens(pub Config);

/// The query for a conflicting set of constraints in a variant that has no solution. It refuses
/// classic puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Clash(pub Config);

/// The result of [`RedundantGivens`] for a puzzle.
#[derive(Debug)]
pub enum Redundancy {
    /// The givens of a classic puzzle that follow from the others.
    Givens(Finding<Vec<Cell>>),
    /// The constraints of a variant that follow from the others.
    Constraints(ConstraintFinding),
    /// The variant has no solution. Every constraint then follows from a contradiction, so that a list
    /// of redundant constraints would be meaningless.
    NoSolution(Report),
}

/// The data that a thread keeps for queries of setters.
type Worker = (Parser, Solver, Option<Duration>);

fn worker(config: &Config, source: &Source) -> Worker {
    (source.dialect.parser(), config.solver(), source.time)
}

impl Query for Clash {
    type Worker = Worker;
    /// The entry, and the givens and constraints that conflict. They are `None` if the variant has a
    /// solution.
    type Found<'a> = (&'a Entry, Option<ConstraintFinding>);

    fn worker(&self, source: &Source) -> Worker {
        worker(&self.0, source)
    }

    fn answer(
        &self,
        (parser, solver, time): &mut Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in slice.records() {
            let alarm = Alarm::after(*time);
            let entry = parser.parse(record).map_err(Refusal::Unreadable);
            let outcome = entry.as_ref().map_err(Clone::clone).and_then(|entry| {
                let variant = entry.puzzle.variant().ok_or(Refusal::NoConstraints)?;
                // Fails if the engine does not support the variant.
                let finding = solver.prepare(variant).and_then(|_| {
                    conflicting_constraints(
                        variant,
                        &engines::Config { cancel: alarm.flag(), ..self.0.search() },
                    )
                });
                Ok((entry, finding.map_err(Refusal::Unsupported)?))
            });
            if take(Item::new(ordinal, record, outcome)).is_break() {
                return;
            }
        }
    }
}

impl Query for TrueCandidates {
    type Worker = Worker;
    /// For each cell, the mask of its true candidates. The lowest bit represents the lowest value
    /// of the puzzle.
    type Found<'a> = (&'a Entry, Finding<Vec<u64>>);

    fn worker(&self, source: &Source) -> Worker {
        worker(&self.0, source)
    }

    fn answer(
        &self,
        worker: &mut Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        let classic = |solver: &mut Solver, puzzles: &[ClassicPuzzle], config: &engines::Config<'_>| {
            let bits = |sets: Vec<DigitSet>| sets.into_iter().map(DigitSet::bits).collect();
            let findings = solver.true_candidates(puzzles, config).into_iter();
            findings.map(|finding| finding.map(|finding| finding.map(bits))).collect()
        };
        let variant = |solver: &Solver, variant: &Puzzle, config: &engines::Config<'_>| {
            let finding = solver.prepare(variant)?.true_candidates(config, KnownCandidates::default())?;
            Ok(finding.map(|found| found.masks))
        };
        ask(worker, slice, &self.0, classic, variant, |finding| finding.nodes, take);
    }
}

impl Query for CandidateCounts {
    type Worker = Worker;
    type Found<'a> = (&'a Entry, Finding<engines::CandidateCounts>);

    fn worker(&self, source: &Source) -> Worker {
        worker(&self.0, source)
    }

    fn answer(
        &self,
        worker: &mut Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        let classic = |solver: &mut Solver, puzzles: &[ClassicPuzzle], config: &engines::Config<'_>| {
            puzzles.iter().map(|puzzle| solver.candidate_counts(puzzle, config)).collect()
        };
        let variant = |solver: &Solver, variant: &Puzzle, config: &engines::Config<'_>| {
            solver.prepare(variant)?.candidate_counts(config)
        };
        ask(worker, slice, &self.0, classic, variant, |finding| finding.nodes, take);
    }
}

impl Query for RedundantGivens {
    type Worker = Worker;
    type Found<'a> = (&'a Entry, Redundancy);

    fn worker(&self, source: &Source) -> Worker {
        worker(&self.0, source)
    }

    fn answer(
        &self,
        worker: &mut Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Self::Found<'_>>) -> ControlFlow<()>,
    ) {
        let classic = |solver: &mut Solver, puzzles: &[ClassicPuzzle], config: &engines::Config<'_>| {
            let findings = solver.redundant_givens(puzzles, config).into_iter();
            findings.map(|finding| finding.map(Redundancy::Givens)).collect()
        };
        let variant = |solver: &Solver, puzzle: &Puzzle, config: &engines::Config<'_>| {
            let report = solver.prepare(puzzle)?.count(&engines::Config { limit: 1, ..*config })?;
            if report.solutions == 0 && report.end == End::Exhausted {
                return Ok(Redundancy::NoSolution(report));
            }
            let variant = puzzle.variant().expect("not a classic puzzle");
            redundant_constraints(variant, config).map(Redundancy::Constraints)
        };
        let nodes = |redundancy: &Redundancy| match redundancy {
            Redundancy::Givens(finding) => finding.nodes,
            Redundancy::Constraints(finding) => finding.nodes,
            Redundancy::NoSolution(report) => report.counters.nodes,
        };
        ask(worker, slice, &self.0, classic, variant, nodes, take);
    }
}

/// Runs a query on all classic puzzles of a part of the input in one batch. Variants are queried one by one.
/// If there is a time limit, classic puzzles are also queried one by one.
fn ask<T>(
    (parser, solver, time): &mut Worker,
    slice: &RecordSlice<'_>,
    config: &Config,
    classic: impl Fn(&mut Solver, &[ClassicPuzzle], &engines::Config<'_>) -> Vec<Result<T, Unsupported>>,
    variant: impl Fn(&Solver, &Puzzle, &engines::Config<'_>) -> Result<T, Unsupported>,
    nodes: impl Fn(&T) -> u64,
    take: &mut impl FnMut(Item<(&Entry, T)>) -> ControlFlow<()>,
) {
    let entries: Vec<_> = slice.records().map(|(_, record)| parser.parse(record)).collect();
    let puzzles: Vec<ClassicPuzzle> =
        entries.iter().flatten().filter_map(|entry| entry.puzzle.classic().cloned()).collect();
    let together = if time.is_some() { 1 } else { puzzles.len().max(1) };
    let mut puzzles = puzzles.chunks(together);
    let mut findings = Vec::new().into_iter();
    for (entry, (ordinal, record)) in entries.iter().zip(slice.records()) {
        let alarm = Alarm::after(*time);
        let limits = engines::Config { cancel: alarm.flag(), ..config.search() };
        let outcome = entry.as_ref().map_err(|error| Refusal::Unreadable(error.clone())).and_then(|entry| {
            let found = match &entry.puzzle {
                Puzzle::Classic(_) => {
                    if findings.len() == 0 {
                        findings = classic(solver, puzzles.next().unwrap_or(&[]), &limits).into_iter();
                    }
                    findings.next().expect("a finding for each puzzle")
                }
                puzzle => variant(solver, puzzle, &limits),
            };
            Ok((entry, found.map_err(Refusal::Unsupported)?))
        });
        let nodes = outcome.as_ref().map_or(0, |(_, found)| nodes(found));
        if take(Item { nodes, ..Item::new(ordinal, record, outcome) }).is_break() {
            return;
        }
    }
}
