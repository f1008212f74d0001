//! Propagation to a fixpoint. Fixed cells come first, then hidden singles, then the queued propagators in the
//! order of their priority classes.

use super::observer::{Cause, Observer};
use super::place_counts::CandidatePositions;
use super::queue::{Queue, Subscriptions};
use crate::model::masks::{Changed, Contradiction, Masks, Scratch};
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::{Effort, Propagator};

/// The propagation engine of a network: its queues, and the data that it maintains for each cell.
#[derive(Debug)]
pub(crate) struct PropagationEngine<'n, O = ()> {
    network: &'n Network,
    subscriptions: Subscriptions,
    queue: Queue,
    places: CandidatePositions<'n>,
    // The buffers are kept across calls, because propagation runs at each search node.
    changed: Changed,
    fixed: Vec<u16>,
    scratch: Scratch,
    /// The propagator whose run caused the last contradiction. `None` if a fixed cell or a hidden single caused
    /// it.
    pub(crate) failed: Option<u32>,
    /// The number and the estimated cost of the propagator runs so far.
    pub(crate) effort: Effort,
    /// The cell that was last fixed by propagation or branched on by the search, and its mask.
    pub(crate) last: (u16, u16),
    /// The observer, which receives eliminations and their causes.
    pub(crate) observer: O,
}

impl<'n> PropagationEngine<'n> {
    pub(crate) fn new(network: &'n Network) -> Self {
        Self::observed(network, ())
    }
}

