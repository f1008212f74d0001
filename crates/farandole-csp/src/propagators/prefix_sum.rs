//! A line of different cells whose first value says how many of its first cells have a given sum
//! (X-sum), by the sets of values that those cells can hold.

use super::value_sets::{fills, sets_of_sum};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// A value of the first cell.
#[derive(Clone, Debug)]
struct Choice {
    /// Its bit.
    first: u16,
    /// How many cells are summed.
    len: usize,
    /// The sets of values that the cells behind the first one can hold.
    sets: Box<[u16]>,
}

/// The first x cells of a line add up to a clue, x being the value of the first one. The cells
/// differ by other propagators.
#[derive(Clone, Debug)]
pub(crate) struct PrefixSum {
    cells: Box<[u16]>,
    line: Box<[u16]>,
    /// What each first value means.
    choices: Box<[Choice]>,
}

impl PrefixSum {
    /// From a line of different cells and its clue, with `count` values from `low` on.
    pub(crate) fn new(line: &[u16], clue: u32, low: u8, count: u8) -> Self {
        let choices = (0..count).filter_map(|place| {
            let first = u32::from(place + low);
            let rest = clue.checked_sub(first)?;
            if first < 1 || first as usize > line.len() {
                return None;
            }
            let sets = sets_of_sum(count, low, first - 1, rest);
            let sets: Box<[u16]> = sets.iter().copied().filter(|set| set >> place & 1 == 0).collect();
            (!sets.is_empty()).then_some(Choice { first: 1 << place, len: first as usize, sets })
        });
        let choices = choices.collect();
        let mut cells = line.to_vec();
        cells.sort_unstable();
        Self { cells: cells.into(), line: line.into(), choices }
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let mut now = [0_u16; 16];
        let mut kept = [0_u16; 16];
        let now = &mut now[..self.line.len()];
        for (mask, &cell) in now.iter_mut().zip(&self.line) {
            *mask = masks.get(cell);
        }
        for Choice { first, len, sets } in &self.choices {
            if now[0] & first == 0 {
                continue;
            }
            for &set in sets {
                let (inside, outside) = (set, !(set | first));
                if fills(&now[1..*len], inside) && now[*len..].iter().all(|mask| mask & outside != 0) {
                    kept[0] |= first;
                    kept[1..*len].iter_mut().for_each(|mask| *mask |= inside);
                    kept[*len..now.len()].iter_mut().for_each(|mask| *mask |= outside);
                }
            }
        }
        let mut changed = false;
        for (&cell, mask) in self.line.iter().zip(kept) {
            changed |= masks.keep(cell, mask)?;
        }
        Ok(changed)
    }
}

impl Propagator for PrefixSum {
    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        while self.pass(masks)? {}
        Ok(())
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare_within};

    #[test]
    fn the_first_value_says_how_many_cells_are_summed() {
        for (low, clue) in [(1, 1), (1, 9), (1, 12), (0, 6), (0, 0), (1, 21)] {
            let line: Vec<u16> = (0..6).collect();
            let propagator = PrefixSum::new(&line, clue, low, 6);
            let distinct = |v: &[u8]| v.iter().fold(0, |set, value| set | 1 << value) == 0b111111_u16;
            let holds = |v: &[u8]| {
                let len = usize::from(v[0] + low);
                len >= 1 && v[..len].iter().map(|value| u32::from(value + low)).sum::<u32>() == clue
            };
            compare_within(&propagator, 6, 6, u64::from(clue), Strength::Sound, distinct, holds);
        }
    }

    #[test]
    fn the_line_may_be_shorter_than_there_are_values() {
        let propagator = PrefixSum::new(&[0, 1, 2], 9, 1, 6);
        let distinct = |v: &[u8]| v[0] != v[1] && v[0] != v[2] && v[1] != v[2];
        let holds = |v: &[u8]| v[0] < 3 && v[..=usize::from(v[0])].iter().map(|x| x + 1).sum::<u8>() == 9;
        compare_within(&propagator, 3, 6, 4, Strength::Sound, distinct, holds);
    }
}
