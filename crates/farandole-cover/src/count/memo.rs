//! Memoization of subproblems: a subproblem is looked up before it is searched.
//!
//! The set of available options determines a subproblem, because it determines the active items and the
//! remaining colors of secondary items. This set is the key. For example, if dominoes cover the same cells of a
//! board in two different ways, the same options remain available, and the rest of the board is solved once.
//!
//! Keys are compared in full; a hash only selects the slot. The item to branch on must depend on the key alone,
//! which is the case for the leftmost item with the fewest options. (In one measured program, a choice that
//! depended on more reduced the hits by a factor of 500.)
//!
//! Two sets of options are independent components if each option of one set is compatible with each option of
//! the other. Components are solved separately, and their results are combined. Boards rarely have several
//! components, so looking for them at every node costs more than it gains. The search looks for components at
//! the root, and at other nodes as long as it finds some often enough.
//!
//! The algorithm performs badly if subproblems rarely repeat: lookups and entries are then wasted, and the
//! table fills up. [`race`](crate::race()) chooses between memoization and a plain search.
//!
//! A negative result: branching on the first active item, regardless of its number of options, covers boards
//! evenly from one side. However, forced options are then not taken first, and dominoes 12x12 had not ended
//! after 30 million nodes, compared with 78,238 nodes for the leftmost item with the fewest options.
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
    /// The combined result of the options of an item that have been tried so far.
    type Partial;

    /// Returns the value of a subproblem without solutions.
    fn none(&mut self) -> Self::Value;
    /// Returns the value of a state in which every primary item is covered.
    fn done(&mut self) -> Self::Value;
    /// Returns true if `value` is the value of a subproblem without solutions.
    fn is_none(&self, value: &Self::Value) -> bool;
    /// Returns the empty result for an item to branch on, before its first option is tried.
    fn open(&mut self, item: u32) -> Self::Partial;
    /// Adds the solutions that consist of `option` and a solution of the subproblem after `option`. The value
    /// of that subproblem, which has at least one solution, is `rest`.
    fn add(&mut self, partial: &mut Self::Partial, option: u32, rest: Self::Value);
    /// Returns the value of a subproblem after the last option of its item.
    fn close(&mut self, partial: Self::Partial) -> Self::Value;
    /// Combines the values of independent components. A solution consists of one solution of each component.
    /// There are at least two components, and each has at least one solution.
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
    /// Number of subproblems that were split into independent components.
    pub splits: u64,
    /// Number of times that the full memo table was emptied.
    pub clears: u64,
}

/// The memo table: results indexed by sets of available options.
struct MemoTable<V> {
    words: usize,
    /// The keys, one after another, each with a length of `words` words.
    // A separate vector for each key would cost an allocation and three words.
    keys: Vec<u64>,
    values: Vec<V>,
    /// The slots of the hash table. A slot holds the index of an entry plus 1, or 0 if it is free. The length
    /// is a power of two, and at most half of the slots are in use.
    // Slots hold indices instead of entries, so that growing the table moves only four bytes per slot, and
    // entries keep their order for checkpoints.
    table: Vec<u32>,
    /// Maximum number of entries.
    limit: usize,
    clears: u64,
}

