//! Sandwich sums. The crusts of a line of distinct cells are its least and its greatest value, and the cells
//! between the crusts have a given sum. For example, the line 3 1 6 2 9 4 has the crusts 1 and 9 and the sum 8.
//! In the variant "lunchbox", the line need not hold every value.
//!
//! The algorithm enumerates the two crust values, their positions and the sets of values between them. It keeps
//! the candidates of the combinations that the masks permit.
//!
//! Cost: pairs of crust values times pairs of positions times value sets. A line that holds every value has
//! only one pair of crust values. Shorter lines have many pairs, and are slow while their cells have many
//! candidates.

use super::value_sets::{fills, sets_of_sum};
use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// Maximum number of cells. Cells of a line differ, and a board has at most 16 values.
const MOST: usize = 16;

/// A line whose cells strictly between the least and the greatest value add up to a clue. Other
/// propagators enforce that the cells differ.
#[derive(Clone, Debug)]
pub(crate) struct SandwichSum {
    cells: Box<[u16]>,
    line: Box<[u16]>,
    /// The possible pairs of crust values, least value first, as bit indices.
    // The constructor drops pairs that are too close together to enclose the rest of the line.
    pairs: Box<[(u32, u32)]>,
    /// The value sets that the cells between the crusts can hold, indexed by the number of these cells.
    // The entries refer to a shared table of value sets, so building a sandwich clue copies no sets.
    fillings: Box<[&'static [u16]]>,
    /// True if the line holds every value.
    full: bool,
}

/// The masks of the line, and the candidates that are kept so far. Both are indexed by position on the line.
struct Board {
    now: [u16; MOST],
    kept: [u16; MOST],
    len: usize,
}

impl SandwichSum {
    /// Builds the propagator from a line of at least two distinct cells and its clue. The board has `count`
    /// values, from `low` to `low + count - 1`.
    pub(crate) fn new(line: &[u16], clue: u32, low: u8, count: u8) -> Self {
        let len = line.len() as u32;
        let last = u32::from(count) - 1;
        let pairs = (0..last)
            .flat_map(|least| (least + 1..=last).map(move |greatest| (least, greatest)))
            // All cells hold distinct values from `least` to `greatest`, so this range must have at least `len`
            // values.
            .filter(|(least, greatest)| greatest - least + 1 >= len);
        let fillings = (0..=len - 2).map(|size| sets_of_sum(count, low, size, clue)).collect();
        let mut cells = line.to_vec();
        cells.sort_unstable();
        Self {
            cells: cells.into(),
            line: line.into(),
            pairs: pairs.collect(),
            fillings,
            // A line with as many cells as values holds each value exactly once.
            full: len == u32::from(count),
        }
    }

    /// Tries all positions of one pair of crust values, given as bit indices.
    fn try_pair(&self, least: u32, greatest: u32, board: &mut Board) {
        let (low, high) = (1_u16 << least, 1_u16 << greatest);
        let between = (high - 1) & !(low | (low - 1));
        // The masks are copied, since `fill` borrows all of `board` mutably.
        let now = board.now;
        // A cell that cannot hold a value strictly between the crusts must be a crust. `ends` is the set of
        // these cells. Both positions together must include all of `ends`, which excludes most pairs of
        // positions immediately.
        let mut ends = 0_u32;
        for (place, mask) in now[..board.len].iter().enumerate() {
            ends |= u32::from(mask & between == 0) << place;
        }
        // More than two cells would have to be crusts.
        if ends.count_ones() > 2 {
            return;
        }
        for first in 0..board.len - 1 {
            // The cell `first` can hold neither crust value.
            if now[first] & (low | high) == 0 {
                continue;
            }
            for second in first + 1..board.len {
                // `up`: the least value may come first. `down`: the greatest value may come first.
                let up = now[first] & low != 0 && now[second] & high != 0;
                let down = now[first] & high != 0 && now[second] & low != 0;
                if (up || down)
                    && ends & !(1 << first | 1 << second) == 0
                    && self.fill(first, second, between, board)
                {
                    board.kept[first] |= if up { low } else { 0 } | if down { high } else { 0 };
                    board.kept[second] |= if up { high } else { 0 } | if down { low } else { 0 };
                }
            }
        }
    }

    /// Tries the value sets for the cells between the positions `first` and `second`. `range` is the mask of
    /// the values between the crusts. Returns true if a set fits.
    fn fill(&self, first: usize, second: usize, range: u16, board: &mut Board) -> bool {
        let mut found = false;
        for &set in self.fillings[second - first - 1] {
            // Values of the range that are not in the set are outside of the crusts.
            let rest = range & !set;
            if set & !range != 0 || !fills(&board.now[first + 1..second], set) {
                continue;
            }
            let outside = || board.now[..first].iter().chain(&board.now[second + 1..board.len]);
            // Each cell outside of the crusts needs a value of `rest`.
            if outside().any(|mask| mask & rest == 0) {
                continue;
            }
            // A full line must hold all values of `rest` outside of the crusts.
            if self.full && rest & !outside().fold(0, |union, mask| union | mask) != 0 {
                continue;
            }
            found = true;
            board.kept[..first].iter_mut().for_each(|mask| *mask |= rest);
            board.kept[first + 1..second].iter_mut().for_each(|mask| *mask |= set);
            board.kept[second + 1..board.len].iter_mut().for_each(|mask| *mask |= rest);
        }
        found
    }
}

impl Propagator for SandwichSum {
    // A run tries many combinations, in particular on lines that do not hold every value, so all cheaper
    // propagators run first.
    const COST: Cost = Cost::Heavy;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let mut board = Board { now: [0; MOST], kept: [0; MOST], len: self.line.len() };
        for (mask, &cell) in board.now.iter_mut().zip(&self.line) {
            *mask = masks.get(cell);
        }
        for &(least, greatest) in &self.pairs {
            self.try_pair(least, greatest, &mut board);
        }
        let mut changed = false;
        for (&cell, mask) in self.line.iter().zip(board.kept) {
            changed |= masks.keep(cell, mask)?;
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare_within, distinct, line};

    fn between(values: &[u8], low: u8) -> u32 {
        let place =
            |value: Option<&u8>| values.iter().position(|other| Some(other) == value).expect("not empty");
        let (a, b) = (place(values.iter().min()), place(values.iter().max()));
        values[a.min(b) + 1..a.max(b)].iter().map(|value| u32::from(value + low)).sum()
    }

    #[test]
    fn full_lines_are_filtered() {
        for (low, clue) in [(1, 0), (1, 5), (0, 5), (1, 14), (0, 0), (0, 1)] {
            let propagator = SandwichSum::new(&line(6), clue, low, 6);
            compare_within(&propagator, 6, Strength::Sound, distinct, |v| between(v, low) == clue);
        }
    }

    #[test]
    fn shorter_lines_are_filtered() {
        for (cells, low, clue) in [(2, 1, 0), (2, 1, 3), (3, 1, 4), (4, 0, 3), (4, 0, 0), (5, 1, 9)] {
            let propagator = SandwichSum::new(&line(cells), clue, low, 6);
            compare_within(&propagator, 6, Strength::Sound, distinct, |v| between(v, low) == clue);
        }
    }
}
