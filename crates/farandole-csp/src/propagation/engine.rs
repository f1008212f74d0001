//! Propagation to a fixpoint: first fixed cells, then hidden singles, then the queued propagators
//! by priority class.

use super::observer::{Cause, Observer};
use super::place_counts::CandidatePositions;
use super::queue::{Queue, Subscriptions};
use crate::model::masks::{Changed, Contradiction, Masks, Scratch};
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::{Effort, Propagator};

/// The propagation queues of a network, and its data by cell.
#[derive(Debug)]
pub(crate) struct PropagationEngine<'n, O = ()> {
    network: &'n Network,
    subscriptions: Subscriptions,
    queue: Queue,
    places: CandidatePositions<'n>,
    // The buffers are kept across calls, because propagation runs at each node.
    changed: Changed,
    fixed: Vec<u16>,
    scratch: Scratch,
    /// The propagator that failed last, or `None` if two cells that differ were in conflict.
    pub(crate) failed: Option<u32>,
    /// Number and estimated cost of propagator runs so far.
    pub(crate) effort: Effort,
    /// The cell that was last fixed or branched on, and its mask.
    pub(crate) last: (u16, u16),
    /// The observer of eliminations and their causes.
    pub(crate) observer: O,
}

impl<'n> PropagationEngine<'n> {
    /// Creates an engine with empty queues for a network.
    pub(crate) fn new(network: &'n Network) -> Self {
        Self::observed(network, ())
    }
}

impl<'n, O: Observer> PropagationEngine<'n, O> {
    /// Creates an engine with an observer; see [`new`](PropagationEngine::new).
    pub(crate) fn observed(network: &'n Network, observer: O) -> Self {
        let cells = network.domains.len();
        let subscriptions =
            // Hidden singles are counted by `CandidatePositions`, so the queue does not contain them.
            Subscriptions::new(network, |propagator| !matches!(propagator, AnyPropagator::HiddenSingle(_)));
        Self {
            network,
            queue: Queue::new(&subscriptions),
            subscriptions,
            places: CandidatePositions::new(network),
            changed: Changed::new(cells),
            fixed: Vec::with_capacity(cells),
            scratch: Scratch::default(),
            failed: None,
            effort: Effort::default(),
            last: (0, 0),
            observer,
        }
    }

    /// Propagates everything, starting from masks that are not at a fixpoint.
    pub(crate) fn propagate_all(&mut self, all: &mut [u16]) -> Result<(), Contradiction> {
        self.failed = None;
        // An empty mask would break the arithmetic on masks in propagators, which assume at least one value.
        if all.contains(&0) {
            return Err(Contradiction);
        }
        // Counted from scratch, since the masks come from outside.
        self.places.count(all)?;
        self.places.wake_all();
        self.queue.wake_all(&self.subscriptions);
        for (cell, mask) in all.iter().enumerate() {
            if mask.is_power_of_two() {
                self.fixed.push(cell as u16);
            }
        }
        self.run(all)
    }

    /// Propagates from masks that are at a fixpoint except that the mask of this cell shrank.
    pub(crate) fn propagate_from(&mut self, cell: u16, all: &mut [u16]) -> Result<(), Contradiction> {
        self.failed = None;
        self.places.count(all)?;
        // At a fixpoint only the houses of the changed cell can have new hidden singles.
        self.places.wake_of(cell);
        // The previous mask is unknown here, so the code assumes that any value may have been lost.
        self.wake(cell, u16::MAX, all[usize::from(cell)]);
        self.run(all)
    }

    /// Propagates as [`propagate_from`](Self::propagate_from) does, if the [counters](Self::counters)
    /// describe the masks in which the cell has the mask `before`.
    pub(crate) fn propagate_branch(
        &mut self,
        cell: u16,
        before: u16,
        all: &mut [u16],
    ) -> Result<(), Contradiction> {
        self.failed = None;
        // The counters belong to the node, so only the change of this cell is applied.
        match self.notify(cell, before, all[usize::from(cell)]) {
            Ok(()) => self.run(all),
            Err(Contradiction) => self.end(Err(Contradiction)),
        }
    }

    /// Returns the counters of the last fixpoint. [`set_counters`](Self::set_counters) restores
    /// them together with the masks.
    pub(crate) fn counters(&self) -> &[u64] {
        self.places.counters()
    }

    /// Sets the counters.
    pub(crate) fn set_counters(&mut self, counters: &[u64]) {
        self.places.set(counters);
    }

    /// Queues the propagators that read a cell, and the cell itself if it became fixed.
    #[inline]
    fn wake(&mut self, cell: u16, before: u16, now: u16) {
        self.subscriptions.wake(cell, before, now, &mut self.queue);
        if now.is_power_of_two() {
            self.fixed.push(cell);
        }
    }

