//! An interning table: distinct names with indices, and a hash table with open addressing (FNV-1a) to find
//! the index of a name.

use alloc::string::String;
use alloc::vec::Vec;

/// Distinct strings, with indices from 0 in order of insertion.
///
/// All names are in one text buffer. The hash table contains only indices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    text: String,
    /// The end of each name in `text`. A name starts at the end of the previous name.
    ends: Vec<u32>,
    /// The slots of the hash table: the index of a name plus 1, or 0 for a free slot. The length is a power
    /// of two, and at most half of the slots are in use.
    table: Vec<u32>,
}

/// Returns the FNV-1a hash of a name. A final mixing step makes the low bits depend on all bytes of the name.
fn hash(name: &str) -> u64 {
    let mut h = 0xcbf2_9ce4_8422_2325_u64;
    for &b in name.as_bytes() {
        h = (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
    }
    h ^= h >> 29;
    h.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16
}

impl Names {
    /// Returns the name with index `i`; `None` if there is no such name.
    pub(crate) fn get(&self, i: u32) -> Option<&str> {
        let i = i as usize;
        let end = *self.ends.get(i)? as usize;
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        self.text.get(start..end)
    }

    /// Returns the index of `name`; `None` if it is not in the table.
    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        match self.slot(name)? {
            (_, 0) => None,
            (_, n) => Some(n - 1),
        }
    }

    /// Returns the index and the contents of the slot of `name`, or of the free slot for it; `None` if the
    /// hash table has no slots yet.
    fn slot(&self, name: &str) -> Option<(usize, u32)> {
        let mask = self.table.len().checked_sub(1)?;
        // At most half of the slots are in use, so linear probing takes few steps.
        let mut at = hash(name) as usize & mask;
        loop {
            let n = self.table[at];
            if n == 0 || self.get(n - 1) == Some(name) {
                return Some((at, n));
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds `name` and returns its index. Returns `Err(index)` if the name is already in the table,
    /// and `Err(u32::MAX)` if the table is full (2^32 bytes of text).
    pub(crate) fn insert(&mut self, name: &str) -> Result<u32, u32> {
        if 2 * (self.ends.len() + 1) > self.table.len() {
            self.grow();
        }
        let (at, n) = self.slot(name).ok_or(u32::MAX)?;
        if n != 0 {
            return Err(n - 1);
        }
        let end = u32::try_from(self.text.len() + name.len()).map_err(|_| u32::MAX)?;
        let number = self.ends.len() as u32;
        self.text.push_str(name);
        self.ends.push(end);
        self.table[at] = number + 1;
        Ok(number)
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(16);
        self.table.clear();
        self.table.resize(size, 0);
        for i in 0..self.ends.len() as u32 {
            let mut at = hash(self.get(i).unwrap_or_default()) as usize & (size - 1);
            while self.table[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = i + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn names_are_found_after_growth() {
        let mut names = Names::default();
        assert_eq!(names.find("x"), None);
        for i in 0..1000 {
            assert_eq!(names.insert(&format!("n{i}")), Ok(i));
        }
        assert_eq!(names.insert("n77"), Err(77));
        for i in 0..1000 {
            assert_eq!(names.find(&format!("n{i}")), Some(i));
            assert_eq!(names.get(i), Some(&*format!("n{i}")));
        }
        assert_eq!(names.find("n1000"), None);
        assert_eq!(names.get(1000), None);
    }
}