fn hash(key: &[u64]) -> usize {
    let mut h = 0_u64;
    for &word in key {
        h = (h.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    // The low bits select the slot, so the high bits are mixed into them.
    (h ^ h >> 32) as usize
}

impl<V: Clone> MemoTable<V> {
    fn new(words: usize, bytes: usize) -> Self {
        // The key, the value, and two slots of 4 bytes each, because at most half of the slots are in use.
        let entry = words * 8 + size_of::<V>() + 8;
        // The limit is far below 2^32, because slots hold the index plus 1 in 32 bits.
        let limit = (bytes / entry).clamp(1, (1 << 30) - 1);
        Self { words, keys: Vec::new(), values: Vec::new(), table: alloc::vec![0; 1024], limit, clears: 0 }
    }

    fn slot(&self, key: &[u64]) -> usize {
        let mask = self.table.len() - 1;
        // Linear probing ends, because at most half of the slots are in use.
        let mut at = hash(key) & mask;
        loop {
            let entry = self.table[at] as usize;
            // Keys are compared in full, so a hash collision costs time but never makes a count wrong.
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
    #[cfg(feature = "std")]
    fn entries(&self, from: usize) -> impl Iterator<Item = (&[u64], &V)> {
        let keys = self.keys.chunks_exact(self.words.max(1)).skip(from);
        keys.zip(self.values.iter().skip(from))
    }

    fn insert(&mut self, key: &[u64], value: V) {
        if self.values.len() >= self.limit {
            // A full table is emptied completely, so that entries are always in order of insertion. Checkpoints
            // rely on this order.
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
    /// A subproblem that branches on an item, option by option. If `keep` is true, its value will be stored in
    /// the memo table.
    Branch { partial: A::Partial, keep: bool },
    /// A subproblem that consists of independent components: all components as sets of options, one after
    /// another, and the values of those solved so far.
    Join { parts: Vec<u64>, values: Vec<A::Value> },
}

/// A resumable search with memoization. It stores the number of options of an item in one byte if that
/// suffices, otherwise in two.
pub(crate) struct Memoized<A: Algebra> {
    walk: AnyWidth<A>,
}

enum AnyWidth<A: Algebra> {
    Short(Walk<A, u8>),
    Wide(Walk<A, u16>),
}

impl<A: Algebra> Memoized<A> {
    /// Prepares a search whose memo table takes up to about `bytes` bytes.
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

    /// Continues until the value of the root is known or a limit of `config` is reached.
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
    #[cfg(feature = "std")]
    pub(crate) fn each_entry(&self, from: usize, mut f: impl FnMut(&[u64], &A::Value)) {
        match &self.walk {
            AnyWidth::Short(walk) => walk.memory.entries(from).for_each(|(key, value)| f(key, value)),
            AnyWidth::Wide(walk) => walk.memory.entries(from).for_each(|(key, value)| f(key, value)),
        }
    }

    /// Adds a value to the memo table. Returns `false`, with nothing changed, if the key does not have the
    /// length of the keys of this problem.
    #[cfg(feature = "std")]
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

    /// Returns the algebra, and the value of the whole problem; `None` unless [`run`](Self::run) has returned
    /// [`End::Exhausted`].
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
    /// Number of times that the search looked for components. `MemoStats::splits` counts the times that it
    /// found more than one.
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

    /// Returns the value of the current state of the backend if it is known. Otherwise opens a subproblem for
    /// the state and returns `None`.
    fn enter(&mut self) -> Option<A::Value> {
        if self.backend.is_solved() {
            return Some(self.algebra.done());
        }
        let length = self.backend.fewest();
        if length == 0 {
            return Some(self.algebra.none());
        }
        // If an option is forced, this state has the same value as the state after the option, which gets an
        // entry anyway.
        let keep = length > 1;
        if keep {
            if let Some(value) = self.memory.get(self.backend.available()) {
                self.stats.hits += 1;
                return Some(value.clone());
            }
            if let Some(parts) = self.parts() {
                self.stats.splits += 1;
                // The components are solved one after another, each on a level on which only its options are
                // available. The recursion ends, because a component is smaller than the whole.
                self.backend.restrict(&parts[..self.memory.words]);
                self.stack.push(Open::Join { parts, values: Vec::new() });
                return self.enter();
            }
        }
        // Memoization relies on this choice: the backend chooses the item by the available options alone.
        self.backend.descend();
        let partial = self.algebra.open(self.backend.item());
        self.stack.push(Open::Branch { partial, keep });
        None
    }

    /// Returns the independent components of the available options, if there is more than one.
    fn parts(&mut self) -> Option<Vec<u64>> {
        // If fewer than one attempt in 32 has succeeded, only one node in 64 is examined, in case components
        // appear later.
        let often = self.stats.splits * 32 >= self.component_searches;
        if self.parts == Parts::Whole {
            return None;
        }
        if self.component_searches >= 64 && !often && !self.stats.nodes.is_multiple_of(64) {
            return None;
        }
        self.component_searches += 1;
        let words = self.memory.words;
        // The loop ends, because each iteration adds at least one available option to `seen`.
        let mut seen = alloc::vec![0; words];
        let mut parts: Vec<u64> = Vec::new();
        loop {
            let available = self.backend.available();
            let rest = available.iter().zip(&seen).position(|(available, seen)| available & !seen != 0);
            let Some(word) = rest else { break };
            let option = word as u32 * 64 + (available[word] & !seen[word]).trailing_zeros();
            // Each iteration adds one component to `seen`, so the difference from `before` is that component.
            let before = seen.clone();
            self.backend.connected(option, &mut seen, &mut self.todo);
            // Usually, all options are in one component.
            if parts.is_empty() && seen == available {
                return None;
            }
            parts.extend(seen.iter().zip(&before).map(|(now, before)| now & !before));
        }
        Some(parts)
    }

    /// Tries the next option of the innermost open subproblem, or closes that subproblem.
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
        // The backend has returned to the state in which the subproblem was opened, so its available options
        // are the key.
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
                    // Close the level of the solved component: the next component is a restriction of the state
                    // in which the join was opened.
                    self.backend.ascend();
                    // If a component has no solutions, neither has the join, so the other components are
                    // skipped.
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
