//! Lazy clause generation over pure propagators: all propagators of a network as one propagator of
//! the learning core.
//!
//! A variable is a candidate: a cell and the index of a value. Each cell has 16 variables, and
//! those without a candidate are false from the start. Cells and pairs that differ are propagated
//! literal by literal. Other propagators run only when nothing else can be propagated, the cheapest
//! first, until one of them assigns a literal.
//!
//! Reasons are computed only if conflict analysis requests them (see [`super::explain`]). In
//! killers, two thirds of all propagator runs compute reasons. Learning is slow if these runs take
//! long, as in chaos constructions.
//!
//! Source: Ohrimenko, Stuckey, Codish, "Propagation via lazy clause generation", Constraints 14
//! (2009).

use super::literal::{Conflict, Reason, STRIDE, candidate, is, places};
use super::reason_cache::Explained;
use crate::model::masks::{Changed, Contradiction, Masks, Scratch};
use crate::network::Network;
use crate::propagation::queue::{Queue, Subscriptions};
use crate::propagators::AnyPropagator;
use crate::propagators::hidden_single::HiddenSingle;
use crate::propagators::propagator::{Effort, Propagator};
use core::cell::RefCell;
use farandole_cdcl::{Lit, Trail};

/// The state of lazy clause generation: the masks that result from the assigned literals, and the queued
/// propagators.
#[derive(Debug)]
pub(crate) struct LazyClauses<'n> {
    pub(crate) network: &'n Network,
    subscriptions: Subscriptions,
    queue: Queue,
    // A cell may lose several values between two runs of propagators, and one wake covers all of them.
    /// Cells whose propagators are not yet queued.
    dirty: Changed,
    pub(crate) masks: Vec<u16>,
    // Widening starts from these masks, while `masks` has those of the current level.
    /// The masks at level 0, as they were when the search last left that level.
    pub(crate) root: Vec<u16>,
    // Time is counted in assigned literals, so stamps show which of two literals was assigned first.
    /// For each variable, the time at which it was last assigned: the value of `assigned_count` then.
    pub(crate) stamps: Vec<u64>,
    /// Number of literals assigned so far. It never decreases.
    pub(crate) assigned_count: u64,
    pub(crate) changed: Changed,
    pub(crate) scratch: Scratch,
    pub(super) explained: Explained,
    /// Propagator runs so far, including those of explanations.
    pub(crate) effort: Effort,
    /// Propagator runs so far, weighted by the number of cells only.
    // The cost of copying and comparing masks depends only on the number of cells. `effort` uses the size of
    // a propagator instead, which for automata is the number of arcs.
    pub(crate) kept: Effort,
    /// The clauses that propagators provided since they were last taken, if they are recorded for a
    /// proof.
    // With interior mutability, the clauses can be taken while the learning core owns the state.
    pub(crate) notes: Option<RefCell<Vec<Note>>>,
}

/// A clause provided by a propagator: a literal that it assigned at level 0, or an explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Note {
    /// The propagator.
    pub(crate) propagator: u32,
    /// The implied literal, if there is one, followed by the negations of the literals that imply it.
    pub(crate) clause: Vec<Lit>,
}

impl<'n> LazyClauses<'n> {
    /// Counts `times` runs of a propagator.
    pub(crate) fn ran(&mut self, propagator: &AnyPropagator, times: u64) {
        self.effort.add(propagator.size(), times);
        self.kept.add(propagator.cells().len(), times);
    }

    /// Creates the state of a network, with nothing assigned.
    pub(crate) fn new(network: &'n Network) -> Self {
        let cells = network.domains.len();
        // Learning needs reasons for hidden singles, so it runs their propagators. The depth-first search
        // counts possible cells instead.
        let subscriptions = Subscriptions::new(network, |_| true);
        Self {
            network,
            queue: Queue::new(&subscriptions),
            subscriptions,
            dirty: Changed::new(cells),
            masks: network.domains.clone(),
            root: network.domains.clone(),
            stamps: vec![0; cells * STRIDE as usize],
            assigned_count: 0,
            changed: Changed::new(cells),
            scratch: Scratch::default(),
            explained: Explained::default(),
            effort: Effort::default(),
            kept: Effort::default(),
            notes: None,
        }
    }