impl<'n, O: Observer> PropagationEngine<'n, O> {
    /// Creates an engine with empty queues and an observer for a network.
    pub(crate) fn observed(network: &'n Network, observer: O) -> Self {
        let cells = network.domains.len();
        let subscriptions =
            // `CandidatePositions` finds hidden singles, so the queue does not contain them.
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

    /// Runs all propagators at least once, from masks that need not be at a fixpoint.
    pub(crate) fn propagate_all(&mut self, all: &mut [u16]) -> Result<(), Contradiction> {
        self.failed = None;
        // Propagators require at least one value in each mask.
        if all.contains(&0) {
            return Err(Contradiction);
        }
        // The masks come from the caller, so all cells are counted again.
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

    /// Propagates from masks that were at a fixpoint before the mask of this cell shrank.
    pub(crate) fn propagate_from(&mut self, cell: u16, all: &mut [u16]) -> Result<(), Contradiction> {
        self.failed = None;
        self.places.count(all)?;
        // Only the houses of the changed cell can have new hidden singles.
        self.places.wake_of(cell);
        // The previous mask is unknown, so any value may have been lost.
        self.wake(cell, u16::MAX, all[usize::from(cell)]);
        self.run(all)
    }

    /// Propagates as [`propagate_from`](Self::propagate_from) does, but does not count again. The
    /// [counters](Self::counters) must describe the masks in which the cell still has the mask `before`.
    pub(crate) fn propagate_branch(
        &mut self,
        cell: u16,
        before: u16,
        all: &mut [u16],
    ) -> Result<(), Contradiction> {
        self.failed = None;
        // The counters describe the search node, so only the change of this cell is applied.
        match self.notify(cell, before, all[usize::from(cell)]) {
            Ok(()) => self.run(all),
            Err(Contradiction) => self.end(Err(Contradiction)),
        }
    }

    /// Returns the counters of the last fixpoint. The search saves them with the masks, and
    /// [`set_counters`](Self::set_counters) restores them.
    pub(crate) fn counters(&self) -> &[u64] {
        self.places.counters()
    }

    /// Restores the counters that belong to the current masks.
    pub(crate) fn set_counters(&mut self, counters: &[u64]) {
        self.places.set(counters);
    }

    /// Queues the propagators that read a cell, and the cell itself if it is fixed. `before` and `now` are its
    /// masks before and after the change.
    #[inline]
    fn wake(&mut self, cell: u16, before: u16, now: u16) {
        self.subscriptions.wake(cell, before, now, &mut self.queue);
        if now.is_power_of_two() {
            self.fixed.push(cell);
        }
    }

    /// Queues the propagators of a cell that lost values, and updates the counters of its houses. Several
    /// functions call this one, and each would inline it once more for an observer. Inlining takes 3% more
    /// instructions than the calls.
    #[inline(never)]
    fn notify(&mut self, cell: u16, before: u16, now: u16) -> Result<(), Contradiction> {
        self.observer.removed(cell, before & !now);
        self.wake(cell, before, now);
        // A house without a possible cell for a value is a contradiction, which is found before any propagator
        // runs.
        self.places.lose(cell, before & !now)
    }

    /// Reports all changed cells; see [`notify`](Self::notify).
    #[inline]
    fn notify_all(&mut self, all: &[u16]) -> Result<(), Contradiction> {
        // The changes of a propagator are reported once, after it has reached its own fixpoint.
        while let Some((cell, before)) = self.changed.pop_with_mask() {
            self.notify(cell, before, all[usize::from(cell)])?;
        }
        Ok(())
    }

    fn run(&mut self, all: &mut [u16]) -> Result<(), Contradiction> {
        let result = self.fixpoint(all);
        self.end(result)
    }

    /// Empties the queues after a contradiction, and returns the result.
    fn end(&mut self, result: Result<(), Contradiction>) -> Result<(), Contradiction> {
        if result.is_err() {
            // The next search node must not find entries of this one.
            self.places.clear();
            self.queue.clear();
            self.changed.clear();
            self.fixed.clear();
        }
        result
    }

    fn fixpoint(&mut self, all: &mut [u16]) -> Result<(), Contradiction> {
        // The loop ends, since each iteration removes a candidate or a queued propagator.
        loop {
            self.failed = None;
            self.propagate_fixed(all)?;
            // Fixed cells and hidden singles are cheaper than any propagator, so they are always propagated
            // first.
            let Some(slot) = self.queue.next() else { return Ok(()) };
            let index = self.subscriptions.order[slot];
            // This is set before the run, so that a failure is attributed to this propagator.
            self.failed = Some(index);
            self.observer.cause(Cause::Propagator(index));
            let propagator = &self.network.propagators[index as usize];
            // The run is counted before it starts, so that failing runs count as well.
            self.effort.add(self.subscriptions.sizes[slot] as usize, 1);
            let masks = Masks::new(all, &mut self.changed, &mut self.scratch);
            // Cages use the bit sets of possible cells, so that they need not scan all cells for a value.
            let mut masks = masks.with_places(self.places.all_places(), self.network.peers.words());
            propagator.propagate(&mut masks)?;
            self.notify_all(all)?;
            // A propagator does not run again because of its own changes.
            self.queue.remove(slot);
        }
    }

    /// Removes the value of a fixed cell, given by its bit, from the peers of the cell.
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
                // Peers change here without `Masks`, so they are reported directly.
                self.observer.removed(peer, value);
                self.wake(peer, before, before & !value);
                self.places.lose_one(peer, place)?;
            }
        }
        Ok(())
    }

    /// Removes the value of each fixed cell from its peers and places hidden singles, until there are no more
    /// of either.
    fn propagate_fixed(&mut self, all: &mut [u16]) -> Result<(), Contradiction> {
        loop {
            while let Some(cell) = self.fixed.pop() {
                let value = all[usize::from(cell)];
                // The observer and the conflict scores attribute the following changes to this cell.
                self.last = (cell, value);
                self.observer.cause(Cause::Fixed(cell, value));
                self.take_from_peers(cell, value, all)?;
                let mut masks = Masks::new(all, &mut self.changed, &mut self.scratch);
                // These pairs differ only for some values. All other pairs are in the peer matrix.
                for &(other, mask) in self.subscriptions.edges.of(cell) {
                    masks.remove(other, value & mask)?;
                }
                self.notify_all(all)?;
                // The value is placed, so the houses of the cell need no hidden single for it.
                self.places.placed(cell, value);
            }
            let Some((house, mut values)) = self.places.next() else { return Ok(()) };
            // A house counts as much work as the smallest propagator.
            self.effort.add(0, 1);
            self.observer.cause(Cause::House(house));
            let mut masks = Masks::new(all, &mut self.changed, &mut self.scratch);
            while values != 0 {
                let value = values.trailing_zeros() as usize;
                masks.keep(self.places.place(house, value)?, 1 << value)?;
                // The values are placed in turn. If two of them have the same cell, placing the second one is a
                // contradiction.
                values &= values - 1;
            }
            self.notify_all(all)?;
        }
    }
}
