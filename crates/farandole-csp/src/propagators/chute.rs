//! Locked candidates (pointing and claiming) of a whole chute: lines and regions that cover the
//! same cells, such as the rows and boxes of a band.
//!
//! For each intersection of a line and a region, the algorithm takes the union of its masks. The
//! rest of the line and the rest of the region hold the same values, so values in only one of them
//! are removed. It repeats until no intersection changes.
//!
//! Cost: one pass over the cells, then a few word operations per line and round. It reads the whole
//! chute, so every change in it causes a run, and it finds no larger fish.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// Maximum number of lines and of regions in a chute: four 16-bit lanes fill one word.
// Bands of at most four boxes in each direction cover boards up to 16x16, and the sets of a line fit into one
// `u64`.
pub(crate) const SIDE: usize = 4;

/// Disjoint lines and disjoint regions that cover the same cells. Each of them holds every value.
#[derive(Clone, Debug)]
// Cells and ends are shared, because the propagators of a layout are cached and used by all puzzles of a
// list.
pub(crate) struct Chute {
    /// The cells, by line, then by region.
    cells: Arc<[u16]>,
    /// End of the intersection of line `i` and region `j` in `cells`, at index `i * regions + j`.
    ends: Arc<[u16]>,
    lines: usize,
    regions: usize,
}

impl Chute {
    /// Builds the propagator from lines and regions with ascending cells, at most [`SIDE`] of each.
    pub(crate) fn new(lines: &[&[u16]], regions: &[&[u16]]) -> Self {
        // The cells of an intersection are adjacent, so a union is a fold over one slice.
        let mut cells = Vec::with_capacity(lines.iter().map(|line| line.len()).sum());
        let mut ends = Vec::with_capacity(lines.len() * regions.len());
        for line in lines {
            for region in regions {
                cells.extend(line.iter().filter(|cell| region.binary_search(cell).is_ok()));
                ends.push(cells.len() as u16);
            }
        }
        Self { cells: cells.into(), ends: ends.into(), lines: lines.len(), regions: regions.len() }
    }

    /// Returns the cells by line, then by region, if there are three of each, with three common
    /// cells.
    pub(crate) fn triads(&self) -> Option<[[[u16; 3]; 3]; 3]> {
        let is_regular = self.lines == 3
            && self.regions == 3
            && (1_u16..).zip(&*self.ends).all(|(at, &end)| end == 3 * at);
        let mut lines = self.cells.as_chunks::<3>().0.as_chunks::<3>().0.iter().copied();
        let lines = [lines.next()?, lines.next()?, lines.next()?];
        is_regular.then_some(lines)
    }

    /// Returns the union of the masks of each intersection: one word per line, one lane per region.
    #[inline]
    fn unions(&self, masks: &Masks<'_>) -> [u64; SIDE] {
        let mut unions = [0; SIDE];
        let (mut start, mut parts) = (0, self.ends.iter());
        for line in &mut unions[..self.lines] {
            for (region, &end) in parts.by_ref().take(self.regions).enumerate() {
                let cells = &self.cells[start..usize::from(end)];
                let union = cells.iter().fold(0, |all, &cell| all | masks.get(cell));
                *line |= u64::from(union) << (LANE * region as u32);
                start = usize::from(end);
            }
        }
        unions
    }

    /// Applies locked candidates once to all intersections.
    #[inline]
    fn round(&self, unions: &[u64; SIDE]) -> [u64; SIDE] {
        // Lanes without a region must not restrict the others, so they have all bits in `both`, which is
        // neutral for the intersection below.
        let lanes = u64::MAX >> (LANE * (SIDE - self.regions) as u32);
        // Values in both the rest of the line and the rest of the region; unused lanes have all
        // bits.
        let mut both = [u64::MAX; SIDE];
        for (line, both) in both[..self.lines].iter_mut().enumerate() {
            // The rest of the line holds the same values as the rest of the region.
            // Three rotations combine the other lanes of a word; no lane has to be extracted.
            let in_line = of_other_lanes(unions[line], |a, b| a | b);
            let in_region =
                (0..SIDE).filter(|&other| other != line).fold(0, |all, other| all | unions[other]);
            *both = in_line & in_region | !lanes;
        }
        let mut kept = *unions;
        for (line, kept) in kept[..self.lines].iter_mut().enumerate() {
            // An intersection belongs to the rest of every other intersection in its line and its region.
            *kept &= of_other_lanes(both[line], |a, b| a & b);
            (0..SIDE).filter(|&other| other != line).for_each(|other| *kept &= both[other]);
        }
        kept
    }
}

/// Number of bits in a lane.
const LANE: u32 = 16;

/// Combines, for each lane, the three other lanes.
#[inline]
fn of_other_lanes(word: u64, together: impl Fn(u64, u64) -> u64) -> u64 {
    together(together(word.rotate_left(LANE), word.rotate_left(2 * LANE)), word.rotate_left(3 * LANE))
}

impl Propagator for Chute {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let before = self.unions(masks);
        // The rounds work on the unions alone. Each cell is written once, after the last round.
        let mut unions = self.round(&before);
        // A run without effect ends before anything is written.
        if unions == before {
            return Ok(());
        }
        loop {
            let next = self.round(&unions);
            if next == unions {
                break;
            }
            unions = next;
        }
        let mut start = 0;
        for (at, &end) in self.ends.iter().enumerate() {
            let (line, region) = (at / self.regions, at % self.regions);
            // Only now are cells written, once for all rounds.
            let union = (unions[line] >> (LANE * region as u32)) as u16;
            for &cell in &self.cells[start..usize::from(end)] {
                masks.keep(cell, union)?;
            }
            start = usize::from(end);
        }
        Ok(())
    }

    fn cost(&self) -> Cost {
        // Every change in the chute causes a run that reads all its cells, so cheaper propagators run first.
        Cost::Heavy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare};

    #[test]
    fn lines_and_regions_hold_the_same_values() {
        // Two rows of four cells and two boxes: the cells 0, 1 and 4, 5, and 2, 3 and 6, 7.
        let (rows, boxes): ([&[u16]; 2], [&[u16]; 2]) =
            ([&[0, 1, 2, 3], &[4, 5, 6, 7]], [&[0, 1, 4, 5], &[2, 3, 6, 7]]);
        let distinct = |v: &[u8], cells: &[u16]| {
            cells.iter().fold(0, |set, &cell| set | 1 << v[usize::from(cell)]) == 0b1111
        };
        let holds = |v: &[u8]| rows.iter().chain(&boxes).all(|cells| distinct(v, cells));
        compare(&Chute::new(&rows, &boxes), 4, Strength::Weak, holds);
    }
}
