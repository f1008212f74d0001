//! One search on several threads, in the order of one.
//!
//! The work is a list of parts of the search tree, in order. Each thread takes the first part that nobody has. Where a
//! thread finds nothing to take, another takes the rest of its own part nearest to the root out, and the new part goes
//! into the list right behind the old one. Solutions are passed on from the first part of the list only, so that
//! their order is that of one thread, whoever found them and when.
//!
//! Threads put down where they stand every few thousand nodes, together with what they found up to there. Those
//! places are all that is needed to go on: a [`Snapshot`] of the list loses nothing and repeats nothing.

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

/// A thread puts down where it stands after so many nodes.
const STRIDE: u64 = 4096;
/// A thread puts down what it found when it has so many solutions.
const MOST_FOUND: usize = 1024;
/// No part behind the first is worked on while so many solutions wait to be passed on.
const MOST_WAITING: usize = 1 << 20;
/// How often at least [`Event::Tick`] comes.
const TICK: Duration = Duration::from_millis(100);

/// What is wanted of the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Each of them.
    All,
    /// Their number.
    Count,
}

/// A part of the search tree, and what was found in front of it but not passed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What is still to be searched.
    pub position: Position,
    /// Solutions that come before all those of the part.
    pub found: Vec<Vec<u32>>,
}

impl Part {
    /// The whole of a search that has not begun.
    #[must_use]
    pub const fn whole() -> Self {
        Self { position: Position::start(), found: Vec::new() }
    }
}

/// What a search on several threads has to say while it runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// The next solution, as option numbers.
    Solution(&'a [u32]),
    /// Some time has passed. Comes ten times a second or more.
    Tick(&'a Snapshot<'a>),
}

/// A search on several threads at one moment.
pub struct Snapshot<'a> {
    shared: &'a Shared,
}

impl core::fmt::Debug for Snapshot<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Snapshot").field("stats", &self.stats()).finish()
    }
}

impl Snapshot<'_> {
    /// Counters so far. When parts are taken up from an earlier search, theirs are not among them.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.shared.lock().stats
    }

    /// What is still to be done, in order: a search over these parts passes on what this one has not passed on yet.
    /// With [`Wanted::Count`] the counter of solutions that belongs to it is that given along.
    #[must_use]
    pub fn parts(&self) -> (Stats, Vec<Part>) {
        let list = self.shared.lock();
        let parts = list.in_order().filter(|slot| !slot.found.is_empty() || !slot.position.is_end());
        let parts = parts.map(|slot| Part { position: slot.position.clone(), found: slot.found.clone() });
        (list.stats, parts.collect())
    }

    /// How the search ended, once it has: then this is the last that is heard of it.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.shared.lock().end
    }

    /// The share of the whole tree that is still to come; see [`Position::remaining`].
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
    /// Parts that somebody works on.
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

    /// The first part that nobody has, if it may be worked on now.
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

    /// Joins a part that is done with the one before it, if that is done too.
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
    /// Something to take, to pass on, or the end.
    news: Condvar,
    /// Threads without work.
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

    /// What each thread does.
    fn work(&self, search: &mut Search, parallel: &ParallelSearch, budget: u64) {
        loop {
            let mut list = self.lock();
            let at = loop {
                if list.end.is_some() {
                    return;
                }
                if let Some(at) = list.take() {
                    break at;
                }
                if list.taken == 0 && list.in_order().all(Slot::is_done) {
                    self.end(&mut list, End::Exhausted);
                    return;
                }
                self.idle.fetch_add(1, Ordering::Relaxed);
                list = self.wait(list);
                self.idle.fetch_sub(1, Ordering::Relaxed);
            };
            let position = list.slots[at].position.clone();
            let mut left = budget.saturating_sub(list.stats.nodes);
            drop(list);
            // Parts are looked at before anything begins, and those made here are sound.
            if search.enter(&position).is_err() {
                return;
            }
            let mut before = search.stats();
            loop {
                let stride = STRIDE.min(left.div_ceil(parallel.threads as u64));
                let config = Config::new().budget(before.nodes + stride).cancel(&self.stop);
                let mut found = Vec::new();
                let ended = loop {
                    match search.step(&config) {
                        Step::Solution if parallel.wanted == Wanted::Count => {}
                        Step::Solution => {
                            found.push(search.solution().to_vec());
                            if found.len() >= MOST_FOUND {
                                break false;
                            }
                        }
                        Step::End(End::Exhausted) => break true,
                        Step::End(_) => break false,
                    }
                };
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
                // With too much waiting, whoever comes first must be able to go on.
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

/// A search by several threads, whose solutions come in the order in which one thread meets them.
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
    /// Number of threads, at least 1; the one that calls only waits.
    pub threads: usize,
    /// What is wanted.
    pub wanted: Wanted,
    /// Most nodes, over all threads; what is in hand is finished, so that with several threads a few thousand more
    /// may be made.
    pub budget: Option<u64>,
}

impl ParallelSearch {
    /// Runs until the end, the budget, or until `watch` breaks off. Each thread has a copy of `search`, with what was
    /// selected and chosen for it; its own state does not matter. Where it is held depends on the threads' timing,
    /// what is passed on does not.
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
            for _ in 0..self.threads.max(1) {
                let (shared, mut search) = (&shared, search.clone());
                scope.spawn(move || shared.work(&mut search, self, budget));
            }
            let mut tick = std::time::Instant::now();
            loop {
                let mut list = shared.lock();
                let mut found = Vec::new();
                let mut first = list.first;
                while let Some(slot) = list.slots.get_mut(first) {
                    found.append(&mut slot.found);
                    if !slot.is_done() {
                        break;
                    }
                    list.remove(first);
                    first = list.first;
                }
                list.waiting -= found.len();
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
