//! Parallel search by work splitting, with the solutions in the order of a sequential search.
//!
//! The work is an ordered list of parts of the search tree. Each thread takes the first free part.
//! When a thread is idle, another one splits its own part: it gives away its untried branches
//! nearest to the root, as a new part directly after the old one. Solutions are passed on from the
//! first part only, so their order does not depend on the timing of the threads.
//!
//! Every few thousand nodes each thread records its position and the solutions found up to there. A
//! [`Snapshot`] of these records is a checkpoint: a search that continues from it misses nothing
//! and repeats nothing.

use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::config::{Config, End};
use crate::search::outcome::{Stats, Step};
use crate::search::position::{Position, PositionError};
use crate::search::solver::Search;

/// A thread records its position after this many nodes.
const STRIDE: u64 = 4096;
/// A thread records its solutions when it has this many.
const MOST_FOUND: usize = 1024;
/// Only the first part is searched while this many solutions wait to be passed on.
const MOST_WAITING: usize = 1 << 20;
/// The longest time between two [`Event::Tick`]s.
const TICK: Duration = Duration::from_millis(100);

/// What is asked about the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Every solution.
    All,
    /// The number of solutions.
    Count,
}

/// A part of the search tree, and the solutions before it that have not been passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What is still to be searched.
    pub position: Position,
    /// Solutions that come before all those of the part.
    pub found: Vec<Vec<u32>>,
}

impl Part {
    /// The whole search tree.
    #[must_use]
    pub const fn whole() -> Self {
        Self { position: Position::start(), found: Vec::new() }
    }
}

/// Events of a parallel search.
#[derive(Debug)]
pub enum Event<'a> {
    /// The next solution, as option numbers.
    Solution(&'a [u32]),
    /// Some time has passed. This comes at least ten times a second.
    Tick(&'a Snapshot<'a>),
}

/// The state of a parallel search at one moment.
pub struct Snapshot<'a> {
    shared: &'a Shared,
}

impl core::fmt::Debug for Snapshot<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Snapshot").field("stats", &self.stats()).finish()
    }
}

impl Snapshot<'_> {
    /// Counters so far. Those of an earlier search, whose parts this one continues, are not included.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.shared.lock().stats
    }

    /// The parts that are left, in order. A search over these parts passes on exactly what this one
    /// has not passed on yet. With [`Wanted::Count`], the counters belong to these parts.
    #[must_use]
    pub fn parts(&self) -> (Stats, Vec<Part>) {
        let list = self.shared.lock();
        let parts = list.in_order().filter(|slot| !slot.found.is_empty() || !slot.position.is_end());
        let parts = parts.map(|slot| Part { position: slot.position.clone(), found: slot.found.clone() });
        (list.stats, parts.collect())
    }

    /// Why the search stopped; `None` while it runs. No event follows the first snapshot with an end.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.shared.lock().end
    }

    /// The share of the whole tree that is left; see [`Position::remaining`].
    #[must_use]
    pub fn remaining(&self) -> f64 {
        self.shared.lock().in_order().map(|slot| slot.position.remaining()).sum()
    }
}

const NOBODY: usize = usize::MAX;

struct Slot {
    position: Position,
    found: Vec<Vec<u32>>,
    taken: bool,
    before: usize,
    after: usize,
}

impl Slot {
    fn is_done(&self) -> bool {
        !self.taken && self.position.is_end()
    }
}

struct List {
    slots: Vec<Slot>,
    free: Vec<usize>,
    first: usize,
    /// Parts that a thread works on.
    taken: usize,
    /// Solutions in all `found`.
    waiting: usize,
    stats: Stats,
    end: Option<End>,
}

impl List {
    fn new(parts: Vec<Part>) -> Self {
        let count = parts.len();
        let waiting = parts.iter().map(|part| part.found.len()).sum();
        let slots = parts.into_iter().enumerate().map(|(k, Part { position, found })| Slot {
            position,
            found,
            taken: false,
            before: k.checked_sub(1).unwrap_or(NOBODY),
            after: if k + 1 < count { k + 1 } else { NOBODY },
        });
        Self {
            slots: slots.collect(),
            free: Vec::new(),
            first: if count > 0 { 0 } else { NOBODY },
            taken: 0,
            waiting,
            stats: Stats::default(),
            end: None,
        }
    }

    fn in_order(&self) -> impl Iterator<Item = &Slot> {
        let mut at = self.first;
        core::iter::from_fn(move || {
            let slot = self.slots.get(at)?;
            at = slot.after;
            Some(slot)
        })
    }