    /// Queues the propagators of a cell that lost values, and updates the counters of its houses.
    /// The function has several callers; inlining it into each of them, once more for an observer,
    /// costs 3% more instructions than calls.
    #[inline(never)]
    fn notify(&mut self, cell: u16, before: u16, now: u16) -> Result<(), Contradiction> {
        self.observer.removed(cell, before & !now);
        self.wake(cell, before, now);
        // Nothing has run so far. A house without a cell for a value fails before any propagator runs.
        self.places.lose(cell, before & !now)
    }

    /// Reports all changed cells.
    #[inline]
    fn notify_all(&mut self, all: &[u16]) -> Result<(), Contradiction> {
        // Changes of a propagator are collected and reported once, after it has reached its own fixpoint.
        while let Some((cell, before)) = self.changed.pop_with_mask() {
            self.notify(cell, before, all[usize::from(cell)])?;
        }
        Ok(())
    }

    fn run(&mut self, all: &mut [u16]) -> Result<(), Contradiction> {
        let result = self.fixpoint(all);
        self.end(result)
    }

    /// Empties the queues after a contradiction.
    fn end(&mut self, result: Result<(), Contradiction>) -> Result<(), Contradiction> {
        if result.is_err() {
            // Entries of the failed node must not reach the next one.
            self.places.clear();
            self.queue.clear();
            self.changed.clear();
            self.fixed.clear();
        }
        result
    }

    fn fixpoint(&mut self, all: &mut [u16]) -> Result<(), Contradiction> {
        // The loop ends, since each iteration either removes a value or empties a slot.
        loop {
            self.failed = None;
            self.propagate_fixed(all)?;
            // Fixed cells and hidden singles are cheaper than every propagator, so they always run
            // first.
            let Some(slot) = self.queue.next() else { return Ok(()) };
            let index = self.subscriptions.order[slot];
            // Set before the run, so that a failure is attributed to this propagator.
            self.failed = Some(index);
            self.observer.cause(Cause::Propagator(index));
            let propagator = &self.network.propagators[index as usize];
            // Counted by run and size, before the run, so that failing runs count as well.
            self.effort.add(self.subscriptions.sizes[slot] as usize, 1);
            let masks = Masks::new(all, &mut self.changed, &mut self.scratch);
            // Cages use the bit sets of cells directly, so they need not scan all cells for a value.
            let mut masks = masks.with_places(self.places.all_places(), self.network.peers.words());
            propagator.propagate(&mut masks)?;
            self.notify_all(all)?;
            // A propagator does not run again for its own changes.
            self.queue.remove(slot);
        }
    }

    /// Removes the value of a fixed cell from its peers.
    fn take_from_peers(&mut self, cell: u16, value: u16, all: &mut [u16]) -> Result<(), Contradiction> {
        let place = value.trailing_zeros() as usize;
        for (&near, at) in self.network.peers.row(cell).iter().zip(0_u16..) {
            // Only peers that still have the value are visited.
            let mut losing = near & self.places.places(place)[usize::from(at)];
            while losing != 0 {
                let peer = at * 64 + losing.trailing_zeros() as u16;
                losing &= losing - 1;
                let before = all[usize::from(peer)];
                // The peer is fixed to the same value.
                if before == value {
                    return Err(Contradiction);
                }
                all[usize::from(peer)] = before & !value;
                // Peers change here without passing through `Masks`, so they are reported directly.
                self.observer.removed(peer, value);
                self.wake(peer, before, before & !value);
                self.places.lose_one(peer, place)?;
            }
        }
        Ok(())
    }

    /// Removes the value of each fixed cell from its peers, and fixes hidden singles, until there
    /// are no more.
    fn propagate_fixed(&mut self, all: &mut [u16]) -> Result<(), Contradiction> {
        loop {
            while let Some(cell) = self.fixed.pop() {
                let value = all[usize::from(cell)];
                // The observer and the conflict scores attribute what follows to this cell.
                self.last = (cell, value);
                self.observer.cause(Cause::Fixed(cell, value));
                self.take_from_peers(cell, value, all)?;
                let mut masks = Masks::new(all, &mut self.changed, &mut self.scratch);
                // Pairs that differ only for some values. All other pairs are in the peer matrix.
                for &(other, mask) in self.subscriptions.edges.of(cell) {
                    masks.remove(other, value & mask)?;
                }
                self.notify_all(all)?;
                // The value is placed, so the houses of the cell need not be examined for it.
                self.places.placed(cell, value);
            }
            let Some((house, mut values)) = self.places.next() else { return Ok(()) };
            // A house costs as much as the smallest propagator.
            self.effort.add(0, 1);
            self.observer.cause(Cause::House(house));
            let mut masks = Masks::new(all, &mut self.changed, &mut self.scratch);
            while values != 0 {
                let value = values.trailing_zeros() as usize;
                masks.keep(self.places.place(house, value)?, 1 << value)?;
                // Each value of a house is placed in turn. Two values in one cell contradict each other when
                // the second one is kept.
                values &= values - 1;
            }
            self.notify_all(all)?;
        }
    }
}