    /// Records the clauses that propagators provide from now on.
    pub(crate) fn with_notes(self) -> Self {
        Self { notes: Some(RefCell::default()), ..self }
    }

    /// Returns the recorded clauses and clears the record.
    pub(crate) fn take_notes(&self) -> Vec<Note> {
        self.notes.as_ref().map(RefCell::take).unwrap_or_default()
    }

    /// Records a clause of a propagator, if clauses are recorded.
    pub(crate) fn note(&self, propagator: u32, follows: Option<Lit>, antecedents: &[Lit]) {
        if let Some(notes) = &self.notes {
            let clause = follows.into_iter().chain(antecedents.iter().map(|lit| !*lit)).collect();
            notes.borrow_mut().push(Note { propagator, clause });
        }
    }

    pub(crate) fn variable_count(&self) -> usize {
        self.stamps.len()
    }

    /// Assigns false to the candidate `other` because of the true literal `lit`.
    #[inline]
    fn exclude(lit: Lit, other: Lit, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        // If the candidate is true, this is a conflict. If it is false already, nothing changes.
        match trail.value(other) {
            0 => trail.assign(!other, Reason::Peer(lit)),
            1 => return Err(Conflict::Pair(lit, other)),
            _ => {}
        }
        Ok(())
    }

    /// Assigns false to all candidates that a true literal excludes: other values of the cell, and the
    /// value in its peers and along its edges.
    #[inline]
    fn exclude_others(&self, lit: Lit, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        let (cell, value) = candidate(lit);
        let place = value.trailing_zeros();
        // Values that the cell has lost are false already.
        for other in places(self.masks[usize::from(cell)] & !value) {
            Self::exclude(lit, is(cell, other), trail)?;
        }
        for peer in self.network.peers.of(cell) {
            // Peers without the value need no assignment.
            if self.masks[usize::from(peer)] & value != 0 {
                Self::exclude(lit, is(peer, place), trail)?;
            }
        }
        for &(other, mask) in self.subscriptions.edges.of(cell) {
            if self.masks[usize::from(other)] & mask & value != 0 {
                Self::exclude(lit, is(other, place), trail)?;
            }
        }
        Ok(())
    }

    /// Runs a propagator and assigns false to the candidates that it removes.
    fn propagate_one(&mut self, propagator: u32, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        // The propagator runs on the masks themselves, and its changes are undone afterwards. This avoids a
        // copy of all masks.
        let mut masks = Masks::new(&mut self.masks, &mut self.changed, &mut self.scratch);
        let result = self.network.propagators[propagator as usize].propagate(&mut masks);
        while let Some((cell, before)) = self.changed.pop_with_mask() {
            // The masks are restored, because they must change only when the trail reports a literal.
            let removed = before & !core::mem::replace(&mut self.masks[usize::from(cell)], before);
            if result.is_ok() {
                places(removed).for_each(|place| {
                    // The reason may use every literal assigned so far.
                    trail.assign(!is(cell, place), Reason::Propagator(propagator, self.assigned_count))
                });
            }
        }
        result.or_else(|Contradiction| self.propagate_alone(propagator, trail))
    }

