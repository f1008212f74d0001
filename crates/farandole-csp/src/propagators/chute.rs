//! Locked candidates of a whole chute: lines and regions that cover the same cells, such as the
//! rows and boxes of a band.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// Most lines, and most regions, of a chute.
pub(crate) const SIDE: usize = 4;

/// Disjoint lines and disjoint regions that cover the same cells, each of which holds every value.
#[derive(Clone, Debug)]
pub(crate) struct Chute {
    /// The cells, by line, then by region.
    cells: Arc<[u16]>,
    /// Where the cells of line `i` and region `j` end: entry `i * regions + j`.
    ends: Arc<[u16]>,
    lines: usize,
    regions: usize,
}

impl Chute {
    /// The propagator for lines and regions of rising cells, at most [`SIDE`] of each.
    pub(crate) fn new(lines: &[&[u16]], regions: &[&[u16]]) -> Self {
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

    /// The values of each intersection, a lane of a line's word for each region.
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

    /// One round over all intersections at once.
    #[inline]
    fn round(&self, unions: &[u64; SIDE]) -> [u64; SIDE] {
        let lanes = u64::MAX >> (LANE * (SIDE - self.regions) as u32);
        let mut both = [u64::MAX; SIDE];
        for (line, both) in both[..self.lines].iter_mut().enumerate() {
            // The line without an intersection holds the same values as the region without it.
            let in_line = of_other_lanes(unions[line], |a, b| a | b);
            let in_region =
                (0..SIDE).filter(|&other| other != line).fold(0, |all, other| all | unions[other]);
            *both = in_line & in_region | !lanes;
        }
        let mut kept = *unions;
        for (line, kept) in kept[..self.lines].iter_mut().enumerate() {
            *kept &= of_other_lanes(both[line], |a, b| a & b);
            (0..SIDE).filter(|&other| other != line).for_each(|other| *kept &= both[other]);
        }
        kept
    }
}

/// The bits of a lane.
const LANE: u32 = 16;

/// In each lane what the three other lanes have together.
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

    fn cost(&self) -> Cost {
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
        let propagator = Chute::new(&rows, &boxes);
        compare(&propagator, 8, 4, 1, Strength::Weak, holds);
    }
}
