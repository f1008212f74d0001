//! Residual supports: remembered assignments that satisfy a part. If each candidate occurs in a remembered
//! assignment whose values are all still candidates, the part eliminates nothing, and its graph is not built.
//!
//! Each assignment is one bit of a 128-bit word. For each cell and value, a word marks the assignments that
//! contain the value. The words of all candidates of a cell, united, mark the assignments that the cell allows.
//! Source: Lecoutre and Hemery, "A Study of Residual Supports in Arc Consistency", IJCAI 2007.

/// Maximum number of values of a cell.
const VALUES: usize = 16;
/// Maximum number of assignments, which is the number of bits of a word.
const COUNT: usize = 128;

/// Assignments of values to the cells of a part that satisfy the part.
#[derive(Clone, Debug, Default)]
pub(in crate::variant) struct Witnesses {
    /// For each cell and index of a value, the assignments that contain the value.
    with: Vec<[u128; VALUES]>,
    /// The assignments that are in use.
    used: u128,
    /// The assignment that is overwritten next if all are in use and allowed.
    next: usize,
}

impl Witnesses {
    /// Returns the assignments whose values are all in these masks.
    fn allowed(&self, masks: &[u16]) -> u128 {
        let mut allowed = self.used;
        for (with, mask) in self.with.iter().zip(masks) {
            let some = (0..VALUES).filter(|index| mask >> index & 1 == 1);
            allowed &= some.fold(0, |some, index| some | with[index]);
        }
        allowed
    }

    /// Returns the values of each cell that occur in assignments whose values are all in these masks.
    pub(super) fn covered(&self, masks: &[u16]) -> Vec<u16> {
        let allowed = self.allowed(masks);
        if allowed == 0 {
            return vec![0; masks.len()];
        }
        let of_cell = |(with, mask): (&[u128; VALUES], &u16)| {
            let covered = (0..VALUES).filter(|index| mask >> index & 1 == 1 && with[*index] & allowed != 0);
            covered.fold(0, |covered, index| covered | 1 << index)
        };
        self.with.iter().zip(masks).map(of_cell).collect()
    }

    /// Adds an assignment, given as the index of the value of each cell. If all bits are in use, it replaces an
    /// assignment that `masks` do not allow, or one chosen in turn.
    pub(super) fn add(&mut self, values: &[u8], masks: &[u16]) {
        if self.with.is_empty() {
            self.with = vec![[0; VALUES]; values.len()];
        }
        let free = (!self.allowed(masks)).trailing_zeros() as usize;
        let place = if free < COUNT {
            free
        } else {
            self.next = (self.next + 1) % COUNT;
            self.next
        };
        let bit = 1_u128 << place;
        for (with, value) in self.with.iter_mut().zip(values) {
            if self.used & bit != 0 {
                with.iter_mut().for_each(|word| *word &= !bit);
            }
            with[usize::from(*value)] |= bit;
        }
        self.used |= bit;
    }
}
