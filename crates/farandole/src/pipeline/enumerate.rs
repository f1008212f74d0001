//! Enumeration: all solutions of a puzzle, one after another, each checked.

use super::query::{Item, Query, Refusal, Source, VariantOutcome};
use super::records::RecordSlice;
use super::variants;
use crate::Alarm;
use crate::config::Config;
use crate::variant::VariantEntry;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use farandole_formats::{ClassicEntry, Parser};
use farandole_puzzle::{Grid, check};
use farandole_solve::{End, Report, Solver};

/// The query for all solutions of each puzzle, up to the limit.
#[derive(Clone, Copy, Debug)]
pub struct Enumerate(pub Config);

/// A result of [`Enumerate`].
#[derive(Debug)]
pub enum Listed<'a> {
    /// A solution, and the number of solutions before it.
    Solution(&'a ClassicEntry, Grid, u64),
    /// The end of the solutions of a puzzle.
    End(&'a ClassicEntry, Report),
}

impl Query for Enumerate {
    const STREAMS: bool = true;
    type Worker = (Parser, Solver, Option<Duration>);
    type Found<'a> = Listed<'a>;

    fn worker(&self, source: &Source) -> Self::Worker {
        (source.dialect.parser(), self.0.solver(), source.time)
    }

    fn answer(
        &self,
        (parser, solver, time): &mut Self::Worker,
        slice: &RecordSlice<'_>,
        take: &mut impl FnMut(Item<Listed<'_>>) -> ControlFlow<()>,
    ) {
        for (ordinal, record) in slice.records() {
            let line = record.line;
            let item = |outcome| Item { ordinal, line, nodes: 0, guesses: 0, outcome };
            let entry = match parser.parse_classic(record) {
                Ok(entry) => entry,
                Err(error) => {
                    if take(item(Err(Refusal::Unreadable(error)))).is_break() {
                        return;
                    }
                    continue;
                }
            };
            let puzzle = &entry.puzzle;
            let mut found = 0;
            let mut violation = None;
            let mut flow = ControlFlow::Continue(());
            let alarm = Alarm::after(*time);
            let config = farandole_solve::Config { cancel: alarm.flag(), ..self.0.search() };
            let report = solver.run(puzzle, &config, &mut |digits| {
                violation = check::check(puzzle, digits).err();
                let grid = Grid::new(puzzle.size(), digits.to_vec());
                let (None, Ok(grid)) = (violation, grid) else { return ControlFlow::Break(()) };
                flow = take(item(Ok(Listed::Solution(&entry, grid, found))));
                found += 1;
                flow
            });
            if flow.is_break() {
                return;
            }
            let outcome = match (report, violation) {
                (Err(unsupported), _) => Err(Refusal::Unsupported(unsupported)),
                (Ok(report), Some(violation)) => Err(Refusal::Wrong(report.into(), violation.into())),
                (Ok(report), None) if matches!(report.end, End::BudgetSpent | End::Cancelled) => {
                    Err(Refusal::GaveUp(report.into()))
                }
                (Ok(report), None) => Ok(Listed::End(&entry, report)),
            };
            let counters = report.map(|report| report.counters).unwrap_or_default();
            let (nodes, guesses) = (counters.nodes, counters.guesses.unwrap_or(0));
            if take(Item { ordinal, line, nodes, guesses, outcome }).is_break() {
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
        variants::list(&self.0, entry, stop, take)
    }
}
