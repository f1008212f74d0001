//! Where the choices of random generators come from: a seed, or the bytes of a fuzzer.

use crate::Random;

/// A source of choices.
pub trait Choose {
    /// A number from 0 up to `end - 1`.
    ///
    /// # Panics
    /// If `end` is 0.
    fn below(&mut self, end: usize) -> usize;

    /// Whether something happens that has a chance of 1 in `count`.
    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there are none.
    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

impl Choose for Random {
    fn below(&mut self, end: usize) -> usize {
        self.below(end)
    }
}

/// Choices from bytes: one byte for a choice among at most 256, two for others. After the last byte every choice is 0.
#[derive(Clone, Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// The choices that these bytes make.
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
