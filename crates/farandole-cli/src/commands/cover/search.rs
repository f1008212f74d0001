//! A search on all threads, with limits, progress and a state file.

use super::files::StateFile;
use super::progress::Progress;
use super::source::{Limits, Prepared};
use crate::exit::Failure;
use farandole::cover::checkpoint::State;
use farandole::cover::{End, Event, Goal, ParallelSearch, Snapshot, Stats};
use std::ops::ControlFlow;

/// The destination of solutions.
pub(super) trait Sink {
    /// Receives a solution; returns `Break` to end the search.
    fn solution(&mut self, options: &[u32]) -> Result<ControlFlow<()>, Failure>;
    /// Returns the number of output bytes that are safely written; the state of a run stores this number.
    fn bytes(&mut self) -> Result<u64, Failure>;
}

/// The settings of a search.
pub(super) struct Job<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) wanted: Goal,
    pub(super) threads: usize,
    pub(super) limits: &'a Limits,
    /// True if progress is suppressed.
    pub(super) quiet: bool,
}

impl Job<'_> {
    /// Runs the search from a state. The counters include the counters in the state.
    pub(super) fn run(
        &self,
        mut state: State,
        keeper: Option<StateFile<'_>>,
        sink: &mut dyn Sink,
    ) -> Result<(End, Stats), Failure> {
        let before = state.stats;
        let budget = self.limits.budget.map(|budget| budget.saturating_sub(before.nodes));
        let parallel = ParallelSearch { threads: self.threads, wanted: self.wanted, budget };
        let parts = std::mem::take(&mut state.parts);
        let progress = Progress::new(self.quiet);
        let mut watch = SearchObserver {
            limits: self.limits,
            before,
            task: state.task,
            keeper,
            sink,
            progress,
            stopped: None,
        };
        let mut failure = None;
        let run = parallel.run(&self.prepared.search, parts, |event| match watch.event(event) {
            Ok(flow) => flow,
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        });
        watch.progress.finish();
        if let Some(failure) = failure {
            return Err(failure);
        }
        let (end, stats) = run.map_err(|error| Failure::Unreadable(format!("--resume: {error}")))?;
        Ok((watch.stopped.unwrap_or(end), add(before, stats)))
    }
}

/// The observer of a search.
struct SearchObserver<'a> {
    limits: &'a Limits,
    /// Counters of the initial state, and its task.
    before: Stats,
    task: String,
    keeper: Option<StateFile<'a>>,
    sink: &'a mut dyn Sink,
    progress: Progress,
    /// The reason why the search was stopped.
    stopped: Option<End>,
}

impl SearchObserver<'_> {
    fn event(&mut self, event: Event<'_>) -> Result<ControlFlow<()>, Failure> {
        match event {
            Event::Solution(options) => {
                let flow = self.sink.solution(options)?;
                if flow.is_break() {
                    self.stopped = Some(End::LimitReached);
                }
                Ok(flow)
            }
            Event::Tick(snapshot) => self.tick(snapshot),
        }
    }

    fn tick(&mut self, snapshot: &Snapshot<'_>) -> Result<ControlFlow<()>, Failure> {
        let seen = add(self.before, snapshot.stats());
        self.progress.show(seen.nodes, seen.solutions, || snapshot.remaining());
        let over = self.limits.is_over() && snapshot.end().is_none();
        if let Some(file) = &mut self.keeper
            && (over || snapshot.end().is_some() || file.is_due())
        {
            let (stats, parts) = snapshot.parts();
            let (task, bytes) = (self.task.clone(), self.sink.bytes()?);
            file.save(&State { task, bytes, stats: add(self.before, stats), parts })?;
        }
        if over {
            self.stopped = Some(End::Cancelled);
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
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
