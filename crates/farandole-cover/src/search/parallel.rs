//! Parallel search by work splitting, with the solutions in the order of a sequential search.
//!
//! The work is an ordered list of parts of the search tree. Each thread takes the first free part. If a
//! thread is idle, another thread splits its part: its untried branches nearest to the root become a new
//! part, directly after the old one. Solutions are delivered only from the first part of the list, so their
//! order does not depend on the timing of the threads.
//!
//! Every few thousand nodes, each thread records its position and the solutions that it has found before this
//! position. A [`Snapshot`] of these records is a checkpoint: a search that continues from it neither misses
//! nor repeats a solution.
//!
//! The algorithm performs badly in two cases. If the tree has few branches, parts cannot be split. If there are
//! very many solutions, up to 2^20 of them are queued, and then only the first part is searched.

use alloc::collections::VecDeque;
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

/// Number of nodes after which a thread records its position. This bounds the time until the thread reacts to
/// events and to idle threads.
const STRIDE: u64 = 4096;
/// Number of solutions after which a thread records its position and these solutions.
const MAX_FOUND: usize = 1024;
/// Number of queued solutions above which only the first part is searched. This bounds the memory in use.
const MAX_QUEUED: usize = 1 << 20;
/// Number of undelivered solutions of the first part at which its thread waits. Without this bound, the
/// solutions would fill the memory if the caller is slower than the search.
const MAX_READY: usize = 1024;
/// Number of option indices at which a batch of solutions is complete. Delivering a batch takes far less time
/// than a [`TICK`], unless the callback is slow.
const MAX_IN_BATCH: usize = 1 << 14;
/// Minimum time between two [`Event::Tick`]s, and maximum time for which a thread waits for a notification. The
/// time between two ticks is therefore at most twice as long, plus the time that the callback takes.
const TICK: Duration = Duration::from_millis(100);

/// The kind of result requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Every solution.
    All,
    /// The number of solutions.
    Count,
}

/// A part of the search tree that remains to be searched, and earlier solutions that have not been delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The remaining part of the tree.
    pub position: Position,
    /// Undelivered solutions that precede all solutions of the part, in order, as option indices.
    pub found: Vec<Vec<u32>>,
}

impl Part {
    /// Returns the part that is the whole search tree.
    #[must_use]
    pub const fn whole() -> Self {
        Self { position: Position::start(), found: Vec::new() }
    }
}

/// Events of a parallel search.
#[derive(Debug)]
pub enum Event<'a> {
    /// The next solution, as option indices.
    Solution(&'a [u32]),
    /// A progress event, sent five to ten times per second while the search runs, and once at its end.
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
    /// Returns the counters so far. If the search continues parts of an earlier search, the counters of the
    /// earlier search are not included.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.shared.lock().stats
    }

    /// Returns the counters and the remaining parts in order, both at the same moment. A search over these
    /// parts delivers exactly the solutions that this search has not delivered. With [`Goal::Count`], it
    /// counts exactly the solutions that are not included in the counters.
    #[must_use]
    pub fn parts(&self) -> (Stats, Vec<Part>) {
        let list = self.shared.lock();
        let parts = list.in_order().filter(|slot| !slot.found.is_empty() || !slot.position.is_end());
        let parts = parts.map(|slot| Part {
            position: slot.position.clone(),
            found: slot.found.iter().cloned().collect(),
        });
        (list.stats, parts.collect())
    }

    /// Returns the reason why the search stopped; `None` while it runs. Unless the callback stops the search,
    /// the last event is a snapshot with an end.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.shared.lock().end
    }

    /// Returns the share of the whole tree that remains to be searched, from 0 to 1; see
    /// [`Position::remaining`].
    #[must_use]
    pub fn remaining(&self) -> f64 {
        self.shared.lock().in_order().map(|slot| slot.position.remaining()).sum()
    }
}

/// The index that stands for "no slot". A plain index keeps slots smaller than `Option<usize>`.
const NO_SLOT: usize = usize::MAX;

struct Slot {
    position: Position,
    found: VecDeque<Vec<u32>>,
    taken: bool,
    before: usize,
    after: usize,
}

impl Slot {
    fn is_done(&self) -> bool {
        !self.taken && self.position.is_end()
    }
}

/// The parts, as a doubly linked list in a vector. Parts are inserted and removed anywhere in the list, and
/// their indices stay the same, so that threads can hold indices.
struct List {
    slots: Vec<Slot>,
    free: Vec<usize>,
    first: usize,
    /// Number of parts on which a thread works.
    taken: usize,
    /// Number of solutions in `found` of all parts.
    queued: usize,
    stats: Stats,
    end: Option<End>,
}