    /// Runs a failed propagator again, with the masks of level 0 for all cells that it does not read.
    /// It may have failed because such a cell lost its last value. The conflict is then between the
    /// propagator and a true candidate of that cell.
    fn propagate_alone(&mut self, propagator: u32, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        let filter = &self.network.propagators[propagator as usize];
        let mut alone = self.root.clone();
        filter.cells().iter().for_each(|&cell| alone[usize::from(cell)] = self.masks[usize::from(cell)]);
        let result = filter.propagate(&mut Masks::new(&mut alone, &mut self.changed, &mut self.scratch));
        let mut forbidden = None;
        while let Some(cell) = self.changed.pop() {
            let removed = self.masks[usize::from(cell)] & !alone[usize::from(cell)];
            for place in places(removed).filter(|_| result.is_ok()) {
                match trail.value(is(cell, place)) {
                    0 => trail.assign(!is(cell, place), Reason::Propagator(propagator, self.assigned_count)),
                    // A removed candidate that is true is a conflict. If there are several, one of them is
                    // enough.
                    _ => forbidden = Some(is(cell, place)),
                }
            }
        }
        match (result, forbidden) {
            (Err(Contradiction), _) => Err(Conflict::Propagator(propagator)),
            (Ok(()), Some(lit)) => Err(Conflict::Removed(propagator, lit)),
            (Ok(()), None) => Ok(()),
        }
    }

    /// Assigns the hidden singles of a house.
    fn place(
        &self,
        propagator: u32,
        house: &HiddenSingle,
        trail: &mut Trail<Reason>,
    ) -> Result<(), Conflict> {
        let (mut once, mut twice) = (0_u16, 0_u16);
        for &cell in house.cells() {
            let mask = self.masks[usize::from(cell)];
            twice |= once & mask;
            once |= mask;
        }
        // A value without a possible cell is a conflict, because all cells of the house have lost it.
        if let Some(place) = places(house.values() & !once).next() {
            return Err(Conflict::Place(propagator, place));
        }
        let only = house.values() & !twice;
        for &cell in house.cells() {
            for place in places(self.masks[usize::from(cell)] & only) {
                if trail.value(is(cell, place)) == 0 {
                    trail.assign(is(cell, place), Reason::Place(propagator));
                }
            }
        }
        Ok(())
    }

    /// Adds the literals that exclude the value with this index from all cells of a propagator, except
    /// from the cell `without`.
    fn push_places(&self, propagator: u32, value: u32, without: Option<u16>, antecedents: &mut Vec<Lit>) {
        let cells = self.network.propagators[propagator as usize].cells().iter().copied();
        // Eliminations at level 0 need no literal.
        let gone =
            cells.filter(|&cell| Some(cell) != without && self.root[usize::from(cell)] >> value & 1 == 1);
        antecedents.extend(gone.map(|cell| !is(cell, value)));
    }
}

