//! An interning table: distinct names with numbers, and their look-up by an open-addressing hash table (FNV-1a).

use alloc::string::String;
use alloc::vec::Vec;

/// Distinct strings, numbered from 0 in order of insertion.
///
/// All text lies in one buffer; look-up is an open-addressing hash table that holds numbers only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    text: String,
    /// End of name `i` in `text`; it starts where name `i - 1` ends.
    ends: Vec<u32>,
    /// Power-of-two table of `number + 1`, 0 = free. At most half full.
    table: Vec<u32>,
}

/// FNV-1a with a final mix, so that the low bits depend on the whole name.
fn hash(name: &str) -> u64 {
    let mut h = 0xcbf2_9ce4_8422_2325_u64;
    for &b in name.as_bytes() {
        h = (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
    }
    h ^= h >> 29;
    h.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16
}

impl Names {
    /// The name with number `i`, or `None` past the end.
    pub(crate) fn get(&self, i: u32) -> Option<&str> {
        let i = i as usize;
        let end = *self.ends.get(i)? as usize;
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        self.text.get(start..end)
    }

    /// The number of `name`.
    pub(crate) fn find(&self, name: &str) -> Option<u32> {
        match self.slot(name)? {
            (_, 0) => None,
            (_, n) => Some(n - 1),
        }
    }

    /// The slot where `name` is or would be, and what it holds; `None` while there is no table.
    fn slot(&self, name: &str) -> Option<(usize, u32)> {
        let mask = self.table.len().checked_sub(1)?;
        let mut at = hash(name) as usize & mask;
        loop {
            let n = self.table[at];
            if n == 0 || self.get(n - 1) == Some(name) {
                return Some((at, n));
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds `name`: its number, or `Err(number)` when it was there already; `Err(u32::MAX)` when the
    /// table is full (2^32 bytes of text).
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
