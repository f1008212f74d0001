//! Groups of distinct cells. The value sets of all groups together form one row of a table.
//!
//! A row has one value set for each group. For example, the groups of an arrow are its circle, its shaft, and
//! the other cells of their house; the sets {6}, {1, 5} and {2, 3, 4, 7, 8, 9} are one of its rows. The
//! algorithm skips the rows that the masks exclude and keeps the candidates of the remaining rows. Values that
//! are common to all remaining rows are removed from the common peers of their possible cells.
//!
//! Cost: one word test per row, and a pass over the cells per row that passes this test. The propagator
//! performs badly on long tables while the cells have many candidates. Tables for the cages of a killer cost as
//! much time as they save (docs/experiments/2026-11-23-variant-sums.md).
//!
//! Source: Interactive Sudoku Solver, `js/solver/sum_handler.js`, for combining cells of a house with the other
//! cells of the house.

use crate::model::masks::{Contradiction, Masks};
use crate::model::peers::Peers;
use crate::propagators::cage::singles;
use crate::propagators::propagator::{Cost, Propagator};

/// Maximum number of groups. Four sets of 16 bits fill one word.
// With rows as words, one `AND` tests all groups of a row at once.
pub(crate) const GROUPS: usize = 4;
/// Maximum number of cells in all groups together.
pub(crate) const CELLS: usize = 16;

/// Groups of cells whose value sets form one row of a table.
#[derive(Clone, Debug)]
pub(crate) struct GroupTable {
    cells: Box<[u16]>,
    /// End of each group in `cells`.
    ends: Box<[u8]>,
    /// The rows. A row has a set of 16 bits for each group, and the first group has the lowest bits.
    rows: Box<[u64]>,
    // All propagators of a network share one matrix, so a clone costs little.
    peers: Peers,
}

impl GroupTable {
    /// Builds the propagator from at most [`GROUPS`] groups of distinct cells, with at most [`CELLS`] cells in
    /// all. Each row has 16 bits per group, of which as many are set as the group has cells.
    pub(crate) fn new(groups: &[&[u16]], rows: Vec<u64>, peers: &Peers) -> Self {
        let ends = groups.iter().scan(0, |end, group| {
            *end += group.len() as u8;
            Some(*end)
        });
        Self { ends: ends.collect(), cells: groups.concat().into(), rows: rows.into(), peers: peers.clone() }
    }

    /// Returns the index of each group, and its start and end in `cells`.
    #[inline]
    fn groups(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        let mut begin = 0;
        self.ends.iter().enumerate().map(move |(at, &end)| {
            let from = begin;
            begin = usize::from(end);
            (at, from, begin)
        })
    }

    /// Returns the values that a row allows each cell, or `None` if the row is impossible.
    #[inline]
    fn try_row(&self, row: u64, here: &[u16; CELLS]) -> Option<[u16; CELLS]> {
        let mut left = [0; CELLS];
        for (at, begin, end) in self.groups() {
            let set = (row >> (16 * at)) as u16;
            // `single` has the values that some cell of the group must hold, so the other cells lose them.
            let single = singles(set, &here[begin..end])?;
            for (part, mask) in left[begin..end].iter_mut().zip(&here[begin..end]) {
                *part = mask & set;
                if *part & (*part - 1) != 0 {
                    *part &= !single;
                    if *part == 0 {
                        return None;
                    }
                }
            }
        }
        Some(left)
    }

    /// Removes a value from the common peers of its possible cells in a group that must hold it. The cells of
    /// the group are `cells[begin..end]`.
    fn exclude(
        &self,
        value: u16,
        begin: usize,
        end: usize,
        masks: &mut Masks<'_>,
    ) -> Result<(), Contradiction> {
        let (mut places, mut count) = ([0; CELLS], 0);
        for &cell in &self.cells[begin..end] {
            let mask = masks.get(cell);
            // The value is placed, so the engine removes it from the peers.
            if mask == value {
                return Ok(());
            }
            if mask & value != 0 {
                places[count] = cell;
                count += 1;
            }
        }
        if count == 0 {
            return Err(Contradiction);
        }
        masks.exclude(value, &places[..count], &self.peers)
    }
}

