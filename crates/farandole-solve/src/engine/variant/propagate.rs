//! Propagation to a fixpoint: fixed cells first, then the rules that wait, by cost class.
//!
//! Rules are numbered by cost class, so that the queue is a bit set whose lowest bit is served.

use super::filter::{Cost, Filter};
use super::masks::{Changed, Dead, Masks, Scratch};
use super::network::Network;
use super::rules::Rule;

/// Lists for each cell, one after another.
#[derive(Clone, Debug)]
struct PerCell<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> PerCell<T> {
    /// From what each cell has, by cell.
    fn new<L: IntoIterator<Item = T>>(lists: impl Iterator<Item = L>) -> Self {
        let mut per_cell = Self { starts: vec![0], items: Vec::new() };
        for list in lists {
            per_cell.items.extend(list);
            per_cell.starts.push(per_cell.items.len() as u32);
        }
        per_cell
    }

    #[inline]
    fn of(&self, cell: u16) -> &[T] {
        let at = usize::from(cell);
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// The queues, and what of the network they need in another order.
#[derive(Debug)]
pub(crate) struct Propagator<'n> {
    network: &'n Network,
    peers: PerCell<u16>,
    /// For each cell the other cells of its partial edges, with the values.
    edges: PerCell<(u16, u16)>,
    /// The rules by cost class; a slot is a place in this list.
    order: Vec<u32>,
    /// For each cell the slots of the rules that read it, as words of a bit set.
    readers: PerCell<(u32, u64)>,
    /// For each cell the slots of the rules that read its least and greatest value only.
    bounds: PerCell<(u32, u64)>,
    /// The slots of the rules that wait.
    waiting: Vec<u64>,
    changed: Changed,
    fixed: Vec<u16>,
    scratch: Scratch,
    /// The rule that failed last; `None` if it was a pair of cells that differ.
    pub(crate) failed: Option<u32>,
    /// Filter runs so far.
    pub(crate) runs: u64,
}

/// Sets of slots by cell, each as those words of a bit set that are not 0. Slots rise.
fn by_cell<'r>(rules: impl Iterator<Item = (usize, &'r [u16])>, cells: usize) -> PerCell<(u32, u64)> {
    let rules: Vec<(usize, &[u16])> = rules.collect();
    // The word of a cell's last slot; first how many words each cell has.
    let (mut last, mut starts) = (vec![usize::MAX; cells], vec![0_u32; cells + 1]);
    for &(slot, scope) in &rules {
        for &cell in scope {
            let cell = usize::from(cell);
            starts[cell + 1] += u32::from(last[cell] != slot / 64);
            last[cell] = slot / 64;
        }
    }
    for cell in 0..cells {
        starts[cell + 1] += starts[cell];
    }
    let mut items = vec![(0, 0); starts[cells] as usize];
    let mut ends: Vec<usize> = starts.iter().map(|&start| start as usize).collect();
    last.fill(usize::MAX);
    for (slot, scope) in rules {
        for &cell in scope {
            let cell = usize::from(cell);
            ends[cell] += usize::from(last[cell] != slot / 64);
            last[cell] = slot / 64;
            let item: &mut (u32, u64) = &mut items[ends[cell] - 1];
            *item = ((slot / 64) as u32, item.1 | 1 << (slot % 64));
        }
    }
    PerCell { starts, items }
}

/// The rules by cost class, otherwise in their order.
fn by_cost(rules: &[Rule]) -> Vec<u32> {
    let mut order = Vec::with_capacity(rules.len());
    for class in [Cost::Cheap, Cost::Medium, Cost::Dear, Cost::Heavy] {
        order.extend((0..).zip(rules).filter(|(_, rule)| rule.cost() == class).map(|(at, _)| at));
    }
    order
}

