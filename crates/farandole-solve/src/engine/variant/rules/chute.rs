//! Locked candidates of a whole chute: lines and regions that cover the same cells, such as the rows and boxes of a band.

use crate::engine::variant::filter::{Cost, Filter};
use crate::engine::variant::masks::{Dead, Masks};

/// Most lines, and most regions, of a chute.
pub(crate) const SIDE: usize = 4;

/// Disjoint lines and disjoint regions that cover the same cells, each of which holds every value.
#[derive(Clone, Debug)]
pub(crate) struct Chute {
    /// The cells, by line, then by region.
    cells: Box<[u16]>,
    /// Where the cells of line `i` and region `j` end: entry `i * regions + j`.
    ends: Box<[u16]>,
    lines: usize,
    regions: usize,
}

impl Chute {
    /// The rule for lines and regions, at most [`SIDE`] of each.
    pub(crate) fn new(lines: &[&[u16]], regions: &[&[u16]]) -> Self {
        let (mut cells, mut ends) = (Vec::new(), Vec::new());
        for line in lines {
            for region in regions {
                cells.extend(line.iter().filter(|cell| region.contains(cell)));
                ends.push(cells.len() as u16);
            }
        }
        Self { cells: cells.into(), ends: ends.into(), lines: lines.len(), regions: regions.len() }
    }

    /// One round over all intersections. Says whether a union shrank.
    #[inline]
    fn round(&self, union: &mut [[u16; SIDE]; SIDE]) -> bool {
        let before = *union;
        for line in 0..self.lines {
            for region in 0..self.regions {
                // The line without the intersection holds the same values as the region without it.
                let in_line =
                    (0..self.regions).filter(|&j| j != region).fold(0, |all, j| all | union[line][j]);
                let in_region =
                    (0..self.lines).filter(|&i| i != line).fold(0, |all, i| all | union[i][region]);
                if in_line != in_region {
                    let both = in_line & in_region;
                    (0..self.regions).filter(|&j| j != region).for_each(|j| union[line][j] &= both);
                    (0..self.lines).filter(|&i| i != line).for_each(|i| union[i][region] &= both);
                }
            }
        }
        before != *union
    }
}

impl Filter for Chute {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn filter(&self, masks: &mut Masks<'_>) -> Result<(), Dead> {
        let mut union = [[0; SIDE]; SIDE];
        let mut start = 0;
        for (at, &end) in self.ends.iter().enumerate() {
            let cells = &self.cells[start..usize::from(end)];
            union[at / self.regions][at % self.regions] =
                cells.iter().fold(0, |all, &cell| all | masks.get(cell));
            start = usize::from(end);
        }
        if !self.round(&mut union) {
            return Ok(());
        }
        while self.round(&mut union) {}
        start = 0;
        for (at, &end) in self.ends.iter().enumerate() {
            for &cell in &self.cells[start..usize::from(end)] {
                masks.keep(cell, union[at / self.regions][at % self.regions])?;
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
    use crate::engine::variant::testing::{Strength, compare};

    #[test]
    fn lines_and_regions_hold_the_same_values() {
        // Two rows of four cells and two boxes: the cells 0, 1 and 4, 5, and 2, 3 and 6, 7.
        let (rows, boxes): ([&[u16]; 2], [&[u16]; 2]) =
            ([&[0, 1, 2, 3], &[4, 5, 6, 7]], [&[0, 1, 4, 5], &[2, 3, 6, 7]]);
        let distinct = |v: &[u8], cells: &[u16]| {
            cells.iter().fold(0, |set, &cell| set | 1 << v[usize::from(cell)]) == 0b1111
        };
        let holds = |v: &[u8]| rows.iter().chain(&boxes).all(|cells| distinct(v, cells));
        let rule = Chute::new(&rows, &boxes);
        compare(&rule, 8, 4, 1, Strength::Weak, holds);
    }
}