impl farandole_cdcl::Propagator for LazyClauses<'_> {
    type Rules = ();
    type Reason = Reason;
    type Conflict = Conflict;

    fn reset(&mut self, (): &(), trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        self.masks.copy_from_slice(&self.network.domains);
        // Level 0 starts with the domains; `root_reached` updates it.
        self.root.copy_from_slice(&self.network.domains);
        self.dirty.clear();
        self.queue.wake_all(&self.subscriptions);
        for (cell, &mask) in (0_u16..).zip(&self.network.domains) {
            // Bits without a candidate are false from the start, so that every cell can have 16 variables.
            places(!mask).for_each(|place| trail.assign(!is(cell, place), Reason::Cell));
            match mask.count_ones() {
                0 => return Err(Conflict::Cell(cell)),
                1 => trail.assign(is(cell, mask.trailing_zeros()), Reason::Cell),
                _ => {}
            }
        }
        Ok(())
    }

    #[inline]
    fn extend(&mut self, (): &(), lit: Lit, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        // This comes before anything else, since reasons created below refer to this time.
        self.assigned_count += 1;
        self.stamps[lit.var() as usize] = self.assigned_count;
        if !lit.is_negative() {
            return self.exclude_others(lit, trail);
        }
        let (cell, value) = candidate(lit);
        let before = self.masks[usize::from(cell)];
        let now = before & !value;
        if now == before {
            return Ok(());
        }
        // The mask before the first change is kept, so that a wake covers all values lost since the last
        // run.
        self.dirty.push(cell, before);
        self.masks[usize::from(cell)] = now;
        match now.count_ones() {
            0 => return Err(Conflict::Cell(cell)),
            // One candidate is left: the cell has this value.
            1 if trail.value(is(cell, now.trailing_zeros())) == 0 => {
                trail.assign(is(cell, now.trailing_zeros()), Reason::Cell);
            }
            _ => {}
        }
        Ok(())
    }

    fn propagate_rest(&mut self, (): &(), trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        while let Some((cell, before)) = self.dirty.pop_with_mask() {
            self.subscriptions.wake(cell, before, self.masks[usize::from(cell)], &mut self.queue);
        }
        // The loop stops at the first new literal, so that cells and pairs propagate it before another
        // propagator runs.
        let known = trail.literals().len();
        while trail.literals().len() == known
            && let Some(slot) = self.queue.next()
        {
            let propagator = self.subscriptions.order[slot];
            let filter = &self.network.propagators[propagator as usize];
            self.ran(filter, 1);
            match filter {
                AnyPropagator::HiddenSingle(house) => self.place(propagator, house, trail)?,
                _ => {
                    let result = self.propagate_one(propagator, trail);
                    // A proof needs the literals of level 0 as clauses of their own.
                    if trail.level() == 0 {
                        let new = trail.literals()[known..].iter().copied().map(Some);
                        let failed = result.is_err().then_some(None);
                        new.chain(failed).for_each(|lit| self.note(propagator, lit, &[]));
                    }
                    result?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn retract(&mut self, (): &(), lit: Lit) {
        if lit.is_negative() {
            let (cell, value) = candidate(lit);
            // Bits outside of the domain represent no candidates and are never restored.
            self.masks[usize::from(cell)] |= value & self.network.domains[usize::from(cell)];
        }
        // The remaining levels were propagated completely, so nothing needs to be queued.
        self.dirty.clear();
        self.queue.clear();
    }

    fn root_reached(&mut self, (): &()) {
        // Literals of level 0 hold for the rest of the search, so reasons need not contain them.
        self.root.copy_from_slice(&self.masks);
    }

    fn explain(&mut self, (): &(), lit: Lit, reason: Reason, antecedents: &mut Vec<Lit>) {
        let (cell, value) = candidate(lit);
        match reason {
            Reason::Peer(peer) => antecedents.push(peer),
            Reason::Cell => {
                // Reasons omit the values eliminated at level 0.
                let others = places(self.root[usize::from(cell)] & !value);
                antecedents.extend(others.map(|place| !is(cell, place)));
            }
            Reason::Place(propagator) => {
                self.push_places(propagator, value.trailing_zeros(), Some(cell), antecedents)
            }
            Reason::Propagator(propagator, at) => self.explain_removal(lit, propagator, at, antecedents),
        }
    }

    fn explain_conflict(&mut self, (): &(), conflict: Conflict, antecedents: &mut Vec<Lit>) {
        match conflict {
            Conflict::Pair(one, other) => antecedents.extend([one, other]),
            Conflict::Cell(cell) => {
                antecedents.extend(places(self.root[usize::from(cell)]).map(|place| !is(cell, place)));
            }
            Conflict::Place(propagator, place) => self.push_places(propagator, place, None, antecedents),
            Conflict::Propagator(propagator) => self.explain_contradiction(propagator, antecedents),
            Conflict::Removed(propagator, lit) => {
                // The conflict consists of the true literal and the reason for its negation.
                antecedents.push(lit);
                self.explain_removal(!lit, propagator, self.assigned_count, antecedents);
            }
        }
    }

    fn reference(&self, (): &(), trail: &Trail<Reason>) -> Result<Vec<Lit>, Conflict> {
        super::reference::follow(self.network, trail)
    }

    fn check_state(&self, (): &(), trail: &Trail<Reason>) {
        for (cell, &mask) in (0_u16..).zip(&self.masks) {
            let open = (0..STRIDE).filter(|&place| trail.value(is(cell, place)) >= 0);
            assert_eq!(mask, open.fold(0, |open, place| open | 1 << place), "the mask of cell {cell}");
        }
    }
}
