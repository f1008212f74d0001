//! Propagation to a fixpoint: fixed cells first, then hidden singles, then the propagators that
//! wait, by cost class.

use super::observer::{Cause, Observer};
use super::place_counts::PlaceCounts;
use super::queue::{Queue, Subscriptions};
use crate::model::masks::{Changed, Contradiction, Masks, Scratch};
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::{Effort, Propagator};

/// The queues, and what of the network they need in another order.
#[derive(Debug)]
pub(crate) struct PropagationEngine<'n, O = ()> {
    network: &'n Network,
    subscriptions: Subscriptions,
    queue: Queue,
    places: PlaceCounts<'n>,
    changed: Changed,
    fixed: Vec<u16>,
    scratch: Scratch,
    /// The propagator that failed last; `None` if it was a pair of cells that differ.
    pub(crate) failed: Option<u32>,
    /// Propagator runs so far.
    pub(crate) effort: Effort,
    /// The cell that was fixed or branched on last, and its mask.
    pub(crate) last: (u16, u16),
    /// Who is told what goes, and why.
    pub(crate) observer: O,
}

impl<'n> PropagationEngine<'n> {
    /// Empty queues for a network.
    pub(crate) fn new(network: &'n Network) -> Self {
        Self::observed(network, ())
    }
}

impl<'n, O: Observer> PropagationEngine<'n, O> {
    /// As [`new`](PropagationEngine::new), with somebody who is told what goes.
    pub(crate) fn observed(network: &'n Network, observer: O) -> Self {
        let cells = network.domains.len();
        let subscriptions =
            Subscriptions::new(network, |propagator| !matches!(propagator, AnyPropagator::HiddenSingle(_)));
        Self {
            network,
            queue: Queue::new(&subscriptions),
            subscriptions,
            places: PlaceCounts::new(network),
            changed: Changed::new(cells),
            fixed: Vec::with_capacity(cells),
            scratch: Scratch::default(),
            failed: None,
            effort: Effort::default(),
            last: (0, 0),
            observer,
        }
    }

    /// Propagates everything, from masks that were never propagated.
    pub(crate) fn propagate_all(&mut self, all: &mut [u16]) -> Result<(), Contradiction> {
        self.failed = None;
        if all.contains(&0) {
            return Err(Contradiction);
        }
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

    /// Propagates from masks that were at a fixpoint until the mask of this cell shrank.
    pub(crate) fn propagate_from(&mut self, cell: u16, all: &mut [u16]) -> Result<(), Contradiction> {
        self.failed = None;
        self.places.count(all)?;
        self.places.wake_of(cell);
        self.wake(cell, u16::MAX, all[usize::from(cell)]);
        self.run(all)
    }

    /// As [`propagate_from`](Self::propagate_from), if the [counters](Self::counters) are those of
    /// the masks with this mask of the cell.
    pub(crate) fn propagate_branch(
        &mut self,
        cell: u16,
        before: u16,
        all: &mut [u16],
    ) -> Result<(), Contradiction> {
        self.failed = None;
        match self.notify(cell, before, all[usize::from(cell)]) {
            Ok(()) => self.run(all),
            Err(Contradiction) => self.end(Err(Contradiction)),
        }
    }

    /// The counters of places after the last fixpoint, to be [set](Self::set_counters) together
    /// with its masks.
    pub(crate) fn counters(&self) -> &[u64] {
        self.places.counters()
    }

    /// Sets the counters of places.
    pub(crate) fn set_counters(&mut self, counters: &[u64]) {
        self.places.set(counters);
    }

    /// Wakes the propagators that read a cell, and notes whether it became fixed.
    #[inline]
    fn wake(&mut self, cell: u16, before: u16, now: u16) {
        self.subscriptions.wake(cell, before, now, &mut self.queue);
        if now.is_power_of_two() {
            self.fixed.push(cell);
        }
    }

    /// Tells the propagators and houses of a cell that it lost values. It is called in many places;
    /// a copy in each, once more for an observer, costs more than the calls.
    #[inline(never)]
    fn notify(&mut self, cell: u16, before: u16, now: u16) -> Result<(), Contradiction> {
        self.observer.removed(cell, before & !now);
        self.wake(cell, before, now);
        self.places.lose(cell, before & !now)
    }

    /// Tells of all cells that changed.
    #[inline]
    fn notify_all(&mut self, all: &[u16]) -> Result<(), Contradiction> {
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
            self.places.clear();
            self.queue.clear();
            self.changed.clear();
            self.fixed.clear();
        }
        result
    }

    fn fixpoint(&mut self, all: &mut [u16]) -> Result<(), Contradiction> {
        loop {
            self.failed = None;
            self.propagate_fixed(all)?;
            let Some(slot) = self.queue.next() else { return Ok(()) };
            let index = self.subscriptions.order[slot];
            self.failed = Some(index);
            self.observer.cause(Cause::Propagator(index));
            let propagator = &self.network.propagators[index as usize];
            self.effort.add(self.subscriptions.sizes[slot] as usize, 1);
            let masks = Masks::new(all, &mut self.changed, &mut self.scratch);
            let mut masks = masks.with_places(self.places.all_places(), self.network.peers.words());
            propagator.propagate(&mut masks)?;
            self.notify_all(all)?;
            // A propagator is not called again for its own changes.
            self.queue.remove(slot);
        }
    }

    /// Takes the value of a fixed cell from its peers.
    fn take_from_peers(&mut self, cell: u16, value: u16, all: &mut [u16]) -> Result<(), Contradiction> {
        let place = value.trailing_zeros() as usize;
        for (&near, at) in self.network.peers.row(cell).iter().zip(0_u16..) {
            let mut losing = near & self.places.places(place)[usize::from(at)];
            while losing != 0 {
                let peer = at * 64 + losing.trailing_zeros() as u16;
                losing &= losing - 1;
                let before = all[usize::from(peer)];
                if before == value {
                    return Err(Contradiction);
                }
                all[usize::from(peer)] = before & !value;
                self.observer.removed(peer, value);
                self.wake(peer, before, before & !value);
                self.places.lose_one(peer, place)?;
            }
        }
        Ok(())
    }

    /// Takes the value of each fixed cell from its peers, and fixes hidden singles, until there are
    /// none of both.
    fn propagate_fixed(&mut self, all: &mut [u16]) -> Result<(), Contradiction> {
        loop {
            while let Some(cell) = self.fixed.pop() {
                let value = all[usize::from(cell)];
                self.last = (cell, value);
                self.observer.cause(Cause::Fixed(cell, value));
                self.take_from_peers(cell, value, all)?;
                let mut masks = Masks::new(all, &mut self.changed, &mut self.scratch);
                for &(other, mask) in self.subscriptions.edges.of(cell) {
                    masks.remove(other, value & mask)?;
                }
                self.notify_all(all)?;
                self.places.placed(cell, value);
            }
            let Some((house, mut values)) = self.places.next() else { return Ok(()) };
            self.effort.add(0, 1);
            self.observer.cause(Cause::House(house));
            let mut masks = Masks::new(all, &mut self.changed, &mut self.scratch);
            while values != 0 {
                let value = values.trailing_zeros() as usize;
                masks.keep(self.places.place(house, value)?, 1 << value)?;
                values &= values - 1;
            }
            self.notify_all(all)?;
        }
    }
}
