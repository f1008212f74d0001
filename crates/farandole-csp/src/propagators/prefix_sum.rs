//! X-sums: the first x cells of a line of distinct cells have a given sum, where x is the value of the first
//! cell. For example, a line that starts with 3 5 4 has the X-sum 3 + 5 + 4 = 12.
//!
//! The algorithm enumerates the first value and the sets of values of the other summed cells. It keeps the
//! candidates of the sets that the masks permit, inside and outside of the sum.
//!
//! Cost: one pass over the line per value set. The test of a set is incomplete (see `fills`). The propagator
//! performs badly for clues in the middle of their range, which have the most sets.

use super::value_sets::{fills, sets_of_sum};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// A possible first value, with its value sets.
#[derive(Clone, Debug)]
struct Choice {
    /// The bit of the first value.
    first: u16,
    /// The number of summed cells, or 1 if no cell is summed.
    len: usize,
    /// The value sets that the summed cells after the first one can hold.
    sets: Box<[u16]>,
}

/// A line whose first x cells add up to a clue, where x is the value of the first cell. Other propagators
/// enforce that the cells differ.
#[derive(Clone, Debug)]
pub(crate) struct PrefixSum {
    cells: Box<[u16]>,
    line: Box<[u16]>,
    /// The possible first values, with their value sets.
    choices: Box<[Choice]>,
}

impl PrefixSum {
    /// Builds the propagator from a line of distinct cells and its clue. The board has `count` values, from
    /// `low` to `low + count - 1`.
    pub(crate) fn new(line: &[u16], clue: u32, low: u8, count: u8) -> Self {
        // Each first value determines the number of summed cells, so it has its own list of sets.
        let choices = (0..count).filter_map(|place| {
            let first = u32::from(place + low);
            let rest = clue.checked_sub(first)?;
            if first as usize > line.len() {
                return None;
            }
            if first == 0 {
                // No cell is summed. The first one is not tested either, because it holds the value 0.
                return (clue == 0).then(|| Choice { first: 1 << place, len: 1, sets: Box::new([0]) });
            }
            let sets = sets_of_sum(count, low, first - 1, rest);
            // The cells differ, so the first value does not occur in the rest of the sum.
            let sets: Box<[u16]> = sets.iter().copied().filter(|set| set >> place & 1 == 0).collect();
            (!sets.is_empty()).then_some(Choice { first: 1 << place, len: first as usize, sets })
        });
        let choices = choices.collect();
        let mut cells = line.to_vec();
        cells.sort_unstable();
        Self { cells: cells.into(), line: line.into(), choices }
    }
}

impl Propagator for PrefixSum {
    // A run makes up to one pass over the line per set, as for cages.
    const COST: Cost = Cost::Expensive;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        // Each set is tested against all masks, so they are copied to a buffer.
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
                // The cells differ, so cells outside of the sum cannot hold the summed values.
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
            // If no set fits, the masks in `kept` are 0, which is a contradiction.
            changed |= masks.keep(cell, mask)?;
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare_within, distinct, line};

    #[test]
    fn the_first_value_says_how_many_cells_are_summed() {
        for (low, clue) in [(1, 1), (1, 9), (1, 12), (0, 6), (0, 0), (1, 21)] {
            let propagator = PrefixSum::new(&line(6), clue, low, 6);
            let holds = |v: &[u8]| {
                let len = usize::from(v[0] + low);
                v[..len].iter().map(|value| u32::from(value + low)).sum::<u32>() == clue
            };
            compare_within(&propagator, 6, Strength::Sound, distinct, holds);
        }
    }

    #[test]
    fn the_line_may_be_shorter_than_there_are_values() {
        let propagator = PrefixSum::new(&[0, 1, 2], 9, 1, 6);
        let holds = |v: &[u8]| v[0] < 3 && v[..=usize::from(v[0])].iter().map(|x| x + 1).sum::<u8>() == 9;
        compare_within(&propagator, 6, Strength::Sound, distinct, holds);
    }
}
