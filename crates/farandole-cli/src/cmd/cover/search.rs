//! A search on all threads, with its limits, its progress and its state in a file.

use super::files::Keeper;
use super::progress::Progress;
use super::source::{Limits, Prepared};
use crate::exit::Failure;
use farandole::cover::checkpoint::State;
use farandole::cover::{End, Event, ParallelSearch, Stats, Wanted};
use std::ops::ControlFlow;

/// What is done with what a search meets.
pub(super) trait Sink {
    /// Takes a solution; `Break` when no further ones are wanted.
    fn solution(&mut self, options: &[u32]) -> Result<ControlFlow<()>, Failure>;
    /// How many bytes of output are in safety, for the state of a run.
    fn bytes(&mut self) -> Result<u64, Failure>;
}

/// A search about to run.
pub(super) struct Job<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) wanted: Wanted,
    pub(super) threads: usize,
    pub(super) limits: &'a Limits,
    /// No progress.
    pub(super) quiet: bool,
}

impl Job<'_> {
    /// Runs the search from a state. What the state has seen is among the counters.
    pub(super) fn run(
        &self,
        mut state: State,
        mut keeper: Keeper<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(End, Stats), Failure> {
        let Self { prepared, wanted, threads, limits, quiet } = *self;
        let mut progress = Progress::new(quiet);
        let before = state.stats;
        let budget = limits.budget.map(|budget| budget.saturating_sub(before.nodes));
        let parallel = ParallelSearch { threads, wanted, budget };
        let mut failure = None;
        let mut stopped = None;
        let mut watch = |event: Event<'_>| -> Result<ControlFlow<()>, Failure> {
            match event {
                Event::Solution(options) => {
                    let flow = sink.solution(options)?;
                    if flow.is_break() {
                        stopped = Some(End::LimitReached);
                    }
                    Ok(flow)
                }
                Event::Tick(snapshot) => {
                    let seen = add(before, snapshot.stats());
                    progress.show(seen.nodes, seen.solutions, || snapshot.remaining());
                    let over = limits.is_over() && snapshot.end().is_none();
                    if let Some((file, path)) = &mut keeper
                        && (over || snapshot.end().is_some() || file.is_due())
                    {
                        let (stats, parts) = snapshot.parts();
                        let state = State {
                            task: state.task.clone(),
                            bytes: sink.bytes()?,
                            stats: add(before, stats),
                            parts,
                        };
                        file.save(&state).map_err(|error| Failure::io(path.display(), error))?;
                    }
                    if over {
                        stopped = Some(End::Cancelled);
                        return Ok(ControlFlow::Break(()));
                    }
                    Ok(ControlFlow::Continue(()))
                }
            }
        };
        let run =
            parallel.run(&prepared.search, std::mem::take(&mut state.parts), |event| match watch(event) {
                Ok(flow) => flow,
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            });
        progress.finish();
        if let Some(failure) = failure {
            return Err(failure);
        }
        let (end, stats) = run.map_err(|error| Failure::Unreadable(format!("--resume: {error}")))?;
        Ok((stopped.unwrap_or(end), add(before, stats)))
    }
}

const fn add(a: Stats, b: Stats) -> Stats {
    Stats {
        nodes: a.nodes + b.nodes,
        updates: a.updates + b.updates,
        cleansings: a.cleansings + b.cleansings,
        solutions: a.solutions + b.solutions,
    }
}
