//! The propagation queue, and the edges and propagators of each cell of a network.
//!
//! A *slot* is the number of a propagator in the order of priority classes. The queue is a bit set of slots,
//! and its lowest bit is the next slot to run. Queuing propagators is one OR per word and needs no test for
//! duplicates.

use crate::model::house::Edge;
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::Propagator;

/// A list for each cell. All lists are stored in one vector, one after another.
#[derive(Clone, Debug)]
pub(crate) struct PerCell<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> PerCell<T> {
    #[inline]
    pub(crate) fn of(&self, cell: u16) -> &[T] {
        let at = usize::from(cell);
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

impl PerCell<u16> {
    /// Builds the list of the indices of the scopes that contain each cell. A scope is a list of cells.
    pub(crate) fn of_scopes<'s>(scopes: impl Iterator<Item = &'s [u16]> + Clone, cells: usize) -> Self {
        // This is a counting sort. The sizes are shifted by two entries, because filling the lists moves each
        // start to the next entry. The vector therefore has two more entries than there are cells: one for the
        // shift, and one for the end of the last list.
        let mut starts = vec![0_u32; cells + 2];
        scopes.clone().flatten().for_each(|&cell| starts[usize::from(cell) + 2] += 1);
        for cell in 0..cells {
            starts[cell + 2] += starts[cell + 1];
        }
        let mut items = vec![0; starts[cells + 1] as usize];
        for (number, scope) in (0..).zip(scopes) {
            for &cell in scope {
                let next = &mut starts[usize::from(cell) + 1];
                items[*next as usize] = number;
                *next += 1;
            }
        }
        starts.pop();
        Self { starts, items }
    }
}

impl PerCell<(u16, u16)> {
    /// Builds the list of the edges of each cell: the other cell of the edge, and the mask of its values.
    fn of_edges(edges: &[Edge], cells: usize) -> Self {
        let mut starts = vec![0_u32; cells + 2];
        edges.iter().flat_map(|edge| edge.cells).for_each(|cell| starts[usize::from(cell) + 2] += 1);
        for cell in 0..cells {
            starts[cell + 2] += starts[cell + 1];
        }
        let mut items = vec![(0, 0); 2 * edges.len()];
        for &Edge { cells: [a, b], mask } in edges {
            for (cell, other) in [(a, b), (b, a)] {
                let next = &mut starts[usize::from(cell) + 1];
                items[*next as usize] = (other, mask);
                *next += 1;
            }
        }
        starts.pop();
        Self { starts, items }
    }
}

/// The propagators of a network by slot, and the edges and propagators of each cell.
#[derive(Debug)]
pub(crate) struct Subscriptions {
    /// For each cell, the other cells of its edges, with the mask of the values for which both cells differ.
    pub(crate) edges: PerCell<(u16, u16)>,
    /// The index in the network of the propagator of each slot.
    pub(crate) order: Vec<u32>,
    /// The [size](Propagator::size) of the propagator of each slot.
    pub(crate) sizes: Vec<u32>,
    /// For each cell, the nonzero words of the set of slots whose propagators read it.
    readers: PerCell<Readers>,
}

/// A word of the set of slots whose propagators read a cell.
// Words without readers are omitted, because few propagators read the same cell.
#[derive(Clone, Copy, Default, Debug)]
struct Readers {
    /// The index of the word in the queue.
    word: u32,
    /// The slots of the propagators that read all values of the cell.
    all: u64,
    /// The slots of the propagators that read only the least and the greatest value of the cell.
    bounds: u64,
}

/// The slots of the queued propagators, as a bit set.
#[derive(Debug)]
pub(crate) struct Queue(Vec<u64>);

/// Builds the nonzero words of the readers of each cell, from the propagators in the order of their slots.
fn by_cell<'r>(
    propagators: impl ExactSizeIterator<Item = &'r AnyPropagator>,
    cells: usize,
) -> PerCell<Readers> {
    let words = propagators.len().div_ceil(64);
    // The table is dense at first. Its empty words are then removed in place.
    let mut table = vec![Readers::default(); cells * words];
    for (slot, propagator) in propagators.enumerate() {
        let (word, bit) = (slot / 64, 1 << (slot % 64));
        let bounds = if propagator.reads_bounds() { bit } else { 0 };
        for &cell in propagator.cells() {
            let readers = &mut table[usize::from(cell) * words + word];
            readers.bounds |= bounds;
            readers.all |= bit & !bounds;
        }
    }
    let (mut starts, mut count) = (Vec::with_capacity(cells + 1), 0);
    starts.push(0);
    for cell in 0..cells {
        for word in 0..words {
            let readers = table[cell * words + word];
            if readers.all | readers.bounds != 0 {
                table[count] = Readers { word: word as u32, ..readers };
                count += 1;
            }
        }
        starts.push(count as u32);
    }
    table.truncate(count);
    PerCell { starts, items: table }
}

