//! Hash tables with a short multiplicative hash function, for keys that no stranger chooses.
//!
//! Source: FxHash, the hash function of Firefox and of `rustc`.

use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashMap;

/// A hash table with [`Quick`].
pub(crate) type Table<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// Hashes each word of a key by one multiplication.
#[derive(Clone, Copy, Default)]
pub(crate) struct Quick(u64);

/// About 2^64 divided by the golden ratio, odd.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Quick {
    #[inline]
    const fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER);
    }
}

impl Hasher for Quick {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(u64::from(byte)));
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.add(u64::from(value));
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.add(u64::from(value));
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.add(u64::from(value));
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.add(value as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // A table takes the place from the lowest bits; a product is best in its highest ones.
        self.0.rotate_left(26)
    }
}
