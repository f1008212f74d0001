//! Sets of cells that see each other, whose used values are part of the nodes of a graph.

use crate::variant::state::State;
use farandole_puzzle::Cell;

/// Number of slots in a node. A slot holds the used values of a set. Two sets may share a slot if one ends
/// before the other starts.
pub(super) const SLOTS: usize = 4;
/// Maximum number of consecutive positions that a set in a long list covers. It is enough for a house.
const REACH: usize = 9;

/// A set of cells that all see each other, as positions in the list of cells.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// For each position, true if its cell is in the set.
    members: Vec<bool>,
    /// The first and the last position in the set.
    first: usize,
    last: usize,
    pub(super) slot: usize,
}

impl Set {
    pub(super) fn new(positions: &[usize], count: usize) -> Self {
        let first = positions.iter().copied().min().unwrap_or(0);
        let last = positions.iter().copied().max().unwrap_or(0);
        Self { members: (0..count).map(|at| positions.contains(&at)).collect(), first, last, slot: 0 }
    }

    /// Returns a slot that no overlapping set uses, or `None` if all are in use.
    fn free_slot(&self, sets: &[Self]) -> Option<usize> {
        let overlaps = |other: &&Self| self.first <= other.last && other.first <= self.last;
        (0..SLOTS).find(|slot| !sets.iter().filter(overlaps).any(|other| other.slot == *slot))
    }
}

/// The slots of the sets that contain the cell at one position.
pub(super) struct Slots {
    /// The lowest bit of each slot.
    low: u64,
    /// For each slot, the values that a later cell of its set may hold.
    needed: u64,
}

impl Slots {
    /// Returns the slots at each position. `masks` holds the candidates of each cell.
    pub(super) fn of_cells(sets: &[Set], masks: &[u16]) -> Vec<Self> {
        // For each slot, the values that the cells of its set may hold after the position.
        let mut later = [0_u16; SLOTS];
        let mut found: Vec<Self> = Vec::with_capacity(masks.len());
        for (at, mask) in masks.iter().enumerate().rev() {
            let mut slots = Self { low: 0, needed: 0 };
            for set in sets.iter().filter(|set| (set.first..=set.last).contains(&at)) {
                slots.needed |= u64::from(later[set.slot]) << (16 * set.slot);
                if set.members[at] {
                    slots.low |= 1 << (16 * set.slot);
                    later[set.slot] |= mask;
                }
                if set.first == at {
                    later[set.slot] = 0;
                }
            }
            found.push(slots);
        }
        found.reverse();
        found
    }

    /// Returns the used values after the cell gets the value with this index, or `None` if another cell of one of its
    /// sets has the value. Used values that no later cell of the set may hold are cleared, so that more nodes are equal.
    pub(super) const fn add(&self, value: u8, used: u64) -> Option<u64> {
        let bits = self.low << value;
        if used & bits != 0 { None } else { Some((used | bits) & self.needed) }
    }
}

/// The adjacency matrix of a graph whose vertices are positions, in bits.
struct Adjacency {
    /// Number of words in a row.
    words: usize,
    bits: Vec<u64>,
}

impl Adjacency {
    fn new(count: usize, pairs: impl Iterator<Item = (usize, usize)>) -> Self {
        let words = count.div_ceil(64);
        let mut bits = vec![0; count * words];
        for (one, two) in pairs {
            bits[one * words + two / 64] |= 1 << (two % 64);
        }
        Self { words, bits }
    }

    fn row(&self, at: usize) -> &[u64] {
        &self.bits[at * self.words..(at + 1) * self.words]
    }

    /// Returns a maximal clique that contains two adjacent positions. Of the others, lower ones are preferred.
    fn clique(&self, one: usize, two: usize) -> Vec<usize> {
        let mut set = vec![one, two];
        let mut left: Vec<u64> =
            self.row(one).iter().zip(self.row(two)).map(|(one, two)| one & two).collect();
        for word in 0..self.words {
            while left[word] != 0 {
                let next = 64 * word + left[word].trailing_zeros() as usize;
                set.push(next);
                left.iter_mut().zip(self.row(next)).for_each(|(left, adjacent)| *left &= adjacent);
            }
        }
        set
    }

    /// Returns the number of edges from a position of a set to another.
    fn edges_in(&self, set: &[usize]) -> u32 {
        let mut bits = vec![0_u64; self.words];
        set.iter().for_each(|at| bits[at / 64] |= 1 << (at % 64));
        let of = |at: &usize| self.row(*at).iter().zip(&bits).map(|(one, two)| (one & two).count_ones());
        set.iter().flat_map(of).sum()
    }
}

/// Chooses sets of positions whose cells all see each other. Returns the sets, and true if they contain every
/// pair of cells that see each other.
pub(super) fn sets_of(state: &State, cells: &[Cell], is_long: bool) -> (Vec<Set>, bool) {
    let all = state.variant().board().values().all();
    let sees = |one: usize, two: usize| state.sees(cells[one], cells[two]) & all == all;
    let count = cells.len();
    let pairs = (0..count).flat_map(|two| (0..two).map(move |one| (one, two)));
    let mut open: Vec<(usize, usize)> = pairs.filter(|(one, two)| sees(*one, *two)).collect();
    let pairs = open.len();
    let reach = if is_long { REACH } else { count };
    open.retain(|(one, two)| two - one < reach);
    let near = Adjacency::new(count, open.iter().flat_map(|(one, two)| [(*one, *two), (*two, *one)]));
    let (mut sets, mut covered): (Vec<Set>, _) = (Vec::new(), pairs == open.len());
    while !open.is_empty() {
        let left = Adjacency::new(count, open.iter().copied());
        let cliques = open.iter().map(|(one, two)| near.clique(*one, *two));
        let Some(best) = cliques.max_by_key(|set| left.edges_in(set)) else { break };
        open.retain(|(one, two)| !(best.contains(one) && best.contains(two)));
        let mut set = Set::new(&best, count);
        match set.free_slot(&sets) {
            Some(slot) => {
                set.slot = slot;
                sets.push(set);
            }
            None => covered = false,
        }
        if !is_long && sets.len() == SLOTS {
            break;
        }
    }
    (sets, covered && open.is_empty())
}