/// Returns the indices of the propagators for which `waits` returns true, ordered by priority class. Within a
/// class, they keep their order.
fn by_cost(propagators: &[AnyPropagator], waits: impl Fn(&AnyPropagator) -> bool) -> Vec<u32> {
    // There are few classes, so lists per class replace a stable sort.
    let mut classes = [const { Vec::new() }; 4];
    for (propagator, at) in propagators.iter().zip(0_u32..).filter(|(propagator, _)| waits(propagator)) {
        classes[propagator.cost() as usize].push(at);
    }
    let [mut order, rest @ ..] = classes;
    rest.iter().for_each(|class| order.extend_from_slice(class));
    order
}

impl Subscriptions {
    /// Builds the subscriptions of a network. Propagators for which `waits` returns false are never
    /// queued.
    pub(crate) fn new(network: &Network, waits: impl Fn(&AnyPropagator) -> bool) -> Self {
        let cells = network.domains.len();
        let order = by_cost(&network.propagators, waits);
        let propagators = order.iter().map(|&propagator| &network.propagators[propagator as usize]);
        let readers = by_cell(propagators.clone(), cells);
        let sizes = propagators.map(|propagator| propagator.size() as u32).collect();
        Self { edges: PerCell::of_edges(&network.edges, cells), order, sizes, readers }
    }

    /// Queues the propagators that read a cell whose mask shrank from `before` to `now`.
    #[inline]
    pub(crate) fn wake(&self, cell: u16, before: u16, now: u16, queue: &mut Queue) {
        // If the least and the greatest value of the old mask remain, its bounds did not change. The greatest
        // bit of a 16-bit mask is at index 15 minus the number of leading zeros.
        let ends = before & before.wrapping_neg() | 1_u16.wrapping_shl(15 - before.leading_zeros());
        let of_bounds = if ends & !now == 0 { 0 } else { u64::MAX };
        // Each word takes one OR, however many propagators are queued.
        for readers in self.readers.of(cell) {
            queue.0[readers.word as usize] |= readers.all | readers.bounds & of_bounds;
        }
    }
}

impl Queue {
    pub(crate) fn new(subscriptions: &Subscriptions) -> Self {
        Self(vec![0; subscriptions.order.len().div_ceil(64)])
    }

    pub(crate) fn wake_all(&mut self, subscriptions: &Subscriptions) {
        // Only the bits of existing slots are set in the last word.
        for (word, left) in self.0.iter_mut().zip((1..=subscriptions.order.len()).rev().step_by(64)) {
            *word = u64::MAX >> (64 - left.min(64));
        }
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Removes and returns the slot of a queued propagator of the cheapest class.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<usize> {
        // Cheap slots are in the first words, so the scan usually ends early.
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(word * 64 + bit)
    }

    #[inline]
    pub(crate) fn remove(&mut self, slot: usize) {
        self.0[slot / 64] &= !(1 << (slot % 64));
    }
}
