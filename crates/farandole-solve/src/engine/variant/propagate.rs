//! Propagation to a fixpoint: fixed cells first, then the rules from queues by cost class.

use super::filter::Filter;
use super::masks::{Changed, Dead, Masks, Scratch};
use super::network::Network;
use std::collections::VecDeque;

/// Lists for each cell, one after another.
#[derive(Clone, Debug)]
struct PerCell<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> PerCell<T> {
    fn new(lists: Vec<Vec<T>>) -> Self {
        let mut starts = vec![0];
        let mut items = Vec::new();
        for list in lists {
            items.extend(list);
            starts.push(items.len() as u32);
        }
        Self { starts, items }
    }

    #[inline]
    fn of(&self, cell: u16) -> &[T] {
        let at = usize::from(cell);
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// How many cost classes there are.
const CLASSES: usize = 4;

/// A rule that waits in a queue.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    class: u8,
    queued: bool,
}

/// The queues, and what of the network they need in another order.
#[derive(Debug)]
pub(crate) struct Propagator<'n> {
    network: &'n Network,
    peers: PerCell<u16>,
    /// For each cell the other cells of its partial edges, with the values.
    edges: PerCell<(u16, u16)>,
    /// For each cell the rules that read it.
    readers: PerCell<u32>,
    waiting: Vec<Waiting>,
    queues: [VecDeque<u32>; CLASSES],
    changed: Changed,
    fixed: Vec<u16>,
    scratch: Scratch,
    /// Filter runs so far.
    pub(crate) runs: u64,
}

/// Where a contradiction was found: by this rule, or, if `None`, between two cells that differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Failed(pub(crate) Option<u32>);

/// The rule that makes a change, if it is one; it is not called again for its own changes.
const NO_RULE: u32 = u32::MAX;

impl<'n> Propagator<'n> {
    /// Empty queues for a network.
    pub(crate) fn new(network: &'n Network) -> Self {
        let cells = network.domains.len();
        let peers = (0..cells).map(|cell| network.peers.of(cell as u16).collect()).collect();
        let mut edges = vec![Vec::new(); cells];
        for edge in &network.edges {
            let [a, b] = edge.cells;
            edges[usize::from(a)].push((b, edge.mask));
            edges[usize::from(b)].push((a, edge.mask));
        }
        let mut readers = vec![Vec::new(); cells];
        for (rule, at) in network.rules.iter().zip(0..) {
            rule.cells().iter().for_each(|&cell| readers[usize::from(cell)].push(at));
        }
        let waiting = network.rules.iter().map(|rule| Waiting { class: rule.cost() as u8, queued: false });
        let waiting: Vec<Waiting> = waiting.collect();
        let queues = [0; CLASSES].map(|_| VecDeque::with_capacity(waiting.len()));
        Self {
            network,
            peers: PerCell::new(peers),
            edges: PerCell::new(edges),
            readers: PerCell::new(readers),
            waiting,
            queues,
            changed: Changed::new(cells),
            fixed: Vec::with_capacity(cells),
            scratch: Scratch::default(),
            runs: 0,
        }
    }

    /// Propagates everything, from masks that were never propagated.
    pub(crate) fn all(&mut self, all: &mut [u16]) -> Result<(), Failed> {
        if all.contains(&0) {
            return Err(Failed(None));
        }
        for rule in 0..self.waiting.len() {
            self.wake(rule as u32);
        }
        for (cell, mask) in all.iter().enumerate() {
            if mask.is_power_of_two() {
                self.fixed.push(cell as u16);
            }
        }
        self.run(all)
    }

    /// Propagates from masks that were at a fixpoint until the mask of this cell shrank.
    pub(crate) fn from(&mut self, cell: u16, all: &mut [u16]) -> Result<(), Failed> {
        self.touch(cell, all);
        self.run(all)
    }

    /// Notes that the mask of a cell shrank since the last fixpoint.
    pub(crate) fn touch(&mut self, cell: u16, all: &[u16]) {
        self.tell(cell, NO_RULE);
        if all[usize::from(cell)].is_power_of_two() {
            self.fixed.push(cell);
        }
    }

    #[inline]
    fn wake(&mut self, rule: u32) {
        let waiting = &mut self.waiting[rule as usize];
        if !waiting.queued {
            waiting.queued = true;
            self.queues[usize::from(waiting.class)].push_back(rule);
        }
    }

    /// Wakes the rules that read a cell, but one.
    #[inline]
    fn tell(&mut self, cell: u16, except: u32) {
        for &rule in self.readers.of(cell) {
            let waiting = &mut self.waiting[rule as usize];
            if !waiting.queued && rule != except {
                waiting.queued = true;
                self.queues[usize::from(waiting.class)].push_back(rule);
            }
        }
    }

    #[inline]
    fn next_rule(&mut self) -> Option<u32> {
        let rule = self.queues.iter_mut().find_map(VecDeque::pop_front)?;
        self.waiting[rule as usize].queued = false;
        Some(rule)
    }

    fn run(&mut self, all: &mut [u16]) -> Result<(), Failed> {
        let result = self.fixpoint(all);
        if result.is_err() {
            while self.next_rule().is_some() {}
            self.changed.clear();
            self.fixed.clear();
        }
        result
    }

    fn fixpoint(&mut self, all: &mut [u16]) -> Result<(), Failed> {
        loop {
            self.settle(all).map_err(|Dead| Failed(None))?;
            let Some(rule) = self.next_rule() else { return Ok(()) };
            self.runs += 1;
            let mut masks = Masks::new(all, &mut self.changed, &mut self.scratch);
            self.network.rules[rule as usize].filter(&mut masks).map_err(|Dead| Failed(Some(rule)))?;
            while let Some(cell) = self.changed.pop() {
                self.tell(cell, rule);
                if all[usize::from(cell)].is_power_of_two() {
                    self.fixed.push(cell);
                }
            }
        }
    }

    /// Takes the value of each fixed cell from its peers until no cell becomes fixed.
    fn settle(&mut self, all: &mut [u16]) -> Result<(), Dead> {
        while let Some(cell) = self.fixed.pop() {
            let value = all[usize::from(cell)];
            let mut masks = Masks::new(all, &mut self.changed, &mut self.scratch);
            for &peer in self.peers.of(cell) {
                masks.remove(peer, value)?;
            }
            for &(other, mask) in self.edges.of(cell) {
                masks.remove(other, value & mask)?;
            }
            while let Some(cell) = self.changed.pop() {
                self.tell(cell, NO_RULE);
                if all[usize::from(cell)].is_power_of_two() {
                    self.fixed.push(cell);
                }
            }
        }
        Ok(())
    }
}
