//! Memoization of subproblems: a subproblem is looked up before it is searched.
//!
//! The set of available options determines a subproblem. It shows which items are active, and with
//! which colors secondary items may still be covered. This set is the key. It is compared in full;
//! a hash only selects the slot. The item to branch on must depend on the key alone, which holds
//! for the leftmost item with the fewest options. (In one measured program a choice that depended
//! on more reduced the hits by a factor of 500.)
//!
//! Options fall into independent components if those of one component are compatible with those of
//! all others. Components are solved separately, and their results are combined. A search for
//! components at every node costs more than it gains on boards, which hardly ever have any. It is
//! made at the root, and elsewhere while it succeeds often enough.
//!
//! Performs badly if subproblems rarely repeat: every lookup and every entry is then wasted, and
//! the table fills the memory. [`race`](crate::race()) chooses between this and a plain search.
//!
//! A negative result: branching on the first active item, whatever the number of its options, keeps
//! a straight front on boards. Without forced moves dominoes 12x12 did not end in 30 million nodes,
//! against 78,238.
//!
//! Source: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1, algorithm Z, and
//! program DLX6; M. Nishino, N. Yasuda, S. Minato, M. Nagata, Dancing with decision diagrams, AAAI
//! 2017 (memo table), and their later work on components.

use alloc::vec::Vec;

use crate::backend::bitset::Bitset;
use crate::backend::unsupported::Unsupported;
use crate::backend::{Backend, Tried};
use crate::config::{Config, End};
use crate::model::problem::Problem;
use crate::simd::lanes::Length;

/// The operations that compute the result of a subproblem from those of smaller ones.
pub(crate) trait Algebra {
    /// The result of a subproblem.
    type Value: Clone;
    /// The result of the options tried so far.
    type Partial;

    /// Returns the value of a subproblem without solutions.
    fn none(&mut self) -> Self::Value;
    /// Returns the value of a state in which every primary item is covered.
    fn done(&mut self) -> Self::Value;
    /// Returns true if the value means no solutions.
    fn is_none(&self, value: &Self::Value) -> bool;
    /// Starts a result, before the first option of an item.
    fn open(&mut self, item: u32) -> Self::Partial;
    /// Adds the solutions that begin with `option` and continue with `rest`, which is not none.
    fn add(&mut self, partial: &mut Self::Partial, option: u32, rest: Self::Value);
    /// Finishes a result, after the last option.
    fn close(&mut self, partial: Self::Partial) -> Self::Value;
    /// Combines independent components: one solution of each, in all combinations. There are at
    /// least two components, and none of them is without solutions.
    fn join(&mut self, parts: Vec<Self::Value>) -> Self::Value;
}

/// Counters of a search with memoization.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MemoStats {
    /// Number of options tried, plus 1 for the root.
    pub nodes: u64,
    /// Number of subproblems found in the memo table.
    pub hits: u64,
    /// Number of subproblems added to the memo table.
    pub entries: u64,
    /// Number of subproblems that fell into independent components.
    pub splits: u64,
    /// Number of times that the full memo table was emptied.
    pub clears: u64,
}

/// The memo table: results indexed by sets of available options.
struct MemoTable<V> {
    words: usize,
    /// The keys, of `words` words each, one after another.
    // A vector per key would cost an allocation and three words for each entry.
    keys: Vec<u64>,
    values: Vec<V>,
    /// Hash table of entry index + 1, with 0 for a free slot. Its length is a power of two, and it
    /// is at most half full.
    // Slots hold indices, not entries, so growing the table moves four bytes per slot, and entries
    // keep their order for checkpoints.
    table: Vec<u32>,
    /// Largest number of entries.
    limit: usize,
    clears: u64,
}