impl List {
    fn new(parts: Vec<Part>) -> Self {
        let count = parts.len();
        let queued = parts.iter().map(|part| part.found.len()).sum();
        let slots = parts.into_iter().enumerate().map(|(k, Part { position, found })| Slot {
            position,
            found: found.into(),
            taken: false,
            before: k.checked_sub(1).unwrap_or(NO_SLOT),
            after: if k + 1 < count { k + 1 } else { NO_SLOT },
        });
        Self {
            slots: slots.collect(),
            free: Vec::new(),
            first: if count > 0 { 0 } else { NO_SLOT },
            taken: 0,
            queued,
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

    /// Takes the first free part, if it may be searched now.
    fn take(&mut self) -> Option<usize> {
        let mut at = self.first;
        while let Some(slot) = self.slots.get_mut(at) {
            // The first free part is taken, because its solutions are delivered first.
            if !slot.taken && !slot.position.is_end() {
                // The first part may always be searched, because the solutions of later parts can be delivered
                // only when it is finished.
                if at != self.first && self.queued > MAX_QUEUED {
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
        // The new part directly follows the part from which it was split off, so the list is in the order of
        // the tree.
        let slot = Slot { position, found: VecDeque::new(), taken: false, before: at, after };
        // Free slots are reused, so that the vector does not grow with every split.
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

    /// Records the position of a thread in its part, the solutions that it has found since its last record, and
    /// the difference between its counters `before` and `now`.
    fn record(&mut self, at: usize, position: Position, found: Vec<Vec<u32>>, before: &Stats, now: &Stats) {
        self.stats.nodes += now.nodes - before.nodes;
        self.stats.updates += now.updates - before.updates;
        self.stats.cleansings += now.cleansings - before.cleansings;
        self.stats.solutions += now.solutions - before.solutions;
        self.queued += found.len();
        self.slots[at].found.extend(found);
        self.slots[at].position = position;
    }

    /// Returns true if the part is the first one and its thread must wait until solutions have been delivered.
    fn is_ahead(&self, at: usize) -> bool {
        at == self.first && self.slots[at].found.len() >= MAX_READY && self.end.is_none()
    }

    /// Removes the next solutions in order from the list, up to a batch, and returns them. Finished parts
    /// without solutions are removed from the front of the list.
    fn take_ready(&mut self) -> Vec<Vec<u32>> {
        let (mut found, mut size) = (Vec::new(), 0);
        while let Some(slot) = self.slots.get_mut(self.first) {
            while size < MAX_IN_BATCH
                && let Some(solution) = slot.found.pop_front()
            {
                size += solution.len().max(1);
                found.push(solution);
            }
            if !slot.is_done() || !slot.found.is_empty() {
                break;
            }
            self.remove(self.first);
        }
        // The number changes under the same lock as the solutions, so it is always exact.
        self.queued -= found.len();
        found
    }

    /// Merges a part with the previous part if both are finished.
    fn join(&mut self, at: usize) {
        let before = self.slots[at].before;
        // Only adjacent parts are merged, so their solutions stay in the order of the tree.
        if at != self.first && self.slots[before].is_done() && self.slots[at].is_done() {
            let found = mem::take(&mut self.slots[at].found);
            self.slots[before].found.extend(found);
            self.remove(at);
        }
    }
}

struct Shared {
    list: Mutex<List>,
    /// Notified when there is a free part, a solution to deliver, room for more solutions, or an end.
    changed: Condvar,
    /// Number of idle threads.
    idle: AtomicUsize,
    stop: AtomicBool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, List> {
        // A poisoned lock can be used: the panic of its thread is reported when the scope ends.
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'l>(&self, list: MutexGuard<'l, List>) -> MutexGuard<'l, List> {
        // The timeout keeps ticks regular even if there is no notification.
        self.changed.wait_timeout(list, TICK).unwrap_or_else(PoisonError::into_inner).0
    }

    fn end(&self, list: &mut List, end: End) {
        // The first reason is kept, because the other threads stop only because of the flag.
        list.end.get_or_insert(end);
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Waits for a free part and takes it. Returns its index, its position, and the number of nodes of all
    /// threads so far; `None` if the search has ended.
    fn take(&self) -> Option<(usize, Position, u64)> {
        let mut list = self.lock();
        loop {
            if list.end.is_some() {
                return None;
            }
            if let Some(at) = list.take() {
                return Some((at, list.slots[at].position.clone(), list.stats.nodes));
            }
            // No thread has a part, so no new part can appear.
            if list.taken == 0 && list.in_order().all(Slot::is_done) {
                self.end(&mut list, End::Exhausted);
                return None;
            }
            self.idle.fetch_add(1, Ordering::Relaxed);
            list = self.wait(list);
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Runs the loop of a thread: takes a part, searches it in stretches of [`STRIDE`] nodes, and repeats
    /// until the search ends.
    fn work(&self, search: &mut Search, parallel: &ParallelSearch, budget: u64) {
        while let Some((at, position, nodes)) = self.take() {
            let mut left = budget.saturating_sub(nodes);
            // This cannot fail: the given parts are checked before the threads start, and all other parts are
            // positions of a search.
            if search.enter(&position).is_err() {
                return;
            }
            let mut before = search.stats();
            loop {
                // Near the end of the budget, each thread takes only its share of the remaining nodes, so that
                // the budget is exceeded only slightly.
                let until = before.nodes + STRIDE.min(left.div_ceil(parallel.threads as u64));
                let config = Config::new().budget(until).cancel(&self.stop);
                let (ended, found) = search_stretch(search, parallel.wanted, &config);
                // A stale value only delays a split by one stretch, so relaxed ordering suffices.
                let idle = !ended && self.idle.load(Ordering::Relaxed) > 0;
                // Parts are split only on demand, because each split has a cost.
                let rest = if idle { search.split_off() } else { None };
                let position = search.position();
                let stats = search.stats();
                let mut list = self.lock();
                // Counters, solutions and position change under one lock, so that a snapshot never contains a
                // partial update.
                list.record(at, position, found, &before, &stats);
                before = stats;
                if let Some(rest) = rest {
                    list.insert_after(at, rest);
                }
                while !ended && list.is_ahead(at) {
                    self.changed.notify_all();
                    list = self.wait(list);
                }
                left = budget.saturating_sub(list.stats.nodes);
                let held = list.end.is_some() || (!ended && left == 0);
                // If too many solutions are queued, this thread releases its part, so that only the first part
                // is searched.
                let crowded = at != list.first && list.queued > MAX_QUEUED;
                if ended || held || crowded {
                    list.slots[at].taken = false;
                    list.taken -= 1;
                }
                if !ended && left == 0 {
                    self.end(&mut list, End::BudgetSpent);
                }
                if ended {
                    let after = list.slots[at].after;
                    if after != NO_SLOT {
                        // Merging keeps the list short if thousands of small parts are finished out of order.
                        list.join(after);
                    }
                    list.join(at);
                }
                let first = at == list.first;
                drop(list);
                // Only in these cases, a part or a solution can have become available.
                if idle || ended || first {
                    self.changed.notify_all();
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

/// Searches until a limit of `config` is reached, [`MAX_FOUND`] solutions are found, or the part is exhausted.
/// Returns true if the part is exhausted, and the solutions.
fn search_stretch(search: &mut Search, wanted: Goal, config: &Config<'_>) -> (bool, Vec<Vec<u32>>) {
    let mut found = Vec::new();
    loop {
        match search.step(config) {
            Step::Solution if wanted == Goal::Count => {}
            Step::Solution => {
                found.push(search.solution().to_vec());
                if found.len() >= MAX_FOUND {
                    return (false, found);
                }
            }
            Step::End(end) => return (end == End::Exhausted, found),
        }
    }
}

/// A search on several threads. It delivers the solutions in the order of a sequential search.
///
/// ```
/// use core::ops::ControlFlow;
/// use farandole_cover::{Config, ParallelSearch, Event, Part, Search, Goal, generate};
///
/// let problem = generate::queens(7)?;
/// let mut search = Search::new(&problem)?;
/// let mut all = Vec::new();
/// let parallel = ParallelSearch { threads: 2, wanted: Goal::All, budget: None };
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
    /// Number of threads, at least 1. The calling thread is not one of them.
    pub threads: usize,
    /// The kind of result requested.
    pub wanted: Goal,
    /// Budget in nodes, over all threads; `None` for no limit. Several threads may exceed it by a few thousand
    /// nodes, because they count their nodes together only after each stretch of the search.
    pub budget: Option<u64>,
}

impl ParallelSearch {
    /// Searches `parts` until they are exhausted, the budget is spent, or `watch` returns
    /// [`ControlFlow::Break`]. `watch` is called on the calling thread.
    ///
    /// Each thread has a copy of `search` with its selected options, heuristic and symmetries; the current
    /// state of `search` is ignored. If the search stops early, the position depends on the timing of the
    /// threads. The order of the solutions does not.
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
        // All positions are checked before any thread starts, so that no thread has to report an error.
        for part in &parts {
            search.enter(&part.position)?;
        }
        // The checks have changed the state of the copy.
        search.restart();
        let shared = Shared {
            list: Mutex::new(List::new(parts)),
            changed: Condvar::new(),
            idle: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
        };
        let budget = self.budget.unwrap_or(u64::MAX);
        let flow = thread::scope(|scope| {
            for _ in 1..self.threads {
                let (shared, mut search) = (&shared, search.clone());
                scope.spawn(move || shared.work(&mut search, self, budget));
            }
            // The last thread uses this copy itself.
            scope.spawn(|| shared.work(&mut search, self, budget));
            let mut tick = std::time::Instant::now();
            loop {
                let mut list = shared.lock();
                let found = list.take_ready();
                let end = list.end;
                // At the last snapshot, all solutions must be delivered, and no thread may have a part.
                let over = end.is_some() && list.taken == 0 && found.is_empty();
                if found.is_empty() && !over {
                    list = shared.wait(list);
                }
                drop(list);
                if !found.is_empty() {
                    // The thread of the first part may be waiting for this room.
                    shared.changed.notify_all();
                }
                // The callback runs without the lock, so that a slow callback does not stop the search.
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
        // The threads have ended, so the lock is free.
        let list = shared.list.into_inner().unwrap_or_else(PoisonError::into_inner);
        let end = if flow.is_break() { None } else { list.end };
        Ok((end.unwrap_or(End::Stopped), list.stats))
    }
}
