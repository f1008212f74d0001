//! Enumeration: all solutions of a puzzle, one after another, each checked.

use super::query::{Item, Query, Refusal, Source};
use super::records::RecordSlice;
use crate::config::Config;
use core::ops::ControlFlow;
use core::time::Duration;
use farandole_formats::{Entry, Parser};
use farandole_puzzle::Puzzle;
use farandole_search::Alarm;
use farandole_solve::{Report, Solver};

/// The query for all solutions of each puzzle, up to the limit.
#[derive(Clone, Copy, Debug)]
pub struct Enumerate(pub Config);

/// A result of [`Enumerate`].
#[derive(Debug)]
pub enum Listed<'a> {
    /// The values of all cells in a solution, and the number of solutions before it.
    Solution(&'a Entry, &'a [u8], u64),
    /// The end of the solutions of a puzzle.
    End(&'a Entry, Report),
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
            let entry = match parser.parse(record) {
                Ok(entry) => entry,
                Err(error) => {
                    if take(Item::new(ordinal, record, Err(Refusal::Unreadable(error)))).is_break() {
                        return;
                    }
                    continue;
                }
            };
            let mut found = 0;
            let mut violation = None;
            let mut flow = ControlFlow::Continue(());
            let alarm = Alarm::after(*time);
            let config = farandole_solve::Config { cancel: alarm.flag(), ..self.0.search() };
            let mut visit = |values: &[u8]| {
                violation = entry.puzzle.check(values).err();
                if violation.is_some() {
                    return ControlFlow::Break(());
                }
                flow = take(Item::new(ordinal, record, Ok(Listed::Solution(&entry, values, found))));
                found += 1;
                flow
            };
            let report = match &entry.puzzle {
                Puzzle::Classic(puzzle) => solver.run(puzzle, &config, &mut visit),
                variant => solver.prepare(variant).and_then(|solver| solver.list_some(&config, &mut visit)),
            };
            if flow.is_break() {
                return;
            }
            let item = match report {
                Err(unsupported) => Item::new(ordinal, record, Err(Refusal::Unsupported(unsupported))),
                Ok(report) => {
                    let refusal = Refusal::of_search(&report, violation);
                    let outcome = refusal.map_or(Ok(Listed::End(&entry, report)), Err);
                    Item::new(ordinal, record, outcome).with_cost(&report)
                }
            };
            if take(item).is_break() {
                return;
            }
        }
    }
}
