//! The CSP-variables of the classic grid, and the consequences of asserting a candidate.
//!
//! The 324 variables are the 81 cells, whose values are digits, and the 243 pairs of a house and a
//! digit, whose values are cells. Each candidate is a value of four variables. Two candidates are
//! linked if some variable has both as values.
//!
//! Source: Denis Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, chapter 2
//! (rc-, rn-, cn- and bn-variables).

use crate::model::State;
use crate::model::tables::{MEMBERS, PEERS, POSITIONS, UNITS};
use std::sync::LazyLock;

/// Number of CSP-variables: the cells, then house and digit as `81 + house * 9 + digit`.
pub(super) const VARIABLES: usize = 324;

/// The four variables of each candidate, each with the bit of the candidate in it.
pub(super) const VALUES: [[(u16, u16); 4]; 729] = {
    let mut values = [[(0, 0); 4]; 729];
    let mut candidate = 0;
    while candidate < 729 {
        values[candidate][0] = ((candidate / 9) as u16, 1 << (candidate % 9));
        let mut kind = 0;
        while kind < 3 {
            let variable = 81 + UNITS[candidate][kind] as u16;
            values[candidate][1 + kind] = (variable, 1 << POSITIONS[candidate / 9][kind]);
            kind += 1;
        }
        candidate += 1;
    }
    values
};

/// The 28 candidates that each candidate is linked to.
pub(super) static LINKED: [[u16; 28]; 729] = {
    let mut linked = [[0; 28]; 729];
    let mut candidate = 0;
    while candidate < 729 {
        let (cell, digit) = (candidate / 9, candidate % 9);
        let mut count = 0;
        let mut other = 0;
        while other < 9 {
            if other != digit {
                linked[candidate][count] = (cell * 9 + other) as u16;
                count += 1;
            }
            other += 1;
        }
        let mut peer = 0;
        while peer < 20 {
            linked[candidate][count] = PEERS[cell][peer] as u16 * 9 + digit as u16;
            count += 1;
            peer += 1;
        }
        candidate += 1;
    }
    linked
};

/// For each candidate, the 64 variables that lose values if the candidate is true. The mask
/// contains these values. Variables of the candidate itself are not included.
pub(super) static TOUCHED: LazyLock<Vec<[(u16, u16); 64]>> = LazyLock::new(|| {
    let touched = |candidate: usize| {
        let mut values = [0_u16; VARIABLES];
        for other in LINKED[candidate] {
            for (variable, bit) in VALUES[other as usize] {
                values[variable as usize] |= bit;
            }
        }
        VALUES[candidate].iter().for_each(|(variable, _)| values[*variable as usize] = 0);
        let mut found = [(0, 0); 64];
        let others = values.iter().enumerate().filter(|(_, values)| **values != 0);
        for (place, (variable, values)) in found.iter_mut().zip(others) {
            *place = (variable as u16, *values);
        }
        found
    };
    (0..729).map(touched).collect()
});

/// Marks a variable whose value was asserted.
const ASSERTED: u16 = 1 << 15;

/// The remaining values of each variable, as masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Variables {
    values: [u16; VARIABLES],
}

impl Variables {
    /// Returns the variables of a state. A filled cell has its digit as the only value.
    pub(super) fn of(state: &State) -> Self {
        let mut values = [0; VARIABLES];
        for (candidate, variables) in VALUES.iter().enumerate() {
            let digit = state.digits[candidate / 9] as usize;
            if state.marks.has(candidate / 9, candidate % 9) || digit == candidate % 9 + 1 {
                variables.iter().for_each(|(variable, bit)| values[*variable as usize] |= bit);
            }
        }
        Self { values }
    }

    /// Returns the remaining values of a variable as a mask, with an additional bit if one was
    /// asserted.
    pub(super) const fn values(&self, variable: usize) -> u16 {
        self.values[variable]
    }

    pub(super) const fn has(&self, candidate: usize) -> bool {
        self.values[candidate / 9] >> (candidate % 9) & 1 == 1
    }

    /// Returns true if the candidate was asserted. It must not be excluded.
    pub(super) const fn is_asserted(&self, candidate: usize) -> bool {
        self.values[candidate / 9] & ASSERTED != 0
    }

    /// Returns the only remaining value of a variable that was not asserted.
    pub(super) const fn only_value(&self, variable: usize) -> Option<usize> {
        let values = self.values[variable];
        if values.is_power_of_two() && values != ASSERTED {
            Some(candidate(variable, values.trailing_zeros() as usize))
        } else {
            None
        }
    }

    /// Returns the first variable without values.
    pub(super) fn empty(&self) -> Option<usize> {
        self.values.iter().position(|values| values & !ASSERTED == 0)
    }

    /// Returns the set of the variables whose values differ, as bits.
    pub(super) fn differences(&self, other: &Self) -> [u64; VARIABLES.div_ceil(64)] {
        let mut set = [0; VARIABLES.div_ceil(64)];
        for (variable, (one, other)) in self.values.iter().zip(&other.values).enumerate() {
            set[variable / 64] |= u64::from(one != other) << (variable % 64);
        }
        set
    }

    /// Removes a candidate. Adds candidates that became the only value of a variable to `only`.
    /// Returns a variable that has lost its last value.
    pub(super) fn exclude(&mut self, excluded: usize, only: &mut Vec<u16>) -> Option<usize> {
        let mut empty = None;
        for (variable, bit) in VALUES[excluded] {
            let variable = variable as usize;
            let values = &mut self.values[variable];
            *values &= !bit;
            if *values == 0 {
                empty = Some(variable);
            } else if values.is_power_of_two() {
                only.push(candidate(variable, values.trailing_zeros() as usize) as u16);
            }
        }
        empty
    }

    /// Asserts a candidate by removing all candidates that are linked to it. Calls `each` for each
    /// removed candidate. Returns a variable that has lost its last value.
    pub(super) fn assert(
        &mut self,
        candidate: usize,
        only: &mut Vec<u16>,
        mut each: impl FnMut(usize),
    ) -> Option<usize> {
        VALUES[candidate].iter().for_each(|(variable, _)| self.values[*variable as usize] |= ASSERTED);
        let mut empty = None;
        for other in LINKED[candidate] {
            if self.has(other as usize) {
                each(other as usize);
                empty = self.exclude(other as usize, only).or(empty);
            }
        }
        empty
    }
}

/// Returns the candidate that is value `place` of a variable.
pub(super) const fn candidate(variable: usize, place: usize) -> usize {
    if variable < 81 { variable * 9 + place } else { MEMBERS[variable - 81][place] as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touched_variables_are_those_of_linked_candidates() {
        for (center, touched) in TOUCHED.iter().enumerate() {
            for variable in 0..VARIABLES {
                let own = VALUES[center].iter().any(|(own, _)| *own as usize == variable);
                let linked =
                    (0..9).filter(|place| LINKED[center].contains(&(candidate(variable, *place) as u16)));
                let values = if own { 0 } else { linked.fold(0, |values, place| values | 1 << place) };
                let found = touched.iter().find(|(touched, _)| *touched as usize == variable && values != 0);
                assert_eq!(found.map_or(0, |(_, values)| *values), values, "{center} {variable}");
            }
        }
    }
}