impl<'n> Propagator<'n> {
    /// Empty queues for a network.
    pub(crate) fn new(network: &'n Network) -> Self {
        let cells = network.domains.len();
        let peers = (0..cells).map(|cell| network.peers.of(cell as u16));
        let mut edges = vec![Vec::new(); cells];
        for edge in &network.edges {
            let [a, b] = edge.cells;
            edges[usize::from(a)].push((b, edge.mask));
            edges[usize::from(b)].push((a, edge.mask));
        }
        let order = by_cost(&network.rules);
        let reading = |bounds: bool| {
            let rules = order.iter().map(|&rule| &network.rules[rule as usize]).enumerate();
            let rules = rules.filter(move |(_, rule)| rule.reads_bounds() == bounds);
            by_cell(rules.map(|(slot, rule)| (slot, rule.cells())), cells)
        };
        let (readers, bounds) = (reading(false), reading(true));
        Self {
            network,
            peers: PerCell::new(peers),
            edges: PerCell::new(edges.into_iter()),
            waiting: vec![0; order.len().div_ceil(64)],
            order,
            readers,
            bounds,
            changed: Changed::new(cells),
            fixed: Vec::with_capacity(cells),
            scratch: Scratch::default(),
            failed: None,
            runs: 0,
        }
    }

    /// Propagates everything, from masks that were never propagated.
    pub(crate) fn all(&mut self, all: &mut [u16]) -> Result<(), Dead> {
        if all.contains(&0) {
            return Err(Dead);
        }
        (0..self.order.len()).for_each(|slot| self.waiting[slot / 64] |= 1 << (slot % 64));
        for (cell, mask) in all.iter().enumerate() {
            if mask.is_power_of_two() {
                self.fixed.push(cell as u16);
            }
        }
        self.run(all)
    }

    /// Propagates from masks that were at a fixpoint until the mask of this cell shrank.
    pub(crate) fn from(&mut self, cell: u16, all: &mut [u16]) -> Result<(), Dead> {
        self.tell(cell, u16::MAX, all[usize::from(cell)]);
        self.run(all)
    }

    /// Wakes the rules that read a cell, and notes whether it became fixed.
    #[inline]
    fn tell(&mut self, cell: u16, before: u16, now: u16) {
        for &(word, slots) in self.readers.of(cell) {
            self.waiting[word as usize] |= slots;
        }
        let ends = before & before.wrapping_neg() | 1_u16.wrapping_shl(15 - before.leading_zeros());
        if ends & !now != 0 {
            for &(word, slots) in self.bounds.of(cell) {
                self.waiting[word as usize] |= slots;
            }
        }
        if now.is_power_of_two() {
            self.fixed.push(cell);
        }
    }

    /// Takes the slot of a waiting rule of the cheapest class out.
    #[inline]
    fn next_slot(&mut self) -> Option<usize> {
        let word = self.waiting.iter().position(|&word| word != 0)?;
        let bit = self.waiting[word].trailing_zeros() as usize;
        self.waiting[word] &= self.waiting[word] - 1;
        Some(word * 64 + bit)
    }

    fn run(&mut self, all: &mut [u16]) -> Result<(), Dead> {
        let result = self.fixpoint(all);
        if result.is_err() {
            self.waiting.fill(0);
            self.changed.clear();
            self.fixed.clear();
        }
        result
    }

    fn fixpoint(&mut self, all: &mut [u16]) -> Result<(), Dead> {
        loop {
            self.failed = None;
            self.settle(all)?;
            let Some(slot) = self.next_slot() else { return Ok(()) };
            let rule = self.order[slot];
            self.runs += 1;
            self.failed = Some(rule);
            let mut masks = Masks::new(all, &mut self.changed, &mut self.scratch);
            self.network.rules[rule as usize].filter(&mut masks)?;
            while let Some((cell, before)) = self.changed.pop_with_mask() {
                self.tell(cell, before, all[usize::from(cell)]);
            }
            // A rule is not called again for its own changes.
            self.waiting[slot / 64] &= !(1 << (slot % 64));
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
            while let Some((cell, before)) = self.changed.pop_with_mask() {
                self.tell(cell, before, all[usize::from(cell)]);
            }
        }
        Ok(())
    }
}