    /// The first free part, if it may be searched now.
    fn take(&mut self) -> Option<usize> {
        let mut at = self.first;
        while let Some(slot) = self.slots.get_mut(at) {
            if !slot.taken && !slot.position.is_end() {
                if at != self.first && self.waiting > MOST_WAITING {
                    return None;
                }
                slot.taken = true;
                self.taken += 1;
                return Some(at);
            }
            at = slot.after;
        }
        None
    }

    fn insert_after(&mut self, at: usize, position: Position) {
        let after = self.slots[at].after;
        let slot = Slot { position, found: Vec::new(), taken: false, before: at, after };
        let new = match self.free.pop() {
            Some(free) => {
                self.slots[free] = slot;
                free
            }
            None => {
                self.slots.push(slot);
                self.slots.len() - 1
            }
        };
        self.slots[at].after = new;
        if let Some(slot) = self.slots.get_mut(after) {
            slot.before = new;
        }
    }

    fn remove(&mut self, at: usize) {
        let Slot { before, after, .. } = self.slots[at];
        match self.slots.get_mut(before) {
            Some(slot) => slot.after = after,
            None => self.first = after,
        }
        if let Some(slot) = self.slots.get_mut(after) {
            slot.before = before;
        }
        self.free.push(at);
    }

    /// Takes out the solutions that come next in order, and removes the finished parts they come from.
    fn pass_on(&mut self) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        while let Some(slot) = self.slots.get_mut(self.first) {
            found.append(&mut slot.found);
            if !slot.is_done() {
                break;
            }
            self.remove(self.first);
        }
        self.waiting -= found.len();
        found
    }

    /// Merges a finished part with the one before it, if that is finished too.
    fn join(&mut self, at: usize) {
        let before = self.slots[at].before;
        if at != self.first && self.slots[before].is_done() && self.slots[at].is_done() {
            let found = mem::take(&mut self.slots[at].found);
            self.slots[before].found.extend(found);
            self.remove(at);
        }
    }
}

