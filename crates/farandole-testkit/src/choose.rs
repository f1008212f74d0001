//! Sources of random choices: a seeded generator or the bytes of a fuzzer.

use crate::Random;

/// A source of choices.
pub trait Choose {
    /// Returns a number from 0 to `end - 1`.
    ///
    /// # Panics
    /// Panics if `end` is 0.
    fn below(&mut self, end: usize) -> usize;

    /// Returns true with a probability of 1 in `count`.
    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    /// Returns one of the items.
    ///
    /// # Panics
    /// Panics if there are no items.
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

impl Choose for Random {
    fn below(&mut self, end: usize) -> usize {
        self.below(end)
    }
}

/// Choices made from bytes. A choice among at most 256 values takes one byte, and any other choice
/// takes two. After the last byte, every choice is 0.
#[derive(Clone, Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// Creates a source of choices from these bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    fn next(&mut self) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(*first)
    }
}

impl Choose for Bytes<'_> {
    fn below(&mut self, end: usize) -> usize {
        let low = self.next();
        let number = if end > 256 { low + 256 * self.next() } else { low };
        number % end
    }
}