fn hash(key: &[u64]) -> usize {
    let mut h = 0_u64;
    for &word in key {
        h = (h.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    // The low bits select the slot, so the high ones are mixed into them.
    (h ^ h >> 32) as usize
}

impl<V: Clone> MemoTable<V> {
    fn new(words: usize, bytes: usize) -> Self {
        // The key, the value, and two slots of 4 bytes, as the table is at most half full.
        let entry = words * 8 + size_of::<V>() + 8;
        // Far below 2^32, because slots hold the index plus 1 in 32 bits.
        let limit = (bytes / entry).clamp(1, (1 << 30) - 1);
        Self { words, keys: Vec::new(), values: Vec::new(), table: alloc::vec![0; 1024], limit, clears: 0 }
    }

    fn slot(&self, key: &[u64]) -> usize {
        let mask = self.table.len() - 1;
        // Linear probing ends because the table is at most half full.
        let mut at = hash(key) & mask;
        loop {
            let entry = self.table[at] as usize;
            // Keys are compared in full: a collision of hashes costs time, and never a wrong count.
            if entry == 0 || self.keys[(entry - 1) * self.words..entry * self.words] == *key {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    fn get(&self, key: &[u64]) -> Option<&V> {
        self.values.get((self.table[self.slot(key)] as usize).wrapping_sub(1))
    }

    /// Returns the entries with an index of `from` or more, in order of insertion.
    fn entries(&self, from: usize) -> impl Iterator<Item = (&[u64], &V)> {
        let keys = self.keys.chunks_exact(self.words.max(1)).skip(from);
        keys.zip(self.values.iter().skip(from))
    }

    fn insert(&mut self, key: &[u64], value: V) {
        if self.values.len() >= self.limit {
            // A full table is emptied as a whole, so that entries stay in order of insertion, on
            // which checkpoints rely.
            self.keys.clear();
            self.values.clear();
            self.table.fill(0);
            self.clears += 1;
        }
        if 2 * (self.values.len() + 1) > self.table.len() {
            let size = self.table.len() * 2;
            self.table.clear();
            self.table.resize(size, 0);
            for entry in 0..self.values.len() {
                let at = self.slot(&self.keys[entry * self.words..(entry + 1) * self.words]);
                self.table[at] = entry as u32 + 1;
            }
        }
        let at = self.slot(key);
        // `insert_memo` may add an entry that is already known.
        if self.table[at] == 0 {
            self.keys.extend_from_slice(key);
            self.values.push(value);
            self.table[at] = self.values.len() as u32;
        }
    }
}

/// A subproblem that is being solved.
enum Open<A: Algebra> {
    /// A branch on an item, option by option. `keep` is true if the result is stored in
    /// the memo table.
    Branch { partial: A::Partial, keep: bool },
    /// A join, component by component: all components as sets of options, and the results of those
    /// solved.
    Join { parts: Vec<u64>, values: Vec<A::Value> },
}

/// A resumable search with memoization, with item lengths of one byte if they suffice.
pub(crate) struct Memoized<A: Algebra> {
    walk: AnyWidth<A>,
}

enum AnyWidth<A: Algebra> {
    Short(Walk<A, u8>),
    Wide(Walk<A, u16>),
}

impl<A: Algebra> Memoized<A> {
    /// Prepares a search whose memo table takes up to about `bytes` of memory.
    pub(crate) fn new(
        problem: &Problem,
        algebra: A,
        bytes: usize,
        parts: Parts,
    ) -> Result<Self, Unsupported> {
        Unsupported::check_bits(problem)?;
        let walk = match Bitset::new(problem) {
            Some(backend) => AnyWidth::Short(Walk::new(backend, algebra, bytes, parts)),
            None => {
                let backend = Bitset::new(problem).ok_or(Unsupported::TOO_LARGE)?;
                AnyWidth::Wide(Walk::new(backend, algebra, bytes, parts))
            }
        };
        Ok(Self { walk })
    }

    /// Continues to the end, or until `config` stops the search.
    pub(crate) fn run(&mut self, config: &Config<'_>) -> End {
        match &mut self.walk {
            AnyWidth::Short(walk) => walk.run(config),
            AnyWidth::Wide(walk) => walk.run(config),
        }
    }

    pub(crate) fn stats(&self) -> MemoStats {
        match &self.walk {
            AnyWidth::Short(walk) => walk.stats(),
            AnyWidth::Wide(walk) => walk.stats(),
        }
    }

    /// Returns the number of words of a key.
    pub(crate) fn words(&self) -> usize {
        match &self.walk {
            AnyWidth::Short(walk) => walk.memory.words,
            AnyWidth::Wide(walk) => walk.memory.words,
        }
    }

    /// Calls `f` with the keys and values of the entries with an index of `from` or more.
    pub(crate) fn each_entry(&self, from: usize, mut f: impl FnMut(&[u64], &A::Value)) {
        match &self.walk {
            AnyWidth::Short(walk) => walk.memory.entries(from).for_each(|(key, value)| f(key, value)),
            AnyWidth::Wide(walk) => walk.memory.entries(from).for_each(|(key, value)| f(key, value)),
        }
    }

    /// Adds a value to the memo table. Returns `false`, with nothing changed, if the key cannot
    /// belong to this problem.
    pub(crate) fn insert(&mut self, key: &[u64], value: A::Value) -> bool {
        let memory = match &mut self.walk {
            AnyWidth::Short(walk) => &mut walk.memory,
            AnyWidth::Wide(walk) => &mut walk.memory,
        };
        let fits = key.len() == memory.words;
        if fits {
            memory.insert(key, value);
        }
        fits
    }

    /// Returns the algebra, and the value of the whole problem if [`run`](Self::run) has ended.
    pub(crate) fn into_result(self) -> (A, Option<A::Value>) {
        match self.walk {
            AnyWidth::Short(walk) => (walk.algebra, walk.result),
            AnyWidth::Wide(walk) => (walk.algebra, walk.result),
        }
    }
}

/// The treatment of independent components: solved separately or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    Split,
    Whole,
}

struct Walk<A: Algebra, T> {
    backend: Bitset<T>,
    algebra: A,
    memory: MemoTable<A::Value>,
    stack: Vec<Open<A>>,
    /// The value of the root, once it is known.
    result: Option<A::Value>,
    stats: MemoStats,
    parts: Parts,
    /// Number of searches for components. `splits` counts those that found more than one.
    component_searches: u64,
    todo: Vec<u32>,
}

impl<A: Algebra, T: Length> Walk<A, T> {
    fn new(backend: Bitset<T>, algebra: A, bytes: usize, parts: Parts) -> Self {
        let memory = MemoTable::new(backend.available().len(), bytes);
        Self {
            backend,
            algebra,
            memory,
            stack: Vec::new(),
            result: None,
            stats: MemoStats::default(),
            parts,
            component_searches: 0,
            todo: Vec::new(),
        }
    }

    fn stats(&self) -> MemoStats {
        MemoStats { clears: self.memory.clears, ..self.stats }
    }

    fn run(&mut self, config: &Config<'_>) -> End {
        if self.result.is_some() {
            return End::Exhausted;
        }
        if self.stats.nodes == 0 {
            if config.is_spent(0) {
                return End::BudgetSpent;
            }
            self.stats.nodes = 1;
            self.result = self.enter();
        }
        while self.result.is_none() {
            if config.is_spent(self.stats.nodes) {
                return End::BudgetSpent;
            }
            if config.is_cancelled() {
                return End::Cancelled;
            }
            self.advance();
        }
        End::Exhausted
    }

    /// Enters the state of the backend. Returns its value if that is known; otherwise opens the
    /// subproblem.
    fn enter(&mut self) -> Option<A::Value> {
        if self.backend.is_solved() {
            return Some(self.algebra.done());
        }
        let length = self.backend.fewest();
        if length == 0 {
            return Some(self.algebra.none());
        }
        // A forced option is not worth an entry: the state after it gets one.
        let keep = length > 1;
        if keep {
            if let Some(value) = self.memory.get(self.backend.available()) {
                self.stats.hits += 1;
                return Some(value.clone());
            }
            if let Some(parts) = self.parts() {
                self.stats.splits += 1;
                // The components are solved one after another, each as a level on which only its
                // options are available.
                // A component is smaller than the whole, so this recursion ends.
                self.backend.restrict(&parts[..self.memory.words]);
                self.stack.push(Open::Join { parts, values: Vec::new() });
                return self.enter();
            }
        }
        // The backend chooses by the available options alone, on which the key relies.
        self.backend.descend();
        let partial = self.algebra.open(self.backend.item());
        self.stack.push(Open::Branch { partial, keep });
        None
    }

    /// Returns the independent components of the available options, if there is more than one.
    fn parts(&mut self) -> Option<Vec<u64>> {
        // If fewer than one search in 32 succeeds, only one node in 64 is searched, in case
        // components appear later.
        let often = self.stats.splits * 32 >= self.component_searches;
        if self.parts == Parts::Whole {
            return None;
        }
        if self.component_searches >= 64 && !often && !self.stats.nodes.is_multiple_of(64) {
            return None;
        }
        self.component_searches += 1;
        let words = self.memory.words;
        // The loop ends since each round adds at least one available option to `seen`.
        let mut seen = alloc::vec![0; words];
        let mut parts: Vec<u64> = Vec::new();
        loop {
            let available = self.backend.available();
            let rest = available.iter().zip(&seen).position(|(available, seen)| available & !seen != 0);
            let Some(word) = rest else { break };
            let option = word as u32 * 64 + (available[word] & !seen[word]).trailing_zeros();
            // Each round adds one component to `seen`, and the difference is the component.
            let before = seen.clone();
            self.backend.connected(option, &mut seen, &mut self.todo);
            // The usual case: everything is connected.
            if parts.is_empty() && seen == available {
                return None;
            }
            parts.extend(seen.iter().zip(&before).map(|(now, before)| now & !before));
        }
        Some(parts)
    }

    /// Tries an option, or closes a subproblem.
    fn advance(&mut self) {
        let Some(Open::Branch { partial, .. }) = self.stack.last_mut() else { return };
        let level = self.backend.level() - 1;
        let value = match self.backend.advance() {
            Tried::Dead => {
                self.stats.nodes += 1;
                return;
            }
            Tried::Solution => {
                self.stats.nodes += 1;
                let option = self.backend.chosen(level).unwrap_or_default();
                let done = self.algebra.done();
                self.algebra.add(partial, option, done);
                self.backend.retract();
                return;
            }
            Tried::Open => {
                self.stats.nodes += 1;
                self.enter()
            }
            Tried::Done => match self.stack.pop() {
                Some(Open::Branch { partial, keep }) => {
                    let value = self.algebra.close(partial);
                    if keep {
                        self.store(&value);
                    }
                    Some(value)
                }
                _ => None,
            },
        };
        if let Some(value) = value {
            self.deliver(value);
        }
    }

    fn store(&mut self, value: &A::Value) {
        self.stats.entries += 1;
        // The backend is back in the state in which the subproblem was opened, so its available
        // options are the key.
        self.memory.insert(self.backend.available(), value.clone());
    }

    /// Passes the value of the current state to the innermost open subproblem.
    fn deliver(&mut self, mut value: A::Value) {
        loop {
            match self.stack.last_mut() {
                None => {
                    self.result = Some(value);
                    return;
                }
                Some(Open::Branch { partial, .. }) => {
                    if !self.algebra.is_none(&value) {
                        let option = self.backend.chosen(self.backend.level() - 1).unwrap_or_default();
                        self.algebra.add(partial, option, value);
                    }
                    self.backend.retract();
                    return;
                }
                Some(Open::Join { parts, values }) => {
                    // Leaves the level of the component that is solved; the next one is restricted
                    // from the state of the join.
                    self.backend.ascend();
                    // A component without solutions makes the product 0, so the other components
                    // are skipped.
                    let none = self.algebra.is_none(&value);
                    values.push(value);
                    let next = values.len() * self.memory.words;
                    if !none && next < parts.len() {
                        self.backend.restrict(&parts[next..next + self.memory.words]);
                        match self.enter() {
                            Some(known) => value = known,
                            None => return,
                        }
                        continue;
                    }
                    let values = core::mem::take(values);
                    self.stack.pop();
                    value = if none { self.algebra.none() } else { self.algebra.join(values) };
                    self.store(&value);
                }
            }
        }
    }
}