struct Shared {
    list: Mutex<List>,
    /// Notified when there is a part to take, a solution to pass on, or an end.
    news: Condvar,
    /// Idle threads.
    idle: AtomicUsize,
    stop: AtomicBool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'l>(&self, list: MutexGuard<'l, List>) -> MutexGuard<'l, List> {
        self.news.wait_timeout(list, TICK).unwrap_or_else(PoisonError::into_inner).0
    }

    fn end(&self, list: &mut List, end: End) {
        list.end.get_or_insert(end);
        self.stop.store(true, Ordering::Relaxed);
        self.news.notify_all();
    }

    /// Waits for a free part, and takes it; `None` at the end. Returns with it the nodes so far.
    fn take(&self) -> Option<(usize, Position, u64)> {
        let mut list = self.lock();
        loop {
            if list.end.is_some() {
                return None;
            }
            if let Some(at) = list.take() {
                return Some((at, list.slots[at].position.clone(), list.stats.nodes));
            }
            if list.taken == 0 && list.in_order().all(Slot::is_done) {
                self.end(&mut list, End::Exhausted);
                return None;
            }
            self.idle.fetch_add(1, Ordering::Relaxed);
            list = self.wait(list);
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// The loop of each thread.
    fn work(&self, search: &mut Search, parallel: &ParallelSearch, budget: u64) {
        while let Some((at, position, nodes)) = self.take() {
            let mut left = budget.saturating_sub(nodes);
            // Parts are checked before the threads start, and those made here are sound.
            if search.enter(&position).is_err() {
                return;
            }
            let mut before = search.stats();
            loop {
                let until = before.nodes + STRIDE.min(left.div_ceil(parallel.threads as u64));
                let config = Config::new().budget(until).cancel(&self.stop);
                let (ended, mut found) = stretch(search, parallel.wanted, &config);
                let idle = !ended && self.idle.load(Ordering::Relaxed) > 0;
                let rest = if idle { search.split_off() } else { None };
                let position = search.position();
                let stats = search.stats();
                let mut list = self.lock();
                list.stats.nodes += stats.nodes - before.nodes;
                list.stats.updates += stats.updates - before.updates;
                list.stats.cleansings += stats.cleansings - before.cleansings;
                list.stats.solutions += stats.solutions - before.solutions;
                before = stats;
                left = budget.saturating_sub(list.stats.nodes);
                list.waiting += found.len();
                list.slots[at].found.append(&mut found);
                list.slots[at].position = position;
                if let Some(rest) = rest {
                    list.insert_after(at, rest);
                }
                let held = list.end.is_some() || (!ended && left == 0);
                // When too many solutions wait, the thread that is first in order must be able to continue.
                let crowded = at != list.first && list.waiting > MOST_WAITING;
                if ended || held || crowded {
                    list.slots[at].taken = false;
                    list.taken -= 1;
                }
                if !ended && left == 0 {
                    self.end(&mut list, End::BudgetSpent);
                }
                if ended {
                    let after = list.slots[at].after;
                    if after != NOBODY {
                        list.join(after);
                    }
                    list.join(at);
                }
                let first = at == list.first;
                drop(list);
                if idle || ended || first {
                    self.news.notify_all();
                }
                if held {
                    return;
                }
                if ended || crowded {
                    break;
                }
            }
        }
    }
}

/// Searches until `config` stops or many solutions are found: whether the part is exhausted, and
/// the solutions.
fn stretch(search: &mut Search, wanted: Wanted, config: &Config<'_>) -> (bool, Vec<Vec<u32>>) {
    let mut found = Vec::new();
    loop {
        match search.step(config) {
            Step::Solution if wanted == Wanted::Count => {}
            Step::Solution => {
                found.push(search.solution().to_vec());
                if found.len() >= MOST_FOUND {
                    return (false, found);
                }
            }
            Step::End(end) => return (end == End::Exhausted, found),
        }
    }
}

/// A search on several threads. Its solutions come in the order of a sequential search.
///
/// ```
/// use core::ops::ControlFlow;
/// use farandole_cover::{Config, ParallelSearch, Event, Part, Search, Wanted, generate};
///
/// let problem = generate::queens(7)?;
/// let mut search = Search::new(&problem)?;
/// let mut all = Vec::new();
/// let parallel = ParallelSearch { threads: 2, wanted: Wanted::All, budget: None };
/// parallel.run(&search, vec![Part::whole()], |event| {
///     if let Event::Solution(options) = event {
///         all.push(options.to_vec());
///     }
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(all, search.solutions(Config::new()).collect::<Vec<_>>());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParallelSearch {
    /// Number of threads, at least 1. The calling thread only waits.
    pub threads: usize,
    /// What is asked.
    pub wanted: Wanted,
    /// Budget in nodes, over all threads. With several threads it may be exceeded by a few thousand
    /// nodes, as each finishes the nodes it has begun.
    pub budget: Option<u64>,
}

impl ParallelSearch {
    /// Runs until the end, until the budget is spent, or until `watch` breaks off. Each thread has
    /// a copy of `search` with its selected options, heuristic and symmetries; the current state of
    /// `search` does not matter. The position where it stops depends on the timing of the threads;
    /// the solutions passed on do not.
    ///
    /// # Errors
    /// A part does not belong to the search.
    pub fn run(
        &self,
        search: &Search,
        parts: Vec<Part>,
        mut watch: impl FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<(End, Stats), PositionError> {
        let mut search = search.clone();
        for part in &parts {
            search.enter(&part.position)?;
        }
        search.restart();
        let shared = Shared {
            list: Mutex::new(List::new(parts)),
            news: Condvar::new(),
            idle: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
        };
        let budget = self.budget.unwrap_or(u64::MAX);
        let flow = thread::scope(|scope| {
            for _ in 1..self.threads {
                let (shared, mut search) = (&shared, search.clone());
                scope.spawn(move || shared.work(&mut search, self, budget));
            }
            scope.spawn(|| shared.work(&mut search, self, budget));
            let mut tick = std::time::Instant::now();
            loop {
                let mut list = shared.lock();
                let found = list.pass_on();
                let end = list.end;
                let over = end.is_some() && list.taken == 0 && found.is_empty();
                if found.is_empty() && !over {
                    list = shared.wait(list);
                }
                drop(list);
                let passed_on = found.iter().try_for_each(|options| watch(Event::Solution(options)));
                let mut flow = passed_on;
                if flow.is_continue() && (over || tick.elapsed() >= TICK) {
                    tick = std::time::Instant::now();
                    flow = watch(Event::Tick(&Snapshot { shared: &shared }));
                }
                if flow.is_break() {
                    shared.end(&mut shared.lock(), End::Stopped);
                }
                if over || flow.is_break() {
                    return flow;
                }
            }
        });
        let list = shared.list.into_inner().unwrap_or_else(PoisonError::into_inner);
        let end = if flow.is_break() { None } else { list.end };
        Ok((end.unwrap_or(End::Stopped), list.stats))
    }
}
