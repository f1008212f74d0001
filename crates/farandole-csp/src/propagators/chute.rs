//! Locked candidates (pointing and claiming) of a whole chute. A chute consists of lines and regions that cover
//! the same cells, such as the rows and boxes of a band.
//!
//! The algorithm computes the union of the masks of each intersection of a line and a region. The rest of the
//! line and the rest of the region hold the same values, so values that only one of them can hold are removed.
//! For example, the cells r1c4 to r1c9 and the cells of box 1 outside of row 1 hold the same six digits. The
//! algorithm repeats until no union changes.
//!
//! Cost: one pass over the cells, then a few word operations per line and round. Every change in the chute
//! causes a run. The propagator finds no larger fish.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// Maximum number of lines, and of regions, in a chute. Four lanes of 16 bits fill one word.
// Boards of up to 16x16 cells have at most four boxes and four lines per chute, so the unions of a line fit in
// one `u64`.
pub(crate) const SIDE: usize = 4;

/// Disjoint lines and disjoint regions that cover the same cells. Each line and each region holds every value.
#[derive(Clone, Debug)]
// The lists are shared, because the propagators of a layout are cached and used for every puzzle with this
// layout.
pub(crate) struct Chute {
    /// The cells, ordered by line, then by region.
    cells: Arc<[u16]>,
    /// The end in `cells` of the intersection of line `i` and region `j`, at index `i * regions + j`.
    ends: Arc<[u16]>,
    lines: usize,
    regions: usize,
}

impl Chute {
    /// Builds the propagator from lines and regions, at most [`SIDE`] of each. The cells of each are in
    /// ascending order.
    pub(crate) fn new(lines: &[&[u16]], regions: &[&[u16]]) -> Self {
        // The cells of an intersection are adjacent, so that their union reads one slice.
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

    /// Returns the cells, indexed by line, region and position. Returns `None` unless the chute has three lines
    /// and three regions, and each line shares three cells with each region.
    pub(crate) fn triads(&self) -> Option<[[[u16; 3]; 3]; 3]> {
        let is_regular = self.lines == 3
            && self.regions == 3
            && (1_u16..).zip(&*self.ends).all(|(at, &end)| end == 3 * at);
        let mut lines = self.cells.as_chunks::<3>().0.as_chunks::<3>().0.iter().copied();
        let lines = [lines.next()?, lines.next()?, lines.next()?];
        is_regular.then_some(lines)
    }

    /// Returns the union of the masks of each intersection. A line has one word, and a region has one lane of
    /// 16 bits in each word.
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

    /// Applies locked candidates once to all intersections, and returns the new unions.
    #[inline]
    fn round(&self, unions: &[u64; SIDE]) -> [u64; SIDE] {
        // Lanes without a region must not restrict the others, so they have all bits in `both`.
        let lanes = u64::MAX >> (LANE * (SIDE - self.regions) as u32);
        // For each intersection, the values that both the rest of its line and the rest of its region can hold.
        let mut both = [u64::MAX; SIDE];
        for (line, both) in both[..self.lines].iter_mut().enumerate() {
            // Rotations combine the other lanes of the word, so that no lane has to be extracted.
            let in_line = of_other_lanes(unions[line], |a, b| a | b);
            let in_region =
                (0..SIDE).filter(|&other| other != line).fold(0, |all, other| all | unions[other]);
            *both = in_line & in_region | !lanes;
        }
        let mut kept = *unions;
        for (line, kept) in kept[..self.lines].iter_mut().enumerate() {
            // An intersection is in the rest of the line of the other intersections of its line, and in the
            // rest of the region of the other intersections of its region.
            *kept &= of_other_lanes(both[line], |a, b| a & b);
            (0..SIDE).filter(|&other| other != line).for_each(|other| *kept &= both[other]);
        }
        kept
    }
}

/// The number of bits in a lane.
const LANE: u32 = 16;

/// Returns, in each lane, the combination of the three other lanes of the word.
#[inline]
fn of_other_lanes(word: u64, together: impl Fn(u64, u64) -> u64) -> u64 {
    together(together(word.rotate_left(LANE), word.rotate_left(2 * LANE)), word.rotate_left(3 * LANE))
}

impl Propagator for Chute {
    // Every change in the chute causes a run that reads all its cells, so cheaper propagators run first.
    const COST: Cost = Cost::Heavy;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let before = self.unions(masks);
        // The rounds work on the unions alone. Cells are written once, after the last round.
        let mut unions = self.round(&before);
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
            let union = (unions[line] >> (LANE * region as u32)) as u16;
            for &cell in &self.cells[start..usize::from(end)] {
                masks.keep(cell, union)?;
            }
            start = usize::from(end);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare};

    #[test]
    fn lines_and_regions_hold_the_same_values() {
        // Two rows of four cells and two boxes, which have the cells 0, 1, 4, 5 and 2, 3, 6, 7.
        let (rows, boxes): ([&[u16]; 2], [&[u16]; 2]) =
            ([&[0, 1, 2, 3], &[4, 5, 6, 7]], [&[0, 1, 4, 5], &[2, 3, 6, 7]]);
        let distinct = |v: &[u8], cells: &[u16]| {
            cells.iter().fold(0, |set, &cell| set | 1 << v[usize::from(cell)]) == 0b1111
        };
        let holds = |v: &[u8]| rows.iter().chain(&boxes).all(|cells| distinct(v, cells));
        compare(&Chute::new(&rows, &boxes), 4, Strength::Weak, holds);
    }
}