impl Propagator for GroupTable {
    // This propagator is built only after 20,000 units of work, and a run reads the whole table. Sums and
    // cages therefore run first.
    const COST: Cost = Cost::Expensive;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let (mut here, mut unions) = ([0; CELLS], 0);
        for (at, begin, end) in self.groups() {
            for (here, &cell) in here[begin..end].iter_mut().zip(&self.cells[begin..end]) {
                *here = masks.get(cell);
                unions |= u64::from(*here) << (16 * at);
            }
        }
        // `required` is the intersection of the remaining rows.
        let (mut kept, mut required) = ([0; CELLS], u64::MAX);
        for &row in &self.rows {
            // Skips rows with a value that no cell of its group can have.
            if row & !unions != 0 {
                continue;
            }
            if let Some(left) = self.try_row(row, &here) {
                kept.iter_mut().zip(&left).for_each(|(kept, left)| *kept |= left);
                required &= row;
                // All candidates are kept and no value is required, so further rows cannot cause a removal.
                if required == 0 && kept == here {
                    return Ok(false);
                }
            }
        }
        let mut changed = false;
        for (&cell, &kept) in self.cells.iter().zip(&kept) {
            changed |= masks.keep(cell, kept)?;
        }
        for (at, begin, end) in self.groups() {
            let mut values = (required >> (16 * at)) as u16;
            while values != 0 {
                let value = values & values.wrapping_neg();
                values ^= value;
                self.exclude(value, begin, end, masks)?;
            }
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare_among, compare_within, distinct, peers_of};

    fn sets(count: u32, size: u32) -> impl Iterator<Item = u64> {
        (0..1_u64 << count).filter(move |set| set.count_ones() == size)
    }

    fn sum(set: u64) -> u64 {
        (0..16).filter(|value| set >> value & 1 == 1).sum()
    }

    #[test]
    fn an_arrow_over_two_houses() {
        // Cell 0 is the circle. The shaft has the groups 1, 2 and 3, 4.
        let rows = sets(5, 1).flat_map(|a| sets(5, 2).map(move |b| (a, b)));
        let rows = rows.flat_map(|(a, b)| sets(5, 2).map(move |c| (a, b, c)));
        let rows = rows.filter(|&(a, b, c)| sum(a) == sum(b) + sum(c)).map(|(a, b, c)| a | b << 16 | c << 32);
        let peers = peers_of(5, &[&[1, 2], &[3, 4]]);
        let propagator = GroupTable::new(&[&[0], &[1, 2], &[3, 4]], rows.collect(), &peers);
        let given = |v: &[u8]| distinct(&v[1..3]) && distinct(&v[3..]);
        compare_within(&propagator, 5, Strength::Sound, given, |v| v[0] == v[1..].iter().sum::<u8>());
    }

    #[test]
    fn an_arrow_and_the_rest_of_its_house() {
        // Cell 0 is the circle, 1 and 2 are the shaft, and 3 to 5 are the rest of the house. Cell 6 is a peer
        // of the rest.
        let rows = sets(6, 1).flat_map(|a| sets(6, 2).map(move |b| (a, b)));
        let rows = rows.filter(|&(a, b)| a & b == 0 && sum(a) == sum(b));
        let rows = rows.map(|(a, b)| a | b << 16 | (0b11_1111 & !(a | b)) << 32);
        let peers = peers_of(7, &[&[0, 1, 2, 3, 4, 5], &[3, 6], &[4, 6], &[5, 6]]);
        let propagator = GroupTable::new(&[&[0], &[1, 2], &[3, 4, 5]], rows.collect(), &peers);
        let given = |v: &[u8]| distinct(&v[..6]) && !v[3..6].contains(&v[6]);
        compare_among(7, &propagator, 6, Strength::Weak, given, |v| v[0] == v[1] + v[2]);
    }
}
