//! Propagation to a fixpoint: fixed cells first, then hidden singles, then the rules that wait, by cost class.

use super::observer::{Cause, Observer};
use super::place_counts::PlaceCounts;
use super::queue::{Waiting, Wiring};
use crate::model::masks::{Changed, Dead, Masks, Scratch};
use crate::network::Network;
use crate::propagators::Rule;
use crate::propagators::propagator::{Effort, Filter};

/// The queues, and what of the network they need in another order.
#[derive(Debug)]
pub(crate) struct Propagator<'n, O = ()> {
    network: &'n Network,
    wiring: Wiring,
    waiting: Waiting,
    places: PlaceCounts<'n>,
    changed: Changed,
    fixed: Vec<u16>,
    scratch: Scratch,
    /// The rule that failed last; `None` if it was a pair of cells that differ.
    pub(crate) failed: Option<u32>,
    /// Filter runs so far.
    pub(crate) effort: Effort,
    /// The cell that was fixed or branched on last, and its mask.
    pub(crate) last: (u16, u16),
    /// Who is told what goes, and why.
    pub(crate) observer: O,
}

impl<'n> Propagator<'n> {
    /// Empty queues for a network.
    pub(crate) fn new(network: &'n Network) -> Self {
        Self::observed(network, ())
    }
}

impl<'n, O: Observer> Propagator<'n, O> {
    /// As [`new`](Propagator::new), with somebody who is told what goes.
    pub(crate) fn observed(network: &'n Network, observer: O) -> Self {
        let cells = network.domains.len();
        let wiring = Wiring::new(network, |rule| !matches!(rule, Rule::Places(_)));
        Self {
            network,
            waiting: Waiting::new(&wiring),
            wiring,
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
    pub(crate) fn all(&mut self, all: &mut [u16]) -> Result<(), Dead> {
        self.failed = None;
        if all.contains(&0) {
            return Err(Dead);
        }
        self.places.count(all)?;
        self.places.wake_all();
        self.waiting.wake_all(&self.wiring);
        for (cell, mask) in all.iter().enumerate() {
            if mask.is_power_of_two() {
                self.fixed.push(cell as u16);
            }
        }
        self.run(all)
    }

    /// Propagates from masks that were at a fixpoint until the mask of this cell shrank.
    pub(crate) fn from(&mut self, cell: u16, all: &mut [u16]) -> Result<(), Dead> {
        self.failed = None;
        self.places.count(all)?;
        self.places.wake_of(cell);
        self.wake(cell, u16::MAX, all[usize::from(cell)]);
        self.run(all)
    }

    /// As [`from`](Self::from), if the [counters](Self::counters) are those of the masks with this mask of the cell.
    pub(crate) fn branch(&mut self, cell: u16, before: u16, all: &mut [u16]) -> Result<(), Dead> {
        self.failed = None;
        match self.tell(cell, before, all[usize::from(cell)]) {
            Ok(()) => self.run(all),
            Err(Dead) => self.end(Err(Dead)),
        }
    }

    /// The counters of places after the last fixpoint, to be [set](Self::set_counters) together with its masks.
    pub(crate) fn counters(&self) -> &[u64] {
        self.places.counters()
    }

    /// Sets the counters of places.
    pub(crate) fn set_counters(&mut self, counters: &[u64]) {
        self.places.set(counters);
    }

    /// Wakes the rules that read a cell, and notes whether it became fixed.
    #[inline]
    fn wake(&mut self, cell: u16, before: u16, now: u16) {
        self.wiring.wake(cell, before, now, &mut self.waiting);
        if now.is_power_of_two() {
            self.fixed.push(cell);
        }
    }

    /// Tells the rules and houses of a cell that it lost values. It is called in many places; a copy in each, once more for an
    /// observer, costs more than the calls.
    #[inline(never)]
    fn tell(&mut self, cell: u16, before: u16, now: u16) -> Result<(), Dead> {
        self.observer.lost(cell, before & !now);
        self.wake(cell, before, now);
        self.places.lose(cell, before & !now)
    }

    /// Tells of all cells that changed.
    #[inline]
    fn tell_all(&mut self, all: &[u16]) -> Result<(), Dead> {
        while let Some((cell, before)) = self.changed.pop_with_mask() {
            self.tell(cell, before, all[usize::from(cell)])?;
        }
        Ok(())
    }

    fn run(&mut self, all: &mut [u16]) -> Result<(), Dead> {
        let result = self.fixpoint(all);
        self.end(result)
    }

    /// Empties the queues after a contradiction.
    fn end(&mut self, result: Result<(), Dead>) -> Result<(), Dead> {
        if result.is_err() {
            self.places.clear();
            self.waiting.clear();
            self.changed.clear();
            self.fixed.clear();
        }
        result
    }

    fn fixpoint(&mut self, all: &mut [u16]) -> Result<(), Dead> {
        loop {
            self.failed = None;
            self.settle(all)?;
            let Some(slot) = self.waiting.next() else { return Ok(()) };
            let rule = self.wiring.order[slot];
            self.failed = Some(rule);
            self.observer.cause(Cause::Rule(rule));
            let filter = &self.network.rules[rule as usize];
            self.effort.add(self.wiring.sizes[slot] as usize, 1);
            let masks = Masks::new(all, &mut self.changed, &mut self.scratch);
            let mut masks = masks.with_places(self.places.all_places(), self.network.peers.words());
            filter.filter(&mut masks)?;
            self.tell_all(all)?;
            // A rule is not called again for its own changes.
            self.waiting.remove(slot);
        }
    }

    /// Takes the value of a fixed cell from its peers.
    fn take_from_peers(&mut self, cell: u16, value: u16, all: &mut [u16]) -> Result<(), Dead> {
        let place = value.trailing_zeros() as usize;
        for (&near, at) in self.network.peers.row(cell).iter().zip(0_u16..) {
            let mut losing = near & self.places.places(place)[usize::from(at)];
            while losing != 0 {
                let peer = at * 64 + losing.trailing_zeros() as u16;
                losing &= losing - 1;
                let before = all[usize::from(peer)];
                if before == value {
                    return Err(Dead);
                }
                all[usize::from(peer)] = before & !value;
                self.observer.lost(peer, value);
                self.wake(peer, before, before & !value);
                self.places.lose_one(peer, place)?;
            }
        }
        Ok(())
    }

    /// Takes the value of each fixed cell from its peers, and fixes hidden singles, until there are none of both.
    fn settle(&mut self, all: &mut [u16]) -> Result<(), Dead> {
        loop {
            while let Some(cell) = self.fixed.pop() {
                let value = all[usize::from(cell)];
                self.last = (cell, value);
                self.observer.cause(Cause::Fixed(cell, value));
                self.take_from_peers(cell, value, all)?;
                let mut masks = Masks::new(all, &mut self.changed, &mut self.scratch);
                for &(other, mask) in self.wiring.edges.of(cell) {
                    masks.remove(other, value & mask)?;
                }
                self.tell_all(all)?;
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
            self.tell_all(all)?;
        }
    }
}
